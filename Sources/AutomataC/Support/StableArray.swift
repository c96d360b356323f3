internal import Automata

/// Elements that stay where they are for as long as this object lives, for arrays that are lent to
/// C.
final class StableArray<Element: BitwiseCopyable>: @unchecked Sendable {
    // Unchecked: written in init only.
    private let storage: UnsafeMutableBufferPointer<Element>

    init(_ elements: some Collection<Element>) {
        storage = .allocate(capacity: elements.count)
        _ = storage.initialize(fromContentsOf: elements)
    }

    deinit { storage.deallocate() }

    var count: Int { storage.count }

    /// `nil` where there are no elements.
    var start: UnsafePointer<Element>? { storage.isEmpty ? nil : UnsafePointer(storage.baseAddress) }

    subscript(index: Int) -> Element { storage[index] }
}

extension StableArray where Element: DenseID {
    /// The ids as C has them: an id is a 32-bit number and nothing else.
    var numbers: UnsafePointer<UInt32>? { start.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt32.self) } }
}
