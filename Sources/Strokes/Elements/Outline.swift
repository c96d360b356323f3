/// A closed figure that arrows connect to.
public protocol Outline: Sendable {
    /// Returns the distance between a place and the outline; it is negative inside.
    func distance(to place: Point) -> Double
    /// The diameter of a circle of about the same size, the unit for gaps.
    var diameter: Double { get }
}

extension StateGeometry: Outline {
    /// Returns the distance between a place and the circle; it is negative inside.
    public func distance(to place: Point) -> Double { place.scaledDistance(to: center) - radius }
    /// Twice the radius.
    public var diameter: Double { 2 * radius }
}

/// A figure with straight sides that arrows connect to, such as the box of a flowchart.
public struct PolygonOutline: Outline, Hashable {
    /// The corners in their order; the last one is joined to the first.
    public let corners: [Point]
    /// The mean of width and height.
    public let diameter: Double

    /// Creates an outline by its corners, or by the points of a closed stroke.
    ///
    /// Corners that aren't finite are left out.
    ///
    /// - Complexity: O(*n*)
    public init(_ corners: [Point]) {
        let corners = corners.filter(\.isFinite)
        let box = corners.span.boundingBox
        self.corners = corners
        diameter = ((box?.width ?? 0) + (box?.height ?? 0)) / 2
    }

    /// Returns the distance between a place and the nearest side; it is negative inside.
    ///
    /// - Complexity: O(*n*)
    public func distance(to place: Point) -> Double {
        guard var start = corners.last else { return .infinity }
        var nearest = Double.infinity
        var isInside = false
        for end in corners {
            nearest = min(nearest, place.distance(toSegmentFrom: start, to: end))
            // A ray to the right leaves a figure that it started in.
            if (start.y > place.y) != (end.y > place.y) {
                let crossing = start.x + (place.y - start.y) / (end.y - start.y) * (end.x - start.x)
                if place.x < crossing { isInside.toggle() }
            }
            start = end
        }
        return isInside ? -nearest : nearest
    }
}

extension Point {
    /// Returns the distance to another place, even if its square overflows.
    func scaledDistance(to other: Point) -> Double {
        let (dx, dy) = (abs(other.x - x), abs(other.y - y))
        let scale = max(dx, dy)
        // Zero, infinite or NaN.
        guard scale > 0, scale.isFinite else { return dx + dy }
        let (a, b) = (dx / scale, dy / scale)
        return scale * (a * a + b * b).squareRoot()
    }

    /// Returns the distance to the nearest point of a segment.
    package func distance(toSegmentFrom start: Point, to end: Point) -> Double {
        let length = start.scaledDistance(to: end)
        guard length > 0, length.isFinite else { return scaledDistance(to: start) }
        let (dx, dy) = ((end.x - start.x) / length, (end.y - start.y) / length)
        let along = min(max(((x - start.x) / length * dx + (y - start.y) / length * dy), 0), 1)
        return scaledDistance(to: start.interpolated(to: end, at: along))
    }
}
