// The state of the page that its parts share: document, tool, selection, and what is said.

import { make, setText } from "./dom.js";
import { texts } from "./texts.js";
import { Refusal } from "./connection.js";

const toastTime = 6000;

export class Editor extends EventTarget {
  constructor({ canvas, view, scene }) {
    super();
    Object.assign(this, { canvas, view, scene });
    this.connection = null;
    /** @type {import("./model.js").Model|null} */
    this.model = null;
    this.tool = "draw";
    this.selection = new Set();
    this.isPenMode = false;
    this.late = null; // who began to listen while a document was shown
    this.live = document.getElementById("live");
    this.toasts = document.getElementById("toasts");
  }

  tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }

  /** Listens. Who comes late hears of the document that is shown. */
  on(name, listener) {
    this.addEventListener(name, ({ detail }) => listener(detail));
    if (!this.model || !["document", "change"].includes(name)) return;
    // After all that listen now, and in the order of the events.
    this.late ??= (queueMicrotask(() => this.#tellLate()), []);
    this.late.push({ name, listener });
  }

  #tellLate() {
    const all = this.late;
    this.late = null;
    for (const each of all) if (each.name === "document") each.listener();
    for (const each of all) if (each.name === "change") each.listener(this.#everything);
  }

  /** What a change of all that is shown touches. */
  get #everything() { return { touched: new Set(this.model.elements.keys()), isWhole: true }; }

  // MARK: Commands

  /** Sends a command. What was refused is said, and the answer then is empty. */
  async send(command, model = this.model) {
    if (!model) return {};
    try {
      const answer = (await this.connection.send(model.document, command)) ?? {};
      if (answer.notice && !command.preview) this.toast(answer.notice);
      return answer;
    } catch (error) {
      this.fail(error);
      return {};
    }
  }

  /** Sends a command that inserts one element, and returns that element when it is here. */
  async insert(command) {
    const { model } = this;
    const { inserted = [] } = await this.send(command, model);
    const element = await model.whenPresent(inserted[0]);
    if (element && model === this.model) this.select([element.id], { focus: true });
    return element;
  }

  fail(error) {
    if (!(error instanceof Refusal)) console.warn(error);
    this.toast(error instanceof Refusal ? error.message : texts.lost, "error");
  }

  element(id) { return this.model?.shown(id); }
  get selected() { return [...this.selection].map((id) => this.element(id)).filter(Boolean); }
  get only() { return this.selection.size === 1 ? this.selected[0] : undefined; }
  get selectedStates() { return this.selected.filter((element) => element.kind === "state"); }

  // MARK: Document, tool and selection

  show(model) {
    this.tell("leave");
    this.model = model;
    this.selection = new Set();
    this.scene.attach(model);
    this.scene.select(this.selection);
    model.addEventListener("change", ({ detail }) => {
      if (this.model !== model) return;
      const kept = [...this.selection].filter((id) => model.elements.has(id));
      if (kept.length < this.selection.size) this.select(kept);
      this.tell("change", detail);
      this.#tellNotes(model);
    });
    this.tell("document");
    this.tell("change", this.#everything);
    this.tell("selection");
    this.#tellNotes(model);
  }

  /** Shows what the reader of the file left out or guessed, once. */
  #tellNotes({ notes }) { if (notes?.length) this.toast(`${texts.readingNotes} ${notes.splice(0).join("; ")}`); }

  use(tool) {
    this.tell("leave");
    this.tool = tool;
    this.canvas.dataset.tool = tool;
    this.say(texts[tool]);
    this.tell("tool");
  }

  /**
   * Selects elements; with `toggle` each is added or taken out.
   * With `focus` the keyboard goes to the first, which is then spoken.
   */
  select(ids, { toggle = false, focus = false } = {}) {
    const selection = new Set(toggle ? this.selection : []);
    for (const id of ids) {
      if (toggle && selection.has(id)) selection.delete(id);
      else selection.add(id);
    }
    const hadFocus = this.canvas.contains(document.activeElement);
    this.selection = selection;
    this.scene.select(selection);
    if (focus && ids.length) this.scene.group(ids[0])?.focus({ preventScroll: true });
    else if (hadFocus && !selection.size && document.activeElement !== this.canvas) this.focus();
    this.tell("selection");
  }

  /** Gives the keyboard to the drawing, where single keys are commands. */
  focus() { (this.only && this.scene.group(this.only.id) || this.canvas).focus({ preventScroll: true }); }

  // MARK: Telling people

  /** Says something to those who listen instead of looking. */
  say(text) {
    // The same words twice are only said again if the text changes in between.
    setText(this.live, this.live.textContent === text ? text + "\u00a0" : text);
  }

  /** Shows and says something for some seconds. */
  toast(text, kind = "notice") {
    this.say(text);
    for (const other of [...this.toasts.children]) if (other.textContent === text) other.remove();
    const toast = make(`div.toast.${kind}`, {}, text);
    this.toasts.append(toast);
    while (this.toasts.childElementCount > 3) this.toasts.firstChild.remove();
    setTimeout(() => toast.remove(), toastTime);
  }
}

/** A drag: previews on its way, and one command, which is one step of undo, at its end. */
export class Drag {
  constructor(editor) {
    this.editor = editor;
    this.model = editor.model;
    this.isOver = false;
  }

  async show(command) {
    const { scene } = await this.editor.send({ ...command, preview: true }, this.model);
    if (scene && !this.isOver) this.model.preview(scene);
  }

  /** Ends the drag. What was previewed stays until the news says what became of it. */
  async finish(command) {
    this.isOver = true;
    const answer = await this.editor.send(command, this.model);
    if (!answer.changed) this.model.preview(null);
    return answer;
  }

  cancel() {
    this.isOver = true;
    this.model.preview(null);
  }
}
