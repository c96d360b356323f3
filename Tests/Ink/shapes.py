"""The strokes that a person means to draw: a stroke is a list of pieces, polylines that meet in corners."""

import math

import geometry as g


def arc(state, first, sweep, share=1.0, last_share=None, drift=0.0, offset=(0, 0)):
    """A part of a state's outline from an angle, whose size goes from one share of the outline to another."""
    last_share = share if last_share is None else last_share
    count = max(16, math.ceil(abs(sweep) * 14))
    c, s = math.cos(state.slant), math.sin(state.slant)
    result = []
    for index in range(count):
        u = index / (count - 1)
        # The radius changes in the middle of a spiral, and evenly by the drift of a hand.
        blend = min(1.0, max(0.0, (u - 0.3) / 0.4))
        size = (share + (last_share - share) * blend * blend * (3 - 2 * blend)) * (1 + drift * (u - 0.5))
        angle = first + sweep * u - state.slant
        x, y = state.axes[0] * size * math.cos(angle), state.axes[1] * size * math.sin(angle)
        result.append((state.center[0] + offset[0] + x * c - y * s, state.center[1] + offset[1] + x * s + y * c))
    return result


def circle(state, share, person, rng):
    """One circle of a state, in one stroke or two."""
    start, turn = person.start + rng.gauss(0, 0.2), person.turn
    drift = rng.gauss(0, person.drift)
    loose = state.radius * person.variety * share
    offset = (rng.gauss(0, loose / 2), rng.gauss(0, loose / 2))
    if rng.random() < person.arcs:
        # Both from the top, or the second one where the first one ended; they overlap or leave gaps.
        sweeps = [math.pi + rng.gauss(0.05, 0.12) for _ in range(2)]
        if rng.random() < 0.6:
            strokes = [(start + rng.gauss(0, 0.07), turn * sweeps[0]), (start + rng.gauss(0, 0.07), -turn * sweeps[1])]
        else:
            strokes = [(start, turn * sweeps[0]), (start + math.pi + rng.gauss(0, 0.09), turn * sweeps[1])]
        return [[arc(state, first, sweep, share * rng.gauss(1, 0.02), None, drift, offset)] for first, sweep in strokes]
    sweep = turn * (2 * math.pi + rng.gauss(person.closure, person.closure_spread))
    return [[arc(state, start, sweep, share, None, drift, offset)]]


def spiral(state, person, rng):
    """A double circle in one stroke of two turns, from outside or from inside."""
    shares = [1.0, person.ring_share * rng.gauss(1, 0.03)]
    if rng.random() < 0.35:
        shares.reverse()
    sweep = person.turn * (4 * math.pi + rng.gauss(person.closure, person.closure_spread))
    return [[arc(state, person.start + rng.gauss(0, 0.2), sweep, *shares)]]


def curled(barb, length, side):
    """A barb whose outer end curls to a side, by a quarter of a turn and more."""
    angle, radius = g.direction_at_end(barb, length), 0.2 * length
    center = g.add(barb[-1], g.along(angle + side * math.pi / 2, radius))
    return [*barb, *(g.add(center, g.along(angle + side * (0.3 * step - math.pi / 2), radius)) for step in range(1, 7))]


