/// The symbols that an automaton reads.
///
/// An alphabet is one of three kinds:
///
/// - **named**: a list of symbols with a name each, the way textbooks write Σ = {0, 1};
/// - **bytes**: classes of byte values, so that `[a-z]` is one symbol and not twenty-six;
/// - **scalars**: classes of Unicode scalars, so that "any character" is one symbol and not a
///   million.
///
/// In all kinds, a ``Symbol`` is a dense id from 0. A symbol of bytes or scalars stands for a
/// class, and ``width(of:)`` returns the number of its members. Names are equal when their UTF-8
/// bytes are equal.
///
/// ```swift
/// let binary: Alphabet = ["0", "1"]
/// let identifiers = try Alphabet.scalars([["a"..."z", "A"..."Z", "_"..."_"], ["0"..."9"]])
/// ```
public struct Alphabet: Sendable, Hashable {
    /// The kind of an alphabet's symbols.
    public enum Kind: Sendable, Hashable {
        /// Symbols with a name each.
        case named
        /// Classes of bytes.
        case bytes
        /// Classes of Unicode scalars.
        case scalars
    }

    package enum Storage: Sendable, Hashable {
        case named(NameTable)
        case partition(SymbolPartition)
    }

    package let storage: Storage

    package init(_ names: NameTable) {
        storage = .named(names)
    }

    package init(_ partition: SymbolPartition) {
        storage = .partition(partition)
    }

    /// Creates the alphabet of the given symbols, numbered in their order.
    ///
    /// - Complexity: O(total length of the names).
    /// - Throws: ``AutomataError/duplicateSymbol(_:)`` for a repeated name.
    public init(_ names: some Sequence<String>) throws(AutomataError) {
        let (table, duplicate) = try NameTable.unique(names)
        if let duplicate { throw .duplicateSymbol(duplicate) }
        storage = .named(table)
    }

    /// The alphabet of all 256 bytes, each a symbol of its own.
    public static let bytes = Alphabet(SymbolPartition.singleBytes)

    /// Returns an alphabet whose symbols are the given classes of bytes, each a list of ranges.
    ///
    /// Symbols are numbered in the order of the classes. Bytes in no class aren't in the alphabet.
    ///
    /// - Throws: ``AutomataError/duplicateSymbol(_:)`` for a repeated byte;
    ///   ``AutomataError/invalidSymbolClass(_:)`` for an empty class.
    public static func bytes(_ classes: [[ClosedRange<UInt8>]]) throws(AutomataError) -> Alphabet {
        try partition(.bytes, classes.map { $0.map { UInt32($0.lowerBound)...UInt32($0.upperBound) } })
    }

    /// Returns an alphabet whose symbols are the given classes of scalars, each a list of ranges.
    ///
    /// Symbols are numbered in the order of the classes. Scalars in no class aren't in the
    /// alphabet.
    ///
    /// - Throws: ``AutomataError/duplicateSymbol(_:)`` for a repeated scalar;
    ///   ``AutomataError/invalidSymbolClass(_:)`` for an empty class.
    public static func scalars(_ classes: [[ClosedRange<Unicode.Scalar>]]) throws(AutomataError) -> Alphabet {
        try partition(.scalars, classes.map { $0.map { $0.lowerBound.value...$0.upperBound.value } })
    }

    private static func partition(
        _ domain: SymbolPartition.Domain, _ classes: [[ClosedRange<UInt32>]]
    ) throws(AutomataError) -> Alphabet {
        let ranges = classes.enumerated().flatMap { index, ranges in
            ranges.map {
                SymbolPartition.ClassRange(lower: $0.lowerBound, upper: $0.upperBound, symbol: Symbol(index))
            }
        }
        return Alphabet(try SymbolPartition(domain: domain, ranges: ranges, count: classes.count))
    }

    /// The kind of the symbols.
    public var kind: Kind {
        switch storage {
        case .named: .named
        case .partition(let partition): partition.domain == .bytes ? .bytes : .scalars
        }
    }

    /// The number of symbols *k*; a class counts once.
    public var count: Int {
        switch storage {
        case .named(let names): names.count
        case .partition(let partition): partition.count
        }
    }

    /// All symbols, ascending.
    public var symbols: Range<Symbol> { 0..<Symbol(count) }

    /// Returns the number of bytes or scalars that a symbol stands for; 1 in an alphabet of named
    /// symbols.
    ///
    /// - Complexity: O(number of ranges) for classes; ``widths`` computes all widths in one pass.
    public func width(of symbol: Symbol) -> Int { widths[Int(symbol)] }

    /// The number of bytes or scalars that each symbol stands for.
    public var widths: [Int] {
        switch storage {
        case .named(let names): Array(repeating: 1, count: names.count)
        case .partition(let partition): partition.widths
        }
    }

    /// The ranges of bytes or scalars of all symbols, ascending; empty in an alphabet of named
    /// symbols.
    @_spi(Tool) public var classRanges: [(values: ClosedRange<UInt32>, symbol: Symbol)] {
        guard case .partition(let partition) = storage else { return [] }
        return partition.ranges.map { ($0.lower...$0.upper, $0.symbol) }
    }

    /// Returns a symbol's name; a class is written like `a`, `[a-z_]` or `\x00`.
    public func name(of symbol: Symbol) -> String {
        switch storage {
        case .named(let names): names[symbol]
        case .partition(let partition): partition.name(of: symbol)
        }
    }

    /// The names of all symbols, in order.
    public var names: [String] {
        switch storage {
        case .named(let names): symbols.map { names[$0] }
        case .partition(let partition): partition.names
        }
    }
}

extension Alphabet: ExpressibleByArrayLiteral {
    /// Creates the alphabet of the given symbols. Repeated names count once, so a literal can't
    /// fail.
    public init(arrayLiteral names: String...) {
        var table = NameTable(minimumCapacity: names.count)
        for name in names { _ = try? table.intern(name) }
        storage = .named(table)
    }
}

extension Alphabet: CustomStringConvertible {
    /// The symbols as text, such as `{0, 1}`.
    public var description: String { "{" + names.joined(separator: ", ") + "}" }
}
