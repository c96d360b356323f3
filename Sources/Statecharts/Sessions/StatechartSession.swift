/// A run of a chart with the charts that it invokes, in sessions of their own on one clock.
///
///     let session = try StatechartSession(chart)
///     try session.send("coin", .number(2))
///     try session.advance(by: .seconds(5))
///     print(session.activeStateNames, session.children.map(\.activeStateNames))
///
/// A call returns when no session has anything left to do. The sessions take turns in the order in
/// which they began. One thread at a time works on a session and all that belong to it, and the
/// functions of the context don't use them.
///
/// W3C, *State Chart XML (SCXML)*, 2015, sections 6.4 and 6.5.
public final class StatechartSession {
    /// The identifier, which `_sessionid` has, too.
    public let id: String
    /// The identifier of the invocation that began the session; `nil` for the first one.
    public let invokeID: String?
    /// The data.
    public private(set) var behavior: ExpressionBehavior
    /// The sessions that this one invoked and that haven't ended, the oldest first.
    public var children: [StatechartSession] { invoked.map(\.session).filter { !$0.hasEnded } }

    /// The number of sessions that began before.
    let number: Int
    private let chart: CompiledStatechart<ExpressionBehavior>
    private var machine: StateMachine<ExpressionBehavior>?
    private var mailbox: SessionMailbox?
    private let family: SessionFamily
    /// The target by which other sessions send events to this one.
    let address: String
    private weak var parent: StatechartSession?
    /// The number of sessions around.
    private let depth: Int
    private var invoked: [Invoked] = []
    private var invokedCount = 0
    /// The charts of invocations that are part of this one, by the number of the activity.
    private var compiled: [UInt32: CompiledStatechart<ExpressionBehavior>] = [:]
    /// The events that wait, the oldest first.
    private var inbox = EventQueue<ExpressionBehavior.Payload>()

    /// The greatest number of sessions around one, which bounds recursion.
    private static let deepest = 32

    private struct Invoked {
        var run: ActivityRun
        var invocation: Statechart.Invocation
        var session: StatechartSession
    }

    /// Begins a session, with all that follows.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - context: All that charts need from outside.
    ///   - recorder: A listener that is told what the session does, but not what others do.
    /// - Throws: ``StatechartError`` if the chart can't run, ``StateMachineError`` if a limit is
    ///   reached, or an error of the context.
    public convenience init(
        _ chart: Statechart, in context: StatechartContext = .init(), recorder: inout some StatechartRecorder
    ) throws {
        let family = SessionFamily(context)
        try self.init(CompiledStatechart(chart), family, parent: nil, invokeID: nil, arguments: [:])
        try start(&recorder)
        try run(&recorder)
    }

    /// Begins a session, with all that follows.
    ///
    /// - Throws: ``StatechartError`` if the chart can't run, ``StateMachineError`` if a limit is
    ///   reached, or an error of the context.
    public convenience init(_ chart: Statechart, in context: StatechartContext = .init()) throws {
        var recorder = NoRecorder()
        try self.init(chart, in: context, recorder: &recorder)
    }

    private init(
        _ chart: CompiledStatechart<ExpressionBehavior>, _ family: SessionFamily, parent: StatechartSession?,
        invokeID: String?, arguments: [String: Value]
    ) throws {
        (self.chart, self.family, self.parent, self.invokeID) = (chart, family, parent, invokeID)
        depth = parent.map { $0.depth + 1 } ?? 0
        number = family.nextNumber()
        id = number == 0 ? "session" : "session.\(number + 1)"
        let scripts = try family.context.scripts(for: chart.chart)
        behavior = ExpressionBehavior(for: chart.chart, scripts: scripts)
        behavior.sessionID = id
        address = behavior.address
        behavior.onLog = family.context.onLog
        behavior.onFailure = family.context.onFailure
        try takeArguments(arguments)
        let mailbox = SessionMailbox(for: self)
        (self.mailbox, behavior.mailbox) = (mailbox, mailbox)
    }

    /// Gives the root's variables values from outside, in the place of their first ones.
    private func takeArguments(_ arguments: [String: Value]) throws(ExpressionError) {
        for variable in chart.chart.root.variables {
            guard let value = arguments[variable.name] else { continue }
            if variable.value != nil {
                behavior.arguments[variable.name] = value
            } else {
                try behavior.give(value, to: variable.name)
            }
        }
    }

    // MARK: - Looking

    /// The names of the atomic states that are active, in document order.
    public var activeStateNames: [String] { machine?.activeStateNames ?? [] }

    /// A Boolean value that indicates whether the run has ended.
    public var hasEnded: Bool { machine?.hasEnded ?? false }

    /// The time since the first session began.
    public var time: Duration { family.time }

    /// The time of the next timer or delayed event of the session and those that it invoked, or
    /// `nil` if there is none.
    public var deadline: Duration? { family.sessions.compactMap(\.ownDeadline).min() }

    private var ownDeadline: Duration? {
        hasEnded ? nil : [machine?.deadline, mailbox?.deadline].compactMap(\.self).min()
    }

