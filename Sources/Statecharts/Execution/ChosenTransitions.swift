/// A transition that was chosen.
@usableFromInline
struct ChosenTransition: Equatable, BitwiseCopyable {
    @usableFromInline
    var number: UInt32
    /// The index of the dynamic region in which it was chosen; -1 outside.
    @usableFromInline
    var region: Int32 = -1

    @inlinable @inline(__always)
    init(_ number: UInt32, region: Int32 = -1) { (self.number, self.region) = (number, region) }
}

/// The transitions of a step, in the order in which they were chosen.
@usableFromInline
struct ChosenTransitions {
    @usableFromInline
    var count: UInt32 = 0
    @usableFromInline
    var first = ChosenTransition(0)
    /// The transitions after the first one. The memory after the last one can still be read.
    @usableFromInline
    var rest: ContiguousArray<ChosenTransition> = []

    @inlinable
    init() {}

    @inlinable @inline(__always)
    subscript(_ index: Int) -> ChosenTransition { index == 0 ? first : rest[index - 1] }

    @inlinable @inline(__always)
    mutating func removeAll() { count = 0 }

    @inlinable @inline(__always)
    mutating func append(_ transition: ChosenTransition) {
        if count == 0 {
            first = transition
        } else if count - 1 < rest.count {
            rest[Int(count) - 1] = transition
        } else {
            rest.append(transition)
        }
        count += 1
    }
}
