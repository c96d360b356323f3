"""The twenty habits: each changes an ordinary person."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Habit:
    description: str
    apply: object


HABITS = {}


def habit(name, description):
    def listed(function):
        HABITS[name] = Habit(description, function)
        return function

    return listed


@habit("neat", "a careful hand: round circles, ends at outlines, little wobble")
def neat(person, rng):
    motor = person.motor
    motor.wobble, motor.tremor, motor.hook = 0.012, 0.08, 0.0
    person.aspect, person.variety, person.drift = rng.gauss(1, 0.02), 0.02, 0.01
    person.closure, person.closure_spread = rng.gauss(0.02, 0.03), 0.03
    person.gap, person.gap_spread, person.other_heads = rng.uniform(0, 0.1), 0.02, 0.0


@habit("slanted", "slanted ovals, wide or high, up to half again as long as broad")
def slanted(person, rng):
    person.aspect = rng.uniform(0.66, 0.82) if rng.random() < 0.7 else rng.uniform(1.2, 1.45)
    person.slant = rng.uniform(-0.7, 0.7)


@habit("crossing", "arrows begin and end inside their states, and brush past others")
def crossing(person, rng):
    person.gap, person.gap_spread, person.clearance = -rng.uniform(0.18, 0.4), 0.1, 0.98


@habit("one-stroke", "each arrow is one stroke: shaft, barb, tip, other barb")
def one_stroke(person, rng):
    person.head, person.other_heads = "joined", 0.0
    person.motor.corner_start = rng.uniform(0.55, 0.9)


@habit("loops", "most states have a loop, of any size, in any direction")
def loops(person, rng):
    person.loops, person.loop_height, person.loop_opening = 0.85, (0.55, 2.3), rng.uniform(0.25, 0.75)
    person.spacing = (4.2, 6.0)


@habit("heads", "heads are filled, triangles, round or curved, or drawn before the shaft")
def heads(person, rng):
    person.head = rng.choice(("filled", "triangle", "dot", "curved", "first", "first-triangle"))
    person.other_heads = 0.1


@habit("barbs", "heads of two lines; the tip short of the outline, on it or inside; some hooked")
def barbs(person, rng):
    person.head, person.other_heads = rng.choice(("barbs", "barbs", "hooked-barbs")), 0.0
    person.gap, person.gap_spread = rng.choice(((0.3, 0.1), (0.0, 0.02), (-0.2, 0.08)))
    person.head_length = rng.uniform(0.28, 0.7)


@habit("closure", "circles run on over their start by up to a third of a turn, or stay open")
def closure(person, rng):
    person.closure, person.closure_spread = rng.choice(((1.2, 0.5), (0.6, 0.25), (-0.4, 0.15), (-0.65, 0.15)))
    person.drift = 0.05


@habit("bare-initial", "the initial mark is a line without a head")
def bare_initial(person, rng):
    person.initial_has_head = False


@habit("slow", "a device with 15 to 28 samples a second")
def slow(person, rng):
    person.motor.rate, person.motor.jitter = rng.uniform(15, 28), 0.2
    person.motor.tempo = max(person.motor.tempo, 0.12)


@habit("fast", "240 samples a second on whole pixels, with samples that come twice")
def fast(person, rng):
    motor = person.motor
    motor.rate, motor.grid, motor.doubled, motor.keeps_equal = rng.choice((200, 240)), 1, rng.uniform(0.05, 0.4), True
    person.radius = rng.uniform(18, 36)


@habit("tight", "states close together, so that arrows are hardly longer than their heads")
def tight(person, rng):
    person.spacing, person.clearance = (2.75, 3.2), 1.12
    person.head_length = rng.uniform(0.28, 0.42)


@habit("arcs", "arrows are high arcs, up to half circles and beyond")
def arcs(person, rng):
    person.bend, person.bends, person.pairs = (0.3, 0.72), 0.8, "bent"
    person.loops = 0.2


@habit("tremor", "a strong tremor, of a twentieth of a radius")
def tremor(person, rng):
    person.motor.tremor, person.motor.tremor_frequency = person.radius * rng.uniform(0.03, 0.06), rng.uniform(4.5, 8)
    person.motor.rate = max(person.motor.rate, 90)


@habit("hesitation", "stops within strokes, hooks at their ends, curled barbs")
def hesitation(person, rng):
    motor = person.motor
    motor.pause, motor.end_pause, motor.hook = rng.uniform(0.15, 0.4), 0.5, rng.uniform(0.3, 0.7)
    motor.hook_length = person.radius * rng.uniform(0.09, 0.19)
    if person.head == "barbs":
        person.head = "hooked-barbs"


@habit("corrected", "one or two circles or shafts are drawn over again")
def corrected(person, rng):
    person.corrections = rng.choice((1, 1, 2))


@habit("scribbled", "a wrong arrow is scribbled out")
def scribbled(person, rng):
    person.wrong_arrows = 1


@habit("spiral", "the double circle of a final state is one stroke of two turns")
def spiral(person, rng):
    person.ring, person.least_finals = "spiral", 1


@habit("pieces", "circles in two arcs, shafts in two or three pieces")
def pieces(person, rng):
    person.arcs, person.pieces = rng.choice(((0.7, 0.0), (0.0, 0.6), (0.5, 0.4)))


@habit("written", "names and labels are written by hand, with characters of people")
def written(person, rng):
    person.names, person.writes = rng.random() < 0.7, True
    person.radius = rng.uniform(30, 48)
