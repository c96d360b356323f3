/// A running statechart.
///
/// A machine is a value: a copy runs on its own. The behavior, which holds the data that the
/// machine's actions use, belongs to the caller, who passes it to every call.
///
///     let chart = try CompiledStatechart<Door>(Door.chart)
///     var door = Door()
///     var machine = try StateMachine(chart, running: &door)
///     try machine.send(.push, to: &door)
///
/// Sending allocates no memory once the queues are large enough.
public struct StateMachine<Behavior: StatechartBehavior> {
    @usableFromInline
    package var step: Step<Behavior>

    /// Creates a machine, enters the initial states and runs to completion.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - behavior: The behavior.
    ///   - limits: The bounds of one event's work.
    /// - Throws: An error if a limit is reached.
    @inlinable
    public init(
        _ chart: CompiledStatechart<Behavior>, running behavior: inout Behavior, limits: StateMachineLimits = .init()
    ) throws(StateMachineError) {
        var recorder = NoRecorder()
        try self.init(chart, running: &behavior, limits: limits, recorder: &recorder)
    }

    /// Creates a machine and enters the initial states, with a recorder.
    ///
    /// - Throws: An error if a limit is reached.
    @inlinable
    public init(
        _ chart: CompiledStatechart<Behavior>, running behavior: inout Behavior, limits: StateMachineLimits = .init(),
        recorder: inout some StatechartRecorder
    ) throws(StateMachineError) {
        step = Step(chart, limits)
        try start(&behavior, &recorder)
    }

    @inlinable
    mutating func start(
        _ behavior: inout Behavior, _ recorder: inout some StatechartRecorder
    ) throws(StateMachineError) {
        step.scratch.chosen.append(ChosenTransition(step.core.pointee.start))
        step.recordStart(&recorder)
        step.takeChosen(&behavior, &recorder)
        step.flatten()
        try step.complete(&behavior, &recorder)
        try step.processWaiting(&behavior, &recorder)
    }

    // MARK: - Looking

    /// The chart.
    public var chart: CompiledStatechart<Behavior> { step.chart }

    /// The names of the atomic states that are active, in document order.
    ///
    /// Names of states in dynamic regions are at the position of the enclosing state.
    public var activeStateNames: [String] { step.activeStateNames }

    /// Returns the numbers of a state's current dynamic regions.
    public func regions(of state: Behavior.State) -> [Int] {
        let number = step.chart.storage.tables.number(ofState: state.rawValue)
        return step.run.regions.filter { Int($0.state) == number }.map { Int($0.number) }
    }

    /// Returns the names of the atomic states that are active in a region, in document order; empty
    /// if there is no such region.
    public func activeStateNames(inRegion number: Int) -> [String] {
        guard let region = step.run.regions.first(where: { $0.number == number }) else { return [] }
        return step.atomic(in: region.configuration).map { step.chart.storage.tables.stateNames[$0] }
    }

    /// Returns whether a state is active.
    public func isActive(_ state: Behavior.State) -> Bool { step.isActive(state) }

    /// Returns whether a state of a submachine is active; see ``Step/isActive(_:in:)`` for the
    /// cost.
    public func isActive(_ state: some StatechartSymbol, in submachine: Behavior.State) -> Bool {
        step.isActive(state, in: submachine)
    }

    /// A Boolean value that indicates whether the run has ended.
    @inlinable
    public var hasEnded: Bool { step.run.phase == .ended }

    /// The time since the start.
    public var time: Duration { step.time }

    /// The last error that a guard or an action threw; `nil` if none did.
    public var failure: (any Error)? { step.thrown }

    /// The time of the next delayed event or timer, or `nil` if there is none.
    public var deadline: Duration? { step.deadline }

    // MARK: - Events

