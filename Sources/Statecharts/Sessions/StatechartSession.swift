/// A run of a chart and of the charts that it invokes, each in its own session, on one clock.
///
///     let session = try StatechartSession(chart)
///     try session.send("coin", .number(2))
///     try session.advance(by: .seconds(5))
///     print(session.activeStateNames, session.children.map(\.activeStateNames))
///
/// A call returns when all sessions are idle. The sessions take turns in the order in which they
/// began. Only one thread at a time may use a session and its children, and the context's functions
/// must not use them.
///
/// W3C, *State Chart XML (SCXML)*, 2015, sections 6.4 and 6.5.
public final class StatechartSession {
    /// The identifier of the session, which is also the value of `_sessionid`.
    public let id: String
    /// The identifier of the invocation that began the session; `nil` for the first session.
    public let invokeID: String?
    /// The running sessions that this session invoked, the oldest first.
    public var children: [StatechartSession] { invoked.map(\.session).filter { !$0.hasEnded } }

    /// The number of sessions that began earlier.
    let number: Int
    let chart: CompiledStatechart<ExpressionBehavior>
    // Taken out while it runs, so that listeners may read the session.
    private var core: Core?
    let reference: SessionFamily.Reference
    /// The data of a session that hasn't begun.
    private var data: ExpressionBehavior?
    /// The listener of the current call, which receives the steps of this session.
    package var listener: (any StatechartRecorder)?
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
    /// The maximum number of concurrent sessions with scripts, as each may take much memory.
    static let maximumScriptedSessions = 100

    /// The machine and its data, in an object so that taking them out moves no bytes.
    private final class Core {
        var machine: StateMachine<ExpressionBehavior>
        var data: ExpressionBehavior

        init(_ machine: StateMachine<ExpressionBehavior>, _ data: ExpressionBehavior) {
            (self.machine, self.data) = (machine, data)
        }
    }

    struct Invoked {
        var run: ActivityRun
        var invocation: Statechart.Invocation
        var session: StatechartSession
    }

    /// Begins a session and runs to completion.
    ///
    /// - Parameters:
    ///   - chart: The chart to run.
    ///   - context: The services that charts need from their program.
    ///   - recorder: A listener that records this session, but not the sessions that it invokes.
    /// - Throws: ``StatechartError`` if the chart can't run or the context's budget is exceeded,
    ///   ``StateMachineError`` if a limit is reached, or the error that
    ///   ``StatechartContext/makeScripts`` throws.
    public convenience init(
        _ chart: Statechart, in context: StatechartContext = .init(), recorder: inout some StatechartRecorder
    ) throws {
        let compiled = try CompiledStatechart<ExpressionBehavior>(chart, budget: context.budget)
        try self.init(compiled, SessionFamily(context), parent: nil, invokeID: nil, arguments: [:])
        try recording(&recorder) { try begin() }
    }

