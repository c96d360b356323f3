/// A service of the program that charts invoke, such as a timer or a device.
///
/// The function ``StatechartContext/startService`` starts a service.
public protocol StatechartService: AnyObject {
    /// Receives an event that the chart forwards, or sends to `#_` followed by the invocation's
    /// identifier.
    ///
    /// - Throws: Any error; then `error.communication` is raised in the chart.
    func receive(_ event: ExpressionBehavior.Payload) throws

    /// Ends the service, because the chart left the invoking state or the session ends.
    func cancel()
}

/// The invocation of a service.
public struct ServiceRequest {
    /// The type of the service, as written in the chart.
    public let type: String
    /// The identifier of the invocation.
    public let id: String
    /// The location or the text in the invocation; `nil` if there is none.
    public let source: StatechartContext.Source?
    /// The arguments of the invocation, by name.
    public let arguments: [String: Value]
    /// The connection by which the service sends events to the chart.
    public let connection: ServiceConnection
}

/// The connection from a service to the session that invoked the service.
///
/// Events wait in the session. A call of the session that is in progress, such as the call that
/// starts the service, processes them; otherwise the next call of ``StatechartSession/send(_:_:)``
/// or ``StatechartSession/advance(until:)`` does. Only the thread that uses the session may use the
/// connection.
public final class ServiceConnection {
    package private(set) weak var session: StatechartSession?
    private let id: String

    init(to session: StatechartSession, id: String) { (self.session, self.id) = (session, id) }

    /// Sends an event to the chart. Has no effect after the end of the invocation.
    ///
    /// - Throws: ``StateMachineError`` if the name has a space, or too many events wait.
    public func send(_ event: String, _ data: Value = .null) throws(StateMachineError) {
        if let error = StateMachineError(event: event) { throw error }
        try session?.post(event, data, fromService: id)
    }

    /// Ends the service, and sends the chart the event `done.invoke.` followed by the identifier.
    public func finish(_ data: Value = .null) {
        // The limit doesn't apply to the event that reports an end.
        try? session?.post("done.invoke." + id, data, fromService: id, isEnd: true)
    }
}

/// An event that a chart sends by a transport of the program, for example with `<send type="…">`.
public struct StatechartMessage: Hashable, Sendable {
    /// The transport, as written in the chart.
    public let transport: String
    /// The receiver; empty if the chart doesn't name a receiver.
    public let target: String
    /// The event with its data.
    public let event: ExpressionBehavior.Payload
}
