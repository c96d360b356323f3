// The column beside the drawing, with all panels. It is loaded when a document is shown.

import { Asker } from "./asking.js";
import { Panels } from "./panels.js";
import { Exercise } from "./exercise.js";
import { Words } from "./words.js";
import { Facts } from "./facts.js";
import { Table } from "./table.js";
import { Notation } from "./expression.js";
import { Steps } from "./steps.js";
import { Compare } from "./compare.js";
import { Chain } from "./chain.js";

export function makeColumn({ editor, tape, files, commands }, element) {
  const parts = { editor, tape, files, commands, asker: new Asker(editor) };
  const exercise = new Exercise(parts, (names, hasExercise) => panels.offer(names, hasExercise));
  const panels = new Panels(parts, element, [
    exercise, new Words(parts), new Facts(parts), new Table(parts), new Notation("expression", parts), new Notation("grammar", parts, 4),
    new Steps(parts), new Compare(parts), new Chain(parts),
  ]);
  commands.check = () => {
    if (exercise.entry) panels.open("exercise");
    exercise.check();
  };
}
