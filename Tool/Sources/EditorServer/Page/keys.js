// The keyboard. Single keys are commands only while the drawing has the focus.

import { texts, format } from "./texts.js";
import { nextPlace, neighbor } from "./walk.js";
import { radii } from "./gestures.js";
import { clamp } from "./view.js";

const nudge = 5;
const sizeKeys = { "+": 1.1, "=": 1.1, "-": 1 / 1.1, "−": 1 / 1.1 };
const arrowKeys = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const copyOffset = 40;

export class Keys {
  constructor(editor, parts) {
    Object.assign(this, { editor, ...parts });
    this.clipboard = null;
    this.otherTabs = new BroadcastChannel("clipboard");
    this.otherTabs.onmessage = ({ data }) => { this.clipboard = data; };
    document.addEventListener("keydown", (event) => this.#anywhere(event));
    document.addEventListener("keyup", (event) => { if (event.key === " ") this.#space(false); });
    window.addEventListener("blur", () => this.#space(false));
    editor.canvas.addEventListener("keydown", (event) => this.#inDrawing(event));
    editor.canvas.addEventListener("focusin", ({ target }) => this.#follow(target.closest("[data-id]")?.dataset.id));
  }

  /** Keys with Ctrl that never are text. */
  #anywhere(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase();
    const actions = event.shiftKey ? { enter: () => this.check?.() }
      : { s: () => this.files.save(), p: () => this.exports.print(), enter: () => this.tape.run() };
    const action = actions[key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  #inDrawing(event) {
    if (event.defaultPrevented || !this.editor.model) return;
    const hasControl = event.ctrlKey || event.metaKey;
    const action = event.altKey ? !hasControl && this.#withAlt(event) : hasControl ? this.#withControl(event) : this.#single(event);
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** Elements that get the focus are selected, and so are spoken with their state. */
  #follow(id) {
    if (!id || this.editor.isPointing) return;
    if (!this.editor.selection.has(id)) this.editor.select([id]);
  }

  // MARK: Single keys

  #single(event) {
    const { editor } = this;
    const direction = arrowKeys[event.key];
    if (direction) return () => this.nudge(direction, event.shiftKey ? 10 * nudge : nudge);
    const named = {
      Tab: this.#walk(event.shiftKey ? -1 : 1),
      Enter: () => this.edit(), F2: () => this.edit(), Delete: () => this.delete(), Backspace: () => this.delete(),
      Escape: () => this.escape(), " ": () => this.#space(true),
      ",": () => this.tape.back(), ".": () => this.tape.step(), "?": () => this.help.show(),
      "+": () => this.#zoom(1.25), "=": () => this.#zoom(1.25), "-": () => this.#zoom(0.8), "−": () => this.#zoom(0.8),
      0: () => this.#zoom(1 / editor.view.scale), "!": () => editor.view.fit(),
    };
    if (event.shiftKey && event.code === "Digit1") return named["!"];
    if (named[event.key] !== undefined) return named[event.key];
    const letters = {
      p: () => editor.use("draw"), v: () => editor.use("select"), e: () => editor.use("erase"), h: () => editor.use("hand"),
      n: () => this.addState(), c: () => this.connect(), l: () => this.loop(), f: () => this.setFinal(), i: () => this.setInitial(),
      t: () => editor.tell("addNote", nextPlace(editor)),
    };
    return letters[event.key.toLowerCase()];
  }

  #withAlt(event) {
    const factor = sizeKeys[event.key];
    return factor && (() => this.resize(factor));
  }

  #space(isDown) {
    this.pointers.isSpaceDown = isDown;
    this.editor.canvas.classList.toggle("grab", isDown);
  }

  #zoom(factor) {
    this.editor.view.zoomBy(factor);
    this.editor.say(Math.round(this.editor.view.scale * 100) + " %");
  }

  /** Goes to the next element; past the last one Tab leaves the drawing, as everywhere. */
  #walk(step) {
    const { editor } = this;
    const order = editor.model.order.filter((id) => editor.scene.group(id)?.hasAttribute("role"));
    const id = document.activeElement.closest?.("[data-id]")?.dataset.id ?? [...editor.selection][0];
    const at = order.indexOf(id);
    const next = at < 0 ? (step > 0 ? 0 : -1) : at + step;
    if (!order[next]) return null;
    return () => this.#goTo(order[next]);
  }

  #goTo(id) {
    this.editor.select([id], { focus: true });
    this.#reveal(id);
  }

