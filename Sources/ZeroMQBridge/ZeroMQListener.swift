internal import BridgeTransportSupport
internal import CZeroMQ
internal import ComponentBridges
#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The side of a server that its thread uses: one socket, and the connections to it.
///
/// libzmq tells which connection a message comes from, by a number and by its descriptor, and that
/// a connection has ended only by the descriptor, which a later connection may get. So at such news
/// the peer with the descriptor is tried: libzmq refuses what is sent to a connection that has
/// ended.
final class ZeroMQListener: @unchecked Sendable {
    // Unchecked, because the server hands it to its thread.
    /// A connection.
    private struct Connection {
        /// The beats since it was accepted.
        var age = 0
        /// The peer, after its hello.
        var routing: RoutingID?
    }

    let address: ZeroMQAddress
    private let hub: TransportHub
    private let socket: ZeroMQSocket
    private let monitor: ZeroMQMonitor
    private let authenticator: ZeroMQAuthenticator?
    private let connectionLimit: Int
    private var connections: [Int32: Connection] = [:]
    private var peers: [RoutingID: (queue: PeerQueue, descriptor: Int32)] = [:]
    private var routings: [UInt64: RoutingID] = [:]
    /// The peers whose connections may have ended, and the attempts that are left.
    private var suspects: [RoutingID: Int] = [:]
    private var blocked: Set<RoutingID> = []

