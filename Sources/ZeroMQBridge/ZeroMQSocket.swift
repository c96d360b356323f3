internal import BridgeTransportSupport
internal import CZeroMQ
internal import ComponentBridges
#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A socket of ZeroMQ, which one thread uses.
final class ZeroMQSocket {
    let handle: UnsafeMutableRawPointer
    /// The descriptor that becomes ready when something has happened, once each time: all must be
    /// taken before the next wait.
    let descriptor: Int32
    private let message: UnsafeMutablePointer<zmq_msg_t>
    /// The context ends after its sockets.
    private let context: ZeroMQContext

    /// Makes a socket; `nil` if the system can't.
    init?(_ context: ZeroMQContext, _ type: Int32) {
        guard let handle = zmq_socket(context.handle, type) else { return nil }
        var (descriptor, size): (Int32, Int) = (-1, MemoryLayout<Int32>.size)
        guard zmq_getsockopt(handle, ZMQ_FD, &descriptor, &size) == 0 else {
            zmq_close(handle)
            return nil
        }
        (self.handle, self.descriptor, self.context) = (handle, descriptor, context)
        message = .allocate(capacity: 1)
        set(ZMQ_LINGER, 0)
    }

    deinit {
        zmq_close(handle)
        message.deallocate()
    }

    /// The error of the last call, in words.
    static func errorText() -> String { String(cString: zmq_strerror(zmq_errno())) }

    func set(_ option: Int32, _ value: Int) {
        var value = Int32(clamping: value)
        zmq_setsockopt(handle, option, &value, MemoryLayout<Int32>.size)
    }

    func setSize(_ option: Int32, _ value: Int) {
        var value = Int64(value)
        zmq_setsockopt(handle, option, &value, MemoryLayout<Int64>.size)
    }

    func set(_ option: Int32, _ text: String) -> Bool { zmq_setsockopt(handle, option, text, text.utf8.count) == 0 }

    /// Sets what servers and clients share.
    func setBounds(_ hub: TransportHub) {
        // Frames cross in chunks: few of them keep the library busy, and bound what it holds.
        set(ZMQ_SNDHWM, 8)
        set(ZMQ_RCVHWM, 8)
        set(ZMQ_HANDSHAKE_IVL, Int(4000 * hub.limits.beat))
        // Messages of the library's own handshake count, too.
        setSize(ZMQ_MAXMSGSIZE, max(hub.maximumChunkSize, 1024))
    }

    /// The result of an attempt to send.
    enum Outcome { case sent, full, gone }

    /// Sends bytes.
    ///
    /// - Parameter routing: The connection, for a server.
    func send(_ bytes: [UInt8], to routing: RoutingID? = nil) -> Outcome {
        if let routing {
            let outcome = begin(routing)
            if outcome != .sent { return outcome }
        }
        return zmq_send(handle, bytes, bytes.count, ZMQ_DONTWAIT) < 0 ? Self.outcome() : .sent
    }

    /// Sends a chunk, whose memory goes to the library, unless there is no room.
    func send(_ chunk: FrameChunk, to routing: RoutingID? = nil) -> Outcome {
        chunk.buffer[0] = TransportMessage.frames.rawValue
        if let routing {
            let outcome = begin(routing)
            if outcome == .gone { chunk.deallocate() }
            if outcome != .sent { return outcome }
        } else if !hasRoom {
            return .full
        }
        guard chunk.count > 8192 else {
            // Cheaper to copy than to share.
            defer { chunk.deallocate() }
            return zmq_send(handle, chunk.bytes, chunk.count, ZMQ_DONTWAIT) < 0 ? .gone : .sent
        }
        let code = zmq_msg_init_data(
            message, chunk.bytes, chunk.count, { bytes, _ in bytes.map(FrameChunk.deallocate) }, nil)
        if code != 0 {
            chunk.deallocate()
            return .gone
        }
        if zmq_msg_send(message, handle, ZMQ_DONTWAIT) >= 0 { return .sent }
        zmq_msg_close(message)
        return .gone
    }

