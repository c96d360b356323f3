extension Span<Point> {
    /// The arithmetic mean of the points; `nil` if there are none.
    ///
    /// - Complexity: O(*n*).
    public var centroid: Point? {
        guard !isEmpty else { return nil }
        // Far from the origin, sums of differences from one of the points are more precise than
        // sums of coordinates.
        let origin = self[0]
        var (x, y) = (0.0, 0.0)
        for index in indices {
            x += self[index].x - origin.x
            y += self[index].y - origin.y
        }
        return Point(x: origin.x + x / Double(count), y: origin.y + y / Double(count))
    }
}
