internal import AlgorithmSupport
internal import Automata
internal import RegularExpressions

/// The DFA of all patterns of a search.
///
/// Invariants: row 0 is dead. Rows from `firstAccepting` on accept words of a pattern, maybe only
/// before certain bytes. The target of row *r* on a byte of class *c* is in cell *r* · 2^shift +
/// *c*.
package final class SearchDFA: Sendable {
    package typealias Row = UInt32

    static let dead: Row = 0

    package let classOfByte: [UInt8]
    /// The kind of each byte next to a word, as a raw ``AssertionResolution/Side``.
    package let sideOfByte: [UInt8]
    package let classCount: Int
    let shift: Int
    let cells: [Row]
    package let rowCount: Int
    /// The start row for each side before the word.
    let starts: [Row]
    let firstAccepting: Row
    /// The pairs of bytes with which words may begin.
    let leadingPairs: LeadingBytePairs
    /// The sides before which each accepting row accepts, a bit for each.
    let acceptedSides: [UInt8]
    /// The patterns of each accepting row and side.
    let patternOffsets: [UInt32]
    let patternIDs: [UInt32]
    /// The first pattern of each accepting row and side.
    private let firstPatterns: [UInt32]

    static let sideCount = 4

    /// Returns the logarithm of the number of cells of a row.
    static func shift(_ classCount: Int) -> Int { Int.bitWidth - max(0, classCount - 1).leadingZeroBitCount }

    /// Creates an automaton from its tables.
    ///
    /// - Parameters:
    ///   - patternOffsets: The start in `patternIDs` of the patterns of each accepting row before
    ///     each side, and the end of the last ones. Accepting rows are the last ones.
    ///   - leadingPairs: The pairs of bytes with which words may begin, or `nil` to find them.
    init(
        classOfByte: [UInt8], sideOfByte: [UInt8], classCount: Int, cells: [Row], starts: [Row],
        patternOffsets: [UInt32], patternIDs: [UInt32], leadingPairs: LeadingBytePairs? = nil
    ) {
        shift = Self.shift(classCount)
        rowCount = cells.count >> shift
        let acceptingCount = (patternOffsets.count - 1) / Self.sideCount
        let firstAccepting = Row(rowCount - acceptingCount)
        let acceptedSides = (0..<acceptingCount).map { row in
            (0..<Self.sideCount).reduce(0 as UInt8) { mask, side in
                let index = row * Self.sideCount + side
                return patternOffsets[index] < patternOffsets[index + 1] ? mask | 1 << UInt8(side) : mask
            }
        }
        (self.classOfByte, self.sideOfByte, self.classCount) = (classOfByte, sideOfByte, classCount)
        (self.cells, self.starts) = (cells, starts)
        (self.firstAccepting, self.acceptedSides) = (firstAccepting, acceptedSides)
        self.leadingPairs =
            leadingPairs
            ?? LeadingBytePairs(
                cells: cells, shift: shift, starts: starts, firstAccepting: firstAccepting,
                acceptedSides: acceptedSides, classOfByte: classOfByte, sideOfByte: sideOfByte)
        (self.patternOffsets, self.patternIDs) = (patternOffsets, patternIDs)
        // A nonempty array has an address.
        firstPatterns = patternOffsets.map { Int($0) < patternIDs.count ? patternIDs[Int($0)] : 0 }
    }

    /// Creates an automaton from its parts.
    ///
    /// - Parameter endings: The patterns of each accepting row before each side, in ascending
    ///   order. Accepting rows are the last ones.
    convenience init(
        classOfByte: [UInt8], sideOfByte: [UInt8], classCount: Int, cells: [Row], starts: [Row], endings: [[[UInt32]]]
    ) {
        var offsets: [UInt32] = [0]
        var ids: [UInt32] = []
        for patterns in endings.joined() {
            ids += patterns
            offsets.append(UInt32(ids.count))
        }
        self.init(
            classOfByte: classOfByte, sideOfByte: sideOfByte, classCount: classCount, cells: cells, starts: starts,
            patternOffsets: offsets, patternIDs: ids)
    }

    /// Freezes the minimal DFA of a marked language.
    convenience init(_ dfa: DFA, classOfByte: [UInt8], marks: SearchConstruction.Marks) {
        let rows = dfa.sparseRows
        let initial = dfa.initialState
        // The initial and the final state read marks only.
        let states = dfa.states.filter { $0 != initial && !dfa.isFinal($0) }
        let isAccepting = states.map { state in
            rows.range(of: state).contains { rows.symbols[$0] >= marks.firstBehind }
        }
        let ordered = [false, true].flatMap { kind in zip(states, isAccepting).filter { $0.1 == kind }.map(\.0) }
        var rowOfState = [Row](repeating: Self.dead, count: dfa.stateCount)
        for (index, state) in ordered.enumerated() { rowOfState[Int(state)] = Row(index + 1) }

        let shift = Self.shift(marks.classCount)
        var cells = [Row](repeating: Self.dead, count: (ordered.count + 1) << shift)
        var endings: [[[UInt32]]] = []
        for state in ordered {
            let row = Int(rowOfState[Int(state)])
            var patterns = [[UInt32]](repeating: [], count: marks.sides.count)
            var isEnding = false
            for index in rows.range(of: state) {
                let symbol = rows.symbols[index]
                if Int(symbol) < marks.classCount {
                    cells[row << shift + Int(symbol)] = rowOfState[Int(rows.targets[index])]
                } else if symbol >= marks.firstBehind {
                    let mark = Int(symbol) - Int(marks.firstBehind)
                    patterns[mark % marks.sides.count].append(UInt32(mark / marks.sides.count))
                    isEnding = true
                }
            }
            guard isEnding else { continue }
            endings.append((0..<Self.sideCount).map { patterns[$0 < marks.sides.count ? $0 : 0].sorted() })
        }
        let starts = (0..<Self.sideCount).map { side in
            guard let initial else { return Self.dead }
            let mark = marks.front(side < marks.sides.count ? side : 0)
            return rows.range(of: initial, on: mark).first.map { rowOfState[Int(rows.targets[$0])] } ?? Self.dead
        }
        self.init(
            classOfByte: classOfByte, sideOfByte: marks.sideOfByte, classCount: marks.classCount, cells: cells,
            starts: starts, endings: endings)
    }

    /// The number of bytes of the tables.
    var byteCount: Int {
        leadingPairs.byteCount + 4 * (cells.count + 2 * patternOffsets.count + patternIDs.count) + acceptedSides.count
            + 512
    }

    /// The patterns that have words.
    var patternsWithWords: Set<UInt32> { Set(patternIDs) }

    /// Returns the row that a byte of a class leads to.
    func target(of row: Row, on column: Int) -> Row { cells[Int(row) << shift + column] }

    /// Returns a bit for each side before which a row accepts.
    func acceptedSides(of row: Row) -> UInt8 { row < firstAccepting ? 0 : acceptedSides[Int(row - firstAccepting)] }

    /// Returns the patterns whose words end in a row before a kind of character, in ascending
    /// order.
    package func patterns(of row: Row, before side: UInt8) -> ArraySlice<UInt32> {
        guard row >= firstAccepting, Int(row) < rowCount else { return [] }
        let index = Int(row - firstAccepting) * Self.sideCount + Int(side)
        return patternIDs[Int(patternOffsets[index])..<Int(patternOffsets[index + 1])]
    }
}

