extension FiniteAutomaton {
    /// Returns an automaton for the words that both automata accept, by the product of those pairs
    /// of states that can be reached; an epsilon move of one side is taken while the other side
    /// waits.
    ///
    /// The result is trim, over the joint alphabet, and numbered breadth-first from the initial
    /// states in alphabet order, epsilon moves last. It need not be minimal. A DFA's intersection
    /// with an automaton of another model is determinized.
    ///
    /// - Parameters:
    ///   - other: the other automaton.
    ///   - namingPairs: whether each state of a product of two DFAs is named after its pair, such
    ///     as `(p,q)`. If two pairs would have one name, as states' names may have commas, there
    ///     are no names.
    ///   - budget: the bound on states and memory; there can be *n₁* *n₂* states.
    /// - Complexity: O(*m₁* + *m₂* + *r* *k*) time and space for DFAs and *r* pairs that are met;
    ///   symbols that no state tells apart count once. Otherwise O(*m₁* + *m₂* + *t* log *d*) for
    ///   *t* transitions between the pairs of useful states that are met, at most *d* from one.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``,
    ///   ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
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

    /// Returns an automaton for the words that all automata accept, of the most general model among
    /// them: two are intersected at a time, small ones first, until nothing is left.
    ///
    /// The intersection of no languages has all words, over the empty alphabet.
    ///
    /// - Complexity: that of the products; each is trimmed before the next.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``,
    ///   ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public static func intersection(of automata: [Self], budget: Budget = .default) throws(AutomataError) -> Self {
        let aligned = try AlphabetAlignment.align(automata, budget: budget).automata
        let order = automata.indices.sorted { (automata[$0].stateCount, $0) < (automata[$1].stateCount, $1) }
        guard let first = order.first else { return .fitting(DFA.emptyWord, .dfa) }
        var result = aligned[first]
        for index in order.dropFirst() {
            if result.stateCount == 0 { break }
            result = try result.intersection(aligned[index], budget: budget)
        }
        // Not all have been joined if nothing is left early.
        return .fitting(result, automata.map(\.model).max() ?? .dfa)
    }
}

extension DFA {
    /// All words over the empty alphabet.
    static var emptyWord: DFA {
        DFA(alphabet: [], rows: Transitions(stateCount: 1), initialState: 0, finalStates: [0])
    }
}
