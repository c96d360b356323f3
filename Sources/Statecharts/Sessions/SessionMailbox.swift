/// The events that a session sends, to itself and to others.
final class SessionMailbox: @unchecked Sendable {
    // Unchecked, because only one thread at a time works on a session and those that belong to it.

    /// A sent event that isn't delivered yet.
    struct Letter {
        var target: String
        var event: ExpressionBehavior.Payload
        /// The time of delivery.
        var due: Duration
        /// Whether it was sent with a delay; the receiver must exist at the end of the delay.
        var isDelayed: Bool
    }

    /// The letters in the order of their times; those of the same time in the order of sending.
    private(set) var letters: [Letter] = []
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

    /// Stops sending, and removes all letters.
    func close() {
        isClosed = true
        family.waitingCount -= letters.count
        letters = []
    }

    /// The time of the next letter.
    var deadline: Duration? { letters.first?.due }

    /// Returns whether a text can be the target of an event.
    static func isAddress(_ target: String) -> Bool { target.isEmpty || target.hasPrefix("#_") }

    /// Returns whether there is currently a session at an address.
    func canReach(_ target: String) -> Bool { session?.session(at: target) != nil }

    /// Adds a letter.
    ///
    /// - Returns: `false` if there are too many.
    func post(_ letter: Letter, limit: Int) -> Bool {
        guard !isClosed else { return true }
        guard letters.count < limit else { return false }
        // Most are inserted at the end.
        var index = letters.endIndex
        while index > 0, letters[index - 1].due > letter.due { index -= 1 }
        letters.insert(letter, at: index)
        family.waitingCount += 1
        return true
    }

    /// Removes the letters with an identifier that aren't due yet.
    func cancel(id: String) {
        let (time, count) = (family.time, letters.count)
        if !id.isEmpty { letters.removeAll { $0.event.sendID == id && $0.due > time } }
        family.waitingCount -= count - letters.count
    }

    /// Removes and returns the letters that are due at a time.
    func popLetters(until time: Duration) -> [Letter] {
        let count = letters.prefix { $0.due <= time }.count
        defer {
            letters.removeFirst(count)
            family.waitingCount -= count
        }
        return Array(letters.prefix(count))
    }
}
