internal import BridgeTransportSupport
public import ComponentBridges

/// A transport that serves any number of clients at a broker of MQTT.
///
///     let server = try MQTTServer("mqtt://user:password@broker:1883/shop")
public final class MQTTServer: BridgeTransport {
    private let connector: MQTTConnector
    /// The address, without the password.
    public var address: String { connector.address.text }
    /// The greatest frame that is carried, in bytes.
    public var frameLimit: Int { connector.hub.limits.frameLimit }

    /// Creates a server, which connects to the broker after ``open(_:)``.
    ///
    /// - Parameters:
    ///   - address: `mqtt://USER:PASSWORD@HOST:PORT/NAME`, or `mqtts://` with encryption. User and
    ///     password may be missing, and so may the port.
    ///   - options: The bounds.
    /// - Throws: `BridgeError` if the address isn't valid, or the file of authorities can't be
    ///   read.
    public init(_ address: String, options: MQTTOptions = .init()) throws(BridgeError) {
        let (address, hub) = (try MQTTAddress(address), options.hub)
        let role = MQTTServerRole(address, hub, connectionLimit: options.connectionLimit)
        connector = try MQTTConnector(address, named: MQTTOptions.newName("s"), options, hub, role)
    }

    deinit { close() }

    /// Begins to connect and to serve.
    ///
    /// - Throws: `BridgeError` if it was opened or closed before, or
    ///   the system can't start a thread.
    public func open(_ deliver: @escaping @Sendable (BridgeEvent) -> Void) throws(BridgeError) {
        try connector.hub.start(address, deliver) { [connector] in connector.run() }
    }

    /// Hands a frame over, from any thread, without waiting; returns whether there was room.
    public func send(_ frame: [UInt8], to peer: BridgePeer) -> Bool { connector.hub.send(frame, to: peer) }

    /// Ends the connection of a peer, which is told the reason.
    public func disconnect(_ peer: BridgePeer, because reason: String) {
        connector.hub.disconnect(peer, because: reason)
    }

    /// Sends what waits, for a second at most, and ends.
    public func close() { connector.hub.close() }
}

/// A transport that connects to an ``MQTTServer`` at a broker of MQTT, and again when the
/// connection has ended.
public final class MQTTClient: BridgeTransport {
    private let connector: MQTTConnector
    /// The address, without the password.
    public var address: String { connector.address.text }
    /// The greatest frame that is carried, in bytes.
    public var frameLimit: Int { connector.hub.limits.frameLimit }

    /// Creates a client, which connects after ``open(_:)``.
    ///
    /// - Parameters:
    ///   - address: The address of the server.
    ///   - options: The bounds.
    /// - Throws: `BridgeError` if the address isn't valid, or the file of authorities can't be
    ///   read.
    public init(_ address: String, options: MQTTOptions = .init()) throws(BridgeError) {
        let (address, hub) = (try MQTTAddress(address), options.hub)
        let name = MQTTOptions.newName("c")
        connector = try MQTTConnector(address, named: name, options, hub, MQTTClientRole(address, named: name, hub))
    }

    deinit { close() }

    /// Begins to connect.
    ///
    /// - Throws: `BridgeError` if it was opened or closed before, or
    ///   the system can't start a thread.
    public func open(_ deliver: @escaping @Sendable (BridgeEvent) -> Void) throws(BridgeError) {
        try connector.hub.start(address, deliver) { [connector] in connector.run() }
    }

    /// Hands a frame over, from any thread, without waiting; returns whether there was room.
    public func send(_ frame: [UInt8], to peer: BridgePeer) -> Bool { connector.hub.send(frame, to: peer) }

    /// Ends the connection with the server, which is told the reason, and makes another one.
    public func disconnect(_ peer: BridgePeer, because reason: String) {
        connector.hub.disconnect(peer, because: reason)
    }

    /// Sends what waits, for a second at most, and ends.
    public func close() { connector.hub.close() }
}

extension MQTTOptions {
    /// A hub with these bounds.
    var hub: TransportHub {
        let limits = TransportLimits(frameLimit: frameLimit, queueLimit: queueLimit, silenceLimit: silenceLimit)
        return TransportHub(limits, headerSize: MQTTHeader.size)
    }

    /// Returns a new name for the broker, of 23 characters, which every broker takes.
    static func newName(_ prefix: String) -> String {
        let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        return "automata\(prefix)" + String(repeating: "0", count: 14 - number.utf8.count) + number
    }
}
