internal import CZeroMQ
internal import ComponentBridges

/// A context of ZeroMQ: its thread, and the names of its inner connections.
final class ZeroMQContext {
    let handle: UnsafeMutableRawPointer

    init(_ address: String) throws(BridgeError) {
        guard let handle = zmq_ctx_new() else {
            throw .unavailable(address: address, reason: ZeroMQSocket.errorText())
        }
        self.handle = handle
    }

    /// Waits until what the closed sockets hold is sent, or their time is over.
    deinit { while zmq_ctx_term(handle) != 0 && zmq_errno() == EINTR {} }
}
