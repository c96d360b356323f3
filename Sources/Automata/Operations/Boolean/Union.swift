extension FiniteAutomaton {
    /// Returns an automaton for the words that at least one of two automata accepts.
    ///
    /// Two DFAs yield the product of their accessible pairs of states. It is trim, over the joint
    /// alphabet, and numbered breadth-first from the initial state in alphabet order. It need not
    /// be minimal. Other automata are put side by side over the joint alphabet, this one's states
    /// first, without new epsilon moves. States keep their names if all have one and no two are
    /// equal. A DFA's union with an automaton of a different model is determinized.
    ///
    /// - Parameters:
    ///   - other: the other automaton.
    ///   - namingPairs: whether each state of a product is named after its pair, such as `(p,q)`,
    ///     or `(p,–)` or `(–,q)` after a missing transition of one automaton. States have no names
    ///     if two pairs would have the same name, since state names may contain commas.
    ///   - budget: the bound on states and memory; a product can have (*n₁* + 1) (*n₂* + 1) - 1
    ///     states.
    /// - Complexity: O(*n₁* + *m₁* + *n₂* + *m₂*), and O(*r* *k*) for *r* pairs of a product;
    ///   symbols that no state distinguishes count once.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``; another ``AutomataError`` if the
    ///   budget stops the work.
    ///
    /// Rabin, Scott: *Finite automata and their decision problems*, IBM J. Res. Dev. 3 (1959),
    /// doi:10.1147/rd.32.0114.
    public func union(
        _ other: some FiniteAutomaton, namingPairs: Bool = false, budget: Budget = .default
    ) throws(AutomataError) -> Self {
        if let product = try product(.union, other, namingPairs: namingPairs, budget: budget) { return product }
        let sum = try EpsilonNFA.sum(of: [asEpsilonNFA, other.asEpsilonNFA], budget: budget)
        return try Self(converting: sum, to: max(model, other.model), budget: budget)
    }

    /// Returns an automaton for the words that any of the automata accepts.
    ///
    /// The result has the most general model of the automata. DFAs yield the product of all,
    /// restricted to accessible tuples of states; automata of other models are put side by side. If
    /// DFAs have at least a quarter of all possible transitions, as in searches, tuples would be
    /// long. Then the result is the product of two minimal DFAs, one for each half of the list,
    /// which are built in the same way. For an empty list, the result accepts no word, over the
    /// empty alphabet.
    ///
    /// - Complexity: O(*n* + *m*) for *n* states and *m* transitions of all automata. For DFAs,
    ///   O(*m* + *r* *k* *s*) for *r* tuples of *s* states on average; if the list is halved, the
    ///   time of log₂ *c* rounds of products and minimizations for *c* automata.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``; another ``AutomataError`` if the
    ///   budget stops the work.
    public static func union(of automata: [Self], budget: Budget = .default) throws(AutomataError) -> Self {
        let model = automata.map(\.model).max() ?? .dfa
        if automata.count > 2, model == .dfa {
            let dfas = automata.compactMap(\.asDFA)
            if dfas.areDense { return .fitting(try DFA.unionByHalves(of: dfas, budget: budget), .dfa) }
        }
        let sum = try EpsilonNFA.sum(of: automata.map(\.asEpsilonNFA), budget: budget)
        if model == .dfa { return .fitting(try NFA(converting: sum).determinized(budget: budget), .dfa) }
        return try Self(converting: sum, to: model, budget: budget)
    }

    /// Returns the product of two DFAs, or `nil` if one of the two is of a different model.
    func product(
        _ kind: ProductKind, _ other: some FiniteAutomaton, namingPairs: Bool, budget: Budget
    ) throws(AutomataError) -> Self? {
        guard model == .dfa, other.model == .dfa, let left = asDFA, let right = other.asDFA else { return nil }
        return .fitting(
            try DFAProduct(kind: kind, namesPairs: namingPairs, budget: budget).run(aligning: left, right), .dfa)
    }
}

extension DFA {
    /// Returns the product of two halves, each the minimal DFA of its part of the automata. It
    /// works in rounds, without recursion.
    ///
    /// If no transition is missing, a state of the product stands for one state of each automaton.
    /// Then the product of all has at least as many states as the product of any part.
    fileprivate static func unionByHalves(of automata: [DFA], budget: Budget) throws(AutomataError) -> DFA {
        let joint = try AlphabetAlignment(automata.map(\.alphabet)).alphabet
        var parts = automata
        while parts.count > 2 {
            var next: [DFA] = []
            for index in stride(from: 1, to: parts.count, by: 2) {
                next.append(try parts[index - 1].union(parts[index], budget: budget).minimized(budget: budget))
            }
            if !parts.count.isMultiple(of: 2) { next.append(parts[parts.count - 1]) }
            parts = next
        }
        // Minimization may have merged symbols.
        return try parts[0].union(parts[1], budget: budget).aligned(to: joint, budget: budget)
    }
}

