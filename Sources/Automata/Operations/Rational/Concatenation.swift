extension FiniteAutomaton {
    /// Returns an automaton for the concatenation *L* *M* of this language and the other.
    ///
    /// This automaton's states come first, then the other's, over the joint alphabet. Epsilon moves
    /// lead from this automaton's final states to the other's initial ones, through a new state if
    /// that takes fewer moves. If neither automaton is an ε-NFA, the epsilon moves are removed, and
    /// so are the states that become inaccessible.
    ///
    /// - Complexity: O(*n₁* + *m₁* + *n₂* + *m₂*), and O(*f* *d*) to remove the epsilon moves, for
    ///   *f* final states of this automaton and *d* transitions from the other's initial states.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``; another ``AutomataError`` if the
    ///   budget stops the work.
    ///
    /// Thompson: *Regular expression search algorithm*, Communications of the ACM 11(6), 1968,
    /// doi:10.1145/363347.363387.
    public func concatenation(
        _ other: some FiniteAutomaton, budget: Budget = .default
    ) throws(AutomataError) -> Nondeterministic {
        let joined = try EpsilonComposition.concatenation(of: [asEpsilonNFA, other.asEpsilonNFA], budget: budget)
        return try Self.nondeterministic(joined, for: [model, other.model], budget: budget)
    }

    /// Returns an automaton for the concatenation of all languages, in the order of the list; see
    /// ``concatenation(_:budget:)``.
    ///
    /// For an empty list, the result accepts only the empty word, over the empty alphabet. A single
    /// automaton is returned unchanged.
    ///
    /// - Complexity: O(*n* + *m* + *f* *d*) for *n* states, *m* transitions and *f* final states of
    ///   all automata. Here *d* is the maximum number of transitions that can follow a final state:
    ///   the transitions from the initial states of the next automaton and, if it accepts the empty
    ///   word, of the automaton after it, and so on.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``; another ``AutomataError`` if the
    ///   budget stops the work.
    public static func concatenation(
        of automata: [Self], budget: Budget = .default
    ) throws(AutomataError) -> Nondeterministic {
        if automata.isEmpty { return .fitting(DFA.emptyWord, .dfa) }
        if automata.count == 1 { return .fitting(automata[0], automata[0].model) }
        let joined = try EpsilonComposition.concatenation(of: automata.map(\.asEpsilonNFA), budget: budget)
        return try nondeterministic(joined, for: automata.map(\.model), budget: budget)
    }
}

extension EpsilonComposition {
    /// Returns the concatenation of the automata.
    fileprivate static func concatenation(
        of automata: [EpsilonNFA], budget: Budget
    ) throws(AutomataError) -> EpsilonNFA {
        var gluing = try EpsilonComposition(AlphabetAlignment.align(automata, budget: budget).automata, budget: budget)
        gluing.initialStates = StateSet(gluing.initialStates(of: 0))
        gluing.finalStates = StateSet(gluing.finalStates(of: automata.count - 1))
        for next in 1..<automata.count {
            try gluing.move(from: gluing.finalStates(of: next - 1), to: gluing.initialStates(of: next))
        }
        return try gluing.build()
    }
}
