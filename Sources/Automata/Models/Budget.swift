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

    /// Asked at each check, with the bytes that the operation holds, whether the machine still
    /// gives memory; `nil` if nobody watches that.
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

    /// For work whose states are none of the result's, and bounded by those that there are already.
    var withoutStateLimit: Budget {
        var budget = self
        budget.maximumStates = .max
        return budget
    }
}

extension Budget {
    /// Checks the limits and tells the progress; called at the start, then every few thousand
    /// states, so that the cost doesn't show.
    ///
    /// The report comes before the question, so that who decides to cancel on a report stops the
    /// operation there.
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

    /// Checks that the machine still gives memory to work that holds so many bytes, whatever the
    /// limits.
    package func secure(bytes: Int, statesBuilt: Int = 0) throws(AutomataError) {
        if let hasMemory, !hasMemory(bytes) { throw .budgetExceeded(statesBuilt: statesBuilt, limit: .memory) }
    }
}

/// Whom long work asks that builds no states: a budget, or nobody, and then it can't fail.
@usableFromInline
package protocol WorkWatch {
    associatedtype Failure: Error
    /// Asks whether to go on with so many bytes held.
    func check(bytes: Int) throws(Failure)
}

extension Budget: WorkWatch {
    @usableFromInline
    package func check(bytes: Int) throws(AutomataError) { try check(statesBuilt: 0, bytes: bytes) }
}

/// Lets everything pass.
package struct Unwatched: WorkWatch {
    package init() {}
    package func check(bytes: Int) {}
}

/// Asks a budget about work that builds nothing, while so many states and bytes are held.
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

/// Counts the steps of long work, and asks a watch at the first one and then each time that some
/// thousand are done.
@usableFromInline
package struct StepCount<Watch: WorkWatch> {
    @usableFromInline
    let watch: Watch
    @usableFromInline
    var stepsLeft = 0

    package init(_ watch: Watch) {
        self.watch = watch
    }

    /// Counts steps, for which so many bytes are held besides those that the watch knows of.
    @inlinable @inline(__always)
    package mutating func step(_ count: Int = 1, holding bytes: @autoclosure () -> Int = 0) throws(Watch.Failure) {
        stepsLeft &-= count
        if stepsLeft < 0 { try look(holding: bytes()) }
    }

    /// Asks the watch now.
    @inlinable
    package mutating func look(holding bytes: Int = 0) throws(Watch.Failure) {
        stepsLeft = 1 << 12
        try watch.check(bytes: bytes)
    }
}

/// The steps of work under a budget.
package typealias BudgetSteps = StepCount<HeldWork>

/// The times at which a long loop looks at its budget: every few thousand states, and sooner if
/// single states are much work, so that neither memory nor time runs away between two looks.
package struct BudgetPace {
    private var nextState = 0
    private var nextWork = 0

    package init() {}

    /// Whether a look is due, which it is at first; `work` counts steps or cells from the start of
    /// the loop.
    @inline(__always)
    package mutating func isDue(states: Int, work: Int) -> Bool {
        if states < nextState, work < nextWork { return false }
        nextState = states + 1 << 12
        nextWork = work + 1 << 20
        return true
    }
}
