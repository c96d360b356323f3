extension NFA {
    /// Returns the coarsest bisimulation of the automaton with itself, as a partition of its
    /// states.
    ///
    /// Two states are forward bisimilar if both or neither of them are final, and each transition
    /// of one state matches a transition of the other: on the same symbol, to a state of the same
    /// block. Backward bisimilarity is the same for the reversed automaton, with initial states and
    /// incoming transitions. States of one forward block accept the same words, and states of one
    /// backward block are reached by the same words.
    ///
    /// Partitions of transitions and of states refine each other. When a set of transitions on one
    /// symbol is split in two, their sources form three groups: states with transitions only in the
    /// first part, in both parts, or only in the second part. To find the groups, the transitions
    /// of each source in each set are counted. A new block splits the sets of its incoming
    /// transitions, and only the smaller half of a split is processed. Before that, rounds over all
    /// transitions refine the blocks as long as a round multiplies their number by 1.5, as in
    /// random automata. Such rounds are faster, because they read memory in order.
    ///
    /// - Result: every state is in a block, whether it is useful or not.
    /// - Complexity: O(*n* + *m* log *n* + *k*) time, O(*n* + *m* + *k*) space; about 60 bytes per
    ///   transition.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    /// - Reference: R. Paige, R. E. Tarjan, Three partition refinement algorithms, SIAM Journal on
    ///   Computing 16(6), 1987, doi:10.1137/0216062; A. Valmari, Bisimilarity minimization in O(m
    ///   log n) time, Petri Nets 2009, doi:10.1007/978-3-642-02424-5_9.
    public func bisimulationPartition(
        _ direction: RunDirection = .forward, budget: Budget = .default
    ) throws(AutomataError) -> StatePartition {
        switch direction {
        case .forward:
            return try rows.bisimulation(accepting: finalStates, symbolCount: alphabet.count, budget: budget)
        case .backward:
            try budget.check(statesBuilt: 0, bytes: rows.count * 20)
            return try rows.reversed(symbolCount: alphabet.count)
                .bisimulation(accepting: initialStates, symbolCount: alphabet.count, budget: budget)
        }
    }
}

extension Transitions {
    /// Returns the coarsest bisimulation that separates accepting states from the others.
    func bisimulation(
        accepting: StateSet, symbolCount: Int, budget: Budget
    ) throws(AutomataError) -> StatePartition {
        try budget.check(statesBuilt: 0, bytes: count * 60 + stateCount * 40 + symbolCount * 4)
        if stateCount == 0 { return StatePartition(numbers: [], count: 0) }
        let classes = ScratchBuffer<UInt32>(repeating: 0, count: stateCount)
        let acceptingCount = accepting.count
        let isMixed = acceptingCount > 0 && acceptingCount < stateCount
        if isMixed { for state in accepting { classes[Int(state)] = 1 } }
        let rounds = try BisimulationRounds(self).refine(classes, count: isMixed ? 2 : 1, accepting, budget)
        if rounds.isDone {
            return StatePartition(
                numbers: UnsafeBufferPointer(start: classes.base, count: stateCount), count: rounds.count)
        }
        try budget.check(statesBuilt: 0)
        var blocks = RefinablePartition<StateID>(
            classes: classes.base, elementCount: stateCount, classCount: rounds.count)
        try refine(&blocks, symbolCount: symbolCount, budget: budget)
        for state in 0..<stateCount { classes[state] = blocks.set(of: state) }
        return StatePartition(
            numbers: UnsafeBufferPointer(start: classes.base, count: stateCount), count: blocks.setCount)
    }

    private func refine(
        _ blocks: inout RefinablePartition<StateID>, symbolCount: Int, budget: Budget
    ) throws(AutomataError) {
        if count == 0 { return }
        // The passes take linear time, so the budget is checked only between them.
        try budget.check(statesBuilt: 0)
        var bundles = transitionsBySymbol(symbolCount: symbolCount)
        try budget.check(statesBuilt: 0)
        var counts = TransitionCounts(self)
        try budget.check(statesBuilt: 0)
        let incoming = IncomingTransitions(targets: targets, stateCount: stateCount)
        try budget.check(statesBuilt: 0)
        for bundle in 0..<bundles.setCount {
            for transition in bundles.members(of: bundle) { blocks.mark(counts.source(of: transition)) }
            blocks.split()
        }
        var (nextBlock, nextBundle, work) = (1, bundles.setCount, 0)
        while true {
            if nextBlock < blocks.setCount {
                for state in blocks.members(of: nextBlock) {
                    let transitions = incoming.transitions(to: Int(state))
                    work &+= transitions.count &+ 1
                    for transition in transitions { bundles.mark(Int(transition)) }
                }
                bundles.split()
                nextBlock += 1
            } else if nextBundle < bundles.setCount {
                work &+= bundles.size(of: nextBundle)
                counts.split(&blocks, by: bundles.members(of: nextBundle))
                nextBundle += 1
            } else {
                return
            }
            if work >= BudgetPace.chunk {
                try budget.check(statesBuilt: blocks.setCount)
                work = 0
            }
        }
    }

