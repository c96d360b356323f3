extension Span<Point> {
    /// Writes points that lie evenly along the way, as many as the buffer holds, the first and the last point among them.
    ///
    /// All results are on the way itself, so that corners are cut where no result falls on them. Points without extent are repeated;
    /// a buffer for one point takes the first one.
    ///
    /// Recognisers of the $-family begin like this: Wobbrock, Wilson and Li, *Gestures without Libraries, Toolkits or Training*,
    /// UIST 2007, [doi:10.1145/1294211.1294238](https://doi.org/10.1145/1294211.1294238).
    ///
    /// - Parameter length: the ``arcLength`` where it is known, which saves a pass.
    /// - Returns: whether there was a point to begin with; if not, the buffer is left alone.
    /// - Complexity: O(*n* + *m*) for *m* results; no allocation.
    @discardableResult
    public func resample(into buffer: inout MutableSpan<Point>, length: Double? = nil) -> Bool {
        guard !isEmpty else { return false }
        guard buffer.count > 1 else {
            if !buffer.isEmpty { buffer[0] = self[0] }
            return true
        }
        let total = length ?? arcLength
        let step = total / Double(buffer.count - 1)
        var written = 1
        buffer[0] = self[0]
        if step > 0, step.isFinite {
            let last = buffer.count - 1
            var (passed, next) = (0.0, step)
            var index = 1
            while index < count, written < last {
                let (start, end) = (self[index - 1], self[index])
                let distance = start.distance(to: end)
                while written < last, next <= passed + distance, distance > 0 {
                    buffer[written] = start.interpolated(to: end, at: (next - passed) / distance)
                    written += 1
                    next = step * Double(written)
                }
                passed += distance
                index += 1
            }
        }
        // Rounding may keep the way from reaching the last of the marks.
        let end = step > 0 ? self[count - 1] : self[0]
        while written < buffer.count {
            buffer[written] = end
            written += 1
        }
        return true
    }

    /// Points that lie evenly along the way, the first and the last point among them; see ``resample(into:length:)``.
    ///
    /// - Parameter count: how many; none for a number below 1.
    /// - Complexity: O(*n* + *m*) for *m* results.
    public func resampled(to count: Int) -> [Point] {
        guard !isEmpty, count > 0 else { return [] }
        var points = [Point](repeating: .zero, count: count)
        var buffer = points.mutableSpan
        resample(into: &buffer)
        return points
    }
}
