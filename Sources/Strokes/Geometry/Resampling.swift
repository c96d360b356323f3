extension Span<Point> {
    /// Fills a buffer with evenly spaced points of the polyline, including the first and the last
    /// point.
    ///
    /// All results are on the polyline itself, so a line through them cuts its corners. If all
    /// points are equal, all results are equal, too; a buffer for one point gets the first point.
    /// If the length isn't finite, the first point is followed by copies of the last point.
    ///
    /// Recognizers of the $-family begin with this step: Wobbrock, Wilson and Li, *Gestures without
    /// Libraries, Toolkits or Training*, UIST 2007,
    /// [doi:10.1145/1294211.1294238](https://doi.org/10.1145/1294211.1294238). Unlike in that
    /// paper, distances are measured from the start, so that rounding errors don't add up and the
    /// number of results is always right.
    ///
    /// - Parameter length: The ``arcLength`` if it is known, which saves a pass.
    /// - Returns: Whether there were points; if not, the buffer is unchanged.
    /// - Complexity: O(*n* + *m*) for *m* results; no allocation.
    @discardableResult
    public func resample(into buffer: inout MutableSpan<Point>, length: Double? = nil) -> Bool {
        guard !isEmpty, !buffer.isEmpty else { return !isEmpty }
        let last = buffer.count - 1
        let total = length ?? arcLength
        let step = last > 0 ? total / Double(last) : 0
        let perStep = 1 / step
        withUnsafeBufferPointer { points in
            buffer.withUnsafeMutableBufferPointer { buffer in
                buffer[0] = points[0]
                if step > 0, step.isFinite, perStep.isFinite {
                    Self.write(points, to: buffer, step: step, perStep: perStep)
                } else {
                    for index in buffer.indices.dropFirst() { buffer[index] = points[points.count - 1] }
                }
                if last > 0 { buffer[last] = points[points.count - 1] }
            }
        }
        return true
    }

    /// Writes the marks between the first and the last.
    ///
    /// Each segment also writes the next mark, even if it is beyond the segment; a later segment
    /// then overwrites it. This avoids unpredictable branches, which would cost more than the
    /// arithmetic.
    @inline(__always)
    private static func write(
        _ points: UnsafeBufferPointer<Point>, to buffer: UnsafeMutableBufferPointer<Point>, step: Double,
        perStep: Double
    ) {
        let last = buffer.count - 1
        let bound = Double(last)
        var start = points[0]
        var passedLength = 0.0
        var mark = 1
        for index in 1..<Swift.max(points.count, 1) {
            let end = points[index]
            let distance = start.distance(to: end)
            let reciprocal = distance > 1e-300 ? 1 / distance : 0
            let reachedLength = passedLength + distance
            // With this order of arguments, NaN becomes the bound.
            let afterMark = Swift.min(bound, reachedLength * perStep + 1)
            repeat {
                let fraction = Swift.min(Swift.max((Double(mark) * step - passedLength) * reciprocal, 0), 1)
                buffer[mark] = start.interpolated(to: end, at: fraction)
                mark += 1
            } while Double(mark) <= afterMark - 1
            mark = Int(afterMark)
            passedLength = reachedLength
            start = end
        }
    }

    /// Returns evenly spaced points of the polyline, including the first and the last point; see
    /// ``resample(into:length:)``.
    ///
    /// - Parameter count: The number of points; the result is empty if it is below 1.
    /// - Complexity: O(*n* + *m*) for *m* results.
    public func resampled(to count: Int) -> [Point] {
        guard !isEmpty, count > 0 else { return [] }
        var points = [Point](repeating: .zero, count: count)
        var buffer = points.mutableSpan
        resample(into: &buffer)
        return points
    }
}
