internal import Statecharts

/// A run of an assembly on one thread, in virtual time, that is the same each time.
///
///     let simulation = try Simulation(assembly)
///     let door = try simulation.port(\.commands, of: door)
///     door.push()
///     try simulation.run()
///     try simulation.advance(by: .seconds(3))
///
/// All messages have one order: that in which they were sent, or with ``Options/isShuffled`` one
/// that the seed chooses, which keeps the order of each sender's messages to a receiver. Nothing
/// happens outside of ``step()``, ``run(limit:)``, ``advance(by:limit:)`` and
/// ``answer(to:_:limit:)``, but for the start, and messages from outside to a full mailbox that
/// lets its senders wait: others are handled until it has room. These are calls from outside: code
/// of components must not make them, as other messages would be handled in the middle of its own.
public final class Simulation {
    /// The options of a simulation.
    public struct Options: Sendable {
        /// The start of all random sequences.
        public var seed: UInt64 = 0
        /// Whether the seed chooses which component handles its next message.
        public var isShuffled = false
        /// The number of events that the trace keeps, the latest; `nil` for no trace.
        public var traceLimit: Int?
        /// Called with each event of the trace as it happens, also if the trace keeps none. It must
        /// not use the simulation.
        public var onEvent: (@Sendable (TraceEvent) -> Void)?

        /// Creates the default options: no trace, and messages in the order in which they were
        /// sent.
        public init() {}
    }

    let router: Router
    /// The run that the simulation repeats.
    private let repetition: (any Repetition)?

    /// Makes the components, connects them and starts them in the order of the assembly.
    ///
    /// - Throws: ``ComponentError/invalidAssembly(_:)`` if ``Assembly/check()`` finds an error.
    /// - Complexity: As ``Assembly/check()``.
    public init(_ assembly: Assembly, _ options: Options = .init()) throws(ComponentError) {
        router = Router(
            seed: options.seed, isShuffled: options.isShuffled, traceLimit: options.traceLimit, onEvent: options.onEvent
        )
        repetition = nil
        try router.add(assembly)
    }

    /// Makes the components and connects them, to repeat a recorded run step by step.
    ///
    /// The components start when the recording says so. The simulation has a trace; it should get
    /// nothing from outside but what the recording has.
    ///
    /// - Throws: ``ComponentError/invalidAssembly(_:)`` if ``Assembly/check()`` finds an error.
    public init(replaying recording: SystemRecording, of assembly: Assembly) throws(ComponentError) {
        let router = ReplayRouter(recording)
        (self.router, repetition) = (router, router)
        try router.add(assembly)
    }

    /// Makes the components, connects them and starts them, to follow a schedule step by step.
    ///
    /// Messages from outside arrive when the schedule says so. Nothing else happens: a simulation
    /// comes to rest at the end of the schedule, or before a choice that isn't possible; see
    /// ``remainingChoices``. Each component has the time of its own timers, and components that
    /// supervise act at once.
    ///
    /// - Throws: ``ComponentError/invalidAssembly(_:)`` if ``Assembly/check()`` finds an error.
    public init(_ assembly: Assembly, following schedule: Schedule, _ options: Options = .init()) throws(ComponentError)
    {
        let router = ScheduleRouter(schedule, traceLimit: options.traceLimit, onEvent: options.onEvent)
        (self.router, repetition) = (router, router)
        try router.add(assembly)
    }

    /// Follows a schedule with some of the parts, to which others send messages from outside.
    package init(
        _ assembly: Assembly, parts: [String], following schedule: Schedule, receiving messages: [ArrivingMessage],
        _ options: Options = .init()
    ) throws(ComponentError) {
        let router = ScheduleRouter(schedule, traceLimit: options.traceLimit, onEvent: options.onEvent)
        (self.router, repetition) = (router, router)
        try router.add(assembly.restricted(to: parts), ignoring: \.isUnconnected)
        for message in messages { router.add(message) }
    }

