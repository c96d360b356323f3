internal import BigIntegers
internal import WorkLimits

extension Projection {
    /// Returns the lexicographically first assignment that another projection onto the same
    /// variables lacks; `nil` if it lacks none.
    ///
    /// - Requires: Each assignment of the other projection is one of this projection.
    /// - Complexity: O(*n* *s*) operations on integers at worst, for *n* variables and *s* elements
    ///   of both circuits.
    /// - Throws: ``FeatureModelError/stopped(_:)``.
    func firstAssignment(missingIn other: Projection, budget: Budget) throws(FeatureModelError) -> [Bool]? {
        if count == other.count { return nil }
        var all = PrefixCounts(self)
        var kept = PrefixCounts(other)
        var steps = LimitedSteps(
            BudgetWatch(
                budget, states: circuit.nodeCount + other.circuit.nodeCount,
                bytes: 3 * (circuit.byteCount + other.circuit.byteCount)))
        var assignment: [Bool] = []
        for index in meanings.indices {
            let before = all.stepCount + kept.stepCount
            all.decide(index, false)
            kept.decide(index, false)
            let isTrue = all.count == kept.count
            if isTrue {
                all.change(index)
                kept.change(index)
            }
            assignment.append(isTrue)
            try stopping { () throws(LimitError) in try steps.step(all.stepCount + kept.stepCount - before) }
        }
        return assignment
    }
}

/// The number of a projection's assignments that begin with some values.
private struct PrefixCounts: ~Copyable {
    private let meanings: [Reduction.Meaning]
    private var counts: ConditionedCounts
    /// A Boolean value that indicates whether the values contradict all assignments.
    private var isContradictory = false
    /// The state before the last decision: ``isContradictory``, and whether the excluded literal
    /// was allowed.
    private var (wasContradictory, wasAllowed) = (false, true)

    init(_ projection: borrowing Projection) {
        meanings = projection.meanings
        counts = ConditionedCounts(projection.circuit, projection.counts)
    }

    var count: BigInteger { isContradictory ? 0 : counts.count }

    /// The number of elements that were visited.
    var stepCount: Int { counts.stepCount }

    /// Decides the next variable.
    mutating func decide(_ index: Int, _ value: Bool) {
        wasContradictory = isContradictory
        switch meanings[index] {
        case .constant(let constant): isContradictory = wasContradictory || constant != value
        case .literal(let literal):
            let excluded = value ? !literal : literal
            wasAllowed = counts.isAllowed[excluded.index]
            counts.allow(excluded, false)
        }
    }

    /// Makes the variable that was decided last true instead of false.
    mutating func change(_ index: Int) {
        switch meanings[index] {
        case .constant(let constant): isContradictory = wasContradictory || !constant
        case .literal(let literal):
            counts.allow(literal, wasAllowed)
            counts.allow(!literal, false)
        }
    }
}