  #reveal(id) {
    const { x, y, middle } = this.editor.element(id) ?? {};
    if (middle || x !== undefined) this.editor.view.reveal(middle ?? [x, y]);
  }

  escape() {
    const { editor } = this;
    editor.tell("leave");
    if (editor.selection.size) {
      editor.select([]);
      editor.canvas.focus();
      editor.say(texts.nothingSelected);
    } else editor.tell("dismiss");
  }

  // MARK: Commands of the selection

  addState() {
    const { editor } = this;
    return editor.insert({ do: "addState", at: nextPlace(editor) }).then((state) => {
      if (state) editor.view.reveal([state.x, state.y]);
    });
  }

  connect() {
    const state = this.editor.selectedStates[0];
    if (state) this.fields.connect(state);
    else this.editor.toast(texts.selectFirst);
  }

  async loop() {
    const state = this.editor.selectedStates[0];
    if (!state) return this.editor.toast(texts.selectFirst);
    const arrow = await this.editor.insert({ do: "addTransition", from: state.id, to: state.id });
    if (arrow) this.editor.tell("edit", arrow);
  }

  setFinal() { this.#mark("setFinal", "final"); }
  setInitial() { this.#mark("setInitial", "initial"); }

  /** Sets a mark on all selected states, or takes it from all if each has it. */
  async #mark(command, member) {
    const states = this.editor.selectedStates, { model } = this.editor;
    if (!states.length) return this.editor.toast(texts.selectFirst);
    const is = !states.every((state) => state[member]);
    await Promise.all(states.map((state) => this.editor.send({ do: command, element: state.id, is })));
    this.editor.say(states.map((state) => model.elements.get(state.id)?.spoken).filter(Boolean).join(". "));
  }

  /** Makes the selected states larger or smaller. */
  async resize(factor) {
    const states = this.editor.selectedStates;
    if (!states.length) return this.editor.toast(texts.selectFirst);
    await Promise.all(states.map(({ id, r }) => this.editor.send({ do: "resize", element: id, radius: clamp(r * factor, ...radii) })));
  }

  edit() {
    if (this.editor.only) this.editor.tell("edit", this.editor.only);
  }

  delete() { if (this.editor.selection.size) this.#delete([...this.editor.selection]); }

  async #delete(elements, model = this.editor.model) {
    const { editor } = this;
    await editor.send({ do: "delete", elements }, model);
    editor.say(texts.deleted);
    // The keyboard goes on where it was.
    editor.canvas.focus({ preventScroll: true });
  }

  /** Moves what is selected; a single arrow is bent, a loop turned, a mark's tail moved. */
  nudge([dx, dy], by) {
    const { editor } = this;
    const arrow = editor.only?.kind === "arrow" ? editor.only : null;
    if (!editor.selection.size) return editor.view.panBy(-dx * by * 4, -dy * by * 4);
    if (!arrow) return editor.send({ do: "move", elements: [...editor.selection], by: [dx * by, dy * by] });
    const { id, loop, from, to, middle, tail, tip } = arrow;
    const moved = ([x, y]) => [x + dx * by, y + dy * by];
    if (loop) {
      const state = editor.element(from);
      const angle = Math.atan2(middle[1] - state.y, middle[0] - state.x) + (dx + dy) * (by / nudge > 1 ? Math.PI / 4 : Math.PI / 24);
      return editor.send({ do: "turn", element: id, angle });
    }
    if (from && to) return editor.send({ do: "bend", element: id, through: moved(middle) });
    const end = from ? "tip" : "tail";
    return editor.send({ do: "attach", element: id, end, to: null, at: moved(from ? tip : tail) });
  }

  // MARK: Keys with Ctrl

  #withControl(event) {
    const direction = arrowKeys[event.key];
    if (direction) return () => this.#along(direction);
    const actions = {
      z: () => (event.shiftKey ? this.redo() : this.undo()), y: () => this.redo(),
      a: () => this.#selectAll(), c: () => this.#copy(), x: () => this.#cut(), v: () => this.#paste(), d: () => this.duplicate(),
    };
    return actions[event.key.toLowerCase()];
  }

  #along(direction) {
    const next = this.editor.only && neighbor(this.editor, this.editor.only, direction);
    if (next) this.#goTo(next);
  }

  async undo() { if ((await this.editor.send({ do: "undo" })).changed) this.editor.say(texts.undone); }
  async redo() { if ((await this.editor.send({ do: "redo" })).changed) this.editor.say(texts.redone); }

  #selectAll() {
    this.editor.select(this.editor.model.order);
    this.editor.say(format(texts.selected, { count: this.editor.selection.size }));
  }

  /** Keeps a fragment to paste, here, in another document or in another tab. */
  async #copy() {
    const { editor } = this;
    if (!editor.selection.size) return false;
    const { fragment } = await editor.send({ do: "copy", elements: [...editor.selection] });
    if (!fragment) return false;
    this.clipboard = { fragment, times: 1 };
    this.otherTabs.postMessage(this.clipboard);
    editor.say(texts.copied);
    return true;
  }

  async #cut() {
    const { editor } = this, { model } = editor;
    const elements = [...editor.selection];
    if (!(await this.#copy())) return;
    this.clipboard.times = 0; // their place is free now
    await this.#delete(elements, model);
  }

  #paste() {
    if (!this.clipboard) return this.editor.toast(texts.nothingPasted);
    this.#insert(this.clipboard.fragment, copyOffset * this.clipboard.times++);
  }

  async duplicate() {
    const { editor } = this;
    if (!editor.selection.size) return;
    const { fragment } = await editor.send({ do: "copy", elements: [...editor.selection] });
    if (fragment) this.#insert(fragment, copyOffset);
  }

  async #insert(fragment, distance) {
    const { editor } = this, { model } = editor;
    const { inserted = [] } = await editor.send({ do: "paste", fragment, by: [distance, distance] }, model);
    await Promise.all(inserted.map((id) => model.whenPresent(id)));
    if (!inserted.length || model !== editor.model) return;
    editor.select(inserted, { focus: true });
    this.#reveal(inserted[0]);
  }
}
