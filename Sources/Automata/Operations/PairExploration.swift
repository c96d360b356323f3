package import WorkLimits

/// A product under construction: pairs of states, explored breadth-first in the order of discovery,
/// and the transitions between them.
package struct PairExploration: ~Copyable {
    private var index: PairIndex
    private var rows = GrowingRows()
    private let budget: Budget
    private var pace = BudgetPace()
    private var hasBegun = false
    private var initialCount = 0
    private var finalStates: [StateID] = []

    package init(leftCount: Int, rightCount: Int, budget: Budget) {
        index = PairIndex(leftCount: leftCount, rightCount: rightCount)
        self.budget = budget
    }

    /// The number of the pair that is explored.
    package var current: StateID { StateID(rows.rowCount) }

    /// Makes all pairs of some left and some right states initial.
    mutating func start(_ lefts: some Sequence<StateID>, _ rights: some Sequence<StateID>) throws(AutomataError) {
        for left in lefts {
            if pace.isDue(states: index.count, work: 0) { try check(bytes: 0) }
            for right in rights { _ = number(of: Int(left), Int(right)) }
        }
        pace = BudgetPace()
        initialCount = index.count
    }

    /// Ends the row of the current pair and begins the row of the next one. Returns the next pair,
    /// or `nil` if all are explored.
    ///
    /// - Parameters:
    ///   - work: the steps of other work, which count toward the next budget check.
    ///   - bytes: the bytes in use besides the pairs and their rows.
    @inline(__always)
    package mutating func next(work: Int = 0, bytes: Int = 0) throws(AutomataError) -> (left: Int, right: Int)? {
        if hasBegun { rows.endRow() }
        hasBegun = true
        let isDone = rows.rowCount == index.count
        if isDone || index.count > budget.maximumStates { try check(bytes: bytes) }
        if isDone { return nil }
        try checkBudget(work: work, bytes: bytes)
        rows.beginRow()
        return index.pair(rows.rowCount)
    }

    /// Checks the budget if that is due; a pair can have very many transitions.
    @inline(__always)
    mutating func checkBudget(work: Int = 0, bytes: Int = 0) throws(AutomataError) {
        if pace.isDue(states: rows.rowCount, work: rows.transitionCount + work) { try check(bytes: bytes) }
    }

    private func check(bytes: Int) throws(AutomataError) {
        try budget.check(
            statesBuilt: index.count, statesPending: index.count - rows.rowCount,
            bytes: index.byteCount + rows.byteCount + bytes)
        guard rows.transitionCount < maximumCount / 2, index.count < maximumCount / 2 else {
            throw .tooLarge("states or transitions")
        }
    }

    /// Returns the number of a pair, which is added if it's new.
    @inline(__always)
    package mutating func number(of left: Int, _ right: Int) -> StateID { index.number(of: left, right).number }

    /// Makes the current pair final.
    mutating func markFinal() { finalStates.append(current) }

    /// Adds a transition from the current pair.
    @inline(__always)
    package mutating func append(_ left: Int, _ right: Int, on symbol: Symbol) {
        rows.append(number(of: left, right), on: symbol)
    }

    /// Adds an epsilon move from the current pair.
    @inline(__always)
    mutating func appendMove(to left: Int, _ right: Int) { rows.appendMove(to: number(of: left, right)) }

    /// Adds the epsilon moves of both sides of the current pair; the other side waits meanwhile.
    mutating func appendMoves(_ left: EpsilonNFA, _ p: Int, _ right: EpsilonNFA, _ q: Int) {
        for move in left.epsilon.range(of: StateID(p)) { appendMove(to: Int(left.epsilon.targets[move]), q) }
        for move in right.epsilon.range(of: StateID(q)) { appendMove(to: p, Int(right.epsilon.targets[move])) }
    }

    /// Returns the transitions between all pairs, without epsilon moves.
    package func transitions() -> Transitions { rows.transitions() }

    /// Returns the product of all pairs.
    func automaton(over alphabet: Alphabet) -> EpsilonNFA {
        rows.automaton(
            alphabet: alphabet, initialStates: StateSet(allBelow: initialCount), finalStates: StateSet(finalStates))
    }
}
