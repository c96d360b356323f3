/// The subset construction on bit sets of a fixed width.
///
/// A subset's successors are the unions of what its members lead to. They are gathered member by member at first;
/// once many subsets have gone that way and turned out to be large, from tables that hold the unions for each chunk of eight or four
/// states. Subsets are told apart by an index of numbers, whose keys are in the arena; where the index has grown
/// near to one slot for each possible subset, the subset itself is the slot.
struct BitSubsets<Bits: SubsetBits>: ~Copyable {
    private let classCount: Int
    private let keepsEmptySubset: Bool
    private let finalBits: ScratchBuffer<Bits>
    private var subsets: ScratchBuffer<Bits>
    private(set) var rows: SubsetRows

    private var slots: ScratchBuffer<Bits.Slot>
    private var isDirect = false
    /// 2ⁿ for few states, else out of reach.
    private let possibleSubsets: Int

    init(_ source: borrowing SubsetSource, keepsEmptySubset: Bool) {
        classCount = source.classCount
        self.keepsEmptySubset = keepsEmptySubset
        subsets = ScratchBuffer(capacity: 32)
        rows = SubsetRows(classCount: source.classCount)
        slots = ScratchBuffer(repeating: 0, count: 64)
        possibleSubsets = source.stateCount < 28 ? 1 << source.stateCount : .max
        finalBits = ScratchBuffer(repeating: Self.bits(of: source.finalStates), count: 1)
        var initialBits = Self.bits(of: source.initialStates)
        if keepsEmptySubset || !source.initialStates.isEmpty { _ = number(of: &initialBits) }
    }

    private static func bits(of states: some Sequence<State>) -> Bits {
        var bits = Bits.zero
        withUnsafeMutableBytes(of: &bits) { bytes in
            let words = bytes.assumingMemoryBound(to: UInt64.self)
            for state in states { words[Int(state >> 6)] |= 1 << UInt64(state & 63) }
        }
        return bits
    }

    /// The members of a subset, ascending.
    func members(of subset: Int) -> [State] {
        let words = UnsafePointer(subsets.base + subset).words
        return Array(StateSet(words: (0..<Bits.wordCount).map { words[$0] }))
    }

    private var byteCount: Int { subsets.byteCount + rows.byteCount + slots.byteCount }

    // MARK: Exploration

    mutating func explore(_ source: borrowing SubsetSource, budget: Budget) throws(AutomataError) {
        let moves = GroupedMoves<Bits>(source)
        let layout = ChunkTables<Bits>.Layout(stateCount: source.stateCount, classCount: classCount)
        let union = ScratchBuffer<Bits>(repeating: .zero, count: max(classCount, 1))
        let touched = ScratchBuffer<UInt64>(repeating: 0, count: classCount / 64 + 1)
        var next = 0
        var work = 0
        while next < subsets.count {
            if next & 63 == 63 {
                // Tables pay where a subset takes fewer look-ups than it took unions so far; filling them should not
                // cost more than what was done already.
                if let layout, layout.lookupsPerSubset * next < work, layout.entryCount < work {
                    try exploreWithTables(ChunkTables(moves, layout), from: next, budget: budget)
                    return
                }
                if next & 0x3FF == 0x3FF { try check(budget, explored: next) }
            }
            if subsets.count > budget.maximumStates { try check(budget, explored: next) }
            let words = UnsafePointer(subsets.base + next).words
            for wordIndex in 0..<Bits.wordCount {
                var word = words[wordIndex]
                while word != 0 {
                    let state = wordIndex * 64 + word.trailingZeroBitCount
                    word &= word &- 1
                    let row = Int(moves.offsets[state])..<Int(moves.offsets[state + 1])
                    work += row.count
                    for index in row {
                        let symbolClass = Int(moves.classes[index])
                        union[symbolClass] = union[symbolClass] | moves.targets[index]
                        touched[symbolClass >> 6] |= 1 << UInt64(symbolClass & 63)
                    }
                }
            }
            rows.beginRow()
            if keepsEmptySubset {
                for symbolClass in 0..<classCount { appendSuccessor(union, on: symbolClass) }
                for index in 0..<touched.count { touched[index] = 0 }
            } else {
                for wordIndex in 0..<touched.count {
                    var word = touched[wordIndex]
                    touched[wordIndex] = 0
                    while word != 0 {
                        appendSuccessor(union, on: wordIndex * 64 + word.trailingZeroBitCount)
                        word &= word &- 1
                    }
                }
            }
            rows.endRow()
            next += 1
        }
        try check(budget, explored: next)
    }

