/// A waiting event.
@usableFromInline
struct QueuedEvent<Payload> {
    @usableFromInline
    var number: UInt32
    /// The only dynamic region that sees the event; 0 for all.
    @usableFromInline
    var region: UInt32
    @usableFromInline
    var payload: Payload?

    @inlinable
    init(number: UInt32, payload: Payload?, region: UInt32 = 0) {
        (self.number, self.payload, self.region) = (number, payload, region)
    }
}

/// A deferred event.
@usableFromInline
struct DeferredEvent<Payload> {
    @usableFromInline
    var event: QueuedEvent<Payload>
    /// The number of changes at the last try.
    @usableFromInline
    var changeCount: UInt32

    @inlinable
    init(event: QueuedEvent<Payload>, changeCount: UInt32) { (self.event, self.changeCount) = (event, changeCount) }
}

/// A queue that keeps its memory.
@usableFromInline
struct EventQueue<Payload> {
    /// A ring, whose size is a power of two.
    @usableFromInline
    var ring: ContiguousArray<QueuedEvent<Payload>> = []
    @usableFromInline
    var head: UInt32 = 0
    @usableFromInline
    var tail: UInt32 = 0

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
