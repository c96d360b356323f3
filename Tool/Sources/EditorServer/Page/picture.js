// A picture of elements that is only looked at: a frame of an algorithm, or the result of a stage.

import { draw, set } from "./dom.js";
import { makers, drawers } from "./shapes.js";

const margin = 8;
const tints = 8;

export class Picture {
  /** @param {import("./model.js").Element[]} elements */
  constructor(elements, name = "picture") {
    this.elements = elements;
    /** @type {Map<string, SVGGElement>} */
    this.groups = new Map();
    const [x, y, width, height] = boxOf(elements);
    this.svg = draw(`svg.${name}`, { role: "img", viewBox: [x, y, width, height].join(" "), width, height });
    for (const kind of ["ink", "arrow", "state", "note"]) {
      for (const element of elements.filter((each) => each.kind === kind)) this.#add(element);
    }
    this.show({});
  }

  #add(element) {
    const node = makers[element.kind]();
    drawers[element.kind](node, element);
    node.hit?.remove();
    node.rim?.remove();
    this.groups.set(element.id, node.group);
    this.svg.append(node.group);
  }

  /** Shows a frame: marked elements, hidden ones, and states of a group in one tint. */
  show({ marked = [], hidden = [], groups = [] }) {
    const isMarked = new Set(marked), isHidden = new Set(hidden);
    const tint = new Map(groups.flatMap((group, index) => group.map((id) => [id, index % tints])));
    for (const [id, group] of this.groups) {
      group.toggleAttribute("hidden", isHidden.has(id));
      group.classList.toggle("active", isMarked.has(id));
      group.classList.toggle("taken", isMarked.has(id));
      for (let index = 0; index < tints; index += 1) group.classList.toggle("tint-" + index, tint.get(id) === index);
    }
    const spoken = this.elements.filter(({ id }) => !isHidden.has(id)).map((element) => element.spoken);
    set(this.svg, "aria-label", spoken.filter(Boolean).join(". ") || "–");
  }
}

/** A box around elements, from what they are made of, so that they needn't be on the page yet. */
function boxOf(elements) {
  const xs = [], ys = [];
  const add = (x, y, dx = 0, dy = dx) => {
    xs.push(x - dx, x + dx);
    ys.push(y - dy, y + dy);
  };
  const addText = ({ x, y, size, lines }) => {
    const lengths = lines.map((parts) => parts.reduce((sum, { text }) => sum + text.length, 0));
    add(x, y, 0.32 * size * Math.max(...lengths), 0.6 * size * lines.length);
  };
  for (const element of elements) {
    if (element.kind === "state") add(element.x, element.y, element.r);
    if (element.kind === "note") addText(element);
    if (element.label) addText(element.label);
    const numbers = (element.path ?? "").match(/-?\d+(\.\d+)?(e-?\d+)?/g)?.map(Number) ?? [];
    for (let index = 0; index + 1 < numbers.length; index += 2) add(numbers[index], numbers[index + 1]);
  }
  if (!xs.length) return [0, 0, 1, 1];
  const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return [x, y, Math.max(...xs) + margin - x, Math.max(...ys) + margin - y].map((value) => Math.round(value * 10) / 10);
}
