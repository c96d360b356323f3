/// The way by which the two ends of a bridge exchange frames.
///
/// A transport carries frames of bytes to peers and from them, in order as long as a connection
/// lasts, and says who comes and goes. All that a bridge promises beyond that is the work of its
/// ends, so that a transport keeps nothing for a peer that is gone.
///
/// A client has at most one peer at a time, its server; a server has many.
public protocol BridgeTransport: AnyObject, Sendable {
    /// The address in words, for messages: `tcp://127.0.0.1:5555`.
    var address: String { get }
    /// The greatest frame that is carried, in bytes. A peer that sends a greater one is
    /// disconnected before it is read.
    var frameLimit: Int { get }

    /// Begins to listen, or to connect and to connect again, until ``close()``.
    ///
    /// - Parameter deliver: Takes what happens, on one thread of the transport, one event after the
    ///   other. While it doesn't return, nothing more is read: so who is slow slows down the peers.
    ///   Nor does anything say that this end lives, so that it may be taken for gone after a while.
    /// - Throws: ``BridgeError`` if it can't listen, or the address isn't valid.
    func open(_ deliver: @escaping @Sendable (BridgeEvent) -> Void) throws(BridgeError)

    /// Hands a frame over, from any thread, without waiting.
    ///
    /// - Returns: Whether there was room. If not, ``BridgeEvent/room(_:)`` comes later. A frame to a
    ///   peer that is gone is dropped, and counts as taken. One over ``frameLimit``, or over that of
    ///   the peer, counts as taken, too, and the peer is disconnected.
    func send(_ frame: [UInt8], to peer: BridgePeer) -> Bool

    /// Disconnects a peer, which is then told as gone.
    func disconnect(_ peer: BridgePeer, because reason: String)

    /// Sends what was handed over, for a second at most, and ends; nothing is delivered afterwards.
    func close()
}

/// A connection to the other end of a bridge; another one after each reconnection.
public struct BridgePeer: Hashable, Sendable, CustomStringConvertible {
    /// The number of the connection among those of the transport.
    public let number: UInt64

    /// Creates a peer.
    public init(_ number: UInt64) { self.number = number }

    /// The number, in words.
    public var description: String { "peer \(number)" }
}

/// The events of a transport.
public enum BridgeEvent: Sendable {
    /// A peer has connected; its frames follow.
    case connected(BridgePeer)
    /// A frame has come.
    case received([UInt8], from: BridgePeer)
    /// A peer is gone, for a reason in words. Frames that were handed over may be lost.
    case disconnected(BridgePeer, because: String)
    /// There is room again for frames to a peer.
    case room(BridgePeer)
    /// The transport tries to connect, and can't yet, for a reason in words.
    case waiting(because: String)
}

/// The reason why a bridge can't be made or has failed.
public enum BridgeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The address isn't valid, with what is wrong and what to do.
    case invalidAddress(String, reason: String)
    /// The address can't be listened to, or the library refuses.
    case unavailable(address: String, reason: String)
    /// The key, name or password was refused.
    case refused(address: String, reason: String)

    /// The reason, for a person.
    public var description: String {
        switch self {
        case .invalidAddress(let address, let reason): "invalid address '\(address)'; \(reason)"
        case .unavailable(let address, let reason): "can't use \(address): \(reason)"
        case .refused(let address, let reason): "\(address) refuses: \(reason)"
        }
    }
}
