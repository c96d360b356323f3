/// Which words a product of two DFAs accepts, and so which pairs of states it needs.
enum ProductKind {
    case intersection, union, difference, symmetricDifference

    /// Whether a pair is of no use when the left automaton has no state there any more.
    var needsLeft: Bool { self == .intersection || self == .difference }

    /// Whether a pair is of no use when the right automaton has no state there any more.
    var needsRight: Bool { self == .intersection }

    /// Whether each pair of trim automata leads to a final one.
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

/// The product of two DFAs over one alphabet, pair by pair from the initial one: what it computes is trim and numbered breadth-first
/// in alphabet order.
///
/// The operands are trimmed first. A missing transition leads to a sink, which is a state of the pair where the kind of product needs
/// it: sinks are numbered behind the states and are never in a pair with each other.
///
/// - Complexity: O(*m₁* + *m₂* + *r* *k*) time for *r* pairs that are met and *k* classes of symbols that no state tells apart, and
///   O(*r* *k*) space, or the transitions in place of *r* *k* where they are few.
struct DFAProduct {
    let kind: ProductKind
    let namesPairs: Bool
    let budget: Budget

    func run(_ left: DFA, _ right: DFA) throws(AutomataError) -> DFA {
        let operands = ProductOperands(left, right)
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
        // Names belong to pairs, so that pairs that are dropped are dropped with their names.
        let product = try rows.dfa(
            alphabet: left.alphabet, symbols: operands.symbolsByClass, names: names, workingBytes: workingBytes,
            budget: budget)
        return names == nil ? product : product.trimmed()
    }

    @inline(__always)
    private func isUseful(_ left: Int, _ right: Int, _ operands: borrowing ProductOperands) -> Bool {
        let (isLeftSink, isRightSink) = (left == operands.left.count, right == operands.right.count)
        return !(isLeftSink && (kind.needsLeft || isRightSink)) && !(isRightSink && kind.needsRight)
    }

    @inline(__always)
    private func accepts(_ left: Int, _ right: Int, _ operands: borrowing ProductOperands) -> Bool {
        kind.accepts(operands.left.isFinal[left], operands.right.isFinal[right])
    }

    /// One cell a class in both operands.
    private func exploreDense(
        _ operands: borrowing ProductOperands, _ index: inout PairIndex, _ rows: inout ResultRows
    ) throws(AutomataError) {
        let classCount = operands.classCount
        let (leftSink, rightSink) = (State(operands.left.count), State(operands.right.count))
        let (needsLeft, needsRight) = (kind.needsLeft, kind.needsRight)
        // By the bits of the left and the right state: whether the pair is final.
        var finalMask: UInt8 = 0
        for bits: UInt8 in 0..<4 where kind.accepts(bits & 2 != 0, bits & 1 != 0) { finalMask |= 1 << bits }
        let leftCells = operands.left.cells.base
        let rightCells = operands.right.cells.base
        let (isLeftFinal, isRightFinal) = (operands.left.isFinal.base, operands.right.isFinal.base)
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

    /// The transitions of both states merged by their classes.
    private func exploreSparse(
        _ operands: borrowing ProductOperands, _ index: inout PairIndex, _ rows: inout ResultRows
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
                // The sinks' rows end at once, and so does a row where the other one alone goes on.
                let leftClass = i < leftRow.upperBound ? operands.left.symbolClass(at: i) : .none
                let rightClass = j < rightRow.upperBound ? operands.right.symbolClass(at: j) : .none
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
        _ index: borrowing PairIndex, _ rows: borrowing ResultRows, explored: Int, _ operands: borrowing ProductOperands
    ) throws(AutomataError) {
        try budget.check(
            statesBuilt: index.count, statesPending: index.count - explored,
            bytes: index.byteCount + rows.byteCount + operands.byteCount)
        guard rows.hasRoom, index.count < maximumCount / 2 else { throw .tooLarge("states or transitions") }
    }

    /// Names such as `(p,q)`, and `–` for a sink, where they are asked for.
    private func pairNames(
        _ left: DFA, _ right: DFA, _ operands: borrowing ProductOperands, _ index: borrowing PairIndex
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
        // Names with commas of their own can make two pairs look alike; then there are no names to give.
        return table.count == index.count ? table : nil
    }
}

/// Two DFAs over one alphabet laid out for their product: trim, over classes of symbols that no state of either tells apart.
private struct ProductOperands: ~Copyable {
    let left: Operand
    let right: Operand
    let classCount: Int
    let symbolsByClass: SymbolsByClass
    /// Whether both have a cell for each state and class.
    let areDense: Bool

