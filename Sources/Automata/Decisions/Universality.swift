extension NFA {
    /// Whether each word over an alphabet is accepted; over the automaton's own where none is given.
    ///
    /// Decided as the inclusion of all words, by antichains; see ``InclusionAlgorithm``.
    ///
    /// - Complexity: O(2^*n*) sets at most; mostly far less. The question is PSPACE-complete.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    ///
    /// De Wulf, Doyen, Henzinger, Raskin: *Antichains: a new algorithm for checking universality of finite automata*, CAV 2006,
    /// doi:10.1007/11817963_5.
    public func isUniversal(
        over alphabet: Alphabet? = nil, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Bool {
        try NFA.allWords(over: alphabet ?? self.alphabet).isIncluded(in: self, using: algorithm, budget: budget)
    }

    /// The shortest word over an alphabet that is rejected, of those the least; `nil` where there is none.
    ///
    /// - Complexity: as ``isUniversal(over:using:budget:)``, and the sets that words up to the result's length lead to.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func shortestRejectedWord(
        over alphabet: Alphabet? = nil, budget: Budget = .default
    ) throws(AutomataError) -> Witness? {
        try NFA.allWords(over: alphabet ?? self.alphabet).inclusionCounterexample(in: self, budget: budget)
    }

    /// One state that reads everything.
    private static func allWords(over alphabet: Alphabet) -> NFA {
        let symbols = Array(alphabet.symbols)
        return NFA(
            alphabet: alphabet,
            rows: Transitions(
                offsets: [0, UInt32(symbols.count)], symbols: symbols,
                targets: Array(repeating: 0, count: symbols.count)),
            initialStates: [0], finalStates: [0])
    }
}

extension DFA {
    /// Whether each word over an alphabet is accepted; over the automaton's own where none is given.
    ///
    /// - Complexity: O(*n* *k*).
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func isUniversal(
        over alphabet: Alphabet? = nil, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Bool {
        try NFA(self).isUniversal(over: alphabet, using: algorithm, budget: budget)
    }

    /// The shortest word over an alphabet that is rejected, of those the least; `nil` where there is none.
    ///
    /// - Complexity: O(*n* *k*).
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func shortestRejectedWord(
        over alphabet: Alphabet? = nil, budget: Budget = .default
    ) throws(AutomataError) -> Witness? {
        try NFA(self).shortestRejectedWord(over: alphabet, budget: budget)
    }
}

extension EpsilonNFA {
    /// Whether each word over an alphabet is accepted; see ``NFA/isUniversal(over:using:budget:)``.
    ///
    /// - Complexity: that of removing epsilon moves, and as NFAs have.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func isUniversal(
        over alphabet: Alphabet? = nil, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Bool {
        try removingEpsilonMoves(budget: budget.withoutStateLimit).isUniversal(
            over: alphabet, using: algorithm, budget: budget)
    }

    /// The shortest word over an alphabet that is rejected, of those the least; `nil` where there is none.
    ///
    /// - Complexity: that of removing epsilon moves, and as NFAs have.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func shortestRejectedWord(
        over alphabet: Alphabet? = nil, budget: Budget = .default
    ) throws(AutomataError) -> Witness? {
        try removingEpsilonMoves(budget: budget.withoutStateLimit).shortestRejectedWord(over: alphabet, budget: budget)
    }
}

extension Automaton {
    /// Whether each word over an alphabet is accepted; see ``NFA/isUniversal(over:using:budget:)``.
    ///
    /// - Complexity: as the model has it.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func isUniversal(
        over alphabet: Alphabet? = nil, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Bool {
        try withoutEpsilonMoves(budget).isUniversal(over: alphabet, using: algorithm, budget: budget)
    }

    /// The shortest word over an alphabet that is rejected, of those the least; `nil` where there is none.
    ///
    /// - Complexity: as the model has it.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func shortestRejectedWord(
        over alphabet: Alphabet? = nil, budget: Budget = .default
    ) throws(AutomataError) -> Witness? {
        try withoutEpsilonMoves(budget).shortestRejectedWord(over: alphabet, budget: budget)
    }
}
