package import WorkLimits

/// The steps and bytes of reading the products of a model with clones, checked against a budget.
package struct CloneWork {
    private let budget: Budget
    private var pace = BudgetPace()
    private var steps = 0
    /// The bytes held, by estimate.
    private var byteCount: Int
    /// The number of states.
    package var stateCount = 1
    /// The number of states whose successors aren't known yet.
    package var pendingCount = 1

    /// The steps that count for one evaluation of a proposition, in which it is looked up.
    static let evaluation = 256

    package init(_ budget: Budget, holding byteCount: Int) { (self.budget, self.byteCount) = (budget, byteCount) }

    /// Counts steps and newly allocated bytes; each byte counts as a step.
    ///
    /// - Throws: `LimitError` if a check is due and the budget stops the work.
    package mutating func add(steps count: Int, bytes: Int = 0) throws(LimitError) {
        byteCount += bytes
        steps += count + bytes
        guard pace.isDue(states: stateCount, work: steps) else { return }
        try budget.check(built: stateCount, pending: pendingCount, bytes: byteCount)
    }
}
