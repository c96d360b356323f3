/// The subset construction on demand: subsets are numbered when they are first needed, and each
/// step is computed once.
///
/// It serves products with a determinized automaton, which need only the subsets that occur
/// together with a state of the other side. If all subsets are needed,
/// ``FiniteAutomaton/determinized(total:namingSubsets:budget:)`` is faster.
struct LazySubsets: ~Copyable {
    private let nfa: NFA
    /// The members of all subsets, ascending, one subset after another.
    private var members = ScratchBuffer<StateID>(capacity: 64)
    private var starts = ScratchBuffer<Int>(repeating: 0, count: 1)
    /// The number + 1 of a subset in each used slot.
    private var slots = ScratchBuffer<UInt32>(repeating: 0, count: 64)
    /// The known steps: their subset and symbol, with the target in the same slot.
    private var stepKeys = ScratchBuffer<UInt64>(repeating: .max, count: 64)
    private var stepTargets = ScratchBuffer<StateID>(repeating: .absent, count: 64)
    private var stepCount = 0
    private let slotHash = SlotHash()
    /// The number of transitions followed.
    private(set) var work = 0

    init(_ nfa: NFA) {
        self.nfa = nfa
    }

    var count: Int { starts.count - 1 }

    var byteCount: Int {
        members.byteCount + starts.byteCount + slots.byteCount + stepKeys.byteCount + stepTargets.byteCount
    }

    /// Returns the subset of the initial states, or `nil` if there are none.
    mutating func initialSubset() -> StateID? {
        for state in nfa.initialStates { members.append(state) }
        return numberOfLast()
    }

    /// Whether a subset has a final state.
    func isFinal(_ subset: StateID) -> Bool {
        for index in starts[Int(subset)]..<starts[Int(subset) + 1] where nfa.finalStates.contains(members[index]) {
            return true
        }
        return false
    }

    /// Returns the target of a subset, or ``DenseID/absent`` for the empty one.
    mutating func target(from subset: StateID, on symbol: Symbol) -> StateID {
        let key = UInt64(subset) << 32 | UInt64(symbol)
        var slot = self.slot(key, stepKeys.count)
        while stepKeys[slot] != .max {
            if stepKeys[slot] == key { return stepTargets[slot] }
            slot = (slot + 1) & (stepKeys.count - 1)
        }
        let end = members.count
        for index in starts[Int(subset)]..<starts[Int(subset) + 1] {
            for transition in nfa.rows.range(of: members[index], on: symbol) {
                members.append(nfa.rows.targets[transition])
            }
        }
        work += members.count - end + starts[Int(subset) + 1] - starts[Int(subset)]
        members.sortAndDeduplicate(from: end)
        let target = numberOfLast() ?? .absent
        stepKeys[slot] = key
        stepTargets[slot] = target
        stepCount += 1
        if stepCount * 2 > stepKeys.count { growSteps() }
        return target
    }

    /// Returns the number of the subset whose members are the last ones, and removes them if it is
    /// known.
    private mutating func numberOfLast() -> StateID? {
        let start = starts[starts.count - 1]
        let size = members.count - start
        if size == 0 { return nil }
        let mask = slots.count - 1
        var slot = self.slot(hash(start..<members.count), slots.count)
        while slots[slot] != 0 {
            let candidate = Int(slots[slot] - 1)
            if starts[candidate + 1] - starts[candidate] == size, isEqual(starts[candidate], start, size) {
                members.truncate(to: start)
                return StateID(candidate)
            }
            slot = (slot + 1) & mask
        }
        slots[slot] = UInt32(starts.count)
        starts.append(members.count)
        if count * 2 > slots.count { growSlots() }
        return StateID(count - 1)
    }

    private func hash(_ range: Range<Int>) -> UInt64 {
        var hash: UInt64 = 0
        for index in range { hash = slotHash.mixed(hash ^ UInt64(members[index]) &+ 1) }
        return hash
    }

    private func isEqual(_ left: Int, _ right: Int, _ size: Int) -> Bool {
        for offset in 0..<size where members[left + offset] != members[right + offset] { return false }
        return true
    }

    private func slot(_ hash: UInt64, _ slotCount: Int) -> Int {
        Int(truncatingIfNeeded: slotHash.mixed(hash)) & (slotCount - 1)
    }

    private mutating func growSlots() {
        slots = ScratchBuffer(repeating: 0, count: slots.count * 4)
        for subset in 0..<count {
            var slot = self.slot(hash(starts[subset]..<starts[subset + 1]), slots.count)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(subset + 1)
        }
    }

    private mutating func growSteps() {
        let newKeys = ScratchBuffer<UInt64>(repeating: .max, count: stepKeys.count * 4)
        let newTargets = ScratchBuffer<StateID>(repeating: .absent, count: stepKeys.count * 4)
        for old in 0..<stepKeys.count where stepKeys[old] != .max {
            var slot = self.slot(stepKeys[old], newKeys.count)
            while newKeys[slot] != .max { slot = (slot + 1) & (newKeys.count - 1) }
            newKeys[slot] = stepKeys[old]
            newTargets[slot] = stepTargets[old]
        }
        stepKeys = newKeys
        stepTargets = newTargets
    }
}
