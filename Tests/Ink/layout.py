"""A random automaton and its places on a page: states, arrows, loops, the initial mark, and labels.

Arrows are chosen where they fit, so that a drawing is as readable as one that a person planned: an arrow keeps away from states it doesn't
belong to, and doesn't run along another arrow.
"""

import dataclasses
import math

import geometry as g

# Where the initial mark stands: from the left if there is room.
INITIAL_ANGLES = (math.pi, math.pi * 1.2, math.pi * 0.8, -math.pi / 2, math.pi / 2, -math.pi / 4, math.pi / 4, 0)


@dataclasses.dataclass
class State:
    center: tuple
    radius: float
    # The half axes of the outline, and its slant. With a ring outside this is the outer circle.
    axes: tuple
    slant: float
    is_final: bool = False
    name: str = ""

    def ratio(self, point):
        """The distance from the center as a multiple of that of the outline in the same direction."""
        x, y = g.subtract(point, self.center)
        c, s = math.cos(self.slant), math.sin(self.slant)
        return math.hypot((x * c + y * s) / self.axes[0], (y * c - x * s) / self.axes[1])

    def outline(self, angle, multiple=1.0):
        """The point of the outline in a direction."""
        unit = g.along(angle)
        return g.add(self.center, g.scale(unit, multiple / self.ratio(g.add(self.center, unit))))


@dataclasses.dataclass
class Arrow:
    """`source` is None for the initial mark; `path` leads from tail to tip; `bulge` is the side of its arc, -1, 0 or 1."""

    source: int
    target: int
    path: list
    bulge: int = 0
    symbols: tuple = ()
    label: tuple = None

    def __post_init__(self):
        # Fewer points of the path, from which distances are measured.
        self.coarse = coarse(self.path)


def coarse(path):
    return [*path[:-1:4], path[-1]]


