/// Events that come at their times.
@usableFromInline
struct Timers<Payload> {
    @usableFromInline
    struct Timer {
        var event: QueuedEvent<Payload>
        var deadline: Duration
        /// The state whose exit ends the timer, or -1.
        var state: Int32
        var id: String
    }

    /// In the order in which they come, the last one first.
    private var timers: ContiguousArray<Timer> = []

    @usableFromInline
    init() {}

    @usableFromInline
    var count: Int { timers.count }

    /// The time of the next event, or `nil` if there is none.
    @usableFromInline
    var deadline: Duration? { timers.last?.deadline }

    /// Adds an event behind those of the same time.
    @usableFromInline
    mutating func add(_ event: QueuedEvent<Payload>, at deadline: Duration, of state: Int32, id: String) {
        var index = timers.count
        while index > 0, timers[index - 1].deadline <= deadline { index -= 1 }
        timers.insert(Timer(event: event, deadline: deadline, state: state, id: id), at: index)
    }

    /// The timers, the next one first.
    var all: ReversedCollection<ContiguousArray<Timer>> { timers.reversed() }

    /// Takes out the next event.
    @usableFromInline
    mutating func popFirst() -> QueuedEvent<Payload>? { timers.popLast()?.event }

    @usableFromInline
    mutating func cancel(id: String) {
        if !id.isEmpty { timers.removeAll { $0.id == id } }
    }

    @usableFromInline
    mutating func cancel(of state: Int32, in region: UInt32) {
        timers.removeAll { $0.state == state && $0.event.region == region }
    }
}
