public import WorkLimits

/// The services that sessions of statecharts need from their program.
public struct StatechartContext {
    /// A function that returns the chart of an invocation.
    ///
    /// If the function throws an error, `error.communication` is raised in the invoking chart.
    public var load: (Source) throws -> Statechart
    /// A function that returns a new instance of a scripting language for a session. It throws an
    /// error if there is no language with the given name.
    public var makeScripts: (_ language: String) throws -> any StatechartScripting
    /// A function that starts a service that a chart invokes by its type.
    ///
    /// If the function returns `nil`, because there is no such service, or throws an error,
    /// `error.execution` is raised in the chart.
    public var startService: (ServiceRequest) throws -> (any StatechartService)? = { _ in nil }
    /// A function that sends an event by a transport other than the charts' own.
    ///
    /// If the function returns `false`, because there is no such transport, `error.execution` is
    /// raised. If it throws an error, `error.communication` is raised. If this property is `nil`,
    /// an action that sends such an event fails.
    public var sendMessage: ((StatechartMessage) throws -> Bool)?
    /// A function that performs custom actions; see ``ExpressionBehavior/onCustomAction``.
    public var onCustomAction: ExpressionBehavior.CustomActionHandler?
    /// The answers of the charts' named guards; see ``ExpressionBehavior/guards``.
    public var guards: [String: Bool] = [:]
    /// The bounds of one event's work in a session; ``StateMachineLimits/events`` also limits the
    /// number of running sessions.
    public var limits: StateMachineLimits
    /// The budget for compiling each chart, including invoked charts.
    public var budget = Budget.default
    /// The time from the beginning of 1970 to the start of the first session, for dates in scripts.
    ///
    /// By default, the first session begins at the start of 1970, so that runs can be repeated.
    public var clockStart = Duration.zero
    /// The program that implements the named guards and actions of the charts; `nil` if none does.
    package var host: (any StatechartHost)?
    /// A function that returns whether waiting events may use the given number of bytes; `nil` if
    /// there is no limit.
    package var mayTake: (@Sendable (Int) -> Bool)?
    /// The seed of random numbers in scripts; `nil` for a different seed in each run.
    public var randomSeed: UInt64?
    /// A listener that receives the log entries.
    public var onLog: (@Sendable (ExpressionBehavior.LogEntry) -> Void)?
    /// A listener that receives each failed condition, action and invocation, with the reason.
    public var onFailure: (@Sendable (ExpressionBehavior.Failure) -> Void)?

    /// The source of an invoked chart: its location or its text.
    public enum Source: Hashable, Sendable {
        /// The location of the chart's text, as written in the invoking chart.
        case location(String)
        /// The text of the chart, as written in the invoking chart.
        case text(String)
    }

    /// Creates a context in which charts can invoke only nested charts, and can't use scripts.
    public init(limits: StateMachineLimits = .init()) {
        self.limits = limits
        load = { source in
            let name = if case .location(let location) = source { " '\(location)'" } else { "" }
            throw ExpressionError("can't load the chart\(name); set 'load' of the context")
        }
        makeScripts = { language in
            throw ExpressionError("this context can't run charts in the language \(language); set 'makeScripts'")
        }
    }
}

/// The shared state of a first session and all its descendants.
final class SessionFamily {
    let context: StatechartContext
    // Weak, as each session has a strong reference to the family.
    private(set) var references: [Reference] = []
    var time = Duration.zero
    /// The number of events that wait in all sessions or aren't delivered yet, without those in the
    /// machine of the session that works now.
    var waitingCount = 0
    /// The fate of the copies of the event that the program has sent last.
    var copyFate = EventFate.ignored
    var begunCount = 0
    /// The number of running sessions with scripts.
    private(set) var scriptedCount = 0
    private var lastLoaded: CompiledStatechart<ExpressionBehavior>?
    /// The seed of random numbers in scripts.
    let randomSeed: UInt64
    /// The sessions with waiting events, in reverse order of their beginnings; events may wait
    /// until the sessions are gone.
    private(set) var ready: [Reference] = []

    final class Reference {
        weak var session: StatechartSession?
        let number: Int
        /// The time of the next timer or delayed event after the session's last work.
        var deadline: Duration?

        init(_ number: Int) { self.number = number }
    }

    init(_ context: StatechartContext) {
        self.context = context
        randomSeed = context.randomSeed ?? .random(in: .min ... .max)
    }

    /// The running sessions, in the order in which they began.
    var sessions: [StatechartSession] { references.compactMap(\.session) }

    /// The next session with a timer or delayed event that becomes due: of several at one time, the
    /// one that began first.
    ///
    /// - Complexity: O(*n*) for *n* sessions.
    var next: (session: StatechartSession, deadline: Duration)? {
        var next: (session: StatechartSession, deadline: Duration)?
        for reference in references {
            guard let noted = reference.deadline, next.map({ noted < $0.deadline }) ?? true,
                let session = reference.session, let deadline = session.ownDeadline
            else { continue }
            next = (session, deadline)
        }
        return next
    }

    /// Adds a session behind those that began earlier.
    func add(_ session: StatechartSession) {
        references.insert(session.reference, at: references.prefixCount { $0.number < session.number })
        if session.hasScripts { scriptedCount += 1 }
    }

    func remove(_ session: StatechartSession) {
        let index = references.prefixCount { $0.number < session.number }
        guard index < references.count, references[index] === session.reference else { return }
        references.remove(at: index)
        if session.hasScripts { scriptedCount -= 1 }
    }

    /// Returns a loaded chart, compiled; charts that are loaded again are compiled once.
    func compiled(_ chart: Statechart) throws -> CompiledStatechart<ExpressionBehavior> {
        if let lastLoaded, lastLoaded.chart == chart { return lastLoaded }
        let compiled = try CompiledStatechart<ExpressionBehavior>(chart, budget: context.budget)
        lastLoaded = compiled
        return compiled
    }

    /// Adds a session with waiting events. Sessions that began first come first.
    func addReady(_ session: StatechartSession) {
        ready.insert(session.reference, at: ready.prefixCount { $0.number > session.number })
    }

    /// Removes and returns the next session with waiting events.
    func popReady() -> StatechartSession? { ready.popLast()?.session }
}
