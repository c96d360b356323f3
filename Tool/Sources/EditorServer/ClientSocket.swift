import Glibc

/// A connected socket, whose calls never wait.
struct ClientSocket {
    /// The result of a call.
    enum Transfer {
        case bytes(Int)
        /// Nothing was transferred, as the call would have to wait for the client.
        case none
        /// The client has gone.
        case end
    }

    /// The event of poll(2) for a client that sends no more: `POLLRDHUP`, which Glibc's module
    /// lacks.
    static let hangUp: Int32 = 0x2000

    let descriptor: Int32

    init(descriptor: Int32) {
        self.descriptor = descriptor
        // A browser that the program starts must not keep the connection open.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        // News shall come at once.
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout.size(ofValue: yes)))
    }

    func close() { _ = Glibc.close(descriptor) }

    func receive(into buffer: inout [UInt8]) -> Transfer {
        Self.transfer(recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)))
    }

    /// Sends as many bytes as the system takes.
    func send(_ bytes: ArraySlice<UInt8>, moreFollows: Bool = false) -> Transfer {
        let flags = MSG_DONTWAIT | MSG_NOSIGNAL | (moreFollows ? MSG_MORE : 0)
        return bytes.withUnsafeBytes {
            Self.transfer(Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(flags)))
        }
    }

    /// Ends the output, so that the client knows that nothing more will come.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    private static func transfer(_ count: Int) -> Transfer {
        if count > 0 { return .bytes(count) }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? .none : .end
    }
}
