extension FiniteAutomaton {
    /// Returns an automaton for the words that this automaton accepts and the other doesn't.
    ///
    /// Two DFAs yield the product of their accessible pairs of states. Otherwise the other
    /// automaton's epsilon moves are removed. Subsets of its states are built only if they occur
    /// together with a state of this automaton. The result has this automaton's model and the joint
    /// alphabet. It is trim, and numbered breadth-first from the initial states in alphabet order,
    /// epsilon moves last. It need not be minimal.
    ///
    /// - Parameters:
    ///   - other: the other automaton.
    ///   - namingPairs: whether each state of a product of two DFAs is named after its pair, such
    ///     as `(p,q)`, or `(p,–)` after a missing transition of the other automaton. States have no
    ///     names if two pairs would have the same name, since state names may contain commas.
    ///   - budget: the bound on states and memory; there can be *n₁* (*n₂* + 1) states for DFAs,
    ///     otherwise *n₁* 2^*n₂*.
    /// - Complexity: O(*m₁* + *m₂* + *r* *k*) time and space for two DFAs and *r* accessible pairs;
    ///   symbols that no state distinguishes count once. For other automata, O(*m₁* + *t* log *d*)
    ///   time for *t* transitions between accessible pairs, at most *d* from one pair, plus O(*s*
    ///   *m₂*) for *s* subsets that occur together with a useful state of this automaton.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``; another ``AutomataError`` if the
    ///   budget stops the work.
    ///
    /// Rabin, Scott: *Finite automata and their decision problems*, IBM J. Res. Dev. 3 (1959),
    /// doi:10.1147/rd.32.0114.
    public func difference(
        _ other: some FiniteAutomaton, namingPairs: Bool = false, budget: Budget = .default
    ) throws(AutomataError) -> Self {
        if let product = try product(.difference, other, namingPairs: namingPairs, budget: budget) { return product }
        let rest = try NFADifference(budget: budget).run(aligning: asEpsilonNFA, other.asEpsilonNFA)
        return .fitting(rest, model)
    }

    /// Returns an automaton for the words that exactly one of the two automata accepts.
    ///
    /// Two DFAs yield the product of their accessible pairs of states, which has no states if the
    /// languages are equal. Otherwise the result is the union of both differences; see
    /// ``difference(_:namingPairs:budget:)`` and ``union(_:namingPairs:budget:)``.
    ///
    /// - Parameters:
    ///   - other: the other automaton.
    ///   - namingPairs: whether each state of a product of two DFAs is named after its pair.
    ///   - budget: the bound on states and memory.
    /// - Complexity: the time of ``difference(_:namingPairs:budget:)`` in both directions.
    /// - Throws: ``AutomataError/incompatibleAlphabets(_:_:)``; another ``AutomataError`` if the
    ///   budget stops the work.
    public func symmetricDifference(
        _ other: some FiniteAutomaton, namingPairs: Bool = false, budget: Budget = .default
    ) throws(AutomataError) -> Self {
        if let product = try product(.symmetricDifference, other, namingPairs: namingPairs, budget: budget) {
            return product
        }
        let (left, right) = try AlphabetAlignment.align(asEpsilonNFA, other.asEpsilonNFA, budget: budget)
        let difference = NFADifference(budget: budget)
        let both = try difference.run(aligning: left, right).union(
            difference.run(aligning: right, left), budget: budget)
        return try Self(converting: both, to: max(model, other.model), budget: budget)
    }
}

/// The product of an automaton with the complement of another one, whose subsets are built on
/// demand.
private struct NFADifference {
    let budget: Budget

    /// Returns the difference of two automata, which are aligned first; the second one's epsilon
    /// moves are removed.
    func run(aligning one: EpsilonNFA, _ other: EpsilonNFA) throws(AutomataError) -> EpsilonNFA {
        let (left, right) = try AlphabetAlignment.align(one, other, budget: budget)
        let removed = try NFA(converting: right, budget: budget.withoutStateLimit)
        return try run(left, removed)
    }

    private func run(_ one: EpsilonNFA, _ other: NFA) throws(AutomataError) -> EpsilonNFA {
        // A useless state would form a pair with each subset, and increase the number of subsets.
        let (left, right) = (try one.trimmed(budget: budget), try other.trimmed(budget: budget))
        var subsets = LazySubsets(right)
        // The empty subset, from which nothing is accepted, has the largest number.
        var pairs = PairExploration(
            leftCount: left.stateCount, rightCount: Int(StateID.absent) + 1, budget: budget)
        try pairs.start(left.initialStates, [subsets.initialSubset() ?? .absent])
        while let (p, number) = try pairs.next(work: subsets.work, bytes: subsets.byteCount) {
            let subset = StateID(number)
            if left.isFinal(StateID(p)), subset == .absent || !subsets.isFinal(subset) { pairs.markFinal() }
            for transition in left.rows.range(of: StateID(p)) {
                try pairs.checkBudget(work: subsets.work, bytes: subsets.byteCount)
                let symbol = left.rows.symbols[transition]
                let target = subset == .absent ? .absent : subsets.target(from: subset, on: symbol)
                pairs.append(Int(left.rows.targets[transition]), Int(target), on: symbol)
            }
            for move in left.epsilon.range(of: StateID(p)) {
                pairs.appendMove(to: Int(left.epsilon.targets[move]), number)
            }
        }
        return try pairs.automaton(over: left.alphabet).coaccessiblePart(budget: budget.withoutStateLimit)
    }
}
