/// An automaton that is being reduced.
package struct ReductionWork {
    private(set) var rows: Transitions
    let symbolCount: Int
    private(set) var initial: StateSet
    private(set) var final: StateSet
    /// For each state, the state of the given automaton that it stands for; the least one if
    /// several were merged.
    private(set) var oldStates: [StateID]

    init(rows: Transitions, symbolCount: Int, initial: StateSet, final: StateSet, stateCount: Int) {
        self.rows = rows
        self.symbolCount = symbolCount
        self.initial = initial
        self.final = final
        oldStates = Array(0..<StateID(stateCount))
    }

    /// The four sizes that may shrink; a round that changes none of them had no effect.
    private struct Size: Equatable {
        let states: Int
        let transitions: Int
        let initial: Int
        let final: Int
    }

    private var size: Size {
        Size(states: rows.stateCount, transitions: rows.count, initial: initial.count, final: final.count)
    }

    mutating func reduce(using method: ReductionMethod, budget: Budget) throws(AutomataError) {
        trim()
        switch method {
        case .automatic:
            try repeatUntilStable { (work) throws(AutomataError) in try work.reduceByBothBisimulations(budget) }
            if isSimulationCheap(budget) {
                try repeatUntilStable { (work) throws(AutomataError) in try work.reduceByBothSimulations(budget) }
            }
        case .forwardBisimulation:
            try repeatUntilStable { (work) throws(AutomataError) in try work.mergeBisimilar(.forward, budget) }
        case .backwardBisimulation:
            try repeatUntilStable { (work) throws(AutomataError) in try work.mergeBisimilar(.backward, budget) }
        case .bisimulation:
            try repeatUntilStable { (work) throws(AutomataError) in try work.reduceByBothBisimulations(budget) }
        case .forwardSimulation:
            try repeatUntilStable { (work) throws(AutomataError) in try work.reduceBySimulation(.forward, budget) }
        case .backwardSimulation:
            try repeatUntilStable { (work) throws(AutomataError) in try work.reduceBySimulation(.backward, budget) }
        case .simulation:
            try repeatUntilStable { (work) throws(AutomataError) in try work.reduceByBothSimulations(budget) }
        }
    }

    /// Runs rounds until one changes nothing.
    private mutating func repeatUntilStable(
        _ round: (inout ReductionWork) throws(AutomataError) -> Void
    ) throws(AutomataError) {
        var before: Size
        repeat {
            before = size
            try round(&self)
        } while size != before
    }

    /// Whether simulation is affordable: its time grows with the product of states and transitions;
    /// at this bound, all rounds take a few seconds.
    private func isSimulationCheap(_ budget: Budget) -> Bool {
        let bytes = SimulationWork.byteCount(stateCount: rows.stateCount, transitionCount: rows.count)
        return rows.stateCount * rows.count <= 1 << 28 && bytes <= budget.maximumBytes / 4
    }

    private mutating func reduceByBothBisimulations(_ budget: Budget) throws(AutomataError) {
        try mergeBisimilar(.forward, budget)
        try mergeBisimilar(.backward, budget)
    }

    private mutating func mergeBisimilar(_ direction: RunDirection, _ budget: Budget) throws(AutomataError) {
        let partition =
            direction == .forward
            ? try rows.bisimulation(accepting: final, symbolCount: symbolCount, budget: budget)
            : try rows.reversed(symbolCount: symbolCount)
                .bisimulation(accepting: initial, symbolCount: symbolCount, budget: budget)
        merge(partition)
    }

    /// Merges states by simulation, then prunes by this relation alone.
    private mutating func reduceBySimulation(
        _ direction: RunDirection, _ budget: Budget
    ) throws(AutomataError) {
        let strict = try mergeSimilar(direction, budget)
        switch direction {
        case .forward: try pruneForward(strict, backward: nil, budget)
        case .backward: try pruneBackward(strict, forward: nil, budget)
        }
    }

    /// Merges states by each simulation in turn. After each merge, prunes by both relations, one of
    /// which is strict.
    private mutating func reduceByBothSimulations(_ budget: Budget) throws(AutomataError) {
        let forward = try mergeSimilar(.forward, budget)
        try pruneForward(forward, backward: try simulation(.backward, budget), budget)
        let backward = try mergeSimilar(.backward, budget)
        try pruneBackward(backward, forward: try simulation(.forward, budget), budget)
    }

    private func simulation(_ direction: RunDirection, _ budget: Budget) throws(AutomataError) -> SimulationPreorder {
        direction == .forward
            ? try rows.simulation(accepting: final, symbolCount: symbolCount, budget: budget)
            : try rows.reversed(symbolCount: symbolCount)
                .simulation(accepting: initial, symbolCount: symbolCount, budget: budget)
    }

    /// Merges states that simulate each other.
    ///
    /// - Returns: the relation between the merged states, which is a partial order. It equals the
    ///   one before, because each state and its class simulate each other.
    private mutating func mergeSimilar(
        _ direction: RunDirection, _ budget: Budget
    ) throws(AutomataError) -> SimulationPreorder {
        let preorder = try simulation(direction, budget)
        let count = preorder.classes.blockCount
        merge(preorder.classes)
        return SimulationPreorder(
            classes: StatePartition(numbers: 0..<UInt32(count), count: count), words: preorder.words)
    }

    /// Forms the quotient: a block has the transitions of all its states, and is initial or final
    /// if one of them is.
    private mutating func merge(_ partition: StatePartition) {
        if partition.isDiscrete { return }
        let blocks = partition.blockOfState
        var sources: [StateID] = []
        sources.reserveCapacity(rows.count)
        for state in 0..<StateID(rows.stateCount) {
            sources.append(contentsOf: repeatElement(blocks[Int(state)], count: rows.range(of: state).count))
        }
        rows = Transitions(
            stateCount: partition.blockCount, sources: sources, symbols: rows.symbols,
            targets: rows.targets.map { blocks[Int($0)] })
        initial = StateSet(initial.map { blocks[Int($0)] })
        final = StateSet(final.map { blocks[Int($0)] })
        oldStates = (0..<partition.blockCount).map { oldStates[Int(partition.representative(ofBlock: $0))] }
    }

    /// Drops each transition that has a better one: on the same symbol, to a state that strictly
    /// simulates its target forward, from the same state or one that simulates its source backward.
    /// Initial states are treated like targets of transitions.
    ///
    /// This keeps the language. Of the accepting runs on a word, consider one whose states are
    /// maximal in the forward order, compared from the last state to the first. If it had a dropped
    /// transition, there would be a greater run: through the better transition, reached by a run
    /// that simulates the beginning backward, and continued by one that simulates the rest forward.
    /// Therefore, no transition of the run is dropped.
    ///
    /// - Parameter forward: a partial order.
    private mutating func pruneForward(
        _ forward: SimulationPreorder, backward: SimulationPreorder?, _ budget: Budget
    ) throws(AutomataError) {
        let isKept = try transitionsWithoutBetter(sources: backward, mayShareSource: true, budget) { target, other in
            target != other && forward.isSimulated(target, by: other)
        }
        initial = try Self.maximal(of: initial, in: forward, budget)
        keep(isKept)
    }

    /// Mirrors ``pruneForward(_:backward:_:)``: the sources are strictly related, and the targets
    /// may be equal.
    private mutating func pruneBackward(
        _ backward: SimulationPreorder, forward: SimulationPreorder?, _ budget: Budget
    ) throws(AutomataError) {
        let isKept = try transitionsWithoutBetter(sources: backward, mayShareSource: false, budget) { target, other in
            target == other || forward?.isSimulated(target, by: other) ?? false
        }
        final = try Self.maximal(of: final, in: backward, budget)
        keep(isKept)
    }

    /// Returns the maximal states of a set: the states that no other state of the set simulates.
    ///
    /// - Parameter order: a partial order: each class is a single state with the same number.
    package static func maximal(
        of states: StateSet, in order: SimulationPreorder, _ budget: Budget
    ) throws(AutomataError) -> StateSet {
        let all = states.words
        var greatest = states
        var work = 0
        for state in states {
            let start = Int(order.classes.blockOfState[Int(state)]) * order.wordsPerRow
            var others: UInt64 = 0
            for word in 0..<min(all.count, order.wordsPerRow) {
                let ownBit = word == state.word ? state.bit : 0
                others |= order.words[start + word] & all[word] & ~ownBit
                if others != 0 { break }
            }
            if others != 0 { greatest.remove(state) }
            work += order.wordsPerRow
            if work >= 1 << 20 {
                try budget.check(statesBuilt: 0)
                work = 0
            }
        }
        return greatest
    }

    /// Returns whether each transition is kept, because no transition is better.
    private func transitionsWithoutBetter(
        sources: SimulationPreorder?, mayShareSource: Bool, _ budget: Budget, isBetter: (StateID, StateID) -> Bool
    ) throws(AutomataError) -> [Bool] {
        var isKept = [Bool](repeating: true, count: rows.count)
        var work = 0
        for source in 0..<StateID(rows.stateCount) {
            if mayShareSource { work += markWorseTransitions(from: source, by: source, &isKept, isBetter) }
            if let sources {
                let sourceClass = sources.classes.blockOfState[Int(source)]
                sources.forEachSimulatingClass(of: sourceClass) { better in
                    for other in sources.classes.states(inBlock: Int(better)) where other != source {
                        work += markWorseTransitions(from: source, by: other, &isKept, isBetter)
                    }
                }
            }
            if work >= 1 << 20 {
                try budget.check(statesBuilt: 0)
                work = 0
            }
        }
        return isKept
    }

    /// Marks the transitions of one state for which another state, or the same one, has a better
    /// transition.
    ///
    /// - Returns: the approximate number of steps.
    private func markWorseTransitions(
        from source: StateID, by other: StateID, _ isKept: inout [Bool], _ isBetter: (StateID, StateID) -> Bool
    ) -> Int {
        let (row, others) = (rows.range(of: source), rows.range(of: other))
        var work = row.count + others.count
        var start = others.lowerBound
        for index in row {
            let symbol = rows.symbols[index]
            while start < others.upperBound, rows.symbols[start] < symbol { start += 1 }
            if !isKept[index] { continue }
            var next = start
            while next < others.upperBound, rows.symbols[next] == symbol {
                work += 1
                if isBetter(rows.targets[index], rows.targets[next]) {
                    isKept[index] = false
                    break
                }
                next += 1
            }
        }
        return work
    }

    /// Keeps the marked transitions, and the states that are still useful.
    private mutating func keep(_ isKept: [Bool]) {
        if isKept.contains(false) {
            var list = RowList(stateCount: rows.stateCount)
            for state in 0..<StateID(rows.stateCount) {
                for index in rows.range(of: state) where isKept[index] {
                    list.append(rows.symbols[index], rows.targets[index])
                }
                list.endRow()
            }
            rows = list.rows
        }
        trim()
    }

    private mutating func trim() {
        let targetRows = [TargetRows(rows)]
        let count = rows.stateCount
        let accessible = reachableStates(from: initial, over: targetRows, stateCount: count)
        let useful = reachableStates(
            from: final, over: [reversedRows(targetRows, stateCount: count)], stateCount: count
        ).intersection(accessible)
        let renumbering = Renumbering(keeping: useful, of: count)
        if renumbering.keepsAll { return }
        rows = renumbering.rows(rows)
        initial = renumbering.set(initial)
        final = renumbering.set(final)
        oldStates = renumbering.oldStates.map { oldStates[Int($0)] }
    }

    /// Splits off the transitions on one symbol as epsilon moves.
    func separated(epsilon: Symbol) -> (rows: Transitions, moves: EpsilonMoves) {
        var list = RowList(stateCount: rows.stateCount)
        var moveOffsets: [UInt32] = [0]
        var moves: [StateID] = []
        for state in 0..<StateID(rows.stateCount) {
            for index in rows.range(of: state) {
                if rows.symbols[index] == epsilon {
                    if rows.targets[index] != state { moves.append(rows.targets[index]) }
                } else {
                    list.append(rows.symbols[index], rows.targets[index])
                }
            }
            list.endRow()
            moveOffsets.append(UInt32(moves.count))
        }
        return (list.rows, EpsilonMoves(offsets: moveOffsets, targets: moves))
    }
}
