/// A Boolean system in which each clause has at least two literals, and each bound can be exceeded.
package struct SortedSystem: Sendable {
    package var variableCount: Int
    /// The clauses with two literals.
    var pairs: [(Literal, Literal)] = []
    /// The clauses with three literals or more.
    var clauses: [[Literal]] = []
    /// Bounds of at least 1, on literals each of which may be true, but not all.
    var bounds: [BooleanSystem.AtMostConstraint] = []
    /// The literals that must be true by themselves.
    var units: [Literal] = []
    /// A Boolean value that indicates whether a clause or bound can't be satisfied.
    var isContradictory = false

    /// Sorts the conditions of a system, and drops conditions that are always true.
    ///
    /// - Complexity: O(*n* log *n*) for *n* literals.
    package init(_ system: BooleanSystem) {
        variableCount = system.variableCount
        add(system)
    }

    /// Adds the conditions of a system over the same variables, and perhaps further ones.
    mutating func add(_ system: BooleanSystem) {
        variableCount = max(variableCount, system.variableCount)
        for clause in system.clauses { add(clause) }
        for bound in system.bounds { add(bound) }
    }

    /// Adds a clause without duplicate literals.
    mutating func add(_ literals: [Literal]) {
        switch literals.count {
        case 0: isContradictory = true
        case 1: units.append(literals[0])
        case 2:
            let (first, second) = (literals[0], literals[1])
            if first == second {
                units.append(first)
            } else if first != !second {
                pairs.append((min(first, second), max(first, second)))
            }
        default:
            var clause: [Literal] = []
            for literal in literals.sorted() where clause.last != literal {
                if clause.last == !literal { return }
                clause.append(literal)
            }
            if clause.count < 3 { add(clause) } else { clauses.append(clause) }
        }
    }

    /// Adds a bound, with each variable once.
    mutating func add(_ bound: BooleanSystem.AtMostConstraint) {
        let premise = bound.condition.map { [!$0] } ?? []
        var limit = bound.bound
        var open: [(literal: Literal, weight: Int)] = []
        let sorted = bound.literals.indices.map { (literal: bound.literals[$0], weight: bound.weight(at: $0)) }
            .sorted { $0.literal < $1.literal }
        var start = 0
        while start < sorted.count {
            let variable = sorted[start].literal.variable
            let run = sorted[start...].prefix { $0.literal.variable == variable }
            let (whenTrue, whenFalse) = run.reduce((0, 0)) { sums, item in
                item.literal.value ? (sums.0 + item.weight, sums.1) : (sums.0, sums.1 + item.weight)
            }
            // Either a literal or its negation is true.
            limit -= min(whenTrue, whenFalse)
            if whenTrue != whenFalse {
                open.append((Literal(variable, whenTrue > whenFalse), abs(whenTrue - whenFalse)))
            }
            start += run.count
        }
        if limit < 0 {
            add(premise)
            return
        }
        for item in open where item.weight > limit { add([!item.literal] + premise) }
        open.removeAll { $0.weight > limit }
        if let first = open.first?.weight, first > 1 {
            let divisor = open.reduce(first) { commonDivisor($0, $1.weight) }
            if divisor > 1 {
                limit /= divisor
                for index in open.indices { open[index].weight /= divisor }
            }
        }
        let total = open.reduce(0) { $0 + $1.weight }
        if total <= limit { return }
        if let least = open.map(\.weight).min(), total - least <= limit {
            // Only the weight of all of them together is too great.
            add(open.map { !$0.literal } + premise)
            return
        }
        open.sort { $0.literal < $1.literal }
        bounds.append(
            BooleanSystem.AtMostConstraint(
                condition: bound.condition, bound: limit, literals: open.map(\.literal),
                weights: open.allSatisfy { $0.weight == 1 } ? [] : open.map(\.weight)))
    }
}

extension BooleanSystem {
    /// Creates a system with the conditions of a sorted one.
    init(_ system: SortedSystem) {
        self.init(
            variableCount: system.variableCount,
            clauses: system.isContradictory
                ? [[]] : system.units.map { [$0] } + system.pairs.map { [$0.0, $0.1] } + system.clauses,
            bounds: system.bounds)
    }
}
