/// A state of an automaton: a dense index in `0..<stateCount`.
///
/// States have no identity beyond their automaton. Names, where there are any, live in the automaton's
/// name table and never in a hot loop.
public typealias State = UInt32

/// A symbol of an ``Alphabet``: a dense index in `0..<alphabet.count`.
///
/// In an alphabet of named symbols it stands for one symbol; in an alphabet of bytes or of Unicode scalars
/// it stands for a class of them.
public typealias Symbol = UInt32

extension State {
    /// The cell of a dense table that holds no target.
    package static let none = State.max
}

/// The most states, symbols or transitions that an automaton can have.
///
/// One id is kept free for ``UInt32/none``, and offsets into a table of transitions are 32 bits wide.
package let maximumCount = Int(UInt32.max) - 1
