internal import AlgorithmSupport
internal import BigIntegers
public import WorkLimits

extension FeatureModelComparison {
    /// Returns the causes of removed products: lists of rules of the new model that exclude
    /// products of the old model, in the order of ``FeatureModel/violations(by:)``. The result is
    /// empty if and only if no product is removed.
    ///
    /// A rule about common features alone is a cause by itself if a product of the old model breaks
    /// the rule. Rules that share features that aren't common, directly or through further rules,
    /// form a set. The set has a cause if, for some product of the old model, no choice of the
    /// shared features satisfies all rules of the set. The cause then lists only the rules that are
    /// needed to exclude one such product.
    ///
    /// Causes are complete: a rule that is in no cause, and shares only common features with the
    /// rules of causes, excludes no product. Rules that the old model also has aren't causes.
    ///
    /// - Complexity: *r* satisfiability queries for *r* rules only in the new model, plus one
    ///   compilation for each group of these rules linked by features that only one model has. Each
    ///   query and each compilation is exponential at worst.
    /// - Throws: ``FeatureModelError/tooLarge(_:)`` or ``FeatureModelError/stopped(_:)``.
    public func removalCauses(
        using engine: ProductEngine? = nil, budget: Budget = .default
    ) throws(FeatureModelError) -> [[FeatureRelation]] {
        if removedProductCount.isZero { return [] }
        return try CauseSearch(oldWithNewRules, commonFeatures, oldProducts, engine, budget).causes()
    }

    /// Returns the causes of added products: lists of rules of the old model that exclude products
    /// of the new model.
    ///
    /// The method works like ``removalCauses(using:budget:)`` with both models exchanged.
    ///
    /// - Complexity: *r* satisfiability queries for *r* rules only in the old model, plus one
    ///   compilation for each group of these rules linked by features that only one model has. Each
    ///   query and each compilation is exponential at worst.
    /// - Throws: ``FeatureModelError/tooLarge(_:)`` or ``FeatureModelError/stopped(_:)``.
    public func additionCauses(
        using engine: ProductEngine? = nil, budget: Budget = .default
    ) throws(FeatureModelError) -> [[FeatureRelation]] {
        if addedProductCount.isZero { return [] }
        return try CauseSearch(newWithOldRules, oldWithNewRules.numbersInSecond, newProducts, engine, budget).causes()
    }
}

/// The search for rules of a model that exclude products of another model.
///
/// A model's own features are those that the other model lacks. Rules that share own features,
/// directly or through further rules, form a part. As each own feature occurs in only one part, a
/// product over common features is one of the model if and only if own features can be chosen for
/// each part by itself.
///
/// Before a part is compiled, its own features get default values: if no product of the other model
/// breaks a rule with these, the part excludes no product.
private struct CauseSearch {
    private let models: JoinedModels
    /// The common features in the order of the products, by their numbers in the first model.
    private let variables: [Int]
    /// The products of the first model.
    private let products: Projection
    private let engine: ProductEngine?
    private let budget: Budget

    init(
        _ models: JoinedModels, _ common: [FeatureID], _ products: Projection, _ engine: ProductEngine?,
        _ budget: Budget
    ) {
        (self.models, variables, self.products) = (models, common.map { Int($0) }, products)
        (self.engine, self.budget) = (engine, budget)
    }

    func causes() throws(FeatureModelError) -> [[FeatureRelation]] {
        let withDefaults = SortedSystem(models.systemWithDefaults())
        var causes: [[Int]] = []
        for part in parts {
            let isSuspect = try stopping { () throws(LimitError) in
                for index in part where try canBreak(models.relations[index].condition, in: withDefaults) {
                    return true
                }
                return false
            }
            guard isSuspect else { continue }
            if part.count == 1, !hasOwnFeature(part[0]) {
                causes.append(part)
            } else if let excluded = try firstProduct(excludedBy: part) {
                causes.append(try relations(of: part, excluding: excluded))
            }
        }
        return causes.sorted { $0[0] < $1[0] }.map { $0.map { models.relations[$0].relation } }
    }

    /// The parts, as indices of rules in ascending order.
    private var parts: [[Int]] {
        var sets = DisjointSets()
        var firstRelations: [FeatureID: Int] = [:]
        for (index, relation) in models.relations.enumerated() {
            for feature in relation.condition.features where models.isOwn(feature) {
                sets.join(UInt32(index), UInt32(firstRelations[feature, default: index]))
                firstRelations[feature] = index
            }
        }
        var parts: [UInt32: [Int]] = [:]
        for index in models.relations.indices { parts[sets.least(inSetOf: UInt32(index)), default: []].append(index) }
        return parts.values.sorted { $0[0] < $1[0] }
    }

    private func hasOwnFeature(_ index: Int) -> Bool {
        models.relations[index].condition.features.contains { models.isOwn($0) }
    }

    /// Returns whether an assignment that satisfies a system breaks a condition.
    private func canBreak(_ condition: RelationCondition, in system: SortedSystem) throws(LimitError) -> Bool {
        try budget.check(built: 0, bytes: 0)
        var negation = BooleanSystem(variableCount: system.variableCount)
        try negation.addNegation(of: condition, budget: budget)
        var system = system
        system.add(negation)
        var search = AssignmentSearch(system, budget: budget)
        return try search.isSatisfiable(assuming: [])
    }

    /// Returns the first product of the first model that a part excludes; `nil` if there is none.
    private func firstProduct(excludedBy part: [Int]) throws(FeatureModelError) -> [Bool]? {
        let kept = try Projection(
            of: models.system(adding: part.map { models.relations[$0] }, budget: budget), onto: variables,
            keepsAll: false,
            using: engine, budget: budget)
        return try products.firstAssignment(missingIn: kept, budget: budget)
    }

    /// Returns the rules of a part that are needed to exclude a product.
    private func relations(of part: [Int], excluding product: [Bool]) throws(FeatureModelError) -> [Int] {
        var decided = BooleanSystem(variableCount: models.system.variableCount)
        decided.clauses = zip(variables, product).map { [Literal($0, $1)] }
        let needed = try stopping { () throws(LimitError) in
            try minimalConflict(among: part) { (relations) throws(LimitError) in
                try budget.check(built: 0, bytes: 0)
                var system = decided
                try system.add(relations.map { models.relations[$0].condition }, budget: budget)
                var search = AssignmentSearch(SortedSystem(system), budget: budget)
                return try search.isSatisfiable(assuming: [])
            }
        }
        return needed.sorted()
    }
}
