internal import Components
internal import TextSupport

/// The work of a ``BridgeLink``: introduces the end, numbers messages, sends them again and sorts
/// out what comes.
final class BridgeEnds {
    let role: BridgeLink.Role
    let options: BridgeOptions
    unowned(unsafe) var relay: Relay!
    var order: (BridgeOrder) -> Void = { _ in }
    var flushSoon: () -> Void = {}

    private var hello = BridgeHello()
    private var helloLine: [UInt8] = []
    /// The messages that this end sends, by port and place: `,"send":"requests.upload"`.
    private var prefixes: [[[UInt8]]] = []
    /// The messages that this end receives, by their names.
    private var receivers: [String: (port: Int, message: Int, coding: BodyCoding)] = [:]
    /// The ports that tell news.
    private var newsPorts: [Int] = []

    /// The sessions by the identity of the other end.
    private var sessions: [String: BridgeSession] = [:]
    /// The identities of connections; empty until the other end has introduced itself.
    private var identities: [BridgePeer: String] = [:]
    /// Whether the transport has begun: before, nobody knows what the journal has.
    private var isOpened = false
    /// The messages and events that wait for that.
    private var held: (messages: [[UInt8]], events: [BridgeWireEvent]) = ([], [])
    /// The messages that a client sends before it knows a server.
    private var early = BridgeSession("")
    private var departureCount = 0
    private var isFlushing = false

    /// The bytes from which on a frame is sent at once.
    private static let frameSize = 65_536
    /// The greatest number of a message, which other languages' numbers hold, too.
    private static let numberLimit: UInt64 = 1 << 53
    /// The maximum number of connections that haven't introduced themselves.
    private static let strangerLimit = 256

    init(_ role: BridgeLink.Role, _ options: BridgeOptions) { (self.role, self.options) = (role, options) }

    private var isConfirmed: Bool { options.promise == .confirmed }

    // MARK: - Start

    func start() throws(BridgeFailure) {
        (hello.role, hello.promise) = (role.rawValue, options.promise.rawValue)
        for (place, port) in relay.ports.enumerated() {
            var prefixes: [[UInt8]] = []
            let isNews = !port.isInput && port.type == BridgeNews.self
            if isNews { newsPorts.append(place) }
            for (index, message) in port.messages.enumerated() where !isNews {
                let name = "\(port.name).\(message.name)"
                guard let coding = message.coding else { throw Self.unbridgeable(port, message) }
                let shape = BodyShape(ofAll: coding.types).text
                if port.isInput {
                    hello.sends[name] = shape
                } else {
                    hello.receives[name] = shape
                    receivers[name] = (place, index, coding)
                }
                var text = TextOutput()
                text.append(",\"send\":")
                JSONString.append(name.utf8, to: &text)
                prefixes.append(text.bytes)
            }
            self.prefixes.append(prefixes)
        }
        order(.begin)
    }

    private static func unbridgeable(_ port: Relay.Port, _ message: Relay.Port.Message) -> BridgeFailure {
        .unbridgeable(
            port: port.name, message: message.name,
            reason: message.isCommand
                ? "it is a command; use a message for the request, and one for the answer"
                : "its body is \(message.type); make it Codable, or a tuple of two or three such values")
    }

    // MARK: - Out

    /// Sends a message of a component to the other end.
    func send(_ body: any Sendable, port: Int, message: Int) throws {
        var text = TextOutput()
        text.append(prefixes[port][message])
        if let id = relay.currentMessage {
            text.append(",\"by\":")
            JSONString.append("\(id)".utf8, to: &text)
        }
        guard let coding = relay.ports[port].messages[message].coding else { return }
        try coding.append(body, to: &text)
        text.append("}\n")
        if isOpened { return distribute(text.bytes) }
        guard held.messages.count < options.window else { return tell("dropped", ("", 1)) }
        held.messages.append(text.bytes)
    }

