// The frame around the drawing: the header, the list of problems, the empty page, and the theme.

import { make, button, icon, set, setText } from "./dom.js";
import { texts, format } from "./texts.js";
import { help } from "./dialogs.js";
import { keepFocus } from "./bars.js";

/** The documents, undo and redo, zoom, and what concerns the whole page. */
export function header(editor, element, { files, commands, panel }) {
  const { view } = editor;
  const undo = button({ icon: "undo", word: texts.undo, title: texts.undoTitle, click: () => commands.undo() });
  const redo = button({ icon: "redo", word: texts.redo, title: texts.redoTitle, click: () => commands.redo() });
  const zoom = make("button.zoom", { title: texts.zoomReset, click: () => view.zoomTo(1) });
  const toggle = button({
    icon: "words", word: texts.panelsColumn, "aria-controls": "panel", "aria-expanded": "true",
    click() {
      const isOpen = toggle.getAttribute("aria-expanded") !== "true";
      showPanel(isOpen);
    },
  });
  const showPanel = (isOpen) => {
    set(toggle, "aria-expanded", String(isOpen));
    panel.hidden = !isOpen;
  };
  // In a narrow window the panel would cover the drawing.
  const wide = matchMedia("(min-width: 761px)");
  wide.addEventListener("change", () => showPanel(wide.matches));
  showPanel(wide.matches);
  editor.on("showPanels", () => showPanel(true));
  element.append(
    make("h1", { title: texts.product }, icon("state"), make("span.unseen", {}, texts.product)),
    files.bar,
    make("div.group", { role: "group" }, ...files.actions),
    make("div.group", { role: "group" }, undo, redo),
    make("div.group.zooming", { role: "group" },
      button({ icon: "fit", word: texts.fit, click: () => view.fit() }),
      zoomButton("minus", "−", texts.zoomOut, () => view.zoomBy(0.8)), zoom,
      zoomButton("plus", "+", texts.zoomIn, () => view.zoomBy(1.25))),
    make("div.group", { role: "group" }, toggle, themeButton(),
      button({ icon: "help", word: texts.help, title: texts.helpTitle, click: () => help.show() })));
  keepFocus(undo);
  keepFocus(redo);
  const showZoom = () => {
    setText(zoom, format(texts.zoomSaid, { percent: Math.round(view.scale * 100) }));
    set(zoom, "aria-label", `${texts.zoomReset}, ${zoom.textContent}`);
  };
  view.addEventListener("change", showZoom);
  showZoom();
  editor.on("change", () => {
    // A disabled button would lose the focus of those who undo again and again by keyboard.
    set(undo, "aria-disabled", editor.model.canUndo ? null : "true");
    set(redo, "aria-disabled", editor.model.canRedo ? null : "true");
  });
}

function zoomButton(name, sign, title, click) {
  return make(`button.plain.${name}`, { "aria-label": title, title, click }, sign);
}

/** Makes the button that changes between dark and light. */
export function themeButton() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const chosen = localStorage.getItem("theme");
  if (chosen) root.dataset.theme = chosen;
  return button({
    icon: "theme", word: texts.theme,
    click() {
      const isDark = (root.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";
      root.dataset.theme = isDark ? "light" : "dark";
      localStorage.setItem("theme", root.dataset.theme);
    },
  });
}

/** Lists what is missing for an automaton; a click shows the place. */
export function problemList(editor, layer) {
  const list = make("div.problems", { role: "group", "aria-label": texts.problems });
  layer.append(list);
  let shown = "";
  editor.on("change", () => {
    // An empty page says how to begin instead.
    const problems = editor.model.elements.size ? editor.model.problems : [];
    const key = JSON.stringify(problems);
    if (key === shown) return;
    shown = key;
    list.replaceChildren(...problems.map(({ message, elements }) => make("button", {
      click() {
        const there = elements.filter((id) => editor.element(id));
        editor.select(there, { focus: there.length > 0 });
        const { x, y, middle } = editor.element(there[0]) ?? {};
        if (middle || x !== undefined) editor.view.reveal(middle ?? [x, y]);
      },
    }, icon("problem"), make("span", {}, message))));
  });
}

/** Shows how to begin while the page is empty. */
export function emptyPage(editor, layer) {
  const ways = texts.empty.map(([name, gesture, meaning]) => make("li", {},
    icon(name), make("strong", {}, gesture), make("span", {}, meaning)));
  const box = make("div.empty", {}, make("h2", {}, texts.emptyTitle), make("ul", {}, ...ways));
  layer.prepend(box);
  const update = () => { box.hidden = !editor.model || editor.model.elements.size > 0 || editor.isPointing; };
  for (const name of ["change", "released", "pressed"]) editor.on(name, update);
  update();
}

/** Says when the server can't be reached. */
export function connectionLine(layer) {
  const line = make("div.connection", { role: "alert" });
  line.hidden = true;
  layer.append(line);
  let state = "open";
  return (next, editor) => {
    // A server that refuses the page isn't lost.
    if (next === state || (state === "refused" && next === "lost")) return;
    if (next === "open") editor.toast(texts.back);
    state = next;
    line.hidden = next === "open";
    setText(line, next === "open" ? "" : texts[next]);
  };
}

/** Says that changes wait for documents that aren't open. */
export function waitingLine(editor, layer, files) {
  const said = make("span");
  const line = make("div.conflict.waiting", { role: "alert" }, said, make("button", { click: () => files.forgetWaiting() }, texts.forget));
  layer.append(line);
  const update = () => {
    line.hidden = !files.waiting;
    setText(said, files.waiting ?? "");
  };
  editor.on("waiting", update);
  update();
}

/** Says that another program changed the file, and offers both ways on. */
export function conflictLine(editor, layer, files) {
  const said = make("span");
  const choice = (word, click) => make("button", { click }, word);
  const line = make("div.conflict", { role: "alert" }, said,
    choice(texts.reopen, () => files.reopen()), choice(texts.keepMine, () => files.keepMine()));
  layer.append(line);
  const update = () => {
    line.hidden = !files.conflict;
    setText(said, files.conflict ?? "");
  };
  for (const name of ["changedBehind", "document"]) editor.on(name, update);
  update();
}
