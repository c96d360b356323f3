/// An algorithm for minimizing a DFA; all algorithms give the same result.
public enum MinimizationAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// Uses ``revuz`` if the automaton is acyclic. Otherwise runs rounds of ``moore`` as long as
    /// they split many blocks, and then ``hopcroft``.
    case automatic
    /// Hopcroft's algorithm: processes only the smaller half of each split block; O(*m* log *n*).
    case hopcroft
    /// Distinguishes states by longer and longer words, in up to *n* rounds of O(*m*) each.
    case moore
    /// Applies Hopcroft's idea to the transitions of partial automata: O(*m* log *n*) for any size
    /// of the alphabet.
    case valmari
    /// Reverses and determinizes twice.
    ///
    /// This takes O(2ⁿ) time and space at worst even for a DFA, while the other algorithms take
    /// O(*n* *m*) at most. Pass a ``Budget``, or choose ``automatic``.
    case brzozowski
    /// Finds equivalent states bottom-up, for acyclic automata only: O(*m*).
    case revuz
}

extension FiniteAutomaton {
    /// Returns the smallest DFA of the same language.
    ///
    /// The result is unique: automata of the same language and alphabet have *equal* (`==`) results
    /// with each algorithm. It is trim, and has no states for the empty language. If `total` is
    /// set, it is total, with one state for the empty language. States are numbered breadth-first
    /// from the initial one in alphabet order, and have no names. In an alphabet of bytes or
    /// scalars, classes that no state distinguishes are merged, and classes are numbered by their
    /// least members.
    ///
    /// Works for any automaton: partial or total, with inaccessible states, without initial or
    /// final states. An automaton that isn't a DFA is determinized first, but
    /// ``MinimizationAlgorithm/brzozowski`` starts from the automaton without its epsilon moves. If
    /// the reversed automaton is deterministic, ``MinimizationAlgorithm/automatic`` stops after
    /// determinizing, because the determinized automaton is already minimal.
    ///
    /// - Complexity: O(*m* log *n*) for a DFA with ``MinimizationAlgorithm/automatic``; see
    ///   ``MinimizationAlgorithm`` for the other algorithms. For a dense table, *m* is *n* *k*. For
    ///   an NFA or ε-NFA, O(2ⁿ) at worst, as for ``determinized(total:namingSubsets:budget:)``.
    /// - Throws: ``AutomataError/cyclic(state:)`` from ``MinimizationAlgorithm/revuz``; another
    ///   ``AutomataError`` if the budget stops the work.
    public func minimized(
        using algorithm: MinimizationAlgorithm = .automatic, total: Bool = false, budget: Budget = .default
    ) throws(AutomataError) -> DFA {
        if let dfa = asDFA { return try dfa.merged(using: algorithm, total: total, budget: budget) }
        let nfa = try removingEpsilonMoves(budget: algorithm == .brzozowski ? budget : budget.withoutStateLimit)
        if algorithm == .brzozowski { return try nfa.minimizedByBrzozowski(total: total, budget: budget) }
        if algorithm == .automatic,
            let minimal = try nfa.minimizedWhereReverseIsDeterministic(total: total, budget: budget)
        {
            return minimal
        }
        return try nfa.determinized(budget: budget).merged(using: algorithm, total: total, budget: budget)
    }
}

extension DFA {
    fileprivate func merged(
        using algorithm: MinimizationAlgorithm, total: Bool, budget: Budget
    ) throws(AutomataError) -> DFA {
        try budget.check(statesBuilt: 0)
        let ordered = withSymbolsByLeastMember()
        guard alphabet.count >= Self.largeAlphabet, transitionCount >= Self.manyTransitions,
            let groups = SymbolGroups(ordered, atMost: alphabet.count / 2), ordered.isHalved(by: groups)
        else { return try ordered.minimized(algorithm, original: self, total: total, budget: budget) }
        // Symbols that no state distinguishes need to be processed only once.
        switch ordered.alphabet.storage {
        case .partition(let partition):
            let merged = Alphabet(try partition.merged(groups.groupBySymbol, count: groups.count))
            return try ordered.restricted(to: groups, over: merged)
                .minimized(algorithm, original: self, total: total, budget: budget)
        case .named(let names):
            let fewer = try Alphabet(groups.representatives.map { names[$0] })
            return try ordered.restricted(to: groups, over: fewer)
                .minimized(algorithm, original: self, total: total, budget: budget)
                .expanded(from: groups, over: alphabet)
        }
    }

    /// The minimum number of symbols, and of transitions, for which merging symbols pays.
    private static var largeAlphabet: Int { 8 }
    private static var manyTransitions: Int { 1 << 12 }

    private func minimized(
        _ algorithm: MinimizationAlgorithm, original: DFA, total: Bool, budget: Budget
    ) throws(AutomataError) -> DFA {
        switch algorithm {
        case .automatic:
            return try minimizedAutomatically(total: total, budget: budget)
        case .hopcroft:
            return try minimizedByHopcroft(total: total, budget: budget)
        case .moore:
            return try minimizedByMoore(total: total, budget: budget)
        case .valmari:
            return try minimizedByValmari(total: total, budget: budget)
        case .brzozowski:
            return try NFA(self).minimizedByBrzozowski(total: total, budget: budget)
        case .revuz:
            return try minimizedByRevuz(original: original, total: total, budget: budget)
        }
    }
}

extension DFA {
    /// Minimizes acyclic automata bottom-up, and others by rounds of Moore's algorithm as long as
    /// they nearly double the classes, then by Hopcroft's.
    ///
    /// A round scans the table once, while Hopcroft's algorithm accesses memory at random. Random
    /// and redundant automata need few rounds. Chains of states would take a round each, and are
    /// left to the other algorithms.
    fileprivate func minimizedAutomatically(total: Bool, budget: Budget) throws(AutomataError) -> DFA {
        let input = try MinimizationInput(self, keepingDense: true, budget: budget)
        var classes = StateClasses(input)
        try input.withRows(
            complete: { (rows) throws(AutomataError) in try classes.refineAutomatically(rows, budget: budget) },
            pairs: { (rows) throws(AutomataError) in try classes.refineAutomatically(rows, budget: budget) },
            sparse: { (rows) throws(AutomataError) in try classes.refineAutomatically(rows, budget: budget) })
        return try input.quotient(classes, total: total, budget: budget)
    }
}

extension StateClasses {
    fileprivate mutating func refineAutomatically(_ rows: some RefinableRows, budget: Budget) throws(AutomataError) {
        if try mergeBottomUp(rows, budget: budget) { return }
        try refineByRoundsAndSplits(rows, Multipliers(count: rows.maximumRowLength + 1, seed: 1), budget: budget)
    }

    package mutating func refineByRoundsAndSplits(
        _ rows: some RefinableRows, _ multipliers: borrowing Multipliers, budget: Budget
    ) throws(AutomataError) {
        if let short = rows.classifyByShortWords(classes.base) { count = short } else { startFromRows(rows) }
        previousCount = 1
        if try refineByRounds(rows, multipliers, whileGrowing: true, budget: budget) { return }
        try refineByHopcroft(rows, budget: budget)
        if !isStable(rows) {
            // Two signatures had the same hash: start again without hashes.
            startFromRows(rows)
            try refineByHopcroft(rows, budget: budget)
        }
    }
}
