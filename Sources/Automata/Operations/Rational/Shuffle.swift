extension FiniteAutomaton {
    /// Returns an automaton for the shuffle *L* ⧢ *M* of this language and the other: all words
    /// that interleave an accepted word of each.
    ///
    /// The states are pairs; while one side moves, the other waits. The result is over the joint
    /// alphabet, trim if both automata are, and numbered breadth-first from the initial states in
    /// alphabet order.
    ///
    /// - Parameters:
    ///   - other: the other automaton.
    ///   - budget: the bound on states and memory; there are *n₁* *n₂* states if all are
    ///     accessible.
    /// - Complexity: O(*n₁* *m₂* + *n₂* *m₁*), times the logarithm of the maximum number of
    ///   transitions from one pair, which are sorted.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``; another ``AutomataError`` if the
    ///   budget stops the work.
    ///
    /// Ginsburg, Spanier: *Mappings of languages by two-tape devices*, Journal of the ACM 12(3),
    /// 1965, doi:10.1145/321281.321290.
    public func shuffle(
        _ other: some FiniteAutomaton, budget: Budget = .default
    ) throws(AutomataError) -> Nondeterministic {
        let pairs = try asEpsilonNFA.interleaved(with: other.asEpsilonNFA, budget: budget)
        // The construction adds no epsilon moves.
        return .fitting(pairs, max(.nfa, model, other.model))
    }
}

extension EpsilonNFA {
    /// Returns the product in which only one side moves at a time.
    fileprivate func interleaved(with other: EpsilonNFA, budget: Budget) throws(AutomataError) -> EpsilonNFA {
        let (unalignedLeft, unalignedRight) = try AlphabetAlignment.align(self, other, budget: budget)
        let left = try unalignedLeft.trimmed(budget: budget)
        let right = try unalignedRight.trimmed(budget: budget)
        var pairs = PairExploration(leftCount: left.stateCount, rightCount: right.stateCount, budget: budget)
        try pairs.start(left.initialStates, right.initialStates)
        while let (p, q) = try pairs.next() {
            if left.isFinal(StateID(p)), right.isFinal(StateID(q)) { pairs.markFinal() }
            let (leftRow, rightRow) = (left.rows.range(of: StateID(p)), right.rows.range(of: StateID(q)))
            var (i, j) = (leftRow.lowerBound, rightRow.lowerBound)
            while i < leftRow.upperBound || j < rightRow.upperBound {
                let isLeft =
                    j == rightRow.upperBound || i < leftRow.upperBound && left.rows.symbols[i] <= right.rows.symbols[j]
                if isLeft {
                    pairs.append(Int(left.rows.targets[i]), q, on: left.rows.symbols[i])
                    i += 1
                } else {
                    pairs.append(p, Int(right.rows.targets[j]), on: right.rows.symbols[j])
                    j += 1
                }
            }
            pairs.appendMoves(left, p, right, q)
        }
        return pairs.automaton(over: left.alphabet)
    }
}
