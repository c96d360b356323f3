extension Automaton {
    /// One transition of an automaton.
    public struct Transition: Sendable, Hashable {
        /// The state that the transition leaves.
        public var source: StateID
        /// The symbol that the transition reads.
        public var symbol: Symbol
        /// The state that the transition enters.
        public var target: StateID

        /// Creates the transition from `source` to `target` on `symbol`.
        public init(from source: StateID, on symbol: Symbol, to target: StateID) {
            self.source = source
            self.symbol = symbol
            self.target = target
        }
    }
}

/// The transitions of an automaton in compressed sparse rows.
///
/// Invariants: `offsets` has one entry more than there are states, ascending from 0 to the number
/// of transitions; within a row the pairs (symbol, target) ascend strictly.
package struct Transitions: Sendable, Hashable {
    package let offsets: [UInt32]
    package let symbols: [Symbol]
    package let targets: [StateID]

    /// Creates rows that already satisfy the invariants.
    package init(offsets: [UInt32], symbols: [Symbol], targets: [StateID]) {
        assert(offsets.first == 0 && Int(offsets[offsets.count - 1]) == symbols.count)
        assert(symbols.count == targets.count)
        self.offsets = offsets
        self.symbols = symbols
        self.targets = targets
    }

    /// Creates empty rows for the given number of states.
    package init(stateCount: Int) {
        self.init(offsets: Array(repeating: 0, count: stateCount + 1), symbols: [], targets: [])
    }

    package var stateCount: Int { offsets.count - 1 }
    package var count: Int { symbols.count }

    @inline(__always)
    package func range(of state: StateID) -> Range<Int> {
        Int(offsets[Int(state)])..<Int(offsets[Int(state) + 1])
    }

    /// Returns the indices of a state's transitions on the given symbol, by binary search.
    package func range(of state: StateID, on symbol: Symbol) -> Range<Int> {
        let row = range(of: state)
        let start = firstIndex(in: row) { symbols[$0] >= symbol }
        var end = start
        while end < row.upperBound, symbols[end] == symbol { end += 1 }
        return start..<end
    }

    private func firstIndex(in range: Range<Int>, where isBeyond: (Int) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if isBeyond(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The first state with two transitions on one symbol, and that symbol.
    package var conflict: (state: StateID, symbol: Symbol)? {
        for state in 0..<StateID(stateCount) {
            for index in range(of: state).dropFirst() where symbols[index] == symbols[index - 1] {
                return (state, symbols[index])
            }
        }
        return nil
    }
}

extension Transitions {
    /// Builds rows from transitions in any order, with duplicates.
    ///
    /// - Complexity: O(*n* + *m*) for input whose rows are sorted; O(*n* + *m* log *d*) at most,
    ///   where *d* is the length of the longest row.
    package init(stateCount: Int, sources: [StateID], symbols: [Symbol], targets: [StateID]) {
        var steps = StepCount(NoWatch())
        self.init(stateCount: stateCount, sources: sources, symbols: symbols, targets: targets, counting: &steps)
    }

    /// Builds rows from transitions in any order, with duplicates, within a budget.
    ///
    /// - Complexity: O(*n* + *m*) for input whose rows are sorted; O(*n* + *m* log *d*) at most,
    ///   where *d* is the length of the longest row.
    package init(
        stateCount: Int, sources: [StateID], symbols: [Symbol], targets: [StateID], steps: inout BudgetSteps
    ) throws(AutomataError) {
        try self.init(stateCount: stateCount, sources: sources, symbols: symbols, targets: targets, counting: &steps)
    }

    private init<Watch: WorkWatch>(
        stateCount: Int, sources: [StateID], symbols: [Symbol], targets: [StateID],
        counting steps: inout StepCount<Watch>
    ) throws(Watch.Failure) {
        let count = sources.count
        if Self.isStrictlyAscending(sources, symbols, targets) {
            var offsets = [UInt32](repeating: 0, count: stateCount + 1)
            for source in sources { offsets[Int(source) + 1] += 1 }
            for state in 0..<stateCount { offsets[state + 1] += offsets[state] }
            self.init(offsets: offsets, symbols: symbols, targets: targets)
            return
        }
        // Scatter the packed pairs into their rows, then sort the rows that aren't sorted yet.
        var starts = [Int](repeating: 0, count: stateCount + 1)
        for source in sources { starts[Int(source) + 1] += 1 }
        for state in 0..<stateCount { starts[state + 1] += starts[state] }
        var pairs = [UInt64](repeating: 0, count: count)
        var next = starts
        for index in 0..<count {
            try steps.step()
            let row = Int(sources[index])
            pairs[next[row]] = UInt64(symbols[index]) << 32 | UInt64(targets[index])
            next[row] += 1
        }
        var offsets = [UInt32](repeating: 0, count: stateCount + 1)
        var kept = 0
        try pairs.withUnsafeMutableBufferPointer { (pairs) throws(Watch.Failure) in
            for state in 0..<stateCount {
                let row = starts[state]..<starts[state + 1]
                try steps.step(1 + row.count)
                if !row.dropFirst().allSatisfy({ pairs[$0 - 1] < pairs[$0] }) { pairs[row].sort() }
                let first = kept
                for index in row where kept == first || pairs[kept - 1] != pairs[index] {
                    pairs[kept] = pairs[index]
                    kept += 1
                }
                offsets[state + 1] = UInt32(kept)
            }
        }
        self.init(
            offsets: offsets,
            symbols: pairs[..<kept].map { Symbol($0 >> 32) },
            targets: pairs[..<kept].map { StateID(truncatingIfNeeded: $0) })
    }

    /// Whether a list is in the order of the rows already, without duplicates.
    static func isStrictlyAscending(_ sources: [StateID], _ symbols: [Symbol], _ targets: [StateID]) -> Bool {
        for index in sources.indices.dropFirst() {
            let (source, previous) = (sources[index], sources[index - 1])
            if source > previous { continue }
            let pair = UInt64(symbols[index]) << 32 | UInt64(targets[index])
            let previousPair = UInt64(symbols[index - 1]) << 32 | UInt64(targets[index - 1])
            if source < previous || pair <= previousPair { return false }
        }
        return true
    }
}

/// Rows of transitions under construction. Transitions are added in the order of the rows.
package struct RowList {
    private var offsets: [UInt32] = [0]
    private var symbols: [Symbol] = []
    private var targets: [StateID] = []

    package init(stateCount: Int = 0, transitionCount: Int = 0) {
        offsets.reserveCapacity(stateCount + 1)
        symbols.reserveCapacity(transitionCount)
        targets.reserveCapacity(transitionCount)
    }

    /// The number of transitions.
    package var count: Int { targets.count }

    @inline(__always)
    package mutating func append(_ symbol: Symbol, _ target: StateID) {
        symbols.append(symbol)
        targets.append(target)
    }

    @inline(__always)
    package mutating func endRow() { offsets.append(UInt32(targets.count)) }

    package var rows: Transitions { Transitions(offsets: offsets, symbols: symbols, targets: targets) }
}

/// The epsilon moves of an automaton in compressed sparse rows; within a row the targets ascend
/// strictly.
package struct EpsilonMoves: Sendable, Hashable {
    package let offsets: [UInt32]
    package let targets: [StateID]

    package init(offsets: [UInt32], targets: [StateID]) {
        assert(offsets.first == 0 && Int(offsets[offsets.count - 1]) == targets.count)
        self.offsets = offsets
        self.targets = targets
    }

    /// Creates empty rows for the given number of states.
    package init(stateCount: Int) {
        self.init(offsets: Array(repeating: 0, count: stateCount + 1), targets: [])
    }

    /// Builds rows from moves in any order, with duplicates, within a budget.
    package init(
        stateCount: Int, sources: [StateID], targets: [StateID], steps: inout BudgetSteps
    ) throws(AutomataError) {
        let rows = try Transitions(
            stateCount: stateCount, sources: sources, symbols: Array(repeating: 0, count: sources.count),
            targets: targets, steps: &steps)
        self.init(offsets: rows.offsets, targets: rows.targets)
    }

    /// Builds rows from moves in any order, with duplicates.
    package init(stateCount: Int, sources: [StateID], targets: [StateID]) {
        let rows = Transitions(
            stateCount: stateCount, sources: sources, symbols: Array(repeating: 0, count: sources.count),
            targets: targets)
        self.init(offsets: rows.offsets, targets: rows.targets)
    }

    package var count: Int { targets.count }

    @inline(__always)
    package func range(of state: StateID) -> Range<Int> {
        Int(offsets[Int(state)])..<Int(offsets[Int(state) + 1])
    }
}