    /// One of the two.
    struct Operand: ~Copyable {
        /// The number of states, which is the number of the sink too.
        let count: Int
        let oldStates: [State]
        let start: Int?
        /// One for each state, and one for the sink.
        let isFinal: ScratchBuffer<Bool>
        private let rows: TrimRows
        /// Dense: a row a state and one for the sink; the sink stands for missing targets.
        let cells: ScratchBuffer<State>

        init(
            _ rows: consuming TrimRows, _ useful: UsefulStates, _ nfa: NFA, _ merging: SymbolMerging?, isDense: Bool,
            classCount: Int
        ) {
            count = useful.count
            oldStates = useful.oldStates
            start = nfa.initialStates.first.flatMap { useful.newState($0) }.map(Int.init)
            isFinal = ScratchBuffer(repeating: false, count: count + 1)
            for state in nfa.finalStates where useful.newNumber(state) != .none {
                isFinal[Int(useful.newNumber(state))] = true
            }
            let merged = if let merging { rows.merged(merging) } else { rows }
            cells = ScratchBuffer(repeating: State(count), count: isDense ? (count + 1) * classCount : 0)
            if isDense {
                for state in 0..<count {
                    for index in merged.range(of: state) {
                        cells[state * classCount + Int(merged.symbol(at: index))] = merged.target(at: index)
                    }
                }
            }
            self.rows = merged
        }

        @inline(__always)
        func row(of state: Int) -> Range<Int> { state == count ? 0..<0 : rows.range(of: state) }

        @inline(__always)
        func symbolClass(at index: Int) -> UInt32 { rows.symbol(at: index) }

        @inline(__always)
        func target(at index: Int) -> Int { Int(rows.target(at: index)) }

        var byteCount: Int { rows.count * 8 + cells.byteCount + count * 5 }
    }

    init(_ left: DFA, _ right: DFA) {
        let (leftNFA, rightNFA) = (NFA(left), NFA(right))
        let (usefulLeft, usefulRight) = (UsefulStates(leftNFA), UsefulStates(rightNFA))
        let leftRows = TrimRows(leftNFA.rows, usefulLeft)
        let rightRows = TrimRows(rightNFA.rows, usefulRight)
        let transitionCount = leftRows.count + rightRows.count
        let stateCount = leftRows.rowCount + rightRows.rowCount
        let symbolCount = left.alphabet.count
        let both = RowsOfBoth(left: leftRows, right: rightRows)
        // A few symbols are as fast as they get.
        let merging = symbolCount > 8 ? SymbolMerging(both, symbolCount: symbolCount, includingUnused: false) : nil
        classCount = merging?.classCount ?? symbolCount
        symbolsByClass = merging.map { SymbolsByClass($0) } ?? SymbolsByClass(identity: symbolCount)
        areDense = classCount <= 8 || stateCount * classCount <= 2 * transitionCount
        self.left = Operand(
            both.left, usefulLeft, leftNFA, merging, isDense: areDense, classCount: classCount)
        self.right = Operand(
            both.right, usefulRight, rightNFA, merging, isDense: areDense, classCount: classCount)
    }

    var byteCount: Int { left.byteCount + right.byteCount }

    /// The rows of both, one after the other, as their symbols are merged together.
    private struct RowsOfBoth: SymbolRows, ~Copyable {
        let left: TrimRows
        let right: TrimRows

        var rowCount: Int { left.rowCount + right.rowCount }
        var count: Int { left.count + right.count }

        func range(of row: Int) -> Range<Int> {
            if row < left.rowCount { return left.range(of: row) }
            let range = right.range(of: row - left.rowCount)
            return range.lowerBound + left.count..<range.upperBound + left.count
        }

        func symbol(at index: Int) -> Symbol {
            index < left.count ? left.symbol(at: index) : right.symbol(at: index - left.count)
        }

        func target(at index: Int) -> State {
            index < left.count ? left.target(at: index) : right.target(at: index - left.count)
        }
    }
}
