internal import TextSupport
package import WorkLimits

/// An error that makes a feature model invalid.
public struct FeatureFinding: Hashable, Sendable, CustomStringConvertible {
    /// The part of the model that has the error.
    public enum Part: Hashable, Sendable {
        /// A feature.
        case feature(FeatureID)
        /// A group, by its index.
        case group(Int)
        /// A constraint, by its index.
        case constraint(Int)
    }

    /// The part of the model that has the error.
    public let part: Part
    /// A sentence that states the problem and the remedy.
    public let description: String

    package init(part: Part, description: String) {
        (self.part, self.description) = (part, description)
    }
}

extension FeatureModel {
    /// All errors in the model, in the order of features, groups and constraints; an empty list for
    /// a valid model.
    ///
    /// Errors are empty and duplicate names, values of the wrong type, and impossible bounds of
    /// cardinalities and groups. Constraints are errors if they use unknown features, use missing
    /// or incomparable values, or have more than ``Proposition/maximumDepth`` levels. A model
    /// without products is valid: it is void.
    ///
    /// - Complexity: O(*n*) for *n* features, group members, and parts of constraints; a sum counts
    ///   as one part for each feature.
    public var findings: [FeatureFinding] {
        var steps = StepCount(NoWatch())
        return findings(&steps)
    }

    /// Returns all errors in the model.
    ///
    /// - Complexity: O(*n*) for *n* features, group members, and parts of constraints; a sum counts
    ///   as one part for each feature.
    /// - Throws: `LimitError` if the budget is cancelled.
    package func findings(budget: Budget) throws(LimitError) -> [FeatureFinding] {
        var steps = LimitedSteps(BudgetWatch(budget))
        return try findings(&steps)
    }

    private func findings<Watch>(_ steps: inout StepCount<Watch>) throws(Watch.Failure) -> [FeatureFinding] {
        var findings: [FeatureFinding] = []
        var known: Set<ByteKey> = []
        let values = ValueResolution(self)
        for (index, feature) in features.enumerated() {
            try steps.step()
            if feature.name.isEmpty {
                findings.append(
                    FeatureFinding(
                        part: .feature(FeatureID(index)), description: "a feature has no name; give the feature a name"
                    ))
            } else if !known.insert(ByteKey(feature.name)).inserted {
                findings.append(
                    FeatureFinding(
                        part: .feature(FeatureID(index)),
                        description:
                            "two features are named \(Message.quoted(feature.name.utf8)); rename one of the two"))
            }
            if let fault = fault(of: FeatureID(index), values) {
                findings.append(FeatureFinding(part: .feature(FeatureID(index)), description: fault))
            }
        }
        for (index, group) in groups.enumerated() {
            try steps.step()
            if let fault = fault(of: group) {
                findings.append(FeatureFinding(part: .group(index), description: fault))
            }
        }
        for (index, constraint) in constraints.enumerated() {
            try steps.step(values.cost(of: constraint), holding: values.byteCount)
            if let fault = fault(of: constraint) ?? values.fault(in: constraint) {
                findings.append(FeatureFinding(part: .constraint(index), description: fault))
            }
        }
        return findings
    }

    /// Throws an error if the model has findings, or clones, which engines don't support.
    package func checkForEngines(budget: Budget) throws(FeatureModelError) {
        var obstacles = try stopping { () throws(LimitError) in try findings(budget: budget) }
        for feature in ids where self[feature].cardinality != nil {
            obstacles.append(
                FeatureFinding(
                    part: .feature(feature),
                    description: "the feature \(Message.quoted(self[feature].name.utf8)) has clones; unfold the model"))
        }
        guard obstacles.isEmpty else { throw .invalid(obstacles) }
    }

    private func fault(of feature: FeatureID, _ resolution: ValueResolution) -> String? {
        if let cardinality = self[feature].cardinality {
            let name = Message.quoted(self[feature].name.utf8)
            if feature == root { return "the root \(name) has a cardinality; each product has one root" }
            if cardinality.upper == 0 {
                return
                    "the cardinality of \(name) allows no clone; write an upper bound of at least 1, or remove the feature"
            }
            if cardinality.lower < 0 || cardinality.upper ?? 0 < 0 {
                return "the cardinality of \(name) has a negative bound; write bounds of at least 0"
            }
            if let upper = cardinality.upper, upper < cardinality.lower {
                return "the cardinality of \(name) has a lower bound above the upper bound; swap the bounds"
            }
        }
        for (member, value) in resolution.values[feature] ?? [] {
            let isRight =
                switch (self[feature].type, value) {
                case (.text, .text), (.real, .number): true
                case (.integer, .number(let number)): number.rounded(.towardZero) == number
                default: false
                }
            if !isRight {
                return "the value of \(Message.quoted(self[member].name.utf8)) doesn't have the type "
                    + "\(self[feature].type.rawValue); change the type or the value"
            }
        }
        return nil
    }

    private func fault(of group: Group) -> String? {
        let name = Message.quoted(self[group.parent].name.utf8)
        if group.members.isEmpty { return "a group below \(name) has no members; add members or remove the group" }
        let bounds = group.bounds
        if bounds.lowerBound < 0 || bounds.upperBound > group.members.count {
            return "a group below \(name) needs \(bounds.lowerBound) to \(bounds.upperBound) of "
                + "\(group.members.count) members; use bounds from 0 to the number of members"
        }
        return nil
    }

    private func fault(of constraint: Proposition) -> String? {
        guard constraint.hasDepthAtMost(Proposition.maximumDepth) else {
            return "a constraint has more than \(Proposition.maximumDepth) levels; split it"
        }
        guard constraint.hasAllConclusions else {
            return "an implication in a constraint has fewer than two operands; add operands"
        }
        var isKnown = true
        constraint.forEachFeature { isKnown = isKnown && Int($0) < features.count }
        return isKnown ? nil : "a constraint uses a feature that the model lacks; correct the constraint"
    }
}