class Page:
    """States and arrows that fit between them."""

    def __init__(self, person, alphabet, rng):
        self.person, self.alphabet, self.rng = person, alphabet, rng
        self.states, self.arrows = [], []
        self.place_states(rng.randint(*person.states))
        self.initial = 0 if rng.random() < 0.85 else rng.randrange(len(self.states))
        self.add_initial_mark()
        self.connect()
        self.add_loops()
        # Arrows that will be crossed out.
        self.wrong = self.wrong_arrows()
        self.label_height = person.radius * rng.uniform(0.45, 0.6)
        for arrow in self.arrows[1:]:
            self.give_symbols(arrow)

    # Places

    def place_states(self, count):
        person, rng = self.person, self.rng
        centers = self.centers(count)
        finals = max(person.least_finals, rng.choice((0, 1, 1, 1, 2)))
        chosen = set(rng.sample(range(count), min(finals, count)))
        names = rng.choice(([f"q{i}" for i in range(count)], [str(i) for i in range(count)], list("abcdefg"[:count])))
        for index, center in enumerate(centers):
            radius = person.radius * max(0.75, rng.gauss(1, person.variety))
            aspect = person.aspect * rng.gauss(1, person.variety / 2)
            outer = radius / person.ring_share if index in chosen and person.ring == "outside" else radius
            axes = (outer / math.sqrt(aspect), outer * math.sqrt(aspect))
            self.states.append(State(center, radius, axes, person.slant, index in chosen, names[index]))

    def centers(self, count):
        person, rng = self.person, self.rng
        step = person.radius * rng.uniform(*person.spacing)
        least = 0.92 * step
        shape = rng.choice(("row", "ring", "grid", "scatter")) if count > 3 else rng.choice(("row", "scatter", "row"))
        if shape == "row" and count > 5:
            shape = "grid"
        size = step * max(2.0, 1.25 * math.sqrt(count))
        for attempt in range(400):
            shake = 0.12 if shape != "scatter" else 0
            points = []
            for index in range(count):
                if shape == "row":
                    base = (index * step * 1.1, 0)
                elif shape == "grid":
                    columns = math.ceil(count / 2)
                    base = (index % columns * step * 1.15, index // columns * step * 1.15)
                elif shape == "ring":
                    reach = 1.12 * step / (2 * math.sin(math.pi / count))
                    base = g.along(2 * math.pi * index / count + math.pi, reach)
                else:
                    base = (rng.uniform(0, size), rng.uniform(0, size * 0.7))
                points.append(g.add(base, (rng.gauss(0, shake * step / 2), rng.gauss(0, shake * step / 2))))
            if all(g.distance(a, b) >= least for i, a in enumerate(points) for b in points[:i]):
                break
            size *= 1.01
        if shape == "scatter":
            points.sort()
        left, top = min(p[0] for p in points), min(p[1] for p in points)
        margin = 4.2 * person.radius
        return [(x - left + margin, y - top + margin) for x, y in points]

    # Fitting

    def fits(self, path, own):
        """Whether a path keeps away from the states that aren't its own, and doesn't run along another arrow."""
        radius, thinned = self.person.radius, coarse(path)
        for index, state in enumerate(self.states):
            if index not in own and any(state.ratio(point) < self.person.clearance for point in path):
                return False
        for other in self.arrows:
            for end in (path[0], path[-1]):
                if any(g.distance(end, rival) < 0.5 * radius for rival in (other.path[0], other.path[-1])):
                    return False
            near = sum(g.distance_to_line(point, other.coarse) < 0.4 * radius for point in thinned)
            if near > 0.3 * len(thinned):
                return False
            tips = g.distance_to_line(path[-1], other.coarse), g.distance_to_line(other.path[-1], thinned)
            if min(tips) < 0.3 * radius:
                return False
        return True

    def gap(self):
        return self.rng.gauss(self.person.gap, self.person.gap_spread)

    # The initial mark

    def add_initial_mark(self):
        state, rng = self.states[self.initial], self.rng
        length = rng.uniform(1.0, 1.9) * self.person.radius
        angles = list(INITIAL_ANGLES) if rng.random() < 0.8 else rng.sample(INITIAL_ANGLES, len(INITIAL_ANGLES))
        paths = []
        for angle in angles:
            angle += rng.gauss(0, 0.15)
            tip = state.outline(angle, max(0.5, 1 + self.gap()))
            tail = g.add(tip, g.along(angle + rng.gauss(0, 0.1), length))
            room = min((s.ratio(tail) for i, s in enumerate(self.states) if i != self.initial), default=9)
            paths.append((room, g.segment(tail, tip)))
            if room >= 2.4 and self.fits(paths[-1][1], (self.initial,)):
                self.arrows.append(Arrow(None, self.initial, paths[-1][1]))
                return
        self.arrows.append(Arrow(None, self.initial, max(paths, key=lambda pair: pair[0])[1]))

    # Arrows between states

    def connect(self):
        rng, count = self.rng, len(self.states)
        order = [self.initial, *(i for i in range(count) if i != self.initial)]
        for position, target in enumerate(order[1:], 1):
            sources = sorted(order[:position], key=lambda i: g.distance(self.states[i].center, self.states[target].center))
            for source in sources[:3]:
                if self.add_arrow(source, target):
                    break
        wanted = round(count * rng.uniform(*self.person.arrows))
        pairs = [(a, b) for a in range(count) for b in range(count) if a != b]
        pairs.sort(key=lambda p: g.distance(self.states[p[0]].center, self.states[p[1]].center) * rng.uniform(0.5, 1.5))
        for source, target in pairs:
            if sum(arrow.source is not None for arrow in self.arrows) >= wanted:
                break
            if all((arrow.source, arrow.target) != (source, target) for arrow in self.arrows):
                self.add_arrow(source, target)

    def add_arrow(self, source, target):
        """Adds an arrow in the first form that fits; returns whether one does."""
        arrow = self.arrow(source, target)
        if arrow:
            self.arrows.append(arrow)
        return arrow is not None

    def arrow(self, source, target):
        person, rng = self.person, self.rng
        back = next((a for a in self.arrows if (a.source, a.target) == (target, source)), None)
        height = rng.uniform(*person.bend)
        side = rng.choice((-1, 1))
        if back and back.bulge:
            # Seen from the other end, the same side is the opposite one.
            forms = [(height, back.bulge), (0.6 * height, back.bulge), (1.4 * height, back.bulge)]
        elif rng.random() < person.bends or (back and person.pairs == "bent"):
            forms = [(height, side), (height, -side), (0.7 * height, side), (0.7 * height, -side)]
        else:
            forms = [(0, 0), (height, side), (height, -side), (1.6 * height, side), (1.6 * height, -side)]
        shift = 0.42 * person.radius if person.pairs == "parallel" and person.bends < 0.5 else 0
        for height, side in forms:
            path = self.path(source, target, height * side, shift if side == 0 else 0)
            if path and self.fits(path, (source, target)):
                return Arrow(source, target, path, side)
        return None

    def path(self, source, target, height, shift):
        """An arc of a height, as a share of its chord, cut at the outlines; nothing if hardly any of it is left."""
        start, end = self.states[source], self.states[target]
        chord = g.subtract(end.center, start.center)
        normal = (-chord[1], chord[0])
        unit = g.scale(normal, 1 / math.hypot(*normal))
        a, d = (g.add(center, g.scale(unit, shift)) for center in (start.center, end.center))
        # High arcs leave more steeply than low ones.
        inset = max(-0.15, 0.34 - 0.6 * abs(height)) * self.rng.uniform(0.8, 1.2)
        lift = g.scale(normal, height * 4 / 3)
        b = g.add(g.between(a, d, inset), lift)
        c = g.add(g.between(d, a, inset), lift)
        curve = g.bezier(a, b, c, d, 160)
        first, last = 1 + self.gap(), 1 + self.gap()
        outside = [i for i, p in enumerate(curve) if start.ratio(p) >= max(0.4, first) and end.ratio(p) >= max(0.4, last)]
        if len(outside) < 12:
            return None
        kept = curve[outside[0] : outside[-1] + 1]
        if g.lengths(kept)[-1] < 0.6 * self.person.radius:
            return None
        return kept[::2] if kept[-1] == kept[::2][-1] else [*kept[::2], kept[-1]]

    # Loops

    def add_loops(self):
        rng = self.rng
        for index in range(len(self.states)):
            if rng.random() >= self.person.loops:
                continue
            eighths = [-2, -1, -3, 2, 0, 4, 1, 3] if rng.random() < 0.6 else rng.sample(range(8), 8)
            for eighth in eighths:
                angle = eighth * math.pi / 4 + rng.gauss(0, 0.12)
                path = self.loop(index, angle)
                if self.is_free(index, angle) and self.fits(path, (index,)):
                    self.arrows.append(Arrow(index, index, path))
                    break

    def is_free(self, index, angle):
        """Whether no arrow ends within a loop in a direction."""
        center = self.states[index].center
        ends = [a.path[-1] for a in self.arrows if a.target == index] + [a.path[0] for a in self.arrows if a.source == index]
        return all(g.turn(g.angle_of(g.subtract(end, center)) - angle) > self.person.loop_opening + 0.15 for end in ends)

    def loop(self, index, angle):
        state, rng = self.states[index], self.rng
        opening = self.person.loop_opening * rng.uniform(0.85, 1.15)
        height = self.person.radius * rng.uniform(*self.person.loop_height)
        spread = rng.uniform(0.15, 0.55)
        turn = self.person.turn if rng.random() < 0.8 else -self.person.turn
        a = state.outline(angle - turn * opening, max(0.6, 1 + self.gap()))
        d = state.outline(angle + turn * opening, max(0.6, 1 + self.gap()))
        b = g.add(a, g.along(angle - turn * spread, 4 / 3 * height))
        c = g.add(d, g.along(angle + turn * spread, 4 / 3 * height))
        return g.bezier(a, b, c, d, 64)

    def wrong_arrows(self):
        count = len(self.states)
        pairs = [(a, b) for a in range(count) for b in range(count) if a != b]
        self.rng.shuffle(pairs)
        taken = {(arrow.source, arrow.target) for arrow in self.arrows}
        found = []
        for source, target in pairs:
            if len(found) < self.person.wrong_arrows and (source, target) not in taken:
                found += filter(None, [self.arrow(source, target)])
        return found

    # Labels

    def give_symbols(self, arrow):
        rng = self.rng
        count = min(len(self.alphabet), rng.choice((1, 1, 1, 2)))
        arrow.symbols = tuple(sorted(rng.sample(self.alphabet, count)))
        arrow.label = self.label_place(arrow)

    def label_place(self, arrow):
        """The place beside the arrow that is nearest to it compared with all other ink."""
        radius, high = self.person.radius, self.label_height
        # Handwriting is wider than type.
        wide = high * (1.3 * len(arrow.symbols) - (0.3 if self.person.writes else 0.7))
        normals, measured = g.normals(arrow.path), g.lengths(arrow.path)
        best = None
        for fraction in (0.5, 0.42, 0.58, 0.35, 0.65):
            wanted = fraction * measured[-1]
            index = next(i for i, length in enumerate(measured) if length >= wanted)
            normal = normals[index]
            reach = (abs(normal[0]) * wide + abs(normal[1]) * high) / 2
            for side, further in ((-1, 0), (1, 0), (-1, 0.3), (1, 0.3)):
                offset = reach + radius * (self.rng.uniform(0.12, 0.3) + further)
                place = g.add(arrow.path[index], g.scale(normal, side * offset))
                own = g.distance_to_line(place, arrow.coarse)
                others = [g.distance_to_line(place, other.coarse) for other in [*self.arrows, *self.wrong] if other is not arrow]
                others += [g.distance(place, other.label) - 0.5 * radius for other in self.arrows if other.label]
                room = min(radius * (state.ratio(place) - 1) for state in self.states)
                score = min([3 * radius, room, *others]) / max(own, 0.5 * offset) - 0.2 * abs(fraction - 0.5)
                # A label isn't written over its own arrow or an outline, if there is another place.
                score -= 50 * (own < 0.85 * offset) + 30 * (room < 0.6 * high)
                if arrow.source == arrow.target:
                    # Inside its loop a label has no room.
                    center = self.states[arrow.source].center
                    score -= 40 * (g.distance(place, center) < g.distance(arrow.path[index], center))
                if best is None or score > best[0]:
                    best = (score, place)
        return best[1]