    /// The choices of the schedule that weren't carried out; empty without a schedule.
    public var remainingChoices: ArraySlice<Schedule.Choice> { (repetition as? ScheduleRouter)?.choices ?? [] }

    init(_ router: Router) { (self.router, repetition) = (router, nil) }

    deinit {
        for component in router.components { component?.detach() }
        for port in router.outside.values { port.output.sender = nil }
        router.monitor.stop()
    }

    // MARK: - Running

    /// Handles the next message.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: ``ComponentError/diverged(step:component:expected:found:)`` if the simulation is to
    ///   repeat a recorded run, and does something else.
    /// - Complexity: O(1), amortized, besides the handler.
    @discardableResult
    public func step() throws(ComponentError) -> Bool { try repetition?.repeatStep() ?? router.step() }

    /// Handles messages until none waits.
    ///
    /// - Parameter limit: The maximum number of messages. Reports to those that watch the run don't
    ///   count, nor do as many about steps of charts.
    /// - Throws: ``ComponentError/tooManySteps(limit:)`` if further messages wait at the limit; the
    ///   run can go on. ``ComponentError/diverged(step:component:expected:found:)`` if the
    ///   simulation is to repeat a recorded run, and does something else.
    public func run(limit: Int = 1_000_000_000) throws(ComponentError) {
        if let repetition { while try repetition.repeatStep() {} }
        if repetition is ScheduleRouter { return }
        var budget = MessageBudget(limit, router.monitor)
        try handleAll(&budget)
    }

    /// Handles messages until none waits.
    private func handleAll(_ budget: inout MessageBudget) throws(ComponentError) {
        repeat { while budget.left > 0, router.step() { budget.left -= 1 } } while !router.isIdle && budget.hasMore()
        if router.isIdle { return _ = router.monitor.creditReports() }
        if budget.left <= 0 { throw .tooManySteps(limit: budget.limit) }
    }

    /// Advances the time, sends the messages whose time comes, and handles all that follows.
    ///
    /// The time ends at 10¹⁸ seconds: no later one is reached, and no earlier one than now.
    ///
    /// - Parameters:
    ///   - duration: The time to advance by.
    ///   - limit: The maximum number of messages, before the time is advanced and then; reports
    ///     count as in ``run(limit:)``.
    /// - Throws: ``ComponentError/tooManySteps(limit:)`` if further messages wait, or their time
    ///   comes, at the limit; the time is then that of the last message.
    /// - Complexity: O(log *t*) for each of *t* messages for later, besides handlers.
    public func advance(by duration: Duration, limit: Int = 1_000_000_000) throws(ComponentError) {
        let end = time.advanced(by: duration)
        try run(limit: limit)
        var budget = MessageBudget(limit, router.monitor)
        while let deadline, deadline <= end {
            // A component may send to itself without delay, again and again.
            if !budget.hasMore() { throw .tooManySteps(limit: limit) }
            _ = router.fireNextTimer(until: end)
            try handleAll(&budget)
        }
        router.advance(to: end)
    }

    /// The time since the start.
    public var time: Duration { router.time }

    /// The time at which the next message that was sent for later is due; `nil` if there is none.
    public var deadline: Duration? { router.timers.firstTime() }

    // MARK: - From outside

    /// Returns a port through which the environment sends messages to a component.
    ///
    /// - Throws: ``ComponentError/unknownPart(_:hasEnded:)`` if the part isn't there.
    public func port<Owner, Protocol>(
        _ port: KeyPath<Owner, Input<Protocol>>, of part: PartReference<Owner>
    ) throws(ComponentError) -> Output<Protocol> {
        let component = try router.required(part.name)
        let name = part.sample.component[keyPath: port].core.name
        return Output(
            core: outsideOutput("to \(part.name).\(name)", to: name, of: component, ProtocolMembers<Protocol>.shared))
    }

