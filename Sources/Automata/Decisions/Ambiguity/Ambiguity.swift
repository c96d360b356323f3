/// How many accepting runs a word can have, as words get longer.
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
    /// The word; of those with two accepting runs the shortest, and of these the least in the order of the symbols.
    public let witness: Witness
    /// An accepting run on it.
    public let first: RunPath
    /// Another one.
    public let second: RunPath
}

extension NFA {
    /// Whether each word has at most one accepting run; ``ambiguity(budget:)`` shows why not.
    ///
    /// - Complexity: O(*m*²) time and O(*n*²) space at worst, of which only the pairs of states are built that one word leads to.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)`` where there are too many pairs,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func isUnambiguous(budget: Budget = .default) throws(AutomataError) -> Bool {
        try trimmed().ambiguousWord(budget) == nil
    }

    /// A word with two different accepting runs, and both; `nil` where there is none. Runs differ in a state or in where they start.
    ///
    /// A search through the pairs of states that one word leads to, those apart from the others in which the two runs were the same so far.
    ///
    /// - Result: the shortest such word, and of these the least in the order of the symbols; any two of its accepting runs.
    /// - Complexity: O(*m*²) time and O(*n*²) space at worst, of which only the pairs of states are built that one word leads to.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)`` where there are too many pairs,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    /// - Reference: S. Even, On information lossless automata of finite order, IEEE Transactions on Electronic Computers EC-14(4), 1965.
    public func ambiguity(budget: Budget = .default) throws(AutomataError) -> Ambiguity? {
        guard let word = try trimmed().ambiguousWord(budget) else { return nil }
        return try TwoRuns(rows, epsilon: nil, initial: initialStates, final: finalStates, word: word, budget)
            .found(over: alphabet)
    }

    /// How many accepting runs a word can have as words get longer.
    ///
    /// The trim automaton is exponentially ambiguous where a state has two different cycles on one word, and polynomially where for states
    /// *p* and *q* one word leads from *p* to *p*, from *p* to *q* and from *q* to *q*. The degree is the most such pairs on one way through
    /// the automaton. All is read off the strongly connected components of products of two and three copies.
    ///
    /// - Complexity: O(*m*²) time and O(*n*² + *m*²) space where it is not polynomial, O(*m*³) at worst; copies are kept within
    ///   strongly connected components, so that it is little for most automata.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)`` where there are too many tuples,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    /// - Reference: A. Weber, H. Seidl, On the degree of ambiguity of finite automata, Theoretical Computer Science 88(2), 1991,
    ///   doi:10.1016/0304-3975(91)90381-B; C. Allauzen, M. Mohri, A. Rastogi, General algorithms for testing the ambiguity of finite automata,
    ///   DLT 2008, doi:10.1007/978-3-540-85780-8_8.
    public func ambiguityDegree(budget: Budget = .default) throws(AutomataError) -> AmbiguityDegree {
        let nfa = trimmed()
        if try nfa.ambiguousWord(budget) == nil { return .unambiguous }
        return try AmbiguityAnalysis(nfa, budget).degree()
    }
}

extension DFA {
    /// No word is ambiguous in a deterministic automaton.
    ///
    /// - Complexity: O(1).
    public var ambiguityDegree: AmbiguityDegree { .unambiguous }
}

extension EpsilonNFA {
    /// Whether each word has at most one accepting run; ``ambiguity(budget:)`` shows why not.
    ///
    /// - Complexity: as ``NFA/isUnambiguous(budget:)`` has, for an automaton without the epsilon moves.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)`` where there are too many pairs,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func isUnambiguous(budget: Budget = .default) throws(AutomataError) -> Bool {
        try trimmed().countingRuns(budget).ambiguousWord(budget) == nil
    }

    /// A word with two different accepting runs, and both; `nil` where there is none.
    ///
    /// Runs differ where they take different moves, epsilon moves among them: a run that goes round a cycle of epsilon moves is not the one that
    /// doesn't.
    ///
    /// - Result: the shortest such word, and of these the least in the order of the symbols; any two of its accepting runs.
    /// - Complexity: as ``NFA/ambiguity(budget:)`` has, for an automaton without the epsilon moves.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)`` where there are too many pairs,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func ambiguity(budget: Budget = .default) throws(AutomataError) -> Ambiguity? {
        // The last symbol is the mark of the end.
        guard let word = try trimmed().countingRuns(budget).ambiguousWord(budget)?.dropLast() else { return nil }
        let runs = try TwoRuns(
            rows, epsilon: epsilon, initial: initialStates, final: finalStates, word: Array(word), budget)
        return try runs.found(over: alphabet)
    }

    /// How many accepting runs a word can have as words get longer; see ``NFA/ambiguityDegree(budget:)``.
    ///
    /// It is infinite just where an accepting run can go round a cycle of epsilon moves.
    ///
    /// - Complexity: as ``NFA/ambiguityDegree(budget:)`` has, for an automaton without the epsilon moves.
    /// - Throws: what ``NFA/ambiguityDegree(budget:)`` throws.
    public func ambiguityDegree(budget: Budget = .default) throws(AutomataError) -> AmbiguityDegree {
        let automaton = trimmed()
        let moves = StronglyConnectedComponents([TargetRows(automaton.epsilon)], nodeCount: automaton.stateCount)
        if moves.hasCycle { return .infinite }
        return try automaton.countingRuns(budget).ambiguityDegree(budget: budget)
    }
}

extension Automaton {
    /// Whether each word has at most one accepting run; ``ambiguity(budget:)`` shows why not.
    ///
    /// - Complexity: as ``NFA/isUnambiguous(budget:)`` has.
    /// - Throws: what ``NFA/isUnambiguous(budget:)`` throws.
    public func isUnambiguous(budget: Budget = .default) throws(AutomataError) -> Bool {
        switch self {
        case .dfa: true
        case .nfa(let nfa): try nfa.isUnambiguous(budget: budget)
        case .epsilonNFA(let automaton): try automaton.isUnambiguous(budget: budget)
        }
    }

    /// A word with two different accepting runs, and both; `nil` where there is none, as in a DFA.
    ///
    /// - Complexity: as ``NFA/ambiguity(budget:)`` has.
    /// - Throws: what ``NFA/ambiguity(budget:)`` throws.
    public func ambiguity(budget: Budget = .default) throws(AutomataError) -> Ambiguity? {
        switch self {
        case .dfa: nil
        case .nfa(let nfa): try nfa.ambiguity(budget: budget)
        case .epsilonNFA(let automaton): try automaton.ambiguity(budget: budget)
        }
    }

    /// How many accepting runs a word can have as words get longer.
    ///
    /// - Complexity: as ``NFA/ambiguityDegree(budget:)`` has.
    /// - Throws: what ``NFA/ambiguityDegree(budget:)`` throws.
    public func ambiguityDegree(budget: Budget = .default) throws(AutomataError) -> AmbiguityDegree {
        switch self {
        case .dfa: .unambiguous
        case .nfa(let nfa): try nfa.ambiguityDegree(budget: budget)
        case .epsilonNFA(let automaton): try automaton.ambiguityDegree(budget: budget)
        }
    }
}
