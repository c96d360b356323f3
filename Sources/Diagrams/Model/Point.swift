extension Diagram {
    /// A place in a diagram. The y axis points downwards, as on screens.
    public struct Point: Sendable, Hashable {
        /// The coordinate to the right.
        public var x: Double
        /// The coordinate downwards.
        public var y: Double

        /// Creates a place by its coordinates.
        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }

        /// The origin.
        public static let zero = Point(x: 0, y: 0)

        /// The greatest coordinate in a diagram.
        static let greatest = 1e9

        /// Returns a coordinate within the bounds of a diagram, or the old one if it isn't finite.
        static func valid(_ coordinate: Double, replacing old: Double) -> Double {
            coordinate.isFinite ? min(max(coordinate, -greatest), greatest) : old
        }

        /// Returns the place within the bounds of a diagram, with old coordinates for those that
        /// aren't finite.
        func valid(replacing old: Point) -> Point {
            Point(x: Self.valid(x, replacing: old.x), y: Self.valid(y, replacing: old.y))
        }

        /// Returns the distance to another place.
        public func distance(to other: Point) -> Double {
            let (dx, dy) = (other.x - x, other.y - y)
            return (dx * dx + dy * dy).squareRoot()
        }

        /// Returns the place that is the given distance away, in the direction of another place; to
        /// the right if both are equal.
        func moved(_ distance: Double, towards other: Point) -> Point {
            let length = self.distance(to: other)
            guard length > 0 else { return Point(x: x + distance, y: y) }
            return Point(x: x + (other.x - x) / length * distance, y: y + (other.y - y) / length * distance)
        }
    }
}
