import Glibc

/// A signal from any thread to one that waits for sockets.
final class WakeSignal: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// The two ends of a pair of sockets: what is sent to one wakes the thread at the other.
    private let descriptors: [Int32]

    /// Creates a signal; `nil` if the system can't, for the reason in `errno`.
    init?() {
        var pair: [Int32] = [-1, -1]
        let type = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        guard socketpair(AF_UNIX, Int32(type), 0, &pair) == 0 else { return nil }
        descriptors = pair
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
    }

    /// Wakes the thread. If the pair of sockets is full, the thread will wake anyway.
    func wake() {
        var byte: UInt8 = 0
        _ = send(descriptors[0], &byte, 1, Int32(MSG_NOSIGNAL))
    }

    /// Waits for the signal, for an event at one of the sockets, or until the deadline.
    ///
    /// It may also return for no reason.
    ///
    /// - Returns: The events of each socket.
    func wait(for events: Int32, at sockets: [Int32], until deadline: Instant? = nil) -> [Int32] {
        var all = sockets.map { pollfd(fd: $0, events: Int16(events), revents: 0) }
        all.append(pollfd(fd: descriptors[1], events: Int16(POLLIN), revents: 0))
        guard poll(&all, nfds_t(all.count), Self.milliseconds(until: deadline)) > 0 else {
            return sockets.map { _ in 0 }
        }
        if all.removeLast().revents != 0 {
            var bytes = [UInt8](repeating: 0, count: 64)
            _ = recv(descriptors[1], &bytes, bytes.count, 0)
        }
        return all.map { Int32($0.revents) }
    }

    /// Waits for the signal, for an event at a client's socket, or until the deadline.
    @discardableResult
    func wait(for events: Int32, at client: ClientSocket, until deadline: Instant? = nil) -> Int32 {
        wait(for: events, at: [client.descriptor], until: deadline)[0]
    }

    /// Waits for the signal, or until the deadline.
    func wait(until deadline: Instant?) { _ = wait(for: 0, at: [], until: deadline) }

    /// Returns the remaining time for poll(2), in milliseconds rounded up; -1 for no deadline.
    private static func milliseconds(until deadline: Instant?) -> Int32 {
        guard let deadline else { return -1 }
        let rest = Instant.now.duration(to: deadline) / .milliseconds(1)
        return rest > 0 ? Int32(min(rest + 1, 1_000_000)) : 0
    }
}
