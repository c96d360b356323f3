extension EditorServer {
    /// The bounds of all that comes from outside.
    public struct Limits: Sendable, Hashable {
        /// Number of bytes of a request's first line and headers.
        public var head = 16 << 10
        /// Number of headers of a request.
        public var headerCount = 128
        /// Number of bytes of a request's body.
        public var body = 8 << 20
        /// Number of connections that are served at the same time.
        public var connections = 64
        /// Number of bytes that may wait for the reader of a news stream.
        public var waitingNews = 4 << 20
        /// Time from a request's first byte to its last one.
        public var arrival = Duration.seconds(15)
        /// Time that a connection may be idle between requests.
        public var idleness = Duration.seconds(60)
        /// Time that a reader may take for an answer.
        public var delivery = Duration.seconds(60)
        /// Time between two signs of life in a news stream.
        public var heartbeat = Duration.seconds(5)
        /// Time that a refused client has to read the refusal.
        public var linger = Duration.seconds(2)
        /// Time until answers in progress are canceled when the server ends.
        public var ending = Duration.seconds(5)

        /// Creates the usual limits.
        public init() {}
    }
}
