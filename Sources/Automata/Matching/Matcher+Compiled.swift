public import CompiledObjects

extension Matcher {
    /// Returns the matcher as bytes. Loading them by ``init(compiled:)`` is much faster than making
    /// a matcher from a DFA.
    ///
    /// - Complexity: O(size of the table and of the alphabet).
    public func compiledBytes() -> [UInt8] {
        var writer = CompiledObjectWriter(.matcher)
        alphabet.write(to: &writer)
        writer.add(symbols.ofSymbol.map(\.rawValue))
        writer.add(numbers: Int(symbols.foreignSymbol) + 1)
        table.write(to: &writer)
        return writer.bytes
    }

    /// Creates a matcher from the bytes that ``compiledBytes()`` returned.
    ///
    /// The bytes are copied. A damaged object that passes the checksum can accept wrong words, but
    /// it is safe to use.
    ///
    /// - Complexity: O(number of bytes), and the time to prepare small tables for vectors.
    /// - Throws: `CompiledObjectError` if the bytes aren't a saved matcher.
    public init(compiled bytes: RawSpan) throws(CompiledObjectError) {
        self = try bytes.withUnsafeBytes { (bytes) throws(CompiledObjectError) in
            var reader = try CompiledObjectReader(bytes, kind: .matcher)
            let alphabet = try Alphabet(reading: &reader)
            let columns = try reader.array(of: UInt32.self, count: alphabet.count)
            let columnCount = try reader.numbers(1)[0]
            // Columns of bytes are stored as bytes.
            guard 1...(SymbolClasses.isReadByteByByte(alphabet) ? 256 : maximumCount) ~= columnCount,
                columns.areAll(below: columnCount)
            else { throw .damaged("a symbol has no column") }
            let table = try FrozenTable(reading: &reader, columnCount: columnCount)
            try reader.finish()
            let symbols = SymbolClasses(
                alphabet, classes: columns.map { Symbol($0) }, foreignSymbol: Symbol(columnCount - 1))
            return Matcher(alphabet, table, symbols)
        }
    }
}

extension Alphabet {
    private enum SavedKind: Int {
        case named, bytes, scalars
    }

    fileprivate func write(to writer: inout CompiledObjectWriter) {
        switch storage {
        case .named(let names):
            writer.add(numbers: SavedKind.named.rawValue, names.count)
            writer.add([0] + names.ends)
            writer.add(names.bytes)
        case .partition(let partition):
            let kind = partition.domain == .bytes ? SavedKind.bytes : .scalars
            writer.add(numbers: kind.rawValue, partition.count)
            writer.add(partition.ranges.flatMap { [$0.lower, $0.upper, $0.symbol.rawValue] })
        }
    }

    fileprivate init(reading reader: inout CompiledObjectReader) throws(CompiledObjectError) {
        let numbers = try reader.numbers(2)
        guard let kind = SavedKind(rawValue: numbers[0]), numbers[1] < maximumCount else {
            throw .damaged("the alphabet is unknown")
        }
        switch kind {
        case .named: self.init(try NameTable(reading: &reader, count: numbers[1]))
        case .bytes: self.init(try SymbolPartition(reading: &reader, .bytes, count: numbers[1]))
        case .scalars: self.init(try SymbolPartition(reading: &reader, .scalars, count: numbers[1]))
        }
    }
}

extension NameTable {
    fileprivate init(reading reader: inout CompiledObjectReader, count: Int) throws(CompiledObjectError) {
        let offsets = try reader.array(of: UInt32.self, count: count + 1)
        let bytes = try reader.array(of: UInt8.self)
        try offsets.checkOffsets(endingAt: bytes.count)
        self.init(minimumCapacity: count)
        for (start, end) in zip(offsets, offsets.dropFirst()) {
            let isNew = bytes.withUnsafeBufferPointer { bytes in
                try? intern(UnsafeBufferPointer(rebasing: bytes[Int(start)..<Int(end)])).isNew
            }
            guard isNew == true else { throw .damaged("two symbols have the same name") }
        }
    }
}

