/// Two trim automata over common classes of symbols, in a form for searches.
///
/// Symbols that no state distinguishes form one class. Classes are numbered in the order of their
/// least symbols. For inclusion, symbols that the left side doesn't read are left out.
package struct InclusionProblem: Sendable {
    let left: InclusionSide
    let right: InclusionSide
    /// The least symbol of each class.
    package let leastSymbols: [Symbol]

    /// Prepares two automata. Sides have a cell for each state and class if `isDense` is set; if it
    /// is `nil`, their sizes decide.
    ///
    /// - Complexity: O(*n*₁ + *n*₂ + *m*₁ + *m*₂ + *k*), and O((*n*₁ + *n*₂) *k*) if sides are
    ///   dense.
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
        let leftRows = merging.rows(rows.left) { newClass[Int($0)] }
        try budget.check(statesBuilt: 0)
        let rightRows = merging.rows(rows.right) { newClass[Int($0)] }
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
}
