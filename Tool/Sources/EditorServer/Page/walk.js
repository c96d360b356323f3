// The way of the keyboard from element to element, and the place of its new states.

const spacing = 130, clearance = 80;

/**
 * The free place for a state that the keyboard adds: beside the selected one.
 * States alternate in height, so that arrows past the next one don't run through it.
 */
export function nextPlace(editor) {
  const states = editor.model.states;
  const isFree = ([x, y]) => states.every((state) => Math.hypot(state.x - x, state.y - y) >= clearance);
  const origin = editor.selectedStates[0] ?? states.at(-1);
  if (!origin) return editor.view.center;
  const side = states.length % 2 ? -0.6 : 0.6;
  for (let ring = 1; ring < 40; ring += 1) {
    for (const [dx, dy] of [[1, side], [1, -side], [0, 1], [0, -1], [-1, side]]) {
      const place = [origin.x + dx * ring * spacing, origin.y + dy * ring * spacing];
      if (isFree(place)) return place;
    }
  }
  return editor.view.center;
}

/** The element next to another in a direction: from a state its arrows, from an arrow its ends. */
export function neighbor(editor, element, direction) {
  const shown = (id) => editor.element(id);
  const place = ({ middle, x, y }) => middle ?? [x, y];
  const candidates = element.kind === "arrow"
    ? [element.to, element.from].filter(Boolean)
    : editor.model.order.filter((id) => { const { from, to } = shown(id) ?? {}; return from === element.id || to === element.id; });
  const [x, y] = place(element);
  let best = null, score = 0.2;
  for (const id of candidates) {
    const [cx, cy] = place(shown(id));
    const along = ((cx - x) * direction[0] + (cy - y) * direction[1]) / (Math.hypot(cx - x, cy - y) || 1);
    if (along > score) [best, score] = [id, along];
  }
  return best;
}
