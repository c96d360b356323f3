/// A compact table of a ``DFA`` for fast matching.
///
/// A matcher reads text in memory without conversion. It reads byte by byte if the symbols are
/// classes of bytes or have names of one byte each, otherwise UTF-8. A symbol whose name is longer
/// than one scalar can't occur in text; pass words with such symbols as symbol ids.
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
/// Symbols that no state distinguishes share a column. States that can't reach a final state share
/// a row, as do states from which every word is accepted. Each other state of the DFA has its own
/// row, so minimizing first makes the table smaller. A symbol, byte or scalar outside the alphabet
/// rejects the input, and so does invalid UTF-8 if scalars are read.
///
/// Long inputs are read in eight parallel chunks if text is read byte by byte and the runs of the
/// automaton converge. Runs converge if a few bytes determine the state of a run, wherever it
/// started. Most automata that check or search text converge; counters don't. The tables for chunks
/// are made when they are worth their cost, after at least 128 KiB in pieces of at least 2 KiB. If
/// there are at most 16 rows, other inputs are read by vector instructions that advance all rows
/// together. Results never depend on these methods.
///
/// Copies of a matcher share its tables. Any number of threads may use one matcher.
public struct Matcher: Sendable {
    /// The unit in which a matcher reads text.
    public enum Unit: Sendable, Hashable {
        /// Each byte is a symbol.
        case byte
        /// Each Unicode scalar is a symbol; text is UTF-8.
        case scalar
    }

    /// The input symbols.
    public let alphabet: Alphabet
    package let table: FrozenTable
    package let symbols: SymbolClasses
    /// The reader of long inputs, or `nil` if they are read like short ones.
    package private(set) var longInputs: LongInputReading?
    /// The reader by vector shuffles; `nil` if the table is too large or the machine has no
    /// vectors.
    package private(set) var shuffling: RowShuffling?

    /// Creates a matcher for a DFA.
    ///
    /// The table is dense unless that would take many times the memory of the transitions; then its
    /// rows are sparse.
    ///
    /// - Complexity: O(*n* *k* + *m*) time and O(*n* *c*) space at most, where *c* ≤ *k* + 1 is the
    ///   number of different columns; O(*n* + *m* + *k*) time and space for a DFA whose table is
    ///   sparse.
    public init(_ dfa: DFA) {
        let freezing = FrozenTableBuilder(dfa)
        let symbols = SymbolClasses(
            dfa.alphabet, classes: freezing.columns.ofSymbol, foreignSymbol: Symbol(freezing.columns.count - 1))
        self.init(dfa.alphabet, freezing.table(), symbols)
    }

    init(_ alphabet: Alphabet, _ table: FrozenTable, _ symbols: SymbolClasses) {
        (self.alphabet, self.table, self.symbols) = (alphabet, table, symbols)
        shuffling = RowShuffling(table, classes: symbols.classOfByte, stoppingAt: decidedPosition)
        longInputs = LongInputReading(
            table, classes: symbols.classOfByte, stoppingAt: decidedPosition, shuffling: shuffling)
    }

    /// The position from which any continuation is accepted; ``FrozenTable/noPosition`` if a
    /// continuation may contain symbols outside the alphabet.
    var decidedPosition: FrozenTable.Position {
        symbols.coversAllText ? table.allAcceptingPosition : FrozenTable.noPosition
    }

    /// The same matcher without tables for long inputs and without vector shuffles.
    package var withoutAccelerations: Matcher {
        var plain = readingWithoutShuffles
        plain.longInputs = nil
        return plain
    }

    /// The same matcher without vector shuffles.
    package var readingWithoutShuffles: Matcher {
        var matcher = self
        matcher.shuffling = nil
        matcher.longInputs = LongInputReading(
            table, classes: symbols.classOfByte, stoppingAt: decidedPosition, shuffling: nil)
        return matcher
    }

    /// The unit in which text is read.
    public var unit: Unit { symbols.scalars == nil ? .byte : .scalar }

    /// The number of bytes of all tables, including the tables for long inputs as soon as they are
    /// made.
    public var tableByteCount: Int {
        table.byteCount + (longInputs?.tables?.byteCount ?? 0) + (shuffling?.byteCount ?? 0)
    }

    /// Starts to read an input that comes in pieces.
    ///
    /// - Complexity: O(1).
    public func start() -> Scan { Scan(self) }

    /// Returns whether the automaton accepts the whole input.
    ///
    /// - Complexity: at most O(*w*) for *w* bytes; reading stops soon after the verdict is certain.
    public func accepts(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var scan = start()
        scan.feed(bytes)
        return scan.isAccepting
    }

    /// Returns whether the automaton accepts the whole input.
    ///
    /// - Complexity: at most O(*w*) for *w* bytes; reading stops soon after the verdict is certain.
    public func accepts(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { accepts($0) }
    }

    /// Returns whether the automaton accepts the whole input.
    ///
    /// - Complexity: at most O(*w*) for *w* bytes; reading stops soon after the verdict is certain.
    public func accepts(_ bytes: RawSpan) -> Bool {
        bytes.withUnsafeBytes { accepts($0) }
    }

    /// Returns whether the automaton accepts the UTF-8 of a text.
    ///
    /// - Complexity: at most O(*w*) for *w* bytes; reading stops soon after the verdict is certain.
    public func accepts(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { accepts(UnsafeRawBufferPointer($0)) }
    }

    /// Returns whether the automaton accepts a word given as symbol ids.
    ///
    /// - Complexity: at most O(*w*) for *w* symbols; reading stops soon after the verdict is
    ///   certain.
    public func accepts(symbols word: [Symbol]) -> Bool {
        word.withUnsafeBufferPointer { accepts(symbols: $0) }
    }

    /// Returns whether the automaton accepts a word given as symbol ids.
    ///
    /// - Complexity: at most O(*w*) for *w* symbols; reading stops soon after the verdict is
    ///   certain.
    public func accepts(symbols word: UnsafeBufferPointer<Symbol>) -> Bool {
        var scan = start()
        scan.read(word, stoppingAt: FrozenTable.noPosition)
        return scan.isAccepting
    }
}
