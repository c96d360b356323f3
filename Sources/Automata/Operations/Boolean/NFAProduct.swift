/// The product of two nondeterministic automata, built from the initial pairs on. The result is
/// trim and numbered breadth-first in alphabet order, epsilon moves last.
///
/// While one side takes an epsilon move, the other side waits, so that no move has to be removed
/// first.
///
/// - Complexity: O(*m₁* + *m₂* + *r* + *t*) for *r* accessible pairs of useful states and *t* pairs
///   of their outgoing transitions on one symbol, plus sorting of targets.
struct NFAProduct {
    let budget: Budget

    func run(_ one: EpsilonNFA, _ other: EpsilonNFA) throws(AutomataError) -> EpsilonNFA {
        // A useless state would form a pair with each state of the other side.
        let (left, right) = (try one.trimmed(budget: budget), try other.trimmed(budget: budget))
        var index = PairIndex(leftCount: left.stateCount, rightCount: right.stateCount)
        var rows = GrowingRows()
        var pace = BudgetPace()
        for p in left.initialStates {
            if pace.isDue(states: index.count, work: 0) { try check(index, rows, explored: 0) }
            for q in right.initialStates { _ = index.number(of: Int(p), Int(q)) }
        }
        let initialCount = index.count
        pace = BudgetPace()
        var next = 0
        while next < index.count {
            if pace.isDue(states: next, work: rows.transitionCount) || index.count > budget.maximumStates {
                try check(index, rows, explored: next)
            }
            let (p, q) = index.pair(next)
            rows.beginRow()
            try forEachCommonStep(left.rows, p, right.rows, q) {
                (symbol, target, otherTarget) throws(AutomataError) in
                // One pair can have as many steps as the product of both rows.
                if pace.isDue(states: next, work: rows.transitionCount) { try check(index, rows, explored: next) }
                rows.append(index.number(of: Int(target), Int(otherTarget)).number, on: symbol)
            }
            for move in left.epsilon.range(of: StateID(p)) {
                rows.appendMove(to: index.number(of: Int(left.epsilon.targets[move]), q).number)
            }
            for move in right.epsilon.range(of: StateID(q)) {
                rows.appendMove(to: index.number(of: p, Int(right.epsilon.targets[move])).number)
            }
            rows.endRow()
            next += 1
        }
        try check(index, rows, explored: next)
        var finalWords = [UInt64](repeating: 0, count: (index.count + 63) / 64)
        for number in 0..<index.count {
            let (p, q) = index.pair(number)
            if left.isFinal(StateID(p)), right.isFinal(StateID(q)) {
                finalWords[number >> 6] |= 1 << UInt64(number & 63)
            }
        }
        return try rows.automaton(
            alphabet: left.alphabet, initialStates: StateSet(allBelow: initialCount),
            finalStates: StateSet(words: finalWords)
        ).coaccessiblePart(budget: budget.withoutStateLimit)
    }

    private func check(
        _ index: borrowing PairIndex, _ rows: borrowing GrowingRows, explored: Int
    ) throws(AutomataError) {
        try budget.check(
            statesBuilt: index.count, statesPending: index.count - explored, bytes: index.byteCount + rows.byteCount)
        guard rows.transitionCount < maximumCount / 2, index.count < maximumCount / 2 else {
            throw .tooLarge("states or transitions")
        }
    }
}

/// Calls the body with each common symbol of two states, and all pairs of their targets.
@inline(__always)
func forEachCommonStep(
    _ left: Transitions, _ p: Int, _ right: Transitions, _ q: Int,
    _ body: (Symbol, StateID, StateID) throws(AutomataError) -> Void
) throws(AutomataError) {
    let (leftRow, rightRow) = (left.range(of: StateID(p)), right.range(of: StateID(q)))
    var (i, j) = (leftRow.lowerBound, rightRow.lowerBound)
    while i < leftRow.upperBound, j < rightRow.upperBound {
        let symbol = left.symbols[i]
        if symbol != right.symbols[j] {
            if symbol < right.symbols[j] { i += 1 } else { j += 1 }
            continue
        }
        let start = j
        while i < leftRow.upperBound, left.symbols[i] == symbol {
            j = start
            while j < rightRow.upperBound, right.symbols[j] == symbol {
                try body(symbol, left.targets[i], right.targets[j])
                j += 1
            }
            i += 1
        }
    }
}
