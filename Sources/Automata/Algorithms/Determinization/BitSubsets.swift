/// The subset construction on bit sets of one layout.
///
/// A subset's successors are the unions of its members' targets. They are first gathered member by
/// member. Once many large subsets have been expanded, they are gathered from tables of the unions
/// for each chunk of eight or four states. Subsets are identified by an index of numbers, whose
/// keys are in the arena. If the index has grown to about one slot for each possible subset, the
/// subset itself is the slot.
struct BitSubsets<Layout: SubsetLayout>: ~Copyable {
    private typealias Block = Layout.Block

    private let layout: Layout
    private let classCount: Int
    private let keepsEmptySubset: Bool
    private let finalBits: ScratchBuffer<Block>
    private let subsuming: SubsumingStates
    /// The subsuming states, and the states that remain beside each of them.
    private let subsumingBits: ScratchBuffer<Block>
    private let keptBits: ScratchBuffer<Block>
    private let hasSubsumingStates: Bool
    /// Scratch memory for a subset without its superfluous members.
    private let prunedBits: ScratchBuffer<Block>
    /// The blocks of all subsets.
    private var arena: ScratchBuffer<Block>
    private var count = 0
    private(set) var rows: ResultRows

    private var slots: ScratchBuffer<Block.Slot>
    private var isDirect = false
    private let slotHash = SlotHash()
    /// The number of possible subsets, 2ⁿ for few states, otherwise unreachable.
    private let possibleSubsets: Int

    init(_ source: borrowing SubsetSource, layout: Layout, keepsEmptySubset: Bool) {
        self.layout = layout
        classCount = source.classCount
        self.keepsEmptySubset = keepsEmptySubset
        arena = ScratchBuffer(capacity: 32 * layout.blockCount)
        rows = ResultRows(classCount: source.classCount)
        slots = ScratchBuffer(repeating: 0, count: 64)
        possibleSubsets = source.stateCount < 27 ? 1 << source.stateCount : .max
        finalBits = layout.bits(of: source.finalStates)
        subsuming = source.subsumingStates
        hasSubsumingStates = !subsuming.states.isEmpty
        subsumingBits = layout.bits(of: subsuming.states)
        prunedBits = ScratchBuffer(repeating: .zero, count: layout.blockCount)
        keptBits = ScratchBuffer(repeating: .zero, count: subsuming.states.count * layout.blockCount)
        for number in subsuming.states.indices {
            let subsumers = subsuming.subsumers
            let kept = subsumers.indices.lazy.filter { subsumers[$0] >> UInt32(number) & 1 == 0 }
            let bits = layout.bits(of: kept.map { StateID(truncatingIfNeeded: $0) })
            layout.copy(bits.base, to: keptBits.base + number * layout.blockCount)
        }
        let initialBits = layout.bits(of: source.initialStates)
        if keepsEmptySubset || !source.initialStates.isEmpty { _ = number(of: initialBits.base) }
    }

    @inline(__always)
    private func subset(_ number: Int) -> UnsafePointer<Block> {
        UnsafePointer(arena.base + number * layout.blockCount)
    }

    /// Returns the members of a subset, ascending.
    func members(of subset: Int) -> [StateID] {
        let words = self.subset(subset).words
        return Array(StateSet(words: (0..<layout.wordCount).map { words[$0] }))
    }

    /// The number of bytes of the subsets, their index and their rows.
    var byteCount: Int { arena.byteCount + rows.byteCount + slots.byteCount }

    // MARK: Exploration

    /// Explores all subsets in small batches. The successors of a batch are computed first, so that
    /// the look-ups that follow don't wait for memory one after another.
    mutating func explore(_ source: borrowing SubsetSource, budget: Budget) throws(AutomataError) {
        let moves = GroupedTransitions(source, layout: layout)
        let chunks = ChunkTables<Layout>.Chunks(
            stateCount: source.stateCount, classCount: classCount, bytesPerSet: layout.byteCount)
        let unions = SubsetSuccessors(layout: layout, classCount: classCount, keepsEmptySubset: keepsEmptySubset)
        var tables: ChunkTables<Layout>?
        var batch = SubsetBatch(layout: layout, classCount: classCount)
        let fixedBytes = moves.byteCount + batch.byteCount
        var pace = BudgetPace()
        var next = 0
        var work = 0
        while next < count {
            if pace.isDue(states: next, work: work + rows.cellCount) || count > budget.maximumStates {
                try check(budget, explored: next, fixedBytes: fixedBytes)
            }
            // Tables pay if a subset takes fewer look-ups than it took unions so far. Filling them
            // should not cost more than the work so far.
            if let chunks, tables == nil, chunks.entryCount < work, chunks.lookupsPerSubset * next < work {
                tables = ChunkTables(moves, chunks)
            }
            let rowCount = min(batch.rowCapacity, count - next)
            batch.count = 0
            if tables == nil {
                for row in 0..<rowCount {
                    work += unions.gather(subset(next + row), moves, into: &batch)
                    batch.rowEnds[row] = batch.count
                }
            } else {
                tables?.gather(
                    subset(next), count: rowCount, keepsEmptySubset: keepsEmptySubset, into: &batch)
            }
            if slots.count > 1 << 15 { touch(batch) }
            var index = 0
            for row in 0..<rowCount {
                rows.beginRow()
                while index < batch.rowEnds[row] {
                    rows.append(number(of: batch.successor(index)), on: Int(batch.classes[index]))
                    index &+= 1
                }
                rows.endRow()
            }
            next += rowCount
        }
        try check(budget, explored: next, fixedBytes: fixedBytes)
    }

