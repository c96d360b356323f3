extension FiniteAutomaton {
    /// Returns a deterministic automaton of the same language, by the subset construction.
    ///
    /// The result is trim, or total if `total` is set; then the empty subset may be a state. The
    /// result need not be minimal. Epsilon moves are removed first. States are numbered
    /// breadth-first from the initial one in alphabet order, so the same automaton always yields
    /// the same result.
    ///
    /// Subsets are reduced if that is cheap. A subset that contains a state known to accept every
    /// word is reduced to this state. If a subset contains a state of a small final loop, such as
    /// the loop after a found pattern, the states that it simulates are removed.
    ///
    /// If `namingSubsets` is set, subsets aren't reduced, and the subsets of an ε-NFA are closed
    /// under epsilon moves, as in textbooks. Otherwise, two states of the result may stand for
    /// different subsets with the same closure.
    ///
    /// - Parameters:
    ///   - total: whether each state gets a transition on each symbol.
    ///   - namingSubsets: whether each state is named after its subset, such as `{q0,q2}`. Useless
    ///     states are left out of the names, and the empty subset is `∅`. States have no names if
    ///     two subsets would have the same name, since state names may contain commas.
    ///   - budget: the bound on states and memory; the result can have 2ⁿ states.
    /// - Complexity: O(*m* + *r* *k* *s*) time for *r* resulting states that stand for subsets of
    ///   *s* states on average, and O(*m* + *r* (*k* + min(*s*, *n* / 64))) space. Symbols that no
    ///   state distinguishes count as one in *k*.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    ///
    /// Rabin, Scott: *Finite automata and their decision problems*, IBM J. Res. Dev. 3 (1959),
    /// doi:10.1147/rd.32.0114.
    public func determinized(
        total: Bool = false, namingSubsets: Bool = false, budget: Budget = .default
    ) throws(AutomataError) -> DFA {
        if namingSubsets, model == .epsilonNFA {
            return try asEpsilonNFA.determinizedNamingClosures(total: total, budget: budget)
        }
        // The bound on states is for the result; an intermediate automaton has no more states than
        // this one.
        return try removingEpsilonMoves(budget: budget.withoutStateLimit).subsetAutomaton(
            total: total, namingSubsets: namingSubsets, budget: budget)
    }
}

extension NFA {
    /// Returns the result of the subset construction.
    fileprivate func subsetAutomaton(total: Bool, namingSubsets: Bool, budget: Budget) throws(AutomataError) -> DFA {
        try budget.check(statesBuilt: 0)
        let useful = try UsefulStates(self, budget: budget)
        if useful.isDeterministic, !total {
            try budget.check(statesBuilt: useful.count)
            return try numberedBreadthFirst(useful, namingSubsets: namingSubsets, budget: budget)
        }
        let source = try SubsetSource(
            self, useful: useful, includingUnusedSymbols: total, absorbing: !namingSubsets, budget: budget)
        let construction = SubsetConstruction(
            automaton: self, keepsEmptySubset: total, namesSubsets: namingSubsets, budget: budget)
        return try construction.run(source)
    }
}

/// One run of the subset construction: selects the representation of subsets, and builds the
/// result.
package struct SubsetConstruction {
    /// Larger automata have subsets as lists, whose length is that of the subset.
    private static let maximumStatesOnBits = 4096

    let automaton: NFA
    let keepsEmptySubset: Bool
    let namesSubsets: Bool
    let budget: Budget

    package init(automaton: NFA, keepsEmptySubset: Bool, namesSubsets: Bool, budget: Budget) {
        self.automaton = automaton
        self.keepsEmptySubset = keepsEmptySubset
        self.namesSubsets = namesSubsets
        self.budget = budget
    }

    /// Subsets of up to 256 states are bit sets from the start. Subsets of larger automata are
    /// mostly small: they start as lists, and become bit sets if the lists turn out long.
    func run(_ source: borrowing SubsetSource) throws(AutomataError) -> DFA {
        switch source.stateCount {
        case ...64: return try runOnBits(SingleBlock<UInt64>(), source)
        case ...128: return try runOnBits(SingleBlock<SIMD2<UInt64>>(), source)
        case ...256: return try runOnBits(SingleBlock<SIMD4<UInt64>>(), source)
        default: break
        }
        // Each transition would take a bit set of up to a quarter byte per state.
        let fitsBits =
            source.stateCount <= Self.maximumStatesOnBits
            && source.transitionCount <= budget.maximumBytes / (source.stateCount / 4)
        if let dfa = try runOnLists(source, mayGiveUp: fitsBits) { return dfa }
        switch source.stateCount {
        case ...512: return try runOnBits(SingleBlock<SIMD8<UInt64>>(), source)
        case ...1024: return try runOnBits(SingleBlock<SIMD16<UInt64>>(), source)
        default: return try runOnBits(BlockRow(stateCount: source.stateCount), source)
        }
    }

    /// Runs the construction on lists, or returns `nil` if `mayGiveUp` is set and lists get too
    /// long.
    package func runOnLists(_ source: borrowing SubsetSource, mayGiveUp: Bool) throws(AutomataError) -> DFA? {
        var lists = ListSubsets(source, keepsEmptySubset: keepsEmptySubset)
        guard try lists.explore(source, budget: budget, mayGiveUp: mayGiveUp) else { return nil }
        return try result(lists.rows, source, workingBytes: lists.byteCount) { subset in lists.members(of: subset) }
    }

    package func runOnBits<Layout: SubsetLayout>(
        _ layout: Layout, _ source: borrowing SubsetSource
    ) throws(AutomataError) -> DFA {
        var subsets = BitSubsets(source, layout: layout, keepsEmptySubset: keepsEmptySubset)
        try subsets.explore(source, budget: budget)
        return try result(subsets.rows, source, workingBytes: subsets.byteCount) { subset in subsets.members(of: subset)
        }
    }

    private func result(
        _ rows: borrowing ResultRows, _ source: borrowing SubsetSource, workingBytes: Int, members: (Int) -> [StateID]
    ) throws(AutomataError) -> DFA {
        var names: NameTable?
        var workingBytes = workingBytes
        if namesSubsets {
            var table = NameTable(minimumCapacity: rows.count)
            var pace = BudgetPace()
            for subset in 0..<rows.count {
                if pace.isDue(states: subset, work: table.byteCount) {
                    try budget.check(statesBuilt: rows.count, bytes: workingBytes + table.byteCount)
                }
                let members = members(subset).map { automaton.name(of: source.oldStates[Int($0)]) }
                try table.intern(members.isEmpty ? "∅" : "{" + members.joined(separator: ",") + "}")
            }
            // State names with commas can give two subsets the same name; then states have no
            // names.
            names = table.count == rows.count ? table : nil
            workingBytes += table.byteCount
            try budget.check(statesBuilt: rows.count, bytes: workingBytes)
        }
        return try rows.dfa(
            alphabet: automaton.alphabet, symbols: source.symbolsByClass, names: names, workingBytes: workingBytes,
            budget: budget)
    }
}
