extension EditorServer {
    /// The bounds on requests and connections.
    public struct Limits: Sendable, Hashable {
        /// The maximum number of bytes of a request's first line and headers.
        public var headSize = 16 << 10
        /// The maximum number of headers of a request.
        public var headerCount = 128
        /// The maximum number of bytes of a request's body.
        public var bodySize = 8 << 20
        /// The maximum number of simultaneous connections.
        public var connections = 64
        /// The maximum number of bytes that wait for the reader of a news stream.
        public var waitingNews = 4 << 20
        /// The maximum time from the first to the last byte of a request.
        public var requestTimeout = Duration.seconds(15)
        /// The maximum time that a connection is idle between requests.
        public var idleTimeout = Duration.seconds(60)
        /// The maximum time for a client to read an answer.
        public var responseTimeout = Duration.seconds(60)
        /// The time between empty lines in an idle news stream, which show that the server is
        /// alive.
        public var heartbeatInterval = Duration.seconds(5)
        /// The time for a refused client to read the refusal.
        public var lingerTimeout = Duration.seconds(2)
        /// The time from the end of the server until answers in progress are canceled.
        public var shutdownTimeout = Duration.seconds(5)

        /// Creates the usual limits.
        public init() {}
    }
}
