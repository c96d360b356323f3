/// One automaton of a comparison: trim, over the symbol classes of both, with an index by state and class.
///
/// A class of one side may be without transitions; a state of the left side leads to a final one always, so that reaching it
/// with nothing on the right is a counterexample already.
final class InclusionSide {
    let stateCount: Int
    let classCount: Int
    let wordCount: Int
    let initialStates: [State]
    /// The final states, one bit each, `wordCount` words.
    let finalWords: [UInt64]
    /// Where the targets of state *q* on class *a* start: at `starts[q * classCount + a]`.
    let starts: [UInt32]
    let targets: [State]

    init(
        stateCount: Int, classCount: Int, initialStates: [State], finalStates: some Sequence<State>, starts: [UInt32],
        targets: [State]
    ) {
        self.stateCount = stateCount
        self.classCount = classCount
        wordCount = max(1, (stateCount + 63) / 64)
        self.initialStates = initialStates
        var words = [UInt64](repeating: 0, count: wordCount)
        for state in finalStates { words[Int(state >> 6)] |= 1 << UInt64(state & 63) }
        finalWords = words
        self.starts = starts
        self.targets = targets
    }

    @inline(__always)
    func isFinal(_ state: State) -> Bool { finalWords[Int(state >> 6)] >> UInt64(state & 63) & 1 == 1 }

    var transitionCount: Int { targets.count }

    var byteCount: Int { starts.count * 4 + targets.count * 4 }

    /// Whether there is one initial state at most, and one target a state and class.
    var isDeterministic: Bool {
        if initialStates.count > 1 { return false }
        for index in 1..<max(1, starts.count) where starts[index] - starts[index - 1] > 1 { return false }
        return true
    }

    /// Every transition turned round, initial and final states exchanged.
    func reversed() -> InclusionSide {
        let cells = stateCount * classCount
        var next = [UInt32](repeating: 0, count: cells + 2)
        for state in 0..<stateCount {
            for symbolClass in 0..<classCount {
                for index in range(state, symbolClass) {
                    next[Int(targets[index]) * classCount + symbolClass + 2] += 1
                }
            }
        }
        for cell in 0..<cells { next[cell + 2] += next[cell + 1] }
        var sources = [State](repeating: 0, count: targets.count)
        for state in 0..<stateCount {
            for symbolClass in 0..<classCount {
                for index in range(state, symbolClass) {
                    let cell = Int(targets[index]) * classCount + symbolClass + 1
                    sources[Int(next[cell])] = State(truncatingIfNeeded: state)
                    next[cell] += 1
                }
            }
        }
        next.removeLast()
        return InclusionSide(
            stateCount: stateCount, classCount: classCount,
            initialStates: (0..<State(stateCount)).filter(isFinal), finalStates: initialStates, starts: next,
            targets: sources)
    }

    @inline(__always)
    func range(_ state: Int, _ symbolClass: Int) -> Range<Int> {
        let cell = state &* classCount &+ symbolClass
        return Int(starts[cell])..<Int(starts[cell + 1])
    }
}

/// Two automata over one alphabet, laid out to be compared.
///
/// Both are trim. Symbols that no state of either tells apart form one class, numbered by its least symbol, so that the order of
/// classes is the order of symbols. Where only inclusion is asked for, symbols that the left side doesn't read are left out.
struct InclusionProblem {
    let left: InclusionSide
    let right: InclusionSide
    /// The least symbol of each class.
    let leastSymbols: [Symbol]

    /// - Complexity: O((*n*₁ + *n*₂) *k* + *m*₁ + *m*₂) for *k* classes.
    init(_ left: NFA, _ right: NFA, keepsRightSymbols: Bool, budget: Budget) throws(AutomataError) {
        let usefulLeft = UsefulStates(left)
        let usefulRight = UsefulStates(right)
        let rows = JointRows(TrimRows(left.rows, usefulLeft), TrimRows(right.rows, usefulRight))
        let merging = SymbolMerging(rows, symbolCount: left.alphabet.count, includingUnused: false)
        // The classes that are kept, numbered by their least symbols still.
        var newClass = [UInt32](repeating: .none, count: merging.classCount)
        if keepsRightSymbols {
            for symbolClass in newClass.indices { newClass[symbolClass] = UInt32(symbolClass) }
        } else {
            for index in 0..<rows.left.count { newClass[Int(merging.classOf[Int(rows.left.symbol(at: index))])] = 0 }
            var count: UInt32 = 0
            for symbolClass in newClass.indices where newClass[symbolClass] != .none {
                newClass[symbolClass] = count
                count += 1
            }
        }
        leastSymbols = merging.leastSymbols.indices.filter { newClass[$0] != .none }.map { merging.leastSymbols[$0] }
        let classCount = leastSymbols.count
        let cells = (usefulLeft.count + usefulRight.count).multipliedReportingOverflow(by: classCount)
        try budget.check(statesBuilt: 0, bytes: cells.overflow ? .max : cells.partialValue * 4)
        self.left = Self.side(left, usefulLeft, rows.left, merging, newClass, classCount)
        self.right = Self.side(right, usefulRight, rows.right, merging, newClass, classCount)
    }

