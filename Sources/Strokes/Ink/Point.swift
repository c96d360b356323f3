/// A place that a pen touched.
///
/// Units are the caller's. The y axis points downwards, as on screens; nothing depends on it but
/// words like "above" and the signs of angles, which say so.
///
/// In memory it is two `Double`s, x before y, so that an array of C structures of that layout is
/// read without a copy.
@frozen
public struct Point: Sendable, Hashable {
    /// To the right.
    public var x: Double
    /// Downwards.
    public var y: Double

    /// A place by its coordinates.
    @inlinable
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The origin.
    @inlinable
    public static var zero: Point { Point(x: 0, y: 0) }

    /// Whether neither coordinate is NaN or infinite.
    @inlinable
    public var isFinite: Bool { x.isFinite && y.isFinite }

    /// The distance to another place.
    @inlinable
    public func distance(to other: Point) -> Double { squaredDistance(to: other).squareRoot() }

    /// The square of the distance to another place, which is cheaper where distances are only
    /// compared.
    @inlinable
    public func squaredDistance(to other: Point) -> Double {
        let (dx, dy) = (other.x - x, other.y - y)
        return dx * dx + dy * dy
    }

    /// The place at a fraction of the way to another one: here for 0, there for 1.
    @inlinable
    public func interpolated(to other: Point, at fraction: Double) -> Point {
        Point(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
    }
}
