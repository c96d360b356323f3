import Glibc

/// The reason why a connection ends early.
enum ConnectionError: Error {
    /// The client gets a refusal.
    case refusal(Refusal)
    /// The client has disconnected, or must be disconnected.
    case disconnection
}

/// Takes the requests of one client, and answers them in order, on a thread of its own.
///
/// While a request is answered, nothing more is read. A connection that must end after an answer
/// sends no more, and reads on for a while. If it were closed with unread bytes, the system would
/// throw the answer away.
final class Connection {
    typealias Instant = ContinuousClock.Instant

    let connections: Connections
    let client: ClientSocket
    let wakeSignal: WakeSignal

    /// The bytes that came last, and the range of those that haven't been read.
    var input = [UInt8](repeating: 0, count: 16 << 10)
    var unreadRange = 0..<0
    /// The time until which the current request must have come.
    var requestDeadline = Instant.now

    /// A Boolean value that indicates whether the current answer has no body.
    var isHeadRequest = false
    /// A Boolean value that indicates whether another request may follow the current answer.
    var staysOpen = true

    init(of connections: Connections, client: ClientSocket, wakeSignal: WakeSignal) {
        self.connections = connections
        self.client = client
        self.wakeSignal = wakeSignal
    }

    var site: Site { connections.site }

    /// Serves until the connection must end.
    ///
    /// - Parameter isServed: Whether to serve requests; otherwise they are refused, as there are
    ///   too many connections.
    func run(isServed: Bool) {
        do throws(ConnectionError) {
            do throws(ConnectionError) {
                guard isServed else { throw .refusal(.tooManyConnections) }
                repeat { try serve() } while staysOpen
            } catch .refusal(let refusal) {
                staysOpen = false
                try reply(refusal)
            }
            discardInput()
        } catch {
            // Nobody is there to be told.
        }
    }

    private func serve() throws(ConnectionError) {
        isHeadRequest = false
        try fill(until: .now + site.limits.idleTimeout, orElse: .disconnection)
        requestDeadline = .now + site.limits.requestTimeout
        let head = try readHead()
        isHeadRequest = head.method == "HEAD"
        staysOpen = head.isKeepAlive
        let endpoint: Endpoint
        do throws(Refusal) {
            endpoint = try RequestCheck(site: site, head: head).endpoint()
        } catch {
            // A body that nobody wants isn't waited for.
            guard head.framing == .length(0) else { throw .refusal(error) }
            return try reply(error)
        }
        switch endpoint {
        case .asset(let asset):
            _ = try readBody(of: head, limit: 0)
            try reply(200, contentType: asset.contentType, body: asset.body)
        case .news(let page):
            _ = try readBody(of: head, limit: 0)
            try sendNews(to: page)
        case .host(var request):
            request.body = try readBody(of: head, limit: site.limits.bodySize)
            let response = try ask(request)
            let status = (200...599).contains(response.status) ? response.status : 500
            try reply(status, contentType: response.contentType, body: response.body)
        }
    }

    /// Asks the host for the answer to a request.
    private func ask(_ request: EditorRequest) throws(ConnectionError) -> EditorResponse {
        let documents = site.documents
        let work = connections.start(waking: wakeSignal) { await documents.respond(to: request) }
        // It may have ended long ago.
        defer { work.task.cancel() }
        while true {
            if let response = work.value { return response }
            guard connections.stage != .aborted, isOpen(after: wakeSignal.wait(for: ClientSocket.hangUp, at: client))
            else {
                throw .disconnection
            }
        }
    }

    /// Returns whether the client is still connected.
    func isOpen(after events: Int32) -> Bool { events & (ClientSocket.hangUp | POLLHUP | POLLERR) == 0 }

    /// Ends the output, and discards input until the client disconnects.
    private func discardInput() {
        client.finishSending()
        let deadline = Instant.now + site.limits.lingerTimeout
        while .now < deadline, connections.stage != .aborted {
            switch client.receive(into: &input) {
            case .bytes: break
            case .none: wakeSignal.wait(for: POLLIN, at: client, until: deadline)
            case .end: return
            }
        }
    }
}
