internal import AlgorithmSupport

extension Router {
    struct OutsidePort: Hashable {
        let part: String
        let port: String
        let type: ObjectIdentifier
    }

    /// The state that changes with each message.
    struct Run {
        var current: UInt64 = 0
        var time: Duration = .zero
        /// The component whose code runs.
        var busy: UnsafeMutablePointer<ReceiverState>?
        /// Whether a component has ended that isn't cut off yet.
        var hasEnding = false
        /// Whether all messages are noted.
        var isWatched = false
        /// Whether a state or condition of a breakpoint has become true.
        var hasHit = false
        var choices: SeededGenerator
    }

    /// Runs code of a component that isn't the handler of a message; it has the cause of the code
    /// that makes it run.
    final func call(_ component: ComponentCore, _ body: () throws -> Void) {
        do { try occupied(component, body) } catch { fail(component, error) }
    }

    /// Calls a closure as code of a component.
    final func occupied<Result>(_ component: ComponentCore, _ body: () throws -> Result) rethrows -> Result {
        let busy = run.pointee.busy
        busy?.pointee.component.waitingCalls += 1
        run.pointee.busy = component.state
        defer {
            run.pointee.busy = busy
            busy?.pointee.component.waitingCalls -= 1
        }
        return try body()
    }

    /// Makes room in a mailbox for a sender from outside, if the mailbox wants that.
    func waitForRoom(_ component: ComponentCore) {
        guard component.bound.policy == .wait, run.pointee.busy == nil else { return }
        while component.phase != .ended, component.state.pointee.mailbox.count >= component.bound.capacity, step() {}
    }

    /// Advances the time to the next timer, at most to a time.
    ///
    /// - Returns: Whether there was one.
    func fireNextTimer(until end: Duration) -> Bool {
        settle()
        guard let timer = timers.removeFirst(until: end) else { return false }
        advance(to: timer.time)
        run.pointee.current = timer.cause
        timer.fire()
        run.pointee.current = 0
        return true
    }

    func advance(to time: Duration) { run.pointee.time = max(run.pointee.time, time) }
}
