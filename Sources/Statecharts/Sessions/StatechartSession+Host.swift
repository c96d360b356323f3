/// Access for hosts in the package that know events and states by number.
extension StatechartSession {
    /// The number of events that wait in all sessions.
    package var waitingCount: Int { family.waitingCount }

    /// Sends an event that only one of the dynamic regions of this session receives, and runs to
    /// completion.
    ///
    /// - Returns: The fate of the event; ``EventFate/ignored`` if there is no such region.
    /// - Throws: An error if a limit is reached; the sessions then have legal configurations.
    package func send(
        _ event: ExpressionBehavior.Payload, toRegion region: UInt32
    ) throws(StateMachineError) -> EventFate {
        guard !hasEnded else { return .ignored }
        let fate = try work { (machine, data) throws(StateMachineError) in
            machine.catchUp(with: family.time)
            guard machine.step.run.regions.contains(where: { $0.number == region }) else { return EventFate.ignored }
            let number = UInt32(machine.chart.number(of: .init(rawValue: event.name)))
            let queued = QueuedEvent(number: number, payload: event, region: region)
            return try machine.process(queued, .sent, &data, listener)
        }
        try settle()
        try run()
        return fate ?? .ignored
    }
}

extension Statechart {
    /// Whether the chart needs a ``StatechartSession``: it invokes charts or services, or sends
    /// events by a transport of the program.
    ///
    /// - Complexity: O(*n*) for *n* parts of the chart and its submachines.
    package var needsSession: Bool {
        ([self] + submachines).contains { chart in chart.states.contains { $0.needsSession } }
    }
}

extension Statechart.State {
    fileprivate var needsSession: Bool {
        var isFound = !invocations.isEmpty
        for actions in entry + exit + [initialActions] + transitions.map(\.actions) {
            actions.forEachNested { if case .send(let send) = $0, send.transport != nil { isFound = true } }
        }
        return isFound
    }
}
