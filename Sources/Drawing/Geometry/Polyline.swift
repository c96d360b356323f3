/// A curve as short straight pieces, to check for crossings and overlaps.
package struct Polyline {
    /// The vertices, at least two.
    package let points: [PlanePoint]
    /// The bounding box.
    package let box: Box

    /// Flattens a curve: each straight piece becomes one segment, each bent piece becomes eight.
    package init(_ curve: Curve) {
        var points = [curve.tail]
        for piece in curve.pieces {
            let steps = piece.isStraight ? 1 : 8
            for step in 1...steps { points.append(piece.point(at: Double(step) / Double(steps))) }
        }
        self.init(points)
    }

    package init(_ points: [PlanePoint]) {
        self.points = points
        box = points.dropFirst().reduce(Box(points[0])) { $0.including($1) }
    }

    /// Returns the number of points at which the polyline crosses another one.
    package func crossings(with other: Polyline) -> Int {
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

    /// Returns the distance between a point and the nearest point of the polyline.
    package func distance(to position: PlanePoint) -> Double {
        var distance = Double.infinity
        for index in 1..<points.count {
            distance = min(distance, position.distance(toSegmentFrom: points[index - 1], to: points[index]))
        }
        return distance
    }

    /// Returns whether the polyline comes closer to a point than the given distance.
    package func passes(_ center: PlanePoint, within distance: Double) -> Bool {
        guard center.x > box.low.x - distance, center.x < box.high.x + distance, center.y > box.low.y - distance,
            center.y < box.high.y + distance
        else { return false }
        for index in 1..<points.count
        where center.distance(toSegmentFrom: points[index - 1], to: points[index]) < distance { return true }
        return false
    }

    /// Returns the fraction of the polyline's middle half that is closer to another line than the
    /// given distance.
    package func share(of other: Polyline, within distance: Double) -> Double {
        let room = other.box.expanded(by: distance)
        guard box.touches(room) else { return 0 }
        let sampleCount = 5
        var closeCount = 0
        for sample in 0..<sampleCount {
            let share = 0.25 + 0.5 * Double(sample) / Double(sampleCount - 1)
            let parameter = share * Double(points.count - 1)
            let index = min(Int(parameter), points.count - 2)
            let position = points[index].interpolated(to: points[index + 1], at: parameter - Double(index))
            if other.passes(position, within: distance) { closeCount += 1 }
        }
        return Double(closeCount) / Double(sampleCount)
    }

    /// Returns whether the polyline and a rectangle overlap.
    package func enters(_ other: Box) -> Bool {
        guard box.touches(other) else { return false }
        for index in 1..<points.count where other.intersectsSegment(points[index - 1], points[index]) { return true }
        return false
    }

    /// Returns whether two segments cross in their interiors.
    @inlinable
    package static func cross(_ a: PlanePoint, _ b: PlanePoint, _ c: PlanePoint, _ d: PlanePoint) -> Bool {
        side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
    }

    @usableFromInline
    static func side(_ a: PlanePoint, _ b: PlanePoint, _ c: PlanePoint) -> Double {
        (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    }
}

extension Cubic {
    /// A Boolean value that indicates whether the piece is a straight line, except for rounding.
    package var isStraight: Bool {
        first.distance(toSegmentFrom: start, to: end) < 1e-6 && second.distance(toSegmentFrom: start, to: end) < 1e-6
    }
}
