internal import Automata
internal import ByteScanning
internal import RegularExpressions
internal import WorkLimits

/// Chooses the cheapest prefilter: a condition on bytes that all words have near their beginnings.
struct PrefilterPlanner {
    private let levels: PrefixLevels

    /// A filter with its estimated costs.
    struct Choice {
        var filter: Prefilter
        /// The cost of filtering a position; 1 is the cost of filtering it by a pair of bytes.
        var filterCost: Double
        /// The expected fraction of a text's positions that meet the condition.
        var weight: Double

        var cost: Double { filterCost + weight * PrefilterPlanner.costOfCandidate }
        /// The cost in texts in which the bytes of words are more frequent than usual.
        var cautiousCost: Double {
            filterCost + PrefilterPlanner.cautiousWeight(weight) * PrefilterPlanner.costOfCandidate
        }
    }

    /// The cost of trying a position without finding a match; 1 is the cost of filtering a position
    /// by a pair of bytes.
    static let costOfCandidate = 150.0

    /// Returns the fraction of positions that meet a condition in texts in which the bytes of words
    /// are more frequent than usual. A text often has many strings that are similar to the words.
    static func cautiousWeight(_ weight: Double) -> Double { min(1, 4 * weight) }

    init(_ automaton: SearchDFA, _ steps: inout BudgetSteps) throws(AutomataError) {
        levels = try PrefixLevels(automaton, &steps)
    }

    /// Returns the cheapest filter and its cost for a position; 1 is the cost of filtering by a
    /// pair of bytes. Returns `nil` if there is no word, or the empty word matches.
    func filter(_ steps: inout BudgetSteps) throws(AutomataError) -> (filter: Prefilter, cost: Double)? {
        guard levels.length > 0 else { return nil }
        let pair = pair()
        // Other filters can't cost much less.
        if let pair, pair.cost <= FactorPlanner.costOfFactors { return (pair.filter, pair.cost) }
        var grams = QGramPlanner(levels)
        let plan = try grams.plan(&steps)
        var factors = FactorPlanner(levels)
        let best = factors.filter(below: min(pair?.cost ?? .infinity, plan?.cost ?? .infinity)) ?? pair
        // The cost of grams depends less on which bytes are frequent than that of other filters.
        if let plan, plan.cost < best?.cautiousCost ?? .infinity {
            return (.grams(try grams.table(of: plan, &steps)), plan.cost)
        }
        return best.map { ($0.filter, $0.cost) }
    }

    /// Returns a filter by the two rarest bytes that all words have at fixed offsets; `nil` if they
    /// have no such byte.
    private func pair() -> Choice? {
        let bytes = (0..<levels.length).compactMap { offset in
            onlyByte(at: offset).map { (offset: offset, byte: $0) }
        }
        let ranked = bytes.sorted {
            (ByteFrequency.of[Int($0.byte)], $0.offset) < (ByteFrequency.of[Int($1.byte)], $1.offset)
        }
        guard let rarest = ranked.first else { return nil }
        let pair = [rarest, ranked.dropFirst().first ?? rarest].sorted { $0.offset < $1.offset }
        let weight =
            Set(pair.map(\.offset)).count == 1
            ? ByteFrequency.of[Int(rarest.byte)] : pair.reduce(1) { $0 * ByteFrequency.of[Int($1.byte)] }
        let filter = Prefilter.pair(
            first: pair[0].byte, second: pair[1].byte, offset: pair[0].offset,
            distance: pair[1].offset - pair[0].offset)
        return Choice(filter: filter, filterCost: 1, weight: weight)
    }

    /// Returns the byte that all words have at an offset; `nil` if they have different bytes there.
    private func onlyByte(at offset: Int) -> UInt8? {
        var columns: Set<Int> = []
        for row in levels.rows[offset] {
            levels.forEachStep(of: row) { columns.insert($0.column) }
            if columns.count > 1 { return nil }
        }
        let bytes = columns.first.map { levels.bytesOfClass[$0] } ?? []
        return bytes.count == 1 ? bytes.first : nil
    }
}
