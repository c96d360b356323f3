internal import Automata

/// An array at a fixed address for the lifetime of the object, to be lent to C.
final class StableArray<Element: BitwiseCopyable>: @unchecked Sendable {
    // Unchecked: written in init only.
    private let storage: UnsafeMutableBufferPointer<Element>

    init(_ elements: some Collection<Element>) {
        storage = .allocate(capacity: elements.count)
        _ = storage.initialize(fromContentsOf: elements)
    }

    deinit { storage.deallocate() }

    var count: Int { storage.count }

    /// The first element; `nil` if there are none.
    var start: UnsafePointer<Element>? { storage.isEmpty ? nil : UnsafePointer(storage.baseAddress) }

    subscript(index: Int) -> Element { storage[index] }
}

extension StableArray where Element: DenseID {
    /// The ids for C, which have the same memory: an id is a 32-bit number.
    var numbers: UnsafePointer<UInt32>? { start.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt32.self) } }
}
