// Draws the elements as SVG. Each element has one group, found by its id, that changes in place.

import { draw, set } from "./dom.js";
import { makers, drawers, isRead } from "./shapes.js";

// In pixels. Fingers need more room; for the mouse a rim beside a handle must stay in reach.
const handleRadius = 6;
const touchRadius = matchMedia("(pointer: coarse)").matches ? 15 : 9;

export class Scene {
  /** @param {import("./view.js").View} view @param {SVGGElement} world */
  constructor(world, view) {
    this.view = view;
    /** @type {Map<string, {group: SVGGElement, kind: string}>} */
    this.nodes = new Map();
    this.layers = Object.fromEntries(["ink", "arrow", "state", "note"].map((kind) => [kind, draw(`g.${kind}s`)]));
    this.handles = draw("g.handles", { "aria-hidden": "true" });
    this.overlay = draw("g.overlay", { "aria-hidden": "true" });
    world.append(this.layers.ink, this.layers.arrow, this.layers.state, this.layers.note, this.handles, this.overlay);
    this.selection = new Set();
    view.addEventListener("change", () => this.showHandles());
  }

  /** Shows another document. */
  attach(model) {
    for (const id of [...this.nodes.keys()]) this.#remove(id);
    this.model = model;
    const update = ({ detail }) => { if (this.model === model) this.update(detail.touched); };
    model.addEventListener("change", update);
    model.addEventListener("preview", update);
    this.update(model.elements.keys());
  }

  /** Draws elements anew. */
  update(ids) {
    for (const id of ids) this.#draw(id, this.model.shown(id));
    this.showHandles();
  }

  group(id) { return this.nodes.get(id)?.group; }

  #draw(id, element) {
    let node = this.nodes.get(id);
    if (node && node.kind !== element?.kind) {
      this.#remove(id);
      node = undefined;
    }
    if (!element) return;
    if (!node) {
      node = { kind: element.kind, ...makers[element.kind]() };
      set(node.group, "data-id", id);
      this.nodes.set(id, node);
      this.layers[element.kind].append(node.group);
    }
    const { group } = node, isButton = !isRead(element);
    drawers[element.kind](node, element);
    group.classList.toggle("selected", this.selection.has(id));
    set(group, "role", isButton ? "button" : null);
    set(group, "tabindex", isButton ? "-1" : null);
    set(group, "aria-hidden", isButton ? null : "true");
    set(group, "aria-label", isButton ? element.spoken : null);
    set(group, "aria-pressed", isButton ? String(this.selection.has(id)) : null);
  }

  /** Takes an element off the page. The keyboard stays in the drawing if it was there. */
  #remove(id) {
    const { group } = this.nodes.get(id);
    const hadFocus = group === document.activeElement;
    group.remove();
    this.nodes.delete(id);
    if (hadFocus) this.view.canvas.focus({ preventScroll: true });
  }

  // MARK: Selection and marks

  select(selection) {
    for (const id of new Set([...this.selection, ...selection])) {
      const group = this.group(id);
      if (!group) continue;
      group.classList.toggle("selected", selection.has(id));
      if (group.hasAttribute("role")) set(group, "aria-pressed", String(selection.has(id)));
    }
    this.selection = new Set(selection);
    this.showHandles();
  }

  /** Marks exactly the given elements with a class. */
  mark(name, ids) {
    const marked = new Set(ids);
    for (const [id, { group }] of this.nodes) group.classList.toggle(name, marked.has(id));
  }

  /** Shows what a selected arrow or state can be held by. */
  showHandles() {
    const element = this.selection.size === 1 ? this.model?.shown([...this.selection][0]) : undefined;
    const parts = element?.kind === "state" ? ["radius"] : element?.kind !== "arrow" ? []
      : element.mark ? ["tail", "tip"] : element.loop ? ["middle"] : ["middle", "tail", "tip"];
    while (this.handles.childElementCount > parts.length) this.handles.lastChild.remove();
    while (this.handles.childElementCount < parts.length) {
      this.handles.append(draw("g.handle", {}, draw("circle.touch"), draw("circle.knob")));
    }
    parts.forEach((part, index) => {
      const group = this.handles.children[index];
      set(group, "data-id", element.id);
      set(group, "data-part", part);
      // Beside the rim, from which arrows are drawn.
      const [x, y] = element[part] ?? [element.x, element.y + element.r + this.radiusGap];
      for (const circle of group.children) {
        set(circle, "cx", x);
        set(circle, "cy", y);
      }
    });
    this.#sizeHandles();
  }

  /** How far from its rim a state is held to change its radius. */
  get radiusGap() { return (touchRadius + 4) / this.view.scale; }

  #sizeHandles() {
    for (const group of this.handles.children) {
      set(group.firstChild, "r", touchRadius / this.view.scale);
      set(group.lastChild, "r", handleRadius / this.view.scale);
    }
  }
}
