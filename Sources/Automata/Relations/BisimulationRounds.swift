/// Rounds of refinement: states stay in one class if they have transitions on the same symbols into
/// the same classes.
///
/// A round compares only hashes. It may keep inequivalent states together, but never separates
/// equivalent ones, so exact refinement can start from its result. The partition is known to be
/// exact only if every state is alone.
struct BisimulationRounds: ~Copyable {
    private let rows: Transitions
    /// For each class, the end of the run of transitions on one symbol in which it was last met.
    private let seenIn: ScratchBuffer<UInt32>
    private let slotHash = SlotHash()

    init(_ rows: Transitions) {
        self.rows = rows
        seenIn = ScratchBuffer(repeating: 0, count: rows.stateCount)
    }

    /// Refines classes, which separate accepting states from the others, as long as a round
    /// multiplies them by 1.5 or more.
    ///
    /// - Returns: the number of classes, and whether nothing is left to refine.
    func refine(
        _ classes: borrowing ScratchBuffer<UInt32>, count: Int, _ accepting: StateSet, _ budget: Budget
    ) throws(AutomataError) -> (count: Int, isDone: Bool) {
        let stateCount = rows.stateCount
        var (count, previous) = (count, 0)
        // The first round separates most states by symbols alone; if it doesn't, it is cheap.
        while count * 2 >= previous * 3, count < stateCount {
            previous = count
            for number in 0..<count { seenIn.base[number] = 0 }
            var signatures = PairTable(minimumCapacity: min(stateCount, count * 16))
            let numbers = ScratchBuffer<UInt32>(repeating: 0, count: stateCount)
            for state in 0..<stateCount {
                if state & 0xFFFF == 0 { try budget.check(statesBuilt: 0) }
                numbers.base[state] = signatures.insert(signature(of: state, classes)).number
            }
            classes.base.update(from: numbers.base, count: stateCount)
            count = signatures.count
        }
        if count == stateCount { return (count, true) }
        // A hash collision may have joined accepting and nonaccepting states.
        var exact = PairTable(minimumCapacity: count)
        for state in 0..<stateCount {
            if state & 0xFFFF == 0 { try budget.check(statesBuilt: 0) }
            let acceptingBit: UInt64 = accepting.contains(StateID(truncatingIfNeeded: state)) ? 1 : 0
            classes.base[state] = exact.insert(UInt64(classes.base[state]) << 1 | acceptingBit).number
        }
        return (exact.count, exact.count == stateCount)
    }

    /// Returns a hash of a state's class and its set of pairs of a symbol and a target class.
    @inline(__always)
    private func signature(of state: Int, _ classes: borrowing ScratchBuffer<UInt32>) -> UInt64 {
        var hash = slotHash.signature(UInt64(classes.base[state]) | 1 << 63)
        var first = Int(rows.offsets[state])
        let rowEnd = Int(rows.offsets[state + 1])
        while first < rowEnd {
            let symbol = rows.symbols[first]
            var end = first + 1
            while end < rowEnd, rows.symbols[end] == symbol { end += 1 }
            for index in first..<end {
                let target = classes.base[Int(rows.targets[index])]
                // Several transitions into one class count once. A single transition, the usual
                // case, needs no mark.
                if end - first > 1 {
                    if seenIn.base[Int(target)] == UInt32(truncatingIfNeeded: end) { continue }
                    seenIn.base[Int(target)] = UInt32(truncatingIfNeeded: end)
                }
                hash = hash &+ slotHash.signature(UInt64(symbol) << 32 | UInt64(target))
            }
            first = end
        }
        return hash
    }
}
