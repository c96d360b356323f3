// How each kind of element is drawn in SVG, in the drawing and in pictures.

import { draw, set, setText } from "./dom.js";

/** Makes the group of an element of each kind, with its parts. */
export const makers = {
  state() {
    const parts = {
      body: draw("circle.body", { "data-part": "body" }), ring: draw("circle.ring"),
      name: draw("text.name"), base: draw("tspan"), index: draw("tspan.index"),
      rim: draw("circle.rim", { "data-part": "rim" }),
    };
    parts.name.append(parts.base, parts.index);
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
  state({ group, body, ring, name, base, index, rim }, state) {
    group.classList.toggle("final", state.final);
    for (const circle of [body, ring, rim]) {
      set(circle, "cx", state.x);
      set(circle, "cy", state.y);
    }
    set(body, "r", state.r);
    set(rim, "r", state.r);
    set(ring, "r", state.ring ?? 0);
    set(ring, "visibility", state.ring === null ? "hidden" : null);
    placeText(name, state);
    setText(base, state.index ? state.base : state.name);
    setText(index, state.index ?? "");
    set(index, "font-size", state.size * 0.7);
    set(index, "dy", state.index ? state.size * 0.25 : null);
  },
  arrow({ group, hit, line, head, label }, arrow) {
    group.classList.toggle("mark", arrow.mark);
    set(hit, "d", arrow.path);
    set(line, "d", arrow.path);
    set(head, "d", arrow.head || null);
    setText(label, arrow.label?.text ?? "");
    if (arrow.label) placeText(label, arrow.label);
  },
  note({ text }, note) {
    placeText(text, note);
    setText(text, note.text);
  },
  ink({ group, hit, path }, ink) {
    group.classList.toggle("read", isRead(ink));
    set(hit, "d", isRead(ink) ? null : ink.path);
    set(path, "d", ink.path);
  },
};

/** Texts stand around their middle; `dominant-baseline` differs among browsers. */
function placeText(text, { x, y, size }) {
  set(text, "x", x);
  set(text, "y", y + 0.35 * size);
  set(text, "font-size", size);
}

/** Whether an element is ink that became another element, which then stands for it. */
export const isRead = (element) => element.kind === "ink" && Boolean(element.element);
