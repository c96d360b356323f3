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
        var pairs = PairExploration(leftCount: left.stateCount, rightCount: right.stateCount, budget: budget)
        try pairs.start(left.initialStates, right.initialStates)
        while let (p, q) = try pairs.next() {
            if left.isFinal(StateID(p)), right.isFinal(StateID(q)) { pairs.markFinal() }
            try forEachCommonStep(left.rows, p, right.rows, q) {
                (symbol, target, otherTarget) throws(AutomataError) in
                // One pair can have as many steps as the product of both rows.
                try pairs.checkBudget()
                pairs.append(Int(target), Int(otherTarget), on: symbol)
            }
            pairs.appendMoves(left, p, right, q)
        }
        return try pairs.automaton(over: left.alphabet).coaccessiblePart(budget: budget.withoutStateLimit)
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
