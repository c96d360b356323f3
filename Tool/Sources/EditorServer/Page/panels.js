// The column of panels beside the drawing: which are offered, which are open, and how wide it is.

import { make, set } from "./dom.js";
import { texts } from "./texts.js";
import { Section } from "./section.js";
import { clamp } from "./view.js";

const firstOpen = "exercise words";
const narrowest = 250, step = 32, drawingWidth = 420; // px

export class Panels {
  /** @param {import("./section.js").Panel[]} panels from top to bottom */
  constructor({ editor, asker }, column, panels) {
    Object.assign(this, { editor, column });
    const opened = (localStorage.getItem("panels") ?? firstOpen).split(" ");
    const toggled = () => {
      localStorage.setItem("panels", this.sections.filter((each) => each.isOpen).map((each) => each.panel.name).join(" "));
      this.#ask();
    };
    this.sections = panels.map((panel) => new Section(panel, { editor, asker, toggled, isOpen: opened.includes(panel.name) }));
    for (const section of this.sections) section.panel.changed = () => this.#ask();
    column.append(...this.sections.map((section) => section.element));
    column.before(widthHandle(column));
    // Back to the drawing, unless a field has a use for the key.
    column.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.target.closest("input, textarea, select")) editor.focus();
    });
    this.offer(null);
    editor.on("document", () => { for (const section of this.sections) section.clear(); });
    // A file that was read anew may have the revision of before.
    editor.on("change", ({ isWhole }) => this.#expire(() => isWhole));
    editor.on("beside", (event) => this.#expire((section) => section.panel.isAbout(event)));
    // The column as a whole is shown and hidden from the header.
    new MutationObserver(() => this.#ask()).observe(column, { attributeFilter: ["hidden"] });
  }

  /** Offers the panels with these names, or all. There is always the table of words. */
  offer(names, hasExercise = false) {
    for (const { panel, element } of this.sections) {
      const isAllowed = !names || panel.name === "words" || names.includes(panel.name);
      element.hidden = panel.name === "exercise" ? !hasExercise : !isAllowed;
    }
    this.#expire();
  }

  /** Opens a panel and shows it. */
  open(name) {
    this.editor.tell("showPanels");
    const section = this.sections.find((each) => each.panel.name === name);
    if (!section.isOpen) section.toggle(true);
    section.element.scrollIntoView({ block: "nearest" });
  }

  /** Marks what is outdated, and asks once for all that happens at one time. */
  #expire(isForced = () => false) {
    for (const section of this.sections) section.expire(isForced(section));
    if (this.isAsking) return;
    this.isAsking = true;
    queueMicrotask(() => {
      this.isAsking = false;
      this.#ask();
    });
  }

  #ask() { for (const section of this.sections) section.refresh(); }
}

/** The left edge of the column, which can be dragged and moved by keys. */
function widthHandle(column) {
  const widest = () => Math.max(narrowest, innerWidth - drawingWidth);
  const show = (width) => {
    const value = width && Math.round(clamp(width, narrowest, widest()));
    if (value) column.style.setProperty("--width", value + "px");
    else column.style.removeProperty("--width");
    set(handle, "aria-valuenow", value || column.offsetWidth || narrowest);
    set(handle, "aria-valuemax", widest());
    return value;
  };
  const choose = (width) => {
    const value = show(width);
    if (value) localStorage.setItem("panelWidth", value);
    else localStorage.removeItem("panelWidth");
  };
  const handle = make("div.edge", {
    role: "separator", tabindex: 0, "aria-orientation": "vertical", "aria-label": texts.panelWidth, title: texts.panelWidth,
    "aria-controls": column.id, "aria-valuemin": narrowest,
    pointerdown(event) { handle.setPointerCapture(event.pointerId); },
    pointermove(event) { if (handle.hasPointerCapture(event.pointerId)) choose(column.getBoundingClientRect().right - event.clientX); },
    dblclick: () => choose(null),
    keydown(event) {
      const width = column.offsetWidth;
      const next = { ArrowLeft: width + step, ArrowRight: width - step, Home: widest(), End: narrowest }[event.key];
      if (!next) return;
      event.preventDefault();
      choose(next);
    },
  });
  const restore = () => show(Number(localStorage.getItem("panelWidth")) || null);
  window.addEventListener("resize", restore);
  restore();
  return handle;
}
