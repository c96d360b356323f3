extension DFA {
    /// A DFA for the accepted words whose lengths are in the range: the automaton unrolled, a state for each state and length that meet.
    ///
    /// The result is trim, and numbered breadth-first from the initial state in alphabet order.
    ///
    /// - Parameters:
    ///   - lengths: the lengths; must not be negative.
    ///   - budget: the bound on states and memory; there can be *n* (*l* + 1) states for the upper bound *l*.
    /// - Complexity: O(*m* (*l* + 1)).
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func restricted(
        toLengths lengths: ClosedRange<Int>, budget: Budget = .default
    ) throws(AutomataError) -> DFA {
        try Unrolling(lengths, budget: budget).run(EpsilonNFA(NFA(self))).withoutMoves.asDeterministic
    }

    /// A DFA for the accepted words that are so long or longer; as ``restricted(toLengths:budget:)-(ClosedRange<Int>,_)``.
    ///
    /// - Parameters:
    ///   - lengths: the lengths; must not be negative.
    ///   - budget: the bound on states and memory; there can be *n* (*l* + 1) states for the lower bound *l*.
    /// - Complexity: O(*m* (*l* + 1)).
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func restricted(
        toLengths lengths: PartialRangeFrom<Int>, budget: Budget = .default
    ) throws(AutomataError) -> DFA {
        try Unrolling(lengths, budget: budget).run(EpsilonNFA(NFA(self))).withoutMoves.asDeterministic
    }
}

extension NFA {
    /// An NFA for the accepted words whose lengths are in the range: the automaton unrolled, a state for each state and length that meet.
    ///
    /// The result is trim, and numbered breadth-first from the initial states in alphabet order.
    ///
    /// - Parameters:
    ///   - lengths: the lengths; must not be negative.
    ///   - budget: the bound on states and memory; there can be *n* (*l* + 1) states for the upper bound *l*.
    /// - Complexity: O(*m* (*l* + 1)).
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func restricted(
        toLengths lengths: ClosedRange<Int>, budget: Budget = .default
    ) throws(AutomataError) -> NFA {
        try Unrolling(lengths, budget: budget).run(EpsilonNFA(self)).withoutMoves
    }

    /// An NFA for the accepted words that are so long or longer; as ``restricted(toLengths:budget:)-(ClosedRange<Int>,_)``.
    ///
    /// - Parameters:
    ///   - lengths: the lengths; must not be negative.
    ///   - budget: the bound on states and memory; there can be *n* (*l* + 1) states for the lower bound *l*.
    /// - Complexity: O(*m* (*l* + 1)).
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func restricted(
        toLengths lengths: PartialRangeFrom<Int>, budget: Budget = .default
    ) throws(AutomataError) -> NFA {
        try Unrolling(lengths, budget: budget).run(EpsilonNFA(self)).withoutMoves
    }

    /// The automaton as a DFA, where it is deterministic by its making.
    var asDeterministic: DFA {
        assert(isDeterministic)
        return DFA(
            alphabet: alphabet, rows: rows, initialState: initialStates.first, finalStates: finalStates, names: names)
    }
}

extension EpsilonNFA {
    /// An automaton for the accepted words whose lengths are in the range: this one unrolled, a state for each state and length that meet.
    ///
    /// The result is trim, and numbered breadth-first from the initial states in alphabet order, epsilon moves last.
    ///
    /// - Parameters:
    ///   - lengths: the lengths; must not be negative.
    ///   - budget: the bound on states and memory; there can be *n* (*l* + 1) states for the upper bound *l*.
    /// - Complexity: O(*m* (*l* + 1)).
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func restricted(
        toLengths lengths: ClosedRange<Int>, budget: Budget = .default
    ) throws(AutomataError) -> EpsilonNFA {
        try Unrolling(lengths, budget: budget).run(self)
    }

