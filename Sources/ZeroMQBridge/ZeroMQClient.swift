internal import BridgeTransportSupport
public import ComponentBridges
internal import CZeroMQ

/// A transport that connects to the address of a ``ZeroMQServer``, and again when the connection
/// has ended.
public final class ZeroMQClient: BridgeTransport {
    private let hub: TransportHub
    private let connector: ZeroMQConnector
    /// The address of the server.
    public let address: String

    /// Creates a client, which connects after ``open(_:)``.
    ///
    /// - Parameters:
    ///   - address: `tcp://HOST:PORT` or `ipc://PATH`.
    ///   - keys: The keys of the client; by default new ones, for a server that lets all in that
    ///     know its public key.
    ///   - server: The public key of the server; `nil` if it has none, and nothing is encrypted.
    ///   - options: The bounds.
    /// - Throws: `BridgeError` if the address or a key isn't valid.
    public init(
        _ address: String, keys: ZeroMQKeyPair? = nil, server: String? = nil, options: ZeroMQOptions = .init()
    ) throws(BridgeError) {
        let limits = TransportLimits(
            frameLimit: options.frameLimit, queueLimit: options.queueLimit, silenceLimit: options.silenceLimit)
        hub = TransportHub(limits, headerSize: 1)
        var pair = keys
        if let server {
            guard ZeroMQKeyPair.isKey(server) else {
                throw .refused(address: address, reason: "'\(server)' isn't a public key of 40 characters")
            }
            if pair == nil { pair = try ZeroMQKeyPair() }
        } else if keys != nil {
            throw .refused(address: address, reason: "the keys of a client need the public key of the server")
        }
        let target = try ZeroMQAddress(address, listens: false)
        self.address = target.text
        connector = ZeroMQConnector(target, pair, server, hub)
    }

    deinit { close() }

    /// The greatest frame that is carried, in bytes.
    public var frameLimit: Int { hub.limits.frameLimit }

    /// Begins to connect.
    ///
    /// - Throws: `BridgeError` if it was opened or closed before, or
    ///   the system can't start a thread.
    public func open(_ deliver: @escaping @Sendable (BridgeEvent) -> Void) throws(BridgeError) {
        let context = try ZeroMQContext(address)
        // The thread hands the context on.
        let handle = Guarded<ZeroMQContext?>(context)
        try hub.start(address, deliver) { [connector] in
            let context = handle.withLock { context in
                defer { context = nil }
                return context
            }
            if let context { connector.run(context) }
        }
    }

    /// Hands a frame over, from any thread, without waiting; returns whether there was room.
    public func send(_ frame: [UInt8], to peer: BridgePeer) -> Bool { hub.send(frame, to: peer) }

    /// Ends the connection with the server, which is told the reason, and makes another one.
    public func disconnect(_ peer: BridgePeer, because reason: String) { hub.disconnect(peer, because: reason) }

    /// Sends what waits, for a second at most, and ends.
    public func close() { hub.close() }
}
