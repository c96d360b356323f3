"""The motion of a pen, and the device that samples it.

A stroke is a list of pieces, polylines that meet in corners. The pen passes each piece in a few overlapping submovements, whose
speed rises and falls as a lognormal pulse (Plamondon, 1995, doi:10.1007/BF00202785). At a corner the next piece begins before the last one
ends, and the displacements add up, so that fast corners are round and slow ones sharp.
"""

import dataclasses
import math

import geometry


@dataclasses.dataclass
class Motor:
    """How one hand moves, and what its device keeps of it."""

    # The seconds for a movement of ten units; longer ones take longer by a power of their length.
    tempo: float = 0.13
    # The share of a submovement after which the next one begins, in a smooth piece and at a corner.
    smooth_start: float = 0.55
    corner_start: float = 0.85
    # The slow deviation from the meant shape: its size for a movement of one unit.
    wobble: float = 0.04
    # The tremor: its amplitude in units, and its frequency in Hertz.
    tremor: float = 0.15
    tremor_frequency: float = 9.0
    # The probability of a stop between two submovements, and of a stop at an end.
    pause: float = 0.0
    end_pause: float = 0.1
    # The probability of a hook at each end of a stroke, and its length.
    hook: float = 0.0
    hook_length: float = 5.0
    # The device: samples a second, the irregularity of their times, the grid of places, and the probability that a sample comes twice.
    rate: float = 120.0
    jitter: float = 0.05
    grid: float = 0.1
    doubled: float = 0.0
    keeps_equal: bool = False


class Pulse:
    """A submovement: how much of its way is done at a time."""

    def __init__(self, start, duration, sigma):
        self.start, self.duration, self.sigma = start, duration, sigma
        # The median, so that the movement has practically ended after the duration.
        self.mu = math.log(duration) - 2.6 * sigma

    def done(self, time):
        elapsed = time - self.start
        if elapsed <= 0:
            return 0.0
        return 0.5 * (1 + math.erf((math.log(elapsed) - self.mu) / (self.sigma * math.sqrt(2))))


def wobbled(piece, motor, rng):
    """The piece with the slow deviations of a hand: waves over a quarter of its length to all of it."""
    measured = geometry.lengths(piece)
    total = measured[-1]
    if total <= 0:
        return piece
    size = motor.wobble * total ** 0.65
    waves = [(size * rng.gauss(0, 1) / k, math.pi * k / total, rng.uniform(0, 2 * math.pi)) for k in (1, 2, 3, 5, 8)]
    result = []
    for point, normal, length in zip(piece, geometry.normals(piece), measured):
        offset = sum(height * math.sin(frequency * length + phase) for height, frequency, phase in waves)
        result.append(geometry.add(point, geometry.scale(normal, offset)))
    return result


def turning(piece):
    """The sum of the angles by which a polyline turns."""
    directions = [geometry.angle_of(geometry.subtract(b, a)) for a, b in zip(piece, piece[1:]) if a != b]
    return sum(geometry.turn(b - a) for a, b in zip(directions, directions[1:]))


def with_hooks(pieces, motor, rng):
    """The pieces with the short marks that a pen leaves as it lands and lifts."""
    result = list(pieces)
    for at_start in (True, False):
        if rng.random() >= motor.hook:
            continue
        piece = pieces[0] if at_start else pieces[-1][::-1]
        inward = geometry.direction_at_end(piece[::-1], motor.hook_length)
        # Back along the stroke and to a side, as a pen does that lands or lifts while it moves.
        side = rng.choice((-1, 1)) * rng.uniform(0.5, 2.4)
        length = motor.hook_length * rng.uniform(0.5, 1.2)
        end = geometry.add(piece[0], geometry.along(inward + math.pi + side, length))
        hook = geometry.segment(end, piece[0], 6)
        result = [hook, *result] if at_start else [*result, hook[::-1]]
    return result


def timed(pieces, motor, rng):
    """The motion through the pieces: the place at a time, and the time of the end."""
    plans = []
    clock, end, is_first = 0.0, 0.0, True
    for piece in pieces:
        measured = geometry.lengths(piece)
        total = measured[-1]
        count = max(1, round(turning(piece) / 1.8 + total / 170))
        pulses = []
        for index in range(count):
            length = total / count
            duration = motor.tempo * max(length, 1.0) ** 0.6 / 10 ** 0.6 * rng.uniform(0.85, 1.2) + 0.05
            if not is_first:
                clock += last * (motor.corner_start if index == 0 else motor.smooth_start) * rng.uniform(0.9, 1.1)
            if rng.random() < motor.pause:
                clock = max(clock, end) + rng.uniform(0.08, 0.4)
            pulses.append((length, Pulse(clock, duration, rng.uniform(0.26, 0.42))))
            last, is_first, end = duration, False, clock + duration
        plans.append((piece, measured, pulses))
    if rng.random() < motor.end_pause:
        end += rng.uniform(0.05, 0.3)

    def place(time):
        x, y = pieces[0][0]
        for piece, measured, pulses in plans:
            if time <= pulses[0][1].start:
                break
            way = sum(length * pulse.done(time) for length, pulse in pulses)
            now = geometry.at_length(piece, measured, way)
            x, y = x + now[0] - piece[0][0], y + now[1] - piece[0][1]
        return (x, y)

    return place, end


def sampled(place, end, start, motor, rng):
    """What the device reports: points (x, y, t) at its times and on its grid."""
    waves = [(motor.tremor * rng.uniform(0.6, 1.2), motor.tremor_frequency * rng.uniform(0.8, 1.25), rng.uniform(0, 6.28))
             for _ in range(4)]
    result = []
    count = max(2, math.ceil(end * motor.rate) + 1)
    for index in range(count):
        time = end if index == count - 1 else max(0.0, index + motor.jitter * rng.uniform(-1, 1)) / motor.rate
        x, y = place(time)
        shake = [height * math.sin(2 * math.pi * frequency * (start + time) + phase) for height, frequency, phase in waves]
        x, y = x + (shake[0] + 0.5 * shake[1]) / 1.2, y + (shake[2] + 0.5 * shake[3]) / 1.2
        point = (round(round(x / motor.grid) * motor.grid, 2), round(round(y / motor.grid) * motor.grid, 2))
        if result and result[-1][:2] == point and not motor.keeps_equal:
            continue
        result.append((*point, round(start + time, 3)))
        if rng.random() < motor.doubled:
            result.append(result[-1])
    return result


def drawn(pieces, motor, rng, start):
    """The points (x, y, t) of a stroke that begins at a time, in seconds."""
    moved = with_hooks([wobbled(piece, motor, rng) for piece in pieces], motor, rng)
    place, end = timed(moved, motor, rng)
    return sampled(place, end, start, motor, rng)
