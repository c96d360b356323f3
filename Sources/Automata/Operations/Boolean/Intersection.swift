extension DFA {
    /// A DFA for the words that both automata accept, by the product of those pairs of states that can be reached.
    ///
    /// The result is trim, over the joint alphabet, and numbered breadth-first from the initial state in alphabet order. It need not be minimal.
    ///
    /// - Parameters:
    ///   - namingPairs: whether each state is named after its pair, such as `(p,q)`. Where two pairs would have one name, as states'
    ///     names may have commas, there are no names.
    ///   - budget: the bound on states and memory; there can be *n₁* *n₂* states.
    /// - Complexity: O(*m₁* + *m₂* + *r* *k*) time and space for *r* pairs that are met; symbols that no state tells apart count once.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    ///
    /// Rabin, Scott: *Finite automata and their decision problems*, IBM J. Res. Dev. 3 (1959), doi:10.1147/rd.32.0114.
    public func intersection(
        _ other: DFA, namingPairs: Bool = false, budget: Budget = .default
    ) throws(AutomataError) -> DFA {
        try DFAProduct(kind: .intersection, namesPairs: namingPairs, budget: budget).run(aligning: self, other)
    }

    /// A DFA for the words that all automata accept: two are intersected at a time, small ones first, until nothing is left.
    ///
    /// The intersection of no languages has all words, over the empty alphabet.
    ///
    /// - Complexity: that of the products; each is trimmed before the next.
    /// - Throws: as ``intersection(_:namingPairs:budget:)``.
    public static func intersection(of automata: [DFA], budget: Budget = .default) throws(AutomataError) -> DFA {
        if automata.isEmpty { return .emptyWord }
        let aligned = try AlphabetAlignment.align(automata, budget: budget).automata
        return try fold(aligned) { (left, right) throws(AutomataError) in
            try left.intersection(right, budget: budget)
        }
    }

    /// All words over the empty alphabet.
    static var emptyWord: DFA {
        DFA(
            alphabet: [], rows: Transitions(stateCount: 1), initialState: 0, finalStates: [0])
    }
}

extension NFA {
    /// An NFA for the words that both automata accept, by the product of those pairs of states that can be reached.
    ///
    /// The result is trim, over the joint alphabet, and numbered breadth-first from the initial states in alphabet order.
    ///
    /// - Parameter budget: the bound on states and memory; there can be *n₁* *n₂* states.
    /// - Complexity: O(*m₁* + *m₂* + *t* log *d*) time for *t* transitions between the pairs of useful states that are met, at most *d*
    ///   from one.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    ///
    /// Rabin, Scott: *Finite automata and their decision problems*, IBM J. Res. Dev. 3 (1959), doi:10.1147/rd.32.0114.
    public func intersection(_ other: NFA, budget: Budget = .default) throws(AutomataError) -> NFA {
        let (left, right) = try AlphabetAlignment.align(self, other, budget: budget)
        return try NFAProduct(budget: budget).run(EpsilonNFA(left), EpsilonNFA(right)).withoutMoves
    }

    /// An NFA for the words that all automata accept: two are intersected at a time, small ones first, until nothing is left.
    ///
    /// The intersection of no languages has all words, over the empty alphabet.
    ///
    /// - Complexity: that of the products; each is trimmed before the next.
    /// - Throws: as ``intersection(_:budget:)``.
    public static func intersection(of automata: [NFA], budget: Budget = .default) throws(AutomataError) -> NFA {
        if automata.isEmpty { return NFA(.emptyWord) }
        let aligned = try AlphabetAlignment.align(automata, budget: budget).automata
        return try fold(aligned) { (left, right) throws(AutomataError) in
            try left.intersection(right, budget: budget)
        }
    }
}

extension EpsilonNFA {
    /// The automaton as an NFA, where it has no epsilon moves.
    var withoutMoves: NFA {
        assert(epsilon.count == 0)
        return NFA(
            alphabet: alphabet, rows: rows, initialStates: initialStates, finalStates: finalStates, names: names)
    }

