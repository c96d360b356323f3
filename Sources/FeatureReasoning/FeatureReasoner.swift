public import FeatureModels
public import WorkLimits

/// A feature model in a SAT solver, for models that are too large for every `ProductEngine`.
///
///     let reasoner = try FeatureReasoner(model)
///     let all = try reasoner.consequences(of: Configuration(of: model))
///     print(all?.deselectedFeatures.map { model[$0].name } ?? "void")  // the dead features
///
/// A reasoner finds whether there are products, and which decisions all products share, but doesn't
/// count products; see `Products` for all other questions. A reasoner belongs to one thread at a
/// time.
public final class FeatureReasoner {
    /// The feature model that the questions are about.
    public let model: FeatureModel
    private var solver: Solver
    /// The features that are optional in the tree, with variables that are true only if a product
    /// holds the parent without the feature; `nil` before they are needed.
    private var absences: [(feature: FeatureID, literal: Int32)]?

    /// Creates a reasoner for a model.
    ///
    /// - Complexity: O(*n*) for *n* features and parts of constraints, plus O(*m* *k*) for each
    ///   group of *m* members of which at most *k* may be selected.
    /// - Throws: `FeatureModelError.invalid(_:)` or
    ///   `FeatureModelError.stopped(_:)`.
    public init(_ model: FeatureModel, budget: Budget = .default) throws(FeatureModelError) {
        try model.checkForEngines(budget: budget)
        self.model = model
        solver = try stopping { () throws(LimitError) in try Solver(model, budget) }
    }

    /// Returns whether a product agrees with all decisions of a configuration.
    ///
    /// - Complexity: Exponential in the number of features at worst.
    /// - Throws: `FeatureModelError.stopped(_:)`. Each conflict of the search counts toward
    ///   `Budget.maximumStates`.
    public func canComplete(
        _ configuration: Configuration, budget: Budget = .default
    ) throws(FeatureModelError) -> Bool {
        try isSatisfiable(assuming: configuration.literals, budget: budget)
    }

    /// Returns a product that agrees with all decisions of a configuration; `nil` if no product
    /// does.
    ///
    /// Which product is found depends on earlier questions to the reasoner.
    ///
    /// - Complexity: Exponential in the number of features at worst.
    /// - Throws: `FeatureModelError.stopped(_:)`. Each conflict of the search counts toward
    ///   `Budget.maximumStates`.
    public func product(
        completing configuration: Configuration, budget: Budget = .default
    ) throws(FeatureModelError) -> Configuration? {
        guard try canComplete(configuration, budget: budget) else { return nil }
        let product = model.ids.filter { solver.isTrue(Int32($0)) }
        return Configuration(of: model, selecting: product)
    }

    /// Returns the decisions shared by all products that agree with a configuration; `nil` if there
    /// is no such product.
    ///
    /// For an empty configuration, these are the core features and the dead features.
    ///
    /// - Complexity: At most one satisfiability query per feature, but usually few queries in
    ///   total; each query is exponential at worst.
    /// - Throws: `FeatureModelError.stopped(_:)`. Each conflict of a search counts toward
    ///   `Budget.maximumStates`.
    /// - Reference: M. Janota, I. Lynce, J. Marques-Silva, Algorithms for computing backbones of
    ///   propositional formulae, AI Communications 28, 2015, doi:10.3233/AIC-140640.
    public func consequences(
        of configuration: Configuration, budget: Budget = .default
    ) throws(FeatureModelError) -> Configuration? {
        let assumptions = configuration.literals
        guard try isSatisfiable(assuming: assumptions, budget: budget) else { return nil }
        // The opposites of the found product's decisions: if one is impossible, all products share
        // the decision.
        let opposites = model.ids.filter { configuration[$0] == .undecided }
            .map { solver.isTrue(Int32($0)) ? -Int32($0) : Int32($0) }
        var result = configuration
        let impossible = try stopping { () throws(LimitError) in
            try solver.impossible(among: opposites, assuming: assumptions, budget: budget)
        }
        for literal in impossible { result[FeatureID(Int(abs(literal)) - 1)] = literal > 0 ? .deselected : .selected }
        return result
    }

    /// Returns the false-optional features in ascending order. Such a feature is optional in the
    /// tree, but each product with its parent has the feature. Dead features don't count.
    ///
    /// - Complexity: At most two satisfiability queries per feature, but usually few queries in
    ///   total; each query is exponential at worst.
    /// - Throws: `FeatureModelError.stopped(_:)`. Each conflict of a search counts toward
    ///   `Budget.maximumStates`.
    public func falseOptionalFeatures(budget: Budget = .default) throws(FeatureModelError) -> [FeatureID] {
        guard let modelConsequences = try consequences(of: Configuration(of: model), budget: budget) else { return [] }
        return try stopping { () throws(LimitError) in
            if absences == nil { absences = try addAbsences(budget) }
            let open = (absences ?? []).filter { modelConsequences[$0.feature] != .deselected }
            let impossible = Set(try solver.impossible(among: open.map(\.literal), assuming: [], budget: budget))
            return open.filter { impossible.contains($0.literal) }.map(\.feature)
        }
    }
}

extension FeatureReasoner {
    /// Queries the solver.
    private func isSatisfiable(
        assuming assumptions: [Int32], and clause: [Int32] = [], budget: Budget
    ) throws(FeatureModelError) -> Bool {
        try stopping { () throws(LimitError) in
            if solver.isBroken { (solver, absences) = (try Solver(model, budget), nil) }
            try budget.check(built: 0, bytes: solver.bytes)
            return try solver.isSatisfiable(assuming: assumptions, and: clause, budget: budget)
        }
    }

    /// Adds a variable for each feature that is optional in the tree: true only if a product holds
    /// the parent without the feature.
    private func addAbsences(_ budget: Budget) throws(LimitError) -> [(feature: FeatureID, literal: Int32)] {
        var clauses = ClauseText(variableCount: solver.variableCount)
        var absences: [(feature: FeatureID, literal: Int32)] = []
        for feature in model.ids where model.isOptional(feature) {
            guard let parent = model.parent(of: feature) else { continue }
            let absence = clauses.addVariable()
            clauses.add([-absence, Int32(parent)])
            clauses.add([-absence, -Int32(feature)])
            absences.append((feature, absence))
        }
        try solver.add(clauses, budget: budget)
        return absences
    }
}

extension Solver {
    /// Creates a reasoner for a model without findings and clones.
    fileprivate convenience init(_ model: FeatureModel, _ budget: Budget) throws(LimitError) {
        try budget.check(built: 0, bytes: 0)
        try self.init()
        let (system, parts) = try model.systemByRelation(budget: budget)
        var clauses = ClauseText(variableCount: system.variableCount)
        for part in parts { try clauses.add(part, of: system, budget: budget) }
        try add(clauses, budget: budget)
    }
}
