"""The manner of a person, which stays the same throughout a drawing."""

import dataclasses
import math

from motor import Motor


@dataclasses.dataclass
class Person:
    """Lengths are in radii of a state, angles in radians, unless said otherwise."""

    motor: Motor
    # The radius of a state, in units of the page.
    radius: float
    # Circles: height by width, slant, where and in which direction they begin, by which angle they close too late (or too early,
    # negative), how much the radius drifts on the way, and by how much circles differ.
    aspect: float
    slant: float
    start: float
    turn: int
    closure: float
    closure_spread: float
    drift: float
    variety: float
    # The second circle of a final state: `inside`, `outside` or `spiral`, and its radius as a share of the first.
    ring: str
    ring_share: float
    # Arrows: how far ends stay away from outlines (negative: inside), how heads look, and how often one has another style.
    gap: float
    gap_spread: float
    head: str
    other_heads: float
    head_length: float
    head_angle: float
    initial_has_head: bool
    # Arrows there and back are `bent` or `parallel`.
    pairs: str
    # The least and greatest height of an arc, as a share of its length, and how often an arrow is one without need.
    bend: tuple
    bends: float
    # Loops: how often a state has one, their least and greatest height, and half the angle between their ends.
    loops: float
    loop_height: tuple
    loop_opening: float
    # The distance between states, least and greatest, and the room that an arrow leaves to a state that it passes.
    spacing: tuple
    clearance: float
    # The order: each state with its arrows or all states first; labels after each arrow or at the end; heads at the end.
    states_first: bool
    labels_last: bool
    heads_last: bool
    # Names of states, and whether they and labels are written by hand.
    names: bool
    writes: bool = False
    # How often a circle is drawn in two arcs, a shaft in pieces, the number of corrections and of wrong arrows.
    arcs: float = 0.0
    pieces: float = 0.0
    corrections: int = 0
    wrong_arrows: int = 0
    # The number of states, and how many arrows there are for a state.
    states: tuple = (2, 7)
    arrows: tuple = (0.9, 1.7)
    least_finals: int = 0


HEADS = (("open", 50), ("joined", 18), ("barbs", 26), ("triangle", 6))


def ordinary(rng):
    """A person with ordinary habits."""
    radius = rng.uniform(22, 44)
    hasty = rng.random()
    motor = Motor(
        tempo=rng.uniform(0.09, 0.17), wobble=rng.uniform(0.02, 0.055), tremor=rng.uniform(0.05, 0.3),
        tremor_frequency=rng.uniform(7.5, 11.5), hook=rng.choice((0, 0, 0.03, 0.08)), hook_length=rng.uniform(2, 4),
        corner_start=rng.uniform(0.7, 1.0), rate=rng.choice((60, 60, 90, 120, 120, 133)), grid=rng.choice((0.01, 0.1, 0.5, 1)))
    return Person(
        motor=motor, radius=radius, aspect=rng.gauss(1, 0.06), slant=rng.uniform(0, math.pi),
        start=-math.pi / 2 + rng.gauss(0, 0.35), turn=-1 if rng.random() < 0.75 else 1,
        closure=rng.gauss(0.04, 0.07), closure_spread=0.05 + 0.08 * hasty, drift=0.02 + 0.02 * hasty, variety=0.03 + 0.05 * hasty,
        ring="inside" if rng.random() < 0.72 else "outside", ring_share=rng.uniform(0.68, 0.82),
        gap=rng.gauss(0.06, 0.08), gap_spread=0.04 + 0.05 * hasty, head=rng.choices(*zip(*HEADS))[0],
        other_heads=rng.choice((0, 0.1, 0.3)), head_length=max(rng.uniform(0.28, 0.55), 8 / radius), head_angle=rng.uniform(0.4, 0.68),
        initial_has_head=rng.random() < 0.95, pairs=rng.choice(("bent", "bent", "parallel")), bend=(0.1, 0.24), bends=0.25,
        loops=rng.uniform(0.15, 0.5), loop_height=(0.9, 1.4), loop_opening=rng.uniform(0.35, 0.6), spacing=(3.6, 5.2), clearance=1.3,
        states_first=rng.random() < 0.65, labels_last=rng.random() < 0.5, heads_last=rng.random() < 0.05, names=rng.random() < 0.4)
