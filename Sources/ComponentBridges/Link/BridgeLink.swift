public import Components
internal import TextSupport

/// A component whose ports are at the other end of a bridge, in another process or on another
/// machine.
///
///     struct ServiceBridge: Bridge {              // in the process of the application
///         let requests = Input<ServiceRequests>()
///         let replies = Output<ServiceReplies>()
///         let link = BridgeLink(.client)
///     }
///
///     struct ServiceEnd: Bridge {                 // in the process of the web service
///         let requests = Output<ServiceRequests>()
///         let replies = Input<ServiceReplies>()
///         let link = BridgeLink(.server)
///     }
///
/// Each port is a channel, whose name is that of the property. What one end receives, the port of
/// that name at the other end sends; a server sends to all its clients. Components are connected
/// with it as with any other, and can't tell. ``ComponentSystem/open(_:over:journal:)`` gives it a
/// transport.
///
/// The bodies of all messages must be `Codable`, or tuples of two or three such values. Commands
/// don't cross a bridge: use a message for the request, and one for the answer.
public protocol Bridge: Component {
    /// The link to the other end.
    var link: BridgeLink { get }
}

extension Bridge {
    /// Begins to talk with the other end. A bridge with a method of its own calls
    /// ``BridgeLink/start()`` there.
    public func start() throws { try link.start() }
}

/// The stored property of a ``Bridge`` that talks with the other end.
public final class BridgeLink: RelayHolder {
    /// The two ends of a bridge.
    public enum Role: String, Hashable, Sendable {
        /// It has one peer, its server.
        case client
        /// It has any number of clients.
        case server
    }

    package let relay: Relay
    package let wire = Input<BridgeWire>()
    package let orders = Output<BridgeOrders>(isOptional: true)
    private let own = EventPort<BridgeFlush>()
    private let ends: BridgeEnds

    /// Creates a link.
    ///
    /// - Parameters:
    ///   - role: The end of the bridge.
    ///   - options: What is promised to both ends, which must have the same promise.
    public init(_ role: Role, _ options: BridgeOptions = .init()) {
        let ends = BridgeEnds(role, options)
        self.ends = ends
        relay = Relay(own: [("In", wire), ("Out", orders), ("Flush", own)]) { port, message, body in
            try ends.send(body, port: port, message: message)
        }
        ends.relay = relay
        ends.order = { [orders] in orders.order($0) }
        ends.flushSoon = { [own] in own.flush() }
        relay.handle(wire.event) { try ends.handle($0) }
        relay.handle(own.flush) { ends.flush() }
    }

    /// Begins to talk with the other end.
    ///
    /// - Throws: ``BridgeFailure/unbridgeable(port:message:reason:)`` if a message can't cross.
    public func start() throws { try ends.start() }
}

/// The promise of a bridge for its messages, and its bounds.
public struct BridgeOptions: Hashable, Sendable {
    /// A promise for each message.
    public enum Promise: String, Hashable, Sendable {
        /// A message arrives once, in order, or never; the receiver is told how many are missing.
        case atMostOnce
        /// A message arrives once, in order, while both ends live, whatever becomes of the
        /// connection: it is sent again until the other end has acknowledged it.
        case confirmed
    }

    /// The promise for each message, which both ends must have.
    public var promise: Promise
    /// The maximum number of messages for a peer that it hasn't acknowledged, or, without
    /// acknowledgements, that wait for the connection to take them. Further ones are dropped, which
    /// ``BridgeNews/dropped`` tells.
    public var window = 10_000
    /// The maximum number of clients that a server knows, with those that are gone and may come
    /// back. The one that is gone for longest is forgotten first.
    public var clientLimit = 1_000
    /// Whether the bridge fails by ``BridgeFailure/peerGone(_:reason:unknown:)`` when a peer goes,
    /// so that its supervisor can act; otherwise it waits for the peer to come back.
    public var failsWhenPeerGoes = false

    /// Creates options.
    public init(_ promise: Promise = .atMostOnce) { self.promise = promise }
}

