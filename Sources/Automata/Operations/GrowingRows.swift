/// The rows of a nondeterministic automaton under construction, in the order of their states.
/// Symbols must come in order, targets needn't.
struct GrowingRows: ~Copyable {
    private var offsets: ScratchBuffer<UInt32>
    private var pairs = ScratchBuffer<UInt64>(capacity: 64)
    private var moveOffsets: ScratchBuffer<UInt32>
    private var moves = ScratchBuffer<StateID>()
    private var isSorted = true
    private var rowStart = 0
    private var moveStart = 0

    init() {
        offsets = ScratchBuffer(repeating: 0, count: 1)
        moveOffsets = ScratchBuffer(repeating: 0, count: 1)
    }

    var rowCount: Int { offsets.count - 1 }
    var transitionCount: Int { pairs.count + moves.count }
    var byteCount: Int { pairs.byteCount + moves.byteCount + offsets.byteCount + moveOffsets.byteCount }

    @inline(__always)
    mutating func beginRow() {
        (rowStart, moveStart) = (pairs.count, moves.count)
        isSorted = true
    }

    @inline(__always)
    mutating func append(_ target: StateID, on symbol: Symbol) {
        let pair = UInt64(symbol) << 32 | UInt64(target)
        if pairs.count > rowStart, pairs[pairs.count - 1] >= pair { isSorted = false }
        pairs.append(pair)
    }

    @inline(__always)
    mutating func appendMove(to target: StateID) {
        moves.append(target)
    }

    @inline(__always)
    mutating func endRow() {
        if !isSorted { pairs.sortAndDeduplicate(from: rowStart) }
        if moves.count > moveStart + 1 { moves.sortAndDeduplicate(from: moveStart) }
        offsets.append(UInt32(truncatingIfNeeded: pairs.count))
        moveOffsets.append(UInt32(truncatingIfNeeded: moves.count))
    }

    /// Returns the transitions without the moves.
    func transitions() -> Transitions {
        let count = pairs.count
        return Transitions(
            offsets: offsets.array(),
            symbols: [Symbol](unsafeUninitializedCapacity: count) { symbols, initializedCount in
                for index in 0..<count { symbols.initializeElement(at: index, to: Symbol(pairs[index] >> 32)) }
                initializedCount = count
            },
            targets: [StateID](unsafeUninitializedCapacity: count) { targets, initializedCount in
                for index in 0..<count {
                    targets.initializeElement(at: index, to: StateID(truncatingIfNeeded: pairs[index]))
                }
                initializedCount = count
            })
    }

    func automaton(alphabet: Alphabet, initialStates: StateSet, finalStates: StateSet) -> EpsilonNFA {
        EpsilonNFA(
            alphabet: alphabet, rows: transitions(),
            epsilon: EpsilonMoves(offsets: moveOffsets.array(), targets: moves.array()), initialStates: initialStates,
            finalStates: finalStates)
    }
}

extension ScratchBuffer where Element: Comparable {
    /// Sorts the elements from an index on, and drops duplicates.
    mutating func sortAndDeduplicate(from start: Int) {
        if count - start < 2 { return }
        var buffer = UnsafeMutableBufferPointer(start: base + start, count: count - start)
        buffer.sort()
        var end = start + 1
        for index in start + 1..<count where base[index] != base[end - 1] {
            base[end] = base[index]
            end += 1
        }
        truncate(to: end)
    }
}
