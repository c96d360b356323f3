/// The run form of a ``DFA``: its transition function frozen to the narrowest table, for reading
/// much and fast.
///
/// A DFA is built, changed and looked at; a matcher only reads. It takes text as it lies in memory:
/// bytes for an alphabet of bytes, or of named symbols of one byte each; UTF-8 for an alphabet of
/// Unicode scalars, and for all other named symbols, of which text can spell those of one scalar.
/// It takes symbol ids as well.
///
/// ```swift
/// let matcher = Matcher(dfa)
/// matcher.accepts(bytes)              // a whole input
///
/// var scan = matcher.start()          // or piece by piece
/// while scan.verdict == .undecided, let piece = readPiece() { scan.feed(piece) }
/// scan.isAccepting
/// ```
///
/// Symbols that no state tells apart share a column, states that lead nowhere share a row, and so
/// do those from which everything is accepted; otherwise the states are those of the DFA, so that
/// minimizing first makes the table smaller. A symbol, byte or scalar that the alphabet doesn't
/// have, and text that isn't UTF-8 where scalars are read, is on the way of no accepted word.
///
/// Long inputs are read in eight chunks at once where the alphabet is read byte by byte and the
/// runs of the automaton converge: a few bytes tell in which state a run is, whatever came before.
/// Most automata that check or search text do, counters don't. The tables that this takes are made
/// when the matcher has read enough for them to pay, 128 KiB or more in pieces of at least 2 KiB.
/// If there are at most 16 rows, other inputs are read by vector instructions that take a step
/// of all rows at once. Results never depend on either.
///
/// An immutable value whose copies share the tables; any number of threads may use it at once.
public struct Matcher: Sendable {
    /// A unit into which a matcher takes text apart.
    public enum Unit: Sendable, Hashable {
        /// Each byte is a symbol.
        case byte
        /// Each Unicode scalar is a symbol; text is UTF-8.
        case scalar
    }

    /// The symbols that it reads.
    public let alphabet: Alphabet
    let table: FrozenTable
    let symbols: SymbolClasses
    /// `nil` where long inputs are read as others are.
    private(set) var longInputs: LongInputReading?
    /// `nil` where the table has more rows than a vector, or the machine no vectors.
    private(set) var shuffling: RowShuffling?

    /// Freezes a DFA.
    ///
    /// The table is dense unless that would take many times the room of the transitions; then it is
    /// held in sparse rows.
    ///
    /// - Complexity: O(*n* *k* + *m*) time and O(*n* *c*) space at most, *c* ≤ *k* + 1 the number
    ///   of different columns; O(*n* + *m* + *k*) of both for a DFA whose table is sparse.
    public init(_ dfa: DFA) {
        let freezing = Freezing(dfa)
        alphabet = dfa.alphabet
        table = freezing.table()
        symbols = SymbolClasses(
            dfa.alphabet, classes: freezing.columns.ofSymbol, foreign: Symbol(freezing.columns.count - 1))
        shuffling = RowShuffling(table, classes: symbols.ofByte, stoppingAt: whereDecided)
        longInputs = LongInputReading(
            table, classes: symbols.ofByte, stoppingAt: whereDecided, shuffling: shuffling)
    }

    /// The position from which everything that can follow is accepted: none, if the input may go on
    /// with symbols foreign to the alphabet.
    var whereDecided: FrozenTable.Position { symbols.coverAllText ? table.allAccepting : FrozenTable.nowhere }

    /// The same matcher without its tables for long inputs, and without shuffles.
    var readingPlainly: Matcher {
        var plain = readingWithoutShuffles
        plain.longInputs = nil
        return plain
    }

    /// The same matcher without shuffles.
    var readingWithoutShuffles: Matcher {
        var matcher = self
        matcher.shuffling = nil
        matcher.longInputs = LongInputReading(
            table, classes: symbols.ofByte, stoppingAt: whereDecided, shuffling: nil)
        return matcher
    }

    /// The unit into which text is taken apart.
    public var unit: Unit { symbols.scalars == nil ? .byte : .scalar }

    /// The number of bytes of the table, of its shuffles, and of the tables for long inputs once
    /// they have been made.
    public var tableByteCount: Int {
        table.byteCount + (longInputs?.tables?.byteCount ?? 0) + (shuffling?.byteCount ?? 0)
    }

    /// Starts to read an input that comes in pieces.
    ///
    /// - Complexity: O(1).
    public func start() -> Scan { Scan(self) }

    /// Whether the automaton accepts the whole input.
    ///
    /// - Complexity: O(*w*) for *w* bytes at most; it stops soon after the first that decides.
    public func accepts(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var scan = start()
        scan.feed(bytes)
        return scan.isAccepting
    }

    /// Whether the automaton accepts the whole input.
    ///
    /// - Complexity: O(*w*) for *w* bytes at most; it stops soon after the first that decides.
    public func accepts(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { accepts($0) }
    }

    /// Whether the automaton accepts the whole input.
    ///
    /// - Complexity: O(*w*) for *w* bytes at most; it stops soon after the first that decides.
    public func accepts(_ bytes: Span<UInt8>) -> Bool {
        bytes.withUnsafeBytes { accepts($0) }
    }

    /// Whether the automaton accepts the whole input.
    ///
    /// - Complexity: O(*w*) for *w* bytes at most; it stops soon after the first that decides.
    public func accepts(_ bytes: RawSpan) -> Bool {
        bytes.withUnsafeBytes { accepts($0) }
    }

    /// Whether the automaton accepts the UTF-8 of a text.
    ///
    /// - Complexity: O(*w*) for *w* bytes at most; it stops soon after the first that decides.
    public func accepts(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { accepts(UnsafeRawBufferPointer($0)) }
    }

    /// Whether the automaton accepts a word given as symbol ids.
    ///
    /// - Complexity: O(*w*) for *w* symbols at most; it stops soon after the first that decides.
    public func accepts(symbols word: [Symbol]) -> Bool {
        word.withUnsafeBufferPointer { accepts(symbols: $0) }
    }

    /// Whether the automaton accepts a word given as symbol ids.
    ///
    /// - Complexity: O(*w*) for *w* symbols at most; it stops soon after the first that decides.
    public func accepts(symbols word: UnsafeBufferPointer<Symbol>) -> Bool {
        var scan = start()
        scan.read(word, stoppingAt: FrozenTable.nowhere)
        return scan.isAccepting
    }
}
