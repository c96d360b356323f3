/// Coordinates in which points fill a box of side 1 around the origin.
struct UnitFrame {
    let center: Point
    let scale: Double
    private let reciprocal: Double

    /// Creates the frame of points; `nil` if they have no extent, or one isn't finite.
    init?(_ points: Span<Point>) {
        guard let box = points.boundingBox else { return nil }
        center = box.center
        scale = box.side
        reciprocal = 1 / scale
        guard scale > 0, scale.isFinite, reciprocal.isFinite else { return nil }
    }

    @inline(__always)
    func toUnit(_ point: Point) -> Point {
        Point(x: (point.x - center.x) * reciprocal, y: (point.y - center.y) * reciprocal)
    }

    @inline(__always)
    func fromUnit(_ point: Point) -> Point { Point(x: center.x + point.x * scale, y: center.y + point.y * scale) }
}
