internal import Strokes

extension BoundingBox {
    /// Creates the box around points; `nil` if there is none.
    init?(around points: [Point]) {
        guard let box = points.span.boundingBox else { return nil }
        self = box
    }

    /// Extends the box to hold another one.
    mutating func formUnion(_ other: BoundingBox) {
        minimum = Point(x: min(minimum.x, other.minimum.x), y: min(minimum.y, other.minimum.y))
        maximum = Point(x: max(maximum.x, other.maximum.x), y: max(maximum.y, other.maximum.y))
    }

    /// Returns whether another box is within a distance, along each axis.
    func isNear(_ other: BoundingBox, margin: Double) -> Bool {
        other.minimum.x - maximum.x <= margin && minimum.x - other.maximum.x <= margin
            && other.minimum.y - maximum.y <= margin && minimum.y - other.maximum.y <= margin
    }
}
