extension Comparable {
    func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}

extension Double {
    /// The nearest number of a range; the usual one for what isn't a number.
    func bounded(_ range: ClosedRange<Double>, usual: Double) -> Double { isNaN ? usual : clamped(to: range) }
}
