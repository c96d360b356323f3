/// A run of a chart and of the charts that it invokes, each in its own session, on one clock.
///
///     let session = try StatechartSession(chart)
///     try session.send("coin", .number(2))
///     try session.advance(by: .seconds(5))
///     print(session.activeStateNames, session.children.map(\.activeStateNames))
///
/// A call returns when no session has work left. The sessions take turns in the order in which they
/// began. Only one thread at a time may use a session and its children, and the functions of the
/// context must not use them.
///
/// W3C, *State Chart XML (SCXML)*, 2015, sections 6.4 and 6.5.
public final class StatechartSession {
    /// The identifier, which is also the value of `_sessionid`.
    public let id: String
    /// The identifier of the invocation that began the session; `nil` for the first session.
    public let invokeID: String?
    /// The running sessions that this one invoked, the oldest first.
    public var children: [StatechartSession] { invoked.map(\.session).filter { !$0.hasEnded } }

    /// The number of sessions that began earlier.
    let number: Int
    let chart: CompiledStatechart<ExpressionBehavior>
    // Taken out while they run, so that listeners may read the session.
    private var machine: StateMachine<ExpressionBehavior>?
    private var data: ExpressionBehavior?
    var mailbox: SessionMailbox?
    let family: SessionFamily
    /// The target by which other sessions send events to this one.
    let address: String
    weak var parent: StatechartSession?
    /// Whether the session accepts no more events.
    var isClosed = false
    /// Whether the session's chart has scripts.
    let hasScripts: Bool
    /// Whether an invocation of the chart gets copies of events.
    let forwardsEvents: Bool
    /// The invocations that haven't begun.
    var pending: [ActivityRun] = []
    /// The number of ancestor sessions.
    let depth: Int
    var invoked: [Invoked] = []
    /// The services that run, the oldest first.
    var services: [RunningService] = []
    /// The identifier of the service that is being started.
    var startingID: String?
    var invokedCount = 0
    /// The compiled charts of invocations within this chart, by the number of the activity.
    var compiled: [UInt32: CompiledStatechart<ExpressionBehavior>] = [:]
    /// The waiting events, the oldest first.
    var inbox = EventQueue<InboxEvent>()

    /// The greatest depth of sessions, which bounds recursion.
    static let maximumDepth = 32
    /// The greatest number of sessions with scripts at once, as each may take much memory.
    static let maximumScriptedSessions = 100

    struct Invoked {
        var run: ActivityRun
        var invocation: Statechart.Invocation
        var session: StatechartSession
    }

    /// Begins a session and runs to completion.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - context: The services that charts need from outside.
    ///   - recorder: Records this session, but not the sessions that it invokes.
    /// - Throws: ``StatechartError`` if the chart can't run or the context's budget is exceeded,
    ///   ``StateMachineError`` if a limit is reached, or the error that
    ///   ``StatechartContext/makeScripts`` throws.
    public convenience init(
        _ chart: Statechart, in context: StatechartContext = .init(), recorder: inout some StatechartRecorder
    ) throws {
        try self.init(CompiledStatechart(chart, budget: context.budget), in: context, recorder: &recorder)
    }

    /// Begins a session of a compiled chart and runs to completion.
    package convenience init(
        _ chart: CompiledStatechart<ExpressionBehavior>, in context: StatechartContext,
        recorder: inout some StatechartRecorder
    ) throws {
        try self.init(chart, SessionFamily(context), parent: nil, invokeID: nil, arguments: [:])
        try start(&recorder)
        try run(&recorder)
    }

    /// Begins a session and runs to completion.
    ///
    /// - Throws: ``StatechartError`` if the chart can't run or the context's budget is exceeded,
    ///   ``StateMachineError`` if a limit is reached, or the error that
    ///   ``StatechartContext/makeScripts`` throws.
    public convenience init(_ chart: Statechart, in context: StatechartContext = .init()) throws {
        var recorder = NoRecorder()
        try self.init(chart, in: context, recorder: &recorder)
    }

