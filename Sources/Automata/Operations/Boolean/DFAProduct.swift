/// The words that a product of two DFAs accepts; they determine which pairs of states it needs.
enum ProductKind {
    case intersection, union, difference, symmetricDifference

    /// Whether a pair is useless if its left state is the sink.
    var needsLeft: Bool { self == .intersection || self == .difference }

    /// Whether a pair is useless if its right state is the sink.
    var needsRight: Bool { self == .intersection }

    /// Whether a final pair can be reached from each pair, if both automata are trim.
    var isTrim: Bool { self == .union }

    func accepts(_ left: Bool, _ right: Bool) -> Bool {
        switch self {
        case .intersection: left && right
        case .union: left || right
        case .difference: left && !right
        case .symmetricDifference: left != right
        }
    }
}

/// The product of two DFAs over one alphabet, built from the initial pair on; the result is trim
/// and numbered breadth-first in alphabet order.
///
/// The operands are trimmed first. A missing transition leads to a sink, which is part of a pair if
/// the kind of product needs it. A sink's number follows those of the states, and two sinks never
/// form a pair.
///
/// - Complexity: O(*m₁* + *m₂* + *r* *k*) time for *r* accessible pairs and *k* classes of symbols
///   that no state distinguishes, and O(*r* *k*) space, or the number of transitions instead of *r*
///   *k* if they are few.
struct DFAProduct {
    let kind: ProductKind
    let namesPairs: Bool
    let budget: Budget

    /// Returns the product over the joint alphabet, to which both are aligned first.
    func run(aligning one: DFA, _ other: DFA) throws(AutomataError) -> DFA {
        let (left, right) = try AlphabetAlignment.align(one, other, budget: budget)
        var copyBytes = 0
        if left.alphabet != one.alphabet { copyBytes += left.table.byteCount }
        if right.alphabet != other.alphabet { copyBytes += right.table.byteCount }
        return try run(left, right, copyBytes: copyBytes)
    }

    /// - Parameter copyBytes: the bytes of operands that were made only for the product.
    private func run(_ left: DFA, _ right: DFA, copyBytes: Int) throws(AutomataError) -> DFA {
        let operands = try ProductOperands(left, right, copyBytes: copyBytes, budget: budget)
        var index = PairIndex(leftCount: operands.left.count + 1, rightCount: operands.right.count + 1)
        var rows = ResultRows(classCount: operands.classCount)
        let leftStart = operands.left.start ?? operands.left.count
        let rightStart = operands.right.start ?? operands.right.count
        if isUseful(leftStart, rightStart, operands) {
            _ = index.number(of: leftStart, rightStart)
            rows.addState(isFinal: accepts(leftStart, rightStart, operands))
        }
        if operands.areDense {
            try exploreDense(operands, &index, &rows)
        } else {
            try exploreSparse(operands, &index, &rows)
        }
        let names = try pairNames(left, right, operands, index)
        if !kind.isTrim, names == nil { rows.trim() }
        let workingBytes = index.byteCount + rows.byteCount
        // Names belong to pairs, so that they are dropped together with their pairs.
        let product = try rows.dfa(
            alphabet: left.alphabet, symbols: operands.symbolsByClass, names: names, workingBytes: workingBytes,
            budget: budget)
        return names == nil ? product : try product.trimmed(budget: budget)
    }

    @inline(__always)
    private func isUseful(_ left: Int, _ right: Int, _ operands: ProductOperands) -> Bool {
        let (isLeftSink, isRightSink) = (left == operands.left.count, right == operands.right.count)
        return !(isLeftSink && (kind.needsLeft || isRightSink)) && !(isRightSink && kind.needsRight)
    }

    @inline(__always)
    private func accepts(_ left: Int, _ right: Int, _ operands: ProductOperands) -> Bool {
        kind.accepts(operands.left.isFinal[left], operands.right.isFinal[right])
    }

    /// Explores pairs with one cell per class in both operands.
    private func exploreDense(
        _ operands: ProductOperands, _ index: inout PairIndex, _ rows: inout ResultRows
    ) throws(AutomataError) {
        let classCount = operands.classCount
        let (leftSink, rightSink) = (StateID(operands.left.count), StateID(operands.right.count))
        let (needsLeft, needsRight) = (kind.needsLeft, kind.needsRight)
        // Whether the pair is final, indexed by the finality of the left and the right state.
        var finalMask: UInt8 = 0
        for bits: UInt8 in 0..<4 where kind.accepts(bits & 2 != 0, bits & 1 != 0) { finalMask |= 1 << bits }
        try operands.withCells { (leftCells, rightCells, isLeftFinal, isRightFinal) throws(AutomataError) in
            var pace = BudgetPace()
            var next = 0
            while next < index.count {
                if pace.isDue(states: next, work: rows.cellCount) || index.count > budget.maximumStates {
                    try check(index, rows, explored: next, operands)
                }
                let (left, right) = index.pair(next)
                let leftRow = leftCells + left &* classCount
                let rightRow = rightCells + right &* classCount
                rows.beginRow()
                for symbolClass in 0..<classCount {
                    let (p, q) = (leftRow[symbolClass], rightRow[symbolClass])
                    if p == leftSink, needsLeft || q == rightSink { continue }
                    if q == rightSink, needsRight { continue }
                    let (number, isNew) = index.number(of: Int(p), Int(q))
                    if isNew {
                        let bits = (isLeftFinal[Int(p)] ? 2 : 0) as UInt8 | (isRightFinal[Int(q)] ? 1 : 0)
                        rows.addState(isFinal: finalMask >> bits & 1 == 1)
                    }
                    rows.append(number, on: symbolClass)
                }
                rows.endRow()
                next += 1
            }
            try check(index, rows, explored: next, operands)
        }
    }

