/// Two trim automata over common classes of symbols, in a form for searches.
///
/// Symbols that no state distinguishes form one class. Classes are numbered in the order of their
/// least symbols. For inclusion, symbols that the left side doesn't read are left out.
package struct InclusionProblem: Sendable {
    let left: InclusionSide
    let right: InclusionSide
    /// The least symbol of each class.
    package let leastSymbols: [Symbol]

    /// - Complexity: O(*n*₁ + *n*₂ + *m*₁ + *m*₂ + *k*), and a cell for each state and class if
    ///   sides are dense.
    ///
    /// - Parameter isDense: Whether sides have a cell for each state and class; `nil` to decide by
    ///   their sizes.
    package init(
        _ left: NFA, _ right: NFA, keepsRightSymbols: Bool, isDense: Bool? = nil, budget: Budget
    ) throws(AutomataError) {
        try budget.check(statesBuilt: 0, bytes: (left.transitionCount + right.transitionCount) * 20)
        // Each pass is linear; the budget is checked between passes.
        let usefulLeft = try UsefulStates(left, budget: budget)
        let usefulRight = try UsefulStates(right, budget: budget)
        try budget.check(statesBuilt: 0)
        let rows = JointRows(TrimRows(left.rows, usefulLeft), TrimRows(right.rows, usefulRight))
        try budget.check(statesBuilt: 0)
        let merging = SymbolMerging(rows, symbolCount: left.alphabet.count, includingUnused: false)
        try budget.check(statesBuilt: 0)
        // The new numbers of kept classes, still in the order of their least symbols.
        var newClass = [Symbol](repeating: .absent, count: merging.classCount)
        if keepsRightSymbols {
            for symbolClass in newClass.indices { newClass[symbolClass] = Symbol(symbolClass) }
        } else {
            for index in 0..<rows.left.count { newClass[Int(merging.classOf[Int(rows.left.symbol(at: index))])] = 0 }
            var count = 0
            for symbolClass in newClass.indices where newClass[symbolClass] != .absent {
                newClass[symbolClass] = Symbol(count)
                count += 1
            }
        }
        leastSymbols = merging.leastSymbols.indices.filter { newClass[$0] != .absent }.map { merging.leastSymbols[$0] }
        let classCount = leastSymbols.count
        let leftRows = Self.onClasses(rows.left, merging, newClass)
        try budget.check(statesBuilt: 0)
        let rightRows = Self.onClasses(rows.right, merging, newClass)
        try budget.check(statesBuilt: 0)
        guard leftRows.count + rightRows.count <= maximumCount, usefulLeft.count + usefulRight.count <= maximumCount
        else { throw .tooLarge("states or transitions") }
        let isDense =
            isDense
            ?? Self.isDense(
                stateCount: usefulLeft.count + usefulRight.count, classCount: classCount,
                transitionCount: leftRows.count + rightRows.count)
        if isDense {
            try budget.check(statesBuilt: 0, bytes: (usefulLeft.count + usefulRight.count) * classCount * 4)
        }
        self.left = InclusionSide(
            leftRows, classCount: classCount, isDense: isDense,
            initialStates: left.initialStates.compactMap { usefulLeft.newState($0) },
            finalStates: usefulLeft.set(left.finalStates))
        try budget.check(statesBuilt: 0)
        self.right = InclusionSide(
            rightRows, classCount: classCount, isDense: isDense,
            initialStates: right.initialStates.compactMap { usefulRight.newState($0) },
            finalStates: usefulRight.set(right.finalStates))
        try budget.check(statesBuilt: 0, bytes: byteCount)
    }

    private init(left: InclusionSide, right: InclusionSide, leastSymbols: [Symbol]) {
        self.left = left
        self.right = right
        self.leastSymbols = leastSymbols
    }

    /// Returns whether a cell for each state and class is worth its memory: if there are at most
    /// four cells for each transition, or few cells.
    private static func isDense(stateCount: Int, classCount: Int, transitionCount: Int) -> Bool {
        let (cells, overflow) = stateCount.multipliedReportingOverflow(by: classCount)
        if overflow { return false }
        return cells <= 1 << 14 || cells <= 4 * transitionCount || classCount <= 256 && cells <= 1 << 22
    }

    /// The problem with exchanged sides.
    package var swapped: InclusionProblem { InclusionProblem(left: right, right: left, leastSymbols: leastSymbols) }

    /// The problem of the reversed automata, which has the same answer.
    package var reversed: InclusionProblem {
        InclusionProblem(left: left.reversed(), right: right.reversed(), leastSymbols: leastSymbols)
    }

    /// The transitions of both sides on classes. The right states are numbered after the left ones.
    var disjointUnion: Transitions {
        let base = UInt32(left.rows.count)
        return Transitions(
            offsets: left.rows.offsets + right.rows.offsets.dropFirst().map { $0 + base },
            symbols: left.rows.symbols + right.rows.symbols,
            targets: left.rows.targets + right.rows.targets.map { $0 + left.stateCount })
    }

    var finalStatesOfUnion: StateSet {
        var states = StateSet((0..<StateID(left.stateCount)).filter(left.isFinal))
        for state in 0..<StateID(right.stateCount) where right.isFinal(state) {
            states.insert(state + left.stateCount)
        }
        return states
    }

    var classCount: Int { leastSymbols.count }
    var byteCount: Int { left.byteCount + right.byteCount }

    /// Returns the rows over kept classes, with the transitions of the least symbol of each.
    private static func onClasses(
        _ rows: borrowing TrimRows, _ merging: SymbolMerging, _ newClass: [Symbol]
    ) -> Transitions {
        var offsets: [UInt32] = [0]
        var symbols: [Symbol] = []
        var targets: [StateID] = []
        offsets.reserveCapacity(rows.rowCount + 1)
        symbols.reserveCapacity(rows.count)
        targets.reserveCapacity(rows.count)
        for state in 0..<rows.rowCount {
            // Least symbols ascend with their classes, so that each row is sorted by class already.
            for index in rows.range(of: state) where merging.isLeast(rows.symbol(at: index)) {
                let symbolClass = newClass[Int(merging.classOf[Int(rows.symbol(at: index))])]
                if symbolClass == .absent { continue }
                symbols.append(symbolClass)
                targets.append(rows.target(at: index))
            }
            offsets.append(UInt32(targets.count))
        }
        return Transitions(offsets: offsets, symbols: symbols, targets: targets)
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
    func target(at index: Int) -> StateID {
        index < left.count ? left.target(at: index) : right.target(at: index - left.count)
    }
}
