public import BigIntegers
public import WorkLimits

extension Products: Sequence {
    /// An iterator over the products in order. In each product, features out of scope are
    /// undecided.
    ///
    /// - Complexity: O(*s* *n* / 64) for each product, for *s* elements of the compiled products
    ///   and *n* features.
    public struct Iterator: IteratorProtocol {
        private let products: Products
        /// The true variables of the last product, as a bit set.
        private var last: [UInt64]?
        private var isDone: Bool

        fileprivate init(_ products: Products) {
            self.products = products
            isDone = products.isEmpty
        }

        /// Returns the next product; `nil` after the last product.
        public mutating func next() -> Configuration? {
            if isDone { return nil }
            let count = products.circuit.variableCount
            var isAllowed = [Bool](repeating: true, count: 2 * count)
            if let last {
                guard let change = products.lastChange(after: last) else {
                    isDone = true
                    return nil
                }
                for variable in 0..<change { isAllowed[2 * variable + (last.hasBit(variable) ? 1 : 0)] = false }
                isAllowed[2 * change + 1] = false
            }
            guard let bits = try? products.circuit.firstAssignment(allowing: isAllowed, budget: .unlimited)
            else { return nil }
            last = bits
            return products.product { bits.hasBit($0.variable) == $0.value }
        }
    }

    /// Returns an iterator over the products in order.
    public func makeIterator() -> Iterator { Iterator(self) }

    /// Returns the last variable that can become true while all earlier ones stay the same.
    private func lastChange(after bits: [UInt64]) -> Int? {
        let candidates = (0..<circuit.variableCount).filter { isInScope[$0] && !bits.hasBit($0) }
        var end = candidates.count
        while end > 0 {
            let start = Swift.max(0, end - 64)
            var isAllowed = [UInt64](repeating: .max, count: 2 * circuit.variableCount)
            // The questions whose candidates come after the variable, and the variable's own one.
            var laterQuestions: UInt64 = .max
            var next = start
            for variable in 0..<circuit.variableCount {
                var own: UInt64 = 0
                if next < end, candidates[next] == variable {
                    own = 1 << UInt64(next - start)
                    laterQuestions &= ~own
                    next += 1
                }
                isAllowed[2 * variable + (bits.hasBit(variable) ? 1 : 0)] &= ~laterQuestions
                isAllowed[2 * variable + 1] &= ~own
            }
            let askedQuestions: UInt64 = end - start == 64 ? .max : 1 << UInt64(end - start) - 1
            let answers = circuit.satisfiable(allowing: isAllowed) & askedQuestions
            if answers != 0 { return candidates[start + 63 - answers.leadingZeroBitCount] }
            end = start
        }
        return nil
    }

    /// Returns the product at a rank in the order, counted from 0; `nil` if there are fewer
    /// products.
    ///
    /// - Complexity: O(*n* *s*) operations on integers at worst, for *n* features and *s* nodes of
    ///   the circuit that the products are compiled to.
    /// - Throws: ``FeatureModelError/stopped(_:)``.
    public func product(
        at rank: BigInteger, budget: Budget = .default
    ) throws(FeatureModelError) -> Configuration? {
        try check(budget)
        guard rank.signum >= 0, rank < count else { return nil }
        var rest = rank
        var isTrue = [Bool](repeating: false, count: circuit.variableCount)
        try walk(budget: budget) { variable, countIfFalse in
            if rest >= countIfFalse {
                rest -= countIfFalse
                isTrue[variable] = true
            }
            return isTrue[variable]
        }
        return product { isTrue[$0.variable] == $0.value }
    }

    /// Returns the rank of a product in the order, counted from 0; `nil` if the configuration
    /// isn't a product.
    ///
    /// - Complexity: O(*n* *s*) operations on integers at worst, for *n* features and *s* elements
    ///   of the compiled products.
    /// - Throws: ``FeatureModelError/stopped(_:)``.
    public func rank(of product: Configuration, budget: Budget = .default) throws(FeatureModelError) -> BigInteger? {
        try check(budget)
        guard let isAllowed = allowance(for: product), contains(product) else { return nil }
        var rank: BigInteger = 0
        try walk(budget: budget) { variable, countIfFalse in
            let isTrue = !isAllowed[2 * variable + 1]
            if isTrue { rank += countIfFalse }
            return isTrue
        }
        return rank
    }

    private func check(_ budget: Budget) throws(FeatureModelError) {
        try stopping { () throws(LimitError) in
            try budget.check(built: circuit.nodeCount, bytes: circuit.byteCount)
        }
    }

    /// Decides the features' variables in order, each by the number of products in which it is
    /// false and the earlier ones are as decided.
    private func walk(
        budget: Budget, _ decide: (Int, BigInteger) -> Bool
    ) throws(FeatureModelError) {
        var counts = ConditionedCounts(circuit, self.counts)
        var steps = LimitedSteps(BudgetWatch(budget, states: circuit.nodeCount, bytes: 3 * circuit.byteCount))
        for variable in 0..<circuit.variableCount where isInScope[variable] {
            let before = counts.stepCount
            counts.allow(Literal(variable), false)
            if decide(variable, counts.count) {
                counts.allow(Literal(variable), true)
                counts.allow(Literal(variable, false), false)
            }
            try stopping { () throws(LimitError) in try steps.step(counts.stepCount - before) }
        }
    }
}

extension [UInt64] {
    /// Returns whether a bit is set.
    func hasBit(_ index: Int) -> Bool { self[index / 64] >> UInt64(index % 64) & 1 == 1 }
}
