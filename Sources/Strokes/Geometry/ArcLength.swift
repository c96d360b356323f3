extension Span<Point> {
    /// The length of the polyline through the points; 0 for fewer than two points.
    ///
    /// The length is NaN if a coordinate is NaN. It is infinite if the square of a distance is
    /// infinite, which happens for distances of more than about 10¹⁵⁴.
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
}
