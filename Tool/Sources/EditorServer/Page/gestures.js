// The gestures of the tools that don't draw, by mouse, finger or pen.

import { draw, set } from "./dom.js";
import { Drag } from "./editor.js";
import { tap, partAt, stateAt } from "./taps.js";
import { clamp } from "./view.js";

export const radii = [8, 400]; // to which states are drawn
const threshold = 5; // px before a press becomes a drag

/** Waits until a press is a drag, and takes it for a tap otherwise. */
function pressed(editor, event, begin, click = () => tap(editor, event)) {
  let gesture = null;
  return {
    move(events, last) {
      if (!gesture && Math.hypot(last.clientX - event.clientX, last.clientY - event.clientY) < threshold) return;
      gesture ??= begin();
      gesture?.move(last);
    },
    end: (last) => (gesture ? gesture.end(last) : click()),
    cancel: () => gesture?.cancel(),
  };
}

/** A drag whose command depends on where the pointer is. */
function follow(editor, command, finished = () => {}) {
  const drag = new Drag(editor);
  return {
    move: (event) => drag.show(command(event)),
    async end(event) { finished(await drag.finish(command(event))); },
    cancel: () => drag.cancel(),
  };
}

/** Selects, moves, bends, turns, attaches and connects: whatever is pressed says which. */
export function selectTool(editor) {
  return (event) => {
    const { id, part } = partAt(event);
    return pressed(editor, event, () => {
      const element = editor.element(id);
      if (!element) return event.shiftKey ? connect(editor, event, null) : marquee(editor, event);
      if (part === "radius") return resize(editor, element);
      if (part === "rim") return connect(editor, event, id);
      if (part === "tail" || part === "tip") return attach(editor, id, part);
      if (!editor.selection.has(id)) editor.select([id], { focus: true });
      if (element.kind === "arrow" && editor.selection.size === 1) return bend(editor, element);
      return move(editor, event);
    });
  };
}

/** Adds a state at each click. */
export function stateTool(editor) {
  return (event) => pressed(editor, event, () => null, () => editor.insert({ do: "addState", at: editor.view.point(event) }));
}

/** Connects whatever it is dragged between. */
export function arrowTool(editor) {
  return (event) => pressed(editor, event, () => connect(editor, event, stateAt(event)));
}

/** Opens a field for a note where it is clicked. */
export function noteTool(editor) {
  return (event) => pressed(editor, event, () => null, () => editor.tell("addNote", editor.view.point(event)));
}

// MARK: Drags

function move(editor, event) {
  const [x, y] = editor.view.point(event);
  const elements = [...editor.selection];
  return follow(editor, (now) => {
    const [nx, ny] = editor.view.point(now);
    return { do: "move", elements, by: [nx - x, ny - y] };
  });
}

/** Makes a state larger or smaller. */
function resize(editor, { id, x, y }) {
  const gap = editor.scene.radiusGap;
  return follow(editor, (event) => {
    const [px, py] = editor.view.point(event);
    return { do: "resize", element: id, radius: clamp(Math.hypot(px - x, py - y) - gap, ...radii) };
  });
}

/** Bends an arrow, turns a loop, or moves the free end of an arrow that has one. */
function bend(editor, { id, loop, from, to }) {
  if (!from || !to) return attach(editor, id, from ? "tip" : "tail", () => null);
  if (!loop) return follow(editor, (event) => ({ do: "bend", element: id, through: editor.view.point(event) }));
  const state = editor.element(from);
  return follow(editor, (event) => {
    const [x, y] = editor.view.point(event);
    return { do: "turn", element: id, angle: Math.atan2(y - state.y, x - state.x) };
  });
}

function attach(editor, id, end, target = stateAt) {
  return follow(editor, (event) => ({ do: "attach", element: id, end, to: target(event), at: editor.view.point(event) }));
}

/** An arrow from a state, or from an empty place, which marks an initial state. */
function connect(editor, event, from) {
  const tail = editor.view.point(event);
  const command = (now) => ({ do: "addTransition", from, to: stateAt(now), ...(from ? {} : { tail }), tip: editor.view.point(now) });
  const { model } = editor;
  const gesture = follow(editor, command, async ({ inserted = [] }) => {
    const arrow = await model.whenPresent(inserted[0]);
    // It isn't selected, as its handles would lie where the next arrow may begin.
    if (arrow && !arrow.mark && model === editor.model && !editor.isPointing) editor.tell("edit", arrow);
  });
  const end = gesture.end;
  // An arrow from nowhere to nowhere says nothing.
  gesture.end = (now) => (from || stateAt(now) ? end(now) : gesture.cancel());
  return gesture;
}

/** Selects what a frame is dragged around. */
function marquee(editor, event) {
  const frame = draw("rect.marquee");
  editor.scene.overlay.append(frame);
  const [x, y] = editor.view.point(event);
  return {
    move(now) {
      const [nx, ny] = editor.view.point(now);
      const box = { x: Math.min(x, nx), y: Math.min(y, ny), width: Math.abs(nx - x), height: Math.abs(ny - y) };
      for (const [name, value] of Object.entries(box)) set(frame, name, value);
      const isInside = ([px, py]) => px >= box.x && px <= box.x + box.width && py >= box.y && py <= box.y + box.height;
      const inside = editor.model.order.filter((id) => {
        const element = editor.element(id);
        const place = element?.middle ?? (element?.x === undefined ? null : [element.x, element.y]);
        return place && isInside(place);
      });
      editor.select(inside);
    },
    end: () => frame.remove(),
    cancel: () => frame.remove(),
  };
}
