internal import TextSupport
internal import WorkLimits

/// A model and the further rules of a second one, over numbers for the features of both.
///
/// Features with equal names in the scope of both models are common and have one number. Other
/// features of the second model, its own ones, have numbers after all variables of the first
/// model's conditions. So only variables of common features occur in the conditions of both models.
struct JoinedModels: Sendable {
    let first: FeatureModel
    let second: FeatureModel
    /// The common features, by their numbers in the first model, in its order.
    let commonFeatures: [FeatureID]
    /// The conditions of the first model, with variables for the second one's own features.
    let system: BooleanSystem
    /// The number of each feature of the second model.
    private let numbers: [FeatureID]
    /// The number of the first model's variables.
    private let firstOwnNumber: Int
    /// The rules of the second model whose conditions the first model lacks.
    let relations: [Relation]

    /// A rule of the second model.
    struct Relation: Sendable {
        var relation: FeatureRelation
        var condition: RelationCondition
    }

    /// Joins two models that have no findings and no clones.
    ///
    /// - Parameter conditions: The conditions of the first model.
    /// - Complexity: O(*n*) for *n* features, group members, and parts of constraints.
    /// - Throws: `LimitError` if the budget is exceeded or cancelled.
    init(
        _ first: FeatureModel, _ conditions: BooleanSystem, _ second: FeatureModel, over scope: Products.Scope,
        budget: Budget
    ) throws(LimitError) {
        (self.first, self.second) = (first, second)
        var named: [ByteKey: FeatureID] = [:]
        for feature in first.ids where first.isInScope(feature, scope) {
            named[ByteKey(first[feature].name)] = feature
        }
        var system = conditions
        let firstOwnNumber = system.variableCount
        var isCommon = [Bool](repeating: false, count: first.features.count)
        let numbers = second.ids.map { feature in
            if second.isInScope(feature, scope), let common = named[ByteKey(second[feature].name)] {
                isCommon[Int(common)] = true
                return common
            }
            return FeatureID(system.addVariable().variable)
        }
        commonFeatures = first.ids.filter { isCommon[Int($0)] }
        var steps = LimitedSteps(BudgetWatch(budget, states: 0, bytes: 0))
        var known: Set<RelationCondition> = []
        for relation in first.relations {
            known.insert(first.condition(of: relation).renumbered { $0 })
            try steps.step()
        }
        var relations: [Relation] = []
        for relation in second.relations {
            let condition = second.condition(of: relation).renumbered { numbers[Int($0)] }
            if !known.contains(condition) { relations.append(Relation(relation: relation, condition: condition)) }
            try steps.step()
        }
        self.relations = relations
        (self.system, self.numbers, self.firstOwnNumber) = (system, numbers, firstOwnNumber)
    }

    /// Returns whether the second model alone has a feature, by its number among those of both.
    func isOwn(_ number: FeatureID) -> Bool { Int(number) >= firstOwnNumber }

    /// The common features, by their numbers in the second model, in the order of the first model.
    var numbersInSecond: [FeatureID] {
        let pairs = second.ids.map { (numbers[Int($0)], $0) }.filter { !isOwn($0.0) }
        return pairs.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// The features in the scope of the second model that aren't common, by their numbers in it.
    func ownFeatures(in scope: Products.Scope) -> [FeatureID] {
        second.ids.filter { second.isInScope($0, scope) && isOwn(numbers[Int($0)]) }
    }

    /// Returns the conditions of the first model and of the rules.
    func system(adding relations: [Relation], budget: Budget) throws(FeatureModelError) -> BooleanSystem {
        try stopping { () throws(LimitError) in
            var result = system
            try result.add(relations.lazy.map(\.condition), budget: budget)
            return result
        }
    }

    /// Returns the conditions of the first model, and a value for each own feature of the second
    /// one: that of the feature with the same name, that of the parent if it is mandatory, or
    /// false.
    ///
    /// - Complexity: O(*n*) for *n* features, group members, and parts of constraints.
    func systemWithDefaults() -> BooleanSystem {
        var result = system
        var named: [ByteKey: FeatureID] = [:]
        for feature in first.ids { named[ByteKey(first[feature].name)] = feature }
        for feature in second.ids where isOwn(numbers[Int(feature)]) {
            let own = Literal(Int(numbers[Int(feature)]))
            var equal: Literal?
            if let namesake = named[ByteKey(second[feature].name)] {
                equal = Literal(Int(namesake))
            } else if let group = second[feature].group.map({ second.groups[$0] }),
                group.bounds.lowerBound == group.members.count
            {
                equal = Literal(Int(numbers[Int(group.parent)]))
            }
            if let equal {
                result.clauses += [[own, !equal], [!own, equal]]
            } else {
                result.clauses.append([feature == second.root ? own : !own])
            }
        }
        return result
    }
}
