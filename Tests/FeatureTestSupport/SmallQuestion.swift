internal import Automata
package import FeatureModels

extension FeatureModel {
    /// Returns whether a set of features satisfies a rule, by the definition.
    package func holds(_ relation: FeatureRelation, for isSelected: (FeatureID) -> Bool) -> Bool {
        switch relation {
        case .root: isSelected(root)
        case .parent(let feature): !isSelected(feature) || isSelected(parent(of: feature)!)
        case .mandatory(let feature): !isSelected(parent(of: feature)!) || isSelected(feature)
        case .group(let index):
            groups[index].members.count(where: isSelected) <= groups[index].bounds.upperBound
                && (!isSelected(groups[index].parent)
                    || groups[index].members.count(where: isSelected) >= groups[index].bounds.lowerBound)
        case .constraint(let index): isTrue(constraints[index], for: isSelected)
        }
    }

    /// Returns the features in a rule.
    package func features(of relation: FeatureRelation) -> Set<FeatureID> {
        switch relation {
        case .root: [root]
        case .parent(let feature), .mandatory(let feature): [feature, parent(of: feature)!]
        case .group(let index): Set(groups[index].members + [groups[index].parent])
        case .constraint(let index): features(of: constraints[index])
        }
    }

    private func features(of proposition: Proposition) -> Set<FeatureID> {
        var features: Set<FeatureID> = []
        resolved(proposition).forEachFeature { features.insert($0) }
        return features
    }
}

/// The question whether a set of features can satisfy rules, agree with decisions, and contradict a
/// fact.
package struct SmallQuestion {
    let model: FeatureModel
    var relations: [FeatureRelation]
    /// The decisions that are part of an explanation.
    var decisions: [FeatureID: Bool]
    /// The decisions that contradict the fact, and the constraint that has to be false.
    var assumptions: [FeatureID: Bool]
    var negated: Int?

    package init(
        model: FeatureModel, relations: [FeatureRelation], decisions: [FeatureID: Bool], assumptions: [FeatureID: Bool],
        negated: Int? = nil
    ) {
        (self.model, self.relations, self.decisions) = (model, relations, decisions)
        (self.assumptions, self.negated) = (assumptions, negated)
    }

    /// All features that the question is about.
    package var features: [FeatureID] {
        var features = relations.reduce(into: Set<FeatureID>()) { $0.formUnion(model.features(of: $1)) }
        features.formUnion(decisions.keys)
        features.formUnion(assumptions.keys)
        if let negated { features.formUnion(model.features(of: .constraint(negated))) }
        return features.sorted()
    }

    /// Whether there is such a set of features, found by trying all of them.
    var isSatisfiable: Bool {
        let features = features
        var isSelected = [Bool](repeating: false, count: model.features.count)
        return (0..<1 << features.count).contains { number in
            for (bit, feature) in features.enumerated() { isSelected[Int(feature)] = number >> bit & 1 == 1 }
            let selection = { (feature: FeatureID) in isSelected[Int(feature)] }
            return assumptions.allSatisfy { selection($0.key) == $0.value }
                && decisions.allSatisfy { selection($0.key) == $0.value }
                && (negated.map { !model.holds(.constraint($0), for: selection) } ?? true)
                && relations.allSatisfy { model.holds($0, for: selection) }
        }
    }

    /// Whether the rules and decisions explain the fact, and no proper subset of them does.
    package var isMinimalContradiction: Bool {
        if isSatisfiable { return false }
        for index in relations.indices {
            var smaller = self
            smaller.relations.remove(at: index)
            if !smaller.isSatisfiable { return false }
        }
        for feature in decisions.keys {
            var smaller = self
            smaller.decisions[feature] = nil
            if !smaller.isSatisfiable { return false }
        }
        return true
    }
}
