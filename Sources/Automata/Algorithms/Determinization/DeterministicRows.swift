extension NFA {
    /// Returns the automaton as a DFA if its accessible part is deterministic already: then only
    /// trimming and breadth-first numbering are needed.
    ///
    /// - Complexity: O(*n* + *m*), and O(*n* *k*) if the dense table is smaller.
    func numberedBreadthFirst(
        _ useful: UsefulStates, namingSubsets: Bool, budget: Budget
    ) throws(AutomataError) -> DFA {
        var steps = BudgetSteps(BudgetWatch(budget, states: useful.count, bytes: 0))
        // A queue of the states in their new order, and the new number of each.
        var order = ScratchBuffer<StateID>(capacity: useful.count)
        let numbers = ScratchBuffer<StateID>(repeating: .absent, count: stateCount)
        if let start = initialStates.first, useful.newNumber(start) != .absent {
            numbers[Int(start)] = 0
            order.append(start)
        }
        var transitionCount = 0
        var next = 0
        while next < order.count {
            let row = rows.range(of: order[next])
            try steps.step(1 + row.count)
            for index in row {
                let target = rows.targets[index]
                if useful.newNumber(target) == .absent { continue }
                transitionCount += 1
                if numbers[Int(target)] != .absent { continue }
                numbers[Int(target)] = StateID(truncatingIfNeeded: order.count)
                order.append(target)
            }
            next += 1
        }
        try steps.check()
        let count = order.count
        var finalWords = [UInt64](repeating: 0, count: (count + 63) / 64)
        for new in 0..<count where finalStates.contains(order[new]) { finalWords[new >> 6] |= 1 << UInt64(new & 63) }
        var names: NameTable?
        if namingSubsets {
            var table = NameTable(minimumCapacity: count)
            for new in 0..<count { _ = try? table.intern("{" + name(of: order[new]) + "}") }
            // Names that aren't UTF-8 can become equal as text; then states have no names.
            names = table.count == count ? table : nil
        }
        return DFA(
            alphabet: alphabet, stateCount: count, transitionCount: transitionCount,
            table: table(order, numbers, transitionCount: transitionCount), initialState: count == 0 ? nil : 0,
            finalStates: StateSet(words: finalWords), annotations: StateAnnotations(names: names))
    }

    /// Returns the rows of some states in a new order, with new numbers; ``DenseID/absent`` marks
    /// states that are left out.
    private func table(
        _ order: borrowing ScratchBuffer<StateID>, _ numbers: borrowing ScratchBuffer<StateID>, transitionCount: Int
    ) -> DFA.Table {
        let count = order.count
        let symbolCount = alphabet.count
        if DFA.Table.isDenseBetter(stateCount: count, symbolCount: symbolCount, transitionCount: transitionCount) {
            return .dense(
                [StateID](unsafeUninitializedCapacity: count * symbolCount) { cells, initializedCount in
                    cells.initialize(repeating: .absent)
                    for new in 0..<count {
                        for index in rows.range(of: order[new]) {
                            cells[new * symbolCount + Int(rows.symbols[index])] = numbers[Int(rows.targets[index])]
                        }
                    }
                    initializedCount = count * symbolCount
                })
        }
        var offsets = [UInt32](repeating: 0, count: count + 1)
        var symbols: [Symbol] = []
        symbols.reserveCapacity(transitionCount)
        let targets = [StateID](unsafeUninitializedCapacity: transitionCount) { targets, initializedCount in
            for new in 0..<count {
                for index in rows.range(of: order[new]) {
                    let target = numbers[Int(rows.targets[index])]
                    if target == .absent { continue }
                    targets.initializeElement(at: initializedCount, to: target)
                    initializedCount += 1
                    symbols.append(rows.symbols[index])
                }
                offsets[new + 1] = UInt32(truncatingIfNeeded: initializedCount)
            }
        }
        return .sparse(Transitions(offsets: offsets, symbols: symbols, targets: targets))
    }
}
