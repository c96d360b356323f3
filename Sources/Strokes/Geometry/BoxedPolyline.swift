/// A polyline with a box around each of its parts, so that computing a distance needs only some of
/// the segments.
package struct BoxedPolyline: Sendable {
    package let points: [Point]
    /// The smallest box around each part.
    private let boxes: [BoundingBox]

    /// The number of segments of a part.
    private static let partLength = 8
    /// Bounds are this much wider, so that rounding excludes no segment.
    private static let slack = 1 + 0x1p-40

    /// Creates a polyline through points.
    ///
    /// - Complexity: O(*n*).
    package init(_ points: [Point]) {
        self.points = points
        boxes = stride(from: 0, to: points.count, by: Self.partLength).map { first in
            var box = BoundingBox(minimum: points[first], maximum: points[first])
            for point in points[first..<min(first + Self.partLength + 1, points.count)] {
                box.formUnion(BoundingBox(minimum: point, maximum: point))
            }
            return box
        }
    }

    /// Returns the distance between a position and the polyline, or infinity without points. If the
    /// distance isn't less than the limit, the result is any number that isn't less than the limit.
    ///
    /// - Complexity: O(*n*) at worst; for most positions, in proportion to the number of parts.
    package func distance(to position: Point, within limit: Double = .infinity) -> Double {
        guard let first = points.first else { return .infinity }
        var bound = limit * limit
        for index in boxes.indices {
            bound = min(bound, points[index * Self.partLength].squaredDistance(to: position))
        }
        bound *= Self.slack
        var least = first.squaredDistance(to: position)
        for (index, box) in boxes.enumerated() where !(box.squaredDistance(to: position) > bound) {
            let start = index * Self.partLength
            let end = min(start + Self.partLength, points.count - 1)
            for index in start..<end {
                let segment = Segment(start: points[index], end: points[index + 1])
                least = min(least, segment.squaredDistance(to: position))
            }
            bound = min(bound, least * Self.slack)
        }
        return least.squareRoot()
    }
}

extension BoundingBox {
    /// Returns the square of the distance between a position and the box.
    fileprivate func squaredDistance(to position: Point) -> Double {
        let x = max(minimum.x - position.x, position.x - maximum.x, 0)
        let y = max(minimum.y - position.y, position.y - maximum.y, 0)
        return x * x + y * y
    }
}