/// The tables of an automaton and the text that it reads.
package struct SearchReading {
    package let text: UnsafeBufferPointer<UInt8>
    /// The kind of character before the text.
    let front: UInt8
    /// The side after the text; `unknown` for a piece.
    let back: UInt8
    let cells: UnsafePointer<SearchDFA.Row>
    let classes: UnsafePointer<UInt8>
    let sides: UnsafePointer<UInt8>
    let starts: UnsafePointer<SearchDFA.Row>
    let accepted: UnsafePointer<UInt8>
    let leadingPairs: UnsafePointer<UInt8>
    let secondPairs: UnsafePointer<UInt8>
    let firstPatterns: UnsafePointer<UInt32>
    let firstAccepting: SearchDFA.Row
    let shift: Int

    /// An unknown side, before which no row accepts.
    fileprivate static var unknownSide: UInt8 { 7 }

    /// Whether nothing follows the text.
    package var endsText: Bool { back != Self.unknownSide }

    /// Returns the least pattern whose words end in a row before a side.
    ///
    /// - Requires: The row accepts before the side.
    @inline(__always)
    func pattern(of row: SearchDFA.Row, before side: UInt8) -> Int {
        Int(firstPatterns[Int(row &- firstAccepting) &* SearchDFA.sideCount &+ Int(side)])
    }

    /// Returns the kind of character before a position.
    @inline(__always)
    package func side(before position: Int) -> UInt8 {
        position == 0 ? front : sides[Int(text[position - 1])]
    }

    /// Returns the side after a position.
    @inline(__always)
    func side(after position: Int) -> UInt8 {
        position == text.count ? back : sides[Int(text[position])]
    }

    /// Returns the start row at a position.
    @inline(__always)
    package func start(at position: Int) -> SearchDFA.Row { starts[Int(side(before: position))] }

    /// Returns whether a word that ends at a position in a row is accepted.
    @inline(__always)
    func isAccepting(_ row: SearchDFA.Row, at position: Int) -> Bool {
        row >= firstAccepting && accepted[Int(row &- firstAccepting)] >> side(after: position) & 1 != 0
    }

    /// Returns the first position from a given one at which a word may begin, judged by two bytes.
    @inline(__always)
    func beginning(from start: Int) -> Int {
        if mayBegin(at: start) { return start }
        let count = text.count
        var position = start &+ 1
        // The pair of bytes at the second of two positions decides about both.
        while position &+ 2 < count {
            if secondPairs[pair(at: position &+ 1)] != 0 {
                if mayBegin(at: position) { return position }
                if mayBegin(at: position &+ 1) { return position &+ 1 }
            }
            position &+= 2
        }
        while position < count, !mayBegin(at: position) { position &+= 1 }
        return position
    }

    /// Returns whether a word may begin at a position, judged by two bytes.
    @inline(__always)
    private func mayBegin(at position: Int) -> Bool {
        position &+ 1 >= text.count || leadingPairs[pair(at: position)] >> side(before: position) & 1 != 0
    }

    /// Returns the index of the classes of two bytes.
    @inline(__always)
    private func pair(at position: Int) -> Int {
        Int(truncatingIfNeeded: classes[Int(text[position])]) &<< shift
            &+ Int(truncatingIfNeeded: classes[Int(text[position &+ 1])])
    }

    /// Returns the row that the byte at a position leads to.
    @inline(__always)
    package func target(of row: SearchDFA.Row, at position: Int) -> SearchDFA.Row {
        cells[Int(truncatingIfNeeded: row) &<< shift &+ Int(truncatingIfNeeded: classes[Int(text[position])])]
    }
}

