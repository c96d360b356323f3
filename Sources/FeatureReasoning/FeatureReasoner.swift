public import Automata
public import FeatureModels

/// A feature model in a SAT solver, for models whose products no engine can hold.
///
///     let reasoner = try FeatureReasoner(model)
///     let all = try reasoner.consequences(of: Configuration(of: model))
///     print(all?.deselected.map { model[$0].name } ?? "void")  // the dead features
///
/// It answers whether there are products and what they have in common, not how many there are; see
/// ``FeatureModels/Products`` for all other questions. A reasoner belongs to one thread at a time.
public final class FeatureReasoner {
    /// The model.
    public let model: FeatureModel
    private let solver: Solver

    /// Gives a model to the solver.
    ///
    /// - Complexity: O(*n*) for *n* features and parts of constraints; O(*m* *k*) for a group of *m*
    ///   members with the bound *k*.
    /// - Throws: ``FeatureModels/FeatureModelError/invalid(_:)`` or
    ///   ``FeatureModels/FeatureModelError/stopped(_:)``.
    public init(_ model: FeatureModel, budget: Budget = .default) throws(FeatureModelError) {
        let findings = model.findings
        guard findings.isEmpty else { throw .invalid(findings) }
        self.model = model
        solver = try stopping { () throws(AutomataError) in
            let solver = try Solver()
            let (system, parts) = model.systemByRelation()
            var clauses = ClauseText(variableCount: system.variableCount)
            for part in parts { clauses.add(part, of: system) }
            try solver.add(clauses)
            try budget.check(statesBuilt: 0, bytes: solver.bytes)
            return solver
        }
    }

    /// Returns whether a product agrees with all decisions of a configuration.
    ///
    /// - Complexity: Exponential in the number of features at worst.
    /// - Throws: ``FeatureModels/FeatureModelError/stopped(_:)``; each conflict of the search counts
    ///   as a state.
    public func canComplete(
        _ configuration: Configuration, budget: Budget = .default
    ) throws(FeatureModelError) -> Bool {
        try ask(assuming: configuration.literals, budget: budget)
    }

    /// Returns a product that agrees with all decisions of a configuration; `nil` if there is none.
    ///
    /// Which one it is depends on the questions before.
    ///
    /// - Complexity: Exponential in the number of features at worst.
    /// - Throws: ``FeatureModels/FeatureModelError/stopped(_:)``; each conflict of the search counts
    ///   as a state.
    public func product(
        completing configuration: Configuration, budget: Budget = .default
    ) throws(FeatureModelError) -> Configuration? {
        guard try canComplete(configuration, budget: budget) else { return nil }
        let product = model.ids.filter { solver.isTrue(Int32($0)) }
        return Configuration(of: model, selecting: product)
    }

    /// Returns the decisions that follow from a configuration: those of all products that agree
    /// with it, or `nil` if none does.
    ///
    /// An empty configuration gives the core and the dead features.
    ///
    /// - Complexity: At most two questions of satisfiability a feature; each is exponential at
    ///   worst.
    /// - Throws: ``FeatureModels/FeatureModelError/stopped(_:)``; each conflict of a search counts
    ///   as a state.
    /// - Reference: M. Janota, I. Lynce, J. Marques-Silva, Algorithms for computing backbones of
    ///   propositional formulae, AI Communications 28, 2015, doi:10.3233/AIC-140640.
    public func consequences(
        of configuration: Configuration, budget: Budget = .default
    ) throws(FeatureModelError) -> Configuration? {
        let assumptions = configuration.literals
        guard try ask(assuming: assumptions, budget: budget) else { return nil }
        var result = configuration
        // The decisions that all products so far have.
        var candidates = model.ids.filter { configuration[$0] == .undecided }.map { lastDecision(about: $0) }
        // Several are asked at once: whether a product has another decision about any of them.
        var count = 16
        while !candidates.isEmpty {
            let some = candidates.suffix(count)
            if try ask(assuming: assumptions, and: some.map { -$0 }, budget: budget) {
                candidates.removeAll { !solver.isTrue($0) }
                count = max(1, count / 2)
            } else {
                for literal in some { result[FeatureID(Int(abs(literal)) - 1)] = literal > 0 ? .selected : .deselected }
                candidates.removeLast(some.count)
                count *= 2
            }
        }
        return result
    }

    /// Returns the features that the tree makes optional, and that nevertheless are in each product
    /// with their parent, in ascending order; dead ones aside.
    ///
    /// - Complexity: At most two questions of satisfiability a feature; each is exponential at
    ///   worst.
    /// - Throws: ``FeatureModels/FeatureModelError/stopped(_:)``; each conflict of a search counts
    ///   as a state.
    public func falseOptionalFeatures(budget: Budget = .default) throws(FeatureModelError) -> [FeatureID] {
        guard let always = try consequences(of: Configuration(of: model), budget: budget) else { return [] }
        var candidates = model.ids.filter { always[$0] != .deselected && model.isOptional($0) }
        var result: [FeatureID] = []
        while let feature = candidates.popLast() {
            guard let parent = model.parent(of: feature) else { continue }
            if try ask(assuming: [Int32(parent), -Int32(feature)], budget: budget) {
                // The product may also be without others.
                candidates.removeAll { feature in
                    !solver.isTrue(Int32(feature)) && model.parent(of: feature).map { solver.isTrue(Int32($0)) } == true
                }
            } else {
                result.append(feature)
            }
        }
        return result.reversed()
    }
}

extension FeatureReasoner {
    /// Asks the solver.
    private func ask(
        assuming assumptions: [Int32], and clause: [Int32] = [], budget: Budget
    ) throws(FeatureModelError) -> Bool {
        try stopping { () throws(AutomataError) in
            try budget.check(statesBuilt: 0, bytes: solver.bytes)
            return try solver.isSatisfiable(assuming: assumptions, and: clause, budget: budget)
        }
    }

    /// Returns the literal of a feature that is true in the product that was found last.
    private func lastDecision(about feature: FeatureID) -> Int32 {
        solver.isTrue(Int32(feature)) ? Int32(feature) : -Int32(feature)
    }
}
