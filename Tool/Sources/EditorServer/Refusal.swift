import NIOHTTP1

/// A refusal of a request: a status, and a sentence for people.
struct Refusal: Error {
    var status: HTTPResponseStatus
    /// A sentence without characters that JSON escapes.
    var message: StaticString
    /// A further header that belongs to the status.
    var header: (name: String, value: String)?

    init(_ status: HTTPResponseStatus, _ message: StaticString, header: (name: String, value: String)? = nil) {
        self.status = status
        self.message = message
        self.header = header
    }

    /// The body of the answer.
    var json: [UInt8] { Array("{\"error\": \"\(message)\"}".utf8) }

    static let malformed = Refusal(.badRequest, "the request isn't well-formed HTTP")
    static let malformedQuery = Refusal(
        .badRequest, "the query is malformed; encode names and values, and give each name once")
    static let noPage = Refusal(
        .badRequest, "the page has no name; ask for news?page= and up to 64 letters, digits, '-' and '_'")
    static let unauthorized = Refusal(
        .unauthorized, "the access token is missing or wrong; open the address that the program printed",
        header: ("WWW-Authenticate", "Bearer"))
    static let foreignHost = Refusal(
        .forbidden, "the name of the host isn't local; open the address that the program printed")
    static let foreignOrigin = Refusal(.forbidden, "the request comes from another site")
    static let notFound = Refusal(.notFound, "there is nothing at this path")
    static let wrongMethod = Refusal(
        .methodNotAllowed, "the method doesn't fit this path", header: ("Allow", "GET, HEAD, POST"))
    static let onlyGet = Refusal(.methodNotAllowed, "this path can only be read", header: ("Allow", "GET, HEAD"))
    static let onlyNews = Refusal(.methodNotAllowed, "news can only be read", header: ("Allow", "GET"))
    static let tooSlow = Refusal(.requestTimeout, "the request didn't arrive in time")
    static let bodyTooLarge = Refusal(.payloadTooLarge, "the body is too large")
    static let unknownExpectation = Refusal(.expectationFailed, "only 100-continue can be expected")
    static let headTooLarge = Refusal(.requestHeaderFieldsTooLarge, "the request has too many or too long headers")
    static let tooManyConnections = Refusal(
        .serviceUnavailable, "there are too many connections; close some pages, and try again")
    static let unknownVersion = Refusal(.httpVersionNotSupported, "only HTTP/1.1 is spoken here")

    /// The refusal of a request that the parser can't read.
    init(_ error: HTTPParserError) {
        switch error {
        case .headerOverflow: self = .headTooLarge
        case .invalidVersion: self = .unknownVersion
        case .invalidMethod: self = .wrongMethod
        default: self = .malformed
        }
    }
}
