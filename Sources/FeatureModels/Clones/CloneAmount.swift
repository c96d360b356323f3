internal import AlgorithmSupport
internal import WorkLimits

/// A comparison of sums whose terms are counted while a product is read.
struct CloneAmount {
    let comparison: Comparison
    /// The terms of each sum, by scope.
    private let sums: [[ScopeTerms]]
    /// The scopes of all terms, in ascending order.
    let scopes: [Int]

    /// A number that is added for each clone of a feature.
    struct Term {
        var scope: Int
        /// The place of the feature.
        var position: Int
        var number: Int128
        /// The maximum number of times that it counts; `nil` if it is unbounded.
        var most: Int?
    }

    /// The terms of a sum in one scope, in the order of the products.
    private struct ScopeTerms {
        var scope: Int
        var positions: [Int] = []
        var numbers: [Int128] = []
        /// The least and the greatest amount of the terms from each index on, without those that
        /// have no bound.
        var least: [Int128] = [0]
        var greatest: [Int128] = [0]
        /// For each sign, the number of terms up to the last one without a bound.
        var endOfUnboundedNegativeTerms = 0
        var endOfUnboundedPositiveTerms = 0

        init(_ scope: Int, _ terms: [Term]) {
            self.scope = scope
            let terms = terms.sorted { $0.position < $1.position }
            (positions, numbers) = (terms.map(\.position), terms.map(\.number))
            for (index, term) in terms.enumerated() where term.most == nil {
                if term.number < 0 {
                    endOfUnboundedNegativeTerms = index + 1
                } else {
                    endOfUnboundedPositiveTerms = index + 1
                }
            }
            for term in terms.reversed() {
                let amount = term.number * Int128(term.most ?? 0)
                least.append(least[least.count - 1] + min(amount, 0))
                greatest.append(greatest[greatest.count - 1] + max(amount, 0))
            }
            least.reverse()
            greatest.reverse()
        }
    }

    init(_ comparison: Comparison, _ sums: [[Term]]) {
        self.comparison = comparison
        self.sums = sums.map { terms in
            Dictionary(grouping: terms, by: \.scope).sorted { $0.key < $1.key }.map { ScopeTerms($0.key, $0.value) }
        }
        scopes = Set(self.sums.joined().map(\.scope)).sorted()
    }

    /// Counts the feature that begins, and returns the value if the sums that are still possible
    /// decide it.
    ///
    /// - Parameters:
    ///   - sums: The sums so far.
    ///   - ended: The scopes whose clones have ended.
    ///   - opened: The place of the feature that begins, if any.
    ///   - frontiers: The place in each scope before which features can't come any more.
    ///   - outer: The scopes whose clones haven't begun.
    /// - Complexity: O(*s* log *n*) for *n* terms in *s* scopes.
    func step(
        _ sums: inout [Int128], ended: [Int], opening opened: Int?, frontiers: [Int], under outer: [Int]
    ) -> Bool? {
        var (low, high) = (sums, sums)
        for (index, scopes) in self.sums.enumerated() {
            var (isLowBounded, isHighBounded) = (true, true)
            var (least, greatest) = (Int128(0), Int128(0))
            for terms in scopes where !ended.contains(terms.scope) {
                var first = 0
                if !outer.contains(terms.scope) {
                    if let opened {
                        let term = terms.positions.partitioningIndex { $0 >= opened }
                        if term < terms.positions.count, terms.positions[term] == opened {
                            sums[index] += terms.numbers[term]
                        }
                    }
                    first = terms.positions.partitioningIndex { $0 >= frontiers[terms.scope] }
                }
                if first < terms.endOfUnboundedNegativeTerms { isLowBounded = false }
                if first < terms.endOfUnboundedPositiveTerms { isHighBounded = false }
                least += terms.least[first]
                greatest += terms.greatest[first]
            }
            // Far from all sums and bounds, but also from overflow.
            low[index] = isLowBounded ? sums[index] + least : Int128.min / 2
            high[index] = isHighBounded ? sums[index] + greatest : Int128.max / 2
        }
        return comparison.holds(from: low, to: high)
    }
}