    /// Begins a session of a compiled chart and runs to completion.
    package convenience init(
        _ chart: CompiledStatechart<ExpressionBehavior>, in context: StatechartContext,
        listener: (any StatechartRecorder)?
    ) throws {
        try self.init(chart, SessionFamily(context), parent: nil, invokeID: nil, arguments: [:])
        self.listener = listener
        try begin()
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
        number = family.begunCount
        family.begunCount += 1
        reference = .init(number)
        id = number == 0 ? "session" : "session.\(number + 1)"
        let scripts = try chart.chart.scriptLanguage.map(family.context.makeScripts)
        // The golden ratio of 2⁶⁴ keeps the seeds of sessions apart.
        try scripts?.seedRandomNumbers(family.randomSeed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
        hasScripts = scripts != nil
        forwardsEvents = chart.storage.tables.activities.contains { $0.invocation?.forwardsEvents ?? false }
        var data = ExpressionBehavior(for: chart.chart, scripts: scripts)
        (data.sessionID, data.invokeID) = (id, invokeID)
        (data.clockStart, data.host) = (family.context.clockStart, family.context.host)
        data.guards = family.context.guards
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
        (self.mailbox, data.mailbox, reference.session) = (mailbox, mailbox, self)
        self.data = data
    }

    /// Calls a function with the machine and its data.
    ///
    /// - Returns: `nil` if the machine is in use, or the run never began.
    @discardableResult
    package func work<Result, Failure>(
        _ body: (inout StateMachine<ExpressionBehavior>, inout ExpressionBehavior) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard let core = takeOut() else { return nil }
        defer { putBack(core) }
        return try body(&core.machine, &core.data)
    }

    @inline(never)
    private func takeOut() -> Core? {
        guard let core else { return nil }
        self.core = nil
        // Its own events are counted by the machine while it works.
        family.waitingCount -= core.machine.step.waitingCount
        return core
    }

    @inline(never)
    private func putBack(_ core: Core) {
        core.data.logScripts()
        family.waitingCount += core.machine.step.waitingCount
        self.core = core
        reference.deadline = core.machine.deadline
    }

    /// Calls a function during which a recorder gets the steps of this session.
    private func recording<Recorder: StatechartRecorder, Result, Failure>(
        _ recorder: inout Recorder, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard Recorder.isRecording else { return try body() }
        return try withUnsafeMutablePointer(to: &recorder) { (recorder) throws(Failure) in
            listener = ForwardingRecorder(recorder: recorder)
            defer { listener = nil }
            return try body()
        }
    }

    // MARK: - Looking

    /// A copy of the behavior with its data, but without the scripts and the connection to other
    /// sessions, which only the session has.
    ///
    /// Listeners that are called during an event see variables without values and no active states.
    public var behavior: ExpressionBehavior {
        var copy = core?.data ?? data ?? ExpressionBehavior(for: chart.chart)
        (copy.mailbox, copy.scripts) = (nil, nil)
        return copy
    }

    /// The variables with their values, also those of scripts; `nil` stands for no value, or one
    /// that isn't a ``Value``.
    public var variables: [String: Value?] {
        let data = core?.data ?? data
        return (data?.variables ?? [:]).merging(data?.scripts?.variables() ?? [:]) { $1 }
    }

    /// The names of the atomic states that are active, in document order.
    public var activeStateNames: [String] { core?.machine.activeStateNames ?? [] }

    /// A Boolean value that indicates whether the run has ended.
    public var hasEnded: Bool { isClosed || core?.machine.hasEnded ?? false }

    /// The time since the first session began.
    public var time: Duration { family.time }

    /// The time of the next timer or delayed event in all sessions; `nil` if there is none.
    public var deadline: Duration? { family.next?.deadline }

    /// The time of the session's own next timer or delayed event.
    var ownDeadline: Duration? { hasEnded ? nil : core?.machine.deadline }

    // MARK: - Events and time

    /// Sends an event and runs to completion.
    ///
    /// - Parameters:
    ///   - event: The name of the event.
    ///   - data: The event's data.
    ///   - recorder: A listener that records this session, but not the sessions that it invokes.
    /// - Returns: The fate of the event; if this session ignores the event, the fate of its copies
    ///   in invoked sessions.
    /// - Throws: ``StateMachineError`` if the name has a space, or if a limit is reached; the
    ///   sessions then have legal configurations.
    @discardableResult
    public func send(
        _ event: String, _ data: Value = .null, recorder: inout some StatechartRecorder
    ) throws(StateMachineError) -> EventFate {
        try recording(&recorder) { () throws(StateMachineError) in try sendListening(event, data) }
    }

    /// Sends an event, and notifies the listener.
    package func sendListening(_ event: String, _ data: Value) throws(StateMachineError) -> EventFate {
        if let error = StateMachineError(event: event) { throw error }
        if !hasEnded { listener?.received(event, ExpressionBehavior.Payload(name: event, data: data), region: nil) }
        family.copyFate = .ignored
        let fate = try process(.init(name: event, data: data), .sent, isInput: true)
        try run()
        return fate == .ignored ? family.copyFate : fate
    }

    /// Sends an event and runs to completion.
    ///
    /// - Returns: The fate of the event.
    /// - Throws: ``StateMachineError`` if the name has a space, or if a limit is reached; the
    ///   sessions then have legal configurations.
    @discardableResult
    public func send(_ event: String, _ data: Value = .null) throws(StateMachineError) -> EventFate {
        try sendListening(event, data)
    }

    /// Advances the time of all sessions, and processes the timers and delayed events that become
    /// due.
    ///
    /// - Parameters:
    ///   - time: The new time since the start. An earlier time has no effect.
    ///   - recorder: A listener that records this session, but not the sessions that it invokes.
    /// - Throws: ``StateMachineError`` if a limit is reached; the time is then the time of the
    ///   event that reached the limit.
    public func advance(until time: Duration, recorder: inout some StatechartRecorder) throws(StateMachineError) {
        try recording(&recorder) { () throws(StateMachineError) in _ = try advance(until: time, limit: .max) }
    }

    /// Advances the time, notifies the listener, and processes at most the given number of timers
    /// and delayed events.
    ///
    /// - Returns: `false` if more are due; the time is that of the last one then.
    package func advance(until time: Duration, limit count: Int) throws(StateMachineError) -> Bool {
        let time = min(time, .latest)
        listener?.waited(until: time)
        // Events that wait came before the time passes.
        try run()
        var (rest, instant) = (count, InstantCount())
        while let (session, deadline) = family.next, deadline <= time {
            guard rest > 0 else { return false }
            rest -= 1
            guard instant.add(at: deadline, limit: family.context.limits.steps) else { throw livelock }
            family.time = max(family.time, deadline)
            try session.takeDue()
            try run()
        }
        family.time = max(family.time, time)
        try run()
        return true
    }

    /// Advances the time of all sessions, and processes the timers and delayed events that become
    /// due.
    ///
    /// - Throws: ``StateMachineError`` if a limit is reached; the time is then the time of the
    ///   event that reached the limit.
    public func advance(until time: Duration) throws(StateMachineError) {
        _ = try advance(until: time, limit: .max)
    }

    /// Advances the time of all sessions by a duration.
    ///
    /// - Throws: ``StateMachineError`` if a limit is reached; the time is then the time of the
    ///   event that reached the limit.
    public func advance(by time: Duration) throws(StateMachineError) {
        try advance(until: family.time.advanced(by: time))
    }

    // MARK: - Beginning

    /// Begins the first session; if that fails, ends the charts and services that it invoked.
    private func begin() throws(StateMachineError) {
        do throws(StateMachineError) {
            try start()
            try run()
        } catch {
            close()
            throw error
        }
    }

    func start() throws(StateMachineError) {
        family.add(self)
        try enter()
        try settle()
    }

    private func enter() throws(StateMachineError) {
        guard var data else { return }
        self.data = nil
        let journal = ActivityJournal { [weak self] run in self?.endInvocation(run) ?? true }
        do throws(StateMachineError) {
            let machine = try StateMachine(
                chart, running: &data, limits: family.context.limits, mayTake: family.context.mayTake,
                at: family.time, noting: journal, listener)
            putBack(Core(machine, data))
        } catch {
            self.data = data
            throw error
        }
    }

    /// Takes a machine that was saved, instead of beginning.
    ///
    /// - Parameter restoring: Returns the machine, and restores its data.
    func resume(_ restoring: (inout ExpressionBehavior) throws -> StateMachine<ExpressionBehavior>) throws {
        guard var data else { return }
        let machine = try restoring(&data)
        self.data = nil
        putBack(Core(machine, data))
    }
}

/// Passes steps on to a recorder elsewhere, which isn't copied.
private struct ForwardingRecorder<Recorder: StatechartRecorder>: StatechartRecorder {
    let recorder: UnsafeMutablePointer<Recorder>

    func received<Payload>(_ event: String, _ payload: Payload?, region: Int?) {
        recorder.pointee.received(event, payload, region: region)
    }

    func waited(until time: Duration) { recorder.pointee.waited(until: time) }

    func began(event: String, cause: StepCause, at time: Duration) {
        recorder.pointee.began(event: event, cause: cause, at: time)
    }

    func left(_ state: String) { recorder.pointee.left(state) }

    func took(source: String, _ index: Int) { recorder.pointee.took(source: source, index) }

    func entered(_ state: String) { recorder.pointee.entered(state) }

    static var recordsActions: Bool { Recorder.recordsActions }

    func acted(_ action: RecordedAction, _ name: String) { recorder.pointee.acted(action, name) }
}
