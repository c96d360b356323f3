internal import ByteScanning
internal import CompiledObjects

/// The filters of a searcher in a compiled object: the row of the loop, the kind of the filter with
/// its numbers, and its tables. Everything else follows from these and the automaton, and is
/// recomputed.
extension SearchFilters {
    private enum Kind: UInt64 {
        case none, firstEnd, pair, factors, grams
    }

    func write(to writer: inout CompiledObjectWriter) {
        var kind = firstEnd == nil ? Kind.none : .firstEnd
        var numbers: [UInt64] = []
        var (factors, cells): ([UInt8], [UInt8]) = ([], [])
        switch prefilter {
        case nil: break
        case .pair(let first, let second, let offset, let distance):
            kind = .pair
            numbers = [UInt64(first), UInt64(second), UInt64(offset), UInt64(distance)]
        case .factors(let own, let offset):
            kind = .factors
            numbers = [UInt64(offset), UInt64(own.length)]
            factors = own.tables
        case .grams(let table):
            kind = .grams
            numbers = [
                UInt64(table.offset), UInt64(table.bytes.length), UInt64(table.bits), UInt64(table.count),
                UInt64(table.length), table.mask,
            ]
            (factors, cells) = (table.bytes.tables, table.cells)
        }
        writer.add([UInt64(loop?.row ?? SearchDFA.dead), kind.rawValue] + numbers)
        writer.add(factors)
        writer.add(cells)
    }

    convenience init(
        reading reader: inout CompiledObjectReader, of automaton: SearchDFA
    ) throws(CompiledObjectError) {
        let all = try reader.array(of: UInt64.self)
        guard all.count >= 2, all[0] < automaton.rowCount, let kind = Kind(rawValue: all[1]) else {
            throw .damaged("the filter is unknown")
        }
        let numbers = Array(all[2...])
        let (factors, cells) = (try reader.array(of: UInt8.self), try reader.array(of: UInt8.self))
        let prefilter: Prefilter? =
            switch kind {
            case .none, .firstEnd: nil
            case .pair: Prefilter(pair: numbers)
            case .factors: Prefilter(factors: numbers, tables: factors)
            case .grams: Prefilter(grams: numbers, tables: factors, cells: cells)
            }
        guard prefilter != nil || kind == .none || kind == .firstEnd else {
            throw .damaged("the numbers of the filter are out of range")
        }
        self.init(
            automaton, prefilter: prefilter, loopRow: SearchDFA.Row(all[0]), skips: kind == .firstEnd)
    }
}

extension Prefilter {
    /// The maximum offset and distance, far above the values that planners choose.
    private static let maximumOffset: UInt64 = 1 << 10

    fileprivate init?(pair numbers: [UInt64]) {
        guard numbers.count == 4, numbers[0] < 256, numbers[1] < 256, numbers[2] < Self.maximumOffset,
            numbers[3] < Self.maximumOffset
        else { return nil }
        self = .pair(
            first: UInt8(numbers[0]), second: UInt8(numbers[1]), offset: Int(numbers[2]), distance: Int(numbers[3]))
    }

    fileprivate init?(factors numbers: [UInt64], tables: [UInt8]) {
        guard numbers.count == 2, numbers[0] < Self.maximumOffset,
            let factors = automata_factors(length: numbers[1], tables: tables)
        else { return nil }
        self = .factors(factors, offset: Int(numbers[0]))
    }

    fileprivate init?(grams numbers: [UInt64], tables: [UInt8], cells: [UInt8]) {
        guard numbers.count == 6, numbers[0] < Self.maximumOffset,
            let factors = automata_factors(length: numbers[1], tables: tables),
            1..<32 ~= numbers[2], cells.count == 1 << numbers[2], [1, 2, 4, 8].contains(numbers[3]),
            1...UInt64(AUTOMATA_LONGEST_GRAM) ~= numbers[4], numbers[1] < numbers[3] + numbers[4]
        else { return nil }
        self = .grams(
            QGramTable(
                cells: cells, bits: Int(numbers[2]), offset: Int(numbers[0]), count: Int(numbers[3]),
                length: Int(numbers[4]), mask: numbers[5], bytes: factors))
    }
}

extension automata_factors {
    /// The tables of low halves, followed by the tables of high halves.
    fileprivate var tables: [UInt8] { withUnsafeBytes(of: low) { Array($0) } + withUnsafeBytes(of: high) { Array($0) } }

    fileprivate init?(length: UInt64, tables: [UInt8]) {
        self.init()
        let count = withUnsafeBytes(of: low) { $0.count }
        guard 1...UInt64(AUTOMATA_LONGEST_FACTOR) ~= length, tables.count == 2 * count else { return nil }
        self.length = Int32(length)
        withUnsafeMutableBytes(of: &low) { $0.copyBytes(from: tables[..<count]) }
        withUnsafeMutableBytes(of: &high) { $0.copyBytes(from: tables[count...]) }
    }
}
