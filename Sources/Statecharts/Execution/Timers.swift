/// Timed events in a binary heap.
@usableFromInline
package struct Timers<Payload> {
    @usableFromInline
    package struct Timer {
        @usableFromInline
        package var event: QueuedEvent<Payload>
        @usableFromInline
        package var deadline: Duration
        /// The state whose exit ends the timer, or -1.
        @usableFromInline
        package var state: Int32
        @usableFromInline
        package var id: String
        /// The number of timers added before.
        @usableFromInline
        package var order: UInt64 = 0

        @inlinable
        package init(event: QueuedEvent<Payload>, deadline: Duration, state: Int32, id: String) {
            (self.event, self.deadline, self.state, self.id) = (event, deadline, state, id)
        }

        @inlinable
        func precedes(_ other: Timer) -> Bool {
            deadline < other.deadline || deadline == other.deadline && order < other.order
        }
    }

    /// The heap: the timer at place *i*, counted from 1, comes before those at 2*i* and 2*i* + 1.
    @usableFromInline
    package var heap: ContiguousArray<Timer> = []
    @usableFromInline
    package var addedCount: UInt64 = 0

    @inlinable
    init() {}

    @inlinable
    var count: Int { heap.count }

    /// The time of the next event, or `nil` if there is none.
    @inlinable
    var deadline: Duration? { heap.isEmpty ? nil : heap[0].deadline }

    /// Adds an event after those of the same time.
    ///
    /// - Complexity: O(log *n*) for *n* timers.
    @inlinable
    mutating func add(_ event: QueuedEvent<Payload>, at deadline: Duration, of state: Int32, id: String) {
        var timer = Timer(event: event, deadline: deadline, state: state, id: id)
        timer.order = addedCount
        addedCount += 1
        heap.append(timer)
        rise(heap.count - 1)
    }

    /// The timers, the next one first.
    var all: [Timer] { heap.sorted { $0.precedes($1) } }

    /// The bytes of all identifiers.
    var identifierByteCount: Int { heap.reduce(0) { $0 + $1.id.utf8.count } }

    /// Replaces all timers; those of the same time keep their order.
    mutating func replace(by timers: [Timer]) {
        (heap, addedCount) = (ContiguousArray(timers), UInt64(timers.count))
        for index in heap.indices { heap[index].order = UInt64(index) }
        order()
    }

    /// Sets when the timers are due, in the order in which they were added.
    mutating func setDeadlines(_ deadlines: [Duration]) {
        heap.sort { $0.order < $1.order }
        for (index, deadline) in zip(heap.indices, deadlines) { heap[index].deadline = deadline }
        order()
    }

    /// Removes and returns the next event.
    ///
    /// - Complexity: O(log *n*) for *n* timers.
    @inlinable
    mutating func popFirst() -> QueuedEvent<Payload>? {
        guard let event = heap.first?.event else { return nil }
        remove(at: 0)
        return event
    }

    @inlinable
    mutating func cancel(id: String) {
        if !id.isEmpty { remove { $0.id == id } }
    }

    @inlinable
    mutating func cancel(of state: Int32, in region: UInt32) {
        remove { $0.state == state && $0.event.region == region }
    }

    /// Removes timers, without the allocations of `removeAll`.
    ///
    /// - Complexity: O(*n* + *k* log *n*) for *k* of *n* timers, with little work for those that
    ///   stay, as loops can end one timer at each step while many wait.
    @inlinable
    mutating func remove(where isEnded: (Timer) -> Bool) {
        for index in heap.indices.reversed() {
            // A timer that hasn't been looked at may come to the place of a removed one.
            while index < heap.count, isEnded(heap[index]) { remove(at: index) }
        }
    }

    /// Removes the timer at an index, to which the last one or one of those above it comes.
    @inlinable
    mutating func remove(at index: Int) {
        let last = heap.removeLast()
        guard index < heap.count else { return }
        heap[index] = last
        if index > 0, last.precedes(heap[(index - 1) / 2]) { rise(index) } else { sink(index) }
    }

    @inlinable
    mutating func order() {
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(index) }
    }

    /// Raises the timer at an index above those that come after it.
    @inlinable
    mutating func rise(_ start: Int) {
        let timer = heap[start]
        var index = start
        while index > 0, timer.precedes(heap[(index - 1) / 2]) {
            heap[index] = heap[(index - 1) / 2]
            index = (index - 1) / 2
        }
        heap[index] = timer
    }

    /// Sinks the timer at an index below those that come before it.
    @inlinable
    mutating func sink(_ start: Int) {
        let timer = heap[start]
        var index = start
        while true {
            var child = 2 * index + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1].precedes(heap[child]) { child += 1 }
            guard heap[child].precedes(timer) else { break }
            heap[index] = heap[child]
            index = child
        }
        heap[index] = timer
    }
}
