/// The transitions and final states of a determinization under construction, a row a subset in the order of their numbers.
///
/// Rows over few classes are dense, as most of their cells will be used; others are sparse.
struct SubsetRows: ~Copyable {
    private let classCount: Int
    private let isDense: Bool
    /// Dense: the targets of one row after another; ``UInt32/none`` for none. Sparse: the targets alone.
    private var targets: ScratchBuffer<State>
    /// Dense: the row that was begun last; its memory moves only when the next one begins.
    private var row: UnsafeMutablePointer<State>
    /// Sparse: the class of each target, and the end of each row.
    private var classes: ScratchBuffer<UInt32>
    private var ends: ScratchBuffer<UInt32>
    /// A bit a subset that has a final state.
    private var finalWords: ScratchBuffer<UInt64>
    /// The number of subsets, explored or not.
    private(set) var count = 0

    init(classCount: Int) {
        self.classCount = classCount
        isDense = classCount <= 8
        targets = ScratchBuffer(capacity: 64)
        row = targets.base
        classes = ScratchBuffer()
        ends = ScratchBuffer()
        finalWords = ScratchBuffer()
    }

    var byteCount: Int { targets.byteCount + classes.byteCount + ends.byteCount }

    /// The number of cells or transitions so far.
    var cellCount: Int { targets.count }

    /// Whether the rows' offsets still fit 32 bits after as many rows as are built between two looks at the budget.
    var hasRoom: Bool { targets.count + 16 * classCount + 1 << 22 < maximumCount }

    /// Counts one more subset.
    @inline(__always)
    mutating func addSubset(isFinal: Bool) {
        if count & 63 == 0 { finalWords.append(0) }
        if isFinal { finalWords[count >> 6] |= 1 << UInt64(count & 63) }
        count += 1
    }

    /// Starts the row of the next subset; each target is then put where ``append(_:on:)`` says.
    @inline(__always)
    mutating func beginRow() {
        if isDense {
            let start = targets.count
            targets.appendUninitialized(classCount)
            row = targets.base + start
            for symbolClass in 0..<classCount { row[symbolClass] = .none }
        }
    }

    /// Puts a target into the row; the classes ascend.
    @inline(__always)
    mutating func append(_ target: State, on symbolClass: Int) {
        if isDense {
            row[symbolClass] = target
        } else {
            targets.append(target)
            classes.append(UInt32(truncatingIfNeeded: symbolClass))
        }
    }

    @inline(__always)
    mutating func endRow() {
        if !isDense { ends.append(UInt32(truncatingIfNeeded: targets.count)) }
    }

    /// The automaton, its classes expanded to their symbols.
    ///
    /// - Parameter workingBytes: what is held besides the result, which may be much larger than the rows.
    func dfa(
        alphabet: Alphabet, source: borrowing SubsetSource, names: NameTable?, workingBytes: Int, budget: Budget
    ) throws(AutomataError) -> DFA {
        let symbolCount = alphabet.count
        let finalStates = StateSet(words: finalWords.array())
        let initialState: State? = count == 0 ? nil : 0
        if isDense, symbolCount == classCount {
            return DFA(
                alphabet: alphabet, stateCount: count, denseTargets: targets.array(), initialState: initialState,
                finalStates: finalStates, names: names)
        }
        var transitionCount = 0
        forEachTransition { _, symbolClass, _ in
            transitionCount += source.classStarts[symbolClass + 1] - source.classStarts[symbolClass]
        }
        guard transitionCount <= maximumCount else { throw .tooLarge("transitions") }
        let isResultDense = DFA.Table.isDenseBetter(
            stateCount: count, symbolCount: symbolCount, transitionCount: transitionCount)
        try budget.check(
            statesBuilt: count,
            bytes: workingBytes + (isResultDense ? 4 * count * symbolCount : 8 * transitionCount + 4 * count))
        let table: DFA.Table
        if isResultDense {
            table = .dense(denseCells(symbolCount: symbolCount, source: source))
        } else {
            table = .sparse(sparseRows(symbolCount: symbolCount, transitionCount: transitionCount, source: source))
        }
        return DFA(
            alphabet: alphabet, stateCount: count, transitionCount: transitionCount, table: table,
            initialState: initialState, finalStates: finalStates, names: names)
    }

    /// Calls the body with each subset, class and target, ascending.
    @inline(__always)
    private func forEachTransition(_ body: (_ subset: Int, _ symbolClass: Int, _ target: State) -> Void) {
        if isDense {
            var cell = 0
            for subset in 0..<count {
                for symbolClass in 0..<classCount {
                    if targets[cell] != .none { body(subset, symbolClass, targets[cell]) }
                    cell += 1
                }
            }
        } else {
            var index = 0
            for subset in 0..<count {
                while index < Int(ends[subset]) {
                    body(subset, Int(classes[index]), targets[index])
                    index += 1
                }
            }
        }
    }

    private func denseCells(symbolCount: Int, source: borrowing SubsetSource) -> [State] {
        Array(unsafeUninitializedCapacity: count * symbolCount) { cells, initializedCount in
            cells.initialize(repeating: .none)
            forEachTransition { subset, symbolClass, target in
                for index in source.classStarts[symbolClass]..<source.classStarts[symbolClass + 1] {
                    cells[subset * symbolCount + Int(source.classSymbols[index])] = target
                }
            }
            initializedCount = count * symbolCount
        }
    }

    private func sparseRows(
        symbolCount: Int, transitionCount: Int, source: borrowing SubsetSource
    ) -> Transitions {
        if symbolCount == classCount, !isDense {
            var offsets = ends.array()
            offsets.insert(0, at: 0)
            return Transitions(offsets: offsets, symbols: classes.array(), targets: targets.array())
        }
        var offsets: [UInt32] = [0]
        offsets.reserveCapacity(count + 1)
        var symbols: [Symbol] = []
        var newTargets: [State] = []
        symbols.reserveCapacity(transitionCount)
        newTargets.reserveCapacity(transitionCount)
        var row: [UInt64] = []
        var targetBySymbol = [State](repeating: .none, count: symbolCount)
        var current = 0
        func append(_ symbol: Symbol, _ target: State) {
            symbols.append(symbol)
            newTargets.append(target)
        }
        // A full row is sorted by writing it out by symbol, a thin one by sorting its pairs.
        func finishRow() {
            if row.count * 8 > symbolCount {
                for pair in row { targetBySymbol[Int(pair >> 32)] = State(truncatingIfNeeded: pair) }
                for symbol in 0..<symbolCount where targetBySymbol[symbol] != .none {
                    append(Symbol(symbol), targetBySymbol[symbol])
                    targetBySymbol[symbol] = .none
                }
            } else {
                row.sort()
                for pair in row { append(Symbol(pair >> 32), State(truncatingIfNeeded: pair)) }
            }
            offsets.append(UInt32(newTargets.count))
            row.removeAll(keepingCapacity: true)
            current += 1
        }
        forEachTransition { subset, symbolClass, target in
            while current < subset { finishRow() }
            for index in source.classStarts[symbolClass]..<source.classStarts[symbolClass + 1] {
                row.append(UInt64(source.classSymbols[index]) << 32 | UInt64(target))
            }
        }
        while current < count { finishRow() }
        return Transitions(offsets: offsets, symbols: symbols, targets: newTargets)
    }
}
