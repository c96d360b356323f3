internal import Statecharts

/// Calls closures at their times, on a thread that exists only while some wait.
final class SystemClock: @unchecked Sendable {
    // Unchecked, because the lock guards what changes.
    private let condition = ThreadCondition()
    private var timers = TimerQueue()
    private var hasThread = false
    private let start = ContinuousClock.now

    deinit { condition.deallocate() }

    /// The time since the start.
    var time: Duration { start.duration(to: .now) }

    /// Calls a closure after a delay, and returns the number of the timer. One with an owner can be
    /// cancelled until ``end(_:)``.
    func add(after delay: Duration, of owner: UInt32 = 0, _ fire: @escaping () -> Void) -> UInt64 {
        condition.lock()
        defer { condition.unlock() }
        let number = timers.add(at: time.advanced(by: delay), cause: 0, owner: owner, fire)
        if hasThread { condition.signal() } else { hasThread = DetachedThread.start { [self] in work() } }
        return number
    }

    /// Ends a timer.
    ///
    /// - Returns: Whether it wasn't cancelled.
    func end(_ number: UInt64) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        return timers.end(number)
    }

    func cancel(_ number: UInt64) {
        condition.lock()
        timers.cancel(number)
        condition.unlock()
    }

    func cancelAll(of owner: UInt32) {
        condition.lock()
        timers.cancelAll(of: owner)
        condition.unlock()
    }

    /// Forgets all timers.
    func stop() {
        condition.lock()
        timers = TimerQueue()
        condition.signal()
        condition.unlock()
    }

    private func work() {
        condition.lock()
        while let next = timers.firstTime() {
            if let timer = timers.takeFirst(until: time) {
                if timer.owner == 0 { _ = timers.end(timer.number) }
                condition.unlock()
                timer.fire()
                condition.lock()
            } else {
                _ = condition.wait(atMost: next - time)
            }
        }
        hasThread = false
        condition.unlock()
    }
}
