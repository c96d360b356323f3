internal import TextSupport
package import WorkLimits

/// The order of the features in the products of a model with clones, and the bounds of their
/// numbers.
package struct CloneTree: Sendable {
    package let model: FeatureModel
    /// The constraints, in which all values are numbers or totals.
    package let constraints: [Proposition]
    /// The values of each feature with a type.
    let values: [FeatureID: [(feature: FeatureID, value: FeatureModel.Attribute.Value)]]
    /// The groups below each feature, in order.
    package private(set) var groups: [[Int]]
    /// The features in the order of the products: each before its descendants.
    private(set) var order: [FeatureID] = []
    /// The position of each feature in the order.
    package private(set) var positions: [Int]
    /// The index after the descendants of each feature.
    package private(set) var ends: [Int]

    /// The estimated number of bytes of the constraints.
    package let byteCount: Int

    /// - Requires: The model has no findings.
    init(_ model: FeatureModel, budget: Budget) throws(LimitError) {
        self.model = model
        let resolution = ValueResolution(model)
        values = resolution.values
        var (constraints, pace, byteCount) = ([Proposition](), BudgetPace(), 0)
        for constraint in model.constraints {
            // A short sum can have a term for each feature.
            let resolved = resolution.resolved(constraint, keepingEach: true)
            byteCount += 96 * resolved.featureCount
            constraints.append(resolved)
            if pace.isDue(at: byteCount, every: 1 << 18) { try budget.check(built: 1, bytes: byteCount) }
        }
        (self.constraints, self.byteCount) = (constraints, byteCount)
        groups = Array(repeating: [], count: model.features.count)
        for (index, group) in model.groups.enumerated() { groups[Int(group.parent)].append(index) }
        positions = Array(repeating: 0, count: model.features.count)
        ends = positions
        var open = [(feature: model.root, isDone: false)]
        while let (feature, isDone) = open.popLast() {
            if isDone {
                ends[Int(feature)] = order.count
                continue
            }
            positions[Int(feature)] = order.count
            order.append(feature)
            open.append((feature, true))
            for group in groups[Int(feature)].reversed() {
                for member in model.groups[group].members.reversed() { open.append((member, false)) }
            }
        }
    }

    /// Returns whether a feature is another one or below it.
    func isWithin(_ feature: FeatureID, _ top: FeatureID) -> Bool {
        (positions[Int(top)]..<ends[Int(top)]).contains(positions[Int(feature)])
    }

    /// Returns the bounds of the number of clones of a feature in a product with the feature.
    package func clones(of feature: FeatureID) -> FeatureModel.Cardinality {
        model[feature].cardinality ?? FeatureModel.Cardinality(1, upTo: 1)
    }

    /// Returns the maximum number of clones of a feature in a clone of an ancestor; `nil` if there
    /// is none, or it doesn't fit.
    func maximumCount(of feature: FeatureID, within top: FeatureID) -> Int? {
        var (feature, count) = (feature, 1)
        while feature != top, let parent = model.parent(of: feature) {
            guard let upper = clones(of: feature).upper else { return nil }
            let (product, overflows) = count.multipliedReportingOverflow(by: upper)
            if overflows { return nil }
            (feature, count) = (parent, product)
        }
        return count
    }

    /// Returns the innermost scope around a feature, of those whose clones propositions are about;
    /// the root if there is none.
    func scope(of feature: FeatureID, in scopes: [FeatureID]) -> FeatureID {
        scopes.last { isWithin(feature, $0) } ?? model.root
    }

    /// Bounds of the number of group members that have clones in a product with the parent.
    package struct GroupBounds {
        /// The minimum number of members with a clone, since some members need no clone.
        package var minimumCertain: Int
        /// The maximum number of selected members.
        package var maximum: Int
    }

    /// Returns the bounds of a group. Its lower bound may include selected members without a clone.
    package func bounds(ofGroup group: Int) -> GroupBounds {
        let group = model.groups[group]
        let uncertainCount = group.members.count { clones(of: $0).lower == 0 }
        return GroupBounds(
            minimumCertain: max(0, group.bounds.lowerBound - uncertainCount), maximum: group.bounds.upperBound)
    }

    /// Returns the findings about constraints without an exact meaning because of clones.
    ///
    /// - Throws: `LimitError` if the budget is cancelled.
    func findings(budget: Budget) throws(LimitError) -> [FeatureFinding] {
        var steps = LimitedSteps(BudgetWatch(budget, states: 1, bytes: byteCount))
        var findings: [FeatureFinding] = []
        for index in constraints.indices {
            try steps.step(constraints[index].featureCount)
            let faultDescription: String
            if let feature = feature(withoutOneTextIn: model.constraints[index], scopes: []) {
                faultDescription =
                    "a constraint compares a text of \(Message.quoted(model[feature].name.utf8)), which may have "
                    + "several clones; use 'each'"
            } else if !areSumsExact(in: constraints[index], scopes: []) {
                faultDescription = "the sums of a constraint are too large to be exact; use fewer digits or clones"
            } else {
                continue
            }
            findings.append(FeatureFinding(part: .constraint(index), description: faultDescription))
        }
        return findings
    }

    private func areSumsExact(in proposition: Proposition, scopes: [FeatureID]) -> Bool {
        switch proposition {
        case .each(let feature, let operand): areSumsExact(in: operand, scopes: scopes + [feature])
        case .comparison(let left, let relation, let right):
            Comparison(left, relation, right) {
                maximumCount(of: $0, within: scope(of: $0, in: scopes)) ?? 1
            } != nil
        default: proposition.operands.allSatisfy { areSumsExact(in: $0, scopes: scopes) }
        }
    }

    private func feature(withoutOneTextIn proposition: Proposition, scopes: [FeatureID]) -> FeatureID? {
        switch proposition {
        case .each(let feature, let operand):
            return self.feature(withoutOneTextIn: operand, scopes: scopes + [feature])
        case .comparison(let left, _, let right):
            return (owners(ofTextsIn: left) + owners(ofTextsIn: right)).first {
                maximumCount(of: $0, within: scope(of: $0, in: scopes)) != 1
            }
        default:
            for operand in proposition.operands {
                if let feature = feature(withoutOneTextIn: operand, scopes: scopes) { return feature }
            }
            return nil
        }
    }

    private func owners(ofTextsIn expression: ValueExpression) -> [FeatureID] {
        switch expression {
        case .attribute(let name, let feature):
            if case .text? = model[feature].attribute(at: name) { [feature] } else { [] }
        case .value(let feature):
            (values[feature] ?? []).compactMap { if case .text = $0.value { $0.feature } else { nil } }
        default: expression.operands.flatMap { owners(ofTextsIn: $0) }
        }
    }
}

extension FeatureModel {
    /// Returns the tree of the model.
    ///
    /// - Parameter budget: The bounds of the work.
    /// - Throws: ``FeatureModelError/invalid(_:)``, ``FeatureModelError/stopped(_:)``.
    package func cloneTree(budget: Budget) throws(FeatureModelError) -> CloneTree {
        let findings = try stopping { () throws(LimitError) in
            try budget.check(built: 1)
            return try self.findings(budget: budget)
        }
        guard findings.isEmpty else { throw .invalid(findings) }
        let (tree, cloneFindings) = try stopping { () throws(LimitError) in
            let tree = try CloneTree(self, budget: budget)
            return (tree, try tree.findings(budget: budget))
        }
        guard cloneFindings.isEmpty else { throw .invalid(cloneFindings) }
        return tree
    }
}
