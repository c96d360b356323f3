/// The turns of sessions: whatever becomes due or was sent is taken one event at a time.
extension StatechartSession {
    var livelock: StateMachineError {
        .tooManySteps(limit: family.context.limits.steps, active: activeStateNames)
    }

    /// Takes the next timer or delayed event, if one is due.
    func takeDue() throws(StateMachineError) {
        let due = work { machine, _ in
            machine.catchUp(with: family.time)
            return machine.step.popDue(until: family.time)
        }
        guard let due = due ?? nil else { return }
        // Only a timer has no data.
        guard var event = due.payload else {
            try work { (machine, data) throws(StateMachineError) in
                try machine.process(due, .time, &data, listener)
            }
            return try settle()
        }
        if let transport = event.transport {
            try transmit(event, by: transport)
            return try settle()
        }
        guard let target = event.target else {
            try process(event, .time, isInput: false)
            return
        }
        event.target = nil
        if let service = service(at: target) {
            try deliver(event, to: service)
            return try settle()
        }
        // The receiver may have begun after the event was sent.
        if let receiver = session(at: target), !receiver.hasEnded { return try deliver(event, to: receiver, .sent) }
        let reason = ExpressionBehavior.Payload.noSession(at: target)
        try raise("error.communication", reason, for: event)
        try settle()
    }

    /// Lets all sessions process their waiting events.
    func run() throws(StateMachineError) {
        var count = 0
        while !family.ready.isEmpty {
            guard count < family.context.limits.steps else { throw livelock }
            count += 1
            guard let session = family.popReady(), let event = session.inbox.popFirst()?.payload else { continue }
            family.waitingCount -= 1
            if !session.inbox.isEmpty { family.addReady(session) }
            let fate = try session.process(event.event, event.cause, isInput: event.isCopyOfInput)
            if event.isCopyOfInput, fate != .ignored, family.copyFate != .taken { family.copyFate = fate }
        }
    }

    /// Processes one event of the external queue.
    ///
    /// - Parameter isInput: Whether the event is the one that the program has sent, or a copy of
    ///   it.
    @discardableResult
    func process(
        _ event: ExpressionBehavior.Payload, _ cause: StepCause, isInput: Bool
    ) throws(StateMachineError) -> EventFate {
        guard !hasEnded else { return .ignored }
        var overflow: StateMachineError?
        // Skips the children if the event doesn't concern them.
        for child in forwardsEvents || event.invokeID != nil ? invoked : [] {
            finalize(event, from: child)
            forget(child, endedBy: event)
            // The event is processed here even if it can't be forwarded.
            do throws(StateMachineError) { try forward(event, isInput, to: child) } catch { overflow = error }
        }
        if !services.isEmpty { try noteInServices(event) }
        let fate = try work { (machine, data) throws(StateMachineError) in
            machine.catchUp(with: family.time)
            let number = machine.chart.number(of: .init(rawValue: event.name))
            return try machine.process(QueuedEvent(number: UInt32(number), payload: event), cause, &data, listener)
        }
        try settle()
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
    private func forward(
        _ event: ExpressionBehavior.Payload, _ isInput: Bool, to child: Invoked
    ) throws(StateMachineError) {
        guard child.invocation.forwardsEvents, !child.session.hasEnded else { return }
        try child.session.post(event, .sent, isCopyOfInput: isInput)
    }

    /// Begins and ends invocations after the last steps, and delivers the events that they sent.
    func settle() throws(StateMachineError) {
        // The number of a state's invocations is bounded, but invocations may lead to others
        // without end.
        var rounds = 0
        while rounds <= family.context.limits.steps {
            try deliver()
            if hasEnded { return end() }
            if noteInvocations() { rounds += 1 }
            if pending.isEmpty { return }
            try beginInvocation()
        }
        throw livelock
    }

    /// Delivers the events that were sent without delay.
    private func deliver() throws(StateMachineError) {
        var (overflow, open) = (StateMachineError?.none, mailbox?.popEvents()[...] ?? [])
        var count = 0
        while let pending = open.popFirst() {
            // A failure may lead to more events.
            defer { if open.isEmpty, overflow == nil { open = mailbox?.popEvents()[...] ?? [] } }
            let service = service(at: pending.target)
            if pending.event.transport != nil || service != nil {
                count += 1
                guard count <= family.context.limits.steps else { throw livelock }
                if let transport = pending.event.transport {
                    try transmit(pending.event, by: transport)
                } else if let service {
                    try deliver(pending.event, to: service)
                }
                continue
            }
            // The receiver existed when the event was sent, and the event is lost with it.
            guard let receiver = session(at: pending.target), !receiver.hasEnded else { continue }
            do throws(StateMachineError) {
                try deliver(pending.event, to: receiver, receiver === self ? .queued : .sent)
            } catch { overflow = error }
        }
        if let overflow { throw overflow }
    }

    private func deliver(
        _ event: ExpressionBehavior.Payload, to receiver: StatechartSession, _ cause: StepCause
    ) throws(StateMachineError) {
        var event = event
        if receiver === parent { event.invokeID = invokeID }
        try receiver.post(event, cause)
    }

    /// Adds a waiting event.
    func post(
        _ event: ExpressionBehavior.Payload, _ cause: StepCause, isCopyOfInput: Bool = false
    ) throws(StateMachineError) {
        guard inbox.count < family.context.limits.events || event.endsSession else {
            throw .tooManyEvents(limit: family.context.limits.events)
        }
        if inbox.isEmpty { family.addReady(self) }
        family.waitingCount += 1
        let event = InboxEvent(event: event, cause: cause, isCopyOfInput: isCopyOfInput)
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
