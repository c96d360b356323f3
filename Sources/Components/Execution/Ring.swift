/// A queue that reuses its memory.
@usableFromInline
struct Ring<Element> {
    @usableFromInline var elements: UnsafeMutablePointer<Element>!
    /// The capacity less one.
    @usableFromInline var mask = -1
    @usableFromInline var first = 0
    @usableFromInline var count = 0

    init() {}

    @inlinable var isEmpty: Bool { count == 0 }

    @inlinable
    mutating func append(_ element: consuming Element) {
        if count > mask { grow() }
        (elements + ((first &+ count) & mask)).initialize(to: element)
        count &+= 1
    }

    /// Removes the first element. The queue must not be empty.
    @inlinable
    mutating func removeFirst() -> Element {
        let element = (elements + first).move()
        first = (first &+ 1) & mask
        count &-= 1
        return element
    }

    mutating func prepend(_ element: consuming Element) {
        if count > mask { grow() }
        first = (first &- 1) & mask
        (elements + first).initialize(to: element)
        count &+= 1
    }

    mutating func swapAt(_ a: Int, _ b: Int) {
        let (first, second) = (elements + ((first + a) & mask), elements + ((first + b) & mask))
        if first != second { swap(&first.pointee, &second.pointee) }
    }

    @inlinable
    subscript(_ position: Int) -> Element { pointer(to: position).pointee }

    @inlinable
    func pointer(to position: Int) -> UnsafeMutablePointer<Element> { elements + ((first + position) & mask) }

    /// Removes the element at a position, in time that grows with the position.
    mutating func remove(at position: Int) -> Element {
        let removed = (elements + ((first + position) & mask)).move()
        for index in stride(from: position, to: 0, by: -1) {
            (elements + ((first + index) & mask)).moveInitialize(
                from: elements + ((first + index - 1) & mask), count: 1)
        }
        first = (first + 1) & mask
        count -= 1
        return removed
    }

    /// Moves the element at a position to the first place.
    mutating func moveToFront(_ position: Int) {
        if position > 0 { prepend(remove(at: position)) }
    }

    @usableFromInline
    @inline(never)
    mutating func grow() {
        let capacity = max(8, 2 * (mask + 1))
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        for index in 0..<count { (larger + index).moveInitialize(from: elements + ((first + index) & mask), count: 1) }
        elements?.deallocate()
        (elements, mask, first) = (larger, capacity - 1, 0)
    }

    /// Frees the memory; the queue can't be used afterwards.
    func deallocate() {
        for index in 0..<count { (elements + ((first + index) & mask)).deinitialize(count: 1) }
        elements?.deallocate()
    }
}
