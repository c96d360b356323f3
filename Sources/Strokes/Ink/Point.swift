/// A point that a pen touched.
///
/// The caller chooses the units. The y axis points downwards, as on screens; only words like
/// "above" and the signs of angles depend on it.
///
/// In memory it is two `Double`s, x before y, so that an array of C structures with this layout is
/// read without a copy.
@frozen
public struct Point: Sendable, Hashable {
    /// The horizontal coordinate, which grows to the right.
    public var x: Double
    /// The vertical coordinate, which grows downwards.
    public var y: Double

    /// Creates a point from its coordinates.
    @inlinable
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The origin.
    @inlinable
    public static var zero: Point { Point(x: 0, y: 0) }

    /// A Boolean value that indicates whether both coordinates are finite numbers.
    @inlinable
    public var isFinite: Bool { x.isFinite && y.isFinite }

    /// Returns the distance to another point.
    @inlinable
    public func distance(to other: Point) -> Double { squaredDistance(to: other).squareRoot() }

    /// Returns the square of the distance to another point, which is cheaper for comparisons.
    @inlinable
    public func squaredDistance(to other: Point) -> Double {
        let (dx, dy) = (other.x - x, other.y - y)
        return dx * dx + dy * dy
    }

    /// Returns the point at a fraction of the line to another point: this point for 0, the other
    /// point for 1.
    @inlinable
    public func interpolated(to other: Point, at fraction: Double) -> Point {
        Point(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
    }
}