/// The news of a bridge, which it tells through an `Output<BridgeNews>` of its own that isn't a
/// channel.
public struct BridgeNews: PortProtocol {
    /// A peer has connected, and understands the bridge.
    public let connected = Message<String>()
    /// A peer is gone, with the reason. It may come back.
    public let disconnected = Message<(String, String)>()
    /// A peer can't be talked with, with the reason: another version, schema or promise, or
    /// nonsense.
    public let refused = Message<(String, String)>()
    /// A number of messages of a peer are missing before the next one.
    public let missing = Message<(String, Int)>()
    /// A number of messages to a peer were dropped, as too many waited.
    public let dropped = Message<(String, Int)>()
    /// It isn't known of a number of messages to a peer whether they were handled, as the peer died
    /// or was forgotten.
    public let unknown = Message<(String, Int)>()
    /// A number of the following messages of a peer may have been handled before, by the process
    /// that died.
    public let repeated = Message<(String, Int)>()

    /// Creates the messages.
    public init() {}
}

/// The reason for which a bridge fails.
public enum BridgeFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A message can't cross a bridge.
    case unbridgeable(port: String, message: String, reason: String)
    /// The server can't be talked with, for a reason.
    case refused(String)
    /// The journal can't be written, for a reason; nothing is sent that it doesn't have.
    case journal(String)
    /// A peer is gone; of some messages to it nobody knows whether they were handled.
    case peerGone(String, reason: String, unknown: Int)

    /// The reason, for a person.
    public var description: String {
        switch self {
        case .unbridgeable(let port, let message, let reason):
            "the message \(port).\(message) can't cross a bridge: \(reason)"
        case .refused(let reason): "the other end can't be talked with: \(reason)"
        case .journal(let reason): "the journal can't be written: \(reason)"
        case .peerGone(let peer, let reason, let unknown):
            "the peer \(peer) is gone: \(reason)"
                + (unknown == 0 ? "" : "; of \(unknown) messages it isn't known whether they were handled")
        }
    }
}

/// The messages of the transport to a link.
package struct BridgeWire: PortProtocol {
    package let event = Message<BridgeWireEvent>()
    package init() {}
}

package enum BridgeWireEvent: Sendable {
    /// The transport begins, with what the journal kept.
    case opened(identity: String, [RestoredPeer])
    case transport(BridgeEvent)
    /// The connection takes no more frames, or takes them again; the number grows with each time.
    case full(BridgePeer, number: Int)
    case room(BridgePeer, number: Int)
    /// The journal can't be written, for a reason: nothing is promised any more.
    case journalFailed(String)
}

/// The part of a journal for one peer, whose identity is empty if no server was there yet.
package struct RestoredPeer: Sendable {
    package var identity: String
    /// The number of the last message that was sent, and those that weren't acknowledged.
    package var lastSent: UInt64 = 0
    package var unacknowledged: [(number: UInt64, content: [UInt8])] = []
    /// The number of the last message that was handled.
    package var lastReceived: UInt64 = 0

    package init(
        identity: String, lastSent: UInt64 = 0, unacknowledged: [(number: UInt64, content: [UInt8])] = [],
        lastReceived: UInt64 = 0
    ) {
        (self.identity, self.lastSent) = (identity, lastSent)
        (self.unacknowledged, self.lastReceived) = (unacknowledged, lastReceived)
    }
}

/// The orders of a link to the transport and the journal, which they follow one after the other.
package struct BridgeOrders: PortProtocol {
    package let order = Message<BridgeOrder>()
    package init() {}
}

package enum BridgeOrder: Sendable {
    /// A fresh link wants to begin.
    case begin
    case send([UInt8], BridgePeer)
    case disconnect(BridgePeer, because: String)
    /// A message is kept until the peer has acknowledged it.
    case keep(peer: String, number: UInt64, content: [UInt8])
    case acknowledged(peer: String, number: UInt64)
    case received(peer: String, number: UInt64)
    case forget(peer: String)
}

private struct BridgeFlush: PortProtocol {
    let flush = Message<Void>()
}
