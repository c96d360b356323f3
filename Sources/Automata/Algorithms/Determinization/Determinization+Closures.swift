extension EpsilonNFA {
    /// Returns the result of the textbook subset construction, whose subsets are closed under
    /// epsilon moves, with each state named after its subset.
    ///
    /// ``removingEpsilonMoves(budget:)`` doesn't merge states with equal closures, so the subsets
    /// of its result may differ too. Here a transition leads to the whole closure of its target, so
    /// that each subset is closed, and no closure is computed twice. Useless states are left out,
    /// and the others keep their numbers for the names.
    ///
    /// - Complexity: O(*n* *m*) time and space at worst for the closures, and that of the subset
    ///   construction.
    func determinizedNamingClosures(total: Bool, budget: Budget) throws(AutomataError) -> DFA {
        try budget.check(statesBuilt: 0)
        let useful = accessibleStates.intersection(coaccessibleStates)
        let closed = try leadingToClosures(of: useful, budget: budget.withoutStateLimit)
        let source = try SubsetSource(
            closed, useful: UsefulStates(useful, of: stateCount), includingUnusedSymbols: total)
        let construction = SubsetConstruction(
            automaton: closed, keepsEmptySubset: total, namesSubsets: true, budget: budget)
        return try construction.run(source)
    }

    /// Returns an automaton of the same language and states without epsilon moves, whose
    /// transitions lead to the closures of their targets.
    ///
    /// - Parameter useful: the states that are kept, in closures too.
    private func leadingToClosures(of useful: StateSet, budget: Budget) throws(AutomataError) -> NFA {
        let isUseful = ScratchBuffer<Bool>(repeating: false, count: stateCount)
        for state in useful { isUseful[Int(state)] = true }
        let visitedFor = ScratchBuffer<UInt64>(repeating: 0, count: stateCount)
        var walkCount: UInt64 = 0
        var found = ScratchBuffer<StateID>(capacity: 32)
        var work = 0
        /// Adds the new states reachable from the elements of `found` from an index on.
        func close(from start: Int, _ found: inout ScratchBuffer<StateID>) {
            var index = start
            while index < found.count {
                let moves = epsilon.range(of: found[index])
                work &+= moves.count
                for move in moves { visit(epsilon.targets[move], &found) }
                index += 1
            }
        }
        func visit(_ state: StateID, _ found: inout ScratchBuffer<StateID>) {
            if !isUseful[Int(state)] || visitedFor[Int(state)] == walkCount { return }
            visitedFor[Int(state)] = walkCount
            found.append(state)
        }

        var (offsets, symbols, targets): ([UInt32], [Symbol], [StateID]) = ([0], [], [])
        offsets.reserveCapacity(stateCount + 1)
        var pace = BudgetPace()
        for state in states {
            let row = isUseful[Int(state)] ? rows.range(of: state) : 0..<0
            var index = row.lowerBound
            while index < row.upperBound {
                if pace.isDue(states: Int(state), work: work &+ targets.count) {
                    try budget.check(statesBuilt: 0, bytes: targets.count * 8)
                }
                // Use one walk for all targets on one symbol.
                let symbol = rows.symbols[index]
                walkCount += 1
                found.truncate(to: 0)
                while index < row.upperBound, rows.symbols[index] == symbol {
                    visit(rows.targets[index], &found)
                    index += 1
                }
                close(from: 0, &found)
                let first = targets.count
                for member in 0..<found.count { targets.append(found[member]) }
                targets[first...].sort()
                symbols.append(contentsOf: repeatElement(symbol, count: found.count))
                guard targets.count < maximumCount else { throw .tooLarge("transitions") }
            }
            offsets.append(UInt32(truncatingIfNeeded: targets.count))
        }
        try budget.check(statesBuilt: 0, bytes: targets.count * 8)
        return NFA(
            alphabet: alphabet, rows: Transitions(offsets: offsets, symbols: symbols, targets: targets),
            initialStates: epsilonClosure(of: initialStates), finalStates: finalStates, annotations: annotations)
    }
}
