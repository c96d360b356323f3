/// The events that a session's actions send, to itself and to others.
final class SessionMailbox: @unchecked Sendable {
    // Unchecked, because one thread at a time works on a session and all that belong to it.

    /// An event on its way.
    struct Letter {
        var target: String
        var event: ExpressionBehavior.Payload
        /// The time at which it comes.
        var due: Duration
        /// Whether it was sent with a delay, at whose end there must be a receiver.
        var isDelayed: Bool
    }

    /// The letters by the time at which they come; those of the same time as they were sent.
    private(set) var letters: [Letter] = []
    /// A Boolean value that indicates whether the session was cancelled, which sends nothing more.
    private var isClosed = false
    private weak var session: StatechartSession?
    private let family: SessionFamily

    init(for session: StatechartSession, _ family: SessionFamily) {
        (self.session, self.family) = (session, family)
    }

    /// The number of events that wait in all sessions.
    var waitingCount: Int { family.waitingCount }

    /// Sends nothing more, and takes back what is on its way.
    func close() {
        isClosed = true
        family.waitingCount -= letters.count
        letters = []
    }

    /// The time at which the next letter comes.
    var deadline: Duration? { letters.first?.due }

    /// Returns whether a text can be the target of an event.
    static func isAddress(_ target: String) -> Bool { target.isEmpty || target.hasPrefix("#_") }

    /// Returns whether there is a session at an address now.
    func canReach(_ target: String) -> Bool { session?.session(at: target) != nil }

    /// Takes a letter.
    ///
    /// - Returns: `false` if there are too many.
    func post(_ letter: Letter, limit: Int) -> Bool {
        guard !isClosed else { return true }
        guard letters.count < limit else { return false }
        // Most come behind all others.
        var place = letters.endIndex
        while place > 0, letters[place - 1].due > letter.due { place -= 1 }
        letters.insert(letter, at: place)
        family.waitingCount += 1
        return true
    }

    /// Takes back the letters with an identifier that aren't due yet.
    func cancel(id: String) {
        let (time, count) = (family.time, letters.count)
        if !id.isEmpty { letters.removeAll { $0.event.sendID == id && $0.due > time } }
        family.waitingCount -= count - letters.count
    }

    /// Takes out the letters that are due at a time.
    func takeLetters(until time: Duration) -> [Letter] {
        let count = letters.prefix { $0.due <= time }.count
        defer {
            letters.removeFirst(count)
            family.waitingCount -= count
        }
        return Array(letters.prefix(count))
    }
}
