extension RegularExpression {
    /// Whether each word of this expression's language is in the other's.
    ///
    /// Alphabets that differ are aligned first; complement stays over the expression's own.
    ///
    /// - Complexity: that of ``nfa(using:budget:)`` and of
    ///   ``FiniteAutomaton/isIncluded(in:using:budget:)``; the question is PSPACE-complete.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``,
    ///   ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func isIncluded(
        in other: RegularExpression, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Bool {
        try nfa(budget: budget).isIncluded(in: other.nfa(budget: budget), using: algorithm, budget: budget)
    }

    /// Returns whether each word of this expression's language is in the other's, and keeps what
    /// shows why not: words that this expression matches and the other doesn't.
    ///
    /// - Complexity: as ``isIncluded(in:using:budget:)``.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``,
    ///   ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func inclusion(
        in other: RegularExpression, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Verdict<Witness> {
        try nfa(budget: budget).inclusion(in: other.nfa(budget: budget), using: algorithm, budget: budget)
    }

    /// The shortest word that this expression has and the other doesn't, of those the least; `nil`
    /// where there is none.
    ///
    /// - Complexity: as ``isIncluded(in:using:budget:)``.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``,
    ///   ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func inclusionCounterexample(
        in other: RegularExpression, budget: Budget = .default
    ) throws(AutomataError) -> Witness? {
        try nfa(budget: budget).inclusionCounterexample(in: other.nfa(budget: budget), budget: budget)
    }

    /// Whether both expressions have one language; `==` compares how they are built.
    ///
    /// Alphabets that differ are aligned first; complement stays over the expression's own.
    ///
    /// - Complexity: that of ``nfa(using:budget:)`` and of
    ///   ``FiniteAutomaton/isEquivalent(to:using:budget:)``; the question is PSPACE-complete.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``,
    ///   ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func isEquivalent(
        to other: RegularExpression, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Bool {
        if self == other { return true }
        return try nfa(budget: budget).isEquivalent(to: other.nfa(budget: budget), using: algorithm, budget: budget)
    }

    /// Returns whether both expressions have one language, and keeps what shows why not: words that
    /// just one of them matches.
    ///
    /// - Complexity: as ``isEquivalent(to:using:budget:)``.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``,
    ///   ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func equivalence(
        to other: RegularExpression, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Verdict<LanguageDifference> {
        if self == other { return .yes }
        return try nfa(budget: budget).equivalence(to: other.nfa(budget: budget), using: algorithm, budget: budget)
    }

    /// The shortest word that one expression has and the other doesn't, of those the least, and
    /// which has it; `nil` where there is none.
    ///
    /// - Complexity: as ``isEquivalent(to:using:budget:)``.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``,
    ///   ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func equivalenceCounterexample(
        to other: RegularExpression, budget: Budget = .default
    ) throws(AutomataError) -> LanguageDifference? {
        try nfa(budget: budget).equivalenceCounterexample(to: other.nfa(budget: budget), budget: budget)
    }
}
