"""Draws random automata as people do, each with one of twenty habits: `hand.py FOLDER --seed N --count N`.

Every drawing is a file of ink, HABIT-NUMBER.ndjson, which `automata sketch` reads, and its truth beside it, HABIT-NUMBER.json. The generator
shares no code with the library, so that a measurement isn't made with the same assumptions.
"""

import argparse
import copy
import dataclasses
import json
import pathlib
import random

import geometry as g
import motor
import shapes
from characters import FILE, Characters
from habits import HABITS
from layout import Page
from person import HEADS, ordinary

ALPHABETS = (("0", "1"), ("a", "b"), ("a", "b", "c"), ("0", "1", "2"), ("a",), ("x", "y"))


@dataclasses.dataclass
class Stroke:
    points: list
    # What the stroke is a part of: `circle 0`, `ring 0`, `shaft 2 open`, `head 2 open`, `scribble`, ...; arrows with their style of head.
    role: str


@dataclasses.dataclass
class Text:
    text: str
    place: tuple
    role: str


@dataclasses.dataclass
class Drawing:
    habit: str
    name: str
    page: Page
    # Strokes and texts in the order of drawing.
    parts: list

    @property
    def strokes(self):
        return [part for part in self.parts if isinstance(part, Stroke)]

    def ink(self):
        lines = []
        for part in self.parts:
            value = {"points": part.points} if isinstance(part, Stroke) else {"text": part.text, "at": rounded(part.place)}
            lines.append(json.dumps(value, ensure_ascii=False))
        return "\n".join(lines) + "\n"

    def truth(self):
        """What the drawing shows; the initial mark is the first arrow and has no source."""
        page = self.page
        return {
            "habit": self.habit,
            "initial": page.initial,
            "states": [
                {"name": s.name if page.person.names else "", "center": rounded(s.center), "radius": round(s.radius, 1), "final": s.is_final}
                for s in page.states],
            "arrows": [{"from": a.source, "to": a.target, "symbols": list(a.symbols)} for a in page.arrows[1:]],
            "roles": [part.role for part in self.parts],
        }


def rounded(place):
    return [round(place[0], 2), round(place[1], 2)]


