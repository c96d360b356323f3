internal import Automata

/// Chooses the variables that are decided first.
struct DecisionOrder {
    init(_ system: SortedSystem) {}

    /// Returns the literal to assume first in a part.
    func decision(
        in part: Part, _ numbers: borrowing ScratchBuffer<UInt32>, _ propagator: borrowing Propagator,
        among allowed: [Bool]?
    ) -> Literal {
        var best = (score: -1, variable: 0)
        for position in part.variables {
            let variable = Int(numbers[position])
            if let allowed, !allowed[variable] { continue }
            var score = 0
            for literal in 2 * variable...2 * variable + 1 {
                for position in propagator.implied.range(literal)
                where propagator.values[propagator.implied[position]] == 0 { score += 2 }
                for position in propagator.clausesWith.range(literal)
                where propagator.trueCounts[propagator.clausesWith[position]] == 0 { score += 2 }
                for position in propagator.boundsWith.range(literal)
                where propagator.isActive(bound: propagator.boundsWith[position]) { score += 1 }
            }
            if score > best.score { best = (score, variable) }
        }
        return Literal(best.variable)
    }
}