    /// An automaton for the words that both accept, by the product of those pairs of states that can be reached; an epsilon move of
    /// one side is taken while the other side waits.
    ///
    /// The result is trim, over the joint alphabet, and numbered breadth-first from the initial states in alphabet order, epsilon moves last.
    ///
    /// - Parameter budget: the bound on states and memory; there can be *n₁* *n₂* states.
    /// - Complexity: O(*m₁* + *m₂* + *t* log *d*) time for *t* transitions and moves between the pairs of useful states that are met, at most
    ///   *d* from one.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    ///
    /// Rabin, Scott: *Finite automata and their decision problems*, IBM J. Res. Dev. 3 (1959), doi:10.1147/rd.32.0114.
    public func intersection(_ other: EpsilonNFA, budget: Budget = .default) throws(AutomataError) -> EpsilonNFA {
        let (left, right) = try AlphabetAlignment.align(self, other, budget: budget)
        return try NFAProduct(budget: budget).run(left, right)
    }

    /// An automaton for the words that all automata accept: two are intersected at a time, small ones first, until nothing is left.
    ///
    /// The intersection of no languages has all words, over the empty alphabet.
    ///
    /// - Complexity: that of the products; each is trimmed before the next.
    /// - Throws: as ``intersection(_:budget:)``.
    public static func intersection(
        of automata: [EpsilonNFA], budget: Budget = .default
    ) throws(AutomataError) -> EpsilonNFA {
        if automata.isEmpty { return EpsilonNFA(NFA(.emptyWord)) }
        let aligned = try AlphabetAlignment.align(automata, budget: budget).automata
        return try fold(aligned) { (left, right) throws(AutomataError) in
            try left.intersection(right, budget: budget)
        }
    }
}

extension Automaton {
    /// An automaton for the words that both accept: a DFA where both are, with epsilon moves where one has them, and otherwise an NFA.
    ///
    /// - Complexity: as ``DFA/intersection(_:namingPairs:budget:)``, ``NFA/intersection(_:budget:)`` or
    ///   ``EpsilonNFA/intersection(_:budget:)`` has.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func intersection(_ other: Automaton, budget: Budget = .default) throws(AutomataError) -> Automaton {
        switch (self, other) {
        case (.dfa(let left), .dfa(let right)): .dfa(try left.intersection(right, budget: budget))
        case (.epsilonNFA, _), (_, .epsilonNFA):
            .epsilonNFA(try asEpsilonNFA.intersection(other.asEpsilonNFA, budget: budget))
        default: .nfa(try asNFA.intersection(other.asNFA, budget: budget))
        }
    }

    /// An automaton for the words that all automata accept, of the most general model among them.
    ///
    /// The intersection of no languages has all words, over the empty alphabet.
    ///
    /// - Complexity: that of the products; each is trimmed before the next.
    /// - Throws: as ``intersection(_:budget:)``.
    public static func intersection(
        of automata: [Automaton], budget: Budget = .default
    ) throws(AutomataError) -> Automaton {
        if automata.isEmpty { return .dfa(.emptyWord) }
        let aligned = try AlphabetAlignment.align(automata, budget: budget).automata
        let result = try fold(aligned) { (left, right) throws(AutomataError) in
            try left.intersection(right, budget: budget)
        }
        // Where nothing is left early, not all have been joined.
        var (hasNFA, hasMoves) = (false, false)
        for automaton in automata {
            switch automaton {
            case .dfa: break
            case .nfa: hasNFA = true
            case .epsilonNFA: hasMoves = true
            }
        }
        if hasMoves { return .epsilonNFA(result.asEpsilonNFA) }
        return hasNFA ? .nfa(result.asNFA) : result
    }

    /// The automaton as an NFA, where it has no epsilon moves by its model.
    var asNFA: NFA {
        switch self {
        case .dfa(let dfa): NFA(dfa)
        case .nfa(let nfa): nfa
        case .epsilonNFA(let automaton): automaton.withoutMoves
        }
    }
}

/// Joins automata two at a time, smaller ones first, until one is left or one has no states, and so no words.
private func fold<Model: FiniteAutomaton>(
    _ automata: [Model], _ join: (Model, Model) throws(AutomataError) -> Model
) throws(AutomataError) -> Model {
    let order = automata.indices.sorted { (automata[$0].stateCount, $0) < (automata[$1].stateCount, $1) }
    var result = automata[order[0]]
    for index in order.dropFirst() {
        if result.stateCount == 0 { break }
        result = try join(result, automata[index])
    }
    return result
}