class Artist:
    """Draws a page in the manner of its person."""

    def __init__(self, page, writer, rng):
        self.page, self.person, self.writer, self.rng = page, page.person, writer, rng
        self.parts, self.late, self.clock = [], [], 0.0
        self.fine = copy.copy(self.person.motor)
        self.fine.wobble *= 0.3

    def draw(self):
        person, page = self.person, self.page
        arrows = list(enumerate(page.arrows))
        if person.states_first:
            for index in range(len(page.states)):
                self.draw_state(index)
        drawn = set(range(len(page.states))) if person.states_first else set()
        if not person.states_first:
            arrows.sort(key=lambda pair: max(pair[1].target, pair[1].source or 0))
        elif self.rng.random() < 0.3:
            arrows = [*arrows[1:], arrows[0]]
        for index, arrow in arrows:
            for state in (arrow.source, arrow.target):
                if state is not None and state not in drawn:
                    drawn.add(state)
                    self.draw_state(state)
            self.draw_arrow(index, arrow)
        for state in range(len(page.states)):
            if state not in drawn:
                self.draw_state(state)
        for wrong in page.wrong:
            self.draw_wrong(wrong)
        for _ in range(person.corrections):
            self.correct()
        for late in self.late:
            late()
        return self.parts

    def stroke(self, pieces, role, hand=None):
        self.clock += self.rng.uniform(0.15, 0.5)
        points = motor.drawn(pieces, hand or self.person.motor, self.rng, self.clock)
        self.clock = points[-1][2]
        self.parts.append(Stroke(points, role))

    def write(self, text, place, height, role):
        """A text by hand, or typed."""
        if not self.person.writes:
            self.parts.append(Text(text, place, role))
            return
        for stroke in self.writer.written(text, place, height, self.rng):
            self.stroke([stroke], role, self.fine)

    # Elements

    def draw_state(self, index):
        person, state, rng = self.person, self.page.states[index], self.rng
        ring = person.ring_share * rng.gauss(1, 0.03)
        inner = ring if state.is_final else 1.0
        if state.is_final and person.ring == "spiral":
            self.stroke(shapes.spiral(state, person, rng)[0], f"spiral {index}")
        else:
            shares = [("circle", 1.0)]
            if state.is_final:
                shares = [("circle", ring), ("ring", 1.0)] if person.ring == "outside" else [("circle", 1.0), ("ring", ring)]
            for role, share in shares:
                for stroke in shapes.circle(state, share, person, rng):
                    self.stroke(stroke, f"{role} {index}")
        if person.names:
            size = inner * min(state.axes) * rng.uniform(0.6, 0.8)
            height = size if len(state.name) == 1 else 0.8 * size
            self.soon_or_late(lambda: self.write(state.name, state.center, height, f"name {index}"))

    def soon_or_late(self, action):
        if self.person.labels_last:
            self.late.append(action)
        else:
            action()

    def style(self, arrow):
        person, rng = self.person, self.rng
        if arrow.source is None and not person.initial_has_head:
            return None
        return rng.choices(*zip(*HEADS))[0] if rng.random() < person.other_heads else person.head

    def draw_arrow(self, index, arrow, name=None):
        name = name or ("initial" if arrow.source is None else str(index))
        style = self.style(arrow)
        shafts, heads = shapes.arrow(arrow.path, style, self.person, self.rng)
        parts = [(pieces, f"shaft {name} {style or 'bare'}") for pieces in shafts]
        tips = [(pieces, f"head {name} {style}") for pieces in heads]
        if style and style.startswith("first"):
            parts = tips + parts
        elif self.person.heads_last and name != "wrong":
            self.late.append(lambda: [self.stroke(*tip) for tip in tips])
        else:
            parts += tips
        for part in parts:
            self.stroke(*part)
        if arrow.label:
            separator = "," if self.person.writes else self.rng.choice((", ", ","))
            height = self.page.label_height
            self.soon_or_late(lambda: self.write(separator.join(arrow.symbols), arrow.label, height, f"label {index}"))

    # Changes of mind

    def draw_wrong(self, arrow):
        self.draw_arrow(None, arrow, "wrong")
        self.stroke(shapes.scribble(arrow.path, self.person, self.rng), "scribble")

    def correct(self):
        person, page, rng = self.person, self.page, self.rng
        if rng.random() < 0.5:
            index = rng.randrange(len(page.states))
            state = page.states[index]
            again = dataclasses.replace(state, axes=tuple(axis * rng.gauss(1, 0.025) for axis in state.axes))
            for stroke in shapes.circle(again, 1.0, person, rng):
                self.stroke(stroke, f"again circle {index}")
        else:
            index = rng.randrange(len(page.arrows))
            path = page.arrows[index].path
            line = g.part(path, rng.uniform(0, 0.15), rng.uniform(0.85, 1))
            self.stroke([line[::-1] if rng.random() < 0.2 else line], f"again shaft {index}")


def drawing(habit, seed, number, characters):
    """The drawing of a habit with a number."""
    rng = random.Random(f"{seed}/{habit}/{number}")
    person = ordinary(rng)
    HABITS[habit].apply(person, rng)
    alphabet = rng.choice(ALPHABETS)
    page = Page(person, alphabet, rng)
    while len(page.wrong) < person.wrong_arrows:
        page = Page(person, alphabet, rng)
    writer = None
    if person.writes:
        writer = characters.writer(set(alphabet) | {c for state in page.states for c in state.name}, rng)
    return Drawing(habit, f"{habit}-{number:02}", page, Artist(page, writer, rng).draw())


def drawings(seed, count, habits=None, file=FILE):
    """`count` drawings of each habit; without the file of characters, none of those that need them."""
    characters = Characters(file) if pathlib.Path(file).exists() else None
    for habit in habits or HABITS:
        if habit != "written" or characters:
            for number in range(count):
                yield drawing(habit, seed, number, characters)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=15, help="drawings of each habit")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for one in drawings(arguments.seed, arguments.count):
        (arguments.folder / f"{one.name}.ndjson").write_text(one.ink(), encoding="utf-8")
        (arguments.folder / f"{one.name}.json").write_text(json.dumps(one.truth(), ensure_ascii=False) + "\n", encoding="utf-8")
    if not FILE.exists():
        print(f"hand: no drawings of the habit 'written', because {FILE} is missing")


if __name__ == "__main__":
    main()
