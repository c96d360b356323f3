extension Span<Point> {
    /// The length of the polyline through the points; 0 for fewer than two points.
    ///
    /// It is NaN if a coordinate is, and infinite if the square of a distance is, for distances
    /// beyond some 10¹⁵⁴.
    ///
    /// - Complexity: O(*n*).
    public var arcLength: Double {
        withUnsafeBufferPointer { points in
            guard points.count > 1 else { return 0 }
            // Two at a time, as square roots take longer than everything else.
            var sums = SIMD2<Double>.zero
            var index = 2
            while index < points.count {
                let (a, b, c) = (points[index - 2], points[index - 1], points[index])
                let dx = SIMD2(b.x - a.x, c.x - b.x)
                let dy = SIMD2(b.y - a.y, c.y - b.y)
                sums += (dx * dx + dy * dy).squareRoot()
                index += 2
            }
            let rest = index == points.count ? points[index - 2].distance(to: points[index - 1]) : 0
            return sums.x + sums.y + rest
        }
    }

    /// Writes the length of the polyline from the first point to each point.
    ///
    /// - Precondition: the buffer has room for each point.
    /// - Complexity: O(*n*); no allocation.
    public func arcLengths(into buffer: inout MutableSpan<Double>) {
        precondition(buffer.count >= count, "arcLengths(into:) needs a number for each point")
        guard count > 0 else { return }
        var length = 0.0
        var previous = self[0]
        for index in 0..<count {
            let point = self[index]
            length += previous.distance(to: point)
            buffer[index] = length
            previous = point
        }
    }
}
