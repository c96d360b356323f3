@_spi(Tool) internal import Automata
internal import TextSupport

/// The spelling of an alphabet's symbols in a format: one name per symbol or, for a class, per
/// member.
///
/// Bytes are spelled as decimal numbers, Unicode scalars as themselves in UTF-8.
struct SymbolTexts {
    private(set) var spellings = PackedTexts()
    /// The start of each symbol's spellings, with one more entry than symbols.
    private var starts: [Int] = [0]

    /// The maximum number of members, and of transitions, that classes may represent.
    static let maximumCount = 10_000_000

    /// Spells the symbols of an automaton; `spell` writes each name.
    ///
    /// - Throws: the error of `spell`, or an error if classes represent too many members or
    ///   transitions.
    init(
        _ automaton: EpsilonNFA, formatName: String, _ budget: Budget,
        spell: ([UInt8], inout TextOutput) throws(FormatError) -> Void
    ) throws(FormatError) {
        try Self.check(automaton, formatName: formatName)
        var watch = WritingWatch(budget)
        switch automaton.alphabet.storage {
        case .named(let names):
            for symbol in automaton.alphabet.symbols {
                try watch.step()
                try spellings.append { (output) throws(FormatError) in try spell(Array(names.utf8(of: symbol)), &output)
                }
                starts.append(spellings.count)
            }
        case .partition(let partition):
            var ranges = [[SymbolPartition.ClassRange]](repeating: [], count: partition.count)
            for range in partition.ranges { ranges[Int(range.symbol)].append(range) }
            for symbol in 0..<partition.count {
                for range in ranges[symbol] {
                    for value in range.lower...range.upper {
                        try watch.step()
                        guard let name = Self.name(of: value, domain: partition.domain) else { continue }
                        try spellings.append { (output) throws(FormatError) in try spell(name, &output) }
                    }
                }
                starts.append(spellings.count)
            }
        }
    }

    /// The members of a symbol, by number.
    @inline(__always)
    func members(of symbol: Symbol) -> Range<Int> { starts[Int(symbol)]..<starts[Int(symbol) + 1] }

    /// The number of members of all symbols.
    var memberCount: Int { spellings.count }

    /// The spelling of a member.
    @inline(__always)
    subscript(member: Int) -> ArraySlice<UInt8> { spellings[member] }

    private static func check(_ automaton: EpsilonNFA, formatName: String) throws(FormatError) {
        guard automaton.alphabet.kind != .named else { return }
        let widths = automaton.alphabet.widths
        var total = widths.reduce(0, +)
        for symbol in automaton.rows.symbols where total <= maximumCount { total += widths[Int(symbol)] }
        guard total <= maximumCount else {
            throw FormatError(
                message: "\(formatName) has no classes of symbols, and written out they would be more than "
                    + "\(maximumCount) symbols and transitions", remedy: "write JSON or DOT, which have classes")
        }
    }

    private static func name(of value: UInt32, domain: SymbolPartition.Domain) -> [UInt8]? {
        switch domain {
        case .bytes: Array(String(value).utf8)
        case .scalars: Unicode.Scalar(value).map { Array(String($0).utf8) }
        }
    }
}
