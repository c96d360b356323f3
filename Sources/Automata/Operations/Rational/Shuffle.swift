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
    /// - Complexity: O(*n₁* *m₂* + *n₂* *m₁*), and the logarithm of the longest row for sorting.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, or if the budget stops the work.
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
        var index = PairIndex(leftCount: left.stateCount, rightCount: right.stateCount)
        var rows = GrowingRows()
        var pace = BudgetPace()
        for p in left.initialStates {
            if pace.isDue(states: index.count, work: 0) {
                try budget.check(statesBuilt: index.count, bytes: index.byteCount)
            }
            for q in right.initialStates { _ = index.number(of: Int(p), Int(q)) }
        }
        let initialCount = index.count
        pace = BudgetPace()
        var next = 0
        var finalStates: [StateID] = []
        while next <= index.count {
            if next == index.count || pace.isDue(states: next, work: rows.transitionCount)
                || index.count > budget.maximumStates
            {
                try budget.check(
                    statesBuilt: index.count, statesPending: index.count - next,
                    bytes: index.byteCount + rows.byteCount)
                guard rows.transitionCount < maximumCount / 2, index.count < maximumCount / 2 else {
                    throw .tooLarge("states or transitions")
                }
                if next == index.count { break }
            }
            let (p, q) = index.pair(next)
            if left.isFinal(StateID(p)), right.isFinal(StateID(q)) { finalStates.append(StateID(next)) }
            rows.beginRow()
            let (leftRow, rightRow) = (left.rows.range(of: StateID(p)), right.rows.range(of: StateID(q)))
            var (i, j) = (leftRow.lowerBound, rightRow.lowerBound)
            while i < leftRow.upperBound || j < rightRow.upperBound {
                let isLeft =
                    j == rightRow.upperBound || i < leftRow.upperBound && left.rows.symbols[i] <= right.rows.symbols[j]
                if isLeft {
                    rows.append(index.number(of: Int(left.rows.targets[i]), q).number, on: left.rows.symbols[i])
                    i += 1
                } else {
                    rows.append(index.number(of: p, Int(right.rows.targets[j])).number, on: right.rows.symbols[j])
                    j += 1
                }
            }
            for move in left.epsilon.range(of: StateID(p)) {
                rows.appendMove(to: index.number(of: Int(left.epsilon.targets[move]), q).number)
            }
            for move in right.epsilon.range(of: StateID(q)) {
                rows.appendMove(to: index.number(of: p, Int(right.epsilon.targets[move])).number)
            }
            rows.endRow()
            next += 1
        }
        return rows.automaton(
            alphabet: left.alphabet, initialStates: StateSet(allBelow: initialCount),
            finalStates: StateSet(finalStates))
    }
}
