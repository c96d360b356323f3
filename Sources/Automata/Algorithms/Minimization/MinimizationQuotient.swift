extension MinimizationInput {
    /// The automaton of the classes, canonically numbered and with its classes of symbols merged; the end of every minimization.
    ///
    /// States of a class must have targets in equal classes. Classes may be numbered in any way: they are put in the order
    /// of their first members, which is breadth-first as the states are.
    ///
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)`` where the result is too large.
    func quotient(
        _ partition: consuming StateClasses, total: Bool, budget: Budget
    ) throws(AutomataError) -> DFA {
        if stateCount == 0 { return try Self.empty(alphabet, total: total, budget: budget) }
        let result: DFA
        if isComplete {
            result = completeQuotient(partition, keepingDead: total)
        } else {
            result = sparseQuotient(partition)
        }
        if result.stateCount == 0 { return try Self.empty(alphabet, total: total, budget: budget) }
        try budget.check(statesBuilt: result.stateCount)
        let merged = try result.mergingEqualSymbols()
        if !total || merged.isTotal { return merged }
        let (cells, overflow) = (merged.stateCount + 1).multipliedReportingOverflow(by: merged.alphabet.count * 4)
        try budget.check(statesBuilt: merged.stateCount + 1, bytes: overflow ? .max : cells)
        return merged.completed().canonicallyNumbered()
    }

    private static func empty(_ alphabet: Alphabet, total: Bool, budget: Budget) throws(AutomataError) -> DFA {
        let empty = try DFA(
            alphabet: alphabet, rows: Transitions(stateCount: 0), initialState: nil, finalStates: []
        ).mergingEqualSymbols()
        return total ? empty.completed() : empty
    }

    private func completeQuotient(_ partition: consuming StateClasses, keepingDead: Bool) -> DFA {
        let width = alphabet.count
        let isIdentity = partition.isDiscrete
        let order = CanonicalOrder(partition)
        let classes = partition.classes
        // In a minimal total automaton one state at most accepts nothing: the one that is not final and not left.
        let dead = (0..<order.members.count).first { number in
            let member = Int(order.members[number])
            return finality[member] == 0
                && targets[member * width..<(member + 1) * width].allSatisfy {
                    Int(order.numbers[Int(classes[Int($0)])]) == number
                }
        }
        let dropped = keepingDead ? nil : dead
        if isIdentity, dropped == nil {
            return DFA(
                alphabet: alphabet, stateCount: stateCount, transitionCount: targets.count, table: .dense(targets),
                initialState: 0, finalStates: finals(order.members, dropping: nil))
        }
        let kept = order.members.count - (dropped == nil ? 0 : 1)
        if kept == 0 || dropped == 0 {
            return DFA(alphabet: alphabet, rows: Transitions(stateCount: 0), initialState: nil, finalStates: [])
        }
        let newTargets = ScratchBuffer<UInt32>(repeating: 0, count: order.members.count)
        for old in 0..<order.members.count {
            let shift = dropped.map { old > $0 } == true
            newTargets[Int(old)] = old == dropped ? .none : UInt32(truncatingIfNeeded: shift ? old - 1 : old)
        }
        var cells = [State](unsafeUninitializedCapacity: kept * width) { _, count in count = kept * width }
        cells.withUnsafeMutableBufferPointer { cells in
            targets.withUnsafeBufferPointer { targets in
                var cell = 0
                for number in 0..<order.members.count where number != dropped {
                    let row = Int(order.members[number]) * width
                    for index in row..<row + width {
                        cells[cell] = newTargets[Int(order.numbers[Int(classes[Int(targets[index])])])]
                        cell += 1
                    }
                }
            }
        }
        return DFA(
            alphabet: alphabet, stateCount: kept, denseTargets: cells, initialState: 0,
            finalStates: finals(order.members, dropping: dropped))
    }

    private func sparseQuotient(_ partition: consuming StateClasses) -> DFA {
        let order = CanonicalOrder(partition)
        if partition.isDiscrete {
            return DFA(
                alphabet: alphabet, rows: Transitions(offsets: offsets, symbols: symbols, targets: targets),
                initialState: 0, finalStates: finals(order.members, dropping: nil))
        }
        let classes = partition.classes
        var newOffsets: [UInt32] = [0]
        newOffsets.reserveCapacity(order.members.count + 1)
        var (newSymbols, newTargets): ([Symbol], [State]) = ([], [])
        for number in 0..<order.members.count {
            let member = Int(order.members[number])
            for transition in Int(offsets[member])..<Int(offsets[member + 1]) {
                newSymbols.append(symbols[transition])
                newTargets.append(order.numbers[Int(classes[Int(targets[transition])])])
            }
            newOffsets.append(UInt32(truncatingIfNeeded: newTargets.count))
        }
        return DFA(
            alphabet: alphabet, rows: Transitions(offsets: newOffsets, symbols: newSymbols, targets: newTargets),
            initialState: 0, finalStates: finals(order.members, dropping: nil))
    }

    private func finals(_ members: borrowing ScratchBuffer<UInt32>, dropping dropped: Int?) -> StateSet {
        var words = [UInt64](repeating: 0, count: (members.count + 63) / 64)
        var number = 0
        for old in 0..<members.count where old != dropped {
            words[number >> 6] |= UInt64(finality[Int(members[old])]) << UInt64(number & 63)
            number += 1
        }
        return StateSet(words: words)
    }
}

extension StateClasses {
    /// Each state in a class of its own.
    init(discrete input: borrowing MinimizationInput) {
        self.init(input)
        for state in 0..<stateCount { classes[state] = State(truncatingIfNeeded: state) }
        count = stateCount
    }
}

/// The classes of a partition in the order of their first members.
private struct CanonicalOrder: ~Copyable {
    /// The first member of each class.
    let members: ScratchBuffer<UInt32>
    /// The place of each class.
    let numbers: ScratchBuffer<UInt32>

    init(_ partition: borrowing StateClasses) {
        var members = ScratchBuffer<UInt32>(capacity: partition.count)
        numbers = ScratchBuffer<UInt32>(repeating: .none, count: partition.count)
        for state in 0..<partition.stateCount {
            let own = Int(partition.classes[state])
            if numbers[own] != .none { continue }
            numbers[own] = UInt32(truncatingIfNeeded: members.count)
            members.append(UInt32(truncatingIfNeeded: state))
        }
        self.members = members
    }
}