    private func distribute(_ content: [UInt8]) {
        if role == .client {
            let identity = sessions.keys.first
            if let identity { update(identity) { add(content, to: &$0) } } else { add(content, to: &early) }
        } else {
            for identity in sessions.keys { update(identity) { add(content, to: &$0) } }
        }
        if !isFlushing {
            isFlushing = true
            // After what waits: it may have more for the same frame.
            flushSoon()
        }
    }

    private func add(_ content: [UInt8], to session: inout BridgeSession) {
        if session.waitingCount >= options.window {
            if !isConfirmed { session.skip() }
            return tell("dropped", (session.identity, 1))
        }
        if !isConfirmed, session.phase != .open { return session.skip() }
        let number = session.add(content)
        if isConfirmed { order(.keep(peer: session.identity, number: number, content: content)) }
    }

    func flush() {
        isFlushing = false
        for identity in sessions.keys { update(identity) { flush(&$0) } }
    }

    private func flush(_ session: inout BridgeSession) {
        guard let peer = session.peer, session.phase == .open, !session.isFull else { return }
        var hasMore = true
        while hasMore {
            var frame: [UInt8] = []
            if session.owesAcknowledgement {
                frame += "{\"ack\":\(session.lastReceived)}\n".utf8
                session.owesAcknowledgement = false
            }
            hasMore = session.fill(&frame, upTo: Self.frameSize, isKept: isConfirmed)
            if !frame.isEmpty { order(.send(frame, peer)) }
        }
    }

    // MARK: - Connections

    func handle(_ event: BridgeWireEvent) throws {
        switch event {
        case .opened: break
        case _ where !isOpened: return held.events.append(event)
        default: break
        }
        switch event {
        case .opened(let identity, let restored):
            hello.identity = identity
            helloLine = hello.line
            for peer in restored {
                let session = BridgeSession(peer)
                if peer.identity.isEmpty { early = session } else { sessions[peer.identity] = session }
            }
            let (messages, events) = held
            (isOpened, held) = (true, ([], []))
            for message in messages { distribute(message) }
            for event in events { try handle(event) }
        case .full(let peer, let number): withSession(of: peer) { $0.isFull = number > $0.roomNumber }
        case .room(let peer, let number):
            withSession(of: peer) { session in
                (session.isFull, session.roomNumber) = (false, number)
                flush(&session)
            }
        case .journalFailed(let reason): throw BridgeFailure.journal(reason)
        case .transport(.connected(let peer)):
            guard identities.values.count(where: \.isEmpty) < Self.strangerLimit else {
                return refuse(peer, "too many connections that haven't said who they are")
            }
            identities[peer] = ""
            order(.send(helloLine, peer))
        case .transport(.received(let frame, let peer)): try receive(frame, from: peer)
        case .transport(.disconnected(let peer, let reason)): try leave(peer, reason)
        case .transport(.waiting), .transport(.room): break
        }
    }

    private func withSession(of peer: BridgePeer, _ change: (inout BridgeSession) -> Void) {
        guard let identity = identities[peer], sessions[identity]?.peer == peer else { return }
        update(identity, change)
    }

    private func update(_ identity: String, _ change: (inout BridgeSession) -> Void) {
        if let index = sessions.index(forKey: identity) { change(&sessions.values[index]) }
    }

    private func leave(_ peer: BridgePeer, _ reason: String) throws(BridgeFailure) {
        guard let identity = identities.removeValue(forKey: peer), sessions[identity]?.peer == peer else { return }
        departureCount += 1
        sessions[identity]?.peer = nil
        sessions[identity]?.phase = .absent
        sessions[identity]?.departure = departureCount
        let unknown = isConfirmed ? sessions[identity]?.unknownCount ?? 0 : 0
        if !isConfirmed {
            // All that waits is lost, as the next number tells.
            _ = sessions[identity]?.removeAll()
        }
        tell("disconnected", (identity, reason))
        if options.failsWhenPeerGoes { throw .peerGone(identity, reason: reason, unknown: unknown) }
    }

