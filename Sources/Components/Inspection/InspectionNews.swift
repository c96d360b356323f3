/// The news of a run that the thread of an inspector hasn't taken yet.
///
/// The run only adds to them, and never waits for a listener. Of states and channels, the last ones
/// count; events beyond a limit are dropped, which their numbers tell.
final class InspectionNews: RunObserver, @unchecked Sendable {
    // Unchecked, because the lock guards what changes.
    struct Content {
        var events: [(number: Int, event: TraceEvent)] = []
        /// The number of the run's last event.
        var lastNumber = 0
        /// The states of charts that have changed.
        var states: [String: [ChartReport.State]] = [:]
        var failures: [ComponentFailure] = []
        /// The parts that have ended since the channels were told.
        var removed: [String] = []
        /// Whether parts or channels have changed.
        var isRewired = false
        /// The parts and channels, if the run tells them itself.
        var assembly: Assembly?
        /// Whether a pause began or ended.
        var isPauseChanged = false
        var hasEnded = false
    }

    /// The maximum number of events that wait.
    static let eventLimit = 10_000

    /// The gate at which a simulation is paused; `nil` if it can't be.
    let gate: RunGate?
    let wakePipe: WakePipe?
    private let current: (() -> Assembly)?
    private let lock = Lock()
    private var content = Content()
    /// Whether somebody listens, so that events matter.
    private var isListened = false
    /// Whether the thread waits for news.
    private var isAwaited = false

    /// Creates news without content.
    ///
    /// - Parameter current: Returns the parts and channels, on the run's thread; `nil` if others
    ///   find them.
    init(gate: RunGate?, current: (() -> Assembly)? = nil) {
        (self.gate, self.current) = (gate, current)
        wakePipe = WakePipe()
    }

    deinit { lock.deallocate() }

    func observe(_ news: RunNews) {
        switch news {
        case .happened(let number, let event):
            if event.kind == .handled {
                gate?.pass(event) { change { $0.isPauseChanged = true } }
            }
            change { content in
                content.lastNumber = number
                // Not the oldest, whose body would be freed here, by code that may report.
                if isListened, content.events.count < Self.eventLimit { content.events.append((number, event)) }
            }
        case .added: change { $0.isRewired = true }
        case .rewired:
            let assembly = current?()
            change { content in
                (content.isRewired, content.removed) = (true, [])
                if assembly != nil { content.assembly = assembly }
            }
        case .removed(let name):
            change { content in
                content.removed.append(name)
                content.states[name] = nil
            }
        case .states(let part, let states): change { $0.states[part] = states }
        case .failed(let failure):
            change { if $0.failures.count < Self.eventLimit { $0.failures.append(failure) } }
        case .paused: notePause()
        case .ended: change { $0.hasEnded = true }
        }
    }

    func setListened(_ isListened: Bool) { lock.withLock { self.isListened = isListened } }

    /// Tells the thread to look at its pipe.
    func wake() { wakePipe?.wake() }

    /// Notes that a pause began or ended.
    func notePause() { change { $0.isPauseChanged = true } }

    private func change(_ body: (inout Content) -> Void) {
        let wakes = lock.withLock {
            body(&content)
            defer { isAwaited = false }
            return isAwaited
        }
        if wakes { wake() }
    }

    /// Removes and returns the news; `nil` if there are none, after which new ones wake the thread.
    func take() -> Content? {
        var taken = Content()
        let hasNews = lock.withLock {
            isAwaited = content.isEmpty
            taken.lastNumber = content.lastNumber
            swap(&taken, &content)
            return !isAwaited
        }
        return hasNews ? taken : nil
    }
}

extension InspectionNews.Content {
    fileprivate var isEmpty: Bool {
        events.isEmpty && states.isEmpty && failures.isEmpty && removed.isEmpty && !isRewired && !isPauseChanged
            && !hasEnded
    }
}

/// A place at which the thread of a simulation waits while it is paused, before a message.
final class RunGate: RunControl, @unchecked Sendable {
    // Unchecked, because the condition guards what changes.
    private let condition = ThreadCondition()
    private var isClosed = false
    /// The number of messages that the run may handle while it is paused.
    private var stepCount = 0
    private var isRemoved = false
    private var stop: TraceEvent?
    private let look: () -> RunMailboxes?

    /// Creates a gate that is open.
    ///
    /// - Parameter look: Returns the messages that wait, while the run's thread does.
    init(_ look: @escaping () -> RunMailboxes?) { self.look = look }

    deinit { condition.deallocate() }

    var state: RunPause {
        condition.lock()
        defer { condition.unlock() }
        return RunPause(isOn: isClosed, next: stop)
    }

    /// The messages that wait while the run is stopped at one; `nil` while it isn't.
    var mailboxes: RunMailboxes? {
        condition.lock()
        defer { condition.unlock() }
        return stop == nil ? nil : look()
    }

    /// Lets the run handle a message, as soon as it isn't paused.
    ///
    /// - Parameter report: Called when the run begins to wait.
    func pass(_ event: TraceEvent, _ report: () -> Void) {
        condition.lock()
        defer { condition.unlock() }
        if isClosed, stepCount == 0 {
            stop = event
            report()
            while isClosed, stepCount == 0 { condition.wait() }
            stop = nil
        }
        stepCount = max(0, stepCount - 1)
    }

    /// Stops the run before its next message.
    func pause() {
        condition.lock()
        (isClosed, stepCount) = (!isRemoved, 0)
        condition.unlock()
    }

    /// Lets the run handle one message.
    ///
    /// - Returns: Whether the run is paused.
    func step() -> Bool {
        condition.lock()
        defer { condition.unlock() }
        if isClosed {
            stepCount += 1
            condition.signal()
        }
        return isClosed
    }

    func resume() { release(isFinal: false) }

    /// Lets the run go on.
    ///
    /// - Parameter isFinal: Whether the run can't be paused any more.
    func release(isFinal: Bool) {
        condition.lock()
        (isClosed, stepCount) = (false, 0)
        if isFinal { isRemoved = true }
        condition.signal()
        condition.unlock()
    }
}
