extension DFA {
    /// A DFA for the words that one of the automata accepts or both, by the product of those pairs of states that can be reached.
    ///
    /// The result is trim, over the joint alphabet, and numbered breadth-first from the initial state in alphabet order. It need not be minimal.
    ///
    /// - Parameters:
    ///   - namingPairs: whether each state is named after its pair, such as `(p,q)`, or `(p,–)` where the other automaton has nowhere to
    ///     go. Where two pairs would have one name, as states' names may have commas, there are no names.
    ///   - budget: the bound on states and memory; there can be (*n₁* + 1) (*n₂* + 1) - 1 states.
    /// - Complexity: O(*m₁* + *m₂* + *r* *k*) time and space for *r* pairs that are met; symbols that no state tells apart count once.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    ///
    /// Rabin, Scott: *Finite automata and their decision problems*, IBM J. Res. Dev. 3 (1959), doi:10.1147/rd.32.0114.
    public func union(
        _ other: DFA, namingPairs: Bool = false, budget: Budget = .default
    ) throws(AutomataError) -> DFA {
        try DFAProduct(kind: .union, namesPairs: namingPairs, budget: budget).run(aligning: self, other)
    }

    /// A DFA for the words that any of the automata accepts, by the product of all at once: those tuples of states that can be reached.
    ///
    /// The union of no languages is empty, over the empty alphabet. The result is as that of ``NFA/determinized(total:namingSubsets:budget:)``
    /// for ``NFA/union(of:budget:)``.
    ///
    /// - Complexity: O(*m* + *r* *k* *s*) for *r* resulting states that stand for *s* states on average, *m* transitions in all.
    /// - Throws: as ``union(_:namingPairs:budget:)``.
    public static func union(of automata: [DFA], budget: Budget = .default) throws(AutomataError) -> DFA {
        var operands: [NFA] = []
        for automaton in automata { operands.append(NFA(automaton)) }
        return try NFA.union(of: operands, budget: budget).determinized(budget: budget)
    }
}

extension NFA {
    /// An NFA for the words that one of the automata accepts or both: the two side by side over the joint alphabet, this one's states first.
    ///
    /// States keep their names where all have one and no two are alike.
    ///
    /// - Complexity: O(*n₁* + *m₁* + *n₂* + *m₂*).
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func union(_ other: NFA, budget: Budget = .default) throws(AutomataError) -> NFA {
        try .union(of: [self, other], budget: budget)
    }

    /// An NFA for the words that any of the automata accepts: all of them side by side over the joint alphabet.
    ///
    /// The union of no languages is empty, over the empty alphabet.
    ///
    /// - Complexity: O(*n* + *m*), the states and transitions of all.
    /// - Throws: as ``union(_:budget:)``.
    public static func union(of automata: [NFA], budget: Budget = .default) throws(AutomataError) -> NFA {
        var operands: [EpsilonNFA] = []
        for automaton in automata { operands.append(EpsilonNFA(automaton)) }
        return try EpsilonNFA.union(of: operands, budget: budget).withoutMoves
    }
}

extension EpsilonNFA {
    /// An automaton for the words that one of two accepts or both: the two side by side over the joint alphabet, this one's states first.
    ///
    /// There are several initial states then, and no epsilon move is added. States keep their names where all have one and no two are
    /// alike.
    ///
    /// - Complexity: O(*n₁* + *m₁* + *n₂* + *m₂*).
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func union(_ other: EpsilonNFA, budget: Budget = .default) throws(AutomataError) -> EpsilonNFA {
        try .union(of: [self, other], budget: budget)
    }

    /// An automaton for the words that any of the automata accepts: all of them side by side over the joint alphabet.
    ///
    /// The union of no languages is empty, over the empty alphabet.
    ///
    /// - Complexity: O(*n* + *m*), the states and transitions of all.
    /// - Throws: as ``union(_:budget:)``.
    public static func union(of automata: [EpsilonNFA], budget: Budget = .default) throws(AutomataError) -> EpsilonNFA {
        let (alphabet, aligned) = try AlphabetAlignment.align(automata, budget: budget)
        return try DisjointSum(aligned, alphabet: alphabet, budget: budget).automaton
    }
}

