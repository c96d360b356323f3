public import Components
internal import Synchronization

extension ComponentSystem {
    /// Joins a bridge of the system with the other end, by a transport.
    ///
    ///     let system = try ComponentSystem(assembly)
    ///     try system.open(bridge, over: try ZeroMQTransport(.client, "tcp://10.0.0.1:5555"))
    ///
    /// The transport connects, and connects again, until the bridge ends or is closed. What comes
    /// stands in the recording of the system as messages from outside, so that a run is repeated
    /// without a network.
    ///
    /// - Parameters:
    ///   - bridge: The bridge.
    ///   - transport: The transport, which must not be open.
    ///   - journal: The file that keeps the messages which aren't acknowledged, for the process
    ///     after this one; `nil` for none. It needs the promise `confirmed`.
    /// - Returns: The bridge's connection, which can be closed. It stays open without anybody who
    ///   keeps it.
    /// - Throws: ``BridgeError`` if the transport or the journal can't be used;
    ///   ``ComponentError/unknownPart(_:hasEnded:)`` if the bridge isn't there.
    @discardableResult
    public func open<Owner: Bridge>(
        _ bridge: PartReference<Owner>, over transport: any BridgeTransport, journal path: String? = nil
    ) throws -> BridgeConnection {
        let wire = try port(\Owner.link.wire, of: bridge)
        let journal = try path.map { path throws(BridgeError) in try BridgeJournal(path) }
        let connection = BridgeConnection(transport, journal, wire.event)
        // Ends with the component.
        let tap = ConnectionTap(connection)
        try tell(\Owner.link.orders.order, of: bridge) { tap.connection.perform($0) }
        try connection.open()
        return connection
    }
}

/// The connection of a bridge that runs.
public final class BridgeConnection: Sendable {
    private let transport: any BridgeTransport
    private let journal: BridgeJournal?
    private let wire: OutsideMessage<BridgeWireEvent>
    private let state = Mutex(State())

    private struct State {
        var peers: Set<BridgePeer> = []
        /// Frames that the transport had no room for, which come after others of the peer.
        var waiting: [BridgePeer: [[UInt8]]] = [:]
        /// The number of times that there was no room for a frame.
        var fullCount = 0
        /// Whether the journal has failed, so that nothing is sent.
        var hasFailed = false
        var isClosed = false
    }

    init(_ transport: any BridgeTransport, _ journal: BridgeJournal?, _ wire: OutsideMessage<BridgeWireEvent>) {
        (self.transport, self.journal, self.wire) = (transport, journal, wire)
    }

    /// The address of the transport.
    public var address: String { transport.address }

    /// Sends what was handed over, for a second at most, and ends the connection.
    public func close() {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        guard isFirst else { return }
        transport.close()
        journal?.close()
    }

    func open() throws(BridgeError) {
        wire(beginning)
        try transport.open { [weak self] event in self?.take(event) }
    }

    private var beginning: BridgeWireEvent {
        .opened(identity: journal?.identity ?? Self.randomIdentity(), journal?.peers ?? [])
    }

    /// Tells the link something in one of its own turns, in which it can't wait for itself.
    private func tellLater(_ event: BridgeWireEvent) {
        Task { [wire] in await wire.send(event) }
    }

    static func randomIdentity() -> String {
        (0..<2).map { _ in String(UInt64.random(in: 1 << 60...UInt64.max), radix: 16) }.joined()
    }

    private func take(_ event: BridgeEvent) {
        switch event {
        case .connected(let peer): state.withLock { _ = $0.peers.insert(peer) }
        case .disconnected(let peer, _):
            state.withLock { state in
                state.peers.remove(peer)
                state.waiting[peer] = nil
            }
        case .room(let peer): return sendWaiting(to: peer)
        case .received, .waiting: break
        }
        wire(.transport(event))
    }

    /// - Returns: Whether the connection takes further orders.
    func perform(_ order: BridgeOrder) -> Bool {
        switch order {
        case .begin:
            // A fresh link knows nothing of the connections.
            if let reason = journal?.recover() {
                fail(reason)
                return true
            }
            state.withLock { $0.hasFailed = false }
            tellLater(beginning)
            let peers = state.withLock { $0.peers }
            for peer in peers { transport.disconnect(peer, because: "the bridge was restarted") }
        case .send(let frame, let peer): send(frame, to: peer)
        case .disconnect(let peer, let reason): transport.disconnect(peer, because: reason)
        case .keep(let peer, let number, let content): fail(journal?.keep(number, content, for: peer))
        case .acknowledged(let peer, let number): fail(journal?.acknowledge(number, of: peer))
        case .received(let peer, let number): fail(journal?.note(received: number, from: peer))
        case .forget(let peer): fail(journal?.forget(peer))
        }
        return !state.withLock { $0.isClosed }
    }

    /// Tells the link the reason for which the journal can't be written, if there is one, and sends
    /// nothing that the journal may not have.
    private func fail(_ reason: String?) {
        guard let reason else { return }
        let isFirst = state.withLock { state in
            defer { state.hasFailed = true }
            return !state.hasFailed
        }
        if isFirst { tellLater(.journalFailed(reason)) }
    }

    private func send(_ frame: [UInt8], to peer: BridgePeer) {
        let number: Int? = state.withLock { state in
            if state.hasFailed { return nil }
            if state.waiting[peer] != nil {
                state.waiting[peer]?.append(frame)
                return nil
            }
            if transport.send(frame, to: peer) { return nil }
            state.waiting[peer] = [frame]
            state.fullCount += 1
            return state.fullCount
        }
        // There may be room before the link knows, which the number tells it.
        if let number { tellLater(.full(peer, number: number)) }
    }

    private func sendWaiting(to peer: BridgePeer) {
        let number: Int? = state.withLock { state in
            guard var frames = state.waiting[peer]?[...] else { return nil }
            while let frame = frames.first, transport.send(frame, to: peer) { frames.removeFirst() }
            state.waiting[peer] = frames.isEmpty ? nil : Array(frames)
            return frames.isEmpty ? state.fullCount : nil
        }
        if let number { wire(.room(peer, number: number)) }
    }
}

/// Closes a connection when its component has ended.
private final class ConnectionTap: Sendable {
    let connection: BridgeConnection

    init(_ connection: BridgeConnection) { self.connection = connection }

    deinit { connection.close() }
}
