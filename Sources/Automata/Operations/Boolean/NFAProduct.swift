/// The product of a nondeterministic automaton with another one, pair by pair from the initial ones: accepts what both accept. What it
/// computes is trim and numbered breadth-first in alphabet order, epsilon moves last.
///
/// An epsilon move of one side is taken by it alone while the other side waits, so that no move has to be removed first.
///
/// - Complexity: O(*m₁* + *m₂* + *r* + *t*) for *r* pairs of useful states that are met and *t* pairs of transitions on one symbol that leave
///   them, and their logarithm for sorting targets.
struct NFAProduct {
    let budget: Budget

    func run(_ one: EpsilonNFA, _ other: EpsilonNFA) throws(AutomataError) -> EpsilonNFA {
        // A state that leads nowhere would be in a pair with each state of the other side.
        let (left, right) = (one.trimmed(), other.trimmed())
        var index = PairIndex(leftCount: left.stateCount, rightCount: right.stateCount)
        var rows = GrowingRows()
        var pace = BudgetPace()
        for p in left.initialStates {
            if pace.isDue(states: index.count, work: 0) { try check(index, rows, explored: 0) }
            for q in right.initialStates { _ = index.number(of: Int(p), Int(q)) }
        }
        let initialCount = index.count
        pace = BudgetPace()
        var next = 0
        while next < index.count {
            if pace.isDue(states: next, work: rows.transitionCount) || index.count > budget.maximumStates {
                try check(index, rows, explored: next)
            }
            let (p, q) = index.pair(next)
            rows.beginRow()
            try forEachCommonStep(left.rows, p, right.rows, q) {
                (symbol, target, otherTarget) throws(AutomataError) in
                // One pair can have as many steps as both rows multiplied.
                if pace.isDue(states: next, work: rows.transitionCount) { try check(index, rows, explored: next) }
                rows.append(index.number(of: Int(target), Int(otherTarget)).number, on: symbol)
            }
            for move in left.epsilon.range(of: StateID(p)) {
                rows.appendMove(to: index.number(of: Int(left.epsilon.targets[move]), q).number)
            }
            for move in right.epsilon.range(of: StateID(q)) {
                rows.appendMove(to: index.number(of: p, Int(right.epsilon.targets[move])).number)
            }
            rows.endRow()
            next += 1
        }
        try check(index, rows, explored: next)
        var finalWords = [UInt64](repeating: 0, count: (index.count + 63) / 64)
        for number in 0..<index.count {
            let (p, q) = index.pair(number)
            if left.isFinal(StateID(p)), right.isFinal(StateID(q)) {
                finalWords[number >> 6] |= 1 << UInt64(number & 63)
            }
        }
        return rows.automaton(
            alphabet: left.alphabet, initialStates: StateSet(allBelow: initialCount),
            finalStates: StateSet(words: finalWords)
        ).coaccessiblePart()
    }

    private func check(
        _ index: borrowing PairIndex, _ rows: borrowing GrowingRows, explored: Int
    ) throws(AutomataError) {
        try budget.check(
            statesBuilt: index.count, statesPending: index.count - explored, bytes: index.byteCount + rows.byteCount)
        guard rows.transitionCount < maximumCount / 2, index.count < maximumCount / 2 else {
            throw .tooLarge("states or transitions")
        }
    }
}

/// Calls the body with each symbol that two states have transitions on, and all pairs of their targets.
@inline(__always)
func forEachCommonStep(
    _ left: Transitions, _ p: Int, _ right: Transitions, _ q: Int,
    _ body: (Symbol, StateID, StateID) throws(AutomataError) -> Void
) throws(AutomataError) {
    let (leftRow, rightRow) = (left.range(of: StateID(p)), right.range(of: StateID(q)))
    var (i, j) = (leftRow.lowerBound, rightRow.lowerBound)
    while i < leftRow.upperBound, j < rightRow.upperBound {
        let symbol = left.symbols[i]
        if symbol != right.symbols[j] {
            if symbol < right.symbols[j] { i += 1 } else { j += 1 }
            continue
        }
        let start = j
        while i < leftRow.upperBound, left.symbols[i] == symbol {
            j = start
            while j < rightRow.upperBound, right.symbols[j] == symbol {
                try body(symbol, left.targets[i], right.targets[j])
                j += 1
            }
            i += 1
        }
    }
}

/// The rows of a nondeterministic automaton under construction, in the order of their states; symbols come in order, targets don't.
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

    /// The transitions; moves are left out.
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
    /// Sorts the elements from an index on, and drops all but one of those that are equal.
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
