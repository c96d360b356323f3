internal import Statecharts
internal import Synchronization

/// Calls closures at their times, on a thread that exists only while some wait.
final class SystemClock: @unchecked Sendable {
    // Unchecked, because the lock guards what changes.
    private let condition = ThreadCondition()
    private var timers = TimerQueue()
    private var hasThread = false
    private let start = ContinuousClock.now
    /// The time that the clock has stood still, in nanoseconds; while it stands still, the complement
    /// of its time.
    private let standstill = Atomic<Int64>(0)
    /// In its place while the time at which the clock stops is being read, under the lock.
    private static let stopping = Int64.min

    deinit { condition.deallocate() }

    /// The time since the start, which never goes back.
    var time: Duration {
        while true {
            let shift = standstill.load(ordering: .acquiring)
            if shift == Self.stopping {
                condition.lock()
                condition.unlock()
                continue
            }
            if shift < 0 { return .nanoseconds(~shift) }
            let time = start.duration(to: .now)
            if standstill.load(ordering: .acquiring) == shift { return shift == 0 ? time : time - .nanoseconds(shift) }
        }
    }

    /// Lets the time stand still, unless it does.
    func pause() {
        condition.lock()
        let shift = standstill.load(ordering: .relaxed)
        if shift >= 0 {
            // Whoever has read a later time than this one reads it anew.
            standstill.store(Self.stopping, ordering: .sequentiallyConsistent)
            standstill.store(~(now - shift), ordering: .releasing)
        }
        condition.unlock()
    }

    /// Lets the time go on.
    func resume() {
        condition.lock()
        let shift = standstill.load(ordering: .relaxed)
        if shift < 0 { standstill.store(now - ~shift, ordering: .releasing) }
        condition.signal()
        condition.unlock()
    }

    /// The time since the start in nanoseconds, with that of standstills.
    private var now: Int64 {
        let (seconds, attoseconds) = start.duration(to: .now).components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

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
            } else if standstill.load(ordering: .relaxed) < 0 {
                condition.wait()
            } else {
                _ = condition.wait(atMost: next - time)
            }
        }
        hasThread = false
        condition.unlock()
    }
}