extension [DFA] {
    /// Whether at least a quarter of all possible transitions exists.
    fileprivate var areDense: Bool {
        var (cells, transitions) = (0, 0)
        for dfa in self {
            let product = dfa.stateCount.multipliedReportingOverflow(by: dfa.alphabet.count)
            let sum = cells.addingReportingOverflow(product.partialValue)
            if product.overflow || sum.overflow { return false }
            cells = sum.partialValue
            transitions += dfa.transitionCount
        }
        return transitions >= cells / 4
    }
}

extension EpsilonNFA {
    /// Returns the automata side by side over their joint alphabet.
    fileprivate static func sum(of automata: [EpsilonNFA], budget: Budget) throws(AutomataError) -> EpsilonNFA {
        let (alphabet, aligned) = try AlphabetAlignment.align(automata, budget: budget)
        return try DisjointSum(aligned, alphabet: alphabet, budget: budget).automaton
    }
}

/// Automata over one alphabet side by side; the states of each follow those of the previous one.
struct DisjointSum {
    /// All automata as one, with all their initial and final states.
    let automaton: EpsilonNFA
    /// The number of each automaton's first state in the sum, then the number of all states.
    let starts: [Int]

    init(_ automata: [EpsilonNFA], alphabet: Alphabet, budget: Budget) throws(AutomataError) {
        var starts = [0]
        var (transitionCount, moveCount) = (0, 0)
        for automaton in automata {
            starts.append(starts[starts.count - 1] + automaton.stateCount)
            transitionCount += automaton.rows.count
            moveCount += automaton.epsilon.count
        }
        let stateCount = starts[starts.count - 1]
        guard stateCount <= maximumCount else { throw .tooLarge("states") }
        guard transitionCount <= maximumCount, moveCount <= maximumCount else { throw .tooLarge("transitions") }
        try budget.check(statesBuilt: stateCount, bytes: 8 * (stateCount + transitionCount) + 4 * moveCount)

        var steps = BudgetSteps(BudgetWatch(budget, states: stateCount, bytes: 0))
        var (offsets, symbols, targets): ([UInt32], [Symbol], [StateID]) = ([0], [], [])
        var (moveOffsets, moves): ([UInt32], [StateID]) = ([0], [])
        offsets.reserveCapacity(stateCount + 1)
        symbols.reserveCapacity(transitionCount)
        targets.reserveCapacity(transitionCount)
        moveOffsets.reserveCapacity(stateCount + 1)
        moves.reserveCapacity(moveCount)
        var (initialStates, finalStates) = (StateSet(), StateSet())
        for (automaton, start) in zip(automata, starts) {
            try steps.step(automaton.stateCount + automaton.rows.count)
            let (base, moveBase) = (UInt32(symbols.count), UInt32(moves.count))
            symbols.append(contentsOf: automaton.rows.symbols)
            for target in automaton.rows.targets { targets.append(target + start) }
            for offset in automaton.rows.offsets.dropFirst() { offsets.append(offset + base) }
            for target in automaton.epsilon.targets { moves.append(target + start) }
            for offset in automaton.epsilon.offsets.dropFirst() { moveOffsets.append(offset + moveBase) }
            for state in automaton.initialStates { initialStates.insert(state + start) }
            for state in automaton.finalStates { finalStates.insert(state + start) }
        }
        self.starts = starts
        automaton = EpsilonNFA(
            alphabet: alphabet, rows: Transitions(offsets: offsets, symbols: symbols, targets: targets),
            epsilon: EpsilonMoves(offsets: moveOffsets, targets: moves), initialStates: initialStates,
            finalStates: finalStates, annotations: StateAnnotations(names: Self.names(automata)))
    }

    /// Returns the names of all, if all have names and no two are equal.
    private static func names(_ automata: [EpsilonNFA]) -> NameTable? {
        guard !automata.isEmpty, automata.allSatisfy({ $0.names != nil }) else { return nil }
        var table = NameTable()
        for names in automata.compactMap(\.names) {
            for id in 0..<StateID(names.count) {
                guard let isNew = try? names.withUTF8(at: Int(id), { try table.intern($0).isNew }), isNew else {
                    return nil
                }
            }
        }
        return table
    }
}
