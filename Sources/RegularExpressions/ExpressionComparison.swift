public import Automata
public import WorkLimits

extension RegularExpression {
    /// Returns whether this expression's language is a subset of the other's.
    ///
    /// Different alphabets are aligned first; a complement still refers to the alphabet of its own
    /// expression.
    ///
    /// - Complexity: that of ``nfa(using:budget:)`` and of
    ///   `FiniteAutomaton.isIncluded(in:using:budget:)`; the question is PSPACE-complete.
    /// - Throws: `AutomataError.incompatibleAlphabets(_:_:)` if the alphabets are of different
    ///   kinds; another `AutomataError` if the budget stops the work.
    public func isIncluded(
        in other: RegularExpression, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Bool {
        try nfa(budget: budget).isIncluded(in: other.nfa(budget: budget), using: algorithm, budget: budget)
    }

    /// Returns the verdict on whether this expression's language is a subset of the other's. If the
    /// answer is no, the verdict's methods return a word that only this expression matches.
    ///
    /// - Complexity: that of ``isIncluded(in:using:budget:)``.
    /// - Throws: `AutomataError.incompatibleAlphabets(_:_:)` if the alphabets are of different
    ///   kinds; another `AutomataError` if the budget stops the work.
    public func inclusion(
        in other: RegularExpression, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Verdict<Witness> {
        try nfa(budget: budget).inclusion(in: other.nfa(budget: budget), using: algorithm, budget: budget)
    }

    /// Returns the lexicographically first of the shortest words that only this expression matches;
    /// `nil` if the other expression matches all words that this one matches.
    ///
    /// - Complexity: that of ``isIncluded(in:using:budget:)``.
    /// - Throws: `AutomataError.incompatibleAlphabets(_:_:)` if the alphabets are of different
    ///   kinds; another `AutomataError` if the budget stops the work.
    public func inclusionCounterexample(
        in other: RegularExpression, budget: Budget = .default
    ) throws(AutomataError) -> Witness? {
        try nfa(budget: budget).inclusionCounterexample(in: other.nfa(budget: budget), budget: budget)
    }

    /// Returns whether both expressions have the same language; `==` compares their structure.
    ///
    /// Different alphabets are aligned first; a complement still refers to the alphabet of its own
    /// expression.
    ///
    /// - Complexity: that of ``nfa(using:budget:)`` and of
    ///   `FiniteAutomaton.isEquivalent(to:using:budget:)`; the question is PSPACE-complete.
    /// - Throws: `AutomataError.incompatibleAlphabets(_:_:)` if the alphabets are of different
    ///   kinds; another `AutomataError` if the budget stops the work.
    public func isEquivalent(
        to other: RegularExpression, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Bool {
        if self == other { return true }
        return try nfa(budget: budget).isEquivalent(to: other.nfa(budget: budget), using: algorithm, budget: budget)
    }

    /// Returns the verdict on whether both expressions have the same language. If the answer is no,
    /// the verdict's methods return a word that exactly one expression matches.
    ///
    /// - Complexity: that of ``isEquivalent(to:using:budget:)``.
    /// - Throws: `AutomataError.incompatibleAlphabets(_:_:)` if the alphabets are of different
    ///   kinds; another `AutomataError` if the budget stops the work.
    public func equivalence(
        to other: RegularExpression, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Verdict<LanguageDifference> {
        if self == other { return .yes }
        return try nfa(budget: budget).equivalence(to: other.nfa(budget: budget), using: algorithm, budget: budget)
    }

    /// Returns the lexicographically first of the shortest words that exactly one expression
    /// matches, and which expression matches it; `nil` if both have the same language.
    ///
    /// - Complexity: that of ``isEquivalent(to:using:budget:)``.
    /// - Throws: `AutomataError.incompatibleAlphabets(_:_:)` if the alphabets are of different
    ///   kinds; another `AutomataError` if the budget stops the work.
    public func equivalenceCounterexample(
        to other: RegularExpression, budget: Budget = .default
    ) throws(AutomataError) -> LanguageDifference? {
        try nfa(budget: budget).equivalenceCounterexample(to: other.nfa(budget: budget), budget: budget)
    }
}
