internal import BridgeTransportSupport
internal import ComponentBridges

/// The server of a client.
final class MQTTClientRole: MQTTRole {
    private let address: MQTTAddress
    private let name: String
    private let hub: TransportHub
    private let sender = UInt64.random(in: 1...UInt64.max)
    /// The number of the current or last connection to the server.
    private var connection: UInt32 = 0
    /// The server that is there, and the number of times that it has said so.
    private var present: (sender: UInt64, appearances: UInt32)?
    private var server: MQTTPeer?
    private var isWaitingTold = false
    private var backoff = Backoff()
    private var connectionTime = 0.0
    /// The time of the next attempt to connect, after the end of a connection.
    private(set) var deadline: Double?

    init(_ address: MQTTAddress, named name: String, _ hub: TransportHub) {
        (self.address, self.name, self.hub) = (address, name, hub)
    }

    var will: (topic: String, message: [UInt8], isRetained: Bool) {
        (address.fromClient(name), MQTTHeader(.goodbye, sender: sender, connection: 0).message(), false)
    }
    var subscriptions: [String] { [address.toClient(name), address.presence] }

    func begin(isKept: Bool) {
        if isKept { return }
        removeAll(because: "the broker has lost the connection")
        present = nil
    }

    func appear(_ broker: MQTTBroker) {}

    func handle(_ bytes: UnsafeRawBufferPointer, topic: String, _ broker: MQTTBroker) {
        let header = MQTTHeader(bytes)
        if topic == address.presence { return notePresence(header, broker) }
        guard let header, let present, header.sender == present.sender, header.connection == connection else { return }
        let content = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(MQTTHeader.size))
        guard server != nil else {
            if header.kind == .hello, let frameLimit = TransportMessage.readHello(content) {
                server = MQTTPeer(hub.add(frameLimit: frameLimit), sender: header.sender, connection: connection)
                isWaitingTold = false
                connectionTime = MonotonicTime.now
            } else if header.kind == .goodbye {
                tellWaiting(because: TransportMessage.reason(content))
            }
            return
        }
        guard let end = server?.take(header, content, hub) else { return }
        if header.kind != .goodbye { sayGoodbye(because: end, broker) }
        removeAll(because: end)
    }

    private func notePresence(_ header: MQTTHeader?, _ broker: MQTTBroker) {
        guard let header, header.kind == .hello else {
            // Of another server than the present one, which will say that it is there.
            if let header, let present, header.sender != present.sender { return }
            present = nil
            removeAll(because: "the server is gone")
            return tellWaiting(because: "no server is there")
        }
        if let present, present == (header.sender, header.connection) { return }
        present = (header.sender, header.connection)
        removeAll(because: "the server has started again")
        greet(broker)
    }

    private func tellWaiting(because reason: String) {
        if !isWaitingTold { hub.deliver(.waiting(because: reason)) }
        isWaitingTold = true
    }

    func act(_ broker: MQTTBroker) { if server == nil && deadline != nil { greet(broker) } }

    /// Begins a connection to the server.
    private func greet(_ broker: MQTTBroker) {
        deadline = nil
        if present == nil { return }
        connection &+= 1
        // Zero stands for all connections.
        if connection == 0 { connection = 1 }
        sendHello(broker)
    }

    private func sendHello(_ broker: MQTTBroker) {
        let hello = MQTTHeader(.hello, sender: sender, connection: connection)
        let content = TransportMessage.hello(frameLimit: hub.limits.frameLimit)
        _ = broker.publish(hello.message(content), to: address.fromClient(name))
    }

    private func sayGoodbye(because reason: String, _ broker: MQTTBroker) {
        let header = MQTTHeader(.goodbye, sender: sender, connection: connection)
        _ = broker.publish(header.message(Array(reason.utf8.prefix(500))), to: address.fromClient(name))
    }

    func flush(_ ready: [PeerQueue], _ broker: MQTTBroker) {
        if let failure = server?.flush(address.fromClient(name), sender: sender, hub, broker) {
            sayGoodbye(because: failure, broker)
            removeAll(because: failure)
        }
    }

    func disconnect(_ peer: BridgePeer, because reason: String, _ broker: MQTTBroker) {
        guard server?.queue.peer == peer else { return }
        flush([], broker)
        sayGoodbye(because: reason, broker)
        removeAll(because: reason)
    }

    func countBeat(_ broker: MQTTBroker?) {
        guard let server else {
            // The answer may be lost, and a server that refuses may let this client in later.
            if let broker, present != nil, deadline == nil { sendHello(broker) }
            return
        }
        let (silent, _) = hub.countBeat()
        if !silent.isEmpty {
            let reason = "nothing has come from it for \(Int(4 * hub.limits.beat)) seconds"
            if let broker { sayGoodbye(because: reason, broker) }
            return removeAll(because: reason)
        }
        // Also after frames: the last ones may be lost.
        let header = MQTTHeader(.beat, sender: sender, connection: connection, sequence: server.sequence.sent)
        if let broker, broker.hasRoom { _ = broker.publish(header.message(), to: address.fromClient(name)) }
    }

    func finish(_ broker: MQTTBroker) { if server != nil { sayGoodbye(because: "it was closed", broker) } }

    func removeAll(because reason: String) {
        guard let queue = server?.queue else { return }
        server = nil
        let now = MonotonicTime.now
        deadline = now + backoff.next(after: now - connectionTime)
        hub.remove(queue, because: reason)
    }
}
