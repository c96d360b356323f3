/// A DFA prepared for partition refinement: its accessible states, and their breadth-first order.
///
/// The order makes results canonical at no cost: classes in the order of their first members are in
/// the breadth-first order of the quotient. It also places states next to their predecessors, which
/// helps the caches.
///
/// A dense table is completed by a sink state if needed; sparse rows are trimmed instead, so that
/// the work stays proportional to the transitions.
package struct MinimizationInput {
    let alphabet: Alphabet
    package let stateCount: Int
    /// The start of each row and the end of the last; empty if all rows have one cell per symbol.
    let offsets: [UInt32]
    /// The symbol of each transition; empty if all rows have one cell per symbol.
    let symbols: [Symbol]
    package let targets: [StateID]
    /// The states in breadth-first order; empty if that is the order of their numbers.
    let order: [StateID]
    /// 1 for final states, 0 for the others.
    package let finality: [UInt8]

    var isComplete: Bool { offsets.isEmpty }

    /// Prepares a DFA. Throws ``AutomataError/budgetExceeded(statesBuilt:limit:)`` if the tables
    /// alone need more bytes than allowed.
    package init(_ dfa: DFA, keepingDense: Bool, budget: Budget) throws(AutomataError) {
        // Only the existing form has a size that is known to fit.
        let cells =
            dfa.isDense && keepingDense
            ? (dfa.stateCount + 1) * max(1, dfa.alphabet.count) : dfa.transitionCount * 2
        try budget.check(statesBuilt: 0, bytes: dfa.stateCount * 24 + cells * 4)
        guard let initialState = dfa.initialState else {
            self.init(
                alphabet: dfa.alphabet, stateCount: 0, offsets: [0], symbols: [], targets: [], order: [],
                finality: [])
            return
        }
        if keepingDense, case .dense(let cells) = dfa.table {
            self = try Self.complete(dfa, cells: cells, initialState: initialState, budget: budget)
        } else {
            self = try Self.trimmed(dfa, rows: dfa.sparseRows, initialState: initialState, budget: budget)
        }
    }

    private init(
        alphabet: Alphabet, stateCount: Int, offsets: [UInt32], symbols: [Symbol], targets: [StateID],
        order: [StateID], finality: [UInt8]
    ) {
        self.alphabet = alphabet
        self.stateCount = stateCount
        self.offsets = offsets
        self.symbols = symbols
        self.targets = targets
        self.order = order
        self.finality = finality
    }

    private static func complete(
        _ dfa: DFA, cells: [StateID], initialState: StateID, budget: Budget
    ) throws(AutomataError) -> MinimizationInput {
        // State `dfa.stateCount` stands for the missing target; a walk over a total table never
        // meets it.
        let hasSink = dfa.transitionCount < cells.count
        var walk = BreadthFirstWalk(stateCount: dfa.stateCount + (hasSink ? 1 : 0), width: dfa.alphabet.count)
        let isWide = dfa.alphabet.count >= Self.wideAlphabet
        if isWide, try walk.discoverAll(cells, from: initialState, budget: budget) {
            var targets = cells
            if hasSink {
                targets.withUnsafeMutableBufferPointer { targets in
                    for cell in targets.indices { targets[cell] = min(targets[cell], StateID(dfa.stateCount)) }
                }
                targets.append(contentsOf: repeatElement(StateID(dfa.stateCount), count: dfa.alphabet.count))
            }
            return MinimizationInput(
                alphabet: dfa.alphabet, stateCount: walk.count, offsets: [], symbols: [], targets: targets,
                order: walk.order.array(count: walk.count),
                finality: dfa.finalStates.bits(count: walk.count))
        }
        let targets = try walk.renumber(cells, from: initialState, budget: budget)
        let finality = [UInt8](unsafeUninitializedCapacity: walk.count) { buffer, initializedCount in
            dfa.finalStates.withBits { isFinal in
                for state in 0..<walk.count { buffer[state] = isFinal(Int(walk.order[state])) }
            }
            initializedCount = walk.count
        }
        return MinimizationInput(
            alphabet: dfa.alphabet, stateCount: walk.count, offsets: [], symbols: [], targets: targets, order: [],
            finality: finality)
    }

    /// DFAs over alphabets of at least this size keep their state order. Only few of many targets
    /// can be close in memory, and reordering the table costs more than a round.
    private static var wideAlphabet: Int { 4 }

    private static func trimmed(
        _ dfa: DFA, rows: Transitions, initialState: StateID, budget: Budget
    ) throws(AutomataError) -> MinimizationInput {
        let oldCount = dfa.stateCount
        let number = ScratchBuffer<StateID>(repeating: .absent, count: oldCount)
        var order = ScratchBuffer<StateID>(capacity: oldCount + 1)
        order.appendUninitialized(oldCount + 1)
        number[Int(initialState)] = 0
        order[0] = initialState
        var count = 1
        var offsets = [UInt32](unsafeUninitializedCapacity: oldCount + 1) { $1 = oldCount + 1 }
        var symbols = [Symbol](unsafeUninitializedCapacity: rows.count) { $1 = rows.count }
        var targets = [StateID](unsafeUninitializedCapacity: rows.count) { $1 = rows.count }
        var (index, end) = (0, 0)
        offsets[0] = 0
        while index < count {
            try budget.check(statesBuilt: 0)
            let chunkEnd = min(count, index &+ BudgetPace.chunk)
            rows.targets.withUnsafeBufferPointer { oldTargets in
                targets.withUnsafeMutableBufferPointer { targets in
                    while index < chunkEnd {
                        let row = rows.range(of: order[index])
                        for transition in row {
                            let target = oldTargets[transition]
                            if number[Int(target)] == .absent {
                                number[Int(target)] = StateID(truncatingIfNeeded: count)
                                order[count] = target
                                count &+= 1
                            }
                            targets[end] = number[Int(target)]
                            symbols[end] = rows.symbols[transition]
                            end &+= 1
                        }
                        index &+= 1
                        offsets[index] = UInt32(truncatingIfNeeded: end)
                    }
                }
            }
        }
        offsets.removeLast(oldCount - count)
        symbols.removeLast(rows.count - end)
        targets.removeLast(rows.count - end)
        var finality = [UInt8](repeating: 0, count: count)
        dfa.finalStates.withBits { isFinal in
            for state in 0..<count { finality[state] = isFinal(Int(order[state])) }
        }
        trim(&offsets, &symbols, &targets, &finality)
        return MinimizationInput(
            alphabet: dfa.alphabet, stateCount: finality.count, offsets: offsets, symbols: symbols,
            targets: targets, order: [], finality: finality)
    }

    /// Drops states that can't reach a final state; the others keep their order, which stays
    /// breadth-first.
    private static func trim(
        _ offsets: inout [UInt32], _ symbols: inout [Symbol], _ targets: inout [StateID], _ finality: inout [UInt8]
    ) {
        let count = finality.count
        var liveness = finality
        if !markLive(&liveness, offsets, targets) {
            let rows = TargetRows(EpsilonMoves(offsets: offsets, targets: targets))
            let finals = StateSet((0..<StateID(count)).filter { finality[Int($0)] == 1 })
            let live = reachableStates(
                from: finals, over: [reversedRows([rows], stateCount: count)], stateCount: count)
            live.withBits { bit in
                for state in 0..<count { liveness[state] = bit(state) }
            }
        }
        var newNumber = [StateID](repeating: .absent, count: count)
        var kept = 0
        for state in 0..<count where liveness[state] == 1 {
            newNumber[state] = StateID(kept)
            kept += 1
        }
        if kept == count { return }
        guard liveness[0] == 1 else {
            (offsets, symbols, targets, finality) = ([0], [], [], [])
            return
        }
        var transitions = 0
        for state in 0..<count where liveness[state] == 1 {
            let row = Int(offsets[state])..<Int(offsets[state + 1])
            offsets[Int(newNumber[state])] = UInt32(truncatingIfNeeded: transitions)
            finality[Int(newNumber[state])] = finality[state]
            for transition in row where newNumber[Int(targets[transition])] != .absent {
                symbols[transitions] = symbols[transition]
                targets[transitions] = newNumber[Int(targets[transition])]
                transitions += 1
            }
        }
        offsets[kept] = UInt32(truncatingIfNeeded: transitions)
        offsets.removeLast(count - kept)
        finality.removeLast(count - kept)
        symbols.removeLast(symbols.count - transitions)
        targets.removeLast(targets.count - transitions)
    }

    /// Marks states that can reach marked ones, in a few sweeps against the order of numbers. They
    /// mostly suffice, because most transitions lead forward.
    ///
    /// - Returns: whether all such states are marked.
    private static func markLive(_ liveness: inout [UInt8], _ offsets: [UInt32], _ targets: [StateID]) -> Bool {
        for _ in 0..<4 {
            var hasChanged = false
            for state in liveness.indices.reversed() where liveness[state] == 0 {
                for transition in Int(offsets[state])..<Int(offsets[state + 1])
                where liveness[Int(targets[transition])] == 1 {
                    liveness[state] = 1
                    hasChanged = true
                    break
                }
            }
            if !hasChanged { return true }
        }
        return false
    }
}