    /// Disconnects a peer that can't be talked with.
    private func refuse(_ peer: BridgePeer, _ reason: String) {
        var json = JSONOutput(isCompact: true)
        json.open("{")
        json.key("error")
        json.string(reason)
        json.close("}")
        json.write("\n")
        order(.send(json.text.bytes, peer))
        order(.disconnect(peer, because: reason))
        tell("refused", (identities[peer] ?? "", reason))
    }

    // MARK: - In

    private func receive(_ frame: [UInt8], from peer: BridgePeer) throws {
        guard identities[peer] != nil else { return }
        var failure: BridgeFailure?
        do {
            try frame.withUnsafeBytes { text in
                var start = 0
                while start < text.count {
                    let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
                    if end > start { try receive(BridgeLine(text, from: start, to: end), text, from: peer) }
                    start = end + 1
                }
            }
        } catch let error as BridgeFailure { failure = error } catch let problem as TextProblem {
            refuse(peer, "the frame isn't of this format: \(problem.message)")
        } catch let error as BridgeRefusal { refuse(peer, error.reason) }
        withSession(of: peer) { session in
            if isConfirmed, session.owesAcknowledgement {
                order(.received(peer: session.identity, number: session.lastReceived))
            }
            flush(&session)
        }
        if let failure { throw failure }
    }

    private func receive(_ line: BridgeLine, _ text: UnsafeRawBufferPointer, from peer: BridgePeer) throws {
        let identity = identities[peer] ?? ""
        switch line {
        case .hello(let other):
            if !identity.isEmpty { throw BridgeRefusal("it introduced itself twice") }
            try greet(other, peer)
        case .failure(let reason):
            order(.disconnect(peer, because: reason))
            tell("refused", (identity, reason))
            if role == .client { throw BridgeFailure.refused(reason) }
        case _ where identity.isEmpty: throw BridgeRefusal("it must introduce itself by 'hello' first")
        case .open(let number):
            guard number <= Self.numberLimit, let session = sessions[identity],
                session.isNew || number <= session.lastSent
            else { throw BridgeRefusal("it has messages that weren't sent") }
            withSession(of: peer) { session in
                if session.isNew, number > session.base { goOn(after: number, &session) }
                session.isNew = false
                session.acknowledge(number)
                session.rewind()
                let isNew = session.phase != .open
                session.phase = .open
                if isConfirmed { order(.acknowledged(peer: identity, number: number)) }
                if isNew { tell("connected", identity) }
            }
        case .acknowledged(let number):
            guard number <= sessions[identity]?.lastSent ?? 0 else {
                throw BridgeRefusal("it acknowledges a message that wasn't sent")
            }
            withSession(of: peer) { session in
                session.acknowledge(number)
                if isConfirmed { order(.acknowledged(peer: identity, number: number)) }
            }
        case .message(let number, let channel, let isAgain, let body):
            try receive(number, channel, isAgain: isAgain, text, body, from: peer, identity)
        }
    }

    private func greet(_ other: BridgeHello, _ peer: BridgePeer) throws {
        if let reason = hello.conflict(with: other) {
            refuse(peer, reason)
            identities[peer] = nil
            if role == .client { throw BridgeFailure.refused(reason) }
            return
        }
        if other.identity.isEmpty || other.identity.utf8.count > 256 {
            throw BridgeRefusal("its name has no characters, or too many")
        }
        identities[peer] = other.identity
        if role == .client { try meet(other.identity) }
        if sessions[other.identity] == nil { makeRoom() }
        var session = sessions[other.identity] ?? BridgeSession(other.identity)
        // It came back before its first connection was known to be gone.
        if let old = session.peer {
            identities[old] = nil
            order(.disconnect(old, because: "it has another connection"))
        }
        (session.peer, session.phase, session.isFull, session.roomNumber) = (peer, .greeted, false, 0)
        session.owesAcknowledgement = false
        sessions[other.identity] = session
        order(.send(Array("{\"open\":\(session.lastReceived)}\n".utf8), peer))
    }

