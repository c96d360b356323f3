/// Pauses a run for its listeners.
protocol RunControl: Sendable {
    /// Stops the run before its next message.
    func pause()
    /// Lets the run handle one message.
    ///
    /// - Returns: Whether the run is paused.
    func step() -> Bool
    /// Lets the run go on.
    func resume()
    /// Lets the run go on if a listener has paused it, as none is left.
    ///
    /// - Parameter isFinal: Whether the run can't be paused any more.
    func release(isFinal: Bool)
}

/// The pause of a run, as its listeners are told.
struct RunPause {
    var isOn = false
    /// The message that the run is about to handle, if it has come to one.
    var next: TraceEvent?
    /// The breakpoint's stop that made it pause.
    var hit: Breakpoint.Hit?
}

/// The messages that wait for the components of a run.
struct RunMailboxes {
    /// The numbers of messages, without components for which none waits.
    let counts: [(part: String, count: Int)]
    /// The first messages; `nil` if the run isn't paused.
    let messages: [QueuedMessage]?

    /// The maximum number of messages.
    static let messageLimit = 100
}

/// Pauses a system.
final class SystemControl: RunControl {
    private weak let host: SystemHost?
    /// The number of steps that are to be taken, one after another.
    private let stepCount = Guarded(0)

    init(_ host: SystemHost) { self.host = host }

    func pause() { host?.beginPause { pause in if !pause.isOn { pause.isOfListener = true } } }

    func step() -> Bool {
        guard let host, host.shared.withLock(\.pause.isOn) else { return false }
        let isFirst = stepCount.withLock { count in
            count += 1
            return count == 1
        }
        if isFirst { Task { await takeSteps(of: host) } }
        return true
    }

    private func takeSteps(of host: SystemHost) async {
        var hasNext = true
        while hasNext {
            _ = await host.step(nil)
            hasNext = stepCount.withLock { count in
                count -= 1
                return count > 0
            }
        }
    }

    func resume() {
        forgetSteps()
        host?.resume()
    }

    func release(isFinal: Bool) {
        forgetSteps()
        host?.resume(isOfListener: true)
    }

    /// Forgets the steps but the one that is being taken.
    private func forgetSteps() { stepCount.withLock { $0 = min(1, $0) } }
}

extension SystemHost {
    /// The pause, as listeners are told.
    var runPause: RunPause { shared.withLock { RunPause(isOn: $0.pause.isOn, hit: $0.pause.hit) } }

    /// The messages that wait.
    var runMailboxes: RunMailboxes {
        let isPaused = shared.withLock(\.pause.isOn)
        return RunMailboxes(
            counts: waitingCounts, messages: isPaused ? waitingMessages(limit: RunMailboxes.messageLimit) : nil)
    }
}

extension Router {
    /// The messages that wait; only for a thread that knows that the run does.
    var runMailboxes: RunMailboxes {
        let waiting = waitingMessages
        var counts: [UnsafeMutablePointer<ReceiverState>: Int] = [:]
        for place in waiting { counts[place.receiver, default: 0] += 1 }
        return RunMailboxes(
            counts: components.compactMap { component in
                component.flatMap { component in counts[component.state].map { (component.name, $0) } }
            },
            messages: waiting.prefix(RunMailboxes.messageLimit).map { described($0, nil) })
    }
}
