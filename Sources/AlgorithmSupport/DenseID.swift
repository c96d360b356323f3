/// An id of a state, a symbol, or a different kind of element. The ids of each kind count from 0
/// without gaps.
///
/// Each kind has a type of its own, so that a state can't be mistaken for a symbol. An id is 32
/// bits wide and can be written as an integer literal. `Int(id)` indexes a table. Ids form ranges:
/// `for state in automaton.states`.
public protocol DenseID: Hashable, Strideable, Sendable, BitwiseCopyable, ExpressibleByIntegerLiteral,
    CustomStringConvertible
where Stride == Int, IntegerLiteralType == UInt32 {
    /// The id as a number.
    var rawValue: UInt32 { get }

    /// The id with the given number.
    init(rawValue: UInt32)
}

extension DenseID {
    /// Creates the id with the given number.
    ///
    /// - Precondition: the number isn't negative, and fits 32 bits.
    @inlinable @inline(__always)
    public init(_ number: Int) { self.init(rawValue: UInt32(number)) }

    /// Creates the id with the given number, of any integer type.
    ///
    /// - Precondition: the number isn't negative, and fits 32 bits.
    @inlinable @inline(__always)
    public init(_ number: some BinaryInteger) { self.init(rawValue: UInt32(number)) }

    /// Creates the id whose number is the lowest 32 bits of `number`.
    @inlinable @inline(__always)
    package init(truncatingIfNeeded number: some BinaryInteger) {
        self.init(rawValue: UInt32(truncatingIfNeeded: number))
    }

    /// Creates the id with the number of a literal.
    @inlinable @inline(__always)
    public init(integerLiteral number: UInt32) { self.init(rawValue: number) }

    /// The value of an empty cell in a dense table.
    @inlinable @inline(__always)
    package static var absent: Self { Self(rawValue: .max) }

    /// The index of the id's word in a bit table.
    @inlinable @inline(__always)
    package var word: Int { Int(rawValue >> 6) }

    /// The mask of the id's bit in its word.
    @inlinable @inline(__always)
    package var bit: UInt64 { 1 << UInt64(rawValue & 63) }

    /// Returns whether the ids have the same number.
    @inlinable @inline(__always)
    public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    /// Returns whether the first id has the smaller number.
    @inlinable @inline(__always)
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Hashes the number.
    @inlinable @inline(__always)
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// Returns the other id's number minus this one's.
    @inlinable @inline(__always)
    public func distance(to other: Self) -> Int { Int(other.rawValue) - Int(rawValue) }

    /// Returns the id `offset` after this one.
    @inlinable @inline(__always)
    public func advanced(by offset: Int) -> Self { Self(rawValue: UInt32(Int(rawValue) + offset)) }

    /// Returns the id `offset` after another.
    @inlinable @inline(__always)
    public static func + (id: Self, offset: Int) -> Self { id.advanced(by: offset) }

    /// Returns the id `offset` before another.
    @inlinable @inline(__always)
    public static func - (id: Self, offset: Int) -> Self { id.advanced(by: -offset) }

    /// The number in decimal digits.
    public var description: String { String(rawValue) }
}

extension Int {
    /// Creates an integer from an id of any kind.
    @inlinable @inline(__always)
    public init(_ id: some DenseID) { self.init(id.rawValue) }
}

extension UInt64 {
    /// Creates an integer from an id of any kind.
    @inlinable @inline(__always)
    package init(_ id: some DenseID) { self.init(id.rawValue) }
}
