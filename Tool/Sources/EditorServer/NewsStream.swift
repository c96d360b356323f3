import Synchronization

/// A stream of news to one open page.
///
/// Streams compare by identity: a page that is loaded again gets a stream of its own, perhaps
/// before the old one is closed. All members may be used from any thread.
public final class NewsStream: Sendable {
    /// The page's own name, as it asked for news.
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
        /// The reader was too slow: the connection is to be dropped.
        case overflown
        case closed
    }

    /// Creates a stream.
    ///
    /// - Parameters:
    ///   - page: The page's name.
    ///   - limit: Number of waiting bytes from which on a further line drops the reader.
    ///   - wake: Called when the connection must call `take`; it must not do so itself.
    package init(page: String, limit: Int, wake: @escaping @Sendable () -> Void) {
        self.page = page
        self.limit = limit
        self.wake = wake
    }

    /// Sends a line to the page, and never waits. Does nothing once the page has gone away.
    ///
    /// A page that reads too slowly is dropped, and told to the host as closed; it connects again.
    ///
    /// - Parameter line: A text in JSON without line breaks. An empty one is a sign of life.
    public func send(_ line: [UInt8]) {
        queue.withLock { queue in
            guard queue.state == .open else { return }
            guard queue.unwrittenCount < limit else {
                queue.state = .overflown
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

    /// A Boolean value that indicates whether nothing has ended the stream.
    var isOpen: Bool { queue.withLock { $0.state == .open } }

    /// Returns the state, and all lines that wait, which then belong to the caller.
    package func drain() -> (state: State, lines: [UInt8]) {
        queue.withLock { queue in
            let lines = queue.lines
            queue.lines = []
            return (queue.state, lines)
        }
    }

    /// Notes that the system has taken `count` of the bytes that `take` returned.
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
    /// Returns whether both are the same stream.
    public static func == (left: NewsStream, right: NewsStream) -> Bool { left === right }

    /// Hashes the stream's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