    /// Merges the transitions of both states by their classes.
    private func exploreSparse(
        _ operands: ProductOperands, _ index: inout PairIndex, _ rows: inout ResultRows
    ) throws(AutomataError) {
        let (leftSink, rightSink) = (operands.left.count, operands.right.count)
        var pace = BudgetPace()
        var next = 0
        while next < index.count {
            if pace.isDue(states: next, work: rows.cellCount) || index.count > budget.maximumStates {
                try check(index, rows, explored: next, operands)
            }
            let (left, right) = index.pair(next)
            let leftRow = operands.left.row(of: left)
            let rightRow = operands.right.row(of: right)
            var (i, j) = (leftRow.lowerBound, rightRow.lowerBound)
            rows.beginRow()
            while i < leftRow.upperBound || j < rightRow.upperBound {
                // The sinks' rows end at once; so does a row if only the other one continues.
                let leftClass = i < leftRow.upperBound ? operands.left.symbolClass(at: i) : .absent
                let rightClass = j < rightRow.upperBound ? operands.right.symbolClass(at: j) : .absent
                let symbolClass = min(leftClass, rightClass)
                var (p, q) = (leftSink, rightSink)
                if leftClass == symbolClass {
                    p = operands.left.target(at: i)
                    i += 1
                }
                if rightClass == symbolClass {
                    q = operands.right.target(at: j)
                    j += 1
                }
                if !isUseful(p, q, operands) { continue }
                let (number, isNew) = index.number(of: p, q)
                if isNew { rows.addState(isFinal: accepts(p, q, operands)) }
                rows.append(number, on: Int(symbolClass))
            }
            rows.endRow()
            next += 1
        }
        try check(index, rows, explored: next, operands)
    }

    private func check(
        _ index: borrowing PairIndex, _ rows: borrowing ResultRows, explored: Int, _ operands: ProductOperands
    ) throws(AutomataError) {
        try budget.check(
            statesBuilt: index.count, statesPending: index.count - explored,
            bytes: index.byteCount + rows.byteCount + operands.byteCount)
        guard rows.hasRoom, index.count < maximumCount / 2 else { throw .tooLarge("states or transitions") }
    }

    /// Returns names such as `(p,q)`, with `–` for a sink, if they are requested.
    private func pairNames(
        _ left: DFA, _ right: DFA, _ operands: ProductOperands, _ index: borrowing PairIndex
    ) throws(AutomataError) -> NameTable? {
        guard namesPairs else { return nil }
        var table = NameTable(minimumCapacity: index.count)
        var pace = BudgetPace()
        for number in 0..<index.count {
            if pace.isDue(states: number, work: table.byteCount) {
                try budget.check(statesBuilt: index.count, bytes: index.byteCount + table.byteCount)
            }
            let (p, q) = index.pair(number)
            let leftName = p == operands.left.count ? "–" : left.name(of: operands.left.oldStates[p])
            let rightName = q == operands.right.count ? "–" : right.name(of: operands.right.oldStates[q])
            try table.intern("(\(leftName),\(rightName))")
        }
        // State names with commas can give two pairs the same name; then states have no names.
        return table.count == index.count ? table : nil
    }
}

/// Two DFAs prepared for their product: trim, over classes of symbols that no state of either
/// distinguishes.
private struct ProductOperands {
    let left: Operand
    let right: Operand
    let classCount: Int
    let symbolsByClass: SymbolsByClass
    /// Whether both have a cell for each state and class.
    let areDense: Bool
    private let copyBytes: Int

    /// One of the two operands.
    struct Operand {
        /// The number of states, which is also the number of the sink.
        let count: Int
        let oldStates: [StateID]
        let start: Int?
        /// The finality of each state and of the sink.
        let isFinal: [Bool]
        /// Sparse: the transitions on classes, each on the class's least symbol.
        private let rows: Transitions
        /// Dense: one row per state and one for the sink; missing targets are the sink.
        let cells: [StateID]

