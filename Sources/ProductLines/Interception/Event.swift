/// An event for interceptors, with the type of the information that it carries.
public struct Event<Payload>: Hashable, Sendable {
    /// The name, which no other event of the same ``Interception`` has.
    public let name: String
    @usableFromInline let index: Int

    init(name: String, index: Int) {
        self.name = name
        self.index = index
    }
}

/// An occurrence of an event.
public struct Occurrence<Payload> {
    /// The name of the event that occurred.
    public let eventName: String
    /// The information that the event carries.
    public let payload: Payload
    /// The outcome of the work; `nil` before the work.
    public let outcome: Outcome?

    @inlinable
    init(eventName: String, payload: Payload, outcome: Outcome?) {
        (self.eventName, self.payload, self.outcome) = (eventName, payload, outcome)
    }
}

extension Occurrence: Sendable where Payload: Sendable {}

/// The outcome of the work of an event.
public enum Outcome: Sendable {
    /// The work was done without an error.
    case completed
    /// An interceptor ran instead of the work.
    case skipped
    /// The work threw an error.
    case failed(any Error)
}
