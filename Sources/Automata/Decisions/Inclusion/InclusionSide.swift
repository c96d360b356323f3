/// A trim automaton of a comparison, over the symbol classes of both, indexed by state and class.
///
/// The transitions of a state on a class form a run. If there are few classes, or most states read
/// most of them, the side is dense: each state has a run for each class, which may be empty, so
/// that its index can be computed. Otherwise only runs with transitions are stored, and the run of
/// a class is found by binary search.
///
/// A class may have no transitions on one side. From each state, a final state can be reached, so a
/// left state whose word leads to no right state proves a counterexample.
///
/// Several threads may read it, because its buffers don't change after initialization.
final class InclusionSide: @unchecked Sendable {
    let stateCount: Int
    let classCount: Int
    let wordCount: Int
    /// Whether each state has a run for each class.
    let isDense: Bool
    let initialStates: [StateID]
    /// The final states as a bit set of `wordCount` words.
    let finalWords: [UInt64]
    /// The transitions on classes.
    let rows: Transitions
    /// The start of each run's targets, and the end of the last run's targets.
    let starts: ScratchBuffer<UInt32>
    let targets: ScratchBuffer<StateID>
    /// The class of each run, and the index of each state's first run; empty if the side is dense.
    private let classes: ScratchBuffer<Symbol>
    private let firstRuns: ScratchBuffer<UInt32>

    init(
        _ rows: Transitions, classCount: Int, isDense: Bool, initialStates: [StateID],
        finalStates: some Sequence<StateID>
    ) {
        let stateCount = rows.stateCount
        self.stateCount = stateCount
        self.classCount = classCount
        self.isDense = isDense
        self.initialStates = initialStates
        self.rows = rows
        wordCount = max(1, (stateCount + 63) / 64)
        var words = [UInt64](repeating: 0, count: wordCount)
        for state in finalStates { words[state.word] |= state.bit }
        finalWords = words
        var targets = ScratchBuffer<StateID>(capacity: rows.count)
        targets.append(contentsOf: rows.targets)
        self.targets = targets
        if isDense {
            starts = Self.denseStarts(rows, classCount: classCount)
            classes = ScratchBuffer()
            firstRuns = ScratchBuffer()
            return
        }
        var starts = ScratchBuffer<UInt32>(capacity: rows.count + 1)
        var classes = ScratchBuffer<Symbol>(capacity: rows.count)
        var firstRuns = ScratchBuffer<UInt32>(capacity: stateCount + 1)
        firstRuns.append(0)
        for state in 0..<StateID(stateCount) {
            let row = rows.range(of: state)
            for index in row where index == row.lowerBound || rows.symbols[index] != rows.symbols[index - 1] {
                starts.append(UInt32(truncatingIfNeeded: index))
                classes.append(rows.symbols[index])
            }
            firstRuns.append(UInt32(truncatingIfNeeded: classes.count))
        }
        starts.append(UInt32(truncatingIfNeeded: rows.count))
        self.starts = starts
        self.classes = classes
        self.firstRuns = firstRuns
    }

    private static func denseStarts(_ rows: Transitions, classCount: Int) -> ScratchBuffer<UInt32> {
        let starts = ScratchBuffer<UInt32>(repeating: 0, count: rows.stateCount * classCount + 1)
        for state in 0..<rows.stateCount {
            for index in rows.range(of: StateID(truncatingIfNeeded: state)) {
                starts[state * classCount + Int(rows.symbols[index]) + 1] += 1
            }
        }
        for cell in 0..<rows.stateCount * classCount { starts[cell + 1] += starts[cell] }
        return starts
    }

    @inline(__always)
    func isFinal(_ state: StateID) -> Bool { finalWords[state.word] & state.bit != 0 }

    var transitionCount: Int { targets.count }

    /// The number of runs, including empty ones.
    var runCount: Int { starts.count - 1 }

    var byteCount: Int {
        starts.byteCount + targets.byteCount + classes.byteCount + firstRuns.byteCount + rows.count * 8
            + stateCount * 4
    }

    /// Whether there is at most one initial state, and at most one target for each state and class.
    var isDeterministic: Bool { initialStates.count <= 1 && rows.conflict == nil }

    /// Whether there is at most one final state, and at most one source for each state and class.
    var isDeterministicBackward: Bool {
        if finalStateCount > 1 { return false }
        var seenArcs = PairTable(minimumCapacity: 0)
        for index in 0..<rows.count {
            if !seenArcs.insert(UInt64(rows.symbols[index]) << 32 | UInt64(rows.targets[index])).isNew { return false }
        }
        return true
    }

    var finalStateCount: Int { finalWords.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Returns the reversed automaton.
    func reversed() -> InclusionSide {
        InclusionSide(
            rows.reversed(symbolCount: classCount), classCount: classCount, isDense: isDense,
            initialStates: (0..<StateID(stateCount)).filter(isFinal), finalStates: initialStates)
    }

    /// Returns the indices of the targets of a state on a class.
    @inline(__always)
    func range(_ state: Int, _ symbolClass: Int) -> Range<Int> {
        if isDense { return range(ofRun: state &* classCount &+ symbolClass) }
        let run = run(state, symbolClass)
        return run < 0 ? 0..<0 : range(ofRun: run)
    }

    /// Returns the indices of the targets of a run.
    @inline(__always)
    func range(ofRun run: Int) -> Range<Int> {
        Int(starts.base[run])..<Int(starts.base[run &+ 1])
    }

    /// Returns the run of a state on a class, or -1 if there is none.
    ///
    /// - Requires: The side isn't dense.
    func run(_ state: Int, _ symbolClass: Int) -> Int {
        let runs = runs(of: state)
        var (low, high) = (runs.lowerBound, runs.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if Int(classes[middle]) < symbolClass { low = middle + 1 } else { high = middle }
        }
        return low < runs.upperBound && Int(classes[low]) == symbolClass ? low : -1
    }

    /// Returns the runs of a state, in the order of their classes.
    ///
    /// - Requires: The side isn't dense.
    @inline(__always)
    func runs(of state: Int) -> Range<Int> { Int(firstRuns[state])..<Int(firstRuns[state + 1]) }

    /// Returns the class of a run.
    ///
    /// - Requires: The side isn't dense.
    @inline(__always)
    func symbolClass(ofRun run: Int) -> Symbol { classes[run] }
}
