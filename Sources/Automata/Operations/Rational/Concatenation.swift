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
        let (left, right) = try AlphabetAlignment.align(self, other, budget: budget)
        var gluing = try Gluing([left, right], budget: budget)
        gluing.initialStates = StateSet(gluing.initialStates(of: 0))
        gluing.finalStates = StateSet(gluing.finalStates(of: 1))
        try gluing.move(from: gluing.finalStates(of: 0), to: gluing.initialStates(of: 1))
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
        try EpsilonNFA(self).concatenation(EpsilonNFA(other), budget: budget)
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
}

extension Automaton {
    /// An automaton for the words that consist of one of this automaton's and one of the other's behind it: with epsilon moves where one
    /// of them has any, and otherwise an NFA.
    ///
    /// - Complexity: as ``NFA/concatenation(_:budget:)`` or ``EpsilonNFA/concatenation(_:budget:)`` has.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func concatenation(_ other: Automaton, budget: Budget = .default) throws(AutomataError) -> Automaton {
        switch (self, other) {
        case (.epsilonNFA, _), (_, .epsilonNFA):
            .epsilonNFA(try asEpsilonNFA.concatenation(other.asEpsilonNFA, budget: budget))
        default: .nfa(try asNFA.concatenation(other.asNFA, budget: budget))
        }
    }
}
