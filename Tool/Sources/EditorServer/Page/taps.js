// Taps and double taps of every pointer, which mean the same with the pen as with the selection tool.

const slack = 5, longest = 400; // px, ms
const doubleTime = 400, doubleSlack = 16;

let last = null;

/** Returns whether a pointer came and went at one place. `points` are of the diagram. */
export function isTap(begin, end, points, scale) {
  if (end.timeStamp - begin.timeStamp > longest) return false;
  const [[x, y]] = points;
  return points.every((point) => Math.hypot(point[0] - x, point[1] - y) * scale < slack);
}

/** Finds the part of an element at a place of the window; both are null where none is. */
export function partAt({ clientX, clientY }) {
  const part = document.elementFromPoint(clientX, clientY)?.closest("[data-part]");
  return part ? { id: part.closest("[data-id]").dataset.id, part: part.dataset.part } : { id: null, part: null };
}

/** The state at a place of the window, even beneath something else, or null. */
export function stateAt({ clientX, clientY }) {
  const group = document.elementsFromPoint(clientX, clientY).map((each) => each.closest(".state[data-id]")).find(Boolean);
  return group?.dataset.id ?? null;
}

/** A tap selects; a double tap adds a state, makes one final or opens a label. */
export function tap(editor, event) {
  const { id } = partAt(event);
  const now = { time: event.timeStamp, x: event.clientX, y: event.clientY };
  const isDouble = last && now.time - last.time < doubleTime && Math.hypot(now.x - last.x, now.y - last.y) < doubleSlack;
  last = isDouble ? null : now;
  if (isDouble) return doubleTap(editor, id, event);
  if (event.shiftKey || event.ctrlKey) editor.select(id ? [id] : [], { toggle: true });
  else editor.select(id ? [id] : [], { focus: Boolean(id) });
}

function doubleTap(editor, id, event) {
  const element = editor.element(id);
  if (!element) return editor.insert({ do: "addState", at: editor.view.point(event) });
  editor.select([id], { focus: true });
  if (element.kind === "state") editor.send({ do: "setFinal", element: id, is: !element.final });
  else if (!element.mark) editor.tell("edit", element);
}
