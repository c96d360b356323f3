internal import Strokes

/// An arrow of a drawing program.
struct Arrow {
    var points: [Point]
    /// The ids of the circles at its ends.
    var from, to: String?
    /// Whether there is a head at the first and at the last point.
    var hasTail = false, hasTip = true
    /// The symbols.
    var text: String?

    /// The point in the middle of its course.
    var middle: Point {
        let points = points
        var rest = points.span.arcLength / 2
        for (from, to) in zip(points, points.dropFirst()) {
            let length = from.distance(to: to)
            if length >= rest, length > 0 { return from.interpolated(to: to, at: rest / length) }
            rest -= length
        }
        return points.last ?? Point(x: .nan, y: .nan)
    }

    /// The same line from its last point to its first.
    var reversed: Arrow {
        Arrow(points: points.reversed(), from: to, to: from, hasTail: hasTip, hasTip: hasTail, text: text)
    }
}
