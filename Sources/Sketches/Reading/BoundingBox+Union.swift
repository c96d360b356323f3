internal import Strokes

extension BoundingBox {
    /// Creates the box around points; `nil` if there is none.
    init?(around points: [Point]) {
        guard let box = points.span.boundingBox else { return nil }
        self = box
    }

    /// Returns whether another box is within a distance, along each axis.
    func isNear(_ other: BoundingBox, margin: Double) -> Bool {
        other.minimum.x - maximum.x <= margin && minimum.x - other.maximum.x <= margin
            && other.minimum.y - maximum.y <= margin && minimum.y - other.maximum.y <= margin
    }
}
