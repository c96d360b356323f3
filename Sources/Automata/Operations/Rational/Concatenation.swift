extension EpsilonNFA {
    /// An automaton for the words that consist of one of this automaton's and one of the other's behind it: epsilon moves lead from the final
    /// states here to the initial ones there.
    ///
    /// This automaton's states come first, then the other's, over the joint alphabet; where many final states meet many initial ones,
    /// a state between them saves moves.
    ///
    /// - Complexity: O(*n₁* + *m₁* + *n₂* + *m₂*).
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    ///
    /// Thompson: *Regular expression search algorithm*, Communications of the ACM 11(6), 1968, doi:10.1145/363347.363387.
    public func concatenation(_ other: EpsilonNFA, budget: Budget = .default) throws(AutomataError) -> EpsilonNFA {
        try .concatenation(of: [self, other], budget: budget)
    }

    /// An automaton for the words that consist of one of each automaton's, in the order of the list: epsilon moves lead from the final states of
    /// each to the initial ones of the next. One automaton alone stays as it is.
    ///
    /// The concatenation of no languages has the empty word alone, over the empty alphabet.
    ///
    /// - Complexity: O(*n* + *m*), the states and transitions of all.
    /// - Throws: as ``concatenation(_:budget:)``.
    public static func concatenation(
        of automata: [EpsilonNFA], budget: Budget = .default
    ) throws(AutomataError) -> EpsilonNFA {
        if automata.isEmpty { return EpsilonNFA(NFA(.emptyWord)) }
        if automata.count == 1 { return automata[0] }
        var gluing = try Gluing(AlphabetAlignment.align(automata, budget: budget).automata, budget: budget)
        gluing.initialStates = StateSet(gluing.initialStates(of: 0))
        gluing.finalStates = StateSet(gluing.finalStates(of: automata.count - 1))
        for next in 1..<automata.count {
            try gluing.move(from: gluing.finalStates(of: next - 1), to: gluing.initialStates(of: next))
        }
        return try gluing.build()
    }
}

extension NFA {
    /// An NFA for the words that consist of one of this automaton's and one of the other's behind it.
    ///
    /// It has no more states than the two together, in their order, and those alone that can be reached: a final state of this automaton gets
    /// the transitions that leave the other's initial states. ``EpsilonNFA/concatenation(_:budget:)`` adds fewer, which are epsilon moves.
    ///
    /// - Complexity: O(*n₁* + *m₁* + *n₂* + *m₂* + *f* *d*) for *f* final states here and *d* transitions from the initial states there.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func concatenation(_ other: NFA, budget: Budget = .default) throws(AutomataError) -> NFA {
        try .concatenation(of: [self, other], budget: budget)
    }

    /// An NFA for the words that consist of one of each automaton's, in the order of the list. One automaton alone stays as it is.
    ///
    /// The concatenation of no languages has the empty word alone, over the empty alphabet.
    ///
    /// - Complexity: O(*n* + *m* + *f* *d*) for all states and transitions, final states and the transitions that leave those initial ones that
    ///   they lead to, which are those of several automata where some have the empty word.
    /// - Throws: as ``concatenation(_:budget:)``.
    public static func concatenation(of automata: [NFA], budget: Budget = .default) throws(AutomataError) -> NFA {
        if automata.count == 1 { return automata[0] }
        return try EpsilonNFA.concatenation(of: automata.map { EpsilonNFA($0) }, budget: budget)
            .removingEpsilonMoves(budget: budget.withoutStateLimit)
    }
}

extension DFA {
    /// An NFA for the words that consist of one of this automaton's and one of the other's behind it, as
    /// ``NFA/concatenation(_:budget:)`` makes it.
    ///
    /// - Complexity: O(*n₁* + *m₁* + *n₂* + *m₂* + *f* *d*) for *f* final states here and *d* transitions from the initial state there.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func concatenation(_ other: DFA, budget: Budget = .default) throws(AutomataError) -> NFA {
        try NFA(self).concatenation(NFA(other), budget: budget)
    }

    /// An NFA for the words that consist of one of each automaton's, in the order of the list, as ``NFA/concatenation(of:budget:)`` makes it.
    ///
    /// - Complexity: as ``NFA/concatenation(of:budget:)`` has.
    /// - Throws: as ``concatenation(_:budget:)``.
    public static func concatenation(of automata: [DFA], budget: Budget = .default) throws(AutomataError) -> NFA {
        try NFA.concatenation(of: automata.map { NFA($0) }, budget: budget)
    }
}

extension Automaton {
    /// An automaton for the words that consist of one of this automaton's and one of the other's behind it: with epsilon moves where one
    /// of them has any, and otherwise an NFA.
    ///
    /// - Complexity: as ``NFA/concatenation(_:budget:)`` or ``EpsilonNFA/concatenation(_:budget:)`` has.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func concatenation(_ other: Automaton, budget: Budget = .default) throws(AutomataError) -> Automaton {
        try .concatenation(of: [self, other], budget: budget)
    }

    /// An automaton for the words that consist of one of each automaton's, in the order of the list: with epsilon moves where one has any,
    /// and otherwise an NFA. One automaton alone stays as it is.
    ///
    /// The concatenation of no languages has the empty word alone, over the empty alphabet.
    ///
    /// - Complexity: as ``NFA/concatenation(of:budget:)`` or ``EpsilonNFA/concatenation(of:budget:)`` has.
    /// - Throws: as ``concatenation(_:budget:)``.
    public static func concatenation(
        of automata: [Automaton], budget: Budget = .default
    ) throws(AutomataError) -> Automaton {
        if automata.isEmpty { return .dfa(.emptyWord) }
        if automata.count == 1 { return automata[0] }
        let joined = try EpsilonNFA.concatenation(of: automata.map(\.asEpsilonNFA), budget: budget)
        let hasMoves = automata.contains { if case .epsilonNFA = $0 { true } else { false } }
        if hasMoves { return .epsilonNFA(joined) }
        return .nfa(try joined.removingEpsilonMoves(budget: budget.withoutStateLimit))
    }
}
