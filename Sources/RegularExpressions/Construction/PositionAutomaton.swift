internal import AlgorithmSupport
package import Automata
package import WorkLimits

/// Glushkov's automaton of an expression: the possible first positions, the positions that may
/// follow each other, and the possible last positions.
///
/// A position is an occurrence of a leaf in the expression with its repetitions unrolled. State 0
/// is the start, and state *p* + 1 the position *p*; all transitions to a state are on the symbols
/// of its leaf.
///
/// Below a star, nullable operands aren't connected, because the star connects them
/// (Brüggemann-Klein's star normal form). So few pairs are found twice.
///
/// Glushkov: *The abstract theory of automata*, Russian Mathematical Surveys 16 (1961),
/// doi:10.1070/RM1961v016n05ABEH004112; Brüggemann-Klein: *Regular expressions into finite
/// automata*, Theoretical Computer Science 120 (1993), doi:10.1016/0304-3975(93)90287-4.
package struct PositionAutomaton {
    /// An occurrence of a leaf.
    struct Position: DenseID {
        let rawValue: UInt32

        /// The state after the leaf was read.
        var state: StateID { StateID(rawValue: rawValue + 1) }
    }

    /// The symbols of the leaves; an assertion is the symbol
    /// ``RegularExpression/Assertion/symbol(after:)``.
    private(set) var sets: SymbolSets
    /// The leaf of each position.
    private(set) var leaves: [SymbolSetID]
    /// The positions that may follow each state, ascending.
    private(set) var offsets: [UInt32]
    private(set) var followers: [Position]
    /// The states in which a word may end.
    package private(set) var finalStates: StateSet

    var stateCount: Int { offsets.count - 1 }

    @inline(__always)
    func row(of state: Int) -> Range<Int> { Int(offsets[state])..<Int(offsets[state + 1]) }

    /// Builds the automaton in O(*s* + *e*) for *s* positions and *e* pairs of consecutive
    /// positions. If `mergingLeaves` is set, the leaves of a union are merged, so that `a|b` is one
    /// position.
    package init(
        _ expression: RegularExpression, root: NodeID, mergingLeaves: Bool, budget: Budget
    ) throws(AutomataError) {
        let measures = ExpressionMeasures(expression.storage)
        try measures.check(root, budget)
        var walk = PositionWalk(expression, measures, mergingLeaves: mergingLeaves)
        let whole = try walk.fragment(of: root, budget: budget)
        sets = walk.sets
        leaves = walk.leaves
        let count = leaves.count + 1
        var finalStates = StateSet()
        if measures.isNullable[Int(root)] { finalStates.insert(0) }
        walk.ropes.expand(whole.last) { finalStates.insert($0.state) }
        self.finalStates = finalStates

        var offsets: [UInt32] = [0]
        offsets.reserveCapacity(count + 1)
        var followers: [Position] = []
        followers.reserveCapacity(2 * count)
        let lastSeen = ScratchBuffer<StateID>(repeating: .absent, count: count)
        var pace = BudgetPace()
        for state in 0..<count {
            if pace.isDue(states: state, work: followers.count) {
                try budget.check(statesBuilt: count, bytes: 40 * count + 4 * followers.count)
            }
            let start = followers.count
            var isAscending = true
            func append(_ position: Position) {
                if lastSeen[Int(position)] == StateID(truncatingIfNeeded: state) { return }
                lastSeen[Int(position)] = StateID(truncatingIfNeeded: state)
                if followers.count > start, followers[followers.count - 1] > position { isAscending = false }
                followers.append(position)
            }
            if state == 0 {
                walk.ropes.expand(whole.first, append)
            } else {
                var link = walk.followHeads[state - 1]
                while link != .absent {
                    walk.ropes.expand(walk.followRopes[Int(link)], append)
                    link = walk.followNext[Int(link)]
                }
            }
            if !isAscending { followers[start...].sort() }
            guard followers.count < maximumCount / 2 else { throw .tooLarge("transitions") }
            offsets.append(UInt32(truncatingIfNeeded: followers.count))
        }
        (self.offsets, self.followers) = (offsets, followers)
    }

    /// Returns the transitions on symbols; assertions are symbols beyond the alphabet.
    ///
    /// - Complexity: O(*n* + *m*).
    package func rows(alphabetCount: Int, budget: Budget) throws(AutomataError) -> Transitions {
        let symbolCount = alphabetCount + RegularExpression.Assertion.allCases.count
        var newOffsets: [UInt32] = [0]
        newOffsets.reserveCapacity(stateCount + 1)
        var symbols: [Symbol] = []
        var targets: [StateID] = []
        let counts = ScratchBuffer<UInt32>(repeating: 0, count: symbolCount)
        var used: [Symbol] = []
        var pace = BudgetPace()
        var previous = 0..<0
        for state in 0..<stateCount {
            if pace.isDue(states: state, work: symbols.count) {
                try budget.check(statesBuilt: stateCount, bytes: 8 * symbols.count + 8 * stateCount)
            }
            let row = row(of: state)
            // Many consecutive states have the same successors.
            if state > 0, row.count > 1, row.count == self.row(of: state - 1).count,
                followers[row] == followers[self.row(of: state - 1)]
            {
                let start = symbols.count
                guard start + previous.count < maximumCount / 2 else { throw .tooLarge("transitions") }
                // A slice would share the storage, so appending would copy all of it.
                for index in previous {
                    symbols.append(symbols[index])
                    targets.append(targets[index])
                }
                previous = start..<symbols.count
                newOffsets.append(UInt32(truncatingIfNeeded: symbols.count))
                continue
            }
            let start = symbols.count
            // Use a counting sort by symbol; the followers ascend already.
            used.removeAll(keepingCapacity: true)
            var total = 0
            for index in row {
                forEachSymbol(of: followers[index]) { symbol in
                    if counts[Int(symbol)] == 0 { used.append(symbol) }
                    counts[Int(symbol)] += 1
                    total += 1
                }
            }
            guard start + total < maximumCount / 2 else { throw .tooLarge("transitions") }
            if row.count > 1 { used.sort() }
            var end = UInt32(truncatingIfNeeded: start)
            for symbol in used {
                let count = counts[Int(symbol)]
                symbols.append(contentsOf: repeatElement(symbol, count: Int(count)))
                counts[Int(symbol)] = end
                end += count
            }
            targets.append(contentsOf: repeatElement(0, count: total))
            for index in row {
                let position = followers[index]
                forEachSymbol(of: position) { symbol in
                    targets[Int(counts[Int(symbol)])] = position.state
                    counts[Int(symbol)] += 1
                }
            }
            for symbol in used { counts[Int(symbol)] = 0 }
            previous = start..<symbols.count
            newOffsets.append(UInt32(truncatingIfNeeded: symbols.count))
        }
        return Transitions(offsets: newOffsets, symbols: symbols, targets: targets)
    }

    @inline(__always)
    private func forEachSymbol(of position: Position, _ body: (Symbol) -> Void) {
        for index in sets.range(of: leaves[Int(position)]) { body(sets.symbols[index]) }
    }
}
