import NIOCore
import NIOHTTP1

/// Takes the requests of one connection, and answers them in order.
///
/// While a request is answered, nothing more is read, and what has been read waits. A connection
/// that must end after an answer is closed for writing first, and reads on for a while. If it were
/// closed with unread bytes, the system would throw the answer away.
///
/// All of it runs on the event loop.
final class Connection: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    enum Phase {
        /// Between two requests, or within the head of one.
        case idle
        /// The head of a request has come.
        case receiving(Result<Route, Refusal>)
        /// The host or the reader of the answer has its turn.
        case answering
        case streaming(NewsStream)
        /// The last answer is out.
        case leaving
        case closed
    }

    enum Deadline {
        case idleness, arrival, delivery, farewell
    }

    private enum Event {
        case part(HTTPServerRequestPart)
        case fault(Refusal)
    }

    let connections: Connections
    let isServed: Bool
    var context: ChannelHandlerContext?
    var phase = Phase.idle

    /// A Boolean value that indicates whether the current answer has no body.
    var isHeadRequest = false
    /// A Boolean value that indicates whether another request may follow the current answer.
    var staysOpen = true
    /// The current request's body, as far as it has come.
    private var body: [UInt8] = []

    /// The host's work on the current answer.
    var work: Task<Void, Never>?
    /// The end of the news stream, for the task that tells the host.
    var streamEnd: EventLoopPromise<Void>?
    var heartbeat: RepeatedTask?
    var streamHasStarted = false

    private var waiting = CircularBuffer<Event>(initialCapacity: 0)
    private var isServingWaiting = false
    private var readIsPending = false
    private var deadline: (kind: Deadline, task: Scheduled<Void>)?

    /// Creates a connection; one that isn't served says so and leaves.
    init(of connections: Connections, isServed: Bool) {
        self.connections = connections
        self.isServed = isServed
    }

    var site: Site { connections.site }

    // MARK: Coming and going

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func channelActive(context: ChannelHandlerContext) {
        if isServed {
            setDeadline(.idleness, after: site.limits.idleness)
        } else {
            refuse(.tooManyConnections)
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        leave()
        self.context = nil
        connections.remove(self)
    }

    private func leave() {
        closeStream()
        phase = .closed
        waiting.removeAll()
        work?.cancel()
        deadline?.task.cancel()
        deadline = nil
    }

    /// Ends the connection as soon as the current answer is out; news end at once.
    func end() {
        staysOpen = false
        switch phase {
        case .idle, .receiving: close()
        case .streaming: endStream()
        case .answering, .leaving, .closed: break
        }
    }

    /// Ends the connection at once.
    func close() { context?.close(promise: nil) }

    /// Sends no more, and discards what comes until the client has gone.
    func sayFarewell() {
        phase = .leaving
        waiting.removeAll()
        setDeadline(.farewell, after: site.limits.farewell)
        context?.close(mode: .output, promise: nil)
        resumeReading()
    }

    // MARK: Deadlines

    func setDeadline(_ kind: Deadline, after duration: Duration) {
        deadline?.task.cancel()
        let task = connections.loop.assumeIsolated().scheduleTask(in: TimeAmount(duration)) { self.miss(kind) }
        deadline = (kind, task)
    }

    func clearDeadline() {
        deadline?.task.cancel()
        deadline = nil
    }

    private func miss(_ kind: Deadline) {
        switch kind {
        case .arrival: refuse(.tooSlow)
        case .idleness, .delivery, .farewell: close()
        }
    }

    // MARK: Reading

    /// Takes note of bytes that the parser hasn't seen; returns whether it shall.
    func noteBytes() -> Bool {
        switch phase {
        case .idle:
            startArrival()
            return true
        case .receiving, .answering, .streaming: return true
        case .leaving, .closed: return false
        }
    }

    private func startArrival() {
        if deadline?.kind != .arrival { setDeadline(.arrival, after: site.limits.arrival) }
    }

    func read(context: ChannelHandlerContext) {
        if isBusy { readIsPending = true } else { context.read() }
    }

    private func resumeReading() {
        guard readIsPending else { return }
        readIsPending = false
        context?.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        take(.part(unwrapInboundIn(data)))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? HTTPParserError {
            take(.fault(Refusal(error)))
        } else {
            close()
        }
    }

    private var isBusy: Bool {
        switch phase {
        case .answering, .streaming: true
        case .idle, .receiving, .leaving, .closed: false
        }
    }

    private func take(_ event: Event) {
        if isBusy || !waiting.isEmpty { waiting.append(event) } else { handle(event) }
    }

    /// Goes on with what came during an answer.
    ///
    /// An answer may be out before the call that sends it returns. This loop keeps the stack flat.
    private func serveWaiting() {
        guard !isServingWaiting else { return }
        isServingWaiting = true
        while !isBusy, let event = waiting.popFirst() { handle(event) }
        isServingWaiting = false
        if !isBusy { resumeReading() }
    }

    private func handle(_ event: Event) {
        switch (phase, event) {
        case (.leaving, _), (.closed, _): break
        case (_, .fault(let refusal)): refuse(refusal)
        case (_, .part(.head(let head))): begin(head)
        case (.receiving(let route), .part(.body(let bytes))): receive(bytes, for: route)
        case (.receiving(let route), .part(.end)): answer(route)
        case (_, .part): break
        }
    }

    private func begin(_ head: HTTPRequestHead) {
        startArrival()
        isHeadRequest = head.method == .HEAD
        staysOpen = head.allowsAnother
        body = []
        do throws(Refusal) {
            phase = .receiving(.success(try RequestCheck(site: site, head: head).route()))
            if head.expectsContinue { writeContinue() }
        } catch {
            // A body that nobody wants isn't waited for.
            if head.announcesBody { refuse(error) } else { phase = .receiving(.failure(error)) }
        }
    }

    private func receive(_ bytes: ByteBuffer, for route: Result<Route, Refusal>) {
        guard bytes.readableBytes <= site.limits.body - body.count else { return refuse(.bodyTooLarge) }
        if case .success(.host) = route { body += bytes.readableBytesView }
    }

    private func answer(_ route: Result<Route, Refusal>) {
        switch route {
        case .success(.asset(let asset)): reply(.ok, contentType: asset.contentType, body: asset.body)
        case .success(.news(let page)): openStream(for: page)
        case .success(.host(var request)):
            swap(&request.body, &body)
            ask(request)
        case .failure(let refusal): reply(refusal)
        }
    }

    /// Takes note that an answer is out.
    func noteDelivery() {
        guard case .answering = phase else { return }
        guard staysOpen else { return sayFarewell() }
        phase = .idle
        setDeadline(.idleness, after: site.limits.idleness)
        serveWaiting()
    }
}

/// Tells a connection of bytes before the parser gets them.
///
/// The connection notices slow heads by that, and discards what comes after its last answer.
final class ArrivalNotice: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connection: Connection

    init(for connection: Connection) { self.connection = connection }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if connection.noteBytes() { context.fireChannelRead(data) }
    }
}
