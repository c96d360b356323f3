/// The transitions and final states of a DFA under construction by determinization or a product,
/// one row per state in the order of their numbers.
///
/// Rows over few classes are dense, as most of their cells will be used; others are sparse.
struct ResultRows: ~Copyable {
    private let classCount: Int
    private let isDense: Bool
    /// Dense: the targets of one row after another, ``DenseID/absent`` for none. Sparse: only the
    /// targets.
    private var targets: ScratchBuffer<StateID>
    /// Dense: the row that was begun last; its memory moves only when the next row begins.
    private var row: UnsafeMutablePointer<StateID>
    /// Sparse: the class of each target, and the end of each row.
    private var classes: ScratchBuffer<Symbol>
    private var ends: ScratchBuffer<UInt32>
    /// One bit per state, set for final ones.
    private var finalWords: ScratchBuffer<UInt64>
    /// The number of states, explored or not.
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

    /// Whether offsets will still fit 32 bits after all rows that are built before the next budget
    /// check.
    var hasRoom: Bool { targets.count + 16 * classCount + 1 << 22 < maximumCount }

    /// Adds a state.
    @inline(__always)
    mutating func addState(isFinal: Bool) {
        if count & 63 == 0 { finalWords.append(0) }
        if isFinal { finalWords[count >> 6] |= 1 << UInt64(count & 63) }
        count += 1
    }

    /// Starts the row of the next state; ``append(_:on:)`` then adds its targets.
    @inline(__always)
    mutating func beginRow() {
        if isDense {
            let start = targets.count
            targets.appendUninitialized(classCount)
            row = targets.base + start
            for symbolClass in 0..<classCount { row[symbolClass] = .absent }
        }
    }

    /// Appends a target to the row; the classes must ascend.
    @inline(__always)
    mutating func append(_ target: StateID, on symbolClass: Int) {
        if isDense {
            row[symbolClass] = target
        } else {
            targets.append(target)
            classes.append(Symbol(truncatingIfNeeded: symbolClass))
        }
    }

    @inline(__always)
    mutating func endRow() {
        if !isDense { ends.append(UInt32(truncatingIfNeeded: targets.count)) }
    }

    /// Builds the automaton, with classes expanded to their symbols.
    ///
    /// - Parameter workingBytes: the bytes held in addition to the result. The result may be much
    ///   larger than the rows.
    func dfa(
        alphabet: Alphabet, symbols symbolsByClass: SymbolsByClass, names: NameTable?, workingBytes: Int, budget: Budget
    ) throws(AutomataError) -> DFA {
        let symbolCount = alphabet.count
        let finalStates = StateSet(words: finalWords.array())
        let initialState: StateID? = count == 0 ? nil : 0
        if isDense, symbolCount == classCount {
            return DFA(
                alphabet: alphabet, stateCount: count, denseTargets: targets.array(), initialState: initialState,
                finalStates: finalStates, annotations: StateAnnotations(names: names))
        }
        var transitionCount = 0
        forEachTransition { _, symbolClass, _ in
            transitionCount += symbolsByClass[symbolClass].count
        }
        guard transitionCount <= maximumCount else { throw .tooLarge("transitions") }
        let isResultDense = DFA.Table.isDenseBetter(
            stateCount: count, symbolCount: symbolCount, transitionCount: transitionCount)
        try budget.check(
            statesBuilt: count,
            bytes: workingBytes + (isResultDense ? 4 * count * symbolCount : 8 * transitionCount + 4 * count))
        let table: DFA.Table
        if isResultDense {
            table = .dense(denseCells(symbolCount: symbolCount, symbols: symbolsByClass))
        } else {
            table = .sparse(
                sparseRows(symbolCount: symbolCount, transitionCount: transitionCount, symbols: symbolsByClass))
        }
        return DFA(
            alphabet: alphabet, stateCount: count, transitionCount: transitionCount, table: table,
            initialState: initialState, finalStates: finalStates, annotations: StateAnnotations(names: names))
    }

    /// Calls the body with each state, class and target, ascending.
    @inline(__always)
    private func forEachTransition(_ body: (_ state: Int, _ symbolClass: Int, _ target: StateID) -> Void) {
        if isDense {
            var cell = 0
            for state in 0..<count {
                for symbolClass in 0..<classCount {
                    if targets[cell] != .absent { body(state, symbolClass, targets[cell]) }
                    cell += 1
                }
            }
        } else {
            var index = 0
            for state in 0..<count {
                while index < Int(ends[state]) {
                    body(state, Int(classes[index]), targets[index])
                    index += 1
                }
            }
        }
    }

    private func denseCells(symbolCount: Int, symbols symbolsByClass: SymbolsByClass) -> [StateID] {
        Array(unsafeUninitializedCapacity: count * symbolCount) { cells, initializedCount in
            cells.initialize(repeating: .absent)
            forEachTransition { state, symbolClass, target in
                for symbol in symbolsByClass[symbolClass] { cells[state * symbolCount + Int(symbol)] = target }
            }
            initializedCount = count * symbolCount
        }
    }

