/// The growth of the number of accepting runs that a word can have, as words get longer.
public enum AmbiguityDegree: Sendable, Hashable {
    /// No word has two accepting runs.
    case unambiguous
    /// Some word has two, and there is a bound for all words.
    case finite
    /// A word of *n* symbols has up to about *n* to the power of `degree` accepting runs.
    case polynomial(degree: Int)
    /// A word can have exponentially many accepting runs.
    case exponential
    /// Some word has infinitely many, as a run may go round a cycle of epsilon moves.
    case infinite
}

/// A word with two different accepting runs, which shows that an automaton is ambiguous.
public struct Ambiguity: Sendable, Hashable {
    /// The word; of those with two accepting runs the shortest, and of these the least in the order
    /// of the symbols.
    public let witness: Witness
    /// An accepting run on it.
    public let first: RunPath
    /// Another one.
    public let second: RunPath
}

extension FiniteAutomaton {
    /// Returns whether each word has at most one accepting run.
    ///
    /// - Complexity: O(1) for a DFA, otherwise as ``unambiguity(budget:)``.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)`` if there are too many pairs,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func isUnambiguous(budget: Budget = .default) throws(AutomataError) -> Bool {
        try unambiguity(budget: budget).holds
    }

    /// Returns whether each word has at most one accepting run, and keeps what shows why not: a
    /// word with two, and both runs.
    ///
    /// Runs differ in a state or in where they start. A search through the pairs of states that one
    /// word leads to, those apart from the others in which the two runs were the same so far.
    ///
    /// - Result: of such words the lexicographically first of the shortest ones; any two of its
    ///   accepting runs.
    /// - Complexity: O(*m*²) time and O(*n*²) space at worst, of which only the pairs of states are
    ///   built that one word leads to.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)`` if there are too many pairs,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    /// - Reference: S. Even, On information lossless automata of finite order, IEEE Transactions on
    ///   Electronic Computers EC-14(4), 1965.
    public func unambiguity(budget: Budget = .default) throws(AutomataError) -> Verdict<Ambiguity> {
        if model == .dfa { return .yes }
        guard let word = try ambiguousWord(budget: budget) else { return .yes }
        let view = asEpsilonNFA
        return .no { budget throws(AutomataError) in
            try TwoRuns(
                view.rows, epsilon: view.epsilon.count > 0 ? view.epsilon : nil, initial: view.initialStates,
                final: view.finalStates, word: word,
                budget
            ).found(over: view.alphabet)
        }
    }

    /// Returns the lexicographically first of the shortest words with two different accepting runs,
    /// and both runs, or `nil` if there is no such word.
    ///
    /// - Complexity: as ``unambiguity(budget:)``.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)`` if there are too many pairs,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func ambiguity(budget: Budget = .default) throws(AutomataError) -> Ambiguity? {
        try unambiguity(budget: budget).counterexample(budget: budget)
    }

    private func ambiguousWord(budget: Budget) throws(AutomataError) -> [Symbol]? {
        if let nfa = asNFA { return try nfa.trimmed(budget: budget).ambiguousWord(budget) }
        // The last symbol is the mark of the end.
        return try asEpsilonNFA.trimmed(budget: budget).countingRuns(budget).ambiguousWord(budget)?.dropLast()
    }

    /// Returns how many accepting runs a word can have as words get longer.
    ///
    /// The trim automaton is exponentially ambiguous where a state has two different cycles on one
    /// word, and polynomially where for states *p* and *q* one word leads from *p* to *p*, from *p*
    /// to *q* and from *q* to *q*. The degree is the most such pairs on one way through the
    /// automaton. All is read off the strongly connected components of products of two and three
    /// copies.
    ///
    /// - Complexity: O(*m*²) time and O(*n*² + *m*²) space where it is not polynomial, O(*m*³) at
    ///   worst; copies are kept within strongly connected components, so that it is little for most
    ///   automata.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)`` where there are too many
    ///   tuples, ``AutomataError/cancelled(statesBuilt:)``.
    /// - Reference: A. Weber, H. Seidl, On the degree of ambiguity of finite automata, Theoretical
    ///   Computer Science 88(2), 1991, doi:10.1016/0304-3975(91)90381-B; C. Allauzen, M. Mohri, A.
    ///   Rastogi, General algorithms for testing the ambiguity of finite automata, DLT 2008,
    ///   doi:10.1007/978-3-540-85780-8_8.
    public func ambiguityDegree(budget: Budget = .default) throws(AutomataError) -> AmbiguityDegree {
        if model == .dfa { return .unambiguous }
        guard let nfa = try asNFA?.trimmed(budget: budget) else {
            let automaton = try asEpsilonNFA.trimmed(budget: budget)
            let moves = StronglyConnectedComponents([TargetRows(automaton.epsilon)], nodeCount: automaton.stateCount)
            if moves.hasCycle { return .infinite }
            return try automaton.countingRuns(budget).ambiguityDegree(budget: budget)
        }
        if try nfa.ambiguousWord(budget) == nil { return .unambiguous }
        return try AmbiguityAnalysis(nfa, budget).degree()
    }
}
