// The window onto the page: which part of the diagram is seen, and how large.

import { set } from "./dom.js";

const smallest = 0.1, largest = 8;

export class View extends EventTarget {
  /** @param {SVGSVGElement} canvas @param {SVGGElement} world */
  constructor(canvas, world) {
    super();
    this.canvas = canvas;
    this.world = world;
    this.show({ x: 0, y: 0, scale: 1 });
    // The middle of the drawing stays in the middle when the window or a panel changes its size.
    let before = null;
    new ResizeObserver(([{ contentRect: now }]) => {
      if (before?.width) this.panBy((now.width - before.width) / 2, (now.height - before.height) / 2);
      before = now;
    }).observe(canvas);
  }

  /** Shows the world at a scale, with its origin at (x, y) of the canvas in pixels. */
  show({ x, y, scale }) {
    [this.x, this.y, this.scale] = [x, y, scale];
    set(this.world, "transform", `translate(${x} ${y}) scale(${scale})`);
    this.dispatchEvent(new Event("change"));
  }

  get place() { return { x: this.x, y: this.y, scale: this.scale }; }

  /** The point of the diagram at a point of the window. @returns {[number, number]} */
  point({ clientX, clientY }) {
    const frame = this.canvas.getBoundingClientRect();
    return [round((clientX - frame.left - this.x) / this.scale), round((clientY - frame.top - this.y) / this.scale)];
  }

  /** The point of the canvas, in pixels, of a point of the diagram. */
  pixel([x, y]) { return [x * this.scale + this.x, y * this.scale + this.y]; }

  /** The point of the diagram in the middle of the canvas. */
  get center() {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    return this.point({ clientX: left + width / 2, clientY: top + height / 2 });
  }

  panBy(dx, dy) { this.show({ x: this.x + dx, y: this.y + dy, scale: this.scale }); }

  /** Zooms so that a point of the window keeps its place. */
  zoomBy(factor, client = null) {
    const frame = this.canvas.getBoundingClientRect();
    const [px, py] = client ? [client[0] - frame.left, client[1] - frame.top] : [frame.width / 2, frame.height / 2];
    const scale = clamp(this.scale * factor, smallest, largest);
    const ratio = scale / this.scale;
    this.show({ x: px - (px - this.x) * ratio, y: py - (py - this.y) * ratio, scale });
  }

  zoomTo(scale) { this.zoomBy(scale / this.scale); }

  /** Shows everything, no larger than `limit`. */
  fit(limit = 2) {
    const box = this.world.getBBox();
    const { width, height } = this.canvas.getBoundingClientRect();
    if (!box.width && !box.height) return this.show({ x: width / 2, y: height / 2, scale: 1 });
    const margin = Math.min(72, width / 8);
    const scale = clamp(Math.min((width - 2 * margin) / box.width, (height - 2 * margin) / box.height, limit), smallest, largest);
    this.show({ x: width / 2 - (box.x + box.width / 2) * scale, y: height / 2 - (box.y + box.height / 2) * scale, scale });
  }

  /** Moves the least that brings a point of the diagram into sight. */
  reveal(place) {
    const [x, y] = this.pixel(place);
    const { width, height } = this.canvas.getBoundingClientRect();
    const margin = Math.min(60, width / 6);
    const dx = clamp(x, margin, width - margin) - x, dy = clamp(y, margin, height - margin) - y;
    if (dx || dy) this.panBy(dx, dy);
  }
}

export const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
const round = (value) => Math.round(value * 100) / 100;
