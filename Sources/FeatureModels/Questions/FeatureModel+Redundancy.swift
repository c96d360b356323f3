public import WorkLimits

extension FeatureModel {
    /// Returns the indices of the redundant constraints: each of them is implied by the tree and
    /// all other constraints. So two equal constraints are both redundant.
    ///
    /// - Complexity: One satisfiability query for each clause of each constraint; each query is
    ///   exponential at worst.
    /// - Throws: ``FeatureModelError/invalid(_:)`` or ``FeatureModelError/stopped(_:)``.
    public func redundantConstraints(budget: Budget = .default) throws(FeatureModelError) -> [Int] {
        try checkForEngines(budget: budget)
        let system = try stopping { () throws(LimitError) in try SwitchedSystem(self, budget) }
        var search = AssignmentSearch(SortedSystem(system.conditions), budget: budget)
        return try stopping { () throws(LimitError) in
            var redundant: [Int] = []
            for index in constraints.indices {
                var others = system.switches
                others[index] = !others[index]
                // The constraint is violated if one of its conditions is.
                var isRedundant = true
                for violation in system.violations[index] where isRedundant {
                    isRedundant = try !search.isSatisfiable(assuming: violation + others)
                }
                if isRedundant { redundant.append(index) }
            }
            return redundant
        }
    }
}

/// The conditions of a model. Each constraint has a switch variable, and holds if its switch is
/// true.
private struct SwitchedSystem {
    var conditions: BooleanSystem
    /// The variable of each constraint.
    var switches: [Literal] = []
    /// Literals that break each condition of each constraint.
    var violations: [[[Literal]]] = []

    init(_ model: FeatureModel, _ budget: Budget) throws(LimitError) {
        let constraints = try model.resolvedConstraints(budget: budget)
        var encoding = try ClauseEncoding(model.treeSystem(budget: budget), for: constraints, budget: budget)
        let parts = try constraints.map { (constraint) throws(LimitError) in try encoding.conditions(for: constraint) }
        conditions = encoding.system
        for part in parts {
            let isOn = conditions.addVariable()
            switches.append(isOn)
            for clause in part.clauses { conditions.clauses.append(clause + [!isOn]) }
            var violations = part.clauses.map { $0.map { !$0 } }
            for var bound in part.bounds {
                bound.condition = isOn
                conditions.bounds.append(bound)
                let isExceeded = conditions.addVariable()
                conditions.bounds.append(bound.exceeded(if: isExceeded))
                violations.append([isExceeded])
            }
            self.violations.append(violations)
        }
    }
}