    private init(left: InclusionSide, right: InclusionSide, leastSymbols: [Symbol]) {
        self.left = left
        self.right = right
        self.leastSymbols = leastSymbols
    }

    /// The question whether the right side is included in the left one.
    var swapped: InclusionProblem { InclusionProblem(left: right, right: left, leastSymbols: leastSymbols) }

    /// The question about the words read backwards, whose answer is the same.
    var reversed: InclusionProblem {
        InclusionProblem(left: left.reversed(), right: right.reversed(), leastSymbols: leastSymbols)
    }

    /// The transitions of both sides, on classes; the right side's states follow those of the left one.
    var disjointUnion: Transitions {
        var offsets: [UInt32] = [0]
        var symbols: [Symbol] = []
        var targets: [State] = []
        offsets.reserveCapacity(left.stateCount + right.stateCount + 1)
        symbols.reserveCapacity(left.transitionCount + right.transitionCount)
        targets.reserveCapacity(left.transitionCount + right.transitionCount)
        for (side, offset) in [(left, 0), (right, State(left.stateCount))] {
            for state in 0..<side.stateCount {
                for symbolClass in 0..<classCount {
                    for index in side.range(state, symbolClass) {
                        symbols.append(Symbol(symbolClass))
                        targets.append(side.targets[index] + offset)
                    }
                }
                offsets.append(UInt32(targets.count))
            }
        }
        return Transitions(offsets: offsets, symbols: symbols, targets: targets)
    }

    var finalStatesOfUnion: StateSet {
        var states = StateSet((0..<State(left.stateCount)).filter(left.isFinal))
        for state in 0..<State(right.stateCount) where right.isFinal(state) {
            states.insert(state + State(left.stateCount))
        }
        return states
    }

    var classCount: Int { leastSymbols.count }
    var byteCount: Int { left.byteCount + right.byteCount }

    private static func side(
        _ automaton: NFA, _ useful: UsefulStates, _ rows: borrowing TrimRows, _ merging: SymbolMerging,
        _ newClass: [UInt32], _ classCount: Int
    ) -> InclusionSide {
        var starts = [UInt32](repeating: 0, count: useful.count * classCount + 1)
        var targets: [State] = []
        targets.reserveCapacity(rows.count)
        for state in 0..<useful.count {
            // Least symbols ascend with their classes, so that each row is sorted by class already.
            for index in rows.range(of: state) where merging.isLeast(rows.symbol(at: index)) {
                let symbolClass = newClass[Int(merging.classOf[Int(rows.symbol(at: index))])]
                if symbolClass == .none { continue }
                starts[state * classCount + Int(symbolClass) + 1] += 1
                targets.append(rows.target(at: index))
            }
        }
        for cell in 0..<useful.count * classCount { starts[cell + 1] += starts[cell] }
        return InclusionSide(
            stateCount: useful.count, classCount: classCount,
            initialStates: automaton.initialStates.compactMap { useful.newState($0) },
            finalStates: useful.set(automaton.finalStates), starts: starts, targets: targets)
    }
}

/// The rows of two automata, one after the other.
private struct JointRows: SymbolRows, ~Copyable {
    let left: TrimRows
    let right: TrimRows

    init(_ left: consuming TrimRows, _ right: consuming TrimRows) {
        self.left = left
        self.right = right
    }

    var rowCount: Int { left.rowCount + right.rowCount }
    var count: Int { left.count + right.count }

    @inline(__always)
    func range(of row: Int) -> Range<Int> {
        if row < left.rowCount { return left.range(of: row) }
        let range = right.range(of: row - left.rowCount)
        return range.lowerBound + left.count..<range.upperBound + left.count
    }

    @inline(__always)
    func symbol(at index: Int) -> Symbol {
        index < left.count ? left.symbol(at: index) : right.symbol(at: index - left.count)
    }

    /// Targets of the right side may equal those of the left one: their sources differ.
    @inline(__always)
    func target(at index: Int) -> State {
        index < left.count ? left.target(at: index) : right.target(at: index - left.count)
    }
}
