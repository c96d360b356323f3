/// Growing memory for the inner loops of one algorithm: no bounds checks, no reference counts, freed with its scope.
///
/// Whoever indexes it vouches for the index; `assert` checks it in debug builds.
struct ScratchBuffer<Element: BitwiseCopyable>: ~Copyable {
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count: Int
    private(set) var capacity: Int

    /// An empty buffer with room for `capacity` elements.
    init(capacity: Int = 0) {
        self.capacity = Swift.max(capacity, 8)
        base = .allocate(capacity: self.capacity)
        count = 0
    }

    /// A buffer of `count` equal elements.
    init(repeating element: Element, count: Int) {
        self.init(capacity: count)
        base.initialize(repeating: element, count: count)
        self.count = count
    }

    deinit {
        base.deallocate()
    }

    /// The bytes that are allocated.
    var byteCount: Int { capacity * MemoryLayout<Element>.stride }

    subscript(index: Int) -> Element {
        @inline(__always) get {
            assert(index >= 0 && index < count)
            return base[index]
        }
        @inline(__always) nonmutating set {
            assert(index >= 0 && index < count)
            base[index] = newValue
        }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow(to: count + 1) }
        base[count] = element
        count += 1
    }

    /// Adds `extra` elements whose values are whatever the memory holds.
    @inline(__always)
    mutating func appendUninitialized(_ extra: Int) {
        if count + extra > capacity { grow(to: count + extra) }
        count += extra
    }

    /// Drops the elements from `newCount` on.
    @inline(__always)
    mutating func truncate(to newCount: Int) {
        assert(newCount <= count)
        count = newCount
    }

    @inline(never)
    private mutating func grow(to minimum: Int) {
        let newCapacity = Swift.max(minimum, capacity * 2)
        let newBase = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
        newBase.update(from: base, count: count)
        base.deallocate()
        base = newBase
        capacity = newCapacity
    }

    /// A copy of the elements as an array.
    func array() -> [Element] {
        Array(UnsafeBufferPointer(start: base, count: count))
    }
}
