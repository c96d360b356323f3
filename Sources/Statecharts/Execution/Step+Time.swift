/// The clock of a run, which hands over the timers and events that become due.
extension Step {
    /// The time of the next timer or delayed event; `nil` if there is none, or the run has ended.
    @inlinable
    var deadline: Duration? { run.phase == .running ? waiting.timers.deadline : nil }

    /// Removes and returns the next timer or delayed event that is due at a time, and advances the
    /// clock to its deadline.
    ///
    /// Only one is removed, as it may cancel others that are due at the same instant.
    ///
    /// - Returns: `nil` if nothing is due; the clock then stands still.
    @inlinable
    mutating func popDue(until time: Duration) -> QueuedEvent<Behavior.Payload>? {
        guard let deadline, deadline <= time else { return nil }
        advanceClock(to: deadline)
        return waiting.timers.popFirst()
    }

    /// Advances the clock; an earlier time has no effect.
    @inlinable
    mutating func advanceClock(to time: Duration) { run.time = max(run.time, time) }
}

/// Counts the timers and delayed events of one instant, as those without delay can follow each
/// other forever.
@usableFromInline
struct InstantCount {
    @usableFromInline
    var instant = Duration.zero
    @usableFromInline
    var count = 0

    @inlinable
    init() {}

    /// Counts one more timer or event.
    ///
    /// - Returns: `false` if there are more than the limit at its time.
    @inlinable
    mutating func add(at time: Duration, limit: Int) -> Bool {
        (count, instant) = (time > instant ? 1 : count + 1, time)
        return count <= limit
    }
}

extension StateMachine {
    /// The timers and delayed events, in the order in which they were started: their numbers, and
    /// when they are due.
    package var timers: [(number: UInt64, deadline: Duration)] {
        step.waiting.timers.heap.map { ($0.order, $0.deadline) }.sorted { $0.0 < $1.0 }
    }

    /// Sets when the timers and delayed events are due, in the order in which they were started.
    package mutating func setDeadlines(_ deadlines: [Duration]) {
        step.waiting.timers.setDeadlines(deadlines)
    }
}
