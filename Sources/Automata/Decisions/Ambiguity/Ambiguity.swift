/// The growth of the number of accepting runs with the length of the word.
public enum AmbiguityDegree: Sendable, Hashable {
    /// No word has two accepting runs.
    case unambiguous
    /// Some word has two accepting runs, and the number of runs is bounded.
    case finite
    /// A word of *n* symbols has up to about *n* to the power of `degree` accepting runs.
    case polynomial(degree: Int)
    /// A word can have exponentially many accepting runs.
    case exponential
    /// Some word has infinitely many accepting runs, because of a cycle of epsilon moves.
    case infinite
}

/// A word with two different accepting runs, which shows that an automaton is ambiguous.
public struct Ambiguity: Sendable, Hashable {
    /// The lexicographically first of the shortest words with two accepting runs.
    public let witness: Witness
    /// An accepting run on the word.
    public let first: RunPath
    /// Another accepting run on the word.
    public let second: RunPath
}

extension FiniteAutomaton {
    /// Returns whether each word has at most one accepting run.
    ///
    /// - Complexity: O(1) for a DFA, otherwise that of ``unambiguity(budget:)``.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func isUnambiguous(budget: Budget = .default) throws(AutomataError) -> Bool {
        try unambiguity(budget: budget).holds
    }

    /// Returns the verdict on whether each word has at most one accepting run. If the answer is no,
    /// the verdict's methods return a word with two accepting runs, and both runs.
    ///
    /// Two runs on a word are different if they start in different states or make a different move
    /// somewhere. The search explores pairs of states that the same word leads to, and notes for
    /// each pair whether the two runs are already different.
    ///
    /// - Result: the lexicographically first of the shortest words with two accepting runs, and any
    ///   two of these runs.
    /// - Complexity: O(*m*²) time and O(*n*²) space at worst; only pairs of states that the same
    ///   word leads to are built.
    /// - Throws: ``AutomataError`` if the budget stops the work.
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
    /// - Complexity: that of ``unambiguity(budget:)``.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func ambiguity(budget: Budget = .default) throws(AutomataError) -> Ambiguity? {
        try unambiguity(budget: budget).counterexample(budget: budget)
    }

    private func ambiguousWord(budget: Budget) throws(AutomataError) -> [Symbol]? {
        if let nfa = asNFA { return try nfa.trimmed(budget: budget).ambiguousWord(budget) }
        // The last symbol, which marks the end of the word, is dropped.
        return try asEpsilonNFA.trimmed(budget: budget).countingRuns(budget).ambiguousWord(budget)?.dropLast()
    }

    /// Returns the growth of the number of accepting runs with the length of the word.
    ///
    /// The trim automaton is exponentially ambiguous if a state has two different cycles on one
    /// word. Otherwise it is polynomially ambiguous if for two states *p* and *q* one word leads
    /// from *p* to *p*, *p* to *q* and *q* to *q*. The degree is the largest number of such pairs
    /// on one path. The growth is computed from the strongly connected components of products of
    /// two and three copies of the automaton.
    ///
    /// - Complexity: O(*m*²) time and O(*n*² + *m*²) space if the growth isn't polynomial, O(*m*³)
    ///   at worst. Products are restricted to strongly connected components, so most automata take
    ///   far less.
    /// - Throws: ``AutomataError`` if the budget stops the work.
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
