internal import WorkLimits

/// The condition of a feature model's rule, over numbers of features.
enum RelationCondition: Hashable {
    /// The proposition is true.
    case proposition(Proposition)
    /// The number of selected members is at most the upper bound, and at least the lower bound if
    /// the parent is selected.
    case members(of: FeatureID, members: [FeatureID], bounds: ClosedRange<Int>)

    /// The features of the condition, with repetitions.
    var features: [FeatureID] {
        switch self {
        case .proposition(let proposition):
            var features: [FeatureID] = []
            proposition.forEachFeature { features.append($0) }
            return features
        case .members(let parent, let members, _): return [parent] + members
        }
    }

    /// Returns the condition with other numbers for the features.
    func renumbered(_ number: (FeatureID) -> FeatureID) -> RelationCondition {
        switch self {
        case .proposition(let proposition): .proposition(proposition.mapped(number))
        case .members(let parent, let members, let bounds):
            .members(of: number(parent), members: members.map(number).sorted(), bounds: bounds)
        }
    }
}

extension FeatureModel {
    /// The rules, in the order of features, groups and constraints.
    var relations: [FeatureRelation] {
        var relations: [FeatureRelation] = [.root] + ids.dropFirst().map { .parent(of: $0) }
        for (index, group) in groups.enumerated() {
            if group.bounds.lowerBound == group.members.count {
                relations += group.members.map { .mandatory($0) }
            } else if group.bounds != 0...group.members.count {
                relations.append(.group(index))
            }
        }
        return relations + constraints.indices.map { .constraint($0) }
    }

    /// Returns the condition of a rule.
    func condition(of relation: FeatureRelation) -> RelationCondition {
        switch relation {
        case .root: return .proposition(.feature(root))
        case .parent(let feature):
            return .proposition(.implies(.feature(feature), .feature(parent(of: feature) ?? root)))
        case .mandatory(let feature):
            return .proposition(.implies(.feature(parent(of: feature) ?? root), .feature(feature)))
        case .group(let index):
            let group = groups[index]
            return .members(of: group.parent, members: group.members, bounds: group.bounds)
        case .constraint(let index): return .proposition(resolved(constraints[index]))
        }
    }
}

extension BooleanSystem {
    /// Adds conditions, whose features are variables of the same numbers.
    mutating func add(_ conditions: some Sequence<RelationCondition>, budget: Budget) throws(LimitError) {
        var propositions: [Proposition] = []
        for condition in conditions {
            switch condition {
            case .proposition(let proposition): propositions.append(proposition)
            case .members(let parent, let members, let range):
                let (parent, members) = (Literal(Int(parent)), members.map { Literal(Int($0)) })
                add(atLeast: range.lowerBound, of: members, if: parent)
                add(atMost: range.upperBound, of: members, if: nil)
            }
        }
        var encoding = try ClauseEncoding(self, for: propositions, budget: budget)
        for proposition in propositions { try encoding.add(proposition) }
        self = encoding.system
    }

    /// Adds the negation of a condition.
    mutating func addNegation(of condition: RelationCondition, budget: Budget) throws(LimitError) {
        switch condition {
        case .proposition(let proposition):
            var encoding = try ClauseEncoding(self, for: [proposition], budget: budget)
            try encoding.add(.not(proposition))
            self = encoding.system
        case .members(let parent, let members, let range):
            let members = members.map { Literal(Int($0)) }
            let isLess = addVariable()
            clauses.append([!isLess, Literal(Int(parent))])
            add(atMost: range.lowerBound - 1, of: members, if: isLess)
            add(atLeast: range.upperBound + 1, of: members, if: !isLess)
        }
    }

    private mutating func add(atLeast bound: Int, of literals: [Literal], if condition: Literal?) {
        add(atMost: literals.count - bound, of: literals.map { !$0 }, if: condition)
    }

    private mutating func add(atMost bound: Int, of literals: [Literal], if condition: Literal?) {
        if bound < literals.count {
            bounds.append(AtMostConstraint(condition: condition, bound: bound, literals: literals))
        }
    }
}
