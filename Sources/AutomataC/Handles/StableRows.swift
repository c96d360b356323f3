internal import Automata
internal import CAutomata

/// Rows that are lent to C.
final class StableRows: Sendable {
    private let offsets: StableArray<Int>
    private let symbols: StableArray<Symbol>?
    private let targets: StableArray<StateID>

    init(offsets: [Int], symbols: [Symbol]?, targets: [StateID]) {
        self.offsets = StableArray(offsets)
        self.symbols = symbols.map { StableArray($0) }
        self.targets = StableArray(targets)
    }

    convenience init(_ rows: Transitions) {
        self.init(offsets: rows.offsets.map(Int.init), symbols: rows.symbols, targets: rows.targets)
    }

    convenience init(_ moves: EpsilonMoves) {
        self.init(offsets: moves.offsets.map(Int.init), symbols: nil, targets: moves.targets)
    }

    convenience init(_ reached: ReachedStates) {
        self.init(offsets: reached.offsets, symbols: nil, targets: reached.states)
    }

    var rowCount: Int { offsets.count - 1 }

    var lent: automata_rows {
        automata_rows(
            row_count: rowCount, count: targets.count, offsets: rowCount == 0 ? nil : offsets.start,
            symbols: symbols?.numbers, targets: targets.numbers)
    }

    /// Returns all targets of a row.
    func targets(ofRow row: Int) -> automata_states { states(offsets[row]..<offsets[row + 1]) }

    /// Returns the targets of a row on a symbol.
    func targets(ofRow row: Int, on symbol: Symbol) -> automata_states {
        guard let symbols else { return automata_states() }
        let end = offsets[row + 1]
        // Finds the start and the end of the symbol's pairs.
        func firstIndex(from start: Int, where isBeyond: (Symbol) -> Bool) -> Int {
            var (low, high) = (start, end)
            while low < high {
                let middle = (low + high) / 2
                if isBeyond(symbols[middle]) { high = middle } else { low = middle + 1 }
            }
            return low
        }
        let start = firstIndex(from: offsets[row]) { $0 >= symbol }
        return states(start..<firstIndex(from: start) { $0 > symbol })
    }

    private func states(_ range: Range<Int>) -> automata_states {
        automata_states(items: range.isEmpty ? nil : targets.numbers.map { $0 + range.lowerBound }, count: range.count)
    }
}
