/// The limits of an operation, which stops with an error when it reaches a limit.
///
/// Determinization, products and expansions can grow exponentially. Each such operation takes a
/// budget and throws the error of its library when the budget runs out or ``isCancelled`` returns
/// `true`. The unfinished result is discarded.
///
/// ```swift
/// let small = try nfa.determinized(budget: Budget(maximumStates: 100_000))
/// ```
public struct Budget: Sendable {
    /// The maximum number of states that the operation may build. Nodes of expressions, circuits
    /// and other results count as states. States of intermediate ε-free automata don't count.
    public var maximumStates: Int

    /// The maximum number of bytes of the working memory and the result, by estimate.
    public var maximumBytes: Int

    /// A function that returns whether to stop. It is called after ``reportProgress``: at the
    /// start, then at least every few thousand states and every few million steps.
    public var isCancelled: (@Sendable () -> Bool)?

    /// A function that receives the operation's progress, called at the start and then regularly.
    public var reportProgress: (@Sendable (Progress) -> Void)?

    /// A function that returns whether the machine has enough memory for an operation that uses the
    /// given number of bytes; `nil` for no check.
    package var hasFreeMemory: (@Sendable (Int) -> Bool)?

    /// A Boolean value that indicates whether ``maximumBytes`` is a share of the machine's free
    /// memory, because the caller's own limit is higher.
    package var isBoundByMachine = false

    /// The progress of an operation.
    public struct Progress: Sendable, Hashable {
        /// The number of states built so far.
        public var statesBuilt: Int
        /// The number of states that were built, but haven't been explored yet.
        public var statesPending: Int

        package init(statesBuilt: Int, statesPending: Int) {
            self.statesBuilt = statesBuilt
            self.statesPending = statesPending
        }
    }

    /// Creates a budget; by default ten million states and 2 GiB, whichever is reached first.
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

    /// The default budget: ten million states and 2 GiB, whichever is reached first.
    public static let `default` = Budget()

    /// A budget without any limit except the machine's memory.
    public static let unlimited = Budget(maximumStates: .max, maximumBytes: .max)

    /// The same budget without a limit on states, for work whose number of intermediate states is
    /// otherwise bounded.
    package var withoutStateLimit: Budget {
        var budget = self
        budget.maximumStates = .max
        return budget
    }
}

extension Budget {
    /// Checks the limits and reports the progress; called at the start and then every few thousand
    /// states, so that its cost doesn't matter.
    ///
    /// The report comes before the cancellation check, so that a report can cause an immediate
    /// cancellation.
    package func check(built: Int, pending: Int = 0, bytes: Int = 0) throws(LimitError) {
        if built > maximumStates { throw .budgetExceeded(built: built, limit: .states(maximumStates)) }
        if bytes > maximumBytes { throw .budgetExceeded(built: built, limit: byteLimit) }
        try checkFreeMemory(bytes: bytes, built: built)
        reportProgress?(Progress(statesBuilt: built, statesPending: pending))
        if let isCancelled, isCancelled() { throw .cancelled(built: built) }
    }

    /// The limit to report if the work needs more bytes.
    package var byteLimit: LimitError.Limit { isBoundByMachine ? .memory : .bytes(maximumBytes) }

    /// Throws if the machine has less than `bytes` of free memory, even if the limits allow more.
    package func checkFreeMemory(bytes: Int, built: Int) throws(LimitError) {
        if let hasFreeMemory, !hasFreeMemory(bytes) { throw .budgetExceeded(built: built, limit: .memory) }
    }
}
