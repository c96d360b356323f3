/// A listener that is told what each step does.
public protocol StatechartRecorder {
    /// A Boolean value that indicates whether the recorder wants to be told; `false` costs nothing.
    static var isRecording: Bool { get }

    /// Tells that an event was sent from outside.
    ///
    /// - Parameters:
    ///   - event: The event's name.
    ///   - payload: Its data.
    ///   - region: The number of the one region that sees it, of those that come and go.
    mutating func received<Payload>(_ event: String, _ payload: Payload?, region: Int?)
    /// Tells that time was let pass, by the new time since the start.
    mutating func waited(until time: Duration)
    /// Tells that a step begins.
    ///
    /// - Parameters:
    ///   - event: The event's name, or an empty one if none is needed. A pattern, such as `a.*`,
    ///     stands for an event that the chart knows by nothing else.
    ///   - cause: The way in which the event came.
    ///   - time: The time since the start.
    mutating func began(event: String, cause: StepCause, at time: Duration)
    /// Tells that a state was left.
    mutating func left(_ state: String)
    /// Tells that a transition was taken, by the name of its source and its place among the
    /// source's transitions.
    mutating func took(source: String, _ index: Int)
    /// Tells that a state was entered.
    mutating func entered(_ state: String)
}

extension StatechartRecorder {
    /// `true`.
    @inlinable
    public static var isRecording: Bool { true }
    /// Does nothing.
    public mutating func received<Payload>(_ event: String, _ payload: Payload?, region: Int?) {}
    /// Does nothing.
    public mutating func waited(until time: Duration) {}
}

/// The cause of a step.
public enum StepCause: String, Hashable, Sendable, CaseIterable, Codable {
    /// The start, which enters the initial states.
    case start
    /// An event from outside.
    case sent
    /// A timer, or an event that was sent with a delay.
    case time
    /// An event that an action raised, or that says a state is done.
    case raised
    /// An event that an action sent without delay.
    case queued
    /// An event that waited for another configuration.
    case deferred
    /// A transition that needs no event.
    case eventless
}

/// The recorder that isn't told anything.
public struct NoRecorder: StatechartRecorder {
    /// `false`.
    @inlinable
    public static var isRecording: Bool { false }

    @inlinable
    init() {}

    /// Does nothing.
    @inlinable
    public mutating func began(event: String, cause: StepCause, at time: Duration) {}
    /// Does nothing.
    @inlinable
    public mutating func left(_ state: String) {}
    /// Does nothing.
    @inlinable
    public mutating func took(source: String, _ index: Int) {}
    /// Does nothing.
    @inlinable
    public mutating func entered(_ state: String) {}
}
