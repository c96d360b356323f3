import TextSupport

/// A refusal of a request: a status, and a sentence for people.
struct Refusal: Error {
    var status: Int
    /// A sentence.
    var message: String
    /// A further header that belongs to the status.
    var header: (name: String, value: String)?

    init(_ status: Int, _ message: String, header: (name: String, value: String)? = nil) {
        self.status = status
        self.message = message
        self.header = header
    }

    /// The body of the answer.
    var json: [UInt8] { Array(JSONText(["error": message] as JSONObject).text.utf8) }

    static let malformed = Refusal(400, "the request isn't well-formed HTTP")
    static let malformedQuery = Refusal(
        400, "the query is malformed; encode names and values, and give each name once")
    static let noPage = Refusal(
        400, "the page has no name; ask for news?page= and up to 64 letters, digits, '-' and '_'")
    static let unauthorized = Refusal(
        401, "the access token is missing or wrong; open the address that the program printed",
        header: ("WWW-Authenticate", "Bearer"))
    static let foreignHost = Refusal(
        403, "the name of the host isn't local; open the address that the program printed")
    static let foreignOrigin = Refusal(403, "the request comes from another site")
    static let notFound = Refusal(404, "there is nothing at this path")
    static let wrongMethod = Refusal(
        405, "the method doesn't fit this path", header: ("Allow", "GET, HEAD, POST"))
    static let onlyGet = Refusal(405, "this path can only be read", header: ("Allow", "GET, HEAD"))
    static let onlyNews = Refusal(405, "news can only be read", header: ("Allow", "GET"))
    static let tooSlow = Refusal(408, "the request didn't arrive in time")
    static let bodyTooLarge = Refusal(413, "the body is too large")
    static let unknownExpectation = Refusal(417, "the header Expect can only be 100-continue")
    static let headTooLarge = Refusal(431, "the request has too many or too long headers")
    static let tooManyConnections = Refusal(
        503, "there are too many connections; close some pages, and try again")
    static let unknownVersion = Refusal(505, "only HTTP/1.1 is supported")
}
