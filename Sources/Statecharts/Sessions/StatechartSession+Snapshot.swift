/// Snapshots of sessions.
extension StatechartSession {
    /// Returns the state of this session and of all sessions that it invoked.
    ///
    /// - Returns: A snapshot for ``init(_:restoring:in:)``, which resumes the sessions.
    /// - Complexity: O(*n*) for *n* states, events and values.
    /// - Throws: ``SnapshotError`` if another session invoked this one, if the session is
    ///   processing an event, or if a script has a value that can't be saved; the error names the
    ///   variable.
    public func snapshot() throws(SnapshotError) -> StatechartSessionSnapshot {
        guard parent == nil else {
            throw SnapshotError("only the first session can be saved; save the session that invoked this one")
        }
        return StatechartSessionSnapshot(
            chart: chart.chart, time: family.time, clockStart: family.context.clockStart,
            sessionCount: family.begunCount, randomSeed: family.randomSeed,
            first: try savedState())
    }

    private func savedState() throws(SnapshotError) -> StatechartSessionSnapshot.Session {
        if let service = services.first {
            throw SnapshotError("the running service '\(service.id)' can't be saved; wait until it ends")
        }
        _ = noteInvocations()
        let saved = try work { (machine, data) throws(SnapshotError) in
            var saved = StatechartSessionSnapshot.Session(machine.snapshot)
            saved.lastEvent = machine.lastEvent
            (saved.variables, saved.regionVariables) = (data.variables, data.regionVariables)
            (saved.arguments, saved.done, saved.sentCount) = (data.arguments, data.done, data.sentCount)
            // An ended session runs no scripts any more.
            if let scripts = data.scripts, !machine.hasEnded {
                do throws(ExpressionError) { saved.scripts = try scripts.savedVariables() } catch {
                    throw SnapshotError(error.message)
                }
            }
            return saved
        }
        guard var saved else {
            throw SnapshotError("the session is processing an event; save it after the call has returned")
        }
        (saved.number, saved.isClosed, saved.invokedCount) = (number, isClosed, invokedCount)
        lazy var indices = invocationIndices
        saved.pendingInvocations = pending.map { position(of: $0, indices) }
        saved.inbox = inbox.events.compactMap(\.payload).map {
            .init(name: $0.event.name, payload: $0.event, cause: $0.cause)
        }
        saved.outbox = (mailbox?.pendingEvents ?? []).map { .init(target: $0.target, payload: $0.event) }
        for child in invoked {
            var loaded: Statechart?
            if case .chart = child.invocation.source {} else { loaded = child.session.chart.chart }
            saved.children.append(
                .init(
                    position: position(of: child.run, indices), invokeID: child.session.invokeID ?? "", chart: loaded,
                    session: try child.session.savedState()))
        }
        return saved
    }

    /// For each activity, the number of earlier invocations of its state.
    private var invocationIndices: [Int] {
        var counts: [Int: Int] = [:]
        return chart.storage.tables.activities.map { activity in
            let count = counts[activity.state] ?? 0
            if activity.invocation != nil { counts[activity.state] = count + 1 }
            return count
        }
    }

    private func position(of run: ActivityRun, _ indices: [Int]) -> StatechartSessionSnapshot.InvocationPosition {
        let (tables, activity) = (chart.storage.tables, Int(run.activity))
        let state = tables.stateNames[tables.activities[activity].state]
        return .init(state: state, index: indices[activity], region: Int(run.region))
    }

    // MARK: - Restoring

    /// Resumes a session, and the sessions that it invoked, from a snapshot. No action runs.
    ///
    /// - Parameters:
    ///   - chart: The chart, which must equal the saved chart.
    ///   - snapshot: The saved state of the sessions.
    ///   - context: The services that charts need from their program. Loaded charts are part of the
    ///     snapshot and aren't loaded again.
    /// - Throws: ``SnapshotError`` if the chart is another version, with the differences, or if the
    ///   snapshot doesn't fit the chart; ``StatechartError`` if a chart can't run or the context's
    ///   budget is exceeded; or the error that ``StatechartContext/makeScripts`` throws.
    public convenience init(
        _ chart: Statechart, restoring snapshot: StatechartSessionSnapshot, in context: StatechartContext = .init()
    ) throws {
        try snapshot.check(of: chart)
        let compiled = try CompiledStatechart<ExpressionBehavior>(snapshot.chart, budget: context.budget)
        try self.init(compiled, restoring: snapshot, in: context)
    }

