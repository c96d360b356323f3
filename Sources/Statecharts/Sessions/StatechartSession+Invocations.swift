/// The sessions that a session begins and ends.
extension StatechartSession {
    /// - Returns: `true` if a failure has led to further steps.
    func settleInvocations(_ recorder: inout some StatechartRecorder) throws(StateMachineError) -> Bool {
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

    /// The name of the event that tells the session's end.
    var endName: String { "done.invoke." + (invokeID ?? "") }

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
    func end() {
        close()
        guard let parent else { return }
        var event = ExpressionBehavior.Payload(
            name: endName, data: behavior.doneData ?? .null, origin: address)
        event.invokeID = invokeID
        parent.post(event)
    }

    /// Ends the session because its parent doesn't need it any more. Its exits are carried out.
    func cancel() {
        mailbox?.isClosed = true
        machine?.stop(&behavior)
        close()
    }

    func close() {
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