    /// Returns one set of transitions per symbol that has some.
    private func transitionsBySymbol(symbolCount: Int) -> RefinablePartition<TransitionID> {
        let setOfSymbol = ScratchBuffer<UInt32>(repeating: .max, count: symbolCount)
        let sets = ScratchBuffer<UInt32>(repeating: 0, count: count)
        var setCount: UInt32 = 0
        for transition in 0..<count {
            let symbol = Int(symbols[transition])
            if setOfSymbol[symbol] == .max {
                setOfSymbol[symbol] = setCount
                setCount += 1
            }
            sets[transition] = setOfSymbol[symbol]
        }
        return RefinablePartition(classes: sets.base, elementCount: count, classCount: Int(setCount))
    }
}

/// The number of transitions from each state into each set of transitions that the blocks are
/// stable against.
///
/// The transitions of one source in one such set share a counter. Each counter counts at least one
/// transition, so there are no more counters than transitions.
private struct TransitionCounts: ~Copyable {
    private let origins: ScratchBuffer<Origin>
    private let counters: ScratchBuffer<Counter>
    private var counterCount: UInt32 = 0
    private var touched: ScratchBuffer<TransitionID>

    /// The source and the counter of a transition, next to each other in memory.
    private struct Origin: BitwiseCopyable {
        var source: StateID
        var counter: UInt32
    }

    private struct Counter: BitwiseCopyable {
        var total: UInt32
        /// The number of its transitions in the set that is being processed.
        var countInSet: UInt32
        /// During a split, the new counter for its transitions in the set that is being processed;
        /// the largest number if all are in that set.
        var successor: UInt32
    }

    /// Creates one counter for each state and symbol.
    init(_ rows: Transitions) {
        origins = ScratchBuffer(repeating: Origin(source: 0, counter: 0), count: rows.count)
        counters = ScratchBuffer(repeating: Counter(total: 0, countInSet: 0, successor: .max), count: rows.count)
        touched = ScratchBuffer(capacity: 64)
        for state in 0..<StateID(rows.stateCount) {
            let row = rows.range(of: state)
            for index in row {
                if index == row.lowerBound || rows.symbols[index] != rows.symbols[index - 1] { counterCount += 1 }
                origins[index] = Origin(source: state, counter: counterCount - 1)
                counters.base[Int(counterCount - 1)].total += 1
            }
        }
    }

    @inline(__always)
    func source(of transition: TransitionID) -> Int { Int(origins[Int(transition)].source) }

    /// Splits each block into states with transitions only in the set, only in the rest of the set
    /// that it was split from, or in both.
    mutating func split(_ blocks: inout RefinablePartition<StateID>, by set: UnsafeBufferPointer<TransitionID>) {
        for transition in set {
            let counter = Int(origins[Int(transition)].counter)
            if counters[counter].countInSet == 0 {
                touched.append(transition)
                blocks.mark(source(of: transition))
            }
            counters.base[counter].countInSet &+= 1
        }
        blocks.split()
        for index in 0..<touched.count {
            let transition = touched[index]
            let counter = Int(origins[Int(transition)].counter)
            let state = counters[counter]
            counters.base[counter].countInSet = 0
            if state.countInSet == state.total {
                counters.base[counter].successor = .max
                blocks.mark(source(of: transition))
            } else {
                counters.base[counter].successor = counterCount
                counters.base[Int(counterCount)] = Counter(total: state.countInSet, countInSet: 0, successor: .max)
                counters.base[counter].total = state.total &- state.countInSet
                counterCount &+= 1
            }
        }
        blocks.split()
        for transition in set {
            let successor = counters[Int(origins[Int(transition)].counter)].successor
            if successor != .max { origins.base[Int(transition)].counter = successor }
        }
        touched.truncate(to: 0)
    }
}
