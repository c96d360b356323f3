internal import Automata
internal import CAutomata
internal import Synchronization

/// An alphabet, with what was lent of it.
final class AlphabetHandle: Handle, Sendable {
    static let kind: StaticString = "alphabet"

    let alphabet: Alphabet
    let symbolCount: Int
    private let lentNames = Mutex<StableNames?>(nil)
    private let lentRanges = Mutex<StableArray<automata_symbol_range>?>(nil)

    init(_ alphabet: Alphabet) {
        self.alphabet = alphabet
        symbolCount = alphabet.count
    }

    var names: StableNames {
        lentNames.withLock { names in
            if let names { return names }
            let made = makeNames()
            names = made
            return made
        }
    }

    private func makeNames() -> StableNames {
        guard case .named(let table) = alphabet.storage else { return StableNames(alphabet.names) }
        return StableNames(table)
    }

    var ranges: StableArray<automata_symbol_range> {
        lentRanges.withLock { ranges in
            if let ranges { return ranges }
            var list: [automata_symbol_range] = []
            if case .partition(let partition) = alphabet.storage {
                list = partition.ranges.map {
                    automata_symbol_range(lower: $0.lower, upper: $0.upper, symbol: $0.symbol)
                }
            }
            let made = StableArray(list)
            ranges = made
            return made
        }
    }
}

extension StableNames {
    /// The names of a table, byte for byte.
    convenience init(_ table: NameTable) {
        self.init(count: table.count, byteCount: table.bytes.count) { index, append in
            table.withUTF8(of: UInt32(index), append)
        }
    }
}
