/// Events that come at their times.
@usableFromInline
struct Timers<Payload> {
    @usableFromInline
    struct Timer {
        @usableFromInline
        var event: QueuedEvent<Payload>
        @usableFromInline
        var deadline: Duration
        /// The state whose exit ends the timer, or -1.
        @usableFromInline
        var state: Int32
        @usableFromInline
        var id: String

        @inlinable
        init(event: QueuedEvent<Payload>, deadline: Duration, state: Int32, id: String) {
            (self.event, self.deadline, self.state, self.id) = (event, deadline, state, id)
        }
    }

    /// In the order in which they come, the last one first.
    @usableFromInline
    var timers: ContiguousArray<Timer> = []

    @inlinable
    init() {}

    @inlinable
    var count: Int { timers.count }

    /// The time of the next event, or `nil` if there is none.
    @inlinable
    var deadline: Duration? { timers.last?.deadline }

    /// Adds an event behind those of the same time.
    @inlinable
    mutating func add(_ event: QueuedEvent<Payload>, at deadline: Duration, of state: Int32, id: String) {
        let timer = Timer(event: event, deadline: deadline, state: state, id: id)
        // Not by `insert`, which allocates where code isn't specialized.
        timers.append(timer)
        var index = timers.count - 1
        while index > 0, timers[index - 1].deadline <= deadline {
            timers[index] = timers[index - 1]
            index -= 1
        }
        timers[index] = timer
    }

    /// The timers, the next one first.
    var all: ReversedCollection<ContiguousArray<Timer>> { timers.reversed() }

    /// Takes out the next event.
    @inlinable
    mutating func popFirst() -> QueuedEvent<Payload>? { timers.popLast()?.event }

    @inlinable
    mutating func cancel(id: String) {
        if !id.isEmpty { remove { $0.id == id } }
    }

    @inlinable
    mutating func cancel(of state: Int32, in region: UInt32) {
        remove { $0.state == state && $0.event.region == region }
    }

    /// Removes timers, without the allocations of `removeAll`.
    @inlinable
    mutating func remove(where isEnded: (Timer) -> Bool) {
        var count = 0
        for index in timers.indices where !isEnded(timers[index]) {
            if count < index { timers[count] = timers[index] }
            count += 1
        }
        while timers.count > count { timers.removeLast() }
    }
}