extension SearchDFA {
    /// Calls a function with the tables.
    ///
    /// - Parameters:
    ///   - front: The kind of character before the text.
    ///   - endsText: A Boolean value that indicates whether nothing follows the text. Otherwise, no
    ///     word ends at the end of the text.
    package func withReading(
        of text: UnsafeRawBufferPointer, front: UInt8 = AssertionResolution.Side.nothing.rawValue,
        endsText: Bool = true, _ body: (SearchReading) -> Void
    ) {
        // A nonempty array has an address.
        (acceptedSides.isEmpty ? [0] : acceptedSides).withUnsafeBufferPointer { accepted in
            firstPatterns.withUnsafeBufferPointer { firstPatterns in
                leadingPairs.withTables { leadingPairs, secondPairs in
                    withCells { cells, classes, sides, starts in
                        guard let accepted = accepted.baseAddress, let firstPatterns = firstPatterns.baseAddress else {
                            return
                        }
                        body(
                            SearchReading(
                                text: text.assumingMemoryBound(to: UInt8.self), front: front,
                                back: endsText ? AssertionResolution.Side.nothing.rawValue : SearchReading.unknownSide,
                                cells: cells, classes: classes,
                                sides: sides, starts: starts, accepted: accepted, leadingPairs: leadingPairs,
                                secondPairs: secondPairs, firstPatterns: firstPatterns,
                                firstAccepting: firstAccepting, shift: shift))
                    }
                }
            }
        }
    }

    private func withCells(
        _ body: (UnsafePointer<Row>, UnsafePointer<UInt8>, UnsafePointer<UInt8>, UnsafePointer<Row>) -> Void
    ) {
        cells.withUnsafeBufferPointer { cells in
            classOfByte.withUnsafeBufferPointer { classes in
                sideOfByte.withUnsafeBufferPointer { sides in
                    starts.withUnsafeBufferPointer { starts in
                        guard let cells = cells.baseAddress, let classes = classes.baseAddress,
                            let sides = sides.baseAddress, let starts = starts.baseAddress
                        else { return }
                        body(cells, classes, sides, starts)
                    }
                }
            }
        }
    }
}
