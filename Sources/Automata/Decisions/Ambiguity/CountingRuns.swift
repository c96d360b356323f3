extension EpsilonNFA {
    /// Returns a trim automaton without epsilon moves in which each word has as many accepting runs
    /// as in this automaton. But several sequences of epsilon moves between two symbols count as
    /// two.
    ///
    /// The degree of ambiguity stays the same. Each state has a second copy, which a second
    /// transition on the same symbol enters. Each word ends with an additional symbol, to count the
    /// epsilon moves after its last one too.
    func countingRuns(_ budget: Budget) throws(AutomataError) -> NFA {
        guard stateCount < maximumCount / 2 - 1 else { throw .tooLarge("states") }
        let symbolCount = alphabet.count
        let marked = try Alphabet((0...symbolCount).map(String.init))
        var walks = EpsilonWalks(epsilon, stateCount: stateCount)
        var offsets: [UInt32] = [0]
        var symbols: [Symbol] = []
        var targets: [StateID] = []
        var steps: [UInt64] = []
        var pace = BudgetPace()
        for state in states {
            if pace.isDue(states: Int(state), work: walks.work + symbols.count) {
                try budget.check(
                    statesBuilt: Int(state) * 2, statesPending: stateCount - Int(state), bytes: symbols.count * 8)
            }
            steps.removeAll(keepingCapacity: true)
            for (target, count) in walks.ends(from: state) {
                for _ in 0..<count {
                    for index in rows.range(of: target) {
                        steps.append(UInt64(rows.symbols[index]) << 32 | UInt64(rows.targets[index]))
                    }
                    if isFinal(target) { steps.append(UInt64(symbolCount) << 32 | UInt64(stateCount)) }
                }
            }
            steps.sort()
            // The second copy of the state has the same row.
            for _ in 0..<2 {
                for index in steps.indices where index < 2 || steps[index] != steps[index - 2] {
                    let isSecond = index > 0 && steps[index] == steps[index - 1]
                    symbols.append(Symbol(steps[index] >> 32))
                    targets.append(copy(of: StateID(truncatingIfNeeded: steps[index]), isSecond: isSecond))
                }
                offsets.append(UInt32(targets.count))
            }
            guard symbols.count < maximumCount else { throw .tooLarge("transitions") }
        }
        offsets.append(UInt32(targets.count))
        offsets.append(UInt32(targets.count))
        return try NFA(
            alphabet: marked, rows: Transitions(offsets: offsets, symbols: symbols, targets: targets),
            initialStates: StateSet(initialStates.map { copy(of: $0, isSecond: false) }),
            finalStates: [StateID(stateCount * 2), StateID(stateCount * 2 + 1)]
        ).trimmed(budget: budget)
    }

    /// Returns one of the two copies of a state.
    private func copy(of state: StateID, isSecond: Bool) -> StateID { StateID(Int(state) * 2 + (isSecond ? 1 : 0)) }
}

/// Counts the sequences of epsilon moves between states, up to two.
private struct EpsilonWalks {
    private let epsilon: EpsilonMoves
    private var counts: [UInt8]
    private(set) var work = 0

    init(_ epsilon: EpsilonMoves, stateCount: Int) {
        self.epsilon = epsilon
        counts = Array(repeating: 0, count: stateCount)
    }

    /// Returns the states reachable from a state by epsilon moves, including itself, with the
    /// number of paths, 1 or 2.
    mutating func ends(from state: StateID) -> [(target: StateID, count: Int)] {
        var reached: [StateID] = []
        // A visit to a state is passed on to its successors at most twice, because counts end at
        // two.
        var pending = [state]
        while let state = pending.popLast() {
            if counts[Int(state)] == 2 { continue }
            if counts[Int(state)] == 0 { reached.append(state) }
            counts[Int(state)] += 1
            let moves = epsilon.range(of: state)
            work += moves.count + 1
            for index in moves { pending.append(epsilon.targets[index]) }
        }
        return reached.map { state in
            defer { counts[Int(state)] = 0 }
            return (state, Int(counts[Int(state)]))
        }
    }
}
