/// The rows that partition refinement reads: for each state, its targets by symbol.
///
/// Conforming types are views of memory owned elsewhere. Generic code is specialized for each
/// layout.
package protocol RefinableRows {
    var stateCount: Int { get }
    /// The maximum number of targets of one state.
    var maximumRowLength: Int { get }
    var targets: UnsafeBufferPointer<StateID> { get }
    /// 1 for final states, 0 for the others.
    var finality: UnsafeBufferPointer<UInt8> { get }

    /// Returns the indices of a state's targets.
    func row(_ state: Int) -> Range<Int>

    /// Returns whether two states agree in finality and have transitions on the same symbols.
    func haveEqualShape(_ one: Int, _ other: Int) -> Bool

    /// Returns a hash that is equal for states of equal shape; see ``haveEqualShape(_:_:)``.
    func shapeHash(of state: Int, multipliers: UnsafeBufferPointer<UInt64>) -> UInt64

    /// Returns a hash of the classes of a state's targets: a sum of independent terms, one for each
    /// target.
    func targetHash<Class: FixedWidthInteger & UnsignedInteger>(
        of state: Int, classes: UnsafePointer<Class>, multipliers: UnsafeBufferPointer<UInt64>
    ) -> UInt64

    /// Assigns all states to classes by the short words that they accept, if there are few such
    /// words; see ``ShortWordCodes``.
    ///
    /// - Returns: the number of classes, in no particular order; `nil` if there are too many words.
    func classifyByShortWords(_ classes: UnsafeMutablePointer<UInt32>) -> Int?

    /// Splits a partition by Hopcroft's algorithm until it is stable.
    func refine(_ partition: inout RefinablePartition<StateID>, seeds: [UInt32], budget: Budget) throws(AutomataError)
}

extension RefinableRows {
    @inline(__always)
    package func targetHash<Class: FixedWidthInteger & UnsignedInteger>(
        of state: Int, classes: UnsafePointer<Class>, multipliers: UnsafeBufferPointer<UInt64>
    ) -> UInt64 {
        var hash: UInt64 = 0
        var position = 1
        for index in row(state) {
            hash &+= UInt64(truncatingIfNeeded: classes[Int(targets[index])]) &* multipliers[position]
            position &+= 1
        }
        return hash
    }

    /// Whether two states of equal shape have targets of equal classes.
    @inline(__always)
    func agree<Class: FixedWidthInteger & UnsignedInteger>(
        _ one: Int, _ other: Int, classes: UnsafePointer<Class>
    ) -> Bool {
        let (first, second) = (row(one), row(other))
        guard first.count == second.count else { return false }
        for index in 0..<first.count
        where classes[Int(targets[first.lowerBound &+ index])] != classes[Int(targets[second.lowerBound &+ index])] {
            return false
        }
        return haveEqualShape(one, other)
    }
}

/// A total table: a target for each state and symbol.
package struct CompleteRows: RefinableRows {
    package let stateCount: Int
    let width: Int
    package let targets: UnsafeBufferPointer<StateID>
    package let finality: UnsafeBufferPointer<UInt8>

    package var maximumRowLength: Int { width }

    @inline(__always)
    package func row(_ state: Int) -> Range<Int> { state &* width..<(state &+ 1) &* width }

    @inline(__always)
    package func haveEqualShape(_ one: Int, _ other: Int) -> Bool { finality[one] == finality[other] }

    @inline(__always)
    package func shapeHash(of state: Int, multipliers: UnsafeBufferPointer<UInt64>) -> UInt64 {
        UInt64(finality[state]) &* multipliers[0]
    }

    package func classifyByShortWords(_ classes: UnsafeMutablePointer<UInt32>) -> Int? {
        ShortWordCodes.classify(self, classes)
    }

    package func refine(_ partition: inout RefinablePartition<StateID>, seeds: [UInt32], budget: Budget)
        throws(AutomataError)
    {
        var predecessors = CompletePredecessors(self)
        try partition.refine(by: &predecessors, seeds: seeds, budget: budget)
    }
}

