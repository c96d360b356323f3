/// Machines within sessions.
extension StateMachine<ExpressionBehavior> {
    /// Creates a machine that begins at a time and records invocations in a journal, and enters the
    /// initial states.
    init(
        _ chart: CompiledStatechart<ExpressionBehavior>, running behavior: inout ExpressionBehavior,
        limits: StateMachineLimits, mayTake: (@Sendable (Int) -> Bool)?, at time: Duration,
        noting journal: ActivityJournal, _ listener: (any StatechartRecorder)?
    ) throws(StateMachineError) {
        step = Step(chart, limits)
        step.mayTake = mayTake
        (step.activityJournal, step.run.time) = (journal, time)
        guard var listener else {
            var none = NoRecorder()
            try start(&behavior, &none)
            return
        }
        try start(&behavior, &listener)
    }

    /// Processes an event, and tells the listener of the steps.
    mutating func process(
        _ event: QueuedEvent<ExpressionBehavior.Payload>, _ cause: StepCause, _ behavior: inout ExpressionBehavior,
        _ listener: (any StatechartRecorder)?
    ) throws(StateMachineError) -> EventFate {
        guard var listener else {
            var none = NoRecorder()
            return try step.process(event, cause, &behavior, &none)
        }
        return try step.process(event, cause, &behavior, &listener)
    }

    /// Advances the clock to the time of the other sessions; nothing is due until then.
    mutating func catchUp(with time: Duration) { step.advanceClock(to: time) }

    /// Removes all waiting events and timers.
    mutating func removeWaiting() { step.waiting = WaitingEvents() }

    /// Carries out actions before an event is processed. A failure ends them.
    mutating func perform(
        _ actions: [Statechart.Action], on event: ExpressionBehavior.Payload, _ behavior: inout ExpressionBehavior
    ) {
        guard step.run.phase == .running else { return }
        step.unflatten()
        let number = step.chart.number(of: .init(rawValue: event.name))
        (step.current.number, step.current.payload, step.current.cause) = (UInt32(number), event, .sent)
        step.counts.innerEvents &+= 1
        for action in actions {
            guard let symbol = ExpressionBehavior.Action(action) else { continue }
            do { try behavior.perform(symbol, in: &step) } catch {
                if !(error is HandledFailure) { step.raise(error) }
                break
            }
        }
        step.flatten()
    }

    /// Raises an event and runs to completion.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - message: The reason of an error.
    ///   - sendID: The identifier of the action that failed, for an error of sending.
    mutating func raise(
        _ event: String, _ message: String, sendID: String? = nil, _ behavior: inout ExpressionBehavior,
        _ listener: (any StatechartRecorder)?
    ) throws(StateMachineError) {
        guard step.run.phase == .running else { return }
        var payload = ExpressionBehavior.Payload(name: event, sendID: sendID)
        payload.errorMessage = message
        step.raise(.init(rawValue: event), payload)
        guard var listener else {
            var none = NoRecorder()
            return try step.settle(&behavior, &none)
        }
        try step.settle(&behavior, &listener)
    }

    /// Ends the run by leaving all active states.
    mutating func stop(_ behavior: inout ExpressionBehavior) {
        if step.run.phase == .running { step.end(&behavior) }
    }
}