    /// Resumes a session of a compiled chart, which must equal the saved chart.
    package convenience init(
        _ chart: CompiledStatechart<ExpressionBehavior>, restoring snapshot: StatechartSessionSnapshot,
        in context: StatechartContext
    ) throws {
        var context = context
        (context.randomSeed, context.clockStart) = (snapshot.randomSeed, snapshot.clockStart)
        let family = SessionFamily(context)
        guard snapshot.time >= .zero, snapshot.time <= .latest else {
            throw SnapshotError("invalid time \(snapshot.time.delay); expected 0 to 10¹⁸ seconds")
        }
        family.time = snapshot.time
        try snapshot.first.checkWaiting()
        family.begunCount = snapshot.first.number
        try self.init(chart, family, parent: nil, invokeID: nil, arguments: [:])
        var numbers: Set<Int> = []
        try restore(snapshot.first, &numbers, below: snapshot.sessionCount)
        family.begunCount = snapshot.sessionCount
    }

    /// Sets the session to a saved state.
    private func restore(
        _ saved: StatechartSessionSnapshot.Session, _ numbers: inout Set<Int>, below count: Int
    ) throws {
        guard numbers.insert(saved.number).inserted, 0..<count ~= saved.number,
            saved.number > parent?.number ?? -1
        else {
            throw SnapshotError(
                "invalid session number \(saved.number); expected different numbers below \(count), "
                    + "with each session after its parent")
        }
        try resume { data in try data.restoredMachine(saved, chart, self) }
        (isClosed, invokedCount) = (saved.isClosed, saved.invokedCount)
        if isClosed { mailbox?.close() } else { family.add(self) }
        var invocations = RestoredInvocations(of: self)
        pending = try saved.pendingInvocations.map { try invocations.run(at: $0) }
        let limit = family.context.limits.events
        guard saved.inbox.count <= limit + saved.children.count else {
            throw SnapshotError("\(saved.inbox.count) waiting events exceed the limit of \(limit); raise the limit")
        }
        for event in saved.inbox {
            guard let payload = event.payload, !isClosed else { continue }
            if inbox.isEmpty { family.addReady(self) }
            family.waitingCount += 1
            inbox.append(QueuedEvent(number: 0, payload: InboxEvent(event: payload, cause: event.cause)))
        }
        for outgoing in saved.outbox {
            guard mailbox?.post(.init(target: outgoing.target, event: outgoing.payload), limit: limit) ?? false else {
                throw SnapshotError("more than \(limit) events wait; raise the limit")
            }
        }
        for child in saved.children { try restore(child, &invocations, &numbers, below: count) }
    }

    private func restore(
        _ child: StatechartSessionSnapshot.Child, _ invocations: inout RestoredInvocations, _ numbers: inout Set<Int>,
        below count: Int
    ) throws {
        let run = try invocations.run(at: child.position)
        guard let invocation = chart.storage.tables.activities[Int(run.activity)].invocation else { return }
        do { try checkRoom() } catch { throw SnapshotError(error.message) }
        guard invocations.runs.insert(run).inserted, !invocations.openIDs.contains(child.invokeID) else {
            throw SnapshotError("duplicate invocation '\(child.invokeID)'; remove one of the two")
        }
        family.begunCount = child.session.number
        let isInline = if case .chart = invocation.source { true } else { false }
        guard isInline || child.chart != nil else {
            throw SnapshotError("the chart of an invocation is missing; save the session again")
        }
        let chart =
            try (isInline ? nil : child.chart).map(family.compiled) ?? compiled(invocation, run.activity, from: nil)
        let session = try StatechartSession(chart, family, parent: self, invokeID: child.invokeID, arguments: [:])
        try session.restore(child.session, &numbers, below: count)
        invoked.append(Invoked(run: run, invocation: invocation, session: session))
        if !session.isClosed { invocations.openIDs.insert(child.invokeID) }
    }
}

