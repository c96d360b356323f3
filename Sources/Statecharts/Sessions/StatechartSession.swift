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
    private let forwardsEvents: Bool
    /// The invocations that haven't begun.
    var pending: [ActivityRun] = []
    /// The number of ancestor sessions.
    let depth: Int
    var invoked: [Invoked] = []
    var invokedCount = 0
    /// The compiled charts of invocations within this chart, by the number of the activity.
    var compiled: [UInt32: CompiledStatechart<ExpressionBehavior>] = [:]
    /// The waiting events, the oldest first.
    var inbox = EventQueue<ExpressionBehavior.Payload>()

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
        let family = SessionFamily(context)
        try self.init(
            CompiledStatechart(chart, budget: context.budget), family, parent: nil, invokeID: nil, arguments: [:])
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
        hasScripts = scripts != nil
        forwardsEvents = chart.storage.tables.activities.contains { $0.invocation?.forwardsEvents ?? false }
        var data = ExpressionBehavior(for: chart.chart, scripts: scripts)
        data.sessionID = id
        address = data.address
        (data.onLog, data.onFailure) = (family.context.onLog, family.context.onFailure)
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
    func work<Result, Failure>(
        _ body: (inout StateMachine<ExpressionBehavior>, inout ExpressionBehavior) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard var machine, var data else { return nil }
        (self.machine, self.data) = (nil, nil)
        defer { (self.machine, self.data) = (machine, data) }
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
    public var deadline: Duration? { family.sessions.compactMap(\.ownDeadline).min() }

    private var ownDeadline: Duration? {
        hasEnded ? nil : [machine?.deadline, mailbox?.deadline].compactMap(\.self).min()
    }

    // MARK: - Events and time

    /// Sends an event and runs to completion.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - data: The event's data.
    ///   - recorder: Records this session, but not the sessions that it invokes.
    /// - Returns: The fate of the event.
    /// - Throws: ``StateMachineError`` if a limit is reached; the sessions then have legal
    ///   configurations.
    @discardableResult
    public func send(
        _ event: String, _ data: Value = .null, recorder: inout some StatechartRecorder
    ) throws(StateMachineError) -> EventFate {
        let fate = try process(.init(name: event, data: data), &recorder)
        try run(&recorder)
        return fate
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
        var count = 0
        while let deadline, deadline <= time {
            count = deadline > family.time ? 1 : count + 1
            guard count <= family.context.limits.steps else { throw livelock }
            try pass(to: deadline, &recorder)
        }
        try pass(to: time, &recorder)
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

    /// Advances to a time before which nothing is due.
    private func pass(to time: Duration, _ recorder: inout some StatechartRecorder) throws(StateMachineError) {
        family.time = max(family.time, min(time, .latest))
        for session in family.sessions where session.ownDeadline ?? .latest <= family.time {
            if session === self {
                try session.pass(&recorder)
            } else {
                var noRecorder = NoRecorder()
                try session.pass(&noRecorder)
            }
        }
        try run(&recorder)
    }

    private func pass(_ recorder: inout some StatechartRecorder) throws(StateMachineError) {
        if !hasEnded {
            try work { (machine, data) throws(StateMachineError) in
                try machine.advance(to: family.time, &data, recorder: &recorder)
            }
        }
        try settle(&recorder)
    }

    private var livelock: StateMachineError {
        .tooManySteps(limit: family.context.limits.steps, active: activeStateNames)
    }

    // MARK: - Turns

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
            chart, running: &data, limits: family.context.limits, at: family.time, noting: journal,
            recorder: &recorder)
    }

    /// Lets all sessions process their waiting events.
    private func run(_ recorder: inout some StatechartRecorder) throws(StateMachineError) {
        var count = 0
        while family.hasReady {
            guard count < family.context.limits.steps else { throw livelock }
            count += 1
            guard let session = family.popReady(), let event = session.inbox.popFirst()?.payload else { continue }
            family.waitingCount -= 1
            if !session.inbox.isEmpty { family.addReady(session) }
            if session === self {
                try session.process(event, &recorder)
            } else {
                var noRecorder = NoRecorder()
                try session.process(event, &noRecorder)
            }
        }
    }

    /// Processes one event from outside.
    @discardableResult
    private func process(
        _ event: ExpressionBehavior.Payload, _ recorder: inout some StatechartRecorder
    ) throws(StateMachineError) -> EventFate {
        guard !hasEnded else { return .ignored }
        var overflow: StateMachineError?
        // Skips the children if the event doesn't concern them.
        for child in forwardsEvents || event.invokeID != nil ? invoked : [] {
            finalize(event, from: child)
            forget(child, endedBy: event)
            // The event is processed here even if it can't be forwarded.
            do throws(StateMachineError) { try forward(event, to: child) } catch { overflow = error }
        }
        let fate = try work { (machine, data) throws(StateMachineError) in
            machine.catchUp(with: family.time)
            return try machine.send(.init(rawValue: event.name), event, to: &data, recorder: &recorder)
        }
        try settle(&recorder)
        if let overflow { throw overflow }
        return fate ?? .ignored
    }

    /// Carries out the finalize actions of an invocation before an event of its session is
    /// processed.
    private func finalize(_ event: ExpressionBehavior.Payload, from child: Invoked) {
        guard let id = event.invokeID, id == child.session.invokeID, !child.invocation.finalize.isEmpty else { return }
        work { machine, data in
            machine.catchUp(with: family.time)
            machine.perform(child.invocation.finalize, on: event, &data)
        }
    }

    /// Removes an invocation if an event reports the end of its session.
    ///
    /// Until then, earlier events of the session may still come. By now, another invocation may
    /// have its identifier.
    private func forget(_ child: Invoked, endedBy event: ExpressionBehavior.Payload) {
        guard event.endsSession, event.origin == child.session.address else { return }
        invoked.removeAll { $0.session === child.session }
    }

    /// Forwards an event to a session that gets all events.
    private func forward(_ event: ExpressionBehavior.Payload, to child: Invoked) throws(StateMachineError) {
        guard child.invocation.forwardsEvents, !child.session.hasEnded else { return }
        try child.session.post(event)
    }

    /// Begins and ends invocations after the last steps, and delivers the events that they sent.
    private func settle(_ recorder: inout some StatechartRecorder) throws(StateMachineError) {
        // The number of a state's invocations is bounded, but invocations may lead to others
        // without end.
        var rounds = 0
        while rounds <= family.context.limits.steps {
            guard try deliver(&recorder) else {
                rounds += 1
                continue
            }
            if hasEnded { return end() }
            if noteInvocations() { rounds += 1 }
            if pending.isEmpty { return }
            try beginInvocation(&recorder)
        }
        throw livelock
    }

    /// Delivers the pending events that are due.
    ///
    /// - Returns: `false` if an event had no receiver, as the error event may lead to more events.
    private func deliver(_ recorder: inout some StatechartRecorder) throws(StateMachineError) -> Bool {
        var lostSendIDs: [String?] = []
        for pending in mailbox?.popDueEvents(until: family.time) ?? [] {
            guard let receiver = session(at: pending.target), !receiver.hasEnded else {
                // Without a delay, the receiver existed when the event was sent, and the event is
                // lost with it.
                if pending.isDelayed { lostSendIDs.append(pending.event.sendID) }
                continue
            }
            var event = pending.event
            if receiver === parent { event.invokeID = invokeID }
            try receiver.post(event)
        }
        for id in lostSendIDs {
            try work { (machine, data) throws(StateMachineError) in
                machine.catchUp(with: family.time)
                try machine.raise("error.communication", sendID: id, &data, recorder: &recorder)
            }
        }
        return lostSendIDs.isEmpty
    }

    /// Adds a waiting event.
    func post(_ event: ExpressionBehavior.Payload) throws(StateMachineError) {
        guard inbox.count < family.context.limits.events || event.endsSession else {
            throw .tooManyEvents(limit: family.context.limits.events)
        }
        if inbox.isEmpty { family.addReady(self) }
        family.waitingCount += 1
        inbox.append(QueuedEvent(number: 0, payload: event))
    }

    /// Returns the session at an address, as seen from this one.
    func session(at target: String) -> StatechartSession? {
        switch target {
        case "", address: self
        case "#_parent": parent
        default:
            children.first { "#_" + ($0.invokeID ?? "") == target }
                ?? family.sessions.first { $0.address == target }
        }
    }
}
