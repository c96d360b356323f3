internal import BridgeTransportSupport
internal import CZeroMQ
internal import ComponentBridges
#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The side of a client that its thread uses: a socket for each connection.
///
/// libzmq would connect again by itself, and send what it holds to whoever is there then; so it
/// doesn't, and a socket ends with its connection.
final class ZeroMQConnector: @unchecked Sendable {
    // Unchecked, because only the thread uses what changes.
    private let address: ZeroMQAddress
    private let keys: ZeroMQKeyPair?
    private let server: String?
    private let hub: TransportHub
    private var backoff = Backoff()
    private var attempts = 0
    /// The reason that was told last, while there is no connection.
    private var toldReason: String?

    init(_ address: ZeroMQAddress, _ keys: ZeroMQKeyPair?, _ server: String?, _ hub: TransportHub) {
        (self.address, self.keys, self.server, self.hub) = (address, keys, server, hub)
    }

    /// Connects until the hub is closed.
    func run(_ context: ZeroMQContext) {
        while !hub.isClosed {
            let start = MonotonicTime.now
            let (reason, wasConnected) = runConnection(context)
            if hub.isClosed { return }
            if !wasConnected && toldReason != reason {
                hub.deliver(.waiting(because: reason))
                toldReason = reason
            }
            sleep(backoff.next(after: wasConnected ? MonotonicTime.now - start : 0))
        }
    }

    private func sleep(_ seconds: Double) {
        guard let wake = hub.wakePipe else { return }
        var poll = DescriptorPoll([wake.descriptor])
        let end = MonotonicTime.now + seconds
        while !hub.takeOrders().isClosed, MonotonicTime.now < end {
            hub.wait(&poll, Int((end - MonotonicTime.now) * 1000) + 1)
        }
    }

    /// Connects once.
    ///
    /// - Returns: The reason of the end.
    private func runConnection(_ context: ZeroMQContext) -> (reason: String, wasConnected: Bool) {
        guard let socket = ZeroMQSocket(context, ZMQ_DEALER), let wake = hub.wakePipe else {
            return (ZeroMQSocket.errorText(), false)
        }
        socket.setBounds(hub)
        socket.set(ZMQ_IPV6, 1)
        socket.set(ZMQ_RECONNECT_IVL, -1)
        socket.set(ZMQ_CONNECT_TIMEOUT, Int(4000 * hub.limits.beat))
        if let keys, let server {
            guard socket.set(ZMQ_CURVE_SERVERKEY, server), socket.set(ZMQ_CURVE_PUBLICKEY, keys.publicKey),
                socket.set(ZMQ_CURVE_SECRETKEY, keys.secretKey)
            else { return (ZeroMQSocket.errorText(), false) }
        }
        attempts += 1
        let events =
            ZMQ_EVENT_CLOSED | ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH
            | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL
        guard let monitor = ZeroMQMonitor(context, socket, events: events, named: "monitor\(attempts)") else {
            return (ZeroMQSocket.errorText(), false)
        }
        defer { monitor.stop() }
        let hello = [TransportMessage.hello.rawValue] + TransportMessage.hello(frameLimit: hub.limits.frameLimit)
        guard zmq_connect(socket.handle, address.text) == 0, socket.send(hello) == .sent else {
            return (ZeroMQSocket.errorText(), false)
        }
        var connection = ZeroMQConnection(socket, monitor, hub)
        let poll = DescriptorPoll([wake.descriptor, socket.descriptor, monitor.descriptor])
        let reason = connection.run(poll) { toldReason = nil }
        if let queue = connection.queue { hub.remove(queue, because: reason) }
        return (reason, connection.queue != nil)
    }
}

/// A connection of a client.
private struct ZeroMQConnection {
    private let socket: ZeroMQSocket
    private let monitor: ZeroMQMonitor
    private let hub: TransportHub
    /// The server, after its hello.
    private(set) var queue: PeerQueue?
    /// The reason why the connection has ended.
    private var end: String?
    private var handshakeFailure: String?

    init(_ socket: ZeroMQSocket, _ monitor: ZeroMQMonitor, _ hub: TransportHub) {
        (self.socket, self.monitor, self.hub) = (socket, monitor, hub)
    }

