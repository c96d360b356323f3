extension Automaton {
    /// A deterministic automaton of the same language; see ``NFA/determinized(total:namingSubsets:budget:)``.
    ///
    /// - Complexity: O(2ⁿ) at worst.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func determinized(
        total: Bool = false, namingSubsets: Bool = false, budget: Budget = .default
    ) throws(AutomataError) -> DFA {
        switch self {
        case .dfa(let dfa): try dfa.determinized(total: total, namingSubsets: namingSubsets, budget: budget)
        case .nfa(let nfa): try nfa.determinized(total: total, namingSubsets: namingSubsets, budget: budget)
        case .epsilonNFA(let automaton):
            try automaton.determinized(total: total, namingSubsets: namingSubsets, budget: budget)
        }
    }

    /// The smallest DFA of the same language; see ``DFA/minimized(using:total:budget:)``.
    ///
    /// - Complexity: O(*m* log *n*) for a DFA, else O(2ⁿ) at worst.
    /// - Throws: what determinization and ``DFA/minimized(using:total:budget:)`` throw.
    public func minimized(
        using algorithm: MinimizationAlgorithm = .automatic, total: Bool = false, budget: Budget = .default
    ) throws(AutomataError) -> DFA {
        switch self {
        case .dfa(let dfa): try dfa.minimized(using: algorithm, total: total, budget: budget)
        case .nfa(let nfa): try nfa.minimized(using: algorithm, total: total, budget: budget)
        case .epsilonNFA(let automaton): try automaton.minimized(using: algorithm, total: total, budget: budget)
        }
    }

    /// The automaton without the states that no accepting run visits; see ``NFA/trimmed()``.
    ///
    /// - Complexity: O(*n* + *m*).
    public func trimmed() -> Automaton {
        switch self {
        case .dfa(let dfa): .dfa(dfa.trimmed())
        case .nfa(let nfa): .nfa(nfa.trimmed())
        case .epsilonNFA(let automaton): .epsilonNFA(automaton.trimmed())
        }
    }

    /// The automaton of the reversed words, an NFA for a DFA; see ``NFA/reversed()``.
    ///
    /// - Complexity: O(*n* + *m*).
    public func reversed() -> Automaton {
        switch self {
        case .dfa(let dfa): .nfa(dfa.reversed())
        case .nfa(let nfa): .nfa(nfa.reversed())
        case .epsilonNFA(let automaton): .epsilonNFA(automaton.reversed())
        }
    }
}