    /// Returns what sends messages of a protocol to a port from outside.
    func outsideOutput(
        _ name: String, to port: String, of component: ComponentCore, _ members: AnyProtocolMembers
    ) -> OutputCore {
        let key = Router.OutsidePort(part: component.name, port: port, type: ObjectIdentifier(type(of: members)))
        if let known = router.outside[key], known.gate.receiver === component { return known.output }
        let output = OutputCore(members)
        output.name = name
        output.sender = router.environment
        router.outside[key]?.output.sender = nil
        let input = component.inputs.first { $0.name == port }
        let gate = OutsideGate(output, to: input, of: component) { [unowned router] in router.waitForRoom($0) }
        router.outside[key] = (output, gate)
        return output
    }

    /// Calls a closure with a component.
    ///
    /// - Throws: ``ComponentError/unknownPart(_:hasEnded:)`` if the part isn't there or has another
    ///   type.
    public func with<Owner, Result>(
        _ part: PartReference<Owner>, _ body: (inout Owner) -> Result
    ) throws(ComponentError) -> Result {
        let component = try router.required(part.name)
        guard let instance = component.instance as? TypedInstance<Owner> else { throw .unknownPart(part.name) }
        defer { router.settle() }
        let schedule = repetition as? ScheduleRouter
        schedule?.beginVisit()
        defer { schedule?.endVisit() }
        return router.occupied(component) { instance.with(body) }
    }

    /// The latest 1,000 errors by which components failed, in the order of time.
    public var failures: [ComponentFailure] { router.failures.list }

    /// The number of earlier errors, which aren't kept.
    public var removedFailureCount: Int { router.failures.removedCount }

    /// Sends a command, and handles messages until it is answered.
    ///
    /// The time advances to that of messages that were sent for later, if no other waits.
    ///
    /// - Parameters:
    ///   - command: The command of a port from ``port(_:of:)``.
    ///   - request: The request.
    ///   - limit: The maximum number of messages and of times.
    /// - Throws: The refusal, ``CommandError/noReceiver`` or ``CommandError/unanswered`` if the
    ///   components came to rest without an answer, or ``CommandError/timedOut`` at the limit.
    public func answer<Request, Answer>(
        to command: CommandSender<Request, Answer>, _ request: Request, limit: Int = 1_000_000
    ) throws(CommandError) -> Answer {
        var result: Result<Answer, CommandError>?
        command.send(request, within: nil) { result = $0 }
        for _ in 0..<max(0, limit) where result == nil {
            guard router.step() || router.fireNextTimer(until: .seconds(Int64.max)) else { break }
        }
        guard let result else { throw router.isIdle ? .unanswered : .timedOut }
        return try result.get()
    }

    // MARK: - Changes

    /// The parts and channels, which can be changed while the simulation runs.
    public var assembly: RunningAssembly { RunningAssembly(router) }

    // MARK: - The trace

    /// The events of the trace, in their order; empty without a trace.
    ///
    /// - Complexity: O(*n*) for *n* events.
    public var trace: [TraceEvent] { router.trace.ordered.map { router.described($0) } }

    /// The number of events that the trace has no room for.
    public var removedTraceEventCount: Int { router.trace.removedCount }
}

/// The messages that a run may handle: as many as its limit, and reports about them.
private struct MessageBudget {
    let limit: Int
    var left: Int
    private let monitor: Monitor
    /// The number of reports about steps that don't count, as charts may watch each other.
    private var stepReportsLeft: Int

    init(_ limit: Int, _ monitor: Monitor) {
        (self.limit, self.monitor, left, stepReportsLeft) = (limit, monitor, limit, max(0, limit))
    }

    /// Whether some are left, now that those that were spent on reports are given back.
    mutating func hasMore() -> Bool {
        if left > 0 { return true }
        let (reports, stepReports) = monitor.creditReports(stepReports: stepReportsLeft)
        left += reports + stepReports
        stepReportsLeft -= stepReports
        return left > 0
    }
}
