internal import WorkLimits

extension FeatureModel {
    /// Returns the rules that the decisions of a configuration break, in the order of features,
    /// groups and constraints.
    ///
    /// A rule is broken if no decisions about the undecided features satisfy the rule. A complete
    /// configuration is a product if and only if it breaks no rule. An incomplete configuration
    /// that breaks no rule may still agree with no product: ask ``Products/canComplete(_:)``.
    ///
    /// - Requires: The model has no findings.
    /// - Complexity: O(*n*) for *n* features, group members, and parts of constraints.
    public func violations(by configuration: Configuration) -> [FeatureRelation] {
        var violations: [FeatureRelation] = configuration[root] == .deselected ? [.root] : []
        for feature in ids where configuration[feature] == .selected {
            guard let parent = parent(of: feature), configuration[parent] == .deselected else { continue }
            violations.append(.parent(of: feature))
        }
        for (index, group) in groups.enumerated() where configuration[group.parent] == .selected {
            if group.bounds.lowerBound == group.members.count {
                violations += group.members.filter { configuration[$0] == .deselected }.map { .mandatory($0) }
                continue
            }
            let selected = group.members.count { configuration[$0] == .selected }
            let possible = group.members.count { configuration[$0] != .deselected }
            if possible < group.bounds.lowerBound || selected > group.bounds.upperBound {
                violations.append(.group(index))
            }
        }
        for (index, constraint) in resolvedConstraints.enumerated() where constraint.value(in: configuration) == false {
            violations.append(.constraint(index))
        }
        return violations
    }
}

extension Proposition {
    /// Returns the truth value in Kleene's three-valued logic; `nil` if undecided features keep it
    /// open.
    fileprivate func value(in configuration: Configuration) -> Bool? {
        func implication(_ premise: Bool?, _ conclusion: Bool?) -> Bool? {
            conjunction([premise, conclusion.map { !$0 }]).map { !$0 }
        }
        func conjunction(_ values: some Sequence<Bool?>) -> Bool? {
            var result: Bool? = true
            for value in values {
                if value == false { return false }
                if value == nil { result = nil }
            }
            return result
        }
        switch self {
        case .constant(let value): return value
        case .feature(let feature):
            let decision = configuration[feature]
            return decision == .undecided ? nil : decision == .selected
        case .not(let operand): return operand.value(in: configuration).map { !$0 }
        case .and(let operands): return conjunction(operands.lazy.map { $0.value(in: configuration) })
        case .or(let operands):
            return conjunction(operands.lazy.map { $0.value(in: configuration).map { !$0 } }).map { !$0 }
        case .atMostOne(let operands):
            let values = operands.map { $0.value(in: configuration) }
            if values.count(where: { $0 == true }) > 1 { return false }
            return values.count { $0 != false } <= 1 ? true : nil
        case .implies(let operands):
            return operands.dropFirst().reduce(operands.first?.value(in: configuration)) {
                implication($0, $1.value(in: configuration))
            }
        case .equivalent(let left, let right):
            guard let left = left.value(in: configuration), let right = right.value(in: configuration) else {
                return nil
            }
            return left == right
        case .comparison(let left, let relation, let right):
            return Comparison(left, relation, right)?.value(in: configuration)
        case .each(let feature, let operand):
            return implication(Proposition.feature(feature).value(in: configuration), operand.value(in: configuration))
        }
    }
}
