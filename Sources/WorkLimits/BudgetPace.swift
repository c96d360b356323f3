/// A check for long work: a budget with what is held meanwhile, or ``Unwatched``, which never
/// fails.
@usableFromInline
package protocol WorkWatch {
    associatedtype Failure: Error
    /// Checks whether to go on with the given number of bytes held.
    func check(bytes: Int) throws(Failure)
}

/// A check that always passes.
package struct Unwatched: WorkWatch {
    package init() {}
    package func check(bytes: Int) {}
}

/// A check for work that builds no states, with the states and bytes that are held meanwhile.
@usableFromInline
package struct HeldWork<Failure: LimitFailure>: WorkWatch {
    private let budget: Budget
    private let states: Int
    private let bytes: Int

    package init(_ budget: Budget, states: Int = 0, bytes: Int = 0) {
        (self.budget, self.states, self.bytes) = (budget, states, bytes)
    }

    @usableFromInline
    package func check(bytes: Int) throws(Failure) {
        do { try budget.check(built: states, bytes: self.bytes + bytes) } catch { throw Failure(error) }
    }
}

/// A counter of steps that runs its check at the first step and then every few thousand steps.
@usableFromInline
package struct StepCount<Watch: WorkWatch> {
    @usableFromInline
    let watch: Watch
    @usableFromInline
    var stepsLeft = 0

    package init(_ watch: Watch) {
        self.watch = watch
    }

    /// Counts steps; `bytes` are held besides those that the watch knows.
    @inlinable @inline(__always)
    package mutating func step(_ count: Int = 1, holding bytes: @autoclosure () -> Int = 0) throws(Watch.Failure) {
        stepsLeft &-= count
        if stepsLeft < 0 { try look(holding: bytes()) }
    }

    /// Runs the check now.
    @inlinable
    package mutating func look(holding bytes: Int = 0) throws(Watch.Failure) {
        stepsLeft = 1 << 12
        try watch.check(bytes: bytes)
    }
}

/// The steps of work that fails with a ``LimitError``.
package typealias LimitedSteps = StepCount<HeldWork<LimitError>>

/// The schedule of a long loop's budget checks: every few thousand states, and sooner if single
/// states take much work, to bound memory and time between checks.
package struct BudgetPace {
    private var nextState = 0
    private var nextWork = 0

    package init() {}

    /// Returns whether a check is due, as at the first call; `work` counts steps or cells from the
    /// start of the loop.
    @inline(__always)
    package mutating func isDue(states: Int, work: Int) -> Bool {
        if states < nextState, work < nextWork { return false }
        nextState = states + 1 << 12
        nextWork = work + 1 << 20
        return true
    }
}
