"""Handwritten characters of people: the UNIPEN project's train_r01_v07 (CC BY 4.0), one JSON object a line, compressed by gzip."""

import gzip
import json
import pathlib

import geometry as g

FILE = pathlib.Path(__file__).resolve().parent.parent.parent.parent / "shared/strokes/unipen/characters.ndjson.gz"


class Characters:
    """The samples of all people, each a list of strokes with coordinates from 0 to 500."""

    def __init__(self, file=FILE):
        # By laboratory, writer and character, in the order of the file.
        self.samples = {}
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                sample = json.loads(line)
                if not is_plausible(sample):
                    continue
                people = self.samples.setdefault(sample["lab"], {})
                people.setdefault(sample["writer"], {}).setdefault(sample["label"], []).append(sample["strokes"])

    def writer(self, needed, rng):
        """The hand of a random person who wrote most of the characters, and others of the same laboratory for the rest."""
        labs = [lab for lab, people in self.samples.items() if needed <= set().union(*people.values())]
        people = self.samples[rng.choice(sorted(labs))]
        known = {writer: len(needed & set(characters)) for writer, characters in people.items()}
        best = max(known.values())
        chosen = rng.choice(sorted(writer for writer, count in known.items() if count == best))
        others = {}
        for characters in people.values():
            for character, samples in characters.items():
                others.setdefault(character, []).extend(samples)
        return Writer({**others, **people[chosen]})


def is_plausible(sample):
    """Whether a sample has about the form of its character; the labels of the collection aren't cleaned."""
    points = [point for stroke in sample["strokes"] for point in stroke]
    width, height = (max(p[axis] for p in points) - min(p[axis] for p in points) for axis in (0, 1))
    if sample["label"] in "1ilj":
        return height > width
    return height > 0.4 * width and width > 0.25 * height


class Writer:
    def __init__(self, samples):
        self.samples = samples

    def written(self, text, center, height, rng):
        """The strokes of a text in one line: lists of points. A comma is a short mark below the line."""
        cursor, strokes = 0.0, []
        for position, character in enumerate(text):
            if character == ",":
                foot = (cursor + 0.05 * height, 0.42 * height)
                strokes.append(g.segment(foot, g.add(foot, (-0.08 * height, 0.22 * height)), 6))
                cursor += 0.3 * height
                continue
            sample = rng.choice(self.samples[character])
            points = [tuple(point) for stroke in sample for point in stroke]
            left, right = min(x for x, _ in points), max(x for x, _ in points)
            top, bottom = min(y for _, y in points), max(y for _, y in points)
            # Wide characters are no higher than others are wide; digits after a letter are lower and smaller.
            size = height / max(bottom - top, 0.8 * (right - left), 1)
            is_index = position > 0 and character.isdigit() and text[0] == "q"
            size *= rng.uniform(0.9, 1.1) * (0.7 if is_index else 1)
            drop = 0.25 * height if is_index else 0
            for stroke in sample:
                moved = [(cursor + (x - left) * size, (y - (top + bottom) / 2) * size + drop) for x, y in stroke]
                strokes.append(g.spline(moved, 4) if len(moved) > 2 else g.segment(moved[0], moved[-1], 4))
            cursor += (right - left) * size + 0.16 * height
        shift = g.subtract(center, g.middle([point for stroke in strokes for point in stroke]))
        return [[g.add(point, shift) for point in stroke] for stroke in strokes]
