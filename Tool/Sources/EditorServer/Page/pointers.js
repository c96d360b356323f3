// Decides whose each pointer is: a tool's, the view's, or nobody's (a palm's).

import { texts } from "./texts.js";

const palmTime = 500; // ms after a pen was near in which touches are a palm's
const palmSize = 50; // px, wider than a finger

/**
 * @typedef {Object} Gesture What a tool does with one pointer.
 * @property {function(PointerEvent[], PointerEvent): void} move coalesced events, and the last one
 * @property {function(PointerEvent): void} end
 * @property {function(): void} cancel leaves no trace
 */

export class Pointers {
  /** @param {Object<string, function(PointerEvent): (Gesture|null)>} tools */
  constructor(editor, tools) {
    Object.assign(this, { editor, tools });
    this.active = null; // {id, type, gesture}
    this.fingers = new Map(); // touches that count, by pointer
    this.pinch = null;
    this.isSpaceDown = false;
    this.penTime = -Infinity;
    this.penIsDown = false;
    const { canvas } = editor;
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event));
    canvas.addEventListener("pointercancel", (event) => this.#cancel(event));
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    // Handwriting recognition of the system would take second strokes otherwise.
    for (const name of ["touchstart", "touchmove"]) canvas.addEventListener(name, (event) => event.preventDefault(), { passive: false });
    editor.on("leave", () => this.#drop());
  }

  #down(event) {
    event.preventDefault();
    if (event.pointerType === "touch" && !this.#takesTouch(event)) return;
    if (event.pointerType === "pen") this.#takePen(event);
    if (this.active || this.pinch) return;
    if (!this.editor.canvas.contains(document.activeElement)) this.editor.canvas.focus({ preventScroll: true });
    const gesture = this.editor.model && this.#gesture(event);
    if (!gesture) return;
    try {
      this.editor.canvas.setPointerCapture(event.pointerId);
    } catch {
      // Pointers that a script made can't be captured; all else works without it.
    }
    this.active = { id: event.pointerId, type: event.pointerType, gesture };
    this.#point(true);
  }

  #point(isPointing) {
    this.editor.isPointing = isPointing;
    this.editor.tell(isPointing ? "pressed" : "released");
  }

  #gesture(event) {
    const isPen = event.pointerType === "pen";
    if (isPen && (event.button === 5 || event.button === 2 || event.buttons & 32)) return this.tools.erase(event);
    if (event.button === 1 || this.isSpaceDown || this.editor.tool === "hand") return this.#pan(event);
    if (event.pointerType === "touch" && this.editor.isPenMode) return this.#pan(event);
    return event.button === 0 ? this.tools[this.editor.tool](event) : null;
  }

  // MARK: Touch and pen

  /** Returns whether a touch begins a gesture of its own; a second finger turns the first's into a pinch. */
  #takesTouch(event) {
    const isLarge = Math.max(event.width, event.height) > palmSize;
    const isPalm = this.penIsDown || event.timeStamp - this.penTime < palmTime || (this.editor.isPenMode && isLarge);
    if (isPalm || this.fingers.size === 2) return false;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size < 2) return !this.pinch;
    this.#drop();
    this.pinch = this.#span();
    return false;
  }

  /** With a pen at work, what fingers have begun was a palm's. */
  #takePen(event) {
    this.penIsDown = true;
    this.penTime = event.timeStamp;
    this.fingers.clear();
    this.pinch = null;
    if (this.active?.type === "touch") this.#drop();
    if (!this.editor.isPenMode) {
      this.editor.isPenMode = true;
      this.editor.tell("penMode");
      this.editor.say(texts.penModeSaid);
    }
  }

  #span() {
    const [a, b] = [...this.fingers.values()];
    return { x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2, length: Math.hypot(a[0] - b[0], a[1] - b[1]) || 1 };
  }

  // MARK: On the way

  #move(event) {
    if (event.pointerType === "pen") this.penTime = event.timeStamp;
    if (this.fingers.has(event.pointerId)) {
      this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
      if (this.pinch && this.fingers.size === 2) return this.#zoomAndPan();
    }
    if (event.pointerId !== this.active?.id) return;
    const events = event.getCoalescedEvents?.() ?? [];
    this.active.gesture.move(events.length ? events : [event], event);
  }

  #zoomAndPan() {
    const now = this.#span(), before = this.pinch;
    this.editor.view.panBy(now.x - before.x, now.y - before.y);
    this.editor.view.zoomBy(now.length / before.length, [now.x, now.y]);
    this.pinch = now;
  }

  #up(event) {
    this.#release(event);
    if (event.pointerId !== this.active?.id) return;
    const { gesture } = this.active;
    this.active = null;
    this.editor.isPointing = false;
    gesture.end(event);
    this.editor.tell("released");
  }

  #cancel(event) {
    this.#release(event);
    if (event.pointerId === this.active?.id) this.#drop();
  }

  #release(event) {
    if (event.pointerType === "pen") {
      this.penIsDown = false;
      this.penTime = event.timeStamp;
    }
    // The pinch ends with its last finger, so that the one that stays draws nothing.
    if (this.fingers.delete(event.pointerId) && !this.fingers.size) this.pinch = null;
  }

  #drop() {
    const { active } = this;
    if (!active) return;
    this.active = null;
    active.gesture.cancel();
    this.#point(false);
  }

  // MARK: The view

  #pan(event) {
    const { view, canvas } = this.editor;
    const before = view.place;
    let [x, y] = [event.clientX, event.clientY];
    canvas.classList.add("panning");
    const finish = () => canvas.classList.remove("panning");
    return {
      move(_, { clientX, clientY }) {
        view.panBy(clientX - x, clientY - y);
        [x, y] = [clientX, clientY];
      },
      end: finish,
      cancel() {
        view.show(before);
        finish();
      },
    };
  }

  #wheel(event) {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    if (event.ctrlKey || event.metaKey) {
      const factor = Math.exp(-Math.max(-60, Math.min(60, event.deltaY * unit)) * 0.006);
      return this.editor.view.zoomBy(factor, [event.clientX, event.clientY]);
    }
    const [dx, dy] = event.shiftKey && !event.deltaX ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
    this.editor.view.panBy(-dx * unit, -dy * unit);
  }
}
