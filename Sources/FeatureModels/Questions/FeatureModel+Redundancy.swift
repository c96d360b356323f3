public import Automata

extension FeatureModel {
    /// Returns the indices of the constraints without which the model has the same products, each
    /// with all others in place.
    ///
    /// - Complexity: A question of satisfiability for each constraint, exponential at worst.
    /// - Throws: ``FeatureModelError/invalid(_:)`` or ``FeatureModelError/stopped(_:)``.
    public func redundantConstraints(budget: Budget = .default) throws(FeatureModelError) -> [Int] {
        let findings = findings
        guard findings.isEmpty else { throw .invalid(findings) }
        var redundant: [Int] = []
        for index in constraints.indices {
            let system = SortedSystem(booleanSystem(without: index, isNegated: true))
            let isKept = [Bool](repeating: false, count: system.variableCount)
            let isRedundant = try stopping { () throws(AutomataError) in
                try DNNFCompiler.circuit(of: system, keeping: isKept, budget: budget).isEmpty
            }
            if isRedundant { redundant.append(index) }
        }
        return redundant
    }
}
