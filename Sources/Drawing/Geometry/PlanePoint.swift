/// A point in a picture. The y axis points downwards, as on screens.
@frozen
public struct PlanePoint: Sendable, Hashable {
    /// The coordinate to the right.
    public var x: Double
    /// The coordinate downwards.
    public var y: Double

    /// Creates a point from its coordinates.
    @inlinable
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The origin.
    @inlinable public static var zero: PlanePoint { PlanePoint(x: 0, y: 0) }

    /// Returns the distance to another point.
    @inlinable
    public func distance(to other: PlanePoint) -> Double {
        let (dx, dy) = (other.x - x, other.y - y)
        return (dx * dx + dy * dy).squareRoot()
    }

    /// Returns the point at the given distance in the direction of another point, or to the right
    /// if both points are equal.
    package func moved(_ distance: Double, towards other: PlanePoint) -> PlanePoint {
        let length = self.distance(to: other)
        guard length > 0 else { return PlanePoint(x: x + distance, y: y) }
        return PlanePoint(x: x + (other.x - x) / length * distance, y: y + (other.y - y) / length * distance)
    }

    /// Returns the point between this one and another at the fraction `part` of the distance.
    @inlinable
    package func interpolated(to other: PlanePoint, at part: Double) -> PlanePoint {
        PlanePoint(x: x + (other.x - x) * part, y: y + (other.y - y) * part)
    }

    /// Returns the distance to the nearest point of a segment.
    @inlinable
    package func distance(toSegmentFrom start: PlanePoint, to end: PlanePoint) -> Double {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let square = dx * dx + dy * dy
        guard square > 0 else { return distance(to: start) }
        let along = min(max(((x - start.x) * dx + (y - start.y) * dy) / square, 0), 1)
        return distance(to: start.interpolated(to: end, at: along))
    }
}