    /// An automaton for the accepted words that are so long or longer; as ``restricted(toLengths:budget:)-(ClosedRange<Int>,_)``.
    ///
    /// - Parameters:
    ///   - lengths: the lengths; must not be negative.
    ///   - budget: the bound on states and memory; there can be *n* (*l* + 1) states for the lower bound *l*.
    /// - Complexity: O(*m* (*l* + 1)).
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func restricted(
        toLengths lengths: PartialRangeFrom<Int>, budget: Budget = .default
    ) throws(AutomataError) -> EpsilonNFA {
        try Unrolling(lengths, budget: budget).run(self)
    }
}

extension Automaton {
    /// An automaton for the accepted words whose lengths are in the range, of this one's model.
    ///
    /// - Complexity: O(*m* (*l* + 1)) for the upper bound *l*.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func restricted(
        toLengths lengths: ClosedRange<Int>, budget: Budget = .default
    ) throws(AutomataError) -> Automaton {
        switch self {
        case .dfa(let dfa): .dfa(try dfa.restricted(toLengths: lengths, budget: budget))
        case .nfa(let nfa): .nfa(try nfa.restricted(toLengths: lengths, budget: budget))
        case .epsilonNFA(let automaton): .epsilonNFA(try automaton.restricted(toLengths: lengths, budget: budget))
        }
    }

    /// An automaton for the accepted words that are so long or longer, of this one's model.
    ///
    /// - Complexity: O(*m* (*l* + 1)) for the lower bound *l*.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func restricted(
        toLengths lengths: PartialRangeFrom<Int>, budget: Budget = .default
    ) throws(AutomataError) -> Automaton {
        switch self {
        case .dfa(let dfa): .dfa(try dfa.restricted(toLengths: lengths, budget: budget))
        case .nfa(let nfa): .nfa(try nfa.restricted(toLengths: lengths, budget: budget))
        case .epsilonNFA(let automaton): .epsilonNFA(try automaton.restricted(toLengths: lengths, budget: budget))
        }
    }
}

/// The product of an automaton with a count of the symbols read.
private struct Unrolling {
    private let shortest: Int
    private let longest: Int
    /// Whether the count stops at the longest length, which then stands for all lengths from there on.
    private let isOpen: Bool
    private let budget: Budget

    init(_ lengths: ClosedRange<Int>, budget: Budget) {
        precondition(lengths.lowerBound >= 0, "a word has no negative length")
        (shortest, longest, isOpen) = (lengths.lowerBound, lengths.upperBound, false)
        self.budget = budget
    }

    init(_ lengths: PartialRangeFrom<Int>, budget: Budget) {
        precondition(lengths.lowerBound >= 0, "a word has no negative length")
        (shortest, longest, isOpen) = (lengths.lowerBound, lengths.lowerBound, true)
        self.budget = budget
    }

    func run(_ automaton: EpsilonNFA) throws(AutomataError) -> EpsilonNFA {
        let trim = automaton.trimmed()
        // No walk gets beyond what ids can count, so that a longer length is as good as that.
        let last = min(longest, maximumCount)
        var index = PairIndex(leftCount: trim.stateCount, rightCount: last + 1)
        var rows = GrowingRows()
        for state in trim.initialStates { _ = index.number(of: Int(state), 0) }
        let initialCount = index.count
        var finalStates: [State] = []
        var pace = BudgetPace()
        var next = 0
        while next < index.count {
            if pace.isDue(states: next, work: rows.transitionCount) || index.count > budget.maximumStates {
                try check(index, rows, explored: next)
            }
            let (state, length) = index.pair(next)
            if length >= shortest, trim.isFinal(State(state)) { finalStates.append(State(next)) }
            rows.beginRow()
            if length < last || isOpen {
                let newLength = min(length + 1, last)
                for transition in trim.rows.range(of: State(state)) {
                    rows.append(
                        index.number(of: Int(trim.rows.targets[transition]), newLength).number,
                        on: trim.rows.symbols[transition])
                }
            }
            for move in trim.epsilon.range(of: State(state)) {
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
