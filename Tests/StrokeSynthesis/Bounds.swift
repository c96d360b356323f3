extension Comparable {
    func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}

extension Double {
    /// Returns the number clamped to a range; the usual number for NaN.
    func bounded(_ range: ClosedRange<Double>, usual: Double) -> Double { isNaN ? usual : clamped(to: range) }
}
