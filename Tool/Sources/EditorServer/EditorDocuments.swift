/// The host of an editor server, which answers the API and sends news to open pages.
///
/// The server calls these methods off its own thread, and for several connections at the same time.
/// Requests of one connection come one after the other. A task of `respond` is canceled when its
/// connection is closed; it may still finish, but nobody reads the answer.
public protocol EditorDocuments: Sendable {
    /// Answers a request to the API, at any path but `news`.
    func respond(to request: EditorRequest) async -> EditorResponse

    /// Called when a page begins to listen to news.
    ///
    /// The page gets all lines that are sent to `stream` from now on. It learns that it is
    /// connected when this method has returned.
    func opened(_ stream: NewsStream) async

    /// Called when a page has disconnected, once for each stream that was opened.
    func closed(_ stream: NewsStream) async
}

/// A complete request to the API, from a page that knows the access token.
public struct EditorRequest: Sendable, Hashable {
    /// A kind of request. `HEAD` is answered as `GET`, without the body.
    public enum Method: Sendable, Hashable {
        /// A request that changes nothing.
        case get
        /// A request that may change something.
        case post
    }

    /// The kind of the request.
    public var method: Method
    /// The path below `/api/`, such as `documents/1/scene`: ASCII letters, digits, and `-._~/`.
    public var path: String
    /// The query, decoded, by name.
    public var query: [String: String]
    /// The body, of at most `EditorServer.Limits.bodySize` bytes.
    public var body: [UInt8]

    /// Creates a request.
    public init(method: Method, path: String, query: [String: String] = [:], body: [UInt8] = []) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
    }
}

/// An answer of the API.
public struct EditorResponse: Sendable, Hashable {
    /// The status code. A code outside 200–599 is sent as 500.
    public var status: Int
    /// The body, a text in JSON.
    public var body: [UInt8]

    /// Creates an answer.
    public init(status: Int = 200, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}
