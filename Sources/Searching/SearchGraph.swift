internal import AlgorithmSupport
internal import Automata
internal import RegularExpressions

/// The automaton of a search: a DFA, or an NFA that is determinized while a text is read.
package protocol SearchGraph: AnyObject, Sendable {
    typealias Row = UInt32

    /// The number of rows; row 0 is dead.
    var rowCount: Int { get }
    var classCount: Int { get }
    var classOfByte: [UInt8] { get }
    /// The kind of each byte next to a word, as a raw ``AssertionResolution/Side``.
    var sideOfByte: [UInt8] { get }
    /// Calls a function with each row that a byte of a class leads to from a row.
    func forEachTarget(of row: Row, on column: Int, _ body: (Row) -> Void)
    /// Adds to `result` the rows from which a byte of a class leads to a row of a set.
    func addSources(of set: ArraySlice<UInt64>, on column: Int, to result: inout [UInt64])
    /// Returns the rows in which a word begins after a kind of character.
    func startRows(behind side: UInt8) -> [Row]
    /// Returns the rows in which a word may end before a kind of character.
    func acceptingRows(before side: UInt8) -> [Row]
    /// Returns the patterns whose words end in a row before a kind of character.
    func patterns(of row: Row, before side: UInt8) -> ArraySlice<UInt32>
}

extension SearchGraph {
    /// A byte of each class.
    var exampleOfClass: [UInt8] {
        var examples = [UInt8](repeating: 0, count: classCount)
        for byte in UInt8.min...UInt8.max { examples[Int(classOfByte[Int(byte)])] = byte }
        return examples
    }

    /// Whether words depend on the text around them.
    var hasContexts: Bool { sideOfByte.contains { $0 != AssertionResolution.Side.nothing.rawValue } }

    /// All rows but the dead one.
    var liveRows: Range<Row> { 1..<Row(max(1, rowCount)) }
}

extension SearchDFA: SearchGraph {
    package func forEachTarget(of row: Row, on column: Int, _ body: (Row) -> Void) { body(target(of: row, on: column)) }

    package func addSources(of set: ArraySlice<UInt64>, on column: Int, to result: inout [UInt64]) {
        cells.withUnsafeBufferPointer { cells in
            set.withUnsafeBufferPointer { set in
                result.withUnsafeMutableBufferPointer { result in
                    for index in result.indices {
                        var word: UInt64 = 0
                        for row in index << 6..<min(index << 6 + 64, rowCount) {
                            // No set has the dead row.
                            let target = cells[row << shift &+ column]
                            let bit = set[Int(truncatingIfNeeded: target >> 6)] &>> UInt64(target & 63) & 1
                            word |= bit &<< UInt64(truncatingIfNeeded: row & 63)
                        }
                        result[index] |= word
                    }
                }
            }
        }
    }

    package func startRows(behind side: UInt8) -> [Row] { [starts[Int(side)]] }

    package func acceptingRows(before side: UInt8) -> [Row] {
        acceptedSides.indices.compactMap { acceptedSides[$0] >> side & 1 != 0 ? firstAccepting + Row($0) : nil }
    }
}

/// The backward reading of a text: the set at a position contains the rows from which a word can
/// still end in the rest of the text.
///
/// The set at a position is computed from the set at the next position and the byte in between.
package struct MatchableRows<Graph: SearchGraph>: SubsetTransitions {
    private let graph: Graph
    private let examples: [UInt8]

    init(_ graph: Graph) { (self.graph, examples) = (graph, graph.exampleOfClass) }

    package var rowCount: Int { graph.rowCount }
    package var classCount: Int { graph.classCount }

    /// The rows at the end of a text.
    var rowsAtEnd: [SearchGraph.Row] { graph.acceptingRows(before: AssertionResolution.Side.nothing.rawValue) }

    /// The rows at the end of a piece of a text: any of them may lead to the end of a word.
    var rowsAtUnknownEnd: Range<SearchGraph.Row> { graph.liveRows }

    package func add(from set: ArraySlice<UInt64>, on column: Int, to result: inout [UInt64]) {
        for row in graph.acceptingRows(before: graph.sideOfByte[Int(examples[column])]) { result.insert(row) }
        graph.addSources(of: set, on: column, to: &result)
    }

    /// Returns a bit for each kind of character after which a word begins.
    package func sides(of set: ArraySlice<UInt64>) -> UInt8 {
        (0..<UInt8(SearchDFA.sideCount)).reduce(0) { sides, side in
            graph.startRows(behind: side).contains { set.contains($0) } ? sides | 1 << side : sides
        }
    }
}

/// The forward reading of a text: the set at a position contains the rows of words that began
/// earlier and may continue.
package struct OpenRows<Graph: SearchGraph>: SubsetTransitions {
    private let graph: Graph
    /// The rows in which words begin after a byte of each class.
    private let starts: [[SearchGraph.Row]]

    /// Creates the transitions. If `beginsEverywhere` is set, words begin at each position;
    /// otherwise they begin only where reading starts.
    package init(_ graph: Graph, beginsEverywhere: Bool) {
        self.graph = graph
        starts = graph.exampleOfClass.map { example in
            beginsEverywhere ? graph.startRows(behind: graph.sideOfByte[Int(example)]) : []
        }
    }

    package var rowCount: Int { graph.rowCount }
    package var classCount: Int { graph.classCount }

    package func add(from set: ArraySlice<UInt64>, on column: Int, to result: inout [UInt64]) {
        set.forEachRow { row in graph.forEachTarget(of: row, on: column) { result.insert($0) } }
        for row in starts[column] { result.insert(row) }
        // A word isn't read on from the dead row.
        result[0] &= ~1
    }

    /// Returns a bit for each kind of character before which a word ends.
    package func sides(of set: ArraySlice<UInt64>) -> UInt8 {
        (0..<UInt8(SearchDFA.sideCount)).reduce(0) { sides, side in
            graph.acceptingRows(before: side).contains { set.contains($0) } ? sides | 1 << side : sides
        }
    }
}

/// A cache of the patterns whose words end in each set of rows.
struct EndingPatterns<Graph: SearchGraph>: Sendable {
    private let graph: Graph
    private var known: [[Int]?] = []
    private var discardCount = 0

    init(_ graph: Graph) { self.graph = graph }

    /// Returns the patterns of a set before a side, in ascending order.
    @inline(__always)
    mutating func of(_ set: UInt32, before side: UInt8, in sets: LazyDFA<OpenRows<Graph>>) -> [Int] {
        let index = Int(set) * SearchDFA.sideCount + Int(side)
        if discardCount == sets.discardCount, index < known.count, let patterns = known[index] { return patterns }
        return find(set, side, index, sets)
    }

    @inline(never)
    private mutating func find(
        _ set: UInt32, _ side: UInt8, _ index: Int, _ sets: LazyDFA<OpenRows<Graph>>
    ) -> [Int] {
        if discardCount != sets.discardCount { (known, discardCount) = ([], sets.discardCount) }
        var patterns: Set<UInt32> = []
        sets.content(of: set)[...].forEachRow { patterns.formUnion(graph.patterns(of: $0, before: side)) }
        if index >= known.count { known += Array(repeating: nil, count: index + 1 - known.count) }
        let sorted = patterns.sorted().map { Int($0) }
        known[index] = sorted
        return sorted
    }
}