    /// Preloads the first reads of a batch's look-ups, all at once.
    private func touch(_ batch: borrowing SubsetBatch<Layout>) {
        var touched: UInt64 = 0
        for index in 0..<batch.count {
            let slot = slots.base[slot(of: batch.successor(index))]
            touched ^= UInt64(truncatingIfNeeded: slot)
            if slot != 0, !isDirect {
                touched ^= subset(Int(UInt32(truncatingIfNeeded: slot) &- 1)).words[0]
            }
        }
        batch.touched.pointee ^= touched
    }

    private func check(_ budget: Budget, explored: Int, fixedBytes: Int) throws(AutomataError) {
        try budget.check(
            statesBuilt: count, statesPending: count - explored, bytes: byteCount + fixedBytes)
        guard rows.hasRoom, count < maximumCount / 2 else { throw .tooLarge("states or transitions") }
    }

    // MARK: Index

    @inline(__always)
    private func slot(of bits: UnsafePointer<Block>) -> Int {
        isDirect
            ? Int(truncatingIfNeeded: bits.words[0])
            : Int(truncatingIfNeeded: layout.hash(bits, slotHash)) & (slots.count - 1)
    }

    /// Returns the number of a subset, which is added if it's new.
    @inline(__always)
    private mutating func number(of bits: UnsafePointer<Block>) -> StateID {
        let hasRemovableStates = hasSubsumingStates && layout.intersect(bits, subsumingBits.base)
        let bits = hasRemovableStates ? pruned(bits) : bits
        if isDirect {
            let slot = Int(truncatingIfNeeded: bits.words[0])
            if slots[slot] != 0 { return StateID(truncatingIfNeeded: slots[slot] &- 1) }
            return add(bits, slot: slot, tag: 0)
        }
        let hash = layout.hash(bits, slotHash)
        let tag = Block.Slot(truncatingIfNeeded: hash & ~0xFFFF_FFFF)
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            let candidate = StateID(truncatingIfNeeded: slots[slot] &- 1)
            if slots[slot].hasTag(tag), layout.areEqual(subset(Int(candidate)), bits) {
                return candidate
            }
            slot = (slot + 1) & mask
        }
        return add(bits, slot: slot, tag: tag)
    }

    /// Returns the subset without superfluous members.
    @inline(never)
    private func pruned(_ bits: UnsafePointer<Block>) -> UnsafePointer<Block> {
        layout.copy(bits, to: prunedBits.base)
        let words = prunedBits.base.words
        for (number, state) in subsuming.states.enumerated() where bits.words[state.word] & state.bit != 0 {
            let kept = (keptBits.base + number * layout.blockCount).words
            for word in 0..<layout.wordCount { words[word] &= kept[word] }
        }
        return UnsafePointer(prunedBits.base)
    }

    @inline(__always)
    private mutating func add(_ bits: UnsafePointer<Block>, slot: Int, tag: Block.Slot) -> StateID {
        let number = StateID(truncatingIfNeeded: count)
        slots[slot] = tag | (Block.Slot(truncatingIfNeeded: number.rawValue) &+ 1)
        arena.appendUninitialized(layout.blockCount)
        count += 1
        layout.copy(bits, to: arena.base + Int(number) * layout.blockCount)
        rows.addState(isFinal: layout.intersect(bits, finalBits.base))
        if !isDirect, count * 2 >= slots.count { growIndex() }
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
        for number in 0..<count {
            let bits = subset(number)
            if isDirect {
                slots[Int(truncatingIfNeeded: bits.words[0])] = Block.Slot(truncatingIfNeeded: number + 1)
                continue
            }
            let hash = layout.hash(bits, slotHash)
            var slot = Int(truncatingIfNeeded: hash) & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = Block.Slot(truncatingIfNeeded: hash & ~0xFFFF_FFFF | UInt64(number + 1))
        }
    }
}
