/// A growing buffer for the inner loops of an algorithm, without bounds checks or reference counts.
/// The end of its scope frees it.
///
/// The caller is responsible for indices; `assert` checks them in debug builds.
@usableFromInline
package struct ScratchBuffer<Element: BitwiseCopyable>: ~Copyable {
    @usableFromInline
    package internal(set) var base: UnsafeMutablePointer<Element>
    @usableFromInline
    package internal(set) var count: Int
    @usableFromInline
    package internal(set) var capacity: Int

    /// Creates an empty buffer with the given capacity.
    @inlinable
    package init(capacity: Int = 0) {
        self.capacity = Swift.max(capacity, 8)
        base = .allocate(capacity: self.capacity)
        count = 0
    }

    /// Creates a buffer of `count` equal elements.
    @inlinable
    package init(repeating element: Element, count: Int) {
        self.init(capacity: count)
        base.initialize(repeating: element, count: count)
        self.count = count
    }

    /// Creates a buffer of `count` elements that must be written before they are read.
    @inlinable
    package init(uninitializedCount count: Int) {
        self.init(capacity: count)
        self.count = count
    }

    /// Creates a buffer with the elements of an array.
    @inlinable
    package init(_ elements: [Element]) {
        self.init(capacity: elements.count)
        append(contentsOf: elements)
    }

    @inlinable
    deinit {
        base.deallocate()
    }

    /// The number of bytes in use.
    @inlinable
    package var byteCount: Int { count * MemoryLayout<Element>.stride }

    @inlinable
    package subscript(index: Int) -> Element {
        @inline(__always) get {
            assert(index >= 0 && index < count)
            return base[index]
        }
        @inline(__always) nonmutating set {
            assert(index >= 0 && index < count)
            base[index] = newValue
        }
    }

    @inlinable @inline(__always)
    package mutating func append(_ element: Element) {
        if count == capacity { grow(to: count + 1) }
        base[count] = element
        count += 1
    }

    /// Adds `extra` uninitialized elements.
    @inlinable @inline(__always)
    package mutating func appendUninitialized(_ extra: Int) {
        if count + extra > capacity { grow(to: count + extra) }
        count += extra
    }

    /// Adds the elements of an array.
    @inlinable
    package mutating func append(contentsOf elements: [Element]) {
        if elements.isEmpty { return }
        let start = count
        appendUninitialized(elements.count)
        elements.withUnsafeBufferPointer { elements in
            if let source = elements.baseAddress { (base + start).update(from: source, count: elements.count) }
        }
    }

    /// Drops the elements from `newCount` on.
    @inlinable @inline(__always)
    package mutating func truncate(to newCount: Int) {
        assert(newCount <= count)
        count = newCount
    }

    @usableFromInline @inline(never)
    package mutating func grow(to minimum: Int) {
        // Untouched memory costs nothing, but copied elements are touched twice: grow fast while
        // the buffer is small.
        let bytes = capacity * MemoryLayout<Element>.stride
        let newCapacity = Swift.max(minimum, capacity * (bytes < 4 << 20 ? 8 : 2))
        let newBase = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
        newBase.update(from: base, count: count)
        base.deallocate()
        base = newBase
        capacity = newCapacity
    }

    /// Returns the elements as an array.
    @inlinable
    package func array() -> [Element] {
        Array(UnsafeBufferPointer(start: base, count: count))
    }
}

extension ScratchBuffer where Element == UInt32 {
    /// Replaces each element by the sum of all elements up to and including it. This turns the
    /// sizes of groups into their end offsets.
    @inlinable
    package func accumulate() {
        var sum: UInt32 = 0
        for index in 0..<count {
            sum &+= base[index]
            base[index] = sum
        }
    }
}
