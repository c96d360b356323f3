internal import Automata
internal import ByteScanning
internal import RegularExpressions
internal import WorkLimits

/// The bytes that all words of a search have near their beginnings.
struct PrefilterPlanner {
    private let levels: PrefixLevels

    /// A filter of a position, and how it does.
    struct Choice {
        var filter: Prefilter
        /// The cost of filtering a position, in the time that it takes to filter one by a pair.
        var filterCost: Double
        /// The part of the positions that meet the condition, as frequent as bytes usually are.
        var weight: Double

        var cost: Double { filterCost + weight * PrefilterPlanner.costOfCandidate }
        /// The cost where the bytes of words are more frequent than usual.
        var cautiousCost: Double {
            filterCost + PrefilterPlanner.cautiousWeight(weight) * PrefilterPlanner.costOfCandidate
        }
    }

    /// The cost of a position that is tried in vain, in the time that it takes to filter one by a
    /// pair.
    static let costOfCandidate = 150.0

    /// The part of the positions that meet a condition where the bytes of words are more frequent
    /// than usual: near words there are often such as have much in common with them.
    static func cautiousWeight(_ weight: Double) -> Double { min(1, 4 * weight) }

    init(_ automaton: SearchDFA, _ steps: inout BudgetSteps) throws(AutomataError) {
        levels = try PrefixLevels(automaton, &steps)
    }

    /// The filter that costs least, and what it costs a position, in the time that it takes to filter
    /// one by a pair; `nil` if there is no word, or the empty one.
    func filter(_ steps: inout BudgetSteps) throws(AutomataError) -> (filter: Prefilter, cost: Double)? {
        guard levels.length > 0 else { return nil }
        let pair = pair()
        // The others can't cost much less.
        if let pair, pair.cost <= FactorPlanner.costOfFactors { return (pair.filter, pair.cost) }
        var grams = QGramPlanner(levels)
        let plan = try grams.plan(&steps)
        var factors = FactorPlanner(levels)
        let best = factors.filter(below: min(pair?.cost ?? .infinity, plan?.cost ?? .infinity)) ?? pair
        // Grams depend less than the others on what is frequent.
        if let plan, plan.cost < best?.cautiousCost ?? .infinity {
            return (.grams(try grams.table(of: plan, &steps)), plan.cost)
        }
        return best.map { ($0.filter, $0.cost) }
    }

    /// The two rarest bytes of which each word has one at an offset.
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

    /// The byte that all words have at an offset.
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
