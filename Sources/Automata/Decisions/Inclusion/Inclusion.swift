extension FiniteAutomaton {
    /// Returns whether the other automaton accepts every word that this one accepts.
    ///
    /// Alphabets that differ are aligned first, and epsilon moves are removed. Automata are
    /// determinized only as far as the answer requires.
    ///
    /// - Complexity: O(*n*₁ *n*₂ *k*) for DFAs. For other models, at most O(*n*₁ 2^*n*₂) pairs are
    ///   visited, usually far fewer; the question is PSPACE-complete.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``; another ``AutomataError`` if the
    ///   budget stops the work.
    public func isIncluded(
        in other: some FiniteAutomaton, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Bool {
        try LanguageComparison(self, other, budget: budget).holds(.inclusion, using: algorithm)
    }

    /// Returns the verdict on whether this automaton's language is included in the other's.
    ///
    /// If the answer is no, ``Verdict/counterexample(budget:)`` gives the lexicographically first
    /// of the shortest words that only this automaton accepts.
    /// ``Verdict/anyCounterexample(budget:)`` gives the word that the search found.
    ///
    /// - Complexity: that of ``isIncluded(in:using:budget:)``.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``; another ``AutomataError`` if the
    ///   budget stops the work.
    public func inclusion(
        in other: some FiniteAutomaton, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Verdict<Witness> {
        try LanguageComparison(self, other, budget: budget).inclusion(using: algorithm)
    }

    /// Returns the lexicographically first of the shortest words that this automaton accepts and
    /// the other doesn't, or `nil` if there is none.
    ///
    /// - Complexity: that of ``isIncluded(in:using:budget:)``, plus the time to visit the pairs of
    ///   state sets that words up to the result's length lead to.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``; another ``AutomataError`` if the
    ///   budget stops the work.
    public func inclusionCounterexample(
        in other: some FiniteAutomaton, budget: Budget = .default
    ) throws(AutomataError) -> Witness? {
        try inclusion(in: other, budget: budget).counterexample(budget: budget)
    }

    /// Returns whether both automata accept the same language.
    ///
    /// - Complexity: O((*n*₁ + *n*₂) *k* α) for DFAs, where α is almost constant; see
    ///   ``InclusionAlgorithm/hopcroftKarp``. For other models, at most O(2^(*n*₁ + *n*₂)) pairs
    ///   are visited, usually far fewer; the question is PSPACE-complete.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``; another ``AutomataError`` if the
    ///   budget stops the work.
    public func isEquivalent(
        to other: some FiniteAutomaton, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Bool {
        try LanguageComparison(self, other, budget: budget).holds(.equivalence, using: algorithm)
    }

    /// Returns the verdict on whether both automata accept the same language. If the answer is no,
    /// ``Verdict/counterexample(budget:)`` gives the lexicographically first of the shortest words
    /// that exactly one of them accepts. ``Verdict/anyCounterexample(budget:)`` gives the word that
    /// the search found.
    ///
    /// - Complexity: that of ``isEquivalent(to:using:budget:)``.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``; another ``AutomataError`` if the
    ///   budget stops the work.
    public func equivalence(
        to other: some FiniteAutomaton, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Verdict<LanguageDifference> {
        try LanguageComparison(self, other, budget: budget).equivalence(using: algorithm)
    }

    /// Returns the lexicographically first of the shortest words that exactly one of the automata
    /// accepts, and which one accepts it, or `nil` if there is none.
    ///
    /// - Complexity: that of ``isEquivalent(to:using:budget:)``, plus the time to visit the pairs
    ///   of state sets that words up to the result's length lead to.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``; another ``AutomataError`` if the
    ///   budget stops the work.
    public func equivalenceCounterexample(
        to other: some FiniteAutomaton, budget: Budget = .default
    ) throws(AutomataError) -> LanguageDifference? {
        try equivalence(to: other, budget: budget).counterexample(budget: budget)
    }
}