extension Automaton {
    /// An automaton for the words that one of two accepts or both: a DFA where both are, with epsilon moves where one has them, and
    /// otherwise an NFA.
    ///
    /// - Complexity: as ``DFA/union(_:namingPairs:budget:)``, ``NFA/union(_:budget:)`` or ``EpsilonNFA/union(_:budget:)`` has.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func union(_ other: Automaton, budget: Budget = .default) throws(AutomataError) -> Automaton {
        switch (self, other) {
        case (.dfa(let left), .dfa(let right)): .dfa(try left.union(right, budget: budget))
        case (.epsilonNFA, _), (_, .epsilonNFA):
            .epsilonNFA(try asEpsilonNFA.union(other.asEpsilonNFA, budget: budget))
        default: .nfa(try asNFA.union(other.asNFA, budget: budget))
        }
    }

    /// An automaton for the words that any of the automata accepts, of the most general model among them.
    ///
    /// The union of no languages is empty, over the empty alphabet.
    ///
    /// - Complexity: as the models' operations have.
    /// - Throws: as ``union(_:budget:)``.
    public static func union(of automata: [Automaton], budget: Budget = .default) throws(AutomataError) -> Automaton {
        var dfas: [DFA] = []
        var (operands, hasMoves): ([EpsilonNFA], Bool) = ([], false)
        for automaton in automata {
            if case .dfa(let dfa) = automaton { dfas.append(dfa) }
            if case .epsilonNFA = automaton { hasMoves = true }
            operands.append(automaton.asEpsilonNFA)
        }
        if dfas.count == automata.count { return .dfa(try DFA.union(of: dfas, budget: budget)) }
        let sum = try EpsilonNFA.union(of: operands, budget: budget)
        return hasMoves ? .epsilonNFA(sum) : .nfa(sum.withoutMoves)
    }
}

/// Automata over one alphabet side by side, the states of each behind those of the one before.
struct DisjointSum {
    /// All of them as one automaton; what is initial or final in its own is so here.
    let automaton: EpsilonNFA
    /// The number that the first state of each has, and the number of all states.
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

        var (offsets, symbols, targets): ([UInt32], [Symbol], [State]) = ([0], [], [])
        var (moveOffsets, moves): ([UInt32], [State]) = ([0], [])
        offsets.reserveCapacity(stateCount + 1)
        symbols.reserveCapacity(transitionCount)
        targets.reserveCapacity(transitionCount)
        moveOffsets.reserveCapacity(stateCount + 1)
        moves.reserveCapacity(moveCount)
        var (initialStates, finalStates) = (StateSet(), StateSet())
        for (automaton, start) in zip(automata, starts) {
            let (base, moveBase) = (UInt32(symbols.count), UInt32(moves.count))
            symbols.append(contentsOf: automaton.rows.symbols)
            for target in automaton.rows.targets { targets.append(target + State(start)) }
            for offset in automaton.rows.offsets.dropFirst() { offsets.append(offset + base) }
            for target in automaton.epsilon.targets { moves.append(target + State(start)) }
            for offset in automaton.epsilon.offsets.dropFirst() { moveOffsets.append(offset + moveBase) }
            for state in automaton.initialStates { initialStates.insert(state + State(start)) }
            for state in automaton.finalStates { finalStates.insert(state + State(start)) }
        }
        self.starts = starts
        automaton = EpsilonNFA(
            alphabet: alphabet, rows: Transitions(offsets: offsets, symbols: symbols, targets: targets),
            epsilon: EpsilonMoves(offsets: moveOffsets, targets: moves), initialStates: initialStates,
            finalStates: finalStates, names: Self.names(automata))
    }

    /// The names of all, where all have names and no two are alike.
    private static func names(_ automata: [EpsilonNFA]) -> NameTable? {
        guard !automata.isEmpty, automata.allSatisfy({ $0.names != nil }) else { return nil }
        var table = NameTable()
        for names in automata.compactMap(\.names) {
            for id in 0..<UInt32(names.count) {
                guard let isNew = try? names.withUTF8(of: id, { try table.intern($0).isNew }), isNew else { return nil }
            }
        }
        return table
    }
}
