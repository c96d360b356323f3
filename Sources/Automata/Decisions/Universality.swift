extension FiniteAutomaton {
    /// Returns whether each word over an alphabet is accepted.
    ///
    /// Antichains decide whether the language includes all words; see ``InclusionAlgorithm``.
    ///
    /// - Parameters:
    ///   - alphabet: the alphabet of the words, or `nil` for the automaton's own.
    ///   - algorithm: the algorithm.
    ///   - budget: the bound on sets of states and on memory.
    /// - Complexity: O(*n* *k*) for a DFA. For other models, at most O(2ⁿ) sets are visited,
    ///   usually far fewer; the question is PSPACE-complete.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``; another ``AutomataError`` if the
    ///   budget stops the work.
    ///
    /// De Wulf, Doyen, Henzinger, Raskin: *Antichains: a new algorithm for checking universality of
    /// finite automata*, CAV 2006, doi:10.1007/11817963_5.
    public func isUniversal(
        over alphabet: Alphabet? = nil, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Bool {
        try NFA.allWords(over: alphabet ?? self.alphabet).isIncluded(in: self, using: algorithm, budget: budget)
    }

    /// Returns the verdict on whether each word over an alphabet is accepted. If the answer is no,
    /// ``Verdict/anyCounterexample(budget:)`` gives the rejected word that the search found, and
    /// ``Verdict/counterexample(budget:)`` the lexicographically first of the shortest rejected
    /// words.
    ///
    /// - Complexity: that of ``isUniversal(over:using:budget:)``.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``; another ``AutomataError`` if the
    ///   budget stops the work.
    public func universality(
        over alphabet: Alphabet? = nil, using algorithm: InclusionAlgorithm = .automatic, budget: Budget = .default
    ) throws(AutomataError) -> Verdict<Witness> {
        try NFA.allWords(over: alphabet ?? self.alphabet).inclusion(in: self, using: algorithm, budget: budget)
    }

    /// Returns the lexicographically first of the shortest rejected words over an alphabet, or
    /// `nil` if there is none.
    ///
    /// - Complexity: that of ``isUniversal(over:using:budget:)``, plus the time to visit each set
    ///   of states that is reached by a word no longer than the result.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``; another ``AutomataError`` if the
    ///   budget stops the work.
    public func shortestRejectedWord(
        over alphabet: Alphabet? = nil, budget: Budget = .default
    ) throws(AutomataError) -> Witness? {
        try universality(over: alphabet, budget: budget).counterexample(budget: budget)
    }
}

extension NFA {
    /// Returns the automaton of all words, which has one state.
    fileprivate static func allWords(over alphabet: Alphabet) -> NFA {
        let symbols = Array(alphabet.symbols)
        return NFA(
            alphabet: alphabet,
            rows: Transitions(
                offsets: [0, UInt32(symbols.count)], symbols: symbols,
                targets: Array(repeating: 0, count: symbols.count)),
            initialStates: [0], finalStates: [0])
    }
}
