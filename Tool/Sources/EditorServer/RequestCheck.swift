/// The destination of a request that passed all checks of its head.
enum Endpoint {
    case asset(Asset)
    case news(page: String)
    /// The host answers the request, whose body isn't read yet.
    case host(EditorRequest)
}

/// The checks of a request's head, before its body is read.
struct RequestCheck {
    var site: Site
    var head: RequestHead

    /// Returns the target of the request.
    func endpoint() throws(Refusal) -> Endpoint {
        try checkSender()
        guard ["GET", "HEAD", "POST"].contains(head.method) else { throw .wrongMethod }
        if let expectation = head["expect"].first, expectation.lowercased() != "100-continue" {
            throw .unknownExpectation
        }
        guard let target = RequestTarget(head.target) else { throw .notFound }
        if target.path.hasPrefix("api/") { return try apiEndpoint(to: target) }
        guard let asset = site.assets[target.path.isEmpty ? "index.html" : target.path] else { throw .notFound }
        guard head.method != "POST" else { throw .onlyGet }
        return .asset(asset)
    }

    private func apiEndpoint(to target: RequestTarget) throws(Refusal) -> Endpoint {
        guard head["sec-fetch-site"].allSatisfy({ $0 == "same-origin" || $0 == "none" }) else {
            throw .foreignOrigin
        }
        let prefix = "bearer "
        let credentials = head["authorization"]
        guard credentials.count == 1, let text = credentials.first, text.lowercased().hasPrefix(prefix),
            site.token.matches(text.dropFirst(prefix.count))
        else { throw .unauthorized }
        let path = String(target.path.dropFirst("api/".count))
        guard let query = target.query() else { throw .malformedQuery }
        guard path == "news" else {
            return .host(EditorRequest(method: head.method == "POST" ? .post : .get, path: path, query: query))
        }
        guard head.method == "GET" else { throw .onlyNews }
        guard let page = query["page"], (1...64).contains(page.utf8.count),
            page.utf8.allSatisfy(RequestTarget.isUnreserved)
        else { throw .noPage }
        return .news(page: page)
    }

    /// Refuses requests that another site caused, or that name another host than this machine.
    private func checkSender() throws(Refusal) {
        let hosts = head["host"]
        guard hosts.count == 1, let host = hosts.first, Self.isLoopback(host) else { throw .foreignHost }
        let origins = head["origin"]
        let origin = "http://" + host.lowercased()
        guard origins.count <= 1, origins.allSatisfy({ $0.lowercased() == origin }) else { throw .foreignOrigin }
    }

    /// Returns whether a `Host` names this machine, with any port or none.
    static func isLoopback(_ host: String) -> Bool {
        let names = ["localhost", "127.0.0.1", "[::1]"]
        guard let name = names.first(where: host.lowercased().hasPrefix) else { return false }
        let port = host.utf8.dropFirst(name.utf8.count)
        guard let colon = port.first else { return true }
        let digits = port.dropFirst()
        return colon == UInt8(ascii: ":") && (1...5).contains(digits.count)
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
