extension StateGeometry {
    /// The diameter, the unit for gaps.
    var diameter: Double { 2 * radius }

    /// Returns the distance between a point and the circle, which is negative inside the circle.
    package func distance(to point: Point) -> Double { point.scaledDistance(to: center) - radius }
}

extension Point {
    /// Returns the distance to another point, even if its square overflows.
    func scaledDistance(to other: Point) -> Double {
        let (dx, dy) = (abs(other.x - x), abs(other.y - y))
        let scale = max(dx, dy)
        // Zero, infinite or NaN.
        guard scale > 0, scale.isFinite else { return dx + dy }
        let (a, b) = (dx / scale, dy / scale)
        return scale * (a * a + b * b).squareRoot()
    }

    /// Returns the distance to the nearest point of a line segment.
    package func distance(toSegmentFrom start: Point, to end: Point) -> Double {
        let length = start.scaledDistance(to: end)
        guard length > 0, length.isFinite else { return scaledDistance(to: start) }
        let (dx, dy) = ((end.x - start.x) / length, (end.y - start.y) / length)
        let along = min(max(((x - start.x) / length * dx + (y - start.y) / length * dy), 0), 1)
        return scaledDistance(to: start.interpolated(to: end, at: along))
    }
}
