"""Measures how exactly automata are read from drawings of the synthetic hand: `measure.py AUTOMATA`; see README.md.

A drawing is exact if states, final states, the one initial mark and every arrow, with both ends and its direction, are as drawn. Symbols and
names are counted apart, for the arrows and the states that were read right. A wrong drawing is silent if the tool exits with 0 and writes nothing to standard error.
"""

import argparse
import collections
import dataclasses
import json
import pathlib
import subprocess
import sys
import tempfile

import hand
import pictures
from compare import Comparison, compare
from habits import HABITS
from pen import Pen

LIBRARY = pathlib.Path(__file__).resolve().parent.parent.parent / ".build/library/libautomata.so"


@dataclasses.dataclass
class Reading:
    """What was read of a drawing, and whether a message came with it."""

    sketch: dict
    comparison: Comparison
    told: bool


def whole(tool, file, truth):
    """Reads a file by the tool."""
    def run(form):
        return subprocess.run([tool, "sketch", str(file), "--to", form], capture_output=True, text=True, timeout=60)

    result = run("sketch")
    if not result.stdout:
        sys.exit(f"measure: {tool} sketch {file}: {result.stderr or result.returncode}")
    sketch = json.loads(result.stdout)
    automaton = run("json")
    return Reading(sketch, compare(truth, sketch), automaton.returncode != 0 or bool(automaton.stderr))


def by_pen(pen, drawing, truth):
    """Reads a drawing stroke by stroke."""
    parts = [part.points if isinstance(part, hand.Stroke) else (part.text, part.place) for part in drawing.parts]
    sketch, told = pen.read(parts)
    return Reading(sketch, compare(truth, sketch), told)


class Tally:
    """Counts readings."""

    def __init__(self):
        self.drawings = self.exact = self.silent = self.warned = 0
        self.arrows = self.right_arrows = self.right_symbols = self.wrong_symbols = 0
        self.names = self.right_names = self.wrong_names = 0
        self.kinds = collections.Counter()

    def count(self, reading):
        comparison = reading.comparison
        self.drawings += 1
        self.exact += comparison.is_exact
        self.silent += not comparison.is_exact and not reading.told
        self.warned += comparison.is_exact and reading.told
        self.arrows += comparison.arrows
        self.right_arrows += comparison.right_arrows
        self.right_symbols += comparison.right_symbols
        self.wrong_symbols += comparison.wrong_symbols
        self.names += comparison.names
        self.right_names += comparison.right_names
        self.wrong_names += comparison.wrong_names
        self.kinds.update(difference.kind for difference in comparison.differences)

    def add(self, other):
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


def table(tallies, ways):
    """The rows of the report: for each way exact drawings, wrong ones without a message and exact ones with one, and what fails."""
    header = ["habit", "drawings", *(f"{way} {column}" for way in ways for column in ("exact", "silent", "warned")), "fails"]
    rows = [header, ["---"] * len(header)]
    total = {way: Tally() for way in ways}
    for habit, counted in [*tallies.items(), ("all", total)]:
        row = [habit, str(counted[ways[0]].drawings)]
        for way in ways:
            tally = counted[way]
            if counted is not total:
                total[way].add(tally)
            share = f" ({100 * tally.exact / tally.drawings:.1f} %)" if counted is total and tally.drawings else ""
            row += [f"{tally.exact}{share}", str(tally.silent), str(tally.warned)]
        kinds = counted[ways[0]].kinds
        row.append(", ".join(f"{kind} {number}" for kind, number in kinds.most_common(4)))
        rows.append(row)
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    for way, tally in total.items():
        if tally.arrows and tally.right_arrows:
            lines.append(
                f"{way}: {100 * tally.right_arrows / tally.arrows:.1f} % of {tally.arrows} arrows, "
                f"{100 * tally.right_symbols / tally.right_arrows:.1f} % of these with their symbols, "
                f"{100 * tally.wrong_symbols / tally.right_arrows:.1f} % with others")
        if tally.names:
            lines.append(
                f"{way}: {100 * tally.right_names / tally.names:.1f} % of {tally.names} names of states are right, "
                f"{100 * tally.wrong_names / tally.names:.1f} % wrong")
    return "\n".join(lines)


def arguments():
    parser = argparse.ArgumentParser(description="Measure how automata are read from synthetic drawings.")
    parser.add_argument("automata", help="the tool")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=15, help="drawings of each habit")
    parser.add_argument("--habit", action="append", choices=list(HABITS), help="only this habit; may be repeated")
    parser.add_argument("--pen", action="store_true", help="read stroke by stroke, too, by the C library")
    parser.add_argument("--library", type=pathlib.Path, default=LIBRARY)
    parser.add_argument("--characters", type=pathlib.Path, default=hand.FILE, help="handwritten characters, for 'written'")
    parser.add_argument("--list", action="store_true", help="print the differences of each drawing")
    parser.add_argument("--sheet", type=pathlib.Path, metavar="FILE", help="write one picture of the drawings that were misread")
    parser.add_argument("--svg", type=pathlib.Path, metavar="FOLDER", help="write pictures with what was read")
    return parser.parse_args()


def main():
    options = arguments()
    pen = Pen(options.library) if options.pen else None
    ways = ["whole", "pen"] if pen else ["whole"]
    tallies, misread = {}, []
    if options.svg:
        options.svg.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "drawing.ndjson"
        for drawing in hand.drawings(options.seed, options.count, options.habit, options.characters):
            truth = drawing.truth()
            file.write_text(drawing.ink(), encoding="utf-8")
            readings = {"whole": whole(options.automata, file, truth)}
            if pen:
                readings["pen"] = by_pen(pen, drawing, truth)
            counted = tallies.setdefault(drawing.habit, {way: Tally() for way in ways})
            for way, reading in readings.items():
                counted[way].count(reading)
                if options.list and not reading.comparison.is_exact:
                    differences = "; ".join(f"{d.kind} ({d.detail})" for d in reading.comparison.differences)
                    print(f"{drawing.name}\t{way}\t{'told' if reading.told else 'silent'}\t{differences}")
            if not readings["whole"].comparison.is_exact:
                misread.append((drawing, readings["whole"].sketch, readings["whole"].comparison.differences))
            if options.svg:
                reading = readings["whole"]
                picture = pictures.svg(drawing, reading.sketch, reading.comparison.differences)
                (options.svg / f"{drawing.name}.svg").write_text(picture, encoding="utf-8")
    if options.sheet:
        options.sheet.write_text(pictures.sheet(misread), encoding="utf-8")
    print(table(tallies, ways))
    if not options.characters.exists():
        print(f"'written' is left out: {options.characters} is missing")


if __name__ == "__main__":
    main()
