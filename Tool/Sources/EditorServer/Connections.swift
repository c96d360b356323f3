import AutomataFiles
import Glibc
import Synchronization

/// The connections of a server, the work of its host, and the reasons to end.
///
/// Each connection has a thread of its own. All members may be used from any thread.
final class Connections: Sendable {
    /// The bytes of a thread's stack: each connection has one, and needs little.
    static let stackSize = 512 << 10

    typealias Instant = ContinuousClock.Instant

    enum Stage {
        case serving
        /// Answers in progress may finish.
        case ending
        /// All work must end.
        case aborted
    }

    private struct State {
        var stage = Stage.serving
        var isStopRequested = false
        /// The signals of all connections by their sockets.
        var wakeSignals: [Int32: WakeSignal] = [:]
        var servedCount = 0
        var streamCount = 0
        var workCount = 0
        /// The time at which the last page disconnected.
        var idleSince: Instant?
    }

    let site: Site
    /// The time from the disconnection of the last page until the server ends; `nil` to keep
    /// running without pages.
    private let idleTimeout: Duration?
    /// The signal of the server's own thread.
    private let wakeSignal: WakeSignal
    private let executor = HostExecutor()
    private let state = Mutex(State())

    init(site: Site, idleTimeout: Duration?, wakeSignal: WakeSignal) {
        self.site = site
        self.idleTimeout = idleTimeout
        self.wakeSignal = wakeSignal
    }

    var stage: Stage { state.withLock { $0.stage } }

    // MARK: The server's thread

    /// Serves, and returns when all connections are closed and the host is idle.
    func serve(at sockets: [ListeningSocket]) {
        while true {
            let end = timeToEnd
            if let end, end <= .now { break }
            let events = wakeSignal.wait(for: POLLIN, at: sockets.map(\.descriptor), until: end)
            for (socket, event) in zip(sockets, events) where event != 0 {
                if let client = socket.accept() {
                    add(client)
                } else if errno != EAGAIN {
                    // There may be too many open files, until some are closed.
                    wakeSignal.wait(until: .now + .milliseconds(50))
                }
            }
        }
        for socket in sockets { socket.close() }
        enter(.ending)
        waitForConnections(until: .now + site.limits.shutdownTimeout)
        enter(.aborted)
        waitForConnections(until: nil)
    }

    /// Ends the server soon.
    func end() {
        state.withLock { $0.isStopRequested = true }
        wakeSignal.wake()
    }

    /// The time at which the server must end, as far as it is known.
    private var timeToEnd: Instant? {
        state.withLock { state in
            if state.isStopRequested { return .now }
            guard let idleTimeout, let idleSince = state.idleSince else { return nil }
            return idleSince + idleTimeout
        }
    }

    private func enter(_ stage: Stage) {
        let wakeSignals = state.withLock { state in
            state.stage = stage
            return Array(state.wakeSignals.values)
        }
        for wakeSignal in wakeSignals { wakeSignal.wake() }
    }

    private func waitForConnections(until deadline: Instant?) {
        while state.withLock({ !$0.wakeSignals.isEmpty || $0.workCount > 0 }) {
            if let deadline, deadline <= .now { return }
            wakeSignal.wait(until: deadline)
        }
    }

    // MARK: Connections

    private func add(_ client: ClientSocket) {
        let limit = site.limits.connections
        guard let wakeSignal = WakeSignal() else { return client.close() }
        let isServed = state.withLock { state -> Bool? in
            let isServed = state.servedCount < limit
            // Those that are told that there are too many take room, too.
            guard isServed || state.wakeSignals.count - state.servedCount < limit else { return nil }
            state.wakeSignals[client.descriptor] = wakeSignal
            if isServed { state.servedCount += 1 }
            return isServed
        }
        guard let isServed else { return client.close() }
        let code = DetachedThread.start(stackSize: Connections.stackSize) {
            Connection(of: self, client: client, wakeSignal: wakeSignal).run(isServed: isServed)
            self.remove(client, isServed: isServed)
        }
        if code != 0 { remove(client, isServed: isServed) }
    }

    private func remove(_ client: ClientSocket, isServed: Bool) {
        state.withLock { state in
            state.wakeSignals[client.descriptor] = nil
            if isServed { state.servedCount -= 1 }
            // Under the lock, as the number may belong to another socket from now on.
            client.close()
        }
        wakeSignal.wake()
    }

    // MARK: Work of the host

    /// Starts work of the host, and wakes its thread at the end.
    func start<Value: Sendable>(
        waking wakeSignal: WakeSignal, _ work: @escaping @Sendable () async -> Value
    ) -> Work<Value> {
        state.withLock { $0.workCount += 1 }
        let result = Work<Value>.Result()
        let task = Task(executorPreference: executor) {
            let value = await work()
            result.value.withLock { $0 = value }
            wakeSignal.wake()
            self.state.withLock { $0.workCount -= 1 }
            self.wakeSignal.wake()
        }
        return Work(task: task, result: result)
    }

    // MARK: Streams

    func noteStream() {
        state.withLock { state in
            state.streamCount += 1
            state.idleSince = nil
        }
    }

    func noteStreamEnd() {
        state.withLock { state in
            state.streamCount -= 1
            if state.streamCount == 0 { state.idleSince = .now }
        }
        wakeSignal.wake()
    }
}

/// Work of the host in progress.
struct Work<Value: Sendable> {
    final class Result: Sendable {
        let value = Mutex(Value?.none)
    }

    let task: Task<Void, Never>
    fileprivate let result: Result

    fileprivate init(task: Task<Void, Never>, result: Result) {
        self.task = task
        self.result = result
    }

    /// The result, as soon as there is one.
    var value: Value? { result.value.withLock(\.self) }
}
