extension NFA {
    /// Whether each word of this automaton's language is in the other's.
    ///
    /// Alphabets that differ are aligned first. Neither automaton is determinized beyond what the answer needs.
    ///
    /// - Complexity: O(*n*₁ 2^*n*₂) pairs at most; mostly far less. The question is PSPACE-complete.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func isIncluded(
        in other: NFA, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Bool {
        try LanguageComparison(self, other, budget: budget).isIncluded(using: algorithm)
    }

    /// The shortest word that this automaton accepts and the other doesn't, of those the least; `nil` where there is none.
    ///
    /// - Complexity: as ``isIncluded(in:using:budget:)``, and the pairs that words up to the result's length lead to.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func inclusionCounterexample(in other: NFA, budget: Budget = .default) throws(AutomataError) -> Witness? {
        try LanguageComparison(self, other, budget: budget).inclusionCounterexample()
    }

    /// Whether both automata have one language.
    ///
    /// - Complexity: O(2^(*n*₁ + *n*₂)) pairs at most; mostly far less. The question is PSPACE-complete.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func isEquivalent(
        to other: NFA, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Bool {
        try LanguageComparison(self, other, budget: budget).isEquivalent(using: algorithm)
    }

    /// The shortest word that one automaton accepts and the other doesn't, of those the least, and which accepts it; `nil` where there
    /// is none.
    ///
    /// - Complexity: as ``isEquivalent(to:using:budget:)``, and the pairs that words up to the result's length lead to.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func equivalenceCounterexample(
        to other: NFA, budget: Budget = .default
    ) throws(AutomataError) -> LanguageDifference? {
        try LanguageComparison(self, other, budget: budget).equivalenceCounterexample()
    }
}

extension DFA {
    /// Whether each word of this automaton's language is in the other's.
    ///
    /// Alphabets that differ are aligned first.
    ///
    /// - Complexity: O(*n*₁ *n*₂ *k*).
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func isIncluded(
        in other: DFA, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Bool {
        try NFA(self).isIncluded(in: NFA(other), using: algorithm, budget: budget)
    }

    /// The shortest word that this automaton accepts and the other doesn't, of those the least; `nil` where there is none.
    ///
    /// - Complexity: O(*n*₁ *n*₂ *k*).
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func inclusionCounterexample(in other: DFA, budget: Budget = .default) throws(AutomataError) -> Witness? {
        try NFA(self).inclusionCounterexample(in: NFA(other), budget: budget)
    }

    /// Whether both automata have one language, whether they are partial or total.
    ///
    /// - Complexity: O((*n*₁ + *n*₂) *k* α), where α is as good as constant; see ``InclusionAlgorithm/hopcroftKarp``.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func isEquivalent(
        to other: DFA, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Bool {
        try NFA(self).isEquivalent(to: NFA(other), using: algorithm, budget: budget)
    }

    /// The shortest word that one automaton accepts and the other doesn't, of those the least, and which accepts it; `nil` where there
    /// is none.
    ///
    /// - Complexity: O((*n*₁ + *n*₂) *k* α), where α is as good as constant.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func equivalenceCounterexample(
        to other: DFA, budget: Budget = .default
    ) throws(AutomataError) -> LanguageDifference? {
        try NFA(self).equivalenceCounterexample(to: NFA(other), budget: budget)
    }
}

extension EpsilonNFA {
    /// Whether each word of this automaton's language is in the other's; see ``NFA/isIncluded(in:using:budget:)``.
    ///
    /// - Complexity: that of removing epsilon moves, and as NFAs have.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func isIncluded(
        in other: EpsilonNFA, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Bool {
        try removingEpsilonMoves(budget: budget.withoutStateLimit).isIncluded(
            in: other.removingEpsilonMoves(budget: budget.withoutStateLimit), using: algorithm, budget: budget)
    }

    /// The shortest word that this automaton accepts and the other doesn't, of those the least; `nil` where there is none.
    ///
    /// - Complexity: that of removing epsilon moves, and as NFAs have.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func inclusionCounterexample(
        in other: EpsilonNFA, budget: Budget = .default
    ) throws(AutomataError) -> Witness? {
        try removingEpsilonMoves(budget: budget.withoutStateLimit).inclusionCounterexample(
            in: other.removingEpsilonMoves(budget: budget.withoutStateLimit), budget: budget)
    }

    /// Whether both automata have one language; see ``NFA/isEquivalent(to:using:budget:)``.
    ///
    /// - Complexity: that of removing epsilon moves, and as NFAs have.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func isEquivalent(
        to other: EpsilonNFA, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Bool {
        try removingEpsilonMoves(budget: budget.withoutStateLimit).isEquivalent(
            to: other.removingEpsilonMoves(budget: budget.withoutStateLimit), using: algorithm, budget: budget)
    }

    /// The shortest word that one automaton accepts and the other doesn't, of those the least, and which accepts it; `nil` where there
    /// is none.
    ///
    /// - Complexity: that of removing epsilon moves, and as NFAs have.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func equivalenceCounterexample(
        to other: EpsilonNFA, budget: Budget = .default
    ) throws(AutomataError) -> LanguageDifference? {
        try removingEpsilonMoves(budget: budget.withoutStateLimit).equivalenceCounterexample(
            to: other.removingEpsilonMoves(budget: budget.withoutStateLimit), budget: budget)
    }
}

extension Automaton {
    /// Whether each word of this automaton's language is in the other's; see ``NFA/isIncluded(in:using:budget:)``.
    ///
    /// - Complexity: as the models have it.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func isIncluded(
        in other: Automaton, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Bool {
        try withoutEpsilonMoves(budget).isIncluded(
            in: other.withoutEpsilonMoves(budget), using: algorithm, budget: budget)
    }

    /// The shortest word that this automaton accepts and the other doesn't, of those the least; `nil` where there is none.
    ///
    /// - Complexity: as the models have it.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func inclusionCounterexample(
        in other: Automaton, budget: Budget = .default
    ) throws(AutomataError) -> Witness? {
        try withoutEpsilonMoves(budget).inclusionCounterexample(in: other.withoutEpsilonMoves(budget), budget: budget)
    }

    /// Whether both automata have one language; see ``NFA/isEquivalent(to:using:budget:)``.
    ///
    /// - Complexity: as the models have it.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func isEquivalent(
        to other: Automaton, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Bool {
        try withoutEpsilonMoves(budget).isEquivalent(
            to: other.withoutEpsilonMoves(budget), using: algorithm, budget: budget)
    }

    /// The shortest word that one automaton accepts and the other doesn't, of those the least, and which accepts it; `nil` where there
    /// is none.
    ///
    /// - Complexity: as the models have it.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func equivalenceCounterexample(
        to other: Automaton, budget: Budget = .default
    ) throws(AutomataError) -> LanguageDifference? {
        try withoutEpsilonMoves(budget).equivalenceCounterexample(to: other.withoutEpsilonMoves(budget), budget: budget)
    }

    /// The automaton as an NFA of the same language.
    func withoutEpsilonMoves(_ budget: Budget) throws(AutomataError) -> NFA {
        switch self {
        case .dfa(let dfa): NFA(dfa)
        case .nfa(let nfa): nfa
        case .epsilonNFA(let automaton): try automaton.removingEpsilonMoves(budget: budget.withoutStateLimit)
        }
    }
}