        /// - Parameter rows: the part's rows, over classes.
        init(_ part: TrimPart, _ rows: Transitions, isDense: Bool, classCount: Int) {
            count = rows.stateCount
            oldStates = part.oldStates
            start = part.start
            var isFinal = [Bool](repeating: false, count: rows.stateCount + 1)
            for state in part.finalStates { isFinal[Int(state)] = true }
            self.isFinal = isFinal
            var cells: [StateID] = []
            if isDense {
                cells = [StateID](repeating: StateID(rows.stateCount), count: (rows.stateCount + 1) * classCount)
                for state in 0..<rows.stateCount {
                    for index in rows.range(of: StateID(state)) {
                        cells[state * classCount + Int(rows.symbols[index])] = rows.targets[index]
                    }
                }
            }
            self.cells = cells
            self.rows = rows
        }

        @inline(__always)
        func row(of state: Int) -> Range<Int> { state == count ? 0..<0 : rows.range(of: StateID(state)) }

        @inline(__always)
        func symbolClass(at index: Int) -> Symbol { rows.symbols[index] }

        @inline(__always)
        func target(at index: Int) -> Int { Int(rows.targets[index]) }

        var byteCount: Int { rows.count * 8 + cells.count * 4 + count * 5 }
    }

    /// Prepares the operands in linear passes, and checks the budget between them.
    init(_ left: DFA, _ right: DFA, copyBytes: Int, budget: Budget) throws(AutomataError) {
        self.copyBytes = copyBytes
        let leftPart = try TrimPart(left, budget: budget)
        try budget.check(statesBuilt: 0)
        let rightPart = try TrimPart(right, budget: budget)
        try budget.check(statesBuilt: 0)
        let symbolCount = left.alphabet.count
        var (leftRows, rightRows) = (leftPart.rows, rightPart.rows)
        if symbolCount > 8 {
            let both = JointRows(leftRows, rightRows)
            let merging = SymbolMerging(both, symbolCount: symbolCount, includingUnused: false)
            classCount = merging.classCount
            symbolsByClass = SymbolsByClass(merging)
            leftRows = leftRows.merged(merging)
            rightRows = rightRows.merged(merging)
        } else {
            // Merging doesn't pay for a few symbols.
            classCount = symbolCount
            symbolsByClass = SymbolsByClass(identity: symbolCount)
        }
        areDense =
            classCount <= 8
            || (leftRows.stateCount + rightRows.stateCount) * classCount <= 2 * (leftRows.count + rightRows.count)
        self.left = Operand(leftPart, leftRows, isDense: areDense, classCount: classCount)
        self.right = Operand(rightPart, rightRows, isDense: areDense, classCount: classCount)
    }

    var byteCount: Int { left.byteCount + right.byteCount + copyBytes }

    /// Calls the body with the cells and the finality of both operands in plain memory. Each has at
    /// least a sink.
    func withCells(
        _ body: (
            UnsafePointer<StateID>, UnsafePointer<StateID>, UnsafePointer<Bool>, UnsafePointer<Bool>
        ) throws(AutomataError) -> Void
    ) throws(AutomataError) {
        try left.cells.withUnsafeBufferPointer { (leftCells) throws(AutomataError) in
            try right.cells.withUnsafeBufferPointer { (rightCells) throws(AutomataError) in
                try left.isFinal.withUnsafeBufferPointer { (isLeftFinal) throws(AutomataError) in
                    try right.isFinal.withUnsafeBufferPointer { (isRightFinal) throws(AutomataError) in
                        // Without symbols there are no cells, and none is read.
                        guard let p = leftCells.baseAddress, let q = rightCells.baseAddress,
                            let leftFinal = isLeftFinal.baseAddress, let rightFinal = isRightFinal.baseAddress
                        else { return }
                        try body(p, q, leftFinal, rightFinal)
                    }
                }
            }
        }
    }
}

/// The useful states of a DFA.
private struct TrimPart {
    let rows: Transitions
    let oldStates: [StateID]
    let start: Int?
    let finalStates: StateSet

    init(_ dfa: DFA, budget: Budget) throws(AutomataError) {
        let nfa = NFA(dfa)
        let useful = try UsefulStates(nfa, budget: budget)
        oldStates = useful.oldStates
        rows =
            useful.keepsAll ? nfa.rows : Renumbering(keeping: useful.oldStates, of: nfa.stateCount).rows(nfa.rows)
        start = dfa.initialState.flatMap { useful.newState($0) }.map(Int.init)
        finalStates = useful.keepsAll ? dfa.finalStates : useful.set(dfa.finalStates)
    }
}

extension Transitions {
    /// Returns the rows over classes, with only the transitions of each class's least symbol.
    fileprivate func merged(_ merging: SymbolMerging) -> Transitions {
        merging.isIdentity ? self : merging.rows(self) { $0 }
    }
}
