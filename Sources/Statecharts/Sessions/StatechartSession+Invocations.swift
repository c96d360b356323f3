/// The sessions that a session begins and ends.
extension StatechartSession {
    /// Cancels the session of an invocation whose state is being left.
    ///
    /// - Returns: `false` if it hasn't begun.
    func endInvocation(_ run: ActivityRun) -> Bool {
        if let index = services.firstIndex(where: { $0.run == run }) {
            services.remove(at: index).service.cancel()
            return true
        }
        guard let index = invoked.firstIndex(where: { $0.run == run }) else { return false }
        invoked.remove(at: index).session.cancel()
        return true
    }

    /// Adds the invocations of states that were entered, and removes those of states that were
    /// left.
    ///
    /// - Returns: Whether there are new ones.
    func noteInvocations() -> Bool {
        var hasNew = false
        for change in work({ machine, _ in machine.drainActivityChanges() }) ?? [] {
            if change.isStart {
                pending.append(change.work)
                hasNew = true
            } else if let index = pending.lastIndex(of: change.work) {
                pending.remove(at: index)
            }
        }
        return hasNew
    }

    /// Begins the next invocation.
    func beginInvocation() throws(StateMachineError) {
        let run = pending.removeFirst()
        guard let invocation = chart.storage.tables.activities[Int(run.activity)].invocation else { return }
        let failure: any Error
        do { return try begin(invocation, run) } catch let error as StateMachineError {
            throw error
        } catch {
            failure = error
        }
        let isOfLoading = failure is LoadingFailure
        let reason = (failure as? LoadingFailure)?.reason ?? failure
        try work { (machine, data) throws(StateMachineError) in
            data.report(reason as? ExpressionError ?? ExpressionError("\(reason)"), .invocation(invocation))
            try machine.raise(isOfLoading ? "error.communication" : "error.execution", "\(reason)", &data, listener)
        }
    }

    private func begin(_ invocation: Statechart.Invocation, _ run: ActivityRun) throws {
        invokedCount += 1
        let tables = chart.storage.tables
        let state = tables.stateNames[tables.activities[Int(run.activity)].state]
        let id = invocation.id ?? "\(state).\(invokedCount)"
        var arguments: [String: Value] = [:]
        var source: StatechartContext.Source?
        var type: String?
        try work { (machine, data) throws(ExpressionError) in
            if let kind = try invocation.kind.map({ kind throws(ExpressionError) in try data.value(kind, machine.step) }
            ) {
                if !kind.isKindOfCharts { type = try kind.text(of: "the type of an invocation") }
            }
            if let location = invocation.idLocation { try data.assign(text: id, to: location, machine.step) }
            if case .record(let members) = try data.data(invocation.arguments, machine.step) { arguments = members }
            source = try invocation.source.resolved(data, machine.step)
        }
        guard !invoked.contains(where: { $0.session.invokeID == id && !$0.session.hasEnded }),
            !services.contains(where: { $0.id == id })
        else {
            throw ExpressionError("duplicate invocation id '\(id)'; choose a different id")
        }
        if let type { return try begin(invocation, of: type, id: id, source, arguments, run) }
        try checkRoom()
        let chart = try compiled(invocation, run.activity, from: source)
        let session = try StatechartSession(chart, family, parent: self, invokeID: id, arguments: arguments)
        invoked.append(Invoked(run: run, invocation: invocation, session: session))
        do throws(StateMachineError) { try session.start() } catch {
            invoked.removeAll { $0.session === session }
            session.cancel()
            throw error
        }
    }

    func checkRoom() throws(ExpressionError) {
        let (limit, scripted) = (family.context.limits.events, Self.maximumScriptedSessions)
        if depth >= Self.maximumDepth {
            throw ExpressionError(
                "charts invoke each other more than \(Self.maximumDepth) deep; look for a chart that invokes itself")
        }
        // It isn't known yet whether a chart that is still to be loaded has scripts.
        guard family.references.count >= limit || family.scriptedCount >= scripted else { return }
        let what =
            family.references.count < limit
            ? "\(scripted) charts with scripts" : "\(limit) \(limit == 1 ? "chart" : "charts")"
        throw ExpressionError("at most \(what) can run at once; let some end before invoking more")
    }

    func compiled(
        _ invocation: Statechart.Invocation, _ activity: UInt32, from source: StatechartContext.Source?
    ) throws -> CompiledStatechart<ExpressionBehavior> {
        if let known = compiled[activity] { return known }
        if case .none = invocation.source {
            throw ExpressionError("the invocation names no chart; give it a src, or the type of a service")
        }
        guard case .chart(let chart) = invocation.source else {
            let loaded: Statechart
            do { loaded = try family.context.load(source ?? .text("")) } catch {
                throw LoadingFailure(reason: error)
            }
            return try family.compiled(loaded)
        }
        let result = try CompiledStatechart<ExpressionBehavior>(chart, budget: family.context.budget)
        compiled[activity] = result
        return result
    }

    /// Ends the session: cancels its children, and notifies its parent.
    func end() {
        guard !isClosed else { return }
        let done = (work { _, data in data.done }) ?? nil
        close()
        guard let parent, !parent.hasEnded else { return }
        var event = ExpressionBehavior.Payload(
            name: "done.invoke." + (invokeID ?? ""), data: done?.data ?? .null, origin: address)
        (event.inlineText, event.invokeID, event.endsSession) = (done?.inlineText, invokeID, true)
        // The limit doesn't apply to the event that reports an end.
        try? parent.post(event, .sent)
    }

    /// Cancels the session for its parent, with its exit actions.
    func cancel() {
        guard !isClosed else { return }
        mailbox?.close()
        work { machine, data in machine.stop(&data) }
        close()
    }

    func close() {
        isClosed = true
        mailbox?.close()
        work { machine, _ in machine.removeWaiting() }
        family.waitingCount -= inbox.count
        inbox = EventQueue()
        pending = []
        family.remove(self)
        for child in invoked { child.session.cancel() }
        invoked = []
        let ended = services
        services = []
        for running in ended { running.service.cancel() }
    }
}

/// A failure of the function that loads charts.
private struct LoadingFailure: Error {
    var reason: any Error
}

extension Statechart.Invocation.Source {
    /// Returns the place to load the chart from, unless it is inline.
    fileprivate func resolved(
        _ data: ExpressionBehavior, _ step: Step<ExpressionBehavior>
    ) throws(ExpressionError) -> StatechartContext.Source? {
        let what = "the chart of an invocation"
        return switch self {
        case .chart, .none: nil
        case .location(let location): .location(try data.value(location, step).text(of: what))
        case .text(let content): .text(try data.value(content, step).text(of: what))
        }
    }
}

extension Value {
    /// A Boolean value that indicates whether this kind of service is a statechart.
    fileprivate var isKindOfCharts: Bool {
        ["", "scxml", "http://www.w3.org/TR/scxml", "http://www.w3.org/TR/scxml/"].contains { self == .text($0) }
    }
}
