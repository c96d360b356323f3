"""Points, as pairs (x, y) with y growing downward, and polylines, as lists of points."""

import bisect
import math


def add(a, b):
    return (a[0] + b[0], a[1] + b[1])


def subtract(a, b):
    return (a[0] - b[0], a[1] - b[1])


def scale(a, factor):
    return (a[0] * factor, a[1] * factor)


def along(angle, length=1.0):
    """The vector of an angle, in radians, clockwise on the page from the right."""
    return (length * math.cos(angle), length * math.sin(angle))


def angle_of(vector):
    return math.atan2(vector[1], vector[0])


def distance(a, b):
    return math.hypot(a[0] - b[0], a[1] - b[1])


def between(a, b, fraction):
    return (a[0] + (b[0] - a[0]) * fraction, a[1] + (b[1] - a[1]) * fraction)


def turn(angle):
    """The angle's size modulo a full turn, 0 to pi."""
    return abs(math.remainder(angle, 2 * math.pi))


def lengths(line):
    """The length of the polyline up to each of its points."""
    result = [0.0]
    for a, b in zip(line, line[1:]):
        result.append(result[-1] + distance(a, b))
    return result


def at_length(line, measured, wanted):
    """The point of a polyline at a length, where `measured` is `lengths(line)`."""
    if wanted <= 0:
        return line[0]
    if wanted >= measured[-1]:
        return line[-1]
    index = bisect.bisect_right(measured, wanted)
    (x, y), (to_x, to_y) = line[index - 1], line[index]
    fraction = (wanted - measured[index - 1]) / (measured[index] - measured[index - 1])
    return (x + (to_x - x) * fraction, y + (to_y - y) * fraction)


def part(line, first, last):
    """The part of a polyline between two fractions of its length, with at least 12 points."""
    measured = lengths(line)
    count = max(12, math.ceil(len(line) * (last - first)))
    return [
        at_length(line, measured, measured[-1] * (first + (last - first) * index / (count - 1)))
        for index in range(count)
    ]


def direction_at_end(line, reach):
    """The angle in which a polyline arrives, over the last `reach` of its length."""
    measured = lengths(line)
    return angle_of(subtract(line[-1], at_length(line, measured, max(0.0, measured[-1] - reach))))


def normals(line):
    """The unit normals of a polyline at its points, to the right of its direction on the page."""
    result = []
    for index in range(len(line)):
        before, after = line[max(0, index - 1)], line[min(len(line) - 1, index + 1)]
        length = distance(before, after) or 1.0
        result.append(((before[1] - after[1]) / length, (after[0] - before[0]) / length))
    return result


def segment(a, b, count=24):
    return [between(a, b, index / (count - 1)) for index in range(count)]


def bezier(a, b, c, d, count=48):
    """A cubic Bézier curve."""
    result = []
    for index in range(count):
        t = index / (count - 1)
        u = 1 - t
        weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        result.append(tuple(sum(w * p[axis] for w, p in zip(weights, (a, b, c, d))) for axis in (0, 1)))
    return result


def spline(points, count):
    """A Catmull-Rom curve through points, with `count` points for each piece."""
    if len(points) < 3:
        return list(points)
    result = []
    ends = [points[0], *points, points[-1]]
    for index in range(len(points) - 1):
        p0, p1, p2, p3 = ends[index : index + 4]
        for step in range(count):
            t = step / count
            result.append(tuple(
                0.5 * (2 * p1[k] + (p2[k] - p0[k]) * t + (2 * p0[k] - 5 * p1[k] + 4 * p2[k] - p3[k]) * t * t
                       + (3 * p1[k] - p0[k] - 3 * p2[k] + p3[k]) * t * t * t)
                for k in (0, 1)))
    return [*result, points[-1]]


def distance_to_line(point, line):
    """The distance from a point to a polyline."""
    px, py = point
    ax, ay = line[0]
    best = (px - ax) ** 2 + (py - ay) ** 2
    for bx, by in line[1:]:
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        if square > 0:
            t = min(1.0, max(0.0, ((px - ax) * dx + (py - ay) * dy) / square))
            best = min(best, (px - ax - t * dx) ** 2 + (py - ay - t * dy) ** 2)
        ax, ay = bx, by
    return math.sqrt(best)


def middle(points):
    """The middle of the smallest upright box around points."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
