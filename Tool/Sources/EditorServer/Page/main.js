// Puts the parts of the page together.

import { draw, make, set } from "./dom.js";
import { texts } from "./texts.js";
import { Connection, takeToken } from "./connection.js";
import { View } from "./view.js";
import { Scene } from "./scene.js";
import { Editor } from "./editor.js";
import { Pointers } from "./pointers.js";
import { inkTool, eraserTool } from "./ink.js";
import { selectTool, stateTool, arrowTool, noteTool } from "./gestures.js";
import { Fields } from "./fields.js";
import { Keys } from "./keys.js";
import { Tape } from "./tape.js";
import { Exports } from "./exports.js";
import { Files } from "./files.js";
import { help } from "./dialogs.js";
import { toolStrip, selectionBar, readingLine } from "./bars.js";
import { header, problemList, emptyPage, connectionLine, conflictLine, waitingLine } from "./shell.js";

const part = (id) => document.getElementById(id);

const world = draw("g.world");
const canvas = draw("svg.canvas", { id: "canvas", role: "application", tabindex: 0, "aria-label": texts.canvas, "data-tool": "draw" }, world);
const overlay = make("div.floating");
part("stage").append(canvas, overlay);

const view = new View(canvas, world);
const editor = new Editor({ canvas, view, scene: new Scene(world, view) });
const exports = new Exports(editor);
const files = new Files(editor, { exports });
const tape = new Tape(editor, part("footer"));
const fields = new Fields(editor, overlay);
const pointers = new Pointers(editor, {
  draw: inkTool(editor), erase: eraserTool(editor), select: selectTool(editor),
  state: stateTool(editor), arrow: arrowTool(editor), note: noteTool(editor),
});
const commands = new Keys(editor, { pointers, tape, files, help, exports, fields });

set(part("panel"), "aria-label", texts.panelsColumn);
header(editor, part("header"), { files, commands, panel: part("panel") });
toolStrip(editor, part("tools"));
selectionBar(editor, overlay, commands);
emptyPage(editor, overlay);
const messages = make("div.messages");
overlay.append(messages);
const showConnection = connectionLine(messages);
conflictLine(editor, messages, files);
waitingLine(editor, messages, files);
readingLine(editor, messages);
problemList(editor, messages);

// The drawing can be used before the panels are here.
editor.addEventListener("change", async () => {
  const { makeColumn } = await import("./column.js");
  makeColumn({ editor, tape, files, commands }, part("panel"));
}, { once: true });

// A new arrow's symbols are asked for at once, unless the pen is drawing on already.
editor.on("understood", async ({ ink }) => {
  const { model } = editor;
  const arrow = await model.whenPresent((await model.whenPresent(ink))?.element);
  const isOpen = arrow?.kind === "arrow" && !arrow.mark && arrow.to && !arrow.symbols.length && !arrow.epsilon;
  if (isOpen && model === editor.model && !editor.isPointing) editor.tell("edit", arrow);
});

editor.connection = new Connection(takeToken(), {
  news(message) {
    if (message.documents) files.take(message.documents);
    if (message.news) files.takeScene(message.document, message.news);
    if (message.message) files.takeMessage(message);
  },
  connected: () => files.reload(),
  state: (state) => showConnection(state, editor),
  aside: () => editor.tell("waiting"),
});
editor.connection.listen();
window.addEventListener("pagehide", () => fields.close(), { capture: true });
window.addEventListener("hashchange", () => { editor.connection.token = takeToken(); });
canvas.focus({ preventScroll: true });