    init(
        _ chart: CompiledStatechart<ExpressionBehavior>, _ family: SessionFamily, parent: StatechartSession?,
        invokeID: String?, arguments: [String: Value]
    ) throws {
        (self.chart, self.family, self.parent, self.invokeID) = (chart, family, parent, invokeID)
        depth = parent.map { $0.depth + 1 } ?? 0
        number = family.nextNumber()
        id = number == 0 ? "session" : "session.\(number + 1)"
        let scripts = try family.context.scripts(for: chart.chart)
        // The golden ratio of 2⁶⁴ keeps the seeds of sessions apart.
        try scripts?.seedRandomNumbers(family.randomSeed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
        hasScripts = scripts != nil
        forwardsEvents = chart.storage.tables.activities.contains { $0.invocation?.forwardsEvents ?? false }
        var data = ExpressionBehavior(for: chart.chart, scripts: scripts)
        (data.sessionID, data.invokeID) = (id, invokeID)
        (data.clockStart, data.host) = (family.context.clockStart, family.context.host)
        address = data.address
        (data.onLog, data.onFailure) = (family.context.onLog, family.context.onFailure)
        data.onCustomAction = family.context.onCustomAction
        // Values from outside replace the initial values of the root's variables.
        for variable in chart.chart.root.variables {
            guard let value = arguments[variable.name] else { continue }
            if variable.value != nil {
                data.arguments[variable.name] = value
            } else {
                try data.setVariable(value, to: variable.name)
            }
        }
        let mailbox = SessionMailbox(for: self, family)
        (self.mailbox, data.mailbox) = (mailbox, mailbox)
        self.data = data
    }

    /// Calls a function with the machine and its data.
    ///
    /// - Returns: `nil` if they are in use, or never began.
    @discardableResult
    package func work<Result, Failure>(
        _ body: (inout StateMachine<ExpressionBehavior>, inout ExpressionBehavior) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard var machine, var data else { return nil }
        (self.machine, self.data) = (nil, nil)
        // Its own events are counted by the machine while it works.
        family.waitingCount -= machine.step.waitingCount
        defer {
            data.logScripts()
            family.waitingCount += machine.step.waitingCount
            (self.machine, self.data) = (machine, data)
        }
        return try body(&machine, &data)
    }

    // MARK: - Looking

    /// A copy of the behavior with its data, but without the scripts and the connection to other
    /// sessions, which belong to the session alone.
    ///
    /// Listeners that are called while the session processes an event get variables without values,
    /// and see no active states.
    public var behavior: ExpressionBehavior {
        var copy = data ?? ExpressionBehavior(for: chart.chart)
        (copy.mailbox, copy.scripts) = (nil, nil)
        return copy
    }

    /// The names of the atomic states that are active, in document order.
    public var activeStateNames: [String] { machine?.activeStateNames ?? [] }

    /// A Boolean value that indicates whether the run has ended.
    public var hasEnded: Bool { isClosed || machine?.hasEnded ?? false }

    /// The time since the first session began.
    public var time: Duration { family.time }

    /// The time of the next timer or delayed event in any of the sessions; `nil` if no session has
    /// any.
    public var deadline: Duration? { family.next?.deadline }

    /// The time of the session's own next timer or delayed event.
    var ownDeadline: Duration? { hasEnded ? nil : machine?.deadline }

    // MARK: - Events and time

    /// Sends an event and runs to completion.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - data: The event's data.
    ///   - recorder: Records this session, but not the sessions that it invokes.
    /// - Returns: The fate of the event; if it is ignored here, that of its copies in invoked
    ///   sessions.
    /// - Throws: ``StateMachineError`` if a limit is reached; the sessions then have legal
    ///   configurations.
    @discardableResult
    public func send(
        _ event: String, _ data: Value = .null, recorder: inout some StatechartRecorder
    ) throws(StateMachineError) -> EventFate {
        if type(of: recorder).isRecording, !hasEnded {
            recorder.received(event, ExpressionBehavior.Payload(name: event, data: data), region: nil)
        }
        family.copyFate = .ignored
        let fate = try process(.init(name: event, data: data), .sent, isInput: true, &recorder)
        try run(&recorder)
        return fate == .ignored ? family.copyFate : fate
    }

    /// Sends an event and runs to completion.
    ///
    /// - Returns: The fate of the event.
    /// - Throws: ``StateMachineError`` if a limit is reached; the sessions then have legal
    ///   configurations.
    @discardableResult
    public func send(_ event: String, _ data: Value = .null) throws(StateMachineError) -> EventFate {
        var recorder = NoRecorder()
        return try send(event, data, recorder: &recorder)
    }

    /// Advances the time of all sessions, and processes the timers and delayed events that become
    /// due.
    ///
    /// - Parameters:
    ///   - time: The new time since the start. An earlier time has no effect.
    ///   - recorder: Records this session, but not the sessions that it invokes.
    /// - Throws: ``StateMachineError`` if a limit is reached; the time is then the time of the
    ///   event that reached the limit.
    public func advance(
        to time: Duration, recorder: inout some StatechartRecorder
    ) throws(StateMachineError) {
        try advance(to: time, limit: .max, recorder: &recorder)
    }

    /// Advances the time, and processes at most a number of timers and delayed events.
    ///
    /// - Returns: `false` if more are due; the time is that of the last one then.
    @discardableResult
    package func advance(
        to time: Duration, limit count: Int, recorder: inout some StatechartRecorder
    ) throws(StateMachineError) -> Bool {
        let time = min(time, .latest)
        if type(of: recorder).isRecording { recorder.waited(until: time) }
        // Events that wait came before the time passes.
        try run(&recorder)
        var (rest, instant) = (count, InstantCount())
        while let (session, deadline) = family.next, deadline <= time {
            guard rest > 0 else { return false }
            rest -= 1
            guard instant.add(at: deadline, limit: family.context.limits.steps) else { throw livelock }
            family.time = max(family.time, deadline)
            if session === self {
                try session.takeDue(&recorder)
            } else {
                var noRecorder = NoRecorder()
                try session.takeDue(&noRecorder)
            }
            try run(&recorder)
        }
        family.time = max(family.time, time)
        try run(&recorder)
        return true
    }

    /// Advances the time of all sessions, and processes the timers and delayed events that become
    /// due.
    ///
    /// - Throws: ``StateMachineError`` if a limit is reached; the time is then the time of the
    ///   event that reached the limit.
    public func advance(to time: Duration) throws(StateMachineError) {
        var recorder = NoRecorder()
        try advance(to: time, recorder: &recorder)
    }

    /// Advances the time of all sessions by a duration.
    ///
    /// - Throws: ``StateMachineError`` if a limit is reached; the time is then the time of the
    ///   event that reached the limit.
    public func advance(by time: Duration) throws(StateMachineError) {
        try advance(to: family.time.advanced(by: time))
    }

    // MARK: - Beginning

    func start(_ recorder: inout some StatechartRecorder) throws(StateMachineError) {
        family.add(self)
        try enter(&recorder)
        try settle(&recorder)
    }

    private func enter(_ recorder: inout some StatechartRecorder) throws(StateMachineError) {
        guard var data else { return }
        self.data = nil
        defer { self.data = data }
        let journal = ActivityJournal { [weak self] run in self?.endInvocation(run) ?? true }
        machine = try StateMachine(
            chart, running: &data, limits: family.context.limits, mayTake: family.context.mayTake, at: family.time,
            noting: journal, recorder: &recorder)
        family.waitingCount += machine?.step.waitingCount ?? 0
    }

    /// Takes a machine that was saved, instead of beginning.
    ///
    /// - Parameter restoring: Returns the machine, and restores its data.
    func resume(
        _ restoring: (inout ExpressionBehavior) throws -> StateMachine<ExpressionBehavior>
    ) throws {
        guard var data else { return }
        self.data = nil
        defer { self.data = data }
        let machine = try restoring(&data)
        family.waitingCount += machine.step.waitingCount
        self.machine = machine
    }
}
