internal import BridgeTransportSupport
internal import ComponentBridges

/// The clients of a server.
final class MQTTServerRole: MQTTRole {
    private let address: MQTTAddress
    private let hub: TransportHub
    private let connectionLimit: Int
    private let sender = UInt64.random(in: 1...UInt64.max)
    private var clients: [String: MQTTPeer] = [:]
    private var names: [UInt64: String] = [:]
    /// The number of times that this server has said that it is there.
    private var appearances: UInt32 = 0
    /// Whether the last words about the server are this one's.
    private var isPresent = false

    init(_ address: MQTTAddress, _ hub: TransportHub, connectionLimit: Int) {
        (self.address, self.hub, self.connectionLimit) = (address, hub, connectionLimit)
    }

    var will: (topic: String, message: [UInt8], isRetained: Bool) {
        (address.presence, MQTTHeader(.goodbye, sender: sender, connection: 0).message(), true)
    }
    var subscriptions: [String] { [address.fromClient("+"), address.presence] }

    func begin(isKept: Bool) {
        if !isKept { removeAll(because: "the broker has lost the connection") }
        isPresent = false
        if !isKept || appearances == 0 { appearances += 1 }
    }

    func appear(_ broker: MQTTBroker) {
        let message = MQTTHeader(.hello, sender: sender, connection: appearances).message()
        _ = broker.publish(message, to: address.presence, isRetained: true)
    }

    func handle(_ bytes: UnsafeRawBufferPointer, topic: String, _ broker: MQTTBroker) {
        let header = MQTTHeader(bytes)
        if topic == address.presence { return notePresence(header, broker) }
        guard let header, let slash = topic.lastIndex(of: "/") else { return }
        let name = String(topic[topic.index(after: slash)...])
        let content = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(MQTTHeader.size))
        if header.kind == .hello { return greet(name, header, content, broker) }
        guard var client = clients[name], client.sender == header.sender,
            client.connection == header.connection || header.connection == 0
        else {
            // One that was forgotten begins again.
            if header.kind != .goodbye { dismiss(name, header.connection, because: "it isn't known", broker) }
            return
        }
        let end = client.take(header, content, hub)
        clients[name] = client
        guard let end else { return }
        if header.kind != .goodbye { dismiss(name, client.connection, because: end, broker) }
        remove(name, because: end.isEmpty ? "the broker has lost it" : end)
    }

    private func notePresence(_ header: MQTTHeader?, _ broker: MQTTBroker) {
        if header?.kind == .hello, let other = header?.sender, other != sender {
            // What the broker had kept comes before one's own words.
            guard isPresent else { return }
            isPresent = false
            removeAll(because: "another server has taken the name")
            hub.deliver(.waiting(because: "another server has taken the name \(address.name)"))
        } else if header?.kind == .hello {
            isPresent = true
        } else {
            // The last words of an earlier server have taken the place of this one's.
            appear(broker)
        }
    }

    private func greet(
        _ name: String, _ header: MQTTHeader, _ content: UnsafeRawBufferPointer, _ broker: MQTTBroker
    ) {
        guard let frameLimit = TransportMessage.readHello(content) else { return }
        let former = clients[name]
        let isRepeated = former?.sender == header.sender && former?.connection == header.connection
        if !isRepeated {
            if former != nil { remove(name, because: "it has connected again") }
            guard clients.count < connectionLimit else {
                return dismiss(name, header.connection, because: "the server has \(clients.count) clients", broker)
            }
        }
        let hello = MQTTHeader(.hello, sender: sender, connection: header.connection)
        _ = broker.publish(
            hello.message(TransportMessage.hello(frameLimit: hub.limits.frameLimit)), to: address.toClient(name))
        if isRepeated { return }
        let queue = hub.add(frameLimit: frameLimit)
        names[queue.peer.number] = name
        clients[name] = MQTTPeer(queue, sender: header.sender, connection: header.connection)
    }

    private func dismiss(_ name: String, _ connection: UInt32, because reason: String, _ broker: MQTTBroker) {
        let header = MQTTHeader(.goodbye, sender: sender, connection: connection)
        _ = broker.publish(header.message(Array(reason.utf8.prefix(500))), to: address.toClient(name))
    }

    func flush(_ ready: [PeerQueue], _ broker: MQTTBroker) {
        for queue in ready { if let name = names[queue.peer.number] { flush(name, broker) } }
        for (name, client) in clients where client.queue.isBlocked { flush(name, broker) }
    }

    private func flush(_ name: String, _ broker: MQTTBroker) {
        guard let failure = clients[name]?.flush(address.toClient(name), sender: sender, hub, broker) else { return }
        remove(name, because: failure)
    }

    func disconnect(_ peer: BridgePeer, because reason: String, _ broker: MQTTBroker) {
        guard let name = names[peer.number], let client = clients[name] else { return }
        flush(name, broker)
        dismiss(name, client.connection, because: reason, broker)
        remove(name, because: reason)
    }

    func countBeat(_ broker: MQTTBroker?) {
        let (silent, _) = hub.countBeat()
        for queue in silent {
            guard let name = names[queue.peer.number], let client = clients[name] else { continue }
            let reason = "nothing has come from it for \(Int(4 * hub.limits.beat)) seconds"
            if let broker { dismiss(name, client.connection, because: reason, broker) }
            remove(name, because: reason)
        }
        guard let broker else { return }
        // Also after frames: the last ones may be lost.
        for (name, client) in clients {
            let header = MQTTHeader(
                .beat, sender: sender, connection: client.connection, sequence: client.sequence.sent)
            if broker.hasRoom { _ = broker.publish(header.message(), to: address.toClient(name)) }
        }
    }

    var deadline: Double? { nil }
    func act(_ broker: MQTTBroker) {}

    func finish(_ broker: MQTTBroker) {
        for (name, client) in clients { dismiss(name, client.connection, because: "it was closed", broker) }
        if isPresent { _ = broker.publish([], to: address.presence, isRetained: true) }
    }

    func removeAll(because reason: String) { for name in Array(clients.keys) { remove(name, because: reason) } }

    private func remove(_ name: String, because reason: String) {
        guard let client = clients.removeValue(forKey: name) else { return }
        names[client.queue.peer.number] = nil
        hub.remove(client.queue, because: reason)
    }
}
