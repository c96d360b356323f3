extension FiniteAutomaton {
    /// Returns an automaton for the accepted words whose lengths are in the range: this one
    /// unrolled, with a state for each accessible pair of a state and a length.
    ///
    /// The result is trim, and numbered breadth-first from the initial states in alphabet order,
    /// epsilon moves last.
    ///
    /// ```swift
    /// try identifiers.restricted(toLengths: 1...8)
    /// try identifiers.restricted(toLengths: 9...)
    /// ```
    ///
    /// - Parameters:
    ///   - lengths: the lengths, a nonempty range without negative numbers.
    ///   - budget: the bound on states and memory; there can be *n* (*l* + 1) states for the
    ///     greatest length *l*, or the least one of a range without an upper bound.
    /// - Complexity: O(*m* (*l* + 1)).
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func restricted(
        toLengths lengths: some RangeExpression<Int>, budget: Budget = .default
    ) throws(AutomataError) -> Self {
        let (least, most) = Self.bounds(lengths, "a word has no negative length")
        return .fitting(try Unrolling(least: least, most: most, budget: budget).run(asEpsilonNFA), model)
    }
}

/// The product of an automaton with a count of the symbols read.
private struct Unrolling {
    private let shortest: Int
    private let longest: Int
    /// Whether the count stops at the greatest length, which then stands for all lengths from there
    /// on.
    private let isOpen: Bool
    private let budget: Budget

    init(least: Int, most: Int?, budget: Budget) {
        (shortest, longest, isOpen) = (least, most ?? least, most == nil)
        self.budget = budget
    }

    func run(_ automaton: EpsilonNFA) throws(AutomataError) -> EpsilonNFA {
        let trim = try automaton.trimmed(budget: budget)
        // Ids can't count beyond this, so a greater length is equivalent.
        let last = min(longest, maximumCount)
        var index = PairIndex(leftCount: trim.stateCount, rightCount: last + 1)
        var rows = GrowingRows()
        for state in trim.initialStates { _ = index.number(of: Int(state), 0) }
        let initialCount = index.count
        var finalStates: [StateID] = []
        var pace = BudgetPace()
        var next = 0
        while next < index.count {
            if pace.isDue(states: next, work: rows.transitionCount) || index.count > budget.maximumStates {
                try check(index, rows, explored: next)
            }
            let (state, length) = index.pair(next)
            if length >= shortest, trim.isFinal(StateID(state)) { finalStates.append(StateID(next)) }
            rows.beginRow()
            if length < last || isOpen {
                let newLength = min(length + 1, last)
                for transition in trim.rows.range(of: StateID(state)) {
                    rows.append(
                        index.number(of: Int(trim.rows.targets[transition]), newLength).number,
                        on: trim.rows.symbols[transition])
                }
            }
            for move in trim.epsilon.range(of: StateID(state)) {
                rows.appendMove(to: index.number(of: Int(trim.epsilon.targets[move]), length).number)
            }
            rows.endRow()
            next += 1
        }
        try check(index, rows, explored: next)
        return rows.automaton(
            alphabet: trim.alphabet, initialStates: StateSet(allBelow: initialCount),
            finalStates: StateSet(finalStates)
        ).coaccessiblePart()
    }

    private func check(
        _ index: borrowing PairIndex, _ rows: borrowing GrowingRows, explored: Int
    ) throws(AutomataError) {
        try budget.check(
            statesBuilt: index.count, statesPending: index.count - explored, bytes: index.byteCount + rows.byteCount)
        guard rows.transitionCount < maximumCount / 2, index.count < maximumCount / 2 else {
            throw .tooLarge("states or transitions")
        }
    }
}