    /// Sends an event and runs to completion.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - payload: The event's data.
    ///   - behavior: The behavior.
    /// - Returns: The fate of the event.
    /// - Throws: An error if a limit is reached; the machine then has a legal configuration.
    @inlinable
    @discardableResult
    public mutating func send(
        _ event: Behavior.Event, _ payload: Behavior.Payload? = nil, to behavior: inout Behavior
    ) throws(StateMachineError) -> EventFate {
        var recorder = NoRecorder()
        return try send(event, payload, to: &behavior, recorder: &recorder)
    }

    /// Sends an event, with a recorder.
    ///
    /// - Returns: The fate of the event.
    /// - Throws: An error if a limit is reached; the machine then has a legal configuration.
    @inlinable
    @discardableResult
    public mutating func send(
        _ event: Behavior.Event, _ payload: Behavior.Payload? = nil, to behavior: inout Behavior,
        recorder: inout some StatechartRecorder
    ) throws(StateMachineError) -> EventFate {
        let number = UInt32(step.chart.number(of: event))
        recordInput(&recorder, event, payload, region: nil)
        return try step.process(QueuedEvent(number: number, payload: payload), .sent, &behavior, &recorder)
    }

    /// Sends an event that only one of the dynamic regions sees.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - payload: The event's data.
    ///   - region: The region's number.
    ///   - behavior: The behavior.
    /// - Returns: The fate of the event; ``EventFate/ignored`` if there is no such region.
    /// - Throws: An error if a limit is reached; the machine then has a legal configuration.
    @discardableResult
    public mutating func send(
        _ event: Behavior.Event, _ payload: Behavior.Payload? = nil, inRegion region: Int, to behavior: inout Behavior
    ) throws(StateMachineError) -> EventFate {
        var recorder = NoRecorder()
        return try send(event, payload, inRegion: region, to: &behavior, recorder: &recorder)
    }

    /// Sends an event that only one of the dynamic regions sees, with a recorder.
    ///
    /// - Returns: The fate of the event; ``EventFate/ignored`` if there is no such region.
    /// - Throws: An error if a limit is reached; the machine then has a legal configuration.
    @discardableResult
    public mutating func send(
        _ event: Behavior.Event, _ payload: Behavior.Payload? = nil, inRegion region: Int, to behavior: inout Behavior,
        recorder: inout some StatechartRecorder
    ) throws(StateMachineError) -> EventFate {
        guard step.run.regions.contains(where: { $0.number == region }) else { return .ignored }
        recordInput(&recorder, event, payload, region: region)
        let number = step.chart.number(of: event)
        return try send(number: number, payload, inRegion: UInt32(region), to: &behavior, recorder: &recorder)
    }

    /// Advances the time, and processes the timers and delayed events that become due.
    ///
    /// - Parameters:
    ///   - time: The new time since the start, at most 10¹⁸ seconds. An earlier time has no effect.
    ///   - behavior: The behavior.
    /// - Throws: An error if a limit is reached; the time is then the time of the event that
    ///   reached the limit.
    @inlinable
    public mutating func advance(until time: Duration, to behavior: inout Behavior) throws(StateMachineError) {
        var recorder = NoRecorder()
        try advance(until: time, to: &behavior, recorder: &recorder)
    }

    /// Advances the time, and processes the timers and delayed events that become due, with a
    /// recorder.
    ///
    /// - Throws: An error if a limit is reached; the time is then the time of the event that
    ///   reached the limit.
    @inlinable
    public mutating func advance(
        until time: Duration, to behavior: inout Behavior, recorder: inout some StatechartRecorder
    ) throws(StateMachineError) {
        try advance(until: time, limit: .max, to: &behavior, recorder: &recorder)
    }

    /// Advances the time by a duration.
    ///
    /// - Throws: An error if a limit is reached; the time is then the time of the event that
    ///   reached the limit.
    @inlinable
    public mutating func advance(by time: Duration, to behavior: inout Behavior) throws(StateMachineError) {
        try advance(until: step.time.advanced(by: time), to: &behavior)
    }
}

/// The result of sending an event.
public enum EventFate: Hashable, Sendable {
    /// Transitions were taken.
    case taken
    /// The event waits until other states are active.
    case deferred
    /// No transition was taken on the event.
    case ignored
}
