/// The subset construction on bit sets of a fixed width.
///
/// A subset's successors are the unions of its members' targets. They are first gathered member by
/// member. Once many large subsets have been expanded, they are gathered from tables of the unions
/// for each chunk of eight or four states. Subsets are identified by an index of numbers, whose
/// keys are in the arena. If the index has grown to about one slot for each possible subset, the
/// subset itself is the slot.
struct BitSubsets<Bits: SubsetBits>: ~Copyable {
    private let classCount: Int
    private let keepsEmptySubset: Bool
    private let finalBits: ScratchBuffer<Bits>
    private let subsuming: SubsumingStates
    /// The subsuming states, and the states that remain beside each of them.
    private let subsumingBits: ScratchBuffer<Bits>
    private var keptBits: ScratchBuffer<Bits>
    private let hasSubsumingStates: Bool
    /// Scratch memory for a subset without its superfluous members.
    private let prunedBits: ScratchBuffer<Bits>
    private var subsets: ScratchBuffer<Bits>
    private(set) var rows: ResultRows

    private var slots: ScratchBuffer<Bits.Slot>
    private var isDirect = false
    private let slotHash = SlotHash()
    /// The number of possible subsets, 2ⁿ for few states, otherwise unreachable.
    private let possibleSubsets: Int

    init(_ source: borrowing SubsetSource, keepsEmptySubset: Bool) {
        classCount = source.classCount
        self.keepsEmptySubset = keepsEmptySubset
        subsets = ScratchBuffer(capacity: 32)
        rows = ResultRows(classCount: source.classCount)
        slots = ScratchBuffer(repeating: 0, count: 64)
        possibleSubsets = source.stateCount < 27 ? 1 << source.stateCount : .max
        finalBits = ScratchBuffer(repeating: Self.bits(of: source.finalStates), count: 1)
        subsuming = source.subsuming
        hasSubsumingStates = !subsuming.states.isEmpty
        subsumingBits = ScratchBuffer(repeating: Self.bits(of: subsuming.states), count: 1)
        prunedBits = ScratchBuffer(repeating: Bits.zero, count: 1)
        keptBits = ScratchBuffer(capacity: subsuming.states.count)
        for number in subsuming.states.indices {
            let subsumers = subsuming.subsumers
            let kept = subsumers.indices.lazy.filter { subsumers[$0] >> UInt32(number) & 1 == 0 }
            keptBits.append(Self.bits(of: kept.map { StateID(truncatingIfNeeded: $0) }))
        }
        var initialBits = Self.bits(of: source.initialStates)
        if keepsEmptySubset || !source.initialStates.isEmpty { _ = number(of: &initialBits) }
    }

    private static func bits(of states: some Sequence<StateID>) -> Bits {
        var bits = Bits.zero
        withUnsafeMutableBytes(of: &bits) { bytes in
            let words = bytes.assumingMemoryBound(to: UInt64.self)
            for state in states { words[state.word] |= state.bit }
        }
        return bits
    }

    /// Returns the members of a subset, ascending.
    func members(of subset: Int) -> [StateID] {
        let words = UnsafePointer(subsets.base + subset).words
        return Array(StateSet(words: (0..<Bits.wordCount).map { words[$0] }))
    }

    /// The number of bytes of the subsets, their index and their rows.
    var byteCount: Int { subsets.byteCount + rows.byteCount + slots.byteCount }

    // MARK: Exploration

    /// Explores all subsets in small batches. The successors of a batch are computed first, so that
    /// the look-ups that follow don't wait for memory one after another.
    mutating func explore(_ source: borrowing SubsetSource, budget: Budget) throws(AutomataError) {
        let moves = GroupedTransitions<Bits>(source)
        let layout = ChunkTables<Bits>.Layout(stateCount: source.stateCount, classCount: classCount)
        let unions = SubsetSuccessors<Bits>(classCount: classCount, keepsEmptySubset: keepsEmptySubset)
        var tables: ChunkTables<Bits>?
        var batch = SubsetBatch<Bits>(classCount: classCount)
        let fixedBytes = moves.byteCount + batch.byteCount
        var pace = BudgetPace()
        var next = 0
        var work = 0
        while next < subsets.count {
            if pace.isDue(states: next, work: work + rows.cellCount) || subsets.count > budget.maximumStates {
                try check(budget, explored: next, fixedBytes: fixedBytes)
            }
            // Tables pay if a subset takes fewer look-ups than it took unions so far. Filling them
            // should not cost more than the work so far.
            if let layout, tables == nil, layout.entryCount < work, layout.lookupsPerSubset * next < work {
                tables = ChunkTables(moves, layout)
            }
            let rowCount = min(batch.rowCapacity, subsets.count - next)
            batch.count = 0
            if tables == nil {
                for row in 0..<rowCount {
                    work += unions.gather(UnsafePointer(subsets.base + (next + row)), moves, into: &batch)
                    batch.rowEnds[row] = batch.count
                }
            } else {
                tables?.gather(
                    UnsafePointer(subsets.base + next), count: rowCount, keepsEmptySubset: keepsEmptySubset,
                    into: &batch)
            }
            if slots.count > 1 << 15 { touch(batch) }
            var index = 0
            for row in 0..<rowCount {
                rows.beginRow()
                while index < batch.rowEnds[row] {
                    rows.append(number(of: UnsafePointer(batch.successors + index)), on: Int(batch.classes[index]))
                    index &+= 1
                }
                rows.endRow()
            }
            next += rowCount
        }
        try check(budget, explored: next, fixedBytes: fixedBytes)
    }

