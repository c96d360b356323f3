extension DFA {
    /// Minimizes by Valmari and Lehtinen's algorithm: states and transitions refine each other, so
    /// that missing transitions cost nothing.
    ///
    /// Transitions are first separated by symbol. A set of transitions splits the blocks of their
    /// sources; a block splits the sets of its incoming transitions. Only the smaller half of each
    /// split is processed.
    ///
    /// - Result: that of ``minimized(using:total:budget:)``.
    /// - Complexity: O(*n* + *m* log *n* + *k*) time, O(*n* + *m* + *k*) space.
    /// - Throws: the errors of ``minimized(using:total:budget:)``.
    /// - Reference: A. Valmari, Fast brief practical DFA minimization, Information Processing
    ///   Letters 112(6), 2012, doi:10.1016/j.ipl.2011.12.004.
    func minimizedByValmari(total: Bool, budget: Budget) throws(AutomataError) -> DFA {
        let input = try MinimizationInput(self, keepingDense: false, budget: budget)
        var classes = StateClasses(input)
        try input.withRows(sparse: { (rows) throws(AutomataError) in
            try classes.refineByValmari(rows, budget: budget)
        })
        return try input.quotient(classes, total: total, budget: budget)
    }
}

extension StateClasses {
    fileprivate mutating func refineByValmari(_ rows: PartialRows, budget: Budget) throws(AutomataError) {
        let transitionCount = rows.targets.count
        try budget.check(statesBuilt: 0, bytes: transitionCount * 28 + stateCount * 40)
        var blocks = finalityPartition(rows)
        var bundles = rows.transitionsBySymbol()
        let sources = rows.sources()
        let incoming = IncomingTransitions(targets: rows.targets, stateCount: rows.stateCount)
        var (nextBlock, nextBundle, work) = (1, 0, 0)
        while nextBundle < bundles.setCount {
            work += bundles.size(of: nextBundle)
            for transition in bundles.members(of: nextBundle) { blocks.mark(Int(sources[Int(transition)])) }
            blocks.split()
            nextBundle += 1
            while nextBlock < blocks.setCount {
                work += blocks.size(of: nextBlock)
                for state in blocks.members(of: nextBlock) {
                    for transition in incoming.transitions(to: Int(state)) { bundles.mark(Int(transition)) }
                }
                bundles.split()
                nextBlock += 1
            }
            if work >= BudgetPace.chunk {
                try budget.check(statesBuilt: blocks.setCount)
                work = 0
            }
        }
        for state in 0..<stateCount { classes[state] = blocks.set(of: state) }
        count = blocks.setCount
    }

    private mutating func finalityPartition(_ rows: PartialRows) -> RefinablePartition<StateID> {
        // A trim automaton has a final state; possibly all states are final.
        for state in 0..<stateCount { classes[state] = 1 - UInt32(rows.finality[state]) }
        let hasOther = rows.finality.contains(0)
        return RefinablePartition(classes: classes.base, elementCount: stateCount, classCount: hasOther ? 2 : 1)
    }
}

extension PartialRows {
    /// Returns one set of transitions per symbol that has some.
    fileprivate func transitionsBySymbol() -> RefinablePartition<TransitionID> {
        let setOfSymbol = ScratchBuffer<UInt32>(repeating: .max, count: symbolCount)
        let sets = ScratchBuffer<UInt32>(repeating: 0, count: symbols.count)
        var setCount: UInt32 = 0
        for transition in 0..<symbols.count {
            let symbol = Int(symbols[transition])
            if setOfSymbol[symbol] == .max {
                setOfSymbol[symbol] = setCount
                setCount += 1
            }
            sets[transition] = setOfSymbol[symbol]
        }
        return RefinablePartition(classes: sets.base, elementCount: symbols.count, classCount: Int(setCount))
    }

    /// Returns the source of each transition.
    fileprivate func sources() -> ScratchBuffer<StateID> {
        let sources = ScratchBuffer<StateID>(repeating: 0, count: targets.count)
        for state in 0..<stateCount {
            for transition in row(state) { sources[transition] = StateID(truncatingIfNeeded: state) }
        }
        return sources
    }
}
