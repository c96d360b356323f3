extension MinimizationInput {
    /// Returns the quotient automaton, canonically numbered, with equivalent symbol classes merged.
    /// Every minimization ends with this step.
    ///
    /// On each symbol, all states of a class must have targets in the same class. Classes may have
    /// any numbers: the result orders them by their first members, which are in breadth-first
    /// order.
    ///
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)`` if the result is too large.
    package func quotient(
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
        return try merged.completed(budget: budget).canonicallyNumbered()
    }

    private static func empty(_ alphabet: Alphabet, total: Bool, budget: Budget) throws(AutomataError) -> DFA {
        let empty = try DFA(
            alphabet: alphabet, rows: Transitions(stateCount: 0), initialState: nil, finalStates: []
        ).mergingEqualSymbols()
        return total ? try empty.completed(budget: budget) : empty
    }

    private func completeQuotient(_ partition: consuming StateClasses, keepingDead: Bool) -> DFA {
        let width = alphabet.count
        let isIdentity = partition.isDiscrete && order.isEmpty
        let canonical = CanonicalOrder(partition, order: order)
        let (members, count) = (canonical.members.base, canonical.members.count)
        return targets.withUnsafeBufferPointer { targets in
            // A minimal total automaton has at most one dead state: it isn't final, and its
            // transitions all return to it.
            let dead = (0..<count).first { number in
                let row = Int(members[number]) &* width
                return finality[Int(members[number])] == 0
                    && (0..<width).allSatisfy { canonical.number(of: targets[row &+ $0]) == number }
            }
            let dropped = keepingDead ? nil : dead
            if isIdentity, dropped == nil {
                return DFA(
                    alphabet: alphabet, stateCount: stateCount, transitionCount: targets.count,
                    table: .dense(self.targets), initialState: 0, finalStates: finals(canonical, dropping: nil))
            }
            if dropped == 0 {
                return DFA(alphabet: alphabet, rows: Transitions(stateCount: 0), initialState: nil, finalStates: [])
            }
            let kept = count - (dropped == nil ? 0 : 1)
            var transitionCount = kept * width
            let cells = [StateID](unsafeUninitializedCapacity: kept * width) { cells, initializedCount in
                let dropped = dropped ?? .max
                for number in 0..<count where number != dropped {
                    let row = Int(members[number]) &* width
                    for cell in row..<row &+ width {
                        let target = canonical.number(of: targets[cell])
                        if target == dropped { transitionCount &-= 1 }
                        cells[initializedCount] =
                            target == dropped
                            ? .absent : StateID(truncatingIfNeeded: target > dropped ? target &- 1 : target)
                        initializedCount &+= 1
                    }
                }
            }
            return DFA(
                alphabet: alphabet, stateCount: kept, transitionCount: transitionCount, denseTargets: cells,
                initialState: 0, finalStates: finals(canonical, dropping: dropped))
        }
    }

    private func sparseQuotient(_ partition: consuming StateClasses) -> DFA {
        let isIdentity = partition.isDiscrete
        let canonical = CanonicalOrder(partition, order: order)
        let finalStates = finals(canonical, dropping: nil)
        if isIdentity {
            return DFA(
                alphabet: alphabet, rows: Transitions(offsets: offsets, symbols: symbols, targets: targets),
                initialState: 0, finalStates: finalStates)
        }
        var list = RowList(stateCount: canonical.members.count)
        for number in 0..<canonical.members.count {
            let member = Int(canonical.members[number])
            for transition in Int(offsets[member])..<Int(offsets[member + 1]) {
                let target = canonical.number(of: targets[transition])
                list.append(symbols[transition], StateID(truncatingIfNeeded: target))
            }
            list.endRow()
        }
        return DFA(alphabet: alphabet, rows: list.rows, initialState: 0, finalStates: finalStates)
    }

    private func finals(_ canonical: borrowing CanonicalOrder, dropping dropped: Int?) -> StateSet {
        let count = canonical.members.count
        var words = [UInt64](repeating: 0, count: (count + 63) / 64)
        var number = 0
        for old in 0..<count where old != dropped {
            words[number >> 6] |= UInt64(finality[Int(canonical.members[old])]) << UInt64(number & 63)
            number += 1
        }
        return StateSet(words: words)
    }
}

extension StateClasses {
    /// Creates the partition in which each state has a class of its own.
    init(discrete input: borrowing MinimizationInput) {
        self.init(input)
        for state in 0..<stateCount { classes[state] = UInt32(truncatingIfNeeded: state) }
        count = stateCount
    }
}

/// The classes of a partition in the breadth-first order of their first members.
private struct CanonicalOrder: ~Copyable {
    /// The first member of each class.
    let members: ScratchBuffer<StateID>
    /// The position of each state's class.
    private let numbers: ScratchBuffer<UInt32>

    init(_ partition: consuming StateClasses, order: [StateID]) {
        let classes = partition.classes
        var members = ScratchBuffer<StateID>(capacity: partition.count)
        if partition.count == classes.count {
            members.appendUninitialized(classes.count)
            for position in 0..<classes.count {
                let state = order.isEmpty ? StateID(truncatingIfNeeded: position) : order[position]
                members[position] = state
                classes[Int(state)] = UInt32(truncatingIfNeeded: position)
            }
        } else {
            let positions = ScratchBuffer<UInt32>(repeating: .max, count: partition.count)
            for position in 0..<classes.count {
                let state = order.isEmpty ? StateID(truncatingIfNeeded: position) : order[position]
                let stateClass = Int(classes[Int(state)])
                if positions[stateClass] == .max {
                    positions[stateClass] = UInt32(truncatingIfNeeded: members.count)
                    members.append(state)
                }
                classes[Int(state)] = positions[stateClass]
            }
        }
        self.members = members
        numbers = classes
    }

    /// Returns the position of a state's class.
    @inline(__always)
    func number(of state: StateID) -> Int { Int(numbers[Int(state)]) }
}
