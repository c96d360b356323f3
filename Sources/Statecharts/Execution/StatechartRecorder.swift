/// A type that records the inputs and steps of a run.
public protocol StatechartRecorder {
    /// A Boolean value that indicates whether the methods are called; `false` costs nothing.
    static var isRecording: Bool { get }

    /// Called when an event is sent from outside.
    ///
    /// - Parameters:
    ///   - event: The event's name.
    ///   - payload: The event's data.
    ///   - region: The number of the only dynamic region that sees the event; `nil` if all see it.
    mutating func received<Payload>(_ event: String, _ payload: Payload?, region: Int?)
    /// Called when the time advances, with the new time since the start.
    mutating func waited(until time: Duration)
    /// Called when a step begins.
    ///
    /// - Parameters:
    ///   - event: The event's name; empty if the step needs no event. A pattern, such as `a.*`,
    ///     stands for a name that the chart doesn't mention, unless the behavior is an
    ///     ``ExpressionBehavior``.
    ///   - cause: The cause of the step.
    ///   - time: The time since the start.
    mutating func began(event: String, cause: StepCause, at time: Duration)
    /// Called when a state was left.
    mutating func left(_ state: String)
    /// Called when a transition was taken, with the name of its source and its index among the
    /// source's transitions.
    mutating func took(source: String, _ index: Int)
    /// Called when a state was entered.
    mutating func entered(_ state: String)
    /// A Boolean value that indicates whether ``acted(_:_:)`` is called.
    static var recordsActions: Bool { get }
    /// Called when an action was carried out: after ``took(source:_:)``, ``left(_:)`` or
    /// ``entered(_:)``, for the transition's or the state's actions.
    ///
    /// - Parameters:
    ///   - action: The kind of the action.
    ///   - name: The name of the event or the action. Events of the platform aren't told.
    mutating func acted(_ action: RecordedAction, _ name: String)
}

/// An action that recorders may get.
public enum RecordedAction: String, Hashable, Sendable, CaseIterable {
    /// An event was sent, perhaps with a delay or to others.
    case sent
    /// An event was raised.
    case raised
    /// A named action was performed.
    case performed
}

extension StatechartRecorder {
    /// `true`.
    @inlinable
    public static var isRecording: Bool { true }
    /// Does nothing.
    public mutating func received<Payload>(_ event: String, _ payload: Payload?, region: Int?) {}
    /// Does nothing.
    public mutating func waited(until time: Duration) {}
    /// `false`.
    @inlinable
    public static var recordsActions: Bool { false }
    /// Does nothing.
    public mutating func acted(_ action: RecordedAction, _ name: String) {}
}

/// The cause of a step.
public enum StepCause: String, Hashable, Sendable, CaseIterable, Codable {
    /// The start, which enters the initial states.
    case start
    /// An event from outside.
    case sent
    /// A timer, or an event that was sent with a delay.
    case time
    /// An event that an action raised, or the completion of a state.
    case raised
    /// An event that an action sent without delay.
    case queued
    /// A deferred event.
    case deferred
    /// A transition that needs no event.
    case eventless
}

/// A recorder that records nothing.
public struct NoRecorder: StatechartRecorder {
    /// `false`.
    @inlinable
    public static var isRecording: Bool { false }

    @inlinable
    package init() {}

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