    /// Numbers the messages anew for an end that has more than this one remembers to have sent.
    private func goOn(after number: UInt64, _ session: inout BridgeSession) {
        session.goOn(after: number)
        guard isConfirmed else { return }
        order(.forget(peer: session.identity))
        order(.received(peer: session.identity, number: session.lastReceived))
        for message in session.waiting {
            order(.keep(peer: session.identity, number: message.number, content: message.content))
        }
    }

    /// Meets a server, which may be another process than before.
    private func meet(_ identity: String) throws {
        for old in sessions.keys where old != identity {
            let unsent = forget(old)
            for message in unsent { _ = early.add(message.content) }
        }
        // Without acknowledgements nothing is kept for a server that isn't there: it misses it.
        var session = sessions[identity] ?? BridgeSession(identity, skipping: isConfirmed ? 0 : early.lastSent)
        for message in early.removeAll() {
            let number = session.add(message.content)
            order(.keep(peer: identity, number: number, content: message.content))
        }
        order(.forget(peer: ""))
        early = BridgeSession("")
        sessions[identity] = session
    }

    /// Forgets the client that is gone for longest, if there are too many.
    private func makeRoom() {
        guard role == .server, sessions.count >= options.clientLimit else { return }
        let gone = sessions.values.filter { $0.peer == nil }.min { $0.departure < $1.departure }
        guard let gone else { return }
        let unsent = forget(gone.identity)
        if !unsent.isEmpty { tell("dropped", (gone.identity, unsent.count)) }
    }

    /// Forgets a peer.
    ///
    /// - Returns: What was never sent to it.
    private func forget(_ identity: String) -> [BridgeSession.Outgoing] {
        guard var session = sessions.removeValue(forKey: identity) else { return [] }
        if session.unknownCount > 0 { tell("unknown", (identity, session.unknownCount)) }
        order(.forget(peer: identity))
        return session.removeAll()
    }

    private func receive(
        _ number: UInt64, _ channel: String, isAgain: Bool, _ text: UnsafeRawBufferPointer, _ body: Int,
        from peer: BridgePeer, _ identity: String
    ) throws {
        guard var session = sessions[identity], session.peer == peer else { return }
        if number > Self.numberLimit { throw BridgeRefusal("the number \(number) is too large") }
        if number <= session.lastReceived {
            session.owesAcknowledgement = isConfirmed
            return sessions[identity] = session
        }
        if number > session.lastReceived + 1, !isConfirmed || session.hasReceived {
            // Who was forgotten, perhaps with an old journal, goes on from what was acknowledged.
            if isConfirmed { throw BridgeRefusal("message \(session.lastReceived + 1) is missing before \(number)") }
            tell("missing", (identity, Int(clamping: number - session.lastReceived - 1)))
        }
        guard let receiver = receivers[channel] else { throw BridgeRefusal("unknown message '\(channel)'") }
        let value: any Sendable
        do {
            guard let found = try receiver.coding.body(in: text, at: body) else {
                throw BridgeRefusal("the body of \(channel) has another number of values")
            }
            value = found
        } catch let error as DecodingError { throw BridgeRefusal("the body of \(channel): \(error.reason)") }
        if isAgain, session.isRestored { tell("repeated", (identity, 1)) }
        (session.lastReceived, session.hasReceived) = (number, true)
        session.owesAcknowledgement = isConfirmed
        sessions[identity] = session
        _ = relay.send(value, port: receiver.port, message: receiver.message)
    }

    // MARK: - News

    private func tell(_ name: String, _ body: any Sendable) {
        for port in newsPorts {
            guard let index = relay.ports[port].messages.firstIndex(where: { $0.name == name }) else { continue }
            _ = relay.send(body, port: port, message: index)
        }
    }
}

/// The reason for which a peer is disconnected.
private struct BridgeRefusal: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
