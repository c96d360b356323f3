extension MutableSpan<Point> {
    /// Smooths the points in place; the first and the last one stay.
    ///
    /// Each pass moves every point towards the middle of its neighbors, and then back by a little
    /// more. This removes the tremor but, unlike a moving average, doesn't shrink a circle. It
    /// works best on evenly spaced points.
    ///
    /// Taubin, *A signal processing approach to fair surface design*, SIGGRAPH 1995,
    /// [doi:10.1145/218380.218473](https://doi.org/10.1145/218380.218473).
    ///
    /// - Parameter passes: the number of passes; more is smoother.
    /// - Complexity: O(*n*) a pass; no allocation.
    public mutating func smooth(passes: Int = 1) {
        guard count > 2, passes > 0 else { return }
        for _ in 0..<passes {
            // Their inverses differ by 0.1, the frequency up to which nothing is damped (equation 8
            // of the paper).
            moveTowardsNeighbors(by: 0.5)
            moveTowardsNeighbors(by: -1 / 1.9)
        }
    }

    private mutating func moveTowardsNeighbors(by factor: Double) {
        var previous = self[0]
        for index in 1..<count - 1 {
            let (point, next) = (self[index], self[index + 1])
            self[index] = point.interpolated(to: previous.interpolated(to: next, at: 0.5), at: factor)
            previous = point
        }
    }
}

extension Span<Point> {
    /// Returns the points without their tremor; see ``Swift/MutableSpan/smooth(passes:)``.
    ///
    /// - Complexity: O(*n*) a pass.
    public func smoothed(passes: Int = 1) -> [Point] {
        var points = [Point](copying: self)
        var span = points.mutableSpan
        span.smooth(passes: passes)
        return points
    }
}

extension [Point] {
    /// Creates an array of a span's points.
    init(copying span: Span<Point>) {
        self = span.withUnsafeBufferPointer { Array($0) }
    }
}
