/// The ticks of a clock, without an end.
///
/// Components that need the time use an ``EventPort``, whose timers are virtual in a
/// ``Simulation``.
public struct TimerSequence: AsyncSequence, Sendable {
    private let interval: Duration

    /// Creates the sequence.
    ///
    /// - Parameter interval: The time between two ticks; the first comes after it. Ticks that
    ///   nobody awaited in time are left out.
    public init(every interval: Duration) {
        self.interval = Swift.min(Swift.max(interval, .nanoseconds(1)), .seconds(1_000_000_000))
    }

    /// Returns an iterator, whose time begins now.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(interval: interval) }

    /// An iterator over ticks.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let interval: Duration
        private var last = ContinuousClock.now

        fileprivate init(interval: Duration) { self.interval = interval }

        /// Waits for the next tick; `nil` if the task is cancelled.
        public mutating func next() async -> Void? {
            let missed = Swift.max(0, (ContinuousClock.now - last) / interval).rounded(.down)
            last += interval * Swift.max(1, Int(missed))
            do { try await Task.sleep(until: last, clock: .continuous) } catch { return nil }
            return ()
        }
    }
}