    private var hasRoom: Bool {
        var (events, size): (Int32, Int) = (0, MemoryLayout<Int32>.size)
        return zmq_getsockopt(handle, ZMQ_EVENTS, &events, &size) == 0 && events & ZMQ_POLLOUT != 0
    }

    private func begin(_ routing: RoutingID) -> Outcome {
        withUnsafeBytes(of: routing.bytes) {
            zmq_send(handle, $0.baseAddress, $0.count, ZMQ_DONTWAIT | ZMQ_SNDMORE) < 0 ? Self.outcome() : .sent
        }
    }

    private static func outcome() -> Outcome { zmq_errno() == EAGAIN || zmq_errno() == EINTR ? .full : .gone }

    /// Takes a part of a message, if one is there.
    ///
    /// - Parameter take: Takes the bytes, whether a further part follows, and the descriptor of the
    ///   connection from which they came, or -1.
    /// - Returns: Whether a part was there.
    func receive(_ take: (UnsafeRawBufferPointer, _ hasMore: Bool, _ descriptor: () -> Int32) -> Void) -> Bool {
        zmq_msg_init(message)
        while zmq_msg_recv(message, handle, ZMQ_DONTWAIT) < 0 {
            if zmq_errno() == EINTR { continue }
            zmq_msg_close(message)
            return false
        }
        let bytes = UnsafeRawBufferPointer(start: zmq_msg_data(message), count: zmq_msg_size(message))
        take(bytes, zmq_msg_more(message) != 0) { zmq_msg_get(message, ZMQ_SRCFD) }
        zmq_msg_close(message)
        return true
    }
}

/// The number that libzmq gives a connection to a server: a zero, and four bytes.
struct RoutingID: Hashable {
    let bytes: (UInt8, UInt8, UInt8, UInt8, UInt8)

    /// Takes the number; `nil` if the peer has chosen one of its own.
    init?(_ buffer: UnsafeRawBufferPointer) {
        guard buffer.count == 5, buffer[0] == 0 else { return nil }
        bytes = (0, buffer[1], buffer[2], buffer[3], buffer[4])
    }

    private var number: UInt32 {
        UInt32(bytes.1) << 24 | UInt32(bytes.2) << 16 | UInt32(bytes.3) << 8 | UInt32(bytes.4)
    }

    static func == (first: Self, second: Self) -> Bool { first.number == second.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// Tells the connections of a socket that come and go.
final class ZeroMQMonitor {
    private let watched: UnsafeMutableRawPointer
    private let socket: ZeroMQSocket
    var descriptor: Int32 { socket.descriptor }

    /// Begins to watch; `nil` if the system can't.
    ///
    /// - Parameter name: A name among those of the context.
    init?(_ context: ZeroMQContext, _ watched: ZeroMQSocket, events: Int32, named name: String) {
        let address = "inproc://\(name)"
        guard zmq_socket_monitor(watched.handle, address, events) == 0 else { return nil }
        guard let socket = ZeroMQSocket(context, ZMQ_PAIR), zmq_connect(socket.handle, address) == 0 else {
            zmq_socket_monitor(watched.handle, nil, 0)
            return nil
        }
        (self.watched, self.socket) = (watched.handle, socket)
    }

    /// Ends to watch; to be called before the socket is closed.
    func stop() {
        // Room for what the library's thread may be about to tell.
        while next() != nil {}
        zmq_socket_monitor(watched, nil, 0)
    }

    /// Returns the next event, and the number that goes with it.
    func next() -> (event: Int32, value: Int32)? {
        var result: (Int32, Int32)?
        let isThere = socket.receive { bytes, _, _ in
            guard bytes.count == 6 else { return }
            let event = Int32(bytes.loadUnaligned(fromByteOffset: 0, as: UInt16.self))
            result = (event, bytes.loadUnaligned(fromByteOffset: 2, as: Int32.self))
        }
        guard isThere else { return nil }
        // The address.
        _ = socket.receive { _, _, _ in }
        return result ?? next()
    }
}
