/// The successors of a subset, gathered member by member.
struct SubsetSuccessors<Bits: SubsetBits>: ~Copyable {
    private let classCount: Int
    private let keepsEmptySubset: Bool
    /// The union of each class; empty between calls.
    private let unions: ScratchBuffer<Bits>
    /// One bit per class that has a target.
    private let touched: ScratchBuffer<UInt64>

    init(classCount: Int, keepsEmptySubset: Bool) {
        self.classCount = classCount
        self.keepsEmptySubset = keepsEmptySubset
        unions = ScratchBuffer(repeating: .zero, count: classCount)
        touched = ScratchBuffer(repeating: 0, count: (classCount + 63) / 64)
    }

    /// - Returns: the number of unions it took.
    @inline(__always)
    func gather(
        _ subset: UnsafePointer<Bits>, _ moves: borrowing GroupedTransitions<Bits>, into batch: inout SubsetBatch<Bits>
    ) -> Int {
        var work = 0
        for wordIndex in 0..<Bits.wordCount {
            var word = subset.words[wordIndex]
            while word != 0 {
                let state = wordIndex * 64 + word.trailingZeroBitCount
                word &= word &- 1
                let row = Int(moves.offsets[state])..<Int(moves.offsets[state + 1])
                work += row.count
                for index in row {
                    let symbolClass = Int(moves.classes[index])
                    unions[symbolClass] = unions[symbolClass] | moves.targets[index]
                    touched[symbolClass >> 6] |= 1 << UInt64(symbolClass & 63)
                }
            }
        }
        if keepsEmptySubset {
            for symbolClass in 0..<classCount { append(symbolClass, to: &batch) }
            for index in 0..<touched.count { touched[index] = 0 }
            return work
        }
        for wordIndex in 0..<touched.count {
            var word = touched[wordIndex]
            touched[wordIndex] = 0
            while word != 0 {
                append(wordIndex * 64 + word.trailingZeroBitCount, to: &batch)
                word &= word &- 1
            }
        }
        return work
    }

    @inline(__always)
    private func append(_ symbolClass: Int, to batch: inout SubsetBatch<Bits>) {
        batch.append(unions[symbolClass], on: symbolClass)
        unions[symbolClass] = .zero
    }
}

/// The transitions, with the targets of one state and class as one bit set.
struct GroupedTransitions<Bits: SubsetBits>: ~Copyable {
    let stateCount: Int
    private(set) var offsets: ScratchBuffer<UInt32>
    private(set) var classes: ScratchBuffer<UInt32>
    private(set) var targets: ScratchBuffer<Bits>

    var byteCount: Int { offsets.byteCount + classes.byteCount + targets.byteCount }

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

/// The union of the targets for each class, each chunk of eight or four states, and each subset of
/// the chunk.
struct ChunkTables<Bits: SubsetBits>: ~Copyable {
    struct Layout {
        let classCount: Int
        let chunkCount: Int
        let chunkBits: Int

        /// Selects the widest chunks whose tables fit a second-level cache, or fails if even narrow
        /// ones don't.
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

    init(_ moves: borrowing GroupedTransitions<Bits>, _ layout: Layout) {
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

    /// Gathers the successors of some subsets, chunk by chunk.
    func gather(
        _ subsets: UnsafePointer<Bits>, count: Int, keepsEmptySubset: Bool, into batch: inout SubsetBatch<Bits>
    ) {
        // Copies, because the compiler can't exclude that writes alias them.
        let (chunkCount, classCount, isWide) = (layout.chunkCount, layout.classCount, layout.chunkBits == 8)
        let successors = batch.successors
        let classes = batch.classes
        var end = batch.count
        for row in 0..<count {
            let bytes = UnsafeRawPointer(subsets + row).assumingMemoryBound(to: UInt8.self)
            var chunk = UnsafePointer(unions.base)
            for symbolClass in 0..<classCount {
                var union = Bits.zero
                if isWide {
                    for index in 0..<chunkCount {
                        union = union | chunk[Int(bytes[index])]
                        chunk += 256
                    }
                } else {
                    for index in 0..<chunkCount {
                        union = union | chunk[(Int(bytes[index >> 1]) >> ((index & 1) &* 4)) & 15]
                        chunk += 16
                    }
                }
                successors[end] = union
                classes[end] = UInt32(truncatingIfNeeded: symbolClass)
                if keepsEmptySubset || !UnsafePointer(successors + end).isEmpty { end &+= 1 }
            }
            batch.rowEnds[row] = end
        }
        batch.count = end
    }
}
