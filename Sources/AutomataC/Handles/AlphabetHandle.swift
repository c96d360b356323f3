internal import Automata
internal import CAutomata

/// An alphabet, with the parts lent to C.
final class AlphabetHandle: Handle, Sendable {
    static let kind: StaticString = "alphabet"

    let alphabet: Alphabet
    let symbolCount: Int
    private let lentNames = LazyReference<StableNames>()
    private let lentRanges = LazyReference<StableArray<automata_symbol_range>>()

    init(_ alphabet: Alphabet) {
        self.alphabet = alphabet
        symbolCount = alphabet.count
    }

    var names: StableNames {
        lentNames.get {
            switch alphabet.storage {
            case .named(let table): StableNames(table)
            case .partition(let partition): StableNames(partition.names)
            }
        }
    }

    /// The ranges of classes; empty for named symbols.
    var ranges: StableArray<automata_symbol_range> {
        lentRanges.get {
            switch alphabet.storage {
            case .named: StableArray([])
            case .partition(let partition):
                StableArray(
                    partition.ranges.map {
                        automata_symbol_range(lower: $0.lower, upper: $0.upper, symbol: $0.symbol.rawValue)
                    })
            }
        }
    }
}

extension StableNames {
    /// The names of a table, byte for byte.
    convenience init(_ table: NameTable) {
        self.init(count: table.count, byteCount: table.bytes.count) { index, append in
            table.withUTF8(at: index, append)
        }
    }
}
