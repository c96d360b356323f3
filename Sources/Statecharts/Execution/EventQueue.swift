/// An event that waits.
@usableFromInline
struct QueuedEvent<Payload> {
    @usableFromInline
    var number: UInt32
    @usableFromInline
    var payload: Payload?

    @inlinable
    init(number: UInt32, payload: Payload?) { (self.number, self.payload) = (number, payload) }
}

/// A queue that keeps its memory.
@usableFromInline
struct EventQueue<Payload> {
    @usableFromInline
    var elements: ContiguousArray<QueuedEvent<Payload>> = []
    @usableFromInline
    var head = 0

    @inlinable
    init() {}

    @inlinable
    var isEmpty: Bool { head == elements.count }

    @inlinable
    var count: Int { elements.count - head }

    @inlinable @inline(__always)
    mutating func append(_ event: QueuedEvent<Payload>) {
        // What was taken out is forgotten before more memory is asked for.
        if head > 0, elements.count == elements.capacity {
            elements.removeFirst(head)
            head = 0
        }
        elements.append(event)
    }

    @inlinable @inline(__always)
    mutating func popFirst() -> QueuedEvent<Payload>? {
        guard head < elements.count else { return nil }
        let first = elements[head]
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: true)
            head = 0
        }
        return first
    }
}