    // MARK: - Events and time

    /// Sends an event, which is taken with all that follows from it.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - data: Its data.
    ///   - recorder: A listener that is told what the session does, but not what others do.
    /// - Returns: The fate of the event.
    /// - Throws: ``StateMachineError`` if a limit is reached; the configurations are legal then.
    @discardableResult
    public func send(
        _ event: String, _ data: Value = .null, recorder: inout some StatechartRecorder
    ) throws(StateMachineError) -> EventFate {
        let fate = try take(.init(name: event, data: data), &recorder)
        try run(&recorder)
        return fate
    }

    /// Sends an event, which is taken with all that follows from it.
    ///
    /// - Returns: The fate of the event.
    /// - Throws: ``StateMachineError`` if a limit is reached; the configurations are legal then.
    @discardableResult
    public func send(_ event: String, _ data: Value = .null) throws(StateMachineError) -> EventFate {
        var recorder = NoRecorder()
        return try send(event, data, recorder: &recorder)
    }

    /// Lets time pass for all sessions, in which timers and delayed events come.
    ///
    /// - Parameters:
    ///   - time: The new time since the start. An earlier one than the present does nothing.
    ///   - recorder: A listener that is told what the session does, but not what others do.
    /// - Throws: ``StateMachineError`` if a limit is reached; the time is that of the event then.
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

    /// Lets time pass for all sessions, in which timers and delayed events come.
    ///
    /// - Throws: ``StateMachineError`` if a limit is reached; the time is that of the event then.
    public func advance(to time: Duration) throws(StateMachineError) {
        var recorder = NoRecorder()
        try advance(to: time, recorder: &recorder)
    }

    /// Lets time pass for all sessions from now on.
    ///
    /// - Throws: ``StateMachineError`` if a limit is reached; the time is that of the event then.
    public func advance(by time: Duration) throws(StateMachineError) {
        try advance(to: family.time.advanced(by: time))
    }

    /// Lets time pass in which nothing comes but at its end.
    private func pass(to time: Duration, _ recorder: inout some StatechartRecorder) throws(StateMachineError) {
        family.time = max(family.time, min(time, .latest))
        for session in family.sessions where session.ownDeadline ?? .latest <= family.time {
            if session === self {
                try session.pass(&recorder)
            } else {
                var silent = NoRecorder()
                try session.pass(&silent)
            }
        }
        try run(&recorder)
    }

    private func pass(_ recorder: inout some StatechartRecorder) throws(StateMachineError) {
        if !hasEnded { try machine?.advance(to: family.time, &behavior, recorder: &recorder) }
        try settle(&recorder)
    }

    private var livelock: StateMachineError {
        .tooManySteps(limit: family.context.limits.steps, active: activeStateNames)
    }

    // MARK: - Turns

    private func start(_ recorder: inout some StatechartRecorder) throws(StateMachineError) {
        family.add(self)
        machine = try StateMachine(
            chart, running: &behavior, limits: family.context.limits, at: family.time, recorder: &recorder)
        try settle(&recorder)
    }

    /// Lets all sessions take the events that wait.
    private func run(_ recorder: inout some StatechartRecorder) throws(StateMachineError) {
        var count = 0
        while family.hasReady {
            guard count < family.context.limits.steps else { throw livelock }
            count += 1
            guard let session = family.popReady(), let event = session.inbox.popFirst()?.payload else { continue }
            if !session.inbox.isEmpty { family.addReady(session) }
            if session === self {
                try session.take(event, &recorder)
            } else {
                var silent = NoRecorder()
                try session.take(event, &silent)
            }
        }
    }

    /// Takes one event from outside.
    @discardableResult
    private func take(
        _ event: ExpressionBehavior.Payload, _ recorder: inout some StatechartRecorder
    ) throws(StateMachineError) -> EventFate {
        machine?.catchUp(with: family.time)
        for child in invoked {
            if event.invokeID == child.session.invokeID, !child.invocation.finalize.isEmpty {
                machine?.perform(child.invocation.finalize, on: event, &behavior)
            }
            // Until its end is told, events of a session come behind what it has sent before.
            if event.invokeID == child.session.invokeID, event.name == child.session.endName {
                invoked.removeAll { $0.session === child.session }
            }
            if child.invocation.forwardsEvents, !child.session.hasEnded {
                child.session.post(event)
            }
        }
        let fate = try machine?.send(.init(rawValue: event.name), event, to: &behavior, recorder: &recorder)
        try settle(&recorder)
        return fate ?? .ignored
    }

    /// Begins and ends invocations as the last steps want it, and sends what they sent.
    private func settle(_ recorder: inout some StatechartRecorder) throws(StateMachineError) {
        repeat {
            deliver()
            if hasEnded { return end() }
        } while try settleInvocations(&recorder)
    }

