internal import Synchronization
internal import SystemLibrary

/// A Unix socket at which other programs watch a run.
///
///     let inspector = try system.inspect(at: "/run/user/1000/app.sock")
///
/// Then `automata components inspect /run/user/1000/app.sock` shows the run in a browser. Only the
/// user of the program can connect. Listeners may pause the run if the program allows it; it goes
/// on when none is left. A listener that reads slowly never delays the run: it loses events, and
/// is told how many.
///
/// The socket exists until ``close()``, or until nobody has the inspector any more.
public final class Inspector: Sendable {
    /// The path of the socket.
    public let path: String
    private let server: InspectionServer

    init(_ run: InspectedRun, at path: String) throws(InspectionError) {
        server = try InspectionServer(run, at: path)
        self.path = path
        guard DetachedThread.start({ [server] in server.serve() }) else {
            server.close()
            server.finish()
            throw .system(path, SystemCallError("pthread_create", code: EAGAIN))
        }
    }

    deinit { server.close() }

    /// Removes the socket and takes leave of all listeners. A run that is paused goes on.
    public func close() { server.close() }
}

/// An error that keeps a run from being inspected.
public enum InspectionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path has more bytes than a socket may have, or none.
    case invalidPath(String, maximumCount: Int)
    /// Another program listens at the path, or it is that of another kind of file.
    case pathTaken(String)
    /// The system can't make the socket.
    case system(String, SystemCallError)

    /// The error, with what to do.
    public var description: String {
        switch self {
        case .invalidPath(let path, _) where path.utf8.contains(0):
            "invalid socket path \(path.quoted); remove the NUL"
        case .invalidPath(let path, let count):
            "invalid socket path '\(path)' of \(path.utf8.count) bytes; choose one of 1 to \(count) bytes"
        case .pathTaken(let path):
            "the path '\(path)' is taken by another program or file; choose another path, or remove the file"
        case .system(let path, let error): "can't listen at '\(path)': \(error)"
        }
    }
}

extension ComponentSystem {
    /// Lets other programs watch the system at a Unix socket.
    ///
    /// The run is observed only while somebody listens, and costs nothing before.
    ///
    /// - Parameters:
    ///   - path: The path of the socket. That of a program that has ended is replaced.
    ///   - allowsControl: Whether listeners may pause the system, and let it take steps; see
    ///     ``pause(within:)``.
    /// - Throws: ``InspectionError``
    public func inspect(at path: String, allowsControl: Bool = false) throws(InspectionError) -> Inspector {
        try Inspector(InspectedRun(host, allowsControl: allowsControl), at: path)
    }
}

extension Simulation {
    /// Lets other programs watch the simulation at a Unix socket.
    ///
    /// Each message is noted from now on, as for a trace.
    ///
    /// - Parameters:
    ///   - path: The path of the socket. That of a program that has ended is replaced.
    ///   - allowsControl: Whether listeners may pause the run, before a message, and take steps. The
    ///     thread that runs the simulation waits meanwhile.
    /// - Throws: ``InspectionError``
    public func inspect(at path: String, allowsControl: Bool = false) throws(InspectionError) -> Inspector {
        try Inspector(InspectedRun(router, allowsControl: allowsControl), at: path)
    }
}

/// A run as its inspector sees it.
struct InspectedRun: Sendable {
    let news: InspectionNews
    /// What pauses the run; `nil` if it may only be watched.
    let control: (any RunControl)?
    let pause: @Sendable () -> RunPause
    /// Returns the messages that wait; `nil` if they aren't known.
    let mailboxes: @Sendable () -> RunMailboxes?
    /// Whether the run's own thread tells all, from the start.
    let tellsItself: Bool
    /// Begins to observe the run; returns whether it still goes on.
    let begin: @Sendable () -> Bool
    /// Observes it no longer, as nobody listens.
    let end: @Sendable () -> Void
    /// Observes it no longer, as nobody will listen again.
    let close: @Sendable () -> Void
    /// Returns the parts that live with their channels; `nil` if only the run's own thread can.
    let current: @Sendable () -> Assembly?

    init(_ host: SystemHost, allowsControl: Bool) {
        let news = InspectionNews(gate: nil)
        (self.news, tellsItself) = (news, false)
        control = allowsControl ? SystemControl(host) : nil
        pause = { [weak host] in host?.runPause ?? RunPause() }
        mailboxes = { [weak host] in host?.runMailboxes }
        begin = { [weak host] in host?.begin(observing: news) ?? false }
        end = { [monitor = host.monitor] in monitor.remove(news) }
        close = end
        current = { [weak host] in host?.currentAssembly }
    }

    init(_ router: Router, allowsControl: Bool) {
        let gate = allowsControl ? RunGate { [weak router] in router?.runMailboxes } : nil
        let news = InspectionNews(gate: gate) { [weak router] in
            router.map { Assembly($0.living, watchers: []) } ?? Assembly()
        }
        (self.news, tellsItself, control) = (news, true, news.gate)
        pause = { [gate = news.gate] in gate?.state ?? RunPause() }
        mailboxes = { [gate = news.gate] in gate?.mailboxes }
        // Nobody else may touch a simulation but its own thread.
        router.add(news)
        news.observe(.rewired)
        for failure in router.failures.list { news.observe(.failed(failure)) }
        begin = { true }
        end = {}
        close = { [monitor = router.monitor] in monitor.remove(news) }
        current = { nil }
    }
}

extension SystemHost {
    fileprivate func begin(observing news: InspectionNews) -> Bool {
        changeLock.withLock {
            if hasStopped.load(ordering: .sequentiallyConsistent) { return false }
            add(news)
            for failure in failures.list { news.observe(.failed(failure)) }
            // The program may have paused it.
            news.notePause()
            return true
        }
    }
}
