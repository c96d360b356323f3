extension FiniteAutomaton {
    /// Returns an automaton for the accepted words whose lengths are in the range. The result has a
    /// state for each accessible pair of a state and a length.
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
    ///   - budget: the bound on states and memory; there can be *n* (*l* + 1) states, where *l* is
    ///     the upper bound of the range, or the lower bound if there is no upper one.
    /// - Complexity: O(*m* (*l* + 1)).
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func restricted(
        toLengths lengths: some RangeExpression<Int>, budget: Budget = .default
    ) throws(AutomataError) -> Self {
        let (least, most) = Self.bounds(lengths, "a word length must not be negative")
        return .fitting(try Unrolling(least: least, most: most, budget: budget).run(asEpsilonNFA), model)
    }
}

/// The product of an automaton with a count of the symbols read.
private struct Unrolling {
    private let minimumLength: Int
    private let maximumLength: Int
    /// Whether the count stops at the greatest length, which then stands for all lengths from there
    /// on.
    private let isUnbounded: Bool
    private let budget: Budget

    init(least: Int, most: Int?, budget: Budget) {
        (minimumLength, maximumLength, isUnbounded) = (least, most ?? least, most == nil)
        self.budget = budget
    }

    func run(_ automaton: EpsilonNFA) throws(AutomataError) -> EpsilonNFA {
        let trim = try automaton.trimmed(budget: budget)
        // Ids can't count beyond this, so a greater length is equivalent.
        let last = min(maximumLength, maximumCount)
        var pairs = PairExploration(leftCount: trim.stateCount, rightCount: last + 1, budget: budget)
        try pairs.start(trim.initialStates, [0])
        while let (state, length) = try pairs.next() {
            if length >= minimumLength, trim.isFinal(StateID(state)) { pairs.markFinal() }
            if length < last || isUnbounded {
                for transition in trim.rows.range(of: StateID(state)) {
                    pairs.append(
                        Int(trim.rows.targets[transition]), min(length + 1, last), on: trim.rows.symbols[transition])
                }
            }
            for move in trim.epsilon.range(of: StateID(state)) {
                pairs.appendMove(to: Int(trim.epsilon.targets[move]), length)
            }
        }
        return pairs.automaton(over: trim.alphabet).coaccessiblePart()
    }
}
