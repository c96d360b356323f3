/// The subset construction in which a subset keeps only the states that no other one simulates.
///
/// Dropping the others keeps the language of each subset. If states subsume each other, like the
/// counters in `(?s).*a[^b]{100}.*`, it saves exponentially many subsets. The remaining subsets are
/// small, so they are lists.
///
/// Van Glabbeek, Ploeger: *Five determinisation algorithms*, CIAA 2008,
/// doi:10.1007/978-3-540-70844-5_17.
struct SubsumedSubsets: ~Copyable {
    private let preorder: SimulationPreorder
    /// The class of each of the source's states in the preorder.
    private let classOf: [StateID]
    private let finalStates: StateSet
    private var members: ScratchBuffer<StateID>
    private var starts: ScratchBuffer<UInt32>
    private var slots: ScratchBuffer<UInt32>
    private let slotHash = SlotHash()
    private(set) var rows: ResultRows

    /// - Parameter preorder: a forward simulation of the source's automaton.
    init(_ source: borrowing SubsetSource, _ preorder: SimulationPreorder) {
        finalStates = source.finalStates
        classOf = source.oldStates.map { preorder.classes.blockOfState[Int($0)] }
        self.preorder = preorder
        members = ScratchBuffer(capacity: 256)
        starts = ScratchBuffer(capacity: 64)
        starts.append(0)
        slots = ScratchBuffer(repeating: 0, count: 256)
        rows = ResultRows(classCount: source.classCount)
    }

    private var byteCount: Int {
        members.byteCount + starts.byteCount + slots.byteCount + rows.byteCount + 8 * preorder.words.count
    }

    /// Returns the automaton of the accessible subsets, numbered breadth-first in alphabet order.
    mutating func dfa(
        of source: borrowing SubsetSource, alphabet: Alphabet, budget: Budget
    ) throws(AutomataError) -> DFA {
        let initial = pruned(source.initialStates)
        if !initial.isEmpty { _ = number(of: initial) }
        var successors = [[StateID]](repeating: [], count: source.classCount)
        let isMember = ScratchBuffer<Bool>(repeating: false, count: source.stateCount)
        var usedClasses: [Int] = []
        var pace = BudgetPace()
        var next = 0
        var work = 0
        while next < rows.count {
            if pace.isDue(states: next, work: work) || rows.count > budget.maximumStates {
                try budget.check(statesBuilt: rows.count, statesPending: rows.count - next, bytes: byteCount)
                guard rows.hasRoom, members.count < maximumCount / 2 else { throw .tooLarge("states or transitions") }
            }
            usedClasses.removeAll(keepingCapacity: true)
            for index in Int(starts[next])..<Int(starts[next + 1]) {
                for transition in source.row(of: Int(members[index])) {
                    let symbolClass = source.symbolClass(at: transition)
                    if successors[symbolClass].isEmpty { usedClasses.append(symbolClass) }
                    successors[symbolClass].append(source.target(at: transition))
                    work += 1
                }
            }
            usedClasses.sort()
            rows.beginRow()
            for symbolClass in usedClasses {
                var list = successors[symbolClass]
                successors[symbolClass].removeAll(keepingCapacity: true)
                if list.count > 1 {
                    // Each state once, in ascending order.
                    var count = 0
                    for state in list where !isMember[Int(state)] {
                        isMember[Int(state)] = true
                        list[count] = state
                        count += 1
                    }
                    list.removeLast(list.count - count)
                    for state in list { isMember[Int(state)] = false }
                    list.sort()
                    list = pruned(list)
                    work += count * list.count
                }
                rows.append(number(of: list), on: symbolClass)
            }
            rows.endRow()
            next += 1
        }
        try budget.check(statesBuilt: rows.count, bytes: byteCount)
        return try rows.dfa(
            alphabet: alphabet, symbols: source.symbolsByClass, names: nil, workingBytes: byteCount, budget: budget)
    }

    /// Returns the states that no other one of the list simulates. Of states that simulate each
    /// other, it keeps the least one.
    private func pruned(_ list: [StateID]) -> [StateID] {
        var kept: [StateID] = []
        for state in list {
            let stateClass = classOf[Int(state)]
            if kept.contains(where: { preorder.isClassSimulated(stateClass, by: classOf[Int($0)]) }) { continue }
            kept.removeAll { preorder.isClassSimulated(classOf[Int($0)], by: stateClass) }
            kept.append(state)
        }
        return kept
    }

    /// Returns the number of a subset, which is added if it's new.
    private mutating func number(of list: [StateID]) -> StateID {
        let mask = slots.count - 1
        var slot = firstSlot(of: list) & mask
        while slots[slot] != 0 {
            let candidate = Int(slots[slot] - 1)
            let (start, end) = (Int(starts[candidate]), Int(starts[candidate + 1]))
            if end - start == list.count {
                var index = 0
                while index < list.count, members[start + index] == list[index] { index += 1 }
                if index == list.count { return StateID(candidate) }
            }
            slot = (slot + 1) & mask
        }
        let number = StateID(rows.count)
        slots[slot] = number.rawValue + 1
        members.append(contentsOf: list)
        starts.append(UInt32(truncatingIfNeeded: members.count))
        rows.addState(isFinal: list.contains { finalStates.contains($0) })
        if rows.count * 2 > slots.count { growIndex() }
        return number
    }

    private func firstSlot(of states: some Sequence<StateID>) -> Int {
        Int(truncatingIfNeeded: states.reduce(0) { slotHash.mixed($0 ^ UInt64($1)) })
    }

    private mutating func growIndex() {
        let newSlots = ScratchBuffer<UInt32>(repeating: 0, count: slots.count * 4)
        let mask = newSlots.count - 1
        for number in 0..<rows.count {
            let (start, end) = (Int(starts[number]), Int(starts[number + 1]))
            var slot = firstSlot(of: UnsafeBufferPointer(start: members.base + start, count: end - start)) & mask
            while newSlots[slot] != 0 { slot = (slot + 1) & mask }
            newSlots[slot] = UInt32(truncatingIfNeeded: number + 1)
        }
        slots = newSlots
    }
}
