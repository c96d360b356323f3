internal import Automata

extension DecisionDiagram {
    /// A condition, and the levels of its first and last variable.
    private struct Condition {
        var function: Function
        var variables: [Int]
        var top = 0
        var bottom = 0
    }

    /// Returns the function that is true for the assignments of a system, or for those that some
    /// values of the variables that aren't kept make one.
    ///
    /// Conditions join from the bottom up: the one with the lowest top variable first. Each step
    /// then only visits nodes between the top and the bottom of the new condition, and a variable
    /// that isn't kept goes as soon as no other condition has it.
    ///
    /// - Parameter threshold: The number of nodes from which on to look for a better order whenever
    ///   the diagram has doubled, and at the end; `nil` to keep the order.
    /// - Throws: What the budget throws.
    mutating func function(
        of system: BooleanSystem, keeping kept: [Bool], siftingFrom threshold: Int? = nil
    ) throws(AutomataError) -> Function {
        try check()
        var rest = try conditions(of: system)
        var uses = [Int](repeating: 0, count: variableCount)
        for condition in rest { for variable in condition.variables { uses[variable] += 1 } }
        var result: Function = 1
        var collectAt = 1 << 14
        if let threshold { patience = threshold }
        defer { patience = .max }
        while let condition = rest.popLast() {
            for variable in condition.variables { uses[variable] -= 1 }
            let due = condition.variables.filter { uses[$0] == 0 && !kept[$0] }
            var isRepeated = false
            while true {
                if let joined = try joined(result, condition.function, hiding: due, rest) {
                    result = joined
                    break
                }
                let before = nodeCount
                try sift(isThorough: false, keeping: [result, condition.function] + rest.map(\.function))
                // The less an attempt gained, the later is the next one.
                let next = nodeCount > before / 2 ? 4 * nodeCount : 2 * nodeCount
                patience = siftingStepsLeft > 0 ? max(isRepeated ? 2 * patience : patience, next) : .max
                isRepeated = true
                collectAt = max(collectAt, 2 * nodeCount)
                sort(&rest)
            }
            if nodeCount > collectAt {
                collect(keeping: [result] + rest.map(\.function))
                collectAt = max(collectAt, 2 * nodeCount)
            }
            stepsLeft -= 1
            if stepsLeft < 0 { try check() }
        }
        if threshold != nil { try sift(isThorough: true, keeping: [result]) } else { collect(keeping: [result]) }
        try check()
        return result
    }

    /// Returns the conjunction of two functions without the hidden variables, `nil` if ``patience``
    /// ends.
    ///
    /// Drops nodes that nothing needs and tries again if the first attempt gets too large.
    private mutating func joined(
        _ result: Function, _ condition: Function, hiding hidden: [Int], _ rest: [Condition]
    ) throws(AutomataError) -> Function? {
        do {
            if let both = try apply(.conjunction, result, condition), let joined = try exists(hidden, in: both) {
                return joined
            }
        } catch {
            guard error.isBudgetExceeded else { throw error }
        }
        collect(keeping: [result, condition] + rest.map(\.function))
        guard let both = try apply(.conjunction, result, condition) else { return nil }
        return try exists(hidden, in: both)
    }

    private mutating func conditions(of system: BooleanSystem) throws(AutomataError) -> [Condition] {
        var conditions: [Condition] = []
        conditions.reserveCapacity(system.clauses.count + system.bounds.count)
        func add(_ function: Function, _ literals: [Literal]) {
            conditions.append(Condition(function: function, variables: Set(literals.map(\.variable)).sorted()))
        }
        for clause in system.clauses { add(try self.clause(clause), clause) }
        for bound in system.bounds {
            add(try self.bound(bound), bound.literals + (bound.condition.map { [$0] } ?? []))
        }
        sort(&conditions)
        return conditions
    }

    /// Sorts conditions so that the next one to join is the last one.
    private func sort(_ conditions: inout [Condition]) {
        for index in conditions.indices {
            let places = conditions[index].variables.map { Int(levels[$0]) }
            (conditions[index].top, conditions[index].bottom) = (places.min() ?? 0, places.max() ?? 0)
        }
        conditions.sort { ($0.top, $0.bottom) < ($1.top, $1.bottom) }
    }
}
