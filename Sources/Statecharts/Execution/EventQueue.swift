/// A waiting event.
@usableFromInline
package struct QueuedEvent<Payload> {
    @usableFromInline
    package var number: UInt32
    /// The only dynamic region that sees the event; 0 for all.
    @usableFromInline
    var region: UInt32
    @usableFromInline
    var payload: Payload?

    @inlinable
    package init(number: UInt32, payload: Payload?, region: UInt32 = 0) {
        (self.number, self.payload, self.region) = (number, payload, region)
    }
}

/// A deferred event.
@usableFromInline
package struct DeferredEvent<Payload> {
    @usableFromInline
    package var event: QueuedEvent<Payload>
    /// The number of changes at the last try.
    @usableFromInline
    var changeCount: UInt32

    @inlinable
    package init(event: QueuedEvent<Payload>, changeCount: UInt32) {
        (self.event, self.changeCount) = (event, changeCount)
    }
}

/// The deferred events, the oldest first, in two parts: those that were tried since the last change
/// of states, and the others.
///
/// The parts stand at the ends of one list with a gap between them, so that an event leaves in
/// constant time.
@usableFromInline
package struct DeferredEvents<Payload> {
    @usableFromInline
    package var list: ContiguousArray<DeferredEvent<Payload>> = []
    /// The free places.
    @usableFromInline
    package var gap = 0..<0
    /// The number of changes when the events before the gap were tried.
    @usableFromInline
    var changeCount: UInt32 = 0

    @inlinable
    init() {}

    @inlinable @inline(__always)
    package var isEmpty: Bool { list.count == gap.count }

    @inlinable @inline(__always)
    package var count: Int { list.count - gap.count }

    /// The events, the oldest first.
    // Not `\.event`: the optimizer leaves a key path here, which is made at run time.
    var events: [QueuedEvent<Payload>] { (list[..<gap.lowerBound] + list[gap.upperBound...]).map { $0.event } }

    @inlinable
    package mutating func append(_ event: DeferredEvent<Payload>) { list.append(event) }

    /// Returns the oldest event that wasn't tried since the last change, or `nil` if all were.
    @inlinable
    mutating func next(at changeCount: UInt32) -> QueuedEvent<Payload>? {
        if self.changeCount != changeCount {
            self.changeCount = changeCount
            joinParts()
        }
        while gap.upperBound < list.count {
            if list[gap.upperBound].changeCount != changeCount { return list[gap.upperBound].event }
            keepNext()
        }
        return nil
    }

    /// Moves the event that ``next(at:)`` has returned to the tried ones.
    @inlinable
    mutating func keepNext() {
        list[gap.upperBound].changeCount = changeCount
        list.swapAt(gap.lowerBound, gap.upperBound)
        gap = gap.lowerBound + 1..<gap.upperBound + 1
    }

    /// Removes the event that ``next(at:)`` has returned.
    @inlinable
    mutating func removeNext() {
        // The list doesn't keep a payload longer than its event.
        list[gap.upperBound].event.payload = nil
        gap = gap.lowerBound..<gap.upperBound + 1
        guard gap.count > 16, gap.count > list.count / 2 else { return }
        list.removeSubrange(gap)
        gap = gap.lowerBound..<gap.lowerBound
    }

    /// Moves all events behind the gap.
    @usableFromInline
    mutating func joinParts() {
        while gap.lowerBound > 0 {
            gap = gap.lowerBound - 1..<gap.upperBound - 1
            list.swapAt(gap.lowerBound, gap.upperBound)
        }
    }
}

/// A queue that keeps its memory.
@usableFromInline
package struct EventQueue<Payload> {
    /// A ring, whose size is a power of two.
    @usableFromInline
    var ring: ContiguousArray<QueuedEvent<Payload>> = []
    @usableFromInline
    package var head: UInt32 = 0
    @usableFromInline
    package var tail: UInt32 = 0

    @inlinable
    init() {}

    @inlinable @inline(__always)
    var isEmpty: Bool { head == tail }

    @inlinable @inline(__always)
    var count: Int { Int(tail &- head) }

    @inlinable @inline(__always)
    mutating func append(_ event: QueuedEvent<Payload>) {
        if count == ring.count { grow() }
        ring[Int(tail) & (ring.count - 1)] = event
        tail &+= 1
    }

    @inlinable @inline(__always)
    mutating func popFirst() -> QueuedEvent<Payload>? {
        guard !isEmpty else { return nil }
        let index = Int(head) & (ring.count - 1)
        head &+= 1
        let event = ring[index]
        // The queue doesn't keep a payload longer than its event.
        if event.payload != nil { ring[index].payload = nil }
        return event
    }

    /// The events, the oldest first.
    var events: [QueuedEvent<Payload>] {
        (0..<count).map { ring[Int(head &+ UInt32($0)) & (ring.count - 1)] }
    }

    @usableFromInline
    mutating func grow() {
        var larger = ContiguousArray(events)
        let size = Swift.max(4, 2 * ring.count)
        (head, tail) = (0, UInt32(larger.count))
        larger.reserveCapacity(size)
        while larger.count < size { larger.append(QueuedEvent(number: 0, payload: nil)) }
        ring = larger
    }
}