/// A total table for two symbols.
package struct PairRows: RefinableRows {
    let rows: CompleteRows

    init(_ rows: CompleteRows) {
        self.rows = rows
    }

    package var stateCount: Int { rows.stateCount }
    package var maximumRowLength: Int { 2 }
    package var targets: UnsafeBufferPointer<StateID> { rows.targets }
    package var finality: UnsafeBufferPointer<UInt8> { rows.finality }

    @inline(__always)
    package func row(_ state: Int) -> Range<Int> { state &* 2..<state &* 2 &+ 2 }

    @inline(__always)
    package func haveEqualShape(_ one: Int, _ other: Int) -> Bool { rows.haveEqualShape(one, other) }

    @inline(__always)
    package func shapeHash(of state: Int, multipliers: UnsafeBufferPointer<UInt64>) -> UInt64 {
        rows.shapeHash(of: state, multipliers: multipliers)
    }

    @inline(__always)
    package func targetHash<Class: FixedWidthInteger & UnsignedInteger>(
        of state: Int, classes: UnsafePointer<Class>, multipliers: UnsafeBufferPointer<UInt64>
    ) -> UInt64 {
        let first = UInt64(truncatingIfNeeded: classes[Int(rows.targets[state &* 2])])
        let second = UInt64(truncatingIfNeeded: classes[Int(rows.targets[state &* 2 &+ 1])])
        return first &* multipliers[1] &+ second &* multipliers[2]
    }

    package func classifyByShortWords(_ classes: UnsafeMutablePointer<UInt32>) -> Int? {
        ShortWordCodes.classify(self, classes)
    }

    package func refine(_ partition: inout RefinablePartition<StateID>, seeds: [UInt32], budget: Budget)
        throws(AutomataError)
    {
        try rows.refine(&partition, seeds: seeds, budget: budget)
    }
}

/// Sparse rows: the (symbol, target) pairs of each useful state.
package struct PartialRows: RefinableRows {
    package let stateCount: Int
    let symbolCount: Int
    let offsets: UnsafeBufferPointer<UInt32>
    let symbols: UnsafeBufferPointer<Symbol>
    package let targets: UnsafeBufferPointer<StateID>
    package let finality: UnsafeBufferPointer<UInt8>

    package var maximumRowLength: Int { (0..<stateCount).reduce(0) { max($0, row($1).count) } }

    @inline(__always)
    package func row(_ state: Int) -> Range<Int> { Int(offsets[state])..<Int(offsets[state &+ 1]) }

    @inline(__always)
    package func haveEqualShape(_ one: Int, _ other: Int) -> Bool {
        let (first, second) = (row(one), row(other))
        guard finality[one] == finality[other], first.count == second.count else { return false }
        for index in 0..<first.count
        where symbols[first.lowerBound &+ index] != symbols[second.lowerBound &+ index] {
            return false
        }
        return true
    }

    @inline(__always)
    package func shapeHash(of state: Int, multipliers: UnsafeBufferPointer<UInt64>) -> UInt64 {
        let row = row(state)
        var hash = UInt64(truncatingIfNeeded: row.count &* 2 &+ Int(finality[state])) &* multipliers[0]
        var position = 1
        for index in row {
            hash &+= UInt64(symbols[index]) &* multipliers[position]
            position &+= 1
        }
        return hash
    }

    package func classifyByShortWords(_ classes: UnsafeMutablePointer<UInt32>) -> Int? { nil }

    package func refine(_ partition: inout RefinablePartition<StateID>, seeds: [UInt32], budget: Budget)
        throws(AutomataError)
    {
        var predecessors = PartialPredecessors(self)
        try partition.refine(by: &predecessors, seeds: seeds, budget: budget)
    }
}
