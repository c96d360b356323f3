internal import AlgorithmSupport
internal import WorkLimits

/// Literals about features in one scope, in the order of the products, as the operands of a long
/// disjunction.
///
/// While a product is read, the operands before a place have become constants. Instead of a copy of
/// the rest, only the number of these operands is kept.
struct CloneLiterals: Hashable {
    var scope: Int
    /// The places of the features, in ascending order.
    private(set) var positions: [Int] = []
    private(set) var isPositive: [Bool] = []
    /// The number of negative literals before each index, and of all of them.
    private var negativeCounts = [0]

    init(scope: Int) { self.scope = scope }

    /// Adds a literal whose place is after all others.
    mutating func append(_ position: Int, isPositive: Bool) {
        positions.append(position)
        self.isPositive.append(isPositive)
        negativeCounts.append(negativeCounts[negativeCounts.count - 1] + (isPositive ? 0 : 1))
    }

    var count: Int { positions.count }

    /// Returns the index of the literal about the feature at a place.
    func index(of position: Int) -> Int? {
        let index = positions.partitioningIndex { $0 >= position }
        return index < count && positions[index] == position ? index : nil
    }

    /// Literals whose values aren't known yet: those from an index on, without some that were read.
    struct UnreadLiterals: Hashable {
        /// The index of the list.
        var list: Int
        var first = 0
        /// Indices from `first` on, in ascending order.
        var removed: [Int] = []

        func contains(_ index: Int) -> Bool {
            guard index >= first else { return false }
            let place = removed.partitioningIndex { $0 >= index }
            return place == removed.count || removed[place] != index
        }
    }

    /// Returns the number of literals whose values aren't known.
    func count(of rest: UnreadLiterals) -> Int { count - rest.first - rest.removed.count }

    /// Returns the indices of the literals whose values aren't known.
    func indices(of rest: UnreadLiterals) -> [Int] { (rest.first..<count).filter(rest.contains) }

    /// Returns the number of literals that become true in a step, and the rest.
    ///
    /// - Parameters:
    ///   - opened: The place of the feature that begins, if any.
    ///   - frontier: The place before which features can't come any more.
    /// - Complexity: O(log *n* + *r*) for *n* literals and *r* removed ones.
    func step(_ rest: UnreadLiterals, opening opened: Int?, frontier: Int) -> (trueLiteralCount: Int, UnreadLiterals) {
        var next = rest
        next.first = max(rest.first, positions.partitioningIndex { $0 >= frontier })
        var trueLiteralCount = negativeCounts[next.first] - negativeCounts[rest.first]
        for index in rest.removed where index < next.first && !isPositive[index] { trueLiteralCount -= 1 }
        if let index = opened.flatMap({ self.index(of: $0) }), rest.contains(index) {
            if isPositive[index] {
                trueLiteralCount += 1
            } else if index < next.first {
                trueLiteralCount -= 1
            }
            next.removed.insert(index, at: next.removed.partitioningIndex { $0 >= index })
        }
        if !next.removed.isEmpty { next.removed.removeAll { $0 < next.first } }
        return (trueLiteralCount, next)
    }

    /// Returns whether every literal of a rest is one of another rest.
    func isSubset(_ rest: UnreadLiterals, of other: UnreadLiterals) -> Bool {
        rest.first >= other.first && other.removed.allSatisfy { $0 < rest.first || !rest.contains($0) }
    }
}