    /// Serves until the connection has ended or the hub is closed.
    ///
    /// - Returns: The reason.
    mutating func run(_ poll: DescriptorPoll, _ noteConnection: () -> Void) -> String {
        var poll = poll
        let beat = hub.limits.beat
        let start = MonotonicTime.now
        var nextBeat = start + beat
        while true {
            let orders = hub.takeOrders()
            if orders.isClosed { return finish() }
            // All that came before the end is delivered before it.
            if end == nil { noteEnd() }
            let wasConnected = queue != nil
            let isBusy = receive()
            if !wasConnected && queue != nil { noteConnection() }
            if let queue {
                for (peer, reason) in orders.disconnects where peer == queue.peer { return disconnect(reason) }
                if end == nil { flush() }
            }
            let now = MonotonicTime.now
            if isBusy && now < nextBeat { continue }
            if let end { return end }
            if now >= nextBeat {
                if let reason = countBeat(start) { return reason }
                nextBeat = MonotonicTime.now + beat
            }
            if isBusy { continue }
            hub.wait(&poll, queue?.isBlocked == true ? 10 : max(0, Int((nextBeat - now) * 1000) + 1))
        }
    }

    private mutating func noteEnd() {
        while let (event, value) = monitor.next() {
            switch event {
            case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH: handshakeFailure = "it refuses the key of this client (\(value))"
            case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL:
                handshakeFailure = "it has other keys, or doesn't speak ZeroMQ"
            case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL:
                handshakeFailure = handshakeFailure ?? "it ends the connection at once; it may have other keys"
            default:
                end = handshakeFailure ?? (queue == nil ? "nobody listens there" : "the connection has ended")
            }
        }
    }

    private mutating func receive() -> Bool {
        for _ in 0..<64 {
            let isThere = socket.receive { bytes, hasMore, _ in
                if hasMore { end = end ?? "it has sent nonsense" } else if end == nil || queue != nil { handle(bytes) }
            }
            if !isThere { return false }
        }
        return true
    }

    private mutating func handle(_ bytes: UnsafeRawBufferPointer) {
        let content = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
        let message = bytes.first.flatMap(TransportMessage.init)
        guard let queue else {
            if message == .hello, let frameLimit = TransportMessage.readHello(content) {
                self.queue = hub.add(frameLimit: frameLimit)
            } else {
                end = message == .goodbye ? TransportMessage.reason(content) : "it isn't a server of this library"
            }
            return
        }
        queue.isHeard = true
        switch message {
        case .frames:
            let isChunk = FrameChunk.read(content, limit: hub.limits.frameLimit) {
                hub.deliver(.received($0, from: queue.peer))
            }
            if !isChunk { end = end ?? "it has sent nonsense" }
        case .goodbye: end = TransportMessage.reason(content)
        case .beat: break
        case .hello, nil: end = end ?? "it has sent nonsense"
        }
    }

    private mutating func flush() {
        guard let queue else { return }
        var isGone = false
        hub.flush(queue) { chunk in
            let outcome = socket.send(chunk)
            isGone = isGone || outcome == .gone
            return outcome != .full
        }
        if isGone { end = end ?? "the connection has ended" }
    }

    private mutating func countBeat(_ start: Double) -> String? {
        guard queue != nil else {
            return MonotonicTime.now - start > 4 * hub.limits.beat ? "it doesn't answer" : nil
        }
        let (silent, unspoken) = hub.countBeat()
        if !silent.isEmpty { return "nothing has come from it for \(Int(4 * hub.limits.beat)) seconds" }
        if !unspoken.isEmpty { _ = socket.send([TransportMessage.beat.rawValue]) }
        return nil
    }

    private mutating func disconnect(_ reason: String) -> String {
        flush()
        _ = socket.send([TransportMessage.goodbye.rawValue] + reason.utf8.prefix(500))
        socket.set(ZMQ_LINGER, 1000)
        return reason
    }

    /// Sends what waits, for a second at most.
    private mutating func finish() -> String {
        let last = MonotonicTime.now + 1
        repeat {
            flush()
            if queue?.isBlocked == true { usleep(1000) }
        } while queue?.isBlocked == true && end == nil && MonotonicTime.now < last
        if queue != nil { _ = socket.send([TransportMessage.goodbye.rawValue] + "it was closed".utf8) }
        socket.set(ZMQ_LINGER, queue == nil ? 0 : max(0, Int((last - MonotonicTime.now) * 1000)))
        return "it was closed"
    }
}
