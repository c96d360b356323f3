import Glibc

extension Connection {
    /// Answers with a refusal.
    func reply(_ refusal: Refusal) throws(ConnectionError) {
        try reply(refusal.status, header: refusal.header, contentType: "application/json", body: refusal.json)
    }

    /// Sends an answer whole.
    func reply(
        _ status: Int, header: (name: String, value: String)? = nil, contentType: String, body: [UInt8]
    ) throws(ConnectionError) {
        if connections.stage != .serving { staysOpen = false }
        var headers = [("Content-Type", contentType)]
        if let header { headers.append(header) }
        let mayHaveBody = status != 204 && status != 304
        if mayHaveBody { headers.append(("Content-Length", String(body.count))) }
        if !staysOpen { headers.append(("Connection", "close")) }
        let hasBody = mayHaveBody && !isHeadRequest && !body.isEmpty
        let deadline = Instant.now + site.limits.responseTimeout
        try send(Self.head(status, headers), moreFollows: hasBody, until: deadline)
        if hasBody { try send(body, until: deadline) }
    }

    /// The names of common statuses, which browsers show.
    private static let phrases = [
        200: "OK", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict", 413: "Content Too Large",
        417: "Expectation Failed", 422: "Unprocessable Content", 431: "Request Header Fields Too Large",
        500: "Internal Server Error", 503: "Service Unavailable", 505: "HTTP Version Not Supported",
    ]

    /// Returns the first line and the headers of an answer.
    private static func head(_ status: Int, _ headers: [(name: String, value: String)]) -> [UInt8] {
        let lines = (Site.headers + headers).map { "\($0.name): \($0.value)\r\n" }
        return Array("HTTP/1.1 \(status) \(phrases[status] ?? "")\r\n\(lines.joined())\r\n".utf8)
    }

    /// Sends bytes, and returns when the system has taken them.
    func send(_ bytes: [UInt8], moreFollows: Bool = false, until deadline: Instant) throws(ConnectionError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard .now < deadline, connections.stage != .aborted else { throw .disconnection }
            switch client.send(rest, moreFollows: moreFollows) {
            case .bytes(let count): rest = rest.dropFirst(count)
            case .none: wakeSignal.wait(for: POLLOUT, at: client, until: deadline)
            case .end: throw .disconnection
            }
        }
    }

    // MARK: News

    /// Sends news, after notifying the host, until the page disconnects or the server ends.
    func sendNews(to page: String) throws(ConnectionError) {
        let documents = site.documents
        let stream = NewsStream(page: page, limit: site.limits.waitingNews) { [wakeSignal] in wakeSignal.wake() }
        connections.noteStream()
        let openingWork = connections.start(waking: wakeSignal) { await documents.opened(stream) }
        defer {
            stream.close()
            _ = connections.start(waking: wakeSignal) { [task = openingWork.task] in
                await task.value
                await documents.closed(stream)
            }
            connections.noteStreamEnd()
        }
        while openingWork.value == nil {
            guard connections.stage == .serving, isOpen(after: wakeSignal.wait(for: ClientSocket.hangUp, at: client))
            else {
                throw .disconnection
            }
        }
        try pass(on: stream)
        // The server ends, and so does the stream, in good order.
        staysOpen = false
        let last = Self.chunk(stream.drain().lines) + "0\r\n\r\n".utf8
        try send(Array(last), until: .now + site.limits.responseTimeout)
    }

    /// Sends the lines of a stream, until the server ends.
    private func pass(on stream: NewsStream) throws(ConnectionError) {
        var output = Self.head(200, [("Content-Type", "application/x-ndjson"), ("Transfer-Encoding", "chunked")])[...]
        var lineCount = 0
        var heartbeat = Instant.now + site.limits.heartbeatInterval
        while connections.stage == .serving || (!output.isEmpty && connections.stage != .aborted) {
            if .now >= heartbeat {
                stream.send([])
                heartbeat = .now + site.limits.heartbeatInterval
            }
            guard stream.isOpen else { throw .disconnection }
            if output.isEmpty {
                let lines = stream.drain().lines
                lineCount = lines.count
                output = Self.chunk(lines)
            }
            if !output.isEmpty {
                switch client.send(output) {
                case .bytes(let count): output = output.dropFirst(count)
                case .none: break
                case .end: throw .disconnection
                }
                if output.isEmpty {
                    stream.noteWritten(lineCount)
                    continue
                }
            }
            let pollEvents = ClientSocket.hangUp | (output.isEmpty ? 0 : POLLOUT)
            guard isOpen(after: wakeSignal.wait(for: pollEvents, at: client, until: heartbeat)) else {
                throw .disconnection
            }
        }
    }

    private static func chunk(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes.isEmpty ? [] : "\(String(bytes.count, radix: 16))\r\n".utf8 + bytes[...] + Array("\r\n".utf8)
    }
}
