internal import Automata

extension DecisionDiagram {
    /// A condition, and the levels of its first and last variable.
    private struct Condition {
        var function: Function
        var top: Int
        var bottom: Int
        var variables: [Int]
    }

    /// Returns the function that is true for the assignments of a system, or those that some values
    /// of the hidden variables make one.
    ///
    /// Conditions join from the bottom up: the one with the lowest top variable first. Each step then
    /// only visits nodes between the top and the bottom of the new condition, and a hidden variable
    /// goes as soon as no other condition has it.
    ///
    /// - Throws: What the budget throws.
    mutating func function(of system: BooleanSystem, hiding hidden: [Bool]) throws(AutomataError) -> Function {
        try check()
        let conditions = try conditions(of: system)
        var due = [[Int]](repeating: [], count: conditions.count)
        var isSeen = hidden.map { !$0 }
        for (index, condition) in conditions.enumerated().reversed() {
            for variable in condition.variables where !isSeen[variable] {
                isSeen[variable] = true
                due[index].append(variable)
            }
        }
        var result: Function = 1
        var collectAt = 1 << 14
        for (index, condition) in conditions.enumerated() {
            result = try joined(result, condition.function, hiding: due[index], conditions[index...])
            if nodeCount > collectAt {
                collect(keeping: [result] + conditions[(index + 1)...].map(\.function))
                collectAt = max(collectAt, 2 * nodeCount)
            }
            stepsLeft -= 1
            if stepsLeft < 0 { try check() }
        }
        collect(keeping: [result])
        try check()
        return result
    }

    /// Returns the conjunction of two functions without the hidden variables.
    ///
    /// Drops nodes that nothing needs and tries again if the budget refuses the first attempt.
    private mutating func joined(
        _ result: Function, _ condition: Function, hiding hidden: [Int], _ rest: ArraySlice<Condition>
    ) throws(AutomataError) -> Function {
        do {
            let both = try apply(.conjunction, result, condition)
            return try exists(hidden, in: both)
        } catch {
            guard error.isBudgetExceeded else { throw error }
            collect(keeping: [result] + rest.map(\.function))
            let both = try apply(.conjunction, result, condition)
            return try exists(hidden, in: both)
        }
    }

    private mutating func conditions(of system: BooleanSystem) throws(AutomataError) -> [Condition] {
        var conditions: [Condition] = []
        conditions.reserveCapacity(system.clauses.count + system.bounds.count)
        func add(_ function: Function, _ literals: [Literal]) {
            let variables = literals.map(\.variable)
            let places = variables.map { Int(levels[$0]) }
            conditions.append(
                Condition(
                    function: function, top: places.min() ?? 0, bottom: places.max() ?? 0, variables: variables))
        }
        for clause in system.clauses { add(try self.clause(clause), clause) }
        for bound in system.bounds {
            add(try self.bound(bound), bound.literals + (bound.condition.map { [$0] } ?? []))
        }
        return conditions.sorted { ($0.top, $0.bottom) > ($1.top, $1.bottom) }
    }
}
