internal import AlgorithmSupport

/// Conditions on some variables of a larger system, which don't occur in its other conditions.
struct SystemPart {
    /// The variable of the larger system for each variable of the part, in ascending order.
    var variables: [Int]
    var system: BooleanSystem
}

extension BooleanSystem {
    /// Returns the connected parts of the conditions, in the order of their first variables, and
    /// the variables that occur in none; `nil` if a condition without variables is false.
    ///
    /// - Complexity: O(*n* + *m* α(*n*)) for *n* variables and *m* literals.
    func parts() -> (parts: [SystemPart], free: [Int])? {
        var sets = DisjointSets()
        var occurs = [Bool](repeating: false, count: variableCount)
        func add(_ literals: some Sequence<Literal>, _ first: Literal, to sets: inout DisjointSets) {
            for literal in literals {
                occurs[literal.variable] = true
                sets.join(UInt32(first.variable), UInt32(literal.variable))
            }
        }
        for clause in clauses {
            guard let first = clause.first else { return nil }
            add(clause, first, to: &sets)
        }
        for bound in bounds {
            if let first = bound.condition ?? bound.literals.first {
                add(CollectionOfOne(first), first, to: &sets)
                add(bound.literals, first, to: &sets)
            } else if bound.bound < 0 {
                return nil
            }
        }
        var partOfSet = [Int](repeating: -1, count: variableCount)
        var localVariables = [Int](repeating: -1, count: variableCount)
        var parts: [SystemPart] = []
        var free: [Int] = []
        for variable in 0..<variableCount {
            guard occurs[variable] else {
                free.append(variable)
                continue
            }
            let set = Int(sets.least(inSetOf: UInt32(variable)))
            if partOfSet[set] < 0 {
                partOfSet[set] = parts.count
                parts.append(SystemPart(variables: [], system: BooleanSystem(variableCount: 0)))
            }
            let part = partOfSet[set]
            localVariables[variable] = parts[part].variables.count
            parts[part].variables.append(variable)
            parts[part].system.variableCount += 1
        }
        func local(_ literal: Literal) -> Literal { Literal(localVariables[literal.variable], literal.value) }
        for clause in clauses {
            let part = partOfSet[Int(sets.least(inSetOf: UInt32(clause[0].variable)))]
            parts[part].system.clauses.append(clause.map(local))
        }
        for bound in bounds {
            guard let first = bound.condition ?? bound.literals.first else { continue }
            let part = partOfSet[Int(sets.least(inSetOf: UInt32(first.variable)))]
            parts[part].system.bounds.append(
                AtMostConstraint(
                    condition: bound.condition.map(local), bound: bound.bound, literals: bound.literals.map(local),
                    weights: bound.weights))
        }
        return (parts, free)
    }
}