extension SymbolPartition {
    fileprivate init(
        reading reader: inout CompiledObjectReader, _ domain: Domain, count: Int
    ) throws(CompiledObjectError) {
        let numbers = try reader.array(of: UInt32.self)
        let ranges = stride(from: 0, to: numbers.count - numbers.count % 3, by: 3).map {
            ClassRange(lower: numbers[$0], upper: numbers[$0 + 1], symbol: Symbol(numbers[$0 + 2]))
        }
        guard numbers.count % 3 == 0, let partition = try? SymbolPartition(domain: domain, ranges: ranges, count: count)
        else { throw .damaged("a class of symbols is invalid") }
        self = partition
    }
}

extension FrozenTable {
    fileprivate func write(to writer: inout CompiledObjectWriter) {
        let width =
            switch cells {
            case .bytes: 1
            case .shorts: 2
            case .words: 4
            case .sparse: 0
            }
        writer.add(numbers: width, stride, start, firstAccepting, allAcceptingPosition)
        switch cells {
        case .bytes(let cells): writer.add(cells)
        case .shorts(let cells): writer.add(cells)
        case .words(let cells): writer.add(cells)
        case .sparse(let rows):
            writer.add(rows.offsets)
            writer.add(rows.symbols.map(\.rawValue))
            writer.add(rows.targets.map(\.rawValue))
        }
    }

    fileprivate convenience init(
        reading reader: inout CompiledObjectReader, columnCount: Int
    ) throws(CompiledObjectError) {
        let numbers = try reader.numbers(5)
        let (stride, allAcceptingPosition) = (numbers[1], numbers[4])
        let cells = try Cells(reading: &reader, width: numbers[0], columnCount: columnCount, stride: stride)
        let end = cells.end
        let positions = [numbers[2]] + (allAcceptingPosition == Self.noPosition ? [] : [allAcceptingPosition])
        guard positions.allSatisfy({ $0 < end && $0 % stride == 0 }), numbers[3] <= end else {
            throw .damaged("a position isn't the start of a row")
        }
        self.init(
            cells: cells, stride: stride, start: numbers[2], firstAccepting: numbers[3],
            allAcceptingPosition: allAcceptingPosition)
    }
}

extension FrozenTable.Cells {
    /// The position behind the last row.
    fileprivate var end: Int {
        switch self {
        case .bytes(let cells): cells.count
        case .shorts(let cells): cells.count
        case .words(let cells): cells.count
        case .sparse(let rows): rows.stateCount
        }
    }

    fileprivate init(
        reading reader: inout CompiledObjectReader, width: Int, columnCount: Int, stride: Int
    ) throws(CompiledObjectError) {
        guard stride == (width == 0 ? 1 : columnCount) else { throw .damaged("the length of the rows is wrong") }
        switch width {
        case 0:
            let offsets = try reader.array(of: UInt32.self)
            let symbols = try reader.array(of: UInt32.self)
            let targets = try reader.array(of: UInt32.self, count: symbols.count)
            try offsets.checkOffsets(endingAt: symbols.count)
            guard offsets.count > 1, offsets[1] == 0, symbols.areAll(below: columnCount),
                targets.areAll(below: offsets.count - 1)
            else { throw .damaged("a transition has a target that doesn't exist") }
            self = .sparse(
                Transitions(
                    offsets: offsets, symbols: symbols.map { Symbol($0) }, targets: targets.map { StateID($0) }))
        case 1: self = .bytes(try Self.cells(&reader, stride))
        case 2: self = .shorts(try Self.cells(&reader, stride))
        case 4: self = .words(try Self.cells(&reader, stride))
        default: throw .damaged("its cells have \(width) bytes")
        }
    }

    private static func cells<Cell: FixedWidthInteger & BitwiseCopyable>(
        _ reader: inout CompiledObjectReader, _ stride: Int
    ) throws(CompiledObjectError) -> [Cell] {
        let cells = try reader.array(of: Cell.self)
        // A run doesn't leave the dead row, which comes first.
        guard !cells.isEmpty, cells.count % stride == 0, cells.areAll(below: cells.count),
            cells[..<stride].allSatisfy({ $0 == 0 }), cells.allSatisfy({ Int($0) % stride == 0 })
        else { throw .damaged("a transition has a target that doesn't exist") }
        return cells
    }
}
