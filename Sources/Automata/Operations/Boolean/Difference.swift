extension DFA {
    /// A DFA for the words that this automaton accepts and the other doesn't, by the product of those pairs of states that can be reached.
    ///
    /// The result is trim, over the joint alphabet, and numbered breadth-first from the initial state in alphabet order. It need not be minimal.
    ///
    /// - Parameters:
    ///   - namingPairs: whether each state is named after its pair, such as `(p,q)`, or `(p,–)` where the other automaton has nowhere to
    ///     go. Where two pairs would have one name, as states' names may have commas, there are no names.
    ///   - budget: the bound on states and memory; there can be *n₁* (*n₂* + 1) states.
    /// - Complexity: O(*m₁* + *m₂* + *r* *k*) time and space for *r* pairs that are met; symbols that no state tells apart count once.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    ///
    /// Rabin, Scott: *Finite automata and their decision problems*, IBM J. Res. Dev. 3 (1959), doi:10.1147/rd.32.0114.
    public func difference(
        _ other: DFA, namingPairs: Bool = false, budget: Budget = .default
    ) throws(AutomataError) -> DFA {
        try DFAProduct(kind: .difference, namesPairs: namingPairs, budget: budget).run(aligning: self, other)
    }

    /// A DFA for the words that just one of the two automata accepts, by the product of those pairs of states that can be reached.
    ///
    /// It has no states where the languages are equal. Otherwise as ``union(_:namingPairs:budget:)``.
    ///
    /// - Complexity: O(*m₁* + *m₂* + *r* *k*) time and space for *r* pairs that are met; symbols that no state tells apart count once.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func symmetricDifference(
        _ other: DFA, namingPairs: Bool = false, budget: Budget = .default
    ) throws(AutomataError) -> DFA {
        try DFAProduct(kind: .symmetricDifference, namesPairs: namingPairs, budget: budget).run(aligning: self, other)
    }
}

extension NFA {
    /// An NFA for the words that this automaton accepts and the other doesn't.
    ///
    /// Subsets of the other's states are built on the way, those alone that are met together with a state of this one. The result is trim,
    /// over the joint alphabet, numbered breadth-first from the initial states in alphabet order, and as deterministic as this automaton.
    ///
    /// - Parameter budget: the bound on states and memory; there can be *n₁* 2^*n₂* states.
    /// - Complexity: O(*m₁* + *t* log *d*) time for *t* transitions between what is met, at most *d* from one state, and O(*s* *m₂*) for *s*
    ///   subsets that are met together with a useful state.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func difference(_ other: NFA, budget: Budget = .default) throws(AutomataError) -> NFA {
        let (left, right) = try AlphabetAlignment.align(self, other, budget: budget)
        return try NFADifference(budget: budget).run(EpsilonNFA(left), right).withoutMoves
    }

    /// An NFA for the words that just one of the two automata accepts: the two differences side by side.
    ///
    /// - Complexity: that of both ``difference(_:budget:)``.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func symmetricDifference(_ other: NFA, budget: Budget = .default) throws(AutomataError) -> NFA {
        let (left, right) = try AlphabetAlignment.align(self, other, budget: budget)
        return try left.difference(right, budget: budget).union(right.difference(left, budget: budget), budget: budget)
    }
}

extension EpsilonNFA {
    /// An automaton for the words that this one accepts and the other doesn't; this one's epsilon moves stay, the other's are removed first.
    ///
    /// Subsets of the other's states are built on the way, those alone that are met together with a state of this one. The result is trim,
    /// over the joint alphabet, and numbered breadth-first from the initial states in alphabet order, epsilon moves last.
    ///
    /// - Parameter budget: the bound on states and memory; there can be *n₁* 2^*n₂* states.
    /// - Complexity: O(*m₁* + *t* log *d*) time for *t* transitions between what is met, at most *d* from one state, and O(*s* *m₂*) for *s*
    ///   subsets that are met together with a useful state.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func difference(_ other: EpsilonNFA, budget: Budget = .default) throws(AutomataError) -> EpsilonNFA {
        let (left, right) = try AlphabetAlignment.align(self, other, budget: budget)
        let removed = try right.removingEpsilonMoves(budget: budget.withoutStateLimit)
        return try NFADifference(budget: budget).run(left, removed)
    }

    /// An automaton for the words that just one of the two accepts: the two differences side by side.
    ///
    /// - Complexity: that of both ``difference(_:budget:)``.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func symmetricDifference(
        _ other: EpsilonNFA, budget: Budget = .default
    ) throws(AutomataError) -> EpsilonNFA {
        let (left, right) = try AlphabetAlignment.align(self, other, budget: budget)
        return try left.difference(right, budget: budget).union(right.difference(left, budget: budget), budget: budget)
    }
}

