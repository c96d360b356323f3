internal import WorkLimits

extension DecisionDiagram {
    /// A condition, and the levels of its first and last variable.
    private struct Condition {
        var function: Function
        var variables: [Int]
        var top = 0
        var bottom = 0
    }

    /// Returns the function that is true for the assignments of a system, projected to the kept
    /// variables.
    ///
    /// Conditions are joined from the bottom up, first the condition with the lowest top variable.
    /// Each step thus visits only nodes between the top and the bottom of the new condition. A
    /// variable that isn't kept is quantified as soon as no other condition uses it.
    ///
    /// - Parameters:
    ///   - kept: For each variable, whether it is kept.
    ///   - droppable: Variables that others define; ``droppedVariables`` lists removed ones.
    ///   - threshold: The number of nodes at which variables are first reordered, then whenever the
    ///     diagram has doubled and at the end; `nil` to keep the order.
    /// - Throws: The budget's error.
    package mutating func function(
        of system: BooleanSystem, keeping kept: [Bool], dropping droppable: [Int] = [],
        siftingFrom threshold: Int? = nil
    ) throws(LimitError) -> Function {
        try check()
        var rest = try conditions(of: system)
        try drop(droppable, from: &rest)
        sort(&rest)
        var uses = [Int](repeating: 0, count: variableCount)
        for condition in rest { for variable in condition.variables { uses[variable] += 1 } }
        var result: Function = 1
        var collectAt = 1 << 14
        if let threshold { giveUpNodeCount = threshold }
        defer { giveUpNodeCount = .max }
        while let condition = rest.popLast() {
            for variable in condition.variables { uses[variable] -= 1 }
            let finishedVariables = condition.variables.filter { uses[$0] == 0 && !kept[$0] }
            var isRepeated = false
            while true {
                if let joined = try joined(result, condition.function, hiding: finishedVariables, rest) {
                    result = joined
                    break
                }
                let before = nodeCount
                try sift(isThorough: false, keeping: [result, condition.function] + rest.map(\.function))
                // The less an attempt achieved, the later the next one starts.
                let next = nodeCount > before / 2 ? 4 * nodeCount : 2 * nodeCount
                giveUpNodeCount =
                    siftingStepsLeft > 0 ? max(isRepeated ? 2 * giveUpNodeCount : giveUpNodeCount, next) : .max
                isRepeated = true
                collectAt = max(collectAt, 2 * nodeCount)
                sort(&rest)
            }
            if nodeCount > collectAt {
                try collect(keeping: [result] + rest.map(\.function))
                collectAt = max(collectAt, 2 * nodeCount)
            }
            stepsLeft -= 1
            if stepsLeft < 0 { try check() }
        }
        if threshold != nil { try sift(isThorough: true, keeping: [result]) } else { try collect(keeping: [result]) }
        try check()
        return result
    }

    /// Returns the conjunction of two functions without the hidden variables, `nil` if
    /// ``giveUpNodeCount`` is exceeded.
    ///
    /// If the first attempt gets too large, frees unused nodes and tries again.
    private mutating func joined(
        _ result: Function, _ condition: Function, hiding hidden: [Int], _ rest: [Condition]
    ) throws(LimitError) -> Function? {
        do {
            if let both = try apply(.conjunction, result, condition), let joined = try exists(hidden, in: both) {
                return joined
            }
        } catch {
            guard error.isBudgetExceeded else { throw error }
        }
        try collect(keeping: [result, condition] + rest.map(\.function))
        guard let both = try apply(.conjunction, result, condition) else { return nil }
        return try exists(hidden, in: both)
    }

    /// Returns the conditions of a system. Clauses with the same variables are joined: all clauses
    /// of a parity take few nodes, but only some of them take many.
    private mutating func conditions(of system: BooleanSystem) throws(LimitError) -> [Condition] {
        var conditions: [Condition] = []
        conditions.reserveCapacity(system.clauses.count + system.bounds.count)
        var indices: [[Int]: Int] = [:]
        for literals in system.clauses {
            let clause = try clause(literals)
            let variables = Set(literals.map(\.variable)).sorted()
            if let index = indices[variables] {
                conditions[index].function =
                    try apply(.conjunction, conditions[index].function, clause) ?? conditions[index].function
            } else {
                indices[variables] = conditions.count
                conditions.append(Condition(function: clause, variables: variables))
            }
            try countStep()
        }
        for bound in system.bounds {
            let literals = bound.literals + (bound.condition.map { [$0] } ?? [])
            conditions.append(
                Condition(function: try self.bound(bound), variables: Set(literals.map(\.variable)).sorted()))
            try countStep()
        }
        return conditions
    }

    /// Counts the work for one condition, and checks the budget regularly.
    private mutating func countStep() throws(LimitError) {
        stepsLeft -= 64
        if stepsLeft < 0 { try check() }
    }

    /// The maximum number of nodes that may be added to drop a variable by joining its two
    /// conditions.
    private static let joinedNodeLimit = 1 << 10
    /// The maximum number of variables of a condition that is joined to drop a variable.
    private static let joinedVariableLimit = 64

    /// Joins the two conditions that have a variable to one without it, if that is small, so that
    /// the parts of a long parity become the parity.
    private mutating func drop(_ droppable: [Int], from conditions: inout [Condition]) throws(LimitError) {
        if droppable.isEmpty { return }
        var users = [[Int]](repeating: [], count: variableCount)
        for (index, condition) in conditions.enumerated() {
            for variable in condition.variables { users[variable].append(index) }
        }
        var isJoined = [Bool](repeating: false, count: conditions.count)
        defer { giveUpNodeCount = .max }
        for variable in droppable where users[variable].count == 2 {
            let (kept, other) = (users[variable][0], users[variable][1])
            let variables = Set(conditions[kept].variables + conditions[other].variables).subtracting([variable])
            guard variables.count <= Self.joinedVariableLimit else { continue }
            giveUpNodeCount = nodeCount + Self.joinedNodeLimit
            guard let both = try apply(.conjunction, conditions[kept].function, conditions[other].function),
                let joined = try exists([variable], in: both)
            else { continue }
            for variable in conditions[other].variables {
                users[variable].removeAll { $0 == other || $0 == kept }
                users[variable].append(kept)
            }
            conditions[kept].function = joined
            conditions[kept].variables = variables.sorted()
            isJoined[other] = true
            droppedVariables.append(variable)
        }
        conditions = conditions.indices.filter { !isJoined[$0] }.map { conditions[$0] }
    }

    /// Sorts conditions so that the last condition is joined next.
    private func sort(_ conditions: inout [Condition]) {
        for index in conditions.indices {
            let ownLevels = conditions[index].variables.map { Int(levels[$0]) }
            (conditions[index].top, conditions[index].bottom) = (ownLevels.min() ?? 0, ownLevels.max() ?? 0)
        }
        conditions.sort { ($0.top, $0.bottom) < ($1.top, $1.bottom) }
    }
}
