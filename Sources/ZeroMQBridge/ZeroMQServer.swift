internal import BridgeTransportSupport
public import ComponentBridges
internal import CZeroMQ

/// A transport that listens at an address of ZeroMQ, for any number of clients.
///
///     let server = try ZeroMQServer("tcp://127.0.0.1:0")
public final class ZeroMQServer: BridgeTransport {
    private let hub: TransportHub
    private let listener: Guarded<ZeroMQListener?>
    /// The address, with the port that the system has chosen for `:0`.
    public let address: String

    /// Binds an address, at which clients are served after ``open(_:)``.
    ///
    /// - Parameters:
    ///   - address: `tcp://HOST:PORT`, with `*` for all interfaces and `0` for a free port, or
    ///     `ipc://PATH`, which only this user can connect to.
    ///   - keys: The keys of the server; without them nothing is encrypted.
    ///   - clients: The public keys of the clients that may connect; `nil` if all may that know the
    ///     server's public key.
    ///   - options: The bounds.
    /// - Throws: `BridgeError` if the address or a key isn't valid, or the address is taken.
    public init(
        _ address: String, keys: ZeroMQKeyPair? = nil, clients: Set<String>? = nil, options: ZeroMQOptions = .init()
    ) throws(BridgeError) {
        let limits = TransportLimits(
            frameLimit: options.frameLimit, queueLimit: options.queueLimit, silenceLimit: options.silenceLimit)
        hub = TransportHub(limits, headerSize: 1)
        let listener = try ZeroMQListener(
            ZeroMQAddress(address, listens: true), keys, clients, connectionLimit: options.connectionLimit, hub)
        self.listener = Guarded(listener)
        self.address = listener.address.text
    }

    deinit { close() }

    /// The greatest frame that is carried, in bytes.
    public var frameLimit: Int { hub.limits.frameLimit }

    /// Begins to serve.
    ///
    /// - Throws: `BridgeError` if it was opened or closed before, or
    ///   the system can't start a thread.
    public func open(_ deliver: @escaping @Sendable (BridgeEvent) -> Void) throws(BridgeError) {
        try hub.start(address, deliver) { [listener] in
            // The address is free when the thread has ended.
            let taken = listener.withLock { listener in
                defer { listener = nil }
                return listener
            }
            taken?.run()
        }
    }

    /// Hands a frame over, from any thread, without waiting; returns whether there was room.
    public func send(_ frame: [UInt8], to peer: BridgePeer) -> Bool { hub.send(frame, to: peer) }

    /// Ends the connection of a peer, which is told the reason.
    public func disconnect(_ peer: BridgePeer, because reason: String) { hub.disconnect(peer, because: reason) }

    /// Sends what waits, for a second at most, and ends.
    public func close() {
        hub.close()
        // Not opened, it lets go of the address here.
        listener.withLock { $0 = nil }
    }
}
