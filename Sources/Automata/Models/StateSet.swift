/// A set of states, one bit each.
///
/// Two sets are equal if they contain the same states, whatever automaton they belong to.
///
/// Invariant: the last word isn't zero, so that equality and hashing can compare words.
public struct StateSet: Sendable, Hashable {
    package private(set) var words: [UInt64]

    /// Creates the empty set.
    public init() {
        words = []
    }

    /// Creates the set of all states below `count`, which must not be negative.
    ///
    /// - Complexity: O(*count* / 64).
    public init(allBelow count: Int) {
        precondition(count >= 0, "a set can't have a negative number of states")
        words = Array(repeating: .max, count: count / 64)
        if count % 64 != 0 { words.append((1 << UInt64(count % 64)) - 1) }
    }

    /// Creates the set with the given states.
    ///
    /// - Complexity: O(*s* + *max* / 64) for *s* states, where *max* is the largest of them.
    public init(_ states: some Sequence<StateID>) {
        words = []
        for state in states { insert(state) }
    }

    /// Creates the set of the given words' bits; zero words at the end are dropped.
    package init(words: [UInt64]) {
        self.words = words
        dropTrailingZeros()
    }

    /// The number of states in the set.
    ///
    /// - Complexity: O(*max* / 64), where *max* is the largest state of the set.
    public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// A Boolean value that indicates whether the set is empty.
    public var isEmpty: Bool { words.isEmpty }

    /// The smallest state of the set, or `nil` if the set is empty.
    public var first: StateID? {
        for (index, word) in words.enumerated() where word != 0 {
            return StateID(index * 64 + word.trailingZeroBitCount)
        }
        return nil
    }

    /// The largest state of the set, or `nil` if the set is empty.
    public var last: StateID? {
        guard let word = words.last else { return nil }
        return StateID((words.count - 1) * 64 + 63 - word.leadingZeroBitCount)
    }

    /// Returns whether the set has the given state.
    ///
    /// - Complexity: O(1).
    public func contains(_ state: StateID) -> Bool {
        let index = state.word
        return index < words.count && words[index] & state.bit != 0
    }

    /// Inserts a state into the set.
    public mutating func insert(_ state: StateID) {
        let index = state.word
        if index >= words.count {
            words.append(contentsOf: repeatElement(0, count: index + 1 - words.count))
        }
        words[index] |= state.bit
    }

    /// Removes a state from the set, if present.
    public mutating func remove(_ state: StateID) {
        let index = state.word
        guard index < words.count else { return }
        words[index] &= ~state.bit
        dropTrailingZeros()
    }

    /// Adds all states of another set.
    public mutating func formUnion(_ other: StateSet) {
        if other.words.count > words.count {
            words.append(contentsOf: repeatElement(0, count: other.words.count - words.count))
        }
        for index in other.words.indices { words[index] |= other.words[index] }
    }

    /// Keeps only the states that are in the other set too.
    public mutating func formIntersection(_ other: StateSet) {
        words.removeLast(Swift.max(0, words.count - other.words.count))
        for index in words.indices { words[index] &= other.words[index] }
        dropTrailingZeros()
    }

    /// Returns the states that are in this set or in the other.
    public func union(_ other: StateSet) -> StateSet {
        var result = self
        result.formUnion(other)
        return result
    }

    /// Returns the states that are in this set and in the other.
    public func intersection(_ other: StateSet) -> StateSet {
        var result = self
        result.formIntersection(other)
        return result
    }

    /// Returns whether no state is in both sets.
    public func isDisjoint(with other: StateSet) -> Bool {
        !zip(words, other.words).contains { $0 & $1 != 0 }
    }

    /// Returns whether each state of this set is in the other too.
    public func isSubset(of other: StateSet) -> Bool {
        words.count <= other.words.count && !zip(words, other.words).contains { $0 & ~$1 != 0 }
    }

    private mutating func dropTrailingZeros() {
        while words.last == 0 { words.removeLast() }
    }
}

extension StateSet: Sequence {
    /// The states of the set, ascending.
    public struct Iterator: IteratorProtocol, Sendable {
        private let words: [UInt64]
        private var index = 0
        private var rest: UInt64

        init(_ words: [UInt64]) {
            self.words = words
            rest = words.first ?? 0
        }

        /// Returns the next larger state.
        public mutating func next() -> StateID? {
            while rest == 0 {
                index += 1
                guard index < words.count else { return nil }
                rest = words[index]
            }
            defer { rest &= rest &- 1 }
            return StateID(truncatingIfNeeded: index &* 64 &+ rest.trailingZeroBitCount)
        }
    }

    /// Returns an iterator over the states in ascending order.
    public func makeIterator() -> Iterator { Iterator(words) }

    /// The exact number of states.
    public var underestimatedCount: Int { count }
}

extension StateSet: ExpressibleByArrayLiteral, CustomStringConvertible {
    /// Creates the set with the given states.
    public init(arrayLiteral states: StateID...) {
        self.init(states)
    }

    /// The states as text, such as `{0, 3, 7}`.
    public var description: String {
        "{" + map(String.init).joined(separator: ", ") + "}"
    }
}