    /// - Returns: `true` if a failure has led to further steps.
    private func settleInvocations(_ recorder: inout some StatechartRecorder) throws(StateMachineError) -> Bool {
        var begun: [ActivityRun] = []
        for change in machine?.takeActivityChanges() ?? [] {
            if change.isStart {
                begun.append(change.work)
            } else if let place = begun.lastIndex(of: change.work) {
                begun.remove(at: place)
            } else if let place = invoked.firstIndex(where: { $0.run == change.work }) {
                invoked.remove(at: place).session.cancel()
            }
        }
        var hasFailed = false
        for run in begun {
            guard let invocation = chart.storage.tables.activities[Int(run.activity)].invocation else { continue }
            do {
                try begin(invocation, run)
            } catch let error as StateMachineError {
                throw error
            } catch {
                hasFailed = true
                behavior.report(error, .invocation(invocation))
                let name = error is ExpressionError || error is StatechartError ? "execution" : "communication"
                try machine?.raise("error." + name, &behavior, recorder: &recorder)
            }
        }
        return hasFailed
    }

    private func deliver() {
        for letter in mailbox?.takeLetters(until: family.time) ?? [] {
            // One that is gone meanwhile gets nothing.
            guard let receiver = session(at: letter.target), !receiver.hasEnded else { continue }
            var event = letter.event
            if receiver === parent { event.invokeID = invokeID }
            receiver.post(event)
        }
    }

    /// Lets an event wait.
    private func post(_ event: ExpressionBehavior.Payload) {
        if inbox.isEmpty { family.addReady(self) }
        inbox.append(QueuedEvent(number: 0, payload: event))
    }

    /// Returns the session at an address that this one uses.
    func session(at target: String) -> StatechartSession? {
        switch target {
        case "", address: self
        case "#_parent": parent
        default:
            children.first { "#_" + ($0.invokeID ?? "") == target }
                ?? family.sessions.first { $0.address == target }
        }
    }

    // MARK: - Invocations

    /// The name of the event that tells the session's end.
    private var endName: String { "done.invoke." + (invokeID ?? "") }

    private func begin(_ invocation: Statechart.Invocation, _ run: ActivityRun) throws {
        guard let machine else { return }
        if let kind = try invocation.kind.map({ try behavior.value($0, machine.step) }), !kind.isKindOfCharts {
            throw ExpressionError("\(kind) can't be invoked; 'scxml' can")
        }
        guard family.sessions.count < family.context.limits.events else {
            throw ExpressionError("more than \(family.context.limits.events) sessions run at once")
        }
        guard depth < Self.deepest else {
            throw ExpressionError(
                "sessions are invoked more than \(Self.deepest) deep; look for a chart that invokes itself")
        }
        invokedCount += 1
        let tables = chart.storage.tables
        let state = tables.stateNames[tables.activities[Int(run.activity)].state]
        let id = invocation.id ?? "\(state).\(invokedCount)"
        if let place = invocation.idLocation { try behavior.assign(text: id, to: place, machine.step) }
        guard !children.contains(where: { $0.invokeID == id }) else {
            throw ExpressionError("there is another invocation '\(id)'; give it another id")
        }
        var arguments: [String: Value] = [:]
        if case .record(let members) = try behavior.data(invocation.arguments, machine.step) { arguments = members }
        let session = try StatechartSession(
            compiled(invocation, run.activity), family, parent: self, invokeID: id,
            arguments: arguments)
        invoked.append(Invoked(run: run, invocation: invocation, session: session))
        var silent = NoRecorder()
        try session.start(&silent)
    }

    private func compiled(
        _ invocation: Statechart.Invocation, _ activity: UInt32
    ) throws -> CompiledStatechart<ExpressionBehavior> {
        if let known = compiled[activity] { return known }
        guard let machine else { return try CompiledStatechart(Statechart("")) }
        func text(_ expression: Expression) throws -> String {
            try behavior.value(expression, machine.step).text(of: "the chart of an invocation")
        }
        switch invocation.source {
        case .chart(let chart):
            let result = try CompiledStatechart<ExpressionBehavior>(chart)
            compiled[activity] = result
            return result
        case .location(let place): return try CompiledStatechart(family.context.load(.location(text(place))))
        case .text(let content): return try CompiledStatechart(family.context.load(.text(text(content))))
        }
    }

    /// Ends the session for good: those that it invoked are cancelled, and its parent is told.
    private func end() {
        close()
        guard let parent else { return }
        var event = ExpressionBehavior.Payload(
            name: endName, data: behavior.doneData ?? .null, origin: address)
        event.invokeID = invokeID
        parent.post(event)
    }

    /// Ends the session because its parent doesn't need it any more. Its exits are carried out.
    private func cancel() {
        mailbox?.isClosed = true
        machine?.stop(&behavior)
        close()
    }

    private func close() {
        mailbox?.isClosed = true
        inbox = EventQueue()
        family.remove(self)
        for child in invoked { child.session.cancel() }
        invoked = []
    }
}

extension Value {
    /// A Boolean value that indicates whether this is the kind of service that statecharts are.
    fileprivate var isKindOfCharts: Bool {
        ["", "scxml", "http://www.w3.org/TR/scxml", "http://www.w3.org/TR/scxml/"].contains { self == .text($0) }
    }
}