/// The invocations of a session that is restored, by the positions that snapshots name.
private struct RestoredInvocations {
    /// The invocations that were restored, and the identifiers of those that haven't ended.
    var runs: Set<ActivityRun> = []
    var openIDs: Set<String> = []
    /// The activities that are invocations, by their states.
    private var activities: [Int: [Int]] = [:]
    private let tables: Tables
    private let run: RunState?

    init(of session: StatechartSession) {
        tables = session.chart.storage.tables
        for (index, activity) in tables.activities.enumerated() where activity.invocation != nil {
            activities[activity.state, default: []].append(index)
        }
        run = session.work { machine, _ in
            var step = machine.step
            step.unflatten()
            return step.run
        }
    }

    /// Returns the invocation at a position.
    func run(at position: StatechartSessionSnapshot.InvocationPosition) throws(SnapshotError) -> ActivityRun {
        let name = position.state
        let state = try tables.find(name)
        let all = activities[state] ?? []
        guard all.indices.contains(position.index), let region = UInt32(exactly: position.region) else {
            throw SnapshotError("'\(name)' has no invocation number \(position.index &+ 1); correct the snapshot")
        }
        // Region 0 is outside of dynamic regions.
        let configuration = region == 0 ? run?.configuration : run?.regions.first { $0.number == region }?.configuration
        guard configuration?.contains(state) ?? false else {
            throw SnapshotError("'\(name)' has an invocation, but isn't active; remove the invocation")
        }
        return ActivityRun(activity: UInt32(all[position.index]), region: region)
    }
}

extension StateMachine<ExpressionBehavior> {
    /// The event that was processed last; `nil` if there was none.
    fileprivate var lastEvent: StatechartSessionSnapshot.Event? {
        guard step.current.number > 0 else { return nil }
        let name = chart.storage.tables.events.names[Int(step.current.number)]
        return .init(name: name, payload: step.current.payload, cause: step.current.cause)
    }

    fileprivate mutating func restore(lastEvent event: StatechartSessionSnapshot.Event) {
        step.current.number = UInt32(chart.storage.tables.events.number(of: event.name))
        (step.current.payload, step.current.cause) = (event.payload, event.cause)
    }
}

extension ExpressionBehavior {
    /// Takes the saved data, and returns the machine.
    fileprivate mutating func restoredMachine(
        _ saved: StatechartSessionSnapshot.Session, _ chart: CompiledStatechart<Self>, _ session: StatechartSession
    ) throws(SnapshotError) -> StateMachine<Self> {
        if let name = Set(saved.variables.keys).subtracting(chart.chart.restorableVariables).min() {
            throw SnapshotError("the chart has no variable '\(name)'; declare it, or correct the snapshot")
        }
        restore(saved.variables, inRegions: saved.regionVariables, of: chart.chart)
        (arguments, done, sentCount) = (saved.arguments, saved.done, saved.sentCount)
        var machine = try StateMachine(chart, restoring: saved.machine, limits: session.family.context.limits)
        machine.step.mayTake = session.family.context.mayTake
        if let event = saved.lastEvent { machine.restore(lastEvent: event) }
        machine.step.activityJournal = ActivityJournal { [weak session] run in session?.endInvocation(run) ?? true }
        guard let scripts, !machine.hasEnded else { return machine }
        do throws(ExpressionError) { try scripts.restoreVariables(saved.scripts ?? .null) } catch {
            throw SnapshotError(error.message)
        }
        return machine
    }
}

extension StatechartSessionSnapshot.Session {
    /// Throws if too much data would wait in this session and those that it invoked.
    fileprivate func checkWaiting() throws(SnapshotError) {
        var (data, open) = ([Value](), [self])
        while let next = open.popLast() {
            let machine = next.machine
            let events = machine.deferred + machine.raised + machine.sent + machine.timers.map(\.event)
            data += events.compactMap(\.payload?.data) + next.inbox.compactMap(\.payload?.data)
            data += next.outbox.map(\.payload.data)
            open += next.children.map(\.session)
        }
        do throws(ExpressionError) { try ExpressionBehavior.check(waiting: data) } catch {
            throw SnapshotError(error.message)
        }
    }
}
