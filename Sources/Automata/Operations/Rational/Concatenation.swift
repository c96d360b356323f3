extension FiniteAutomaton {
    /// Returns an automaton for the words that consist of one of this automaton's and one of the
    /// other's behind it.
    ///
    /// This automaton's states come first, then the other's, over the joint alphabet. Epsilon moves
    /// lead from the final states here to the initial ones there; if many final states meet many
    /// initial ones, a state between them saves moves. Unless one of the two is an ε-NFA, the
    /// epsilon moves are removed, with the states that can't be reached.
    ///
    /// - Complexity: O(*n₁* + *m₁* + *n₂* + *m₂*), and O(*f* *d*) to remove the epsilon moves, for
    ///   *f* final states here and *d* transitions from the initial states there.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``,
    ///   ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    ///
    /// Thompson: *Regular expression search algorithm*, Communications of the ACM 11(6), 1968,
    /// doi:10.1145/363347.363387.
    public func concatenation(
        _ other: some FiniteAutomaton, budget: Budget = .default
    ) throws(AutomataError) -> Nondeterministic {
        let joined = try Gluing.concatenation(of: [asEpsilonNFA, other.asEpsilonNFA], budget: budget)
        return try Self.nondeterministic(joined, for: [model, other.model], budget: budget)
    }

    /// Returns an automaton for the words that consist of one of each automaton's, in the order of
    /// the list; see ``concatenation(_:budget:)``.
    ///
    /// The concatenation of no languages has the empty word alone, over the empty alphabet. One
    /// automaton alone stays as it is.
    ///
    /// - Complexity: O(*n* + *m* + *f* *d*) for all states and transitions, final states and the
    ///   transitions that leave those initial ones that they lead to, which are those of several
    ///   automata if some have the empty word.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``,
    ///   ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public static func concatenation(
        of automata: [Self], budget: Budget = .default
    ) throws(AutomataError) -> Nondeterministic {
        if automata.isEmpty { return .fitting(DFA.emptyWord, .dfa) }
        if automata.count == 1 { return .fitting(automata[0], automata[0].model) }
        let joined = try Gluing.concatenation(of: automata.map(\.asEpsilonNFA), budget: budget)
        return try nondeterministic(joined, for: automata.map(\.model), budget: budget)
    }
}

extension Gluing {
    /// The automata one behind the other.
    fileprivate static func concatenation(
        of automata: [EpsilonNFA], budget: Budget
    ) throws(AutomataError) -> EpsilonNFA {
        var gluing = try Gluing(AlphabetAlignment.align(automata, budget: budget).automata, budget: budget)
        gluing.initialStates = StateSet(gluing.initialStates(of: 0))
        gluing.finalStates = StateSet(gluing.finalStates(of: automata.count - 1))
        for next in 1..<automata.count {
            try gluing.move(from: gluing.finalStates(of: next - 1), to: gluing.initialStates(of: next))
        }
        return try gluing.build()
    }
}
