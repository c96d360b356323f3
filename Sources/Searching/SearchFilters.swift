internal import Automata
internal import RegularExpressions
internal import WorkLimits

/// The conditions on bytes that a search checks for many positions in parallel.
///
/// This is a class so that copies of a searcher share the filters.
package final class SearchFilters: Sendable {
    /// A condition that is met at each position at which a word begins; `nil` if no condition is
    /// useful.
    package let prefilter: Prefilter?
    /// The automaton that skips text without matches; `nil` if a condition is met so rarely that it
    /// filters well.
    package let firstEnd: FirstEndDFA?
    package let loop: Loop?
    package let runs: Runs?

    /// A row with a loop on many bytes, on which words may be long.
    package struct Loop: Sendable {
        let row: SearchDFA.Row
        /// The bytes that leave it.
        let exits: Prefilter
        /// Whether the row accepts before all bytes of the loop; if not, it accepts before none.
        package let isAcceptingWithin: Bool
    }

    /// Words that consist of a byte of one class and any number of bytes of another class.
    package struct Runs: Sendable {
        let firstByte: Prefilter
        let exits: Prefilter
        /// The row in which all words end.
        let row: SearchDFA.Row
    }

    /// Chooses the filters for an automaton.
    ///
    /// - Throws: `AutomataError.cancelled(statesBuilt:)`;
    ///   `AutomataError.budgetExceeded(statesBuilt:limit:)` if the automaton alone takes too much.
    init(_ automaton: SearchDFA, budget: Budget) throws(AutomataError) {
        var steps = BudgetSteps(BudgetWatch(budget, bytes: automaton.byteCount))
        loop = try Self.loop(automaton, &steps)
        runs = loop.flatMap { Self.runs(automaton, $0) }
        let filter = try PrefilterPlanner(automaton, &steps).filter(&steps)
        firstEnd =
            runs == nil && filter?.cost ?? .infinity > FirstEndDFA.cost ? FirstEndDFA(automaton) : nil
        prefilter = firstEnd == nil ? filter?.filter : nil
    }

    /// Makes the filters that were chosen for an automaton before.
    ///
    /// - Parameters:
    ///   - loopRow: The row of ``loop``, or the dead row if there is none.
    ///   - skips: A Boolean value that indicates whether there is ``firstEnd``.
    init(_ automaton: SearchDFA, prefilter: Prefilter?, loopRow: SearchDFA.Row, skips: Bool) {
        loop = loopRow == SearchDFA.dead ? nil : Self.loop(automaton, at: loopRow)
        runs = loop.flatMap { Self.runs(automaton, $0) }
        firstEnd = skips ? FirstEndDFA(automaton) : nil
        self.prefilter = firstEnd == nil ? prefilter : nil
    }

    /// The number of bytes of the filters' tables.
    var byteCount: Int {
        let grams = if case .grams(let table) = prefilter { table.cells.count } else { 0 }
        return grams + (firstEnd?.byteCount ?? 0)
    }

    /// The loop on the most frequent bytes.
    private static func loop(_ automaton: SearchDFA, _ steps: inout BudgetSteps) throws(AutomataError) -> Loop? {
        var weights = [Double](repeating: 0, count: automaton.classCount)
        for byte in 0...255 { weights[Int(automaton.classOfByte[byte])] += ByteFrequency.of[byte] }
        var best: (weight: Double, loop: Loop)?
        for row in 1..<SearchDFA.Row(max(1, automaton.rowCount)) {
            try steps.step(weights.count)
            let weight = weights.indices.reduce(0) { automaton.target(of: row, on: $1) == row ? $0 + weights[$1] : $0 }
            guard weight > best?.weight ?? 0, let loop = loop(automaton, at: row) else { continue }
            best = (weight, loop)
        }
        return best?.loop
    }

    private static func loop(_ automaton: SearchDFA, at row: SearchDFA.Row) -> Loop? {
        let bytes = bytes(of: automaton) { automaton.target(of: row, on: $0) == row }
        let sides = bytes.reduce(0 as UInt8) { $0 | 1 << automaton.sideOfByte[Int($1)] }
        let accepted = automaton.acceptedSides(of: row) & sides
        guard accepted == 0 || accepted == sides,
            let exits = Prefilter(bytes: Set(0...UInt8.max).subtracting(bytes))
        else { return nil }
        return Loop(row: row, exits: exits, isAcceptingWithin: accepted != 0)
    }

    private static func runs(_ automaton: SearchDFA, _ loop: Loop) -> Runs? {
        let columns = 0..<automaton.classCount
        // Words don't depend on the sides around them.
        let isRun =
            Set(automaton.starts).count == 1 && automaton.starts[0] < automaton.firstAccepting
            && columns.allSatisfy {
                [loop.row, SearchDFA.dead].contains(automaton.target(of: automaton.starts[0], on: $0))
                    && [loop.row, SearchDFA.dead].contains(automaton.target(of: loop.row, on: $0))
            }
        guard isRun, automaton.acceptedSides(of: loop.row) == 1 << SearchDFA.sideCount - 1,
            let firstByte = Prefilter(
                bytes: bytes(of: automaton) { automaton.target(of: automaton.starts[0], on: $0) == loop.row })
        else { return nil }
        return Runs(firstByte: firstByte, exits: loop.exits, row: loop.row)
    }

    private static func bytes(of automaton: SearchDFA, where isIncluded: (Int) -> Bool) -> Set<UInt8> {
        Set((0...UInt8.max).filter { isIncluded(Int(automaton.classOfByte[Int($0)])) })
    }
}
