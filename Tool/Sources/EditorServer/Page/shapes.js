// How each kind of element is drawn in SVG, in the drawing and in pictures.

import { draw, set } from "./dom.js";

/** Makes the group of an element of each kind, with its parts. */
export const makers = {
  state() {
    const parts = {
      body: draw("circle.body", { "data-part": "body" }), ring: draw("circle.ring"),
      name: draw("text.name"),
      rim: draw("circle.rim", { "data-part": "rim" }),
    };
    return { ...parts, group: draw("g.state", {}, parts.body, parts.ring, parts.name, parts.rim) };
  },
  arrow() {
    const parts = {
      hit: draw("path.hit", { "data-part": "path" }), line: draw("path.line"), head: draw("path.head"),
      label: draw("text.label", { "data-part": "label" }),
    };
    return { ...parts, group: draw("g.arrow", {}, parts.hit, parts.line, parts.head, parts.label) };
  },
  note() {
    const text = draw("text", { "data-part": "body" });
    return { text, group: draw("g.note", {}, text) };
  },
  ink() {
    const parts = { hit: draw("path.hit", { "data-part": "path" }), path: draw("path.stroke") };
    return { ...parts, group: draw("g.ink", {}, parts.hit, parts.path) };
  },
};

/** Shows an element in the group that was made for it. */
export const drawers = {
  state({ group, body, ring, name, rim }, state) {
    group.classList.toggle("final", state.final);
    for (const circle of [body, ring, rim]) {
      set(circle, "cx", state.x);
      set(circle, "cy", state.y);
    }
    set(body, "r", state.r);
    set(rim, "r", state.r);
    set(ring, "r", state.ring ?? 0);
    set(ring, "visibility", state.ring === null ? "hidden" : null);
    setLines(name, state);
  },
  arrow({ group, hit, line, head, label }, arrow) {
    group.classList.toggle("mark", arrow.mark);
    set(hit, "d", arrow.path);
    set(line, "d", arrow.path);
    set(head, "d", arrow.head || null);
    setLines(label, arrow.label ?? { lines: [] });
  },
  note({ text }, note) {
    setLines(text, note);
  },
  ink({ group, hit, path }, ink) {
    group.classList.toggle("read", isRead(ink));
    set(hit, "d", isRead(ink) ? null : ink.path);
    set(path, "d", ink.path);
  },
};

/** Shows lines of text around their middle, with lowered and raised parts; `dominant-baseline` differs among browsers. */
function setLines(element, { x, y, size, lines }) {
  set(element, "font-size", size);
  element.replaceChildren(...lines.map((parts, index) => {
    const line = draw("tspan", { x, y: y + ((index - (lines.length - 1) / 2) * leading + 0.35) * size });
    let height = 0;
    for (const { text, shift = 0 } of parts) {
      line.append(draw("tspan", { dy: (shift - height) * size, "font-size": shift ? 0.7 * size : size }, text));
      height = shift;
    }
    return line;
  }));
}

/** The distance between lines, in units of the font's size. */
const leading = 1.15;

/** Whether an element is ink that became another element, which then stands for it. */
export const isRead = (element) => element.kind === "ink" && Boolean(element.element);
