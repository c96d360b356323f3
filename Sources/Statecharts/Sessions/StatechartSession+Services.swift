internal import TextSupport

/// The services of the program that a session invokes, and its other transports.
extension StatechartSession {
    /// A service that was started.
    struct RunningService {
        var run: ActivityRun
        var invocation: Statechart.Invocation
        var id: String
        var service: any StatechartService
    }

    /// Starts a service.
    ///
    /// - Throws: ``ExpressionError`` if the program has no such service, or its error.
    func begin(
        _ invocation: Statechart.Invocation, of type: String, id: String, _ source: StatechartContext.Source?,
        _ arguments: [String: Value], _ run: ActivityRun
    ) throws {
        guard services.count < family.context.limits.events else {
            throw ExpressionError(
                "at most \(family.context.limits.events) services can run at once; let some end before invoking more")
        }
        startingID = id
        defer { startingID = nil }
        let request = ServiceRequest(
            type: type, id: id, source: source, arguments: arguments, connection: ServiceConnection(to: self, id: id))
        guard let service = try family.context.startService(request) else {
            throw ExpressionError("no program has the service \(Value.text(type)); invoke a chart by the type 'scxml'")
        }
        services.append(RunningService(run: run, invocation: invocation, id: id, service: service))
    }

    /// Adds an event of a service.
    func post(_ name: String, _ data: Value, fromService id: String, isEnd: Bool = false) throws(StateMachineError) {
        guard !hasEnded, startingID == id || services.contains(where: { $0.id == id }) else { return }
        var event = ExpressionBehavior.Payload(name: name, data: data, origin: "#_" + id)
        (event.invokeID, event.endsSession) = (id, isEnd)
        try post(event, .sent)
    }

    /// Returns the service at an address.
    func service(at target: String) -> (any StatechartService)? {
        services.first { "#_" + $0.id == target }?.service
    }

    /// Carries out the finalize actions of the service that sent an event, removes the service if
    /// it has ended, and forwards the event to the services that get all events.
    func noteInServices(_ event: ExpressionBehavior.Payload) throws(StateMachineError) {
        for running in services {
            let isSender = event.invokeID == running.id && event.origin == "#_" + running.id
            if isSender, !running.invocation.finalize.isEmpty {
                work { machine, data in
                    machine.catchUp(with: family.time)
                    machine.perform(running.invocation.finalize, on: event, &data)
                }
            }
            if isSender, event.endsSession { services.removeAll { $0.run == running.run } }
            if running.invocation.forwardsEvents { try deliver(event, to: running.service) }
        }
    }

    /// Hands an event over to a service.
    func deliver(_ event: ExpressionBehavior.Payload, to service: any StatechartService) throws(StateMachineError) {
        do { try service.receive(event) } catch { try raise("error.communication", "\(error)", for: event) }
    }

    /// Sends an event by a transport of the program.
    func transmit(_ event: ExpressionBehavior.Payload, by transport: String) throws(StateMachineError) {
        var content = event
        (content.transport, content.target) = (nil, nil)
        let message = StatechartMessage(transport: transport, target: event.target ?? "", event: content)
        let isSent: Bool
        do { isSent = try family.context.sendMessage?(message) == true } catch {
            return try raise("error.communication", "\(error)", for: event)
        }
        if isSent { return }
        let reason = "the program can't send by \(Message.quoted(transport.utf8))"
        try raise("error.execution", reason, for: event)
    }

    /// Raises an error about an event that was sent, and reports the failed action.
    func raise(_ error: String, _ message: String, for event: ExpressionBehavior.Payload) throws(StateMachineError) {
        try work { (machine, data) throws(StateMachineError) in
            machine.catchUp(with: family.time)
            var send = Statechart.Send(event.name, id: event.sendID)
            send.target = event.target.map { .literal(.text($0)) }
            send.transport = event.transport.map { .literal(.text($0)) }
            data.report(ExpressionError(message), .action(.send(send)))
            try machine.raise(error, message, sendID: event.sendID, &data, listener)
        }
    }
}