    /// Preloads the first reads of a batch's look-ups, all at once.
    private func touch(_ batch: borrowing SubsetBatch<Bits>) {
        var touched: UInt64 = 0
        for index in 0..<batch.count {
            let slot = slots.base[slot(of: UnsafePointer(batch.successors + index))]
            touched ^= UInt64(truncatingIfNeeded: slot)
            if slot != 0, !isDirect {
                touched ^= UnsafePointer(subsets.base + Int(UInt32(truncatingIfNeeded: slot) &- 1)).words[0]
            }
        }
        batch.touched.pointee ^= touched
    }

    private func check(_ budget: Budget, explored: Int, fixedBytes: Int) throws(AutomataError) {
        try budget.check(
            statesBuilt: subsets.count, statesPending: subsets.count - explored, bytes: byteCount + fixedBytes)
        guard rows.hasRoom, subsets.count < maximumCount / 2 else { throw .tooLarge("states or transitions") }
    }

    // MARK: Index

    @inline(__always)
    private func slot(of bits: UnsafePointer<Bits>) -> Int {
        isDirect
            ? Int(truncatingIfNeeded: bits.words[0]) : Int(truncatingIfNeeded: bits.hash(slotHash)) & (slots.count - 1)
    }

    /// Returns the number of a subset, which is added if it's new.
    @inline(__always)
    private mutating func number(of bits: UnsafePointer<Bits>) -> StateID {
        let hasRemovableStates = hasSubsumingStates && bits.intersects(UnsafePointer(subsumingBits.base))
        let bits = hasRemovableStates ? pruned(bits) : bits
        if isDirect {
            let slot = Int(truncatingIfNeeded: bits.words[0])
            if slots[slot] != 0 { return StateID(truncatingIfNeeded: slots[slot] &- 1) }
            return add(bits, slot: slot, tag: 0)
        }
        let hash = bits.hash(slotHash)
        let tag = Bits.Slot(truncatingIfNeeded: hash & ~0xFFFF_FFFF)
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            let candidate = StateID(truncatingIfNeeded: slots[slot] &- 1)
            if slots[slot].hasTag(tag), UnsafePointer(subsets.base + Int(candidate)).isEqual(to: bits) {
                return candidate
            }
            slot = (slot + 1) & mask
        }
        return add(bits, slot: slot, tag: tag)
    }

    /// Returns the subset without superfluous members.
    @inline(never)
    private func pruned(_ bits: UnsafePointer<Bits>) -> UnsafePointer<Bits> {
        prunedBits[0] = bits.pointee
        let words = UnsafeMutableRawPointer(prunedBits.base).assumingMemoryBound(to: UInt64.self)
        for (number, state) in subsuming.states.enumerated() where bits.words[state.word] & state.bit != 0 {
            let kept = UnsafePointer(keptBits.base + number).words
            for word in 0..<Bits.wordCount { words[word] &= kept[word] }
        }
        return UnsafePointer(prunedBits.base)
    }

    @inline(__always)
    private mutating func add(_ bits: UnsafePointer<Bits>, slot: Int, tag: Bits.Slot) -> StateID {
        let number = StateID(truncatingIfNeeded: subsets.count)
        slots[slot] = tag | (Bits.Slot(truncatingIfNeeded: number.rawValue) &+ 1)
        subsets.append(bits.pointee)
        rows.addState(isFinal: bits.intersects(UnsafePointer(finalBits.base)))
        if !isDirect, subsets.count * 2 >= slots.count { growIndex() }
        return number
    }

    @inline(never)
    private mutating func growIndex() {
        // Grow fast while small; a large index should not take far more memory than it needs.
        var slotCount = slots.count * (slots.count < 1 << 22 ? 4 : 2)
        if slotCount * 2 >= possibleSubsets {
            isDirect = true
            slotCount = possibleSubsets
        }
        slots = ScratchBuffer(repeating: 0, count: slotCount)
        let mask = slotCount - 1
        for number in 0..<subsets.count {
            let bits = UnsafePointer(subsets.base + number)
            if isDirect {
                slots[Int(truncatingIfNeeded: bits.words[0])] = Bits.Slot(truncatingIfNeeded: number + 1)
                continue
            }
            let hash = bits.hash(slotHash)
            var slot = Int(truncatingIfNeeded: hash) & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = Bits.Slot(truncatingIfNeeded: hash & ~0xFFFF_FFFF | UInt64(number + 1))
        }
    }
}
