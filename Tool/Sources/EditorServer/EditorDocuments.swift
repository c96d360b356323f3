/// The host of an editor server, which answers requests to the API and sends news to open pages.
///
/// The server calls these methods outside of its own thread, and for several connections at the
/// same time. Requests of one connection come one after the other. A task of `respond` is canceled
/// when its connection is closed; the task may still finish, but nobody reads the answer.
public protocol EditorDocuments: Sendable {
    /// Answers a request to the API, at any path except `news`.
    func respond(to request: EditorRequest) async -> EditorResponse

    /// Handles a page that begins to listen to news.
    ///
    /// The page gets all lines that are sent to `stream` from now on. It counts as connected when
    /// this method has returned.
    func opened(_ stream: NewsStream) async

    /// Handles a page that has disconnected; called once for each stream that was opened.
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
    /// The parameters of the query by name, decoded.
    public var query: [String: String]
    /// The body, with at most `EditorServer.Limits.bodySize` bytes.
    public var body: [UInt8]

    /// Creates a request from its parts.
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
    /// The type of the body.
    public var contentType: String
    /// The body.
    public var body: [UInt8]

    /// Creates an answer, by default with a text in JSON.
    public init(status: Int = 200, contentType: String = "application/json", body: [UInt8]) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }
}
