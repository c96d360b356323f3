/// The successors of a subset, gathered member by member.
struct SubsetSuccessors<Layout: SubsetLayout>: ~Copyable {
    private let layout: Layout
    private let classCount: Int
    private let keepsEmptySubset: Bool
    /// The union of each class; empty between calls.
    private let unions: ScratchBuffer<Layout.Block>
    /// One bit per class that has a target.
    private let touched: ScratchBuffer<UInt64>

    init(layout: Layout, classCount: Int, keepsEmptySubset: Bool) {
        self.layout = layout
        self.classCount = classCount
        self.keepsEmptySubset = keepsEmptySubset
        unions = ScratchBuffer(repeating: .zero, count: classCount * layout.blockCount)
        touched = ScratchBuffer(repeating: 0, count: (classCount + 63) / 64)
    }

    /// - Returns: the number of unions it took.
    @inline(__always)
    func gather(
        _ subset: UnsafePointer<Layout.Block>, _ moves: borrowing GroupedTransitions<Layout>,
        into batch: inout SubsetBatch<Layout>
    ) -> Int {
        var work = 0
        for wordIndex in 0..<layout.wordCount {
            var word = subset.words[wordIndex]
            while word != 0 {
                let state = wordIndex * 64 + word.trailingZeroBitCount
                word &= word &- 1
                let row = Int(moves.offsets[state])..<Int(moves.offsets[state + 1])
                work += row.count
                for index in row {
                    let symbolClass = Int(moves.classes[index])
                    layout.formUnion(union(symbolClass), moves.targets(at: index))
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
    private func union(_ symbolClass: Int) -> UnsafeMutablePointer<Layout.Block> {
        unions.base + symbolClass * layout.blockCount
    }

    @inline(__always)
    private func append(_ symbolClass: Int, to batch: inout SubsetBatch<Layout>) {
        batch.append(union(symbolClass), on: symbolClass)
        layout.clear(union(symbolClass))
    }
}

/// The transitions, with the targets of one state and class as one bit set.
struct GroupedTransitions<Layout: SubsetLayout>: ~Copyable {
    let layout: Layout
    let stateCount: Int
    private(set) var offsets: ScratchBuffer<UInt32>
    private(set) var classes: ScratchBuffer<UInt32>
    private var targets: ScratchBuffer<Layout.Block>

    var byteCount: Int { offsets.byteCount + classes.byteCount + targets.byteCount }

    init(_ source: borrowing SubsetSource, layout: Layout) {
        self.layout = layout
        stateCount = source.stateCount
        offsets = ScratchBuffer(capacity: source.stateCount + 1)
        classes = ScratchBuffer(capacity: source.transitionCount)
        targets = ScratchBuffer(capacity: source.transitionCount * layout.blockCount)
        offsets.append(0)
        for state in 0..<source.stateCount {
            let start = classes.count
            for index in source.row(of: state) {
                let symbolClass = UInt32(truncatingIfNeeded: source.symbolClass(at: index))
                if classes.count == start || classes[classes.count - 1] != symbolClass {
                    classes.append(symbolClass)
                    targets.appendUninitialized(layout.blockCount)
                    layout.clear(lastTargets)
                }
                let target = source.target(at: index)
                lastTargets.words[target.word] |= target.bit
            }
            offsets.append(UInt32(truncatingIfNeeded: classes.count))
        }
    }

    private var lastTargets: UnsafeMutablePointer<Layout.Block> {
        targets.base + (targets.count - layout.blockCount)
    }

    @inline(__always)
    func targets(at index: Int) -> UnsafePointer<Layout.Block> {
        UnsafePointer(targets.base + index * layout.blockCount)
    }
}

/// The union of the targets for each class, each chunk of eight or four states, and each subset of
/// the chunk.
struct ChunkTables<Layout: SubsetLayout>: ~Copyable {
    struct Chunks {
        let classCount: Int
        let chunkCount: Int
        let chunkBits: Int

        /// Selects the widest chunks whose tables fit a second-level cache, or fails if even narrow
        /// ones don't.
        init?(stateCount: Int, classCount: Int, bytesPerSet: Int) {
            guard classCount > 0, stateCount > 0 else { return nil }
            self.classCount = classCount
            func bytes(_ chunkBits: Int) -> Int {
                (stateCount + chunkBits - 1) / chunkBits * classCount << chunkBits * bytesPerSet
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

    private let chunks: Chunks
    private let layout: Layout
    private let unions: ScratchBuffer<Layout.Block>

    init(_ moves: borrowing GroupedTransitions<Layout>, _ chunks: Chunks) {
        self.chunks = chunks
        layout = moves.layout
        unions = ScratchBuffer(repeating: .zero, count: chunks.entryCount * layout.blockCount)
        for state in 0..<moves.stateCount {
            for index in Int(moves.offsets[state])..<Int(moves.offsets[state + 1]) {
                let chunk = Int(moves.classes[index]) * chunks.chunkCount + state / chunks.chunkBits
                let entry = chunk << chunks.chunkBits + 1 << (state % chunks.chunkBits)
                layout.copy(moves.targets(at: index), to: union(entry))
            }
        }
        for chunk in 0..<chunks.lookupsPerSubset {
            let base = chunk << chunks.chunkBits
            for subset in 1..<1 << chunks.chunkBits where subset & (subset - 1) != 0 {
                let lowest = subset & -subset
                layout.copy(union(base + lowest), to: union(base + subset))
                layout.formUnion(union(base + subset), union(base + subset - lowest))
            }
        }
    }

    private func union(_ entry: Int) -> UnsafeMutablePointer<Layout.Block> {
        unions.base + entry * layout.blockCount
    }

    /// Gathers the successors of some subsets, chunk by chunk.
    func gather(
        _ subsets: UnsafePointer<Layout.Block>, count: Int, keepsEmptySubset: Bool,
        into batch: inout SubsetBatch<Layout>
    ) {
        // Copies, because the compiler can't exclude that writes alias them.
        let (chunkCount, classCount, isWide) = (chunks.chunkCount, chunks.classCount, chunks.chunkBits == 8)
        let (layout, blockCount) = (layout, layout.blockCount)
        let successors = batch.successors
        let classes = batch.classes
        var end = batch.count
        for row in 0..<count {
            let bytes = UnsafeRawPointer(subsets + row * blockCount).assumingMemoryBound(to: UInt8.self)
            var firstChunk = UnsafePointer(unions.base)
            for symbolClass in 0..<classCount {
                let successor = successors + end * blockCount
                for block in 0..<blockCount {
                    var chunk = firstChunk + block
                    var union = Layout.Block.zero
                    if isWide {
                        for index in 0..<chunkCount {
                            union = union | chunk[Int(bytes[index]) * blockCount]
                            chunk += 256 * blockCount
                        }
                    } else {
                        for index in 0..<chunkCount >> 1 {
                            let members = Int(bytes[index])
                            union = union | chunk[(members & 15) * blockCount]
                            union = union | chunk[(16 + members >> 4) * blockCount]
                            chunk += 32 * blockCount
                        }
                        if chunkCount & 1 == 1 {
                            union = union | chunk[Int(bytes[chunkCount >> 1] & 15) * blockCount]
                        }
                    }
                    successor[block] = union
                }
                firstChunk += chunkCount * (isWide ? 256 : 16) * blockCount
                classes[end] = UInt32(truncatingIfNeeded: symbolClass)
                if keepsEmptySubset || !layout.isEmpty(successor) { end &+= 1 }
            }
            batch.rowEnds[row] = end
        }
        batch.count = end
    }
}
