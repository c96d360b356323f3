/// The knowledge of one end of a bridge about the other: the messages that are under way, and the
/// numbers of those that have come.
///
/// It outlives connections: who comes back by the same identity goes on.
struct BridgeSession {
    struct Outgoing {
        let number: UInt64
        /// The line after the number.
        let content: [UInt8]
        /// Whether it was handed to a connection.
        var wasSent = false
    }

    /// The steps of the introduction on a connection.
    enum Phase {
        case absent
        /// The other end has introduced itself; it must say what it has before it gets more.
        case greeted
        case open
    }

    let identity: String
    var peer: BridgePeer?
    var phase = Phase.absent
    /// Whether the connection takes no more frames now.
    var isFull = false
    /// The number of the latest time at which it had room again.
    var roomNumber = 0
    private(set) var lastSent: UInt64 = 0
    /// The messages that wait for the connection, or were sent and aren't acknowledged.
    private(set) var outgoing: [Outgoing] = []
    /// The number of messages at the start of `outgoing` that have gone.
    private var goneCount = 0
    /// The number of those that were handed to the connection.
    private var sentCount = 0
    var lastReceived: UInt64 = 0
    /// Whether a message has come since the process began.
    var hasReceived = false
    /// Whether the number of the last message received is older than the process: the one that died
    /// may have handled more.
    var isRestored = false
    /// Whether it is to be told that the message before the next one is acknowledged.
    var owesAcknowledgement = false
    /// Whether the other end hasn't said yet what it has: it may know more of this end than this one
    /// remembers.
    var isNew = true
    /// The number of the last message that was sent before the process began.
    private(set) var base: UInt64 = 0
    /// The place in the order of departures.
    var departure = 0

    /// Begins with an end that may have missed some messages.
    init(_ identity: String, skipping count: UInt64 = 0) { (self.identity, lastSent) = (identity, count) }

    init(_ restored: RestoredPeer) {
        identity = restored.identity
        (lastSent, lastReceived, isRestored) = (restored.lastSent, restored.lastReceived, true)
        base = restored.lastSent
        outgoing = restored.unacknowledged.map {
            Outgoing(number: $0.number, content: $0.content, wasSent: !restored.identity.isEmpty)
        }
    }

    /// The messages that wait, or aren't acknowledged.
    var waiting: ArraySlice<Outgoing> { outgoing[goneCount...] }
    /// The number of messages that wait, or aren't acknowledged.
    var waitingCount: Int { outgoing.count - goneCount }
    /// The number of messages of which it isn't known whether they were handled.
    var unknownCount: Int { outgoing[goneCount...].count(where: \.wasSent) }

    /// Adds a message.
    ///
    /// - Returns: Its number.
    mutating func add(_ content: [UInt8]) -> UInt64 {
        lastSent += 1
        outgoing.append(Outgoing(number: lastSent, content: content))
        return lastSent
    }

    /// Takes a number for a message that is lost, so that the other end misses it.
    mutating func skip() { lastSent += 1 }

    /// Goes on after the number that the other end remembers; all that was sent before has come.
    mutating func goOn(after number: UInt64) {
        let unsent = removeAll()
        lastSent = number
        for message in unsent { _ = add(message.content) }
    }

    /// Removes the messages up to a number.
    mutating func acknowledge(_ number: UInt64) {
        while goneCount < outgoing.count, outgoing[goneCount].number <= number { goneCount += 1 }
        sentCount = max(sentCount, goneCount)
        compact()
    }

    /// Lets all messages be sent again that aren't acknowledged.
    mutating func rewind() { sentCount = goneCount }

    /// Removes all messages, such as for another process that knows nothing of them.
    ///
    /// - Returns: Those that were never sent.
    mutating func removeAll() -> [Outgoing] {
        let unsent = outgoing[goneCount...].filter { !$0.wasSent }
        (outgoing, goneCount, sentCount) = ([], 0, 0)
        return unsent
    }

    /// Adds lines that wait to a frame, up to its limit.
    ///
    /// - Parameter isKept: Whether they stay until they are acknowledged.
    /// - Returns: Whether more wait.
    mutating func fill(_ frame: inout [UInt8], upTo limit: Int, isKept: Bool) -> Bool {
        while sentCount < outgoing.count {
            let message = outgoing[sentCount]
            if !frame.isEmpty, frame.count + message.content.count > limit { return true }
            frame += message.wasSent ? "{\"again\":true,\"n\":".utf8 : "{\"n\":".utf8
            frame += "\(message.number)".utf8
            frame += message.content
            outgoing[sentCount].wasSent = true
            sentCount += 1
        }
        if !isKept {
            goneCount = sentCount
            compact()
        }
        return false
    }

    private mutating func compact() {
        guard goneCount > 64, goneCount * 2 > outgoing.count || goneCount == outgoing.count else {
            if goneCount == outgoing.count { (outgoing, goneCount, sentCount) = ([], 0, 0) }
            return
        }
        outgoing.removeFirst(goneCount)
        (goneCount, sentCount) = (0, sentCount - goneCount)
    }
}
