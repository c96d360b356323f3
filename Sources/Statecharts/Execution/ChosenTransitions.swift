/// The transitions of a step, in the order in which they were chosen.
@usableFromInline
struct ChosenTransitions {
    @usableFromInline
    var count = 0
    @usableFromInline
    var first: UInt32 = 0
    /// Those behind the first one. What is behind the last one can still be read.
    @usableFromInline
    var rest: ContiguousArray<UInt32> = []

    @inlinable
    init() {}

    @inlinable @inline(__always)
    subscript(_ index: Int) -> UInt32 { index == 0 ? first : rest[index - 1] }

    @inlinable @inline(__always)
    mutating func removeAll() { count = 0 }

    @inlinable @inline(__always)
    func contains(_ transition: UInt32) -> Bool {
        if count == 0 { return false }
        if first == transition { return true }
        for index in 1..<count where rest[index - 1] == transition { return true }
        return false
    }

    @inlinable @inline(__always)
    mutating func append(_ transition: UInt32) {
        if count == 0 {
            first = transition
        } else if count - 1 < rest.count {
            rest[count - 1] = transition
        } else {
            rest.append(transition)
        }
        count += 1
    }
}
