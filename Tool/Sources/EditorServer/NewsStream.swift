import Synchronization

/// A stream of news to one open page.
///
/// Streams compare by identity: a page that is loaded again gets a stream of its own, perhaps
/// before the old stream is closed. Any thread may use all members.
public final class NewsStream: Sendable {
    /// The name of the page, from its request for news.
    public let page: String

    private let queue = Mutex(Queue())
    private let limit: Int
    private let wake: @Sendable () -> Void

    private struct Queue {
        /// Lines that the connection hasn't taken yet.
        var lines: [UInt8] = []
        /// The number of bytes that the system hasn't taken yet, those of `lines` included.
        var unwrittenCount = 0
        var state = State.open
    }

    package enum State {
        case open
        /// The page read too slowly: the connection must be closed.
        case overflowed
        case closed
    }

    /// Creates a stream.
    ///
    /// - Parameters:
    ///   - page: The name of the page.
    ///   - limit: The number of waiting bytes at which a further line disconnects the page.
    ///   - wake: A function that is called when the connection must call `drain`; the function must
    ///     not call `drain` itself.
    package init(page: String, limit: Int, wake: @escaping @Sendable () -> Void) {
        self.page = page
        self.limit = limit
        self.wake = wake
    }

    /// Sends a line to the page without waiting. Does nothing if the page has disconnected.
    ///
    /// A page that reads too slowly is disconnected, and the host is notified; the page can connect
    /// again.
    ///
    /// - Parameter line: A text in JSON without line breaks. An empty line shows that the server is
    ///   alive.
    public func send(_ line: [UInt8]) {
        queue.withLock { queue in
            guard queue.state == .open else { return }
            guard queue.unwrittenCount < limit else {
                queue.state = .overflowed
                queue.lines = []
                return wake()
            }
            let isFirst = queue.lines.isEmpty
            queue.lines += line
            queue.lines.append(UInt8(ascii: "\n"))
            queue.unwrittenCount += line.count + 1
            // Under the lock, so that nothing is woken after `close`.
            if isFirst { wake() }
        }
    }

    /// A Boolean value that indicates whether the stream is still open.
    var isOpen: Bool { queue.withLock { $0.state == .open } }

    /// Removes and returns all waiting lines, with the state.
    package func drain() -> (state: State, lines: [UInt8]) {
        queue.withLock { queue in
            let lines = queue.lines
            queue.lines = []
            return (queue.state, lines)
        }
    }

    /// Notes that the system has accepted `count` of the bytes that `drain` returned.
    package func noteWritten(_ count: Int) {
        queue.withLock { $0.unwrittenCount -= count }
    }

    /// Closes the stream, so that `send` does nothing.
    func close() {
        queue.withLock { queue in
            queue.state = .closed
            queue.lines = []
        }
    }
}

extension NewsStream: Hashable {
    /// Returns whether two streams are identical.
    public static func == (left: NewsStream, right: NewsStream) -> Bool { left === right }

    /// Hashes the stream's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
