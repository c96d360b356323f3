/// A curve as short straight pieces, for checks of what it crosses and covers.
struct Polyline {
    /// The corners; at least two.
    let points: [Diagram.Point]
    /// The smallest box around it.
    let box: Box

    /// Flattens a curve: a straight piece stays one, a bent one becomes eight.
    init(_ curve: Curve) {
        var points = [curve.tail]
        for piece in curve.pieces {
            let steps = piece.isStraight ? 1 : 8
            for step in 1...steps { points.append(piece.point(at: Double(step) / Double(steps))) }
        }
        self.init(points)
    }

    init(_ points: [Diagram.Point]) {
        self.points = points
        box = points.dropFirst().reduce(Box(points[0])) { $0.including($1) }
    }

    /// Returns the number of places where it crosses another one.
    func crossings(with other: Polyline) -> Int {
        guard box.touches(other.box) else { return 0 }
        let (points, others) = (points.span, other.points.span)
        let (low, high) = (other.box.low, other.box.high)
        var count = 0
        for index in 1..<points.count {
            let (a, b) = (points[index - 1], points[index])
            guard max(a.x, b.x) >= low.x, min(a.x, b.x) <= high.x, max(a.y, b.y) >= low.y, min(a.y, b.y) <= high.y
            else { continue }
            var before = Self.side(a, b, others[0])
            for next in 1..<others.count {
                let after = Self.side(a, b, others[next])
                if before * after < 0,
                    Self.side(others[next - 1], others[next], a) * Self.side(others[next - 1], others[next], b) < 0
                {
                    count += 1
                }
                before = after
            }
        }
        return count
    }

    /// Returns whether it comes closer to a place than the given distance.
    func passes(_ center: Diagram.Point, within distance: Double) -> Bool {
        guard center.x > box.low.x - distance, center.x < box.high.x + distance, center.y > box.low.y - distance,
            center.y < box.high.y + distance
        else { return false }
        for index in 1..<points.count
        where center.distance(toSegmentFrom: points[index - 1], to: points[index]) < distance { return true }
        return false
    }

    /// Returns whether a part of it is in a rectangle.
    func enters(_ other: Box) -> Bool {
        guard box.touches(other) else { return false }
        for index in 1..<points.count where other.meets(points[index - 1], points[index]) { return true }
        return false
    }

    /// Returns whether two segments cross in their interiors.
    static func cross(_ a: Diagram.Point, _ b: Diagram.Point, _ c: Diagram.Point, _ d: Diagram.Point) -> Bool {
        side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
    }

    private static func side(_ a: Diagram.Point, _ b: Diagram.Point, _ c: Diagram.Point) -> Double {
        (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    }
}

extension Cubic {
    /// A Boolean value that indicates whether the piece is a straight line, except for rounding.
    var isStraight: Bool {
        first.distance(toSegmentFrom: start, to: end) < 1e-6 && second.distance(toSegmentFrom: start, to: end) < 1e-6
    }
}

extension Box {
    /// Returns whether two boxes have a point in common.
    func touches(_ other: Box) -> Bool {
        low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y && other.low.y <= high.y
    }

    /// Returns whether a part of a segment is in the box.
    func meets(_ start: Diagram.Point, _ end: Diagram.Point) -> Bool {
        // The part of the segment between the box's sides, one axis after the other.
        var (first, last) = (0.0, 1.0)
        for (from, to, low, high) in [
            (start.x, end.x, low.x, high.x), (start.y, end.y, low.y, high.y),
        ] {
            let way = to - from
            if way == 0 {
                if from <= low || from >= high { return false }
                continue
            }
            let (near, far) = ((low - from) / way, (high - from) / way)
            first = max(first, min(near, far))
            last = min(last, max(near, far))
            if first >= last { return false }
        }
        return true
    }
}

extension Diagram.Point {
    /// Returns the distance to the nearest point of a segment.
    package func distance(toSegmentFrom start: Diagram.Point, to end: Diagram.Point) -> Double {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let square = dx * dx + dy * dy
        guard square > 0 else { return distance(to: start) }
        let along = min(max(((x - start.x) * dx + (y - start.y) * dy) / square, 0), 1)
        return distance(to: start.interpolated(to: end, at: along))
    }
}
