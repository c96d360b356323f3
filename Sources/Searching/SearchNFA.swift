internal import Automata
internal import RegularExpressions
internal import WorkLimits

/// The NFA of all patterns of a search, which is determinized while a text is read.
///
/// Rows are states. Row 0 is the initial state, which only marks leave; no byte leads to it.
package final class SearchNFA: SearchGraph {
    package let classOfByte: [UInt8]
    package let sideOfByte: [UInt8]
    private let rows: Transitions
    /// The transitions on each class of bytes, one class after the other.
    private let columns: [(source: Row, target: Row)]
    private let columnEnds: [Int]
    private let marks: SearchConstruction.Marks
    private let starts: [[Row]]
    private let accepting: [[Row]]
    private let lists = PatternLists()

    /// - Requires: The automaton accepts a marked language.
    init(_ nfa: NFA, classOfByte: [UInt8], marks: SearchConstruction.Marks) {
        self.classOfByte = classOfByte
        sideOfByte = marks.sideOfByte
        (rows, self.marks) = (nfa.rows, marks)
        (columns, columnEnds) = Self.columns(of: nfa.rows, count: marks.classCount)
        starts = (0..<SearchDFA.sideCount).map { [rows] side in
            rows.range(of: 0, on: marks.front(side < marks.sides.count ? side : 0)).map { rows.targets[$0].rawValue }
        }
        accepting = (0..<SearchDFA.sideCount).map { [rows] side in
            let side = side < marks.sides.count ? side : 0
            return (1..<max(1, Row(rows.stateCount))).filter { state in
                rows.range(of: StateID(state)).contains { marks.isBehind(rows.symbols[$0], side) }
            }
        }
    }

    /// Returns the transitions on each class of bytes, and the end of each class.
    private static func columns(
        of rows: Transitions, count: Int
    ) -> ([(source: Row, target: Row)], ends: [Int]) {
        var starts = [Int](repeating: 0, count: count + 1)
        for symbol in rows.symbols where Int(symbol) < count { starts[Int(symbol) + 1] += 1 }
        for column in 0..<count { starts[column + 1] += starts[column] }
        var columns = [(source: Row, target: Row)](repeating: (0, 0), count: starts[count])
        for state in 0..<StateID(rows.stateCount) {
            for index in rows.range(of: state) where Int(rows.symbols[index]) < count {
                columns[starts[Int(rows.symbols[index])]] = (state.rawValue, rows.targets[index].rawValue)
                starts[Int(rows.symbols[index])] += 1
            }
        }
        // Each start has moved to the end of its column.
        return (columns, starts)
    }

    package var rowCount: Int { rows.stateCount }
    package var classCount: Int { marks.classCount }

    /// The number of bytes of the transitions.
    var byteCount: Int { 8 * rows.symbols.count + 4 * rows.stateCount + 8 * columns.count }

    /// The patterns that have words.
    var patternsWithWords: Set<UInt32> {
        var patterns: Set<UInt32> = []
        var isReached = [Bool](repeating: false, count: rowCount)
        var reached: [StateID] = rowCount > 0 ? [0] : []
        while let row = reached.popLast() {
            for index in rows.range(of: row) {
                for side in marks.sides.indices {
                    if let pattern = marks.pattern(rows.symbols[index], side) { patterns.insert(pattern) }
                }
                let target = rows.targets[index]
                guard !isReached[Int(target)] else { continue }
                isReached[Int(target)] = true
                reached.append(target)
            }
        }
        return patterns
    }

    package func forEachTarget(of row: Row, on column: Int, _ body: (Row) -> Void) {
        for index in rows.range(of: StateID(row), on: Symbol(column)) { body(rows.targets[index].rawValue) }
    }

    package func addSources(of set: ArraySlice<UInt64>, on column: Int, to result: inout [UInt64]) {
        for index in (column == 0 ? 0 : columnEnds[column - 1])..<columnEnds[column] {
            let (source, target) = columns[index]
            if set.contains(target) { result.insert(source) }
        }
    }

    package func startRows(behind side: UInt8) -> [Row] { starts[Int(side)] }

    package func acceptingRows(before side: UInt8) -> [Row] { accepting[Int(side)] }

    package func patterns(of row: Row, before side: UInt8) -> ArraySlice<UInt32> {
        let side = Int(side) < marks.sides.count ? Int(side) : 0
        return rows.range(of: StateID(row)).compactMap { marks.pattern(rows.symbols[$0], side) }[...]
    }

    /// Returns the permanent number of a list of patterns.
    func number(of patterns: [Int]) -> Row { lists.number(of: patterns) }

    /// Returns the list of patterns with a number, or an empty one if there is none.
    func patterns(numbered number: Row) -> [Int] { lists.patterns(numbered: number) }
}