extension MinimizationInput {
    /// Calls the closure for the layout of the rows. `pairs` is for total tables of two symbols,
    /// and twice as fast as `complete`.
    package func withRows(
        complete: (CompleteRows) throws(AutomataError) -> Void, pairs: (PairRows) throws(AutomataError) -> Void,
        sparse: (PartialRows) throws(AutomataError) -> Void
    ) throws(AutomataError) {
        try finality.withUnsafeBufferPointer { (finality) throws(AutomataError) in
            try targets.withUnsafeBufferPointer { (targets) throws(AutomataError) in
                if stateCount == 0 { return }
                if isComplete {
                    let rows = CompleteRows(
                        stateCount: stateCount, width: alphabet.count, targets: targets, finality: finality)
                    if alphabet.count == 2 { try pairs(PairRows(rows)) } else { try complete(rows) }
                } else {
                    try offsets.withUnsafeBufferPointer { (offsets) throws(AutomataError) in
                        try symbols.withUnsafeBufferPointer { (symbols) throws(AutomataError) in
                            try sparse(
                                PartialRows(
                                    stateCount: stateCount, symbolCount: alphabet.count, offsets: offsets,
                                    symbols: symbols, targets: targets, finality: finality))
                        }
                    }
                }
            }
        }
    }
}

extension MinimizationInput {
    /// Runs an algorithm for sparse rows only on an input that was made without a dense table.
    func withRows(sparse: (PartialRows) throws(AutomataError) -> Void) throws(AutomataError) {
        try withRows(complete: { _ in }, pairs: { _ in }, sparse: sparse)
    }
}

extension StateSet {
    /// Returns 1 for the states below the count that are in the set, 0 for the others.
    fileprivate func bits(count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            withBits { bit in
                for state in 0..<count { buffer[state] = bit(state) }
            }
            initializedCount = count
        }
    }

    /// Calls the body with a membership test for states of any number, which returns 1 or 0.
    @inline(__always)
    func withBits(_ body: ((Int) -> UInt8) -> Void) {
        words.withUnsafeBufferPointer { words in
            body { state in
                let index = state >> 6
                return index < words.count ? UInt8(truncatingIfNeeded: words[index] >> UInt64(state & 63) & 1) : 0
            }
        }
    }
}

extension DFA {
    var isDense: Bool {
        if case .dense = table { true } else { false }
    }
}