    private func sparseRows(
        symbolCount: Int, transitionCount: Int, symbols symbolsByClass: SymbolsByClass
    ) -> Transitions {
        if symbolCount == classCount, !isDense {
            var offsets = ends.array()
            offsets.insert(0, at: 0)
            return Transitions(offsets: offsets, symbols: classes.array(), targets: targets.array())
        }
        var offsets: [UInt32] = [0]
        offsets.reserveCapacity(count + 1)
        var symbols: [Symbol] = []
        var newTargets: [StateID] = []
        symbols.reserveCapacity(transitionCount)
        newTargets.reserveCapacity(transitionCount)
        var row: [UInt64] = []
        var targetBySymbol = [StateID](repeating: .absent, count: symbolCount)
        var current = 0
        func append(_ symbol: Symbol, _ target: StateID) {
            symbols.append(symbol)
            newTargets.append(target)
        }
        // A full row is sorted by writing it by symbol, a sparse one by sorting its pairs.
        func finishRow() {
            if row.count * 8 > symbolCount {
                for pair in row { targetBySymbol[Int(pair >> 32)] = StateID(truncatingIfNeeded: pair) }
                for symbol in 0..<symbolCount where targetBySymbol[symbol] != .absent {
                    append(Symbol(symbol), targetBySymbol[symbol])
                    targetBySymbol[symbol] = .absent
                }
            } else {
                row.sort()
                for pair in row { append(Symbol(pair >> 32), StateID(truncatingIfNeeded: pair)) }
            }
            offsets.append(UInt32(newTargets.count))
            row.removeAll(keepingCapacity: true)
            current += 1
        }
        forEachTransition { state, symbolClass, target in
            while current < state { finishRow() }
            for symbol in symbolsByClass[symbolClass] { row.append(UInt64(symbol) << 32 | UInt64(target)) }
        }
        while current < count { finishRow() }
        return Transitions(offsets: offsets, symbols: symbols, targets: newTargets)
    }
}

// MARK: - Trimming

extension ResultRows {
    /// Drops the states from which no final state can be reached, in place; the others keep their
    /// order.
    ///
    /// Breadth-first numbers stay breadth-first, because all predecessors of a kept state are kept
    /// too.
    ///
    /// - Complexity: O(number of cells), with a few sweeps from the last state to the first if they
    ///   suffice.
    mutating func trim() {
        let isUseful = ScratchBuffer<Bool>(repeating: false, count: count)
        var usefulCount = 0
        for state in 0..<count where finalWords[state >> 6] >> UInt64(state & 63) & 1 == 1 {
            isUseful[state] = true
            usefulCount += 1
        }
        // A sweep finds all paths that lead forward to a useful state; each step back needs another
        // sweep.
        var isMarkingComplete = false
        for _ in 0..<4 where !isMarkingComplete {
            let countBefore = usefulCount
            for state in stride(from: count - 1, through: 0, by: -1) where !isUseful[state] {
                for index in cells(of: state) where targets[index] != .absent && isUseful[Int(targets[index])] {
                    isUseful[state] = true
                    usefulCount += 1
                    break
                }
            }
            isMarkingComplete = usefulCount == countBefore || usefulCount == count
            if usefulCount - countBefore < count / 1024 { break }
        }
        if !isMarkingComplete { usefulCount += walkBackwards(marking: isUseful) }
        if usefulCount < count { keep(isUseful, usefulCount) }
    }

    private func cells(of state: Int) -> Range<Int> {
        if isDense { return state * classCount..<(state + 1) * classCount }
        return (state == 0 ? 0 : Int(ends[state - 1]))..<Int(ends[state])
    }

    /// Marks all states that can reach a marked one.
    ///
    /// - Returns: the number of states that were not marked before.
    private func walkBackwards(marking isUseful: borrowing ScratchBuffer<Bool>) -> Int {
        let starts = ScratchBuffer<UInt32>(repeating: 0, count: count + 2)
        for index in 0..<targets.count where targets[index] != .absent { starts[Int(targets[index]) + 2] += 1 }
        for state in 0..<count { starts[state + 2] += starts[state + 1] }
        let sources = ScratchBuffer<StateID>(repeating: 0, count: Int(starts[count + 1]))
        for state in 0..<count {
            for index in cells(of: state) where targets[index] != .absent {
                let target = Int(targets[index])
                sources[Int(starts[target + 1])] = StateID(truncatingIfNeeded: state)
                starts[target + 1] += 1
            }
        }
        var pending = ScratchBuffer<StateID>()
        for state in 0..<count where isUseful[state] { pending.append(StateID(truncatingIfNeeded: state)) }
        var found = 0
        var next = 0
        while next < pending.count {
            let state = Int(pending[next])
            next += 1
            for index in Int(starts[state])..<Int(starts[state + 1]) where !isUseful[Int(sources[index])] {
                isUseful[Int(sources[index])] = true
                found += 1
                pending.append(sources[index])
            }
        }
        return found
    }

    /// Moves the rows of useful states up, with new numbers.
    private mutating func keep(_ isUseful: borrowing ScratchBuffer<Bool>, _ usefulCount: Int) {
        let newNumbers = ScratchBuffer<StateID>(repeating: .absent, count: count)
        var new = 0
        for state in 0..<count where isUseful[state] {
            newNumbers[state] = StateID(truncatingIfNeeded: new)
            new += 1
        }
        let newFinalWords = ScratchBuffer<UInt64>(repeating: 0, count: (usefulCount + 63) / 64)
        var end = 0
        new = 0
        var start = 0
        for state in 0..<count {
            // Read this before an earlier row may overwrite the row's end.
            let row = isDense ? cells(of: state) : start..<Int(ends[state])
            start = row.upperBound
            if !isUseful[state] { continue }
            for index in row {
                let target = targets[index] == .absent ? .absent : newNumbers[Int(targets[index])]
                if !isDense {
                    if target == .absent { continue }
                    classes[end] = classes[index]
                }
                targets[end] = target
                end += 1
            }
            if !isDense { ends[new] = UInt32(truncatingIfNeeded: end) }
            if finalWords[state >> 6] >> UInt64(state & 63) & 1 == 1 {
                newFinalWords[new >> 6] |= 1 << UInt64(new & 63)
            }
            new += 1
        }
        targets.truncate(to: end)
        if !isDense {
            classes.truncate(to: end)
            ends.truncate(to: usefulCount)
        }
        finalWords = newFinalWords
        count = usefulCount
    }
}
