internal import Strokes

/// The mapping from a drawing to a picture. The drawing has any size; even its extent may overflow
/// a double.
struct DrawingPlane {
    /// The factor that is applied before differences are taken, so that none overflows.
    private let shrink: Double
    private let origin: Point
    private let scale: Double
    /// The size in the picture.
    let width, height: Double
    /// The place of the drawing's upper left corner in the picture.
    var offset = Point.zero

    /// Creates a plane in which the longer side of a drawing has a length; one without extent is a
    /// point.
    init(_ box: BoundingBox, side: Double) {
        shrink = box.side.isFinite ? 1 : 0.25
        origin = Point(x: box.minimum.x * shrink, y: box.minimum.y * shrink)
        let (breadth, depth) = (box.maximum.x * shrink - origin.x, box.maximum.y * shrink - origin.y)
        let scale = side / max(breadth, depth)
        self.scale = scale.isFinite ? scale : 0
        (width, height) = (breadth * self.scale, depth * self.scale)
    }

    func placed(_ point: Point) -> Point {
        Point(
            x: (point.x * shrink - origin.x) * scale + offset.x, y: (point.y * shrink - origin.y) * scale + offset.y)
    }

    func length(_ length: Double) -> Double { length * shrink * scale }
}

/// The bounding box of points that are added one by one.
struct DrawingFrame {
    private(set) var box: BoundingBox?

    mutating func add(_ point: Point) {
        guard point.isFinite else { return }
        guard let old = box else {
            box = BoundingBox(minimum: point, maximum: point)
            return
        }
        box = BoundingBox(
            minimum: Point(x: min(old.minimum.x, point.x), y: min(old.minimum.y, point.y)),
            maximum: Point(x: max(old.maximum.x, point.x), y: max(old.maximum.y, point.y)))
    }
}