extension Automaton {
    /// An automaton for the words that this one accepts and the other doesn't, of this one's model.
    ///
    /// - Complexity: as ``DFA/difference(_:namingPairs:budget:)``, ``NFA/difference(_:budget:)`` or ``EpsilonNFA/difference(_:budget:)`` has.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func difference(_ other: Automaton, budget: Budget = .default) throws(AutomataError) -> Automaton {
        switch (self, other) {
        case (.dfa(let left), .dfa(let right)): .dfa(try left.difference(right, budget: budget))
        case (.epsilonNFA(let left), _): .epsilonNFA(try left.difference(other.asEpsilonNFA, budget: budget))
        case (.dfa, _):
            .dfa(try asEpsilonNFA.difference(other.asEpsilonNFA, budget: budget).withoutMoves.asDeterministic)
        case (.nfa, _): .nfa(try asEpsilonNFA.difference(other.asEpsilonNFA, budget: budget).withoutMoves)
        }
    }

    /// An automaton for the words that just one of the two accepts: a DFA where both are, with epsilon moves where one has them, and
    /// otherwise an NFA.
    ///
    /// - Complexity: as the models' operations have.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func symmetricDifference(_ other: Automaton, budget: Budget = .default) throws(AutomataError) -> Automaton {
        switch (self, other) {
        case (.dfa(let left), .dfa(let right)): .dfa(try left.symmetricDifference(right, budget: budget))
        case (.epsilonNFA, _), (_, .epsilonNFA):
            .epsilonNFA(try asEpsilonNFA.symmetricDifference(other.asEpsilonNFA, budget: budget))
        default: .nfa(try asNFA.symmetricDifference(other.asNFA, budget: budget))
        }
    }
}

/// The product of an automaton with the complement of another one, whose subsets are built as they are met.
private struct NFADifference {
    let budget: Budget

    func run(_ one: EpsilonNFA, _ other: NFA) throws(AutomataError) -> EpsilonNFA {
        // A state that leads nowhere would be in a pair with each subset, and make the most of them.
        let (left, right) = (one.trimmed(), other.trimmed())
        var subsets = LazySubsets(right)
        // The empty subset, from which nothing is accepted, is the last of all numbers.
        var index = PairIndex(leftCount: left.stateCount, rightCount: Int(State.none) + 1)
        var rows = GrowingRows()
        let start = subsets.initialSubset() ?? .none
        for p in left.initialStates { _ = index.number(of: Int(p), Int(start)) }
        let initialCount = index.count
        var pace = BudgetPace()
        var next = 0
        while next < index.count {
            if pace.isDue(states: next, work: rows.transitionCount + subsets.work) || index.count > budget.maximumStates
            {
                try check(index, rows, subsets, explored: next)
            }
            let (p, subset) = index.pair(next)
            rows.beginRow()
            for transition in left.rows.range(of: State(p)) {
                let symbol = left.rows.symbols[transition]
                if pace.isDue(states: next, work: rows.transitionCount + subsets.work) {
                    try check(index, rows, subsets, explored: next)
                }
                let target = State(subset) == .none ? .none : subsets.target(from: State(subset), on: symbol)
                rows.append(index.number(of: Int(left.rows.targets[transition]), Int(target)).number, on: symbol)
            }
            for move in left.epsilon.range(of: State(p)) {
                rows.appendMove(to: index.number(of: Int(left.epsilon.targets[move]), subset).number)
            }
            rows.endRow()
            next += 1
        }
        try check(index, rows, subsets, explored: next)
        var finalWords = [UInt64](repeating: 0, count: (index.count + 63) / 64)
        for number in 0..<index.count {
            let (p, subset) = index.pair(number)
            if left.isFinal(State(p)), State(subset) == .none || !subsets.isFinal(State(subset)) {
                finalWords[number >> 6] |= 1 << UInt64(number & 63)
            }
        }
        return rows.automaton(
            alphabet: left.alphabet, initialStates: StateSet(allBelow: initialCount),
            finalStates: StateSet(words: finalWords)
        ).coaccessiblePart()
    }

    private func check(
        _ index: borrowing PairIndex, _ rows: borrowing GrowingRows, _ subsets: borrowing LazySubsets, explored: Int
    ) throws(AutomataError) {
        try budget.check(
            statesBuilt: index.count, statesPending: index.count - explored,
            bytes: index.byteCount + rows.byteCount + subsets.byteCount)
        guard rows.transitionCount < maximumCount / 2, index.count < maximumCount / 2, subsets.count < maximumCount / 2
        else { throw .tooLarge("states or transitions") }
    }
}
