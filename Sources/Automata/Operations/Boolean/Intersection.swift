extension FiniteAutomaton {
    /// Returns an automaton for the words that both automata accept.
    ///
    /// It is the product of their accessible pairs of states; while one side takes an epsilon move,
    /// the other side waits.
    ///
    /// The result is trim, over the joint alphabet, and numbered breadth-first from the initial
    /// states in alphabet order, epsilon moves last. It need not be minimal. A DFA's intersection
    /// with an automaton of a different model is determinized.
    ///
    /// - Parameters:
    ///   - other: the other automaton.
    ///   - namingPairs: whether each state of a product of two DFAs is named after its pair, such
    ///     as `(p,q)`. States have no names if two pairs would have the same name, since state
    ///     names may contain commas.
    ///   - budget: the bound on states and memory; there can be *n₁* *n₂* states.
    /// - Complexity: O(*m₁* + *m₂* + *r* *k*) time and space for DFAs and *r* accessible pairs;
    ///   symbols that no state distinguishes count once. Otherwise O(*m₁* + *m₂* + *t* log *d*) for
    ///   *t* transitions between accessible pairs of useful states, at most *d* from one pair.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``; another ``AutomataError`` if the
    ///   budget stops the work.
    ///
    /// Rabin, Scott: *Finite automata and their decision problems*, IBM J. Res. Dev. 3 (1959),
    /// doi:10.1147/rd.32.0114.
    public func intersection(
        _ other: some FiniteAutomaton, namingPairs: Bool = false, budget: Budget = .default
    ) throws(AutomataError) -> Self {
        if let product = try product(.intersection, other, namingPairs: namingPairs, budget: budget) { return product }
        let (left, right) = try AlphabetAlignment.align(asEpsilonNFA, other.asEpsilonNFA, budget: budget)
        let pairs = try NFAProduct(budget: budget).run(left, right)
        return try Self(converting: pairs, to: max(model, other.model), budget: budget)
    }

    /// Returns an automaton for the words that all automata accept.
    ///
    /// The result has the most general model of the automata. Two automata are intersected at a
    /// time, small ones first. For an empty list, the result accepts all words over the empty
    /// alphabet: only the empty word.
    ///
    /// - Complexity: the time of the intersections of two automata at a time; each result is
    ///   trimmed before the next intersection.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``; another ``AutomataError`` if the
    ///   budget stops the work.
    public static func intersection(of automata: [Self], budget: Budget = .default) throws(AutomataError) -> Self {
        let aligned = try AlphabetAlignment.align(automata, budget: budget).automata
        let order = automata.indices.sorted { (automata[$0].stateCount, $0) < (automata[$1].stateCount, $1) }
        guard let first = order.first else { return .fitting(DFA.emptyWord, .dfa) }
        var result = aligned[first]
        for index in order.dropFirst() {
            if result.stateCount == 0 { break }
            result = try result.intersection(aligned[index], budget: budget)
        }
        // If the result becomes empty early, not all automata have been joined.
        return .fitting(result, automata.map(\.model).max() ?? .dfa)
    }
}

extension DFA {
    /// The DFA of the empty word over the empty alphabet.
    static var emptyWord: DFA {
        DFA(alphabet: [], rows: Transitions(stateCount: 1), initialState: 0, finalStates: [0])
    }
}
