/// A breadth-first walk over the dense table of a DFA, in alphabet order.
///
/// If the table has empty cells, the last state stands for the missing target.
struct BreadthFirstWalk: ~Copyable {
    private let stateCount: Int
    private let width: Int
    /// The states in the order of discovery, `count` of them.
    let order: Order
    private(set) var count = 0

    /// A buffer for all states, and for one that is written ahead.
    struct Order: ~Copyable {
        fileprivate let states: ScratchBuffer<StateID>

        @inline(__always)
        subscript(index: Int) -> StateID { states[index] }

        func array(count: Int) -> [StateID] {
            Array(UnsafeBufferPointer(start: states.base, count: count))
        }
    }

    init(stateCount: Int, width: Int) {
        self.stateCount = stateCount
        self.width = width
        var states = ScratchBuffer<StateID>(capacity: stateCount + 1)
        states.appendUninitialized(stateCount + 1)
        order = Order(states: states)
    }

    /// Walks until all states are found, often long before all rows are read.
    ///
    /// - Returns: whether all states are accessible.
    mutating func discoverAll(
        _ cells: [StateID], from initialState: StateID, budget: Budget
    ) throws(AutomataError) -> Bool {
        let isSeen = ScratchBuffer<Bool>(repeating: false, count: stateCount)
        let (order, seen, last) = (self.order.states.base, isSeen.base, StateID(truncatingIfNeeded: stateCount &- 1))
        order[0] = initialState
        seen[Int(initialState)] = true
        var count = 1
        var index = 0
        try cells.withUnsafeBufferPointer { (cells) throws(AutomataError) in
            while index < count, count < stateCount {
                try budget.check(statesBuilt: 0)
                let end = min(count, index &+ BudgetPace.chunk)
                while index < end {
                    let row = Int(order[index]) &* width
                    index &+= 1
                    // The state that stands for the missing target has no row.
                    if row &+ width > cells.count { continue }
                    for cell in row..<row &+ width {
                        let target = min(cells[cell], last)
                        if seen[Int(target)] { continue }
                        seen[Int(target)] = true
                        order[count] = target
                        count &+= 1
                    }
                }
            }
        }
        self.count = count
        return count == stateCount
    }

    /// Walks over all accessible states, and numbers them in the order of discovery.
    ///
    /// - Returns: the total table.
    mutating func renumber(
        _ cells: [StateID], from initialState: StateID, budget: Budget
    ) throws(AutomataError) -> [StateID] {
        let numbers = ScratchBuffer<StateID>(repeating: .absent, count: stateCount)
        let (order, number, last) = (self.order.states.base, numbers.base, StateID(truncatingIfNeeded: stateCount &- 1))
        let width = width
        var targets = [StateID](unsafeUninitializedCapacity: stateCount * width) { _, initializedCount in
            initializedCount = stateCount * width
        }
        order[0] = initialState
        number[Int(initialState)] = 0
        var count = 1
        var index = 0
        try cells.withUnsafeBufferPointer { (cells) throws(AutomataError) in
            try targets.withUnsafeMutableBufferPointer { (targets) throws(AutomataError) in
                while index < count {
                    try budget.check(statesBuilt: 0)
                    let end = min(count, index &+ BudgetPace.chunk)
                    while index < end {
                        let old = Int(order[index]) &* width
                        let new = index &* width
                        if old &+ width > cells.count {
                            for symbol in 0..<width { targets[new &+ symbol] = StateID(truncatingIfNeeded: index) }
                            index &+= 1
                            continue
                        }
                        for symbol in 0..<width {
                            // Don't branch on whether the target is new: with few symbols, half of
                            // the branches would be mispredicted.
                            let target = min(cells[old &+ symbol], last)
                            let known = number[Int(target)]
                            let isNew = known == .absent
                            let next = isNew ? StateID(truncatingIfNeeded: count) : known
                            order[count] = target
                            number[Int(target)] = next
                            targets[new &+ symbol] = next
                            count &+= isNew ? 1 : 0
                        }
                        index &+= 1
                    }
                }
            }
        }
        self.count = count
        targets.removeLast((stateCount - count) * width)
        return targets
    }
}