    init(
        _ address: ZeroMQAddress, _ keys: ZeroMQKeyPair?, _ clients: Set<String>?, connectionLimit: Int,
        _ hub: TransportHub
    ) throws(BridgeError) {
        func failure(_ reason: String = ZeroMQSocket.errorText()) -> BridgeError {
            .unavailable(address: address.text, reason: reason)
        }
        for key in clients ?? [] where !ZeroMQKeyPair.isKey(key) {
            throw .refused(address: address.text, reason: "'\(key)' isn't a public key of 40 characters")
        }
        if clients != nil && keys == nil {
            throw .refused(address: address.text, reason: "the keys of clients need one of the server")
        }
        let context = try ZeroMQContext(address.text)
        guard let socket = ZeroMQSocket(context, ZMQ_ROUTER) else { throw failure() }
        authenticator = clients.flatMap { ZeroMQAuthenticator(context, clients: $0) }
        if clients != nil && authenticator == nil { throw failure() }
        socket.setBounds(hub)
        socket.set(ZMQ_ROUTER_MANDATORY, 1)
        socket.set(ZMQ_BACKLOG, 1024)
        // Only where it is asked for: libzmq tells addresses of the former version as some of the later.
        if address.text.contains("[") { socket.set(ZMQ_IPV6, 1) }
        if let keys {
            socket.set(ZMQ_CURVE_SERVER, 1)
            guard socket.set(ZMQ_CURVE_SECRETKEY, keys.secretKey), socket.set(ZMQ_ZAP_DOMAIN, "automata") else {
                throw failure()
            }
        }
        let events = ZMQ_EVENT_ACCEPTED | ZMQ_EVENT_DISCONNECTED
        guard let monitor = ZeroMQMonitor(context, socket, events: events, named: "monitor") else {
            throw failure()
        }
        (self.socket, self.monitor, self.hub) = (socket, monitor, hub)
        // libzmq tries without a pause to accept a connection for which there is no descriptor.
        var limit = rlimit()
        let hasLimit = getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit) == 0
        let descriptors = hasLimit ? Int(clamping: limit.rlim_cur) : 1024
        self.connectionLimit = max(1, min(connectionLimit, descriptors - 64))
        do throws(BridgeError) {
            try address.clearPath()
            if zmq_bind(socket.handle, address.text) != 0 { throw failure() }
        } catch {
            monitor.stop()
            throw error
        }
        if case .local(let path) = address.kind {
            chmod(path, S_IRUSR | S_IWUSR)
            self.address = address
        } else {
            var (text, size) = ([CChar](repeating: 0, count: 256), 256)
            zmq_getsockopt(socket.handle, ZMQ_LAST_ENDPOINT, &text, &size)
            let bound = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            self.address = try ZeroMQAddress(bound, listens: true)
        }
    }

    deinit { monitor.stop() }

    /// Serves until the hub is closed.
    func run() {
        guard let wake = hub.wakePipe else { return }
        var poll = DescriptorPoll([
            wake.descriptor, socket.descriptor, monitor.descriptor, authenticator?.descriptor ?? -1,
        ])
        let beat = hub.limits.beat
        var nextBeat = MonotonicTime.now + beat
        while true {
            let orders = hub.takeOrders()
            if orders.isClosed { break }
            authenticator?.answer()
            noteConnections()
            let isBusy = receive()
            for (peer, reason) in orders.disconnects { disconnect(peer, because: reason) }
            flush(orders.ready)
            let now = MonotonicTime.now
            if isBusy && now < nextBeat { continue }
            trySuspects()
            if now >= nextBeat {
                countBeat()
                nextBeat = MonotonicTime.now + beat
            }
            if isBusy { continue }
            let isIdle = connections.isEmpty && peers.isEmpty
            // The library tells once that there is room, which may have been before the last attempt.
            let isWaiting = !blocked.isEmpty || !suspects.isEmpty
            hub.wait(&poll, isWaiting ? 10 : isIdle ? -1 : max(0, Int((nextBeat - now) * 1000) + 1))
        }
        finish()
    }

    // MARK: Receiving

    private func noteConnections() {
        while let (event, descriptor) = monitor.next() {
            if event == ZMQ_EVENT_ACCEPTED {
                // The hello may have come first.
                if connections[descriptor]?.routing != nil { continue }
                if connections.count >= connectionLimit {
                    address.cutConnection(descriptor)
                } else {
                    connections[descriptor] = Connection()
                }
            } else if let routing = connections[descriptor]?.routing {
                suspects[routing] = 100
            } else {
                connections[descriptor] = nil
            }
        }
    }

    /// Takes some messages.
    ///
    /// - Returns: Whether more may be there.
    private func receive() -> Bool {
        for _ in 0..<64 {
            var (routing, hasMore): (RoutingID?, Bool) = (nil, false)
            let isThere = socket.receive { bytes, more, _ in (routing, hasMore) = (RoutingID(bytes), more) }
            if !isThere { return false }
            var isFirst = true
            while hasMore {
                let isThere = socket.receive { bytes, more, descriptor in
                    if isFirst && !more {
                        handle(bytes, from: routing, descriptor)
                    } else if let routing {
                        expel(routing, because: "it has sent nonsense")
                    }
                    (isFirst, hasMore) = (false, more)
                }
                if !isThere { break }
            }
        }
        return true
    }

    private func handle(_ bytes: UnsafeRawBufferPointer, from routing: RoutingID?, _ descriptor: () -> Int32) {
        // Who chooses a number could take that of another one.
        guard let routing else { return address.cutConnection(descriptor()) }
        guard let (queue, _) = peers[routing] else { return greet(bytes, routing, descriptor()) }
        queue.isHeard = true
        let content = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
        switch bytes.first.flatMap(TransportMessage.init) {
        case .frames:
            let isChunk = FrameChunk.read(content, limit: hub.limits.frameLimit) {
                hub.deliver(.received($0, from: queue.peer))
            }
            if !isChunk { expel(routing, because: "it has sent nonsense") }
        case .goodbye: remove(routing, because: TransportMessage.reason(content))
        case .beat: break
        case .hello, nil: expel(routing, because: "it has sent nonsense")
        }
    }

    /// Takes the first message of a connection.
    private func greet(_ bytes: UnsafeRawBufferPointer, _ routing: RoutingID, _ descriptor: Int32) {
        guard bytes.first == TransportMessage.hello.rawValue,
            let frameLimit = TransportMessage.readHello(bytes.dropFirst())
        else {
            // What a connection that was cut has still sent; others are cut after some beats.
            return
        }
        // Numbers aren't used again, but descriptors are.
        if let former = connections[descriptor]?.routing {
            remove(former, because: "the connection has ended", hasEnded: true)
        }
        let hello = [TransportMessage.hello.rawValue] + TransportMessage.hello(frameLimit: hub.limits.frameLimit)
        guard socket.send(hello, to: routing) == .sent else { return }
        connections[descriptor] = Connection(routing: routing)
        let queue = hub.add(frameLimit: frameLimit)
        peers[routing] = (queue, descriptor)
        routings[queue.peer.number] = routing
    }

    // MARK: Sending

    private func flush(_ ready: [PeerQueue]) {
        for queue in ready { if let routing = routings[queue.peer.number] { flush(queue, to: routing) } }
        for routing in blocked { if let (queue, _) = peers[routing] { flush(queue, to: routing) } }
    }

    private func flush(_ queue: PeerQueue, to routing: RoutingID) {
        hub.flush(queue) { chunk in
            let outcome = socket.send(chunk, to: routing)
            if outcome == .gone { suspects[routing] = 1 }
            return outcome != .full
        }
        if queue.isBlocked { blocked.insert(routing) } else { blocked.remove(routing) }
    }

    /// Sends a beat, to peers that live.
    private func countBeat() {
        let (silent, unspoken) = hub.countBeat()
        for queue in silent {
            guard let routing = routings[queue.peer.number] else { continue }
            expel(routing, because: "nothing has come from it for \(Int(4 * hub.limits.beat)) seconds")
        }
        for queue in unspoken {
            guard let routing = routings[queue.peer.number] else { continue }
            _ = socket.send([TransportMessage.beat.rawValue], to: routing)
        }
        for descriptor in connections.keys where connections[descriptor]?.routing == nil {
            connections[descriptor]?.age += 1
            if let age = connections[descriptor]?.age, age >= 4 { address.cutConnection(descriptor) }
        }
    }

    /// Removes peers whose connections have ended, after what they have sent.
    private func trySuspects() {
        for (routing, attempts) in suspects {
            if peers[routing] == nil {
                suspects[routing] = nil
            } else if socket.send([TransportMessage.beat.rawValue], to: routing) == .gone {
                remove(routing, because: "the connection has ended", hasEnded: true)
            } else {
                // It was an earlier connection with the same descriptor, or isn't known to have ended yet.
                suspects[routing] = attempts > 1 ? attempts - 1 : nil
            }
        }
    }

    // MARK: Ends of connections

    private func disconnect(_ peer: BridgePeer, because reason: String) {
        guard let routing = routings[peer.number] else { return }
        if let (queue, _) = peers[routing] { flush(queue, to: routing) }
        _ = socket.send([TransportMessage.goodbye.rawValue] + reason.utf8.prefix(500), to: routing)
        // The client ends the connection when it has read that; if not, it is cut after some beats.
        remove(routing, because: reason)
    }

    /// Cuts the connection of a peer with which it can't go on.
    private func expel(_ routing: RoutingID, because reason: String) {
        guard let (_, descriptor) = peers[routing] else { return }
        address.cutConnection(descriptor)
        remove(routing, because: reason)
    }

    private func remove(_ routing: RoutingID, because reason: String, hasEnded: Bool = false) {
        guard let (queue, descriptor) = peers.removeValue(forKey: routing) else { return }
        routings[queue.peer.number] = nil
        suspects[routing] = nil
        blocked.remove(routing)
        connections[descriptor] = hasEnded ? nil : Connection()
        hub.remove(queue, because: reason)
    }

    /// Sends what waits, for a second at most.
    private func finish() {
        let end = MonotonicTime.now + 1
        repeat {
            for (routing, peer) in peers { flush(peer.queue, to: routing) }
            if !blocked.isEmpty { usleep(1000) }
        } while !blocked.isEmpty && MonotonicTime.now < end
        for routing in peers.keys {
            _ = socket.send([TransportMessage.goodbye.rawValue] + "it was closed".utf8, to: routing)
        }
        socket.set(ZMQ_LINGER, max(0, Int((end - MonotonicTime.now) * 1000)))
    }
}