    @inline(__always)
    private mutating func appendSuccessor(_ union: borrowing ScratchBuffer<Bits>, on symbolClass: Int) {
        let target = number(of: UnsafePointer(union.base + symbolClass))
        union[symbolClass] = .zero
        rows.append(target, on: symbolClass)
    }

    /// Goes through the subsets in small batches: what all of them lead to is computed first, so that the look-ups
    /// that follow don't wait for memory one after another.
    private mutating func exploreWithTables(
        _ tables: consuming ChunkTables<Bits>, from start: Int, budget: Budget
    ) throws(AutomataError) {
        let batchCount = 16
        let successors = ScratchBuffer<Bits>(repeating: .zero, count: batchCount * classCount)
        var next = start
        var sinceCheck = 0
        while next < subsets.count {
            sinceCheck += batchCount
            if sinceCheck >= 4096 || subsets.count > budget.maximumStates {
                sinceCheck = 0
                try check(budget, explored: next)
            }
            let batch = min(batchCount, subsets.count - next)
            var successor = successors.base
            var touchedSlots: Bits.Slot = 0
            for subset in next..<next + batch {
                for symbolClass in 0..<classCount {
                    successor.pointee = tables.successor(
                        of: UnsafePointer(subsets.base + subset), on: symbolClass)
                    touchedSlots ^= slots[slot(of: UnsafePointer(successor))]
                    successor += 1
                }
            }
            withExtendedLifetime(touchedSlots) {}
            successor = successors.base
            for _ in 0..<batch {
                rows.beginRow()
                for symbolClass in 0..<classCount {
                    if keepsEmptySubset || !UnsafePointer(successor).isEmpty {
                        rows.append(number(of: UnsafePointer(successor)), on: symbolClass)
                    }
                    successor += 1
                }
                rows.endRow()
            }
            next += batch
        }
        try check(budget, explored: next)
    }

    private func check(_ budget: Budget, explored: Int) throws(AutomataError) {
        try budget.check(statesBuilt: subsets.count, statesPending: subsets.count - explored, bytes: byteCount)
        guard rows.hasRoom, subsets.count < maximumCount / 2 else { throw .tooLarge("states or transitions") }
    }

    // MARK: Index

    @inline(__always)
    private func slot(of bits: UnsafePointer<Bits>) -> Int {
        isDirect ? Int(truncatingIfNeeded: bits.words[0]) : Int(truncatingIfNeeded: bits.hash) & (slots.count - 1)
    }

    /// The number of a subset, which is added where it is new.
    @inline(__always)
    private mutating func number(of bits: UnsafePointer<Bits>) -> State {
        if isDirect {
            let slot = Int(truncatingIfNeeded: bits.words[0])
            if slots[slot] != 0 { return State(truncatingIfNeeded: slots[slot] &- 1) }
            return add(bits, slot: slot, tag: 0)
        }
        let hash = bits.hash
        let tag = Bits.Slot(truncatingIfNeeded: hash & ~0xFFFF_FFFF)
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            let candidate = State(truncatingIfNeeded: slots[slot] &- 1)
            if slots[slot].hasTag(tag), UnsafePointer(subsets.base + Int(candidate)).isEqual(to: bits) {
                return candidate
            }
            slot = (slot + 1) & mask
        }
        return add(bits, slot: slot, tag: tag)
    }

    @inline(__always)
    private mutating func add(_ bits: UnsafePointer<Bits>, slot: Int, tag: Bits.Slot) -> State {
        let number = State(truncatingIfNeeded: subsets.count)
        slots[slot] = tag | (Bits.Slot(truncatingIfNeeded: number) &+ 1)
        subsets.append(bits.pointee)
        rows.addSubset(isFinal: bits.intersects(UnsafePointer(finalBits.base)))
        if !isDirect, subsets.count * 2 >= slots.count { growIndex() }
        return number
    }

    @inline(never)
    private mutating func growIndex() {
        var slotCount = slots.count * 4
        if slotCount * 4 >= possibleSubsets {
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
            let hash = bits.hash
            var slot = Int(truncatingIfNeeded: hash) & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = Bits.Slot(truncatingIfNeeded: hash & ~0xFFFF_FFFF | UInt64(number + 1))
        }
    }
}

