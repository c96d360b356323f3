/// The limits of an operation, which gives up when it reaches them.
///
/// Determinization, products and expansions can grow exponentially. Each such operation takes a
/// budget and throws ``AutomataError/budgetExceeded(statesBuilt:limit:)`` when it runs out, and
/// ``AutomataError/cancelled(statesBuilt:)`` when ``isCancelled`` returns `true`. The unfinished
/// result is discarded.
///
/// ```swift
/// let small = try nfa.determinized(budget: Budget(maximumStates: 100_000))
/// ```
public struct Budget: Sendable {
    /// The maximum number of states that the operation may build. States of intermediate ε-free
    /// automata don't count.
    public var maximumStates: Int

    /// The maximum number of bytes, estimated, of working memory and result.
    public var maximumBytes: Int

    /// A check whether to stop, called at the start and then at least every few thousand states and
    /// every few million steps, each time after ``reportProgress``.
    public var isCancelled: (@Sendable () -> Bool)?

    /// Receives the progress of the operation at the start and then from time to time.
    public var reportProgress: (@Sendable (Progress) -> Void)?

    /// A check whether the machine has enough memory for an operation that holds the given number of
    /// bytes, or `nil` for no check.
    package var hasMemory: (@Sendable (Int) -> Bool)?

    /// The progress of an operation.
    public struct Progress: Sendable, Hashable {
        /// The number of states built so far.
        public var statesBuilt: Int
        /// The number of these states that are not explored yet.
        public var statesPending: Int

        package init(statesBuilt: Int, statesPending: Int) {
            self.statesBuilt = statesBuilt
            self.statesPending = statesPending
        }
    }

    /// Makes a budget; the defaults are ten million states and 2 GiB, whichever comes first.
    public init(
        maximumStates: Int = 10_000_000,
        maximumBytes: Int = 2 << 30,
        isCancelled: (@Sendable () -> Bool)? = nil,
        reportProgress: (@Sendable (Progress) -> Void)? = nil
    ) {
        self.maximumStates = maximumStates
        self.maximumBytes = maximumBytes
        self.isCancelled = isCancelled
        self.reportProgress = reportProgress
    }

    /// Ten million states or 2 GiB, whichever comes first.
    public static let `default` = Budget()

    /// No limit except the machine's.
    public static let unlimited = Budget(maximumStates: .max, maximumBytes: .max)

    /// The budget without a limit on states, for intermediate states of bounded number.
    var withoutStateLimit: Budget {
        var budget = self
        budget.maximumStates = .max
        return budget
    }
}

extension Budget {
    /// Checks the limits and reports the progress; called at the start and then every few thousand
    /// states, so that its cost doesn't matter.
    ///
    /// The report comes before the cancellation check, so that a report can cause a cancellation at
    /// once.
    package func check(statesBuilt: Int, statesPending: Int = 0, bytes: Int = 0) throws(AutomataError) {
        if statesBuilt > maximumStates {
            throw .budgetExceeded(statesBuilt: statesBuilt, limit: .states(maximumStates))
        }
        if bytes > maximumBytes {
            throw .budgetExceeded(statesBuilt: statesBuilt, limit: .bytes(maximumBytes))
        }
        try secure(bytes: bytes, statesBuilt: statesBuilt)
        reportProgress?(Progress(statesBuilt: statesBuilt, statesPending: statesPending))
        if let isCancelled, isCancelled() { throw .cancelled(statesBuilt: statesBuilt) }
    }

    /// Checks that the machine has enough memory for `bytes` held, whatever the limits.
    package func secure(bytes: Int, statesBuilt: Int = 0) throws(AutomataError) {
        if let hasMemory, !hasMemory(bytes) { throw .budgetExceeded(statesBuilt: statesBuilt, limit: .memory) }
    }
}

/// A check for long work that builds no states: a budget, or ``Unwatched``, which never fails.
@usableFromInline
package protocol WorkWatch {
    associatedtype Failure: Error
    /// Checks whether to go on with the given number of bytes held.
    func check(bytes: Int) throws(Failure)
}

extension Budget: WorkWatch {
    @usableFromInline
    package func check(bytes: Int) throws(AutomataError) { try check(statesBuilt: 0, bytes: bytes) }
}

/// A check that always passes.
package struct Unwatched: WorkWatch {
    package init() {}
    package func check(bytes: Int) {}
}

/// A check for work that builds no states, with the states and bytes that are held meanwhile.
package struct HeldWork: WorkWatch {
    private let budget: Budget
    private let states: Int
    private let bytes: Int

    package init(_ budget: Budget, states: Int, bytes: Int) {
        (self.budget, self.states, self.bytes) = (budget, states, bytes)
    }

    package func check(bytes: Int) throws(AutomataError) {
        try budget.check(statesBuilt: states, bytes: self.bytes + bytes)
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

/// The steps of work under a budget.
package typealias BudgetSteps = StepCount<HeldWork>

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