def head(style, tip, angle, person, rng):
    """The strokes of a head that points in a direction, drawn on their own."""
    length = person.radius * person.head_length * rng.gauss(1, 0.12)
    corners = [
        g.add(tip, g.along(angle + math.pi + side * person.head_angle * rng.gauss(1, 0.16), length * rng.gauss(1, 0.15)))
        for side in rng.choice(((-1, 1), (1, -1)))]
    a, b = corners

    def slip():
        return (rng.gauss(0, 0.03 * person.radius), rng.gauss(0, 0.03 * person.radius))

    if style in ("barbs", "hooked-barbs"):
        strokes = [g.segment(g.add(tip, slip()), corner) for corner in corners]
        if style == "hooked-barbs":
            strokes = [curled(stroke, length, rng.choice((-1, 1))) for stroke in strokes]
        elif person.turn > 0:
            strokes = [stroke[::-1] for stroke in strokes]
        return [[stroke] for stroke in strokes]
    if style == "curved":
        bend = g.add(tip, g.along(angle + math.pi, -0.1 * length))
        back = g.along(angle + math.pi, 0.15 * length)
        return [[g.bezier(a, g.add(g.between(a, bend, 0.6), back), bend, tip, 16) +
                 g.bezier(tip, bend, g.add(g.between(b, bend, 0.6), back), b, 16)[1:]]]
    if style in ("triangle", "first-triangle"):
        return [[g.segment(tip, a), g.segment(a, b), g.segment(b, g.add(tip, slip()))]]
    if style == "filled":
        pieces = [g.segment(tip, a), g.segment(a, b), g.segment(b, tip)]
        here = tip
        for step in range(1, rng.randint(4, 7)):
            there = g.between(tip, (a, b)[step % 2], 0.95 * step / 7)
            pieces.append(g.segment(here, there, 8))
            here = there
        return [pieces]
    if style == "dot":
        size = person.radius * rng.uniform(0.1, 0.17)
        center = g.add(tip, g.along(angle + math.pi, size))
        turns = rng.uniform(1.6, 3)
        return [[[g.add(center, g.along(angle + 2 * math.pi * turns * i / 40, size * (1 - 0.8 * i / 40))) for i in range(41)]]]
    return [[g.segment(g.add(a, slip()), tip), g.segment(tip, g.add(b, slip()))]]


def arrow(path, style, person, rng):
    """The strokes of an arrow, as lists of those of its shaft and of its head; the head of a `joined` arrow is in its shaft."""
    tip, angle = path[-1], g.direction_at_end(path, 0.5 * person.radius) + rng.gauss(0, 0.07)
    if style == "joined":
        (barbs,) = head("open", tip, angle, person, rng)
        to_barb = g.segment(path[-1], barbs[0][0], 16)
        if rng.random() < 0.25:
            # A triangle: along its base to the other barb, and back to the tip.
            return [[path, to_barb, g.segment(barbs[0][0], barbs[1][-1], 16), barbs[1][::-1]]], []
        return [[path, to_barb, *barbs]], []
    shafts = [[path]]
    if rng.random() < person.pieces:
        cuts = [0.0, *sorted(rng.uniform(0.3, 0.7) for _ in range(rng.choice((1, 1, 2)))), 1.0]
        shafts = []
        for first, last in zip(cuts, cuts[1:]):
            # A piece starts a little after the last one ended, or before.
            first = max(0.0, first + rng.gauss(0.0, 0.03)) if first > 0 else 0.0
            if last - first > 0.12:
                shafts.append([g.part(path, first, last)])
    return shafts, head(style, tip, angle, person, rng) if style else []


def scribble(path, person, rng):
    """A stroke to and fro over a path, or in coils along it."""
    measured = g.lengths(path)
    height = person.radius * rng.uniform(0.2, 0.42)
    step = person.radius * rng.uniform(0.14, 0.32)
    lean = rng.uniform(-0.7, 0.7)
    normals = g.normals(path)
    corners, way, side = [], 0.0, 1
    while way <= measured[-1]:
        nearest = next(i for i, length in enumerate(measured) if length >= way)
        across = g.along(g.angle_of(normals[nearest]) + lean + rng.gauss(0, 0.1), side * height * rng.uniform(0.6, 1.25))
        corners.append(g.add(g.at_length(path, measured, way), across))
        way, side = way + step * rng.uniform(0.6, 1.4), -side
    if rng.random() < 0.3:
        return [g.spline(corners, 10)]
    return [g.segment(a, b, 10) for a, b in zip(corners, corners[1:])]
