internal import CZeroMQ

/// Answers whether a client may connect, by its public key: the protocol ZAP (ZeroMQ RFC 27).
final class ZeroMQAuthenticator {
    private let socket: ZeroMQSocket
    private let clients: Set<String>
    var descriptor: Int32 { socket.descriptor }

    /// Begins to be asked; `nil` if the system can't.
    init?(_ context: ZeroMQContext, clients: Set<String>) {
        guard let socket = ZeroMQSocket(context, ZMQ_ROUTER), zmq_bind(socket.handle, "inproc://zeromq.zap.01") == 0
        else { return nil }
        (self.socket, self.clients) = (socket, clients)
    }

    /// Answers all that wait.
    func answer() {
        while let request = nextRequest() {
            // The way back up to the empty part, version, number, domain, address, identity,
            // mechanism, and the key.
            guard let end = request.firstIndex(of: []), request.count >= end + 8 else { continue }
            let (isCurve, key) = (request[end + 6] == Array("CURVE".utf8), request[end + 7])
            let isKnown = isCurve && ZeroMQKeyPair.text(ofKey: key).map(clients.contains) ?? false
            let answer = [
                request[end + 1], request[end + 2], Array((isKnown ? "200" : "400").utf8),
                Array((isKnown ? "" : "unknown key").utf8), [], [],
            ]
            let parts = request[...end] + answer
            for (index, part) in parts.enumerated() {
                zmq_send(socket.handle, part, part.count, ZMQ_DONTWAIT | (index + 1 < parts.count ? ZMQ_SNDMORE : 0))
            }
        }
    }

    private func nextRequest() -> [[UInt8]]? {
        var parts: [[UInt8]] = []
        var hasMore = true
        while hasMore {
            let isThere = socket.receive { bytes, more, _ in
                // The library asks, with short parts.
                parts.append([UInt8](bytes))
                hasMore = more
            }
            if !isThere { return nil }
        }
        return parts
    }
}
