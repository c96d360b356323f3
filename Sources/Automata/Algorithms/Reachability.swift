/// The targets of each state's transitions, without symbols, for reachability searches.
package struct TargetRows {
    /// The start of each row, or `nil` if all rows have `stride` cells.
    private let offsets: [UInt32]?
    private let stride: Int
    /// The targets of all rows; ``DenseID/absent`` in the empty cells of a dense table.
    package let targets: [StateID]

    private init(offsets: [UInt32]?, stride: Int, targets: [StateID]) {
        self.offsets = offsets
        self.stride = stride
        self.targets = targets
    }

    init(_ rows: Transitions) {
        self.init(offsets: rows.offsets, stride: 0, targets: rows.targets)
    }

    package init(_ moves: EpsilonMoves) {
        self.init(offsets: moves.offsets, stride: 0, targets: moves.targets)
    }

    init(_ table: DFA.Table, symbolCount: Int) {
        switch table {
        case .dense(let cells): self.init(offsets: nil, stride: symbolCount, targets: cells)
        case .sparse(let rows): self.init(rows)
        }
    }

    @inline(__always)
    package func range(of state: StateID) -> Range<Int> {
        if let offsets { return Int(offsets[Int(state)])..<Int(offsets[Int(state) + 1]) }
        return Int(state) * stride..<(Int(state) + 1) * stride
    }
}

/// Returns the states reachable from some states, over all kinds of rows together.
///
/// - Complexity: O(*n* + *m*).
func reachableStates(from start: StateSet, over rows: [TargetRows], stateCount: Int) -> StateSet {
    var steps = StepCount(NoWatch())
    return reachableStates(from: start, over: rows, stateCount: stateCount, steps: &steps)
}

/// Returns the states reachable from some states, as a part of longer work.
func reachableStates<Watch: WorkWatch>(
    from start: StateSet, over rows: [TargetRows], stateCount: Int, steps: inout StepCount<Watch>
) throws(Watch.Failure) -> StateSet {
    var words = [UInt64](repeating: 0, count: (stateCount + 63) / 64)
    var pending = Array(start)
    for state in pending { words[state.word] |= state.bit }
    while let state = pending.popLast() {
        for rows in rows {
            let row = rows.range(of: state)
            try steps.step(1 + row.count)
            for index in row {
                let target = rows.targets[index]
                if target == .absent { continue }
                if words[target.word] & target.bit == 0 {
                    words[target.word] |= target.bit
                    pending.append(target)
                }
            }
        }
    }
    return StateSet(words: words)
}

/// Returns the reversed rows: for each state its predecessors, once for each transition.
///
/// - Complexity: O(*n* + *m*), by counting.
func reversedRows(_ rows: [TargetRows], stateCount: Int) -> TargetRows {
    var steps = StepCount(NoWatch())
    return reversedRows(rows, stateCount: stateCount, steps: &steps)
}

/// Returns the reversed rows, as a part of longer work.
func reversedRows<Watch: WorkWatch>(
    _ rows: [TargetRows], stateCount: Int, steps: inout StepCount<Watch>
) throws(Watch.Failure) -> TargetRows {
    var offsets = [UInt32](repeating: 0, count: stateCount + 2)
    for rows in rows {
        for target in rows.targets {
            try steps.step()
            if target != .absent { offsets[Int(target) + 2] += 1 }
        }
    }
    for state in 0..<stateCount { offsets[state + 2] += offsets[state + 1] }
    var sources = [StateID](repeating: 0, count: Int(offsets[stateCount + 1]))
    for rows in rows {
        for source in 0..<StateID(stateCount) {
            let row = rows.range(of: source)
            try steps.step(1 + row.count)
            for index in row where rows.targets[index] != .absent {
                let target = Int(rows.targets[index])
                sources[Int(offsets[target + 1])] = source
                offsets[target + 1] += 1
            }
        }
    }
    offsets.removeLast()
    return TargetRows(EpsilonMoves(offsets: offsets, targets: sources))
}

extension FiniteAutomaton {
    /// The targets of all transitions and of all epsilon moves, in separate rows.
    package var targetRows: [TargetRows] {
        if let dfa = asDFA { return [TargetRows(dfa.table, symbolCount: alphabet.count)] }
        if let nfa = asNFA { return [TargetRows(nfa.rows)] }
        let automaton = asEpsilonNFA
        return [TargetRows(automaton.rows), TargetRows(automaton.epsilon)]
    }

    /// The accessible states, which some word leads to.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) in a dense table.
    public var accessibleStates: StateSet {
        var steps = StepCount(NoWatch())
        return accessibleStates(steps: &steps)
    }

    /// The co-accessible states, from which some word leads to a final state.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) in a dense table.
    public var coaccessibleStates: StateSet {
        var steps = StepCount(NoWatch())
        return coaccessibleStates(steps: &steps)
    }

    func accessibleStates<Watch: WorkWatch>(steps: inout StepCount<Watch>) throws(Watch.Failure) -> StateSet {
        try reachableStates(from: initialStates, over: targetRows, stateCount: stateCount, steps: &steps)
    }

    func coaccessibleStates<Watch: WorkWatch>(steps: inout StepCount<Watch>) throws(Watch.Failure) -> StateSet {
        let incoming = try reversedRows(targetRows, stateCount: stateCount, steps: &steps)
        return try reachableStates(from: finalStates, over: [incoming], stateCount: stateCount, steps: &steps)
    }

    package func trimmed(budget: Budget) throws(AutomataError) -> Self {
        var steps = BudgetSteps(BudgetWatch(budget, states: 0, bytes: 0))
        let accessible = try accessibleStates(steps: &steps)
        let useful = try accessible.intersection(coaccessibleStates(steps: &steps))
        try steps.check()
        return restricted(to: useful)
    }

    func coaccessiblePart(budget: Budget) throws(AutomataError) -> Self {
        var steps = BudgetSteps(BudgetWatch(budget, states: stateCount, bytes: 0))
        let coaccessible = try coaccessibleStates(steps: &steps)
        try steps.check()
        return restricted(to: coaccessible)
    }
}

extension EpsilonNFA {
    /// Returns the states reachable from the given ones by zero or more epsilon moves. Ids that
    /// aren't states of the automaton are left out.
    ///
    /// - Complexity: O(*n* / 64 + *e*) for *e* epsilon moves that leave states of the result.
    public func epsilonClosure(of states: StateSet) -> StateSet {
        reachableStates(
            from: states.intersection(StateSet(allBelow: stateCount)), over: [TargetRows(epsilon)],
            stateCount: stateCount)
    }
}
