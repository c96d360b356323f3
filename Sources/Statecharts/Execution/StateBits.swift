/// A set of states, by their numbers.
@usableFromInline
package struct StateBits: Hashable {
    /// The first 64 states; most charts have no more.
    @usableFromInline
    package var first: UInt64 = 0
    @usableFromInline
    package var rest: ContiguousArray<UInt64> = []

    @inlinable
    init(wordCount: Int) {
        if wordCount > 1 { rest = ContiguousArray(repeating: 0, count: wordCount - 1) }
    }

    @inlinable @inline(__always)
    func word(_ index: Int) -> UInt64 { index == 0 ? first : rest[index - 1] }

    @inlinable @inline(__always)
    func contains(_ state: Int) -> Bool { word(state >> 6) & (1 << UInt64(state & 63)) != 0 }

    @inlinable @inline(__always)
    mutating func insert(_ state: Int) {
        if state < 64 { first |= 1 << UInt64(state) } else { rest[state >> 6 - 1] |= 1 << UInt64(state & 63) }
    }

    @inlinable @inline(__always)
    mutating func remove(_ state: Int) {
        if state < 64 { first &= ~(1 << UInt64(state)) } else { rest[state >> 6 - 1] &= ~(1 << UInt64(state & 63)) }
    }

    @inlinable
    mutating func removeAll() {
        first = 0
        for index in rest.indices { rest[index] = 0 }
    }

    /// The number of states.
    var count: Int { rest.reduce(first.nonzeroBitCount) { $0 + $1.nonzeroBitCount } }

    /// Inserts all states of a range.
    mutating func insert(_ range: Range<Int>) {
        for index in range.lowerBound >> 6..<(range.upperBound + 63) >> 6 {
            var bits = ~UInt64(0)
            if index == range.lowerBound >> 6 { bits &= ~0 << UInt64(range.lowerBound & 63) }
            if index == range.upperBound >> 6 { bits &= ~(~0 << UInt64(range.upperBound & 63)) }
            if index == 0 { first |= bits } else { rest[index - 1] |= bits }
        }
    }

    /// Returns the states of the set within a range, in ascending order.
    func members(in range: Range32) -> [Int] {
        var (found, next) = ([Int](), Int(range.lowerBound))
        while let state = first(from: next, below: Int(range.upperBound)) {
            found.append(state)
            next = state + 1
        }
        return found
    }

    /// Returns the least state from a number on; `nil` if there is none below `end`.
    @inlinable @inline(__always)
    func first(from start: Int, below end: Int) -> Int? {
        guard start < end else { return nil }
        var index = start >> 6
        var word = word(index) & (~0 << UInt64(start & 63))
        while word == 0 {
            index += 1
            guard index << 6 < end else { return nil }
            word = self.word(index)
        }
        let state = index << 6 + word.trailingZeroBitCount
        return state < end ? state : nil
    }

    /// Returns the greatest state below a number; `nil` if there is none from `start` on.
    @inlinable @inline(__always)
    func last(from start: Int, below end: Int) -> Int? {
        guard start < end else { return nil }
        var index = (end - 1) >> 6
        var word = word(index) & (~0 >> UInt64(63 - (end - 1) & 63))
        while word == 0 {
            index -= 1
            guard index >= start >> 6 else { return nil }
            word = self.word(index)
        }
        let state = index << 6 + 63 - word.leadingZeroBitCount
        return state >= start ? state : nil
    }
}
