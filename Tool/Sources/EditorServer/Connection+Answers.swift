import NIOCore
import NIOHTTP1

extension Connection {
    /// Asks the host for the answer to a request.
    func ask(_ request: EditorRequest) {
        phase = .answering
        clearDeadline()
        let (loop, documents) = (connections.loop, site.documents)
        let me = NIOLoopBound(self, eventLoop: loop)
        work = connections.start {
            let response = await documents.respond(to: request)
            loop.execute { me.value.reply(response) }
        }
    }

    private func reply(_ response: EditorResponse) {
        work = nil
        guard case .answering = phase else { return }
        let status = (200...599).contains(response.status) ? response.status : 500
        let body = ByteBuffer(bytes: response.body)
        reply(HTTPResponseStatus(statusCode: status), contentType: "application/json", body: body)
    }

    /// Answers with a refusal, and ends the connection.
    func refuse(_ refusal: Refusal) {
        staysOpen = false
        reply(refusal)
    }

    /// Answers with a refusal.
    func reply(_ refusal: Refusal) {
        reply(
            refusal.status, header: refusal.header, contentType: "application/json",
            body: ByteBuffer(bytes: refusal.json))
    }

    /// Sends an answer whole; the next request has its turn when it is out.
    func reply(
        _ status: HTTPResponseStatus, header: (name: String, value: String)? = nil, contentType: String,
        body: ByteBuffer
    ) {
        guard let context else { return }
        phase = .answering
        setDeadline(.delivery, after: site.limits.delivery)
        var headers = Site.headers
        if let header { headers.add(name: header.name, value: header.value) }
        headers.add(name: "Content-Type", value: contentType)
        headers.add(name: "Content-Length", value: String(body.readableBytes))
        if !staysOpen { headers.add(name: "Connection", value: "close") }
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if !isHeadRequest, status.mayHaveResponseBody {
            context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        }
        finish(in: context)
    }

    /// Ends an answer, and goes on when the system has taken it.
    private func finish(in context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in self.noteDelivery() }
    }

    /// Asks a client that waits for it to send its body.
    func writeContinue() {
        guard let context else { return }
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }

    // MARK: News

    /// Opens a stream of news, after the host has taken note of it.
    func openStream(for page: String) {
        clearDeadline()
        let (loop, documents) = (connections.loop, site.documents)
        let me = NIOLoopBound(self, eventLoop: loop)
        let stream = NewsStream(page: page, limit: site.limits.waitingNews) {
            loop.execute { me.value.writeNews() }
        }
        let end = loop.makePromise(of: Void.self)
        phase = .streaming(stream)
        streamEnd = end
        connections.noteStream()
        connections.start {
            await documents.opened(stream)
            loop.execute { me.value.startStream() }
            // It never fails.
            try? await end.futureResult.get()
            await documents.closed(stream)
        }
    }

    private func startStream() {
        guard let context, case .streaming(let stream) = phase else { return }
        streamHasStarted = true
        var headers = Site.headers
        headers.add(name: "Content-Type", value: "application/x-ndjson")
        let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        let pause = TimeAmount(site.limits.heartbeat)
        heartbeat = connections.loop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { _ in stream.send([]) }
        writeNews()
    }

    /// Hands all lines that wait to the system.
    private func writeNews() {
        guard streamHasStarted, let context, case .streaming(let stream) = phase else { return }
        let (state, lines) = stream.take()
        guard state == .open else { return close() }
        guard !lines.isEmpty else { return }
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: lines))))).whenComplete { _ in
            stream.noteWritten(lines.count)
        }
    }

    /// Ends the stream in good order, with all that the host has sent.
    func endStream() {
        guard streamHasStarted, let context else { return close() }
        writeNews()
        guard context.channel.isActive else { return }
        closeStream()
        phase = .answering
        finish(in: context)
    }

    /// Ends the stream, and lets the host know.
    func closeStream() {
        guard case .streaming(let stream) = phase else { return }
        heartbeat?.cancel()
        stream.close()
        streamEnd?.succeed()
        connections.noteStreamEnd()
    }
}