/// The transitions with the targets of one state and class joined in one bit set.
struct GroupedMoves<Bits: SubsetBits>: ~Copyable {
    fileprivate let stateCount: Int
    fileprivate private(set) var offsets: ScratchBuffer<UInt32>
    fileprivate private(set) var classes: ScratchBuffer<UInt32>
    fileprivate private(set) var targets: ScratchBuffer<Bits>

    init(_ source: borrowing SubsetSource) {
        stateCount = source.stateCount
        offsets = ScratchBuffer(capacity: source.stateCount + 1)
        classes = ScratchBuffer(capacity: source.transitionCount)
        targets = ScratchBuffer(capacity: source.transitionCount)
        offsets.append(0)
        for state in 0..<source.stateCount {
            let start = classes.count
            for index in source.row(of: state) {
                let symbolClass = UInt32(truncatingIfNeeded: source.symbolClass(at: index))
                if classes.count == start || classes[classes.count - 1] != symbolClass {
                    classes.append(symbolClass)
                    targets.append(.zero)
                }
                let target = Int(source.target(at: index))
                let words = UnsafeMutableRawPointer(targets.base + (targets.count - 1))
                    .assumingMemoryBound(to: UInt64.self)
                words[target >> 6] |= 1 << UInt64(target & 63)
            }
            offsets.append(UInt32(truncatingIfNeeded: classes.count))
        }
    }
}

/// For each class and each chunk of eight or four states, the union of the targets for each subset of the chunk.
struct ChunkTables<Bits: SubsetBits>: ~Copyable {
    struct Layout {
        let classCount: Int
        let chunkCount: Int
        let chunkBits: Int

        /// The widest chunks whose tables stay within a second-level cache, or `nil` where even narrow ones don't.
        init?(stateCount: Int, classCount: Int) {
            guard classCount > 0, stateCount > 0 else { return nil }
            self.classCount = classCount
            func bytes(_ chunkBits: Int) -> Int {
                (stateCount + chunkBits - 1) / chunkBits * classCount << chunkBits * MemoryLayout<Bits>.stride
            }
            if bytes(8) <= 256 << 10 {
                chunkBits = 8
            } else if bytes(4) <= 1 << 20 {
                chunkBits = 4
            } else {
                return nil
            }
            chunkCount = (stateCount + chunkBits - 1) / chunkBits
        }

        var lookupsPerSubset: Int { chunkCount * classCount }
        var entryCount: Int { lookupsPerSubset << chunkBits }
    }

    private let layout: Layout
    private let unions: ScratchBuffer<Bits>

    init(_ moves: borrowing GroupedMoves<Bits>, _ layout: Layout) {
        self.layout = layout
        unions = ScratchBuffer(repeating: .zero, count: layout.entryCount)
        for state in 0..<moves.stateCount {
            for index in Int(moves.offsets[state])..<Int(moves.offsets[state + 1]) {
                let chunk = Int(moves.classes[index]) * layout.chunkCount + state / layout.chunkBits
                unions[chunk << layout.chunkBits + 1 << (state % layout.chunkBits)] = moves.targets[index]
            }
        }
        for chunk in 0..<layout.lookupsPerSubset {
            let base = chunk << layout.chunkBits
            for subset in 1..<1 << layout.chunkBits where subset & (subset - 1) != 0 {
                let lowest = subset & -subset
                unions[base + subset] = unions[base + lowest] | unions[base + subset - lowest]
            }
        }
    }

    @inline(__always)
    func successor(of subset: UnsafePointer<Bits>, on symbolClass: Int) -> Bits {
        let bytes = UnsafeRawPointer(subset).assumingMemoryBound(to: UInt8.self)
        var chunk = unions.base + (symbolClass * layout.chunkCount) << layout.chunkBits
        var union = Bits.zero
        if layout.chunkBits == 8 {
            for index in 0..<layout.chunkCount {
                union = union | chunk[Int(bytes[index])]
                chunk += 256
            }
        } else {
            for index in 0..<layout.chunkCount {
                union = union | chunk[(Int(bytes[index >> 1]) >> ((index & 1) * 4)) & 15]
                chunk += 16
            }
        }
        return union
    }
}
