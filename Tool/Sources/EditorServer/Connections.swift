import NIOCore
import NIOHTTP1

/// The connections of a server, the work of its host, and the reasons to end.
///
/// All of it runs on the event loop.
final class Connections {
    let site: Site
    let loop: any EventLoop
    /// Time from the last page's going until the server ends; `nil` to go on without pages.
    private let patience: Duration?
    /// The moment at which the server shall end.
    private let end: EventLoopPromise<Void>
    /// The moment from which nothing is in progress; made when the server ends.
    private var rest: EventLoopPromise<Void>?

    private var all: [ObjectIdentifier: Connection] = [:]
    private var servedCount = 0
    private var streamCount = 0
    private var workCount = 0
    private var lastPageTimer: Scheduled<Void>?

    init(site: Site, loop: any EventLoop, patience: Duration?, end: EventLoopPromise<Void>) {
        self.site = site
        self.loop = loop
        self.patience = patience
        self.end = end
    }

    // MARK: Connections

    /// Prepares a new channel. Fails, so that the channel is closed, if far too many are open.
    func add(_ channel: any Channel) throws {
        let isServed = servedCount < site.limits.connections
        // Those that are told that there are too many take room, too.
        guard rest == nil, isServed || all.count - servedCount < site.limits.connections else {
            throw ChannelError.eof
        }
        let connection = Connection(of: self, isServed: isServed)
        let pipeline = channel.pipeline.syncOperations
        let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: site.parserLimits)
        all[ObjectIdentifier(connection)] = connection
        if isServed { servedCount += 1 }
        try pipeline.addHandler(ArrivalNotice(for: connection))
        try pipeline.addHandler(HTTPResponseEncoder())
        try pipeline.addHandler(ByteToMessageHandler(decoder))
        try pipeline.addHandler(connection)
    }

    func remove(_ connection: Connection) {
        guard all.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
        if connection.isServed { servedCount -= 1 }
        noteRest()
    }

    // MARK: Work of the host

    /// Starts work of the host, off the event loop.
    @discardableResult
    func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        workCount += 1
        let (me, loop) = (NIOLoopBound(self, eventLoop: loop), loop)
        return Task {
            await work()
            loop.execute {
                me.value.workCount -= 1
                me.value.noteRest()
            }
        }
    }

    // MARK: Streams

    func noteStream() {
        streamCount += 1
        lastPageTimer?.cancel()
        lastPageTimer = nil
    }

    func noteStreamEnd() {
        streamCount -= 1
        guard streamCount == 0, rest == nil, let patience else { return }
        lastPageTimer = loop.assumeIsolated().scheduleTask(in: TimeAmount(patience)) { self.end.succeed() }
    }

    // MARK: The end

    /// Ends all connections, each after its answer; those that take too long are cut off.
    ///
    /// - Returns: The moment at which all connections are closed and the host is idle.
    func finish() -> EventLoopFuture<Void> {
        let rest = loop.makePromise(of: Void.self)
        self.rest = rest
        lastPageTimer?.cancel()
        for connection in Array(all.values) { connection.end() }
        let cut = loop.assumeIsolated().scheduleTask(in: TimeAmount(site.limits.ending)) {
            for connection in Array(self.all.values) { connection.close() }
        }
        noteRest()
        return rest.futureResult.always { _ in cut.cancel() }
    }

    private func noteRest() {
        if all.isEmpty, workCount == 0 { rest?.succeed() }
    }
}
