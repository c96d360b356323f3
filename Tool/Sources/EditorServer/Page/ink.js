// Strokes of a pen, a finger or the mouse, drawn as they are made: ink, and the eraser's.

import { draw } from "./dom.js";
import { Drag } from "./editor.js";
import { tap, isTap } from "./taps.js";

/** A stroke that is being drawn: its points, and a line on the page that grows with them. */
export class Wet {
  constructor(editor, event, name) {
    this.editor = editor;
    this.begin = event;
    this.points = [];
    this.line = draw(`polyline.wet.${name}`);
    editor.scene.overlay.append(this.line);
    this.add([event]);
  }

  add(events) {
    const { canvas, view } = this.editor;
    for (const event of events) {
      const [x, y] = view.point(event);
      this.points.push([x, y, Math.max(0, Math.round(event.timeStamp - this.begin.timeStamp)) / 1000, Math.round(event.pressure * 1000) / 1000]);
      // Appending a point costs the same however long the line is; setting an attribute doesn't.
      const point = canvas.createSVGPoint();
      [point.x, point.y] = [x, y];
      this.line.points.appendItem(point);
    }
  }

  remove() { this.line.remove(); }
}

/** The pen: a stroke is sent as it ends, and stays wet until the page shows what became of it. */
export function inkTool(editor) {
  return (event) => {
    const wet = new Wet(editor, event, "pen");
    return {
      move: (events) => wet.add(events),
      end(last) {
        if (isTap(wet.begin, last, wet.points, editor.view.scale)) {
          wet.remove();
          tap(editor, wet.begin);
        } else {
          wet.add([last]);
          submit(editor, wet);
        }
      },
      cancel: () => wet.remove(),
    };
  };
}

async function submit(editor, wet) {
  const { model } = editor;
  const { inserted = [], understanding } = await editor.send({ do: "draw", strokes: [wet.points] }, model);
  if (understanding && model === editor.model) editor.tell("understood", understanding);
  await model.whenPresent(understanding?.ink ?? inserted[0], 500);
  wet.remove();
}

/** The eraser: what it would take is gone from the page at once, and really when it is lifted. */
export function eraserTool(editor) {
  return (event) => {
    const wet = new Wet(editor, event, "eraser");
    const drag = new Drag(editor);
    const command = () => ({ do: "erase", stroke: wet.points });
    drag.show(command());
    return {
      move(events) {
        wet.add(events);
        drag.show(command());
      },
      end() {
        wet.remove();
        drag.finish(command());
      },
      cancel() {
        wet.remove();
        drag.cancel();
      },
    };
  };
}
