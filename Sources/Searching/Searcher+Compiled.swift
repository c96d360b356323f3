public import Automata
public import CompiledObjects
internal import RegularExpressions

extension Searcher {
    /// Returns the searcher as bytes. Loading them by ``init(compiled:)`` is much faster than
    /// making a searcher from patterns.
    ///
    /// - Complexity: O(size of the tables).
    /// - Throws: `AutomataError.unsupported(_:)` if the searcher is lazy.
    public func compiledBytes() throws(AutomataError) -> [UInt8] {
        guard case .complete(let automaton, let filters) = engine else {
            throw .unsupported("a lazy searcher has no tables to save; make a searcher that isn't lazy")
        }
        var writer = CompiledObjectWriter(.searcher)
        writer.add(numbers: patternCount)
        automaton.write(to: &writer)
        filters.write(to: &writer)
        return writer.bytes
    }

    /// Creates a searcher from the bytes that ``compiledBytes()`` returned.
    ///
    /// The bytes are copied. A damaged object that passes the checksum can find wrong matches, but
    /// it is safe to use.
    ///
    /// - Complexity: O(number of bytes).
    /// - Throws: `CompiledObjectError` if the bytes aren't a saved searcher.
    public init(compiled bytes: RawSpan) throws(CompiledObjectError) {
        self = try bytes.withUnsafeBytes { (bytes) throws(CompiledObjectError) in
            var reader = try CompiledObjectReader(bytes, kind: .searcher)
            let patternCount = try reader.numbers(1)[0]
            guard patternCount < maximumCount else { throw .damaged("there are too many patterns") }
            let automaton = try SearchDFA(reading: &reader, patternCount: patternCount)
            let filters = try SearchFilters(reading: &reader, of: automaton)
            try reader.finish()
            return Searcher(automaton, filters, patternCount: patternCount)
        }
    }
}

extension SearchDFA {
    fileprivate func write(to writer: inout CompiledObjectWriter) {
        writer.add(numbers: classCount)
        writer.add(classOfByte)
        writer.add(sideOfByte)
        writer.add(cells)
        writer.add(starts)
        writer.add(patternOffsets)
        writer.add(patternIDs)
        writer.add(leadingPairs.first)
        writer.add(leadingPairs.near)
    }

    fileprivate convenience init(
        reading reader: inout CompiledObjectReader, patternCount: Int
    ) throws(CompiledObjectError) {
        let classCount = try reader.numbers(1)[0]
        guard 1...256 ~= classCount else {
            throw .damaged("it should have 1 to 256 classes of bytes, and there are \(classCount)")
        }
        let shift = Self.shift(classCount)
        let classOfByte = try reader.array(of: UInt8.self, count: 256)
        let sideOfByte = try reader.array(of: UInt8.self, count: 256)
        let cells = try reader.array(of: Row.self)
        let starts = try reader.array(of: Row.self, count: Self.sideCount)
        let offsets = try reader.array(of: UInt32.self)
        let ids = try reader.array(of: UInt32.self)
        let pairCount = 1 << (2 * shift)
        let leadingPairs = LeadingBytePairs(
            first: try reader.array(of: UInt8.self, count: pairCount),
            near: try reader.array(of: UInt8.self, count: pairCount))
        let rowCount = cells.count >> shift
        guard classOfByte.areAll(below: classCount), sideOfByte.areAll(below: Self.sideCount) else {
            throw .damaged("the table of classes lacks a byte")
        }
        guard 1..<maximumCount ~= rowCount, cells.count == rowCount << shift, cells.areAll(below: rowCount),
            starts.areAll(below: rowCount), cells[..<(1 << shift)].allSatisfy({ $0 == Self.dead })
        else { throw .damaged("a transition has a target that doesn't exist") }
        try offsets.checkOffsets(endingAt: ids.count)
        // The dead row accepts nothing.
        let acceptingCount = (offsets.count - 1) / Self.sideCount
        guard offsets.count % Self.sideCount == 1, acceptingCount < rowCount, ids.areAll(below: patternCount) else {
            throw .damaged("a word has an unknown pattern")
        }
        self.init(
            classOfByte: classOfByte, sideOfByte: sideOfByte, classCount: classCount, cells: cells, starts: starts,
            patternOffsets: offsets, patternIDs: ids, leadingPairs: leadingPairs)
    }
}
