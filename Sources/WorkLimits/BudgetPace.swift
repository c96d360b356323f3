/// A check that long work makes regularly: ``BudgetWatch`` checks a budget, and ``NoWatch`` never
/// fails.
@usableFromInline
package protocol WorkWatch {
    associatedtype Failure: Error
    /// Throws if the work, which uses the given number of bytes, must stop.
    func check(bytes: Int) throws(Failure)
}

/// A check that always passes.
package struct NoWatch: WorkWatch {
    package init() {}
    package func check(bytes: Int) {}
}

/// A budget check for work whose caller already uses the given numbers of states and bytes.
@usableFromInline
package struct BudgetWatch<Failure: LimitFailure>: WorkWatch {
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

    @inlinable
    package init(_ watch: Watch) {
        self.watch = watch
    }

    /// Counts steps. The work uses `bytes` in addition to the bytes of the watch.
    @inlinable @inline(__always)
    package mutating func step(_ count: Int = 1, holding bytes: @autoclosure () -> Int = 0) throws(Watch.Failure) {
        stepsLeft &-= count
        if stepsLeft < 0 { try check(holding: bytes()) }
    }

    /// Runs the check now.
    @inlinable
    package mutating func check(holding bytes: Int = 0) throws(Watch.Failure) {
        stepsLeft = BudgetPace.states
        try watch.check(bytes: bytes)
    }
}

/// A counter of steps whose check throws ``LimitError``.
package typealias LimitedSteps = StepCount<BudgetWatch<LimitError>>

/// The schedule of budget checks, which all loops of long work share. Checks are frequent enough to
/// bound the time between them to about a millisecond, and rare enough to cost almost nothing.
@usableFromInline
package struct BudgetPace {
    /// The number of states, or of equally expensive steps, between two checks.
    @inlinable
    package static var states: Int { 1 << 12 }
    /// The number of cheap steps, cells or written bytes between two checks.
    @inlinable
    package static var cells: Int { 1 << 20 }
    /// The number of states, bytes or steps that a loop handles before it calls a check.
    @inlinable
    package static var chunk: Int { 1 << 14 }

    @usableFromInline
    var nextState = 0
    @usableFromInline
    var nextWork = 0

    @inlinable
    package init() {}

    /// Returns whether a check is due; the first call always is. `work` is the number of steps or
    /// cells since the start of the loop.
    @inlinable @inline(__always)
    package mutating func isDue(states: Int, work: Int) -> Bool {
        if states < nextState, work < nextWork { return false }
        nextState = states + Self.states
        nextWork = work + Self.cells
        return true
    }

    /// Returns whether a check is due; the first call always is. `count` is the number of states,
    /// bytes or steps since the start of the loop.
    @inlinable @inline(__always)
    package mutating func isDue(at count: Int, every interval: Int = Self.chunk) -> Bool {
        if count < nextWork { return false }
        nextWork = count + interval
        return true
    }
}
