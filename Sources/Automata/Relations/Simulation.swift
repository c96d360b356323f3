extension NFA {
    /// Returns the greatest simulation of the automaton with itself.
    ///
    /// Forward, *q* simulates *p* if *q* is final whenever *p* is, and each transition of *p*
    /// matches a transition of *q*: on the same symbol, to a state that simulates its target.
    /// Backward simulation is the same for the reversed automaton, with initial states and incoming
    /// transitions. If *q* simulates *p* forward, all words accepted from *p* are accepted from
    /// *q*. If *q* simulates *p* backward, all words that lead to *p* lead to *q*.
    ///
    /// Bisimilar states are merged first. Each of the *b* remaining blocks has a row of bits for
    /// the blocks that may simulate it. When blocks are removed from a row, the rows of the
    /// predecessors are revised; successors are processed before predecessors.
    ///
    /// - Result: every state is in the relation, whether it is useful or not. The preorder is
    ///   stored as a relation between classes of states that simulate each other.
    /// - Complexity: O(*m* log *n* + *b* *m* *d*) time, where *d* is the maximum number of
    ///   transitions from one state on one symbol; *b*²/4 bytes and O(*n* + *m*) space.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    /// - Reference: M. R. Henzinger, T. A. Henzinger, P. W. Kopke, Computing simulations on finite
    ///   and infinite graphs, FOCS 1995, doi:10.1109/SFCS.1995.492576; F. Ranzato, F. Tapparo, An
    ///   efficient simulation algorithm based on abstract interpretation, Information and
    ///   Computation 208(1), 2010, doi:10.1016/j.ic.2009.06.002.
    public func simulationPreorder(
        _ direction: RunDirection = .forward, budget: Budget = .default
    ) throws(AutomataError) -> SimulationPreorder {
        switch direction {
        case .forward:
            return try rows.simulation(accepting: finalStates, symbolCount: alphabet.count, budget: budget)
        case .backward:
            try budget.check(statesBuilt: 0, bytes: rows.count * 20)
            return try rows.reversed(symbolCount: alphabet.count)
                .simulation(accepting: initialStates, symbolCount: alphabet.count, budget: budget)
        }
    }
}

extension Transitions {
    /// Returns the greatest simulation in which only accepting states simulate accepting ones.
    func simulation(
        accepting: StateSet, symbolCount: Int, budget: Budget
    ) throws(AutomataError) -> SimulationPreorder {
        guard
            let preorder = try simulation(
                accepting: accepting, symbolCount: symbolCount, maximumWork: .max, budget: budget)
        else { throw .tooLarge("blocks of states") }
        return preorder
    }

    /// Returns the greatest simulation in which only accepting states simulate accepting ones, or
    /// `nil` if it takes more work than a limit.
    func simulation(
        accepting: StateSet, symbolCount: Int, maximumWork: Int, budget: Budget
    ) throws(AutomataError) -> SimulationPreorder? {
        let partition = try bisimulation(accepting: accepting, symbolCount: symbolCount, budget: budget)
        let isMerging = !partition.isDiscrete
        let merged = isMerging ? mergedBisimilar(partition) : self
        let acceptingBlocks = isMerging ? StateSet(accepting.map { partition.blockOfState[Int($0)] }) : accepting
        let cells = merged.stateCount.multipliedReportingOverflow(by: merged.stateCount / 32)
        if cells.overflow || cells.partialValue > maximumWork { return nil }
        try budget.check(
            statesBuilt: 0,
            bytes: SimulationWork.byteCount(stateCount: merged.stateCount, transitionCount: merged.count))
        var work = SimulationWork(merged, symbolCount: symbolCount)
        try work.start(accepting: acceptingBlocks, budget: budget)
        guard try work.refine(maximumWork: maximumWork, budget: budget) else { return nil }
        return work.preorder(over: partition)
    }

    /// Returns the rows of one state per block. The states of a block have transitions into the
    /// same blocks, so one of them represents all.
    func mergedBisimilar(_ partition: StatePartition) -> Transitions {
        var list = RowList(stateCount: partition.blockCount)
        var row: [UInt64] = []
        for block in 0..<partition.blockCount {
            row.removeAll(keepingCapacity: true)
            for index in range(of: partition.representative(ofBlock: block)) {
                row.append(UInt64(symbols[index]) << 32 | UInt64(partition.blockOfState[Int(targets[index])]))
            }
            row.sort()
            for index in row.indices where index == 0 || row[index] != row[index - 1] {
                list.append(Symbol(row[index] >> 32), StateID(truncatingIfNeeded: row[index]))
            }
            list.endRow()
        }
        return list.rows
    }
}
