public import FeatureModels
public import WorkLimits

/// A fact about a feature model that rules can explain.
public enum FeatureFact: Hashable, Sendable {
    /// There are no products.
    case void
    /// No product contains the feature.
    case dead(FeatureID)
    /// Each product contains the feature.
    case core(FeatureID)
    /// The feature is optional in the tree, but each product that contains its parent contains the
    /// feature.
    case falseOptional(FeatureID)
    /// The other rules imply the constraint, given by its index.
    case redundant(Int)
    /// No product agrees with all decisions of the configuration.
    case contradictory(Configuration)
    /// Each product that agrees with the configuration contains the feature.
    case selected(FeatureID, by: Configuration)
    /// No product that agrees with the configuration contains the feature.
    case deselected(FeatureID, by: Configuration)
}

/// A minimal set of relations and decisions that make a fact true.
public struct FeatureExplanation: Hashable, Sendable {
    /// The relations: first the root, then groups, their members, and constraints.
    public let relations: [FeatureRelation]
    /// The features whose decisions are needed, in ascending order.
    public let decisions: [FeatureID]
}

extension FeatureModel {
    /// Returns a minimal explanation of a fact; `nil` if the fact isn't true.
    ///
    /// The explanation is minimal: if any one relation or decision is left out, the rest doesn't
    /// explain the fact. Another minimal explanation may have fewer relations. The same question
    /// always has the same answer.
    ///
    ///     if let explanation = try model.explanation(of: .dead(camera)) {
    ///         for relation in explanation.relations { print(model.text(of: relation)) }
    ///     }
    ///
    /// - Complexity: One satisfiability query for each relation of the solver's first explanation,
    ///   which need not be minimal; each query is exponential at worst.
    /// - Throws: `FeatureModelError.invalid(_:)` or `FeatureModelError.stopped(_:)`. Each conflict
    ///   of a search counts toward `Budget.maximumStates`.
    /// - Precondition: The fact's features and constraints belong to the model.
    /// - Reference: J. Marques-Silva, I. Lynce, On improving MUS extraction algorithms, SAT 2011,
    ///   doi:10.1007/978-3-642-21581-0_14.
    public func explanation(
        of fact: FeatureFact, budget: Budget = .default
    ) throws(FeatureModelError) -> FeatureExplanation? {
        try checkForEngines(budget: budget)
        return try stopping { () throws(LimitError) in
            switch fact {
            case .void: try explanation(budget: budget)
            case .dead(let feature): try explanation(assuming: [Int32(feature)], budget: budget)
            case .core(let feature): try explanation(assuming: [-Int32(feature)], budget: budget)
            case .falseOptional(let feature):
                if isOptional(feature), let parent = parent(of: feature) {
                    try explanation(assuming: [Int32(parent), -Int32(feature)], budget: budget)
                } else {
                    nil
                }
            case .redundant(let constraint): try explanation(negating: constraint, budget: budget)
            case .contradictory(let configuration): try explanation(configuration, budget: budget)
            case .selected(let feature, let configuration):
                try explanation(configuration, assuming: [-Int32(feature)], budget: budget)
            case .deselected(let feature, let configuration):
                try explanation(configuration, assuming: [Int32(feature)], budget: budget)
            }
        }
    }

    /// Returns the rules and decisions that contradict the assumptions; `nil` if there is no
    /// contradiction.
    ///
    /// - Parameter constraint: The index of a constraint to negate.
    private func explanation(
        _ configuration: Configuration? = nil, assuming assumptions: [Int32] = [], negating constraint: Int? = nil,
        budget: Budget
    ) throws(LimitError) -> FeatureExplanation? {
        try budget.check(built: 0, bytes: 0)
        let solver = try Solver()
        let (system, parts) = try systemByRelation(negating: constraint, budget: budget)
        var clauses = ClauseText(variableCount: system.variableCount)
        var relations: [Int32: FeatureRelation] = [:]
        var candidates: [Int32] = []
        for part in parts {
            var selector: Int32?
            if let relation = part.relation {
                let variable = clauses.addVariable()
                (selector, relations[variable]) = (variable, relation)
                candidates.append(variable)
            }
            try clauses.add(part, of: system, if: selector, budget: budget)
        }
        try solver.add(clauses, budget: budget)
        candidates += configuration?.literals ?? []
        guard let core = try solver.minimalCore(of: candidates, assuming: assumptions, budget: budget) else {
            return nil
        }
        return FeatureExplanation(
            relations: core.compactMap { relations[$0] },
            decisions: core.filter { relations[$0] == nil }.map { FeatureID(Int(abs($0)) - 1) }.sorted())
    }
}

extension Solver {
    /// Returns a minimal set of assumptions that contradict the clauses, in their order; `nil` if
    /// there is no contradiction.
    ///
    /// - Parameters:
    ///   - candidates: The assumptions to choose from.
    ///   - assumptions: More assumptions, which always hold.
    fileprivate func minimalCore(
        of candidates: [Int32], assuming assumptions: [Int32], budget: Budget
    ) throws(LimitError) -> [Int32]? {
        /// Returns the candidates that a contradiction needs; `nil` if there is none.
        func core(of candidates: [Int32]) throws(LimitError) -> [Int32]? {
            try budget.check(built: 0, bytes: bytes)
            if try isSatisfiable(assuming: assumptions + candidates, budget: budget) { return nil }
            return candidates.filter(hasFailed)
        }
        guard var result = try core(of: candidates) else { return nil }
        // While the solver itself finds smaller cores, one query replaces many.
        while let smaller = try core(of: result), smaller.count < result.count { result = smaller }
        var index = 0
        while index < result.count {
            var others = result
            others.remove(at: index)
            if let smaller = try core(of: others) {
                // Those before the index are needed for each contradiction within the rest.
                result = smaller
            } else {
                index += 1
            }
        }
        return result
    }
}
