package import Automata
internal import RegularExpressions
internal import WorkLimits

/// The sets of rows that words reach after 0, 1, … bytes, up to the shortest word's length.
package struct PrefixLevels {
    typealias Row = SearchDFA.Row

    /// A transition: a class of bytes, and the row that it leads to.
    struct Step {
        var column: Int
        var target: Row
    }

    /// The rows after each number of bytes.
    let rows: [[Row]]
    /// The bytes of each class.
    let bytesOfClass: [[UInt8]]
    /// The steps of all rows, row by row, except rows that are only on the last level.
    private let steps: [Step]
    /// The range of each row's steps.
    private let ranges: [Range<Int>]

    /// The maximum number of levels after the first.
    private static let maximumBytes = 16
    /// The maximum number of rows of a level.
    private static let maximumRows = 1 << 16

    /// Finds the levels in O(*m* *c*) for *m* rows in all levels and *c* classes.
    package init(_ automaton: SearchDFA, _ steps: inout BudgetSteps) throws(AutomataError) {
        var bytesOfClass = [[UInt8]](repeating: [], count: automaton.classCount)
        for byte in 0...UInt8.max { bytesOfClass[Int(automaton.classOfByte[Int(byte)])].append(byte) }
        var levels = [Set(automaton.starts).subtracting([SearchDFA.dead]).sorted()]
        var ownSteps: [Step] = []
        var ranges = [Range<Int>](repeating: 0..<0, count: automaton.rowCount)
        var lastLevel = [Int](repeating: 0, count: automaton.rowCount)
        while levels.count <= Self.maximumBytes, let last = levels.last, !last.isEmpty,
            last.allSatisfy({ $0 < automaton.firstAccepting })
        {
            var targets: [Row] = []
            for row in last {
                try steps.step(automaton.classCount)
                if ranges[Int(row)].isEmpty {
                    let first = ownSteps.count
                    for column in bytesOfClass.indices {
                        let target = automaton.target(of: row, on: column)
                        if target != SearchDFA.dead { ownSteps.append(Step(column: column, target: target)) }
                    }
                    ranges[Int(row)] = first..<ownSteps.count
                }
                for step in ownSteps[ranges[Int(row)]] where lastLevel[Int(step.target)] != levels.count {
                    lastLevel[Int(step.target)] = levels.count
                    targets.append(step.target)
                }
            }
            if targets.count > Self.maximumRows { break }
            levels.append(targets)
        }
        (rows, self.bytesOfClass, self.steps, self.ranges) = (levels, bytesOfClass, ownSteps, ranges)
    }

    /// The number of bytes that all words have, up to a limit; 0 if there is no word.
    var length: Int { rows.count - 1 }

    /// The number of rows of the automaton.
    var rowCount: Int { ranges.count }

    /// Calls a function with each step of a row of any level but the last one.
    @inline(__always)
    func forEachStep(of row: Row, _ body: (Step) -> Void) {
        for index in ranges[Int(row)] { body(steps[index]) }
    }

    /// The classes of the bytes that words may have on the levels.
    var columns: Set<Int> { Set(steps.lazy.map(\.column)) }
}
