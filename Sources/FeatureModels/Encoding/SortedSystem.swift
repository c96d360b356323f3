/// A system whose clauses have two literals or more, and whose bounds can be exceeded.
struct SortedSystem: Sendable {
    var variableCount: Int
    /// The clauses with two literals.
    var pairs: [(Literal, Literal)] = []
    /// The clauses with three literals or more.
    var clauses: [[Literal]] = []
    /// Bounds that aren't negative, on more literals than they allow.
    var bounds: [BooleanSystem.AtMost] = []
    /// The literals that are true alone.
    var units: [Literal] = []
    /// A Boolean value that indicates whether a clause or bound can't be satisfied.
    var isContradictory = false

    /// Sorts the conditions of a system, and drops those that always hold.
    ///
    /// - Complexity: O(*n* log *n*) for *n* literals.
    init(_ system: BooleanSystem) {
        variableCount = system.variableCount
        add(system)
    }

    /// Adds the conditions of a system over the same variables, and perhaps further ones.
    mutating func add(_ system: BooleanSystem) {
        variableCount = max(variableCount, system.variableCount)
        for clause in system.clauses { add(clause) }
        for bound in system.bounds { add(bound) }
    }

    /// Adds a clause, without what is in it twice.
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

    /// Adds a bound. Where a literal occurs several times, others that are equal take its place.
    mutating func add(_ bound: BooleanSystem.AtMost) {
        var bound = bound
        var literals: [Literal] = []
        let sorted = bound.literals.sorted()
        var start = 0
        while start < sorted.count {
            let variable = sorted[start].variable
            let run = sorted[start...].prefix { $0.variable == variable }
            let trueCount = run.count { $0.value }
            let falseCount = run.count - trueCount
            // Of a literal and its negation one is true.
            bound.bound -= min(trueCount, falseCount)
            if trueCount != falseCount {
                let literal = Literal(variable, trueCount > falseCount)
                literals.append(literal)
                for _ in 1..<abs(trueCount - falseCount) { literals.append(alias(of: literal)) }
            }
            start += run.count
        }
        bound.literals = literals.sorted()
        if bound.bound < 0 {
            if let condition = bound.condition { units.append(!condition) } else { isContradictory = true }
        } else if bound.bound == 0 {
            for literal in literals { add([!literal] + (bound.condition.map { [!$0] } ?? [])) }
        } else if bound.bound == literals.count - 1 {
            add(literals.map { !$0 } + (bound.condition.map { [!$0] } ?? []))
        } else if bound.bound < literals.count {
            bounds.append(bound)
        }
    }

    /// Adds a variable that is equal to a literal.
    private mutating func alias(of literal: Literal) -> Literal {
        let alias = Literal(variableCount)
        variableCount += 1
        pairs.append((!literal, alias))
        pairs.append((literal, !alias))
        return alias
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
