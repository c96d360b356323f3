/// The events that a session sends, to itself and to others.
final class SessionMailbox: @unchecked Sendable {
    // Unchecked, because only one thread at a time works on a session and those that belong to it.

    /// A sent event that isn't delivered yet.
    struct PendingEvent {
        var target: String
        var event: ExpressionBehavior.Payload
        /// The time of delivery.
        var due: Duration
        /// Whether it was sent with a delay; the receiver must exist at the end of the delay.
        var isDelayed: Bool
    }

    /// The pending events in the order of their times; those of the same time in the order of
    /// sending.
    private(set) var pendingEvents: [PendingEvent] = []
    /// A Boolean value that indicates whether the session was cancelled, and sends nothing any
    /// more.
    private var isClosed = false
    private weak var session: StatechartSession?
    private let family: SessionFamily

    init(for session: StatechartSession, _ family: SessionFamily) {
        (self.session, self.family) = (session, family)
    }

    /// The number of waiting events in all sessions.
    var waitingCount: Int { family.waitingCount }

    /// Stops sending, and removes all pending events.
    func close() {
        isClosed = true
        family.waitingCount -= pendingEvents.count
        pendingEvents = []
    }

    /// The time of the next pending event.
    var deadline: Duration? { pendingEvents.first?.due }

    /// Returns whether a text can be the target of an event.
    static func isAddress(_ target: String) -> Bool { target.isEmpty || target.hasPrefix("#_") }

    /// Returns whether there is currently a session at an address.
    func canReach(_ target: String) -> Bool { session?.session(at: target) != nil }

    /// Adds a pending event.
    ///
    /// - Returns: `false` if there are too many.
    func post(_ pending: PendingEvent, limit: Int) -> Bool {
        guard !isClosed else { return true }
        guard pendingEvents.count < limit else { return false }
        // Most are inserted at the end.
        var index = pendingEvents.endIndex
        while index > 0, pendingEvents[index - 1].due > pending.due { index -= 1 }
        pendingEvents.insert(pending, at: index)
        family.waitingCount += 1
        return true
    }

    /// Removes the pending events with an identifier that aren't due yet.
    func cancel(id: String) {
        let (time, count) = (family.time, pendingEvents.count)
        if !id.isEmpty { pendingEvents.removeAll { $0.event.sendID == id && $0.due > time } }
        family.waitingCount -= count - pendingEvents.count
    }

    /// Removes and returns the pending events that are due at a time.
    func popDueEvents(until time: Duration) -> [PendingEvent] {
        let count = pendingEvents.prefix { $0.due <= time }.count
        defer {
            pendingEvents.removeFirst(count)
            family.waitingCount -= count
        }
        return Array(pendingEvents.prefix(count))
    }
}
