/// A state of an automaton: a dense index in `0..<stateCount`.
///
/// States have no identity beyond their automaton. Names, if there are any, are in the automaton's
/// name table.
@frozen
public struct StateID: DenseID {
    /// The index of the state.
    public let rawValue: UInt32

    /// Creates the state with the given index.
    @inlinable @inline(__always)
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A symbol of an ``Alphabet``: a dense index in `0..<alphabet.count`.
///
/// In an alphabet of named symbols it stands for one symbol; in an alphabet of bytes or of Unicode
/// scalars it stands for a class.
@frozen
public struct Symbol: DenseID {
    /// The index of the symbol.
    public let rawValue: UInt32

    /// Creates the symbol with the given index.
    @inlinable @inline(__always)
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The maximum number of states, symbols or transitions of an automaton.
///
/// One id is reserved for ``DenseID/absent``, and offsets into a table of transitions are 32 bits
/// wide.
package let maximumCount = Int(UInt32.max) - 1
