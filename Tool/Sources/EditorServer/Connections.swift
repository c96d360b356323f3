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
        /// Nothing may go on.
        case cut
    }

    private struct State {
        var stage = Stage.serving
        var isAskedToEnd = false
        /// The bells of all connections by their sockets.
        var bells: [Int32: Bell] = [:]
        var servedCount = 0
        var streamCount = 0
        var workCount = 0
        /// The time at which the last page went away.
        var farewell: Instant?
    }

    let site: Site
    /// Time from the last page's going until the server ends; `nil` to go on without pages.
    private let patience: Duration?
    /// The bell of the server's own thread.
    private let bell: Bell
    private let state = Mutex(State())

    init(site: Site, patience: Duration?, bell: Bell) {
        self.site = site
        self.patience = patience
        self.bell = bell
    }

    var stage: Stage { state.withLock { $0.stage } }

    // MARK: The server's thread

    /// Serves, and returns when all connections are closed and the host is idle.
    func serve(at sockets: [ListeningSocket]) {
        while true {
            let end = timeToEnd
            if let end, end <= .now { break }
            let events = bell.wait(for: POLLIN, at: sockets.map(\.descriptor), until: end)
            for (socket, event) in zip(sockets, events) where event != 0 {
                if let client = socket.accept() {
                    add(client)
                } else if errno != EAGAIN {
                    // There may be too many open files, until some are closed.
                    bell.wait(until: .now + .milliseconds(50))
                }
            }
        }
        for socket in sockets { socket.close() }
        enter(.ending)
        waitForRest(until: .now + site.limits.ending)
        enter(.cut)
        waitForRest(until: nil)
    }

    /// Ends the server soon.
    func end() {
        state.withLock { $0.isAskedToEnd = true }
        bell.ring()
    }

    /// The time at which the server must end, as far as it is known.
    private var timeToEnd: Instant? {
        state.withLock { state in
            if state.isAskedToEnd { return .now }
            guard let patience, let farewell = state.farewell else { return nil }
            return farewell + patience
        }
    }

    private func enter(_ stage: Stage) {
        let bells = state.withLock { state in
            state.stage = stage
            return Array(state.bells.values)
        }
        for bell in bells { bell.ring() }
    }

    private func waitForRest(until deadline: Instant?) {
        while state.withLock({ !$0.bells.isEmpty || $0.workCount > 0 }) {
            if let deadline, deadline <= .now { return }
            bell.wait(until: deadline)
        }
    }

    // MARK: Connections

    private func add(_ client: ClientSocket) {
        let limit = site.limits.connections
        guard let bell = Bell() else { return client.close() }
        let isServed = state.withLock { state -> Bool? in
            let isServed = state.servedCount < limit
            // Those that are told that there are too many take room, too.
            guard isServed || state.bells.count - state.servedCount < limit else { return nil }
            state.bells[client.descriptor] = bell
            if isServed { state.servedCount += 1 }
            return isServed
        }
        guard let isServed else { return client.close() }
        let code = DetachedThread.start(stackSize: Connections.stackSize) {
            Connection(of: self, client: client, bell: bell).run(isServed: isServed)
            self.remove(client, isServed: isServed)
        }
        if code != 0 { remove(client, isServed: isServed) }
    }

    private func remove(_ client: ClientSocket, isServed: Bool) {
        state.withLock { state in
            state.bells[client.descriptor] = nil
            if isServed { state.servedCount -= 1 }
            // Under the lock, as the number may belong to another socket from now on.
            client.close()
        }
        bell.ring()
    }

    // MARK: Work of the host

    /// Starts work of the host, and rings a bell at its end.
    func start<Value: Sendable>(
        ringing bell: Bell, _ work: @escaping @Sendable () async -> Value
    ) -> Work<Value> {
        state.withLock { $0.workCount += 1 }
        let result = Work<Value>.Result()
        let task = Task {
            let value = await work()
            result.value.withLock { $0 = value }
            bell.ring()
            self.state.withLock { $0.workCount -= 1 }
            self.bell.ring()
        }
        return Work(task: task, result: result)
    }

    // MARK: Streams

    func noteStream() {
        state.withLock { state in
            state.streamCount += 1
            state.farewell = nil
        }
    }

    func noteStreamEnd() {
        state.withLock { state in
            state.streamCount -= 1
            if state.streamCount == 0 { state.farewell = .now }
        }
        bell.ring()
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
