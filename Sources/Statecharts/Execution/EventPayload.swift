/// The values of an event, from which the event follows.
///
///     enum Payload: EventPayload {
///         case key(Character), hangUp(reason: String)
///
///         var event: Event {
///             switch self {
///             case .key: .key
///             case .hangUp: .hangUp
///             }
///         }
///     }
///
/// Then `machine.send(.key("5"), to: &phone)` sends the event `key`, and guards and actions find
/// its values by `if case .key(let character) = step.payload`.
public protocol EventPayload<Event> {
    /// The events of the behavior.
    associatedtype Event: StatechartSymbol
    /// The event that carries these values.
    var event: Event { get }
}

extension StateMachine where Behavior.Payload: EventPayload<Behavior.Event> {
    /// Sends an event with values, and runs to completion.
    ///
    /// - Returns: The fate of the event.
    /// - Throws: An error if a limit is reached; the machine then has a legal configuration.
    @inlinable
    @discardableResult
    public mutating func send(
        _ payload: Behavior.Payload, to behavior: inout Behavior
    ) throws(StateMachineError) -> EventFate { try send(payload.event, payload, to: &behavior) }

    /// Sends an event with values, with a recorder.
    ///
    /// - Returns: The fate of the event.
    /// - Throws: An error if a limit is reached; the machine then has a legal configuration.
    @inlinable
    @discardableResult
    public mutating func send(
        _ payload: Behavior.Payload, to behavior: inout Behavior, recorder: inout some StatechartRecorder
    ) throws(StateMachineError) -> EventFate {
        try send(payload.event, payload, to: &behavior, recorder: &recorder)
    }

    /// Sends an event with values that only one of the dynamic regions sees.
    ///
    /// - Returns: The fate of the event; ``EventFate/ignored`` if there is no such region.
    /// - Throws: An error if a limit is reached; the machine then has a legal configuration.
    @discardableResult
    public mutating func send(
        _ payload: Behavior.Payload, inRegion region: Int, to behavior: inout Behavior
    ) throws(StateMachineError) -> EventFate {
        try send(payload.event, payload, inRegion: region, to: &behavior)
    }

    /// Sends an event with values that only one of the dynamic regions sees, with a recorder.
    ///
    /// - Returns: The fate of the event; ``EventFate/ignored`` if there is no such region.
    /// - Throws: An error if a limit is reached; the machine then has a legal configuration.
    @discardableResult
    public mutating func send(
        _ payload: Behavior.Payload, inRegion region: Int, to behavior: inout Behavior,
        recorder: inout some StatechartRecorder
    ) throws(StateMachineError) -> EventFate {
        try send(payload.event, payload, inRegion: region, to: &behavior, recorder: &recorder)
    }
}

extension Step where Behavior.Payload: EventPayload<Behavior.Event> {
    /// Puts an event with values into the internal queue: it comes before all events from outside.
    public mutating func raise(_ payload: Behavior.Payload) { raise(payload.event, payload) }

    /// Sends an event with values to the chart itself, immediately or after a delay.
    public mutating func send(_ payload: Behavior.Payload, after delay: Duration = .zero, id: String = "") {
        send(payload.event, payload, after: delay, id: id)
    }
}

extension StatechartActor where Behavior.Payload: EventPayload<Behavior.Event> {
    /// Sends an event with values, and returns after the run to completion.
    ///
    /// - Returns: The fate of the event.
    /// - Throws: An error if a limit is reached; the machine then has a legal configuration.
    @discardableResult
    public func send(_ payload: Behavior.Payload) throws(StateMachineError) -> EventFate {
        try send(payload.event, payload)
    }
}
