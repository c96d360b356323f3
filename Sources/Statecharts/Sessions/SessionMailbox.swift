/// The events that a session sends without delay, to itself and to others.
///
/// Those with a delay wait among the timers of the session's machine.
final class SessionMailbox: @unchecked Sendable {
    // Unchecked, because only one thread at a time works on a session and those that belong to it.

    /// A sent event that isn't delivered yet.
    struct PendingEvent {
        var target: String
        var event: ExpressionBehavior.Payload
    }

    /// The pending events in the order of sending.
    private(set) var pendingEvents: [PendingEvent] = []
    /// A Boolean value that indicates whether the session was cancelled, and sends nothing any
    /// more.
    private var isClosed = false
    private weak var session: StatechartSession?
    private let family: SessionFamily

    init(for session: StatechartSession, _ family: SessionFamily) {
        (self.session, self.family) = (session, family)
    }

    /// The number of waiting events in all sessions, without those in the machine of the session
    /// that works now.
    var waitingCount: Int { family.waitingCount }

    /// Stops sending, and removes all pending events.
    func close() {
        isClosed = true
        _ = popEvents()
    }

    /// Returns whether a text can be the target of an event.
    static func isAddress(_ target: String) -> Bool { target.isEmpty || target.hasPrefix("#_") }

    /// Returns whether there is currently a session or a service at an address.
    func canReach(_ target: String) -> Bool {
        session?.session(at: target) != nil || session?.service(at: target) != nil
    }

    /// Whether the program has other transports than that of charts.
    var hasTransports: Bool { family.context.sendMessage != nil }

    /// Adds a pending event.
    ///
    /// - Returns: `false` if there are too many.
    func post(_ pending: PendingEvent, limit: Int) -> Bool {
        guard !isClosed else { return true }
        guard pendingEvents.count < limit else { return false }
        pendingEvents.append(pending)
        family.waitingCount += 1
        return true
    }

    /// Removes and returns the pending events.
    func popEvents() -> [PendingEvent] {
        defer {
            family.waitingCount -= pendingEvents.count
            pendingEvents = []
        }
        return pendingEvents
    }
}

/// An event that waits in a session.
struct InboxEvent {
    var event: ExpressionBehavior.Payload
    var cause: StepCause
    /// Whether the event is a copy of the event that the program has sent last.
    var isCopyOfInput = false
}
