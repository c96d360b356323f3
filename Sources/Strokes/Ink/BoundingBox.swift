/// The smallest axis-parallel rectangle that contains some points.
public struct BoundingBox: Sendable, Hashable {
    /// The corner with the minimum x and the minimum y.
    public var minimum: Point
    /// The corner with the maximum x and the maximum y.
    public var maximum: Point

    /// Creates the box between two corners.
    public init(minimum: Point, maximum: Point) {
        self.minimum = minimum
        self.maximum = maximum
    }

    /// The extent in x.
    public var width: Double { maximum.x - minimum.x }
    /// The extent in y.
    public var height: Double { maximum.y - minimum.y }
    /// The greater of width and height.
    public var side: Double { max(width, height) }
    /// The distance between opposite corners.
    public var diagonal: Double { minimum.distance(to: maximum) }
    /// The center of the box.
    public var center: Point {
        // Halved first, so that the sum can't overflow.
        Point(x: minimum.x * 0.5 + maximum.x * 0.5, y: minimum.y * 0.5 + maximum.y * 0.5)
    }

    /// Extends the box so that it contains another box.
    package mutating func formUnion(_ other: BoundingBox) {
        minimum = Point(x: min(minimum.x, other.minimum.x), y: min(minimum.y, other.minimum.y))
        maximum = Point(x: max(maximum.x, other.maximum.x), y: max(maximum.y, other.maximum.y))
    }
}

extension Span<Point> {
    /// The smallest box that contains the points; `nil` if there are no points, or a point isn't
    /// finite.
    ///
    /// - Complexity: O(*n*).
    public var boundingBox: BoundingBox? {
        guard !isEmpty else { return nil }
        var (minimum, maximum) = (self[0], self[0])
        // A NaN makes the sum NaN, which comparisons would overlook.
        var sum = 0.0
        for index in indices {
            let point = self[index]
            sum += point.x * 0 + point.y * 0
            minimum = Point(x: min(minimum.x, point.x), y: min(minimum.y, point.y))
            maximum = Point(x: max(maximum.x, point.x), y: max(maximum.y, point.y))
        }
        return sum == 0 ? BoundingBox(minimum: minimum, maximum: maximum) : nil
    }
}
