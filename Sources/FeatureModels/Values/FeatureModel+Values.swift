internal import WorkLimits

extension FeatureModel {
    /// Adds an alternative group below a feature: the possible values of that feature.
    ///
    /// Each added feature has an attribute `value` and a name such as `Memory.16`.
    ///
    /// - Returns: The ids of the added features.
    /// - Precondition: The parent is a feature of the model.
    @discardableResult
    public mutating func add(values: [Attribute.Value], below parent: FeatureID) -> [FeatureID] {
        let name = self[parent].name
        let members = add(values.map { "\(name).\($0.text)" }, below: parent, .alternative)
        for (member, value) in zip(members, values) {
            self[member].attributes = [Attribute(name: Self.valueName, value: value)]
        }
        return members
    }

    /// Adds an alternative group below a feature, whose possible values become the names of other
    /// features. A product with such a value must contain the named feature.
    ///
    /// - Returns: The ids of the added features, in the order of `targets`.
    /// - Precondition: The parent and the targets are features of the model.
    @discardableResult
    public mutating func add(referencesTo targets: [FeatureID], below parent: FeatureID) -> [FeatureID] {
        self[parent].type = .text
        let members = add(values: targets.map { .text(self[$0].name) }, below: parent)
        for (member, target) in zip(members, targets) {
            constraints.append(.implies(.feature(member), .feature(target)))
        }
        return members
    }

    /// The name of the attribute that makes a feature a possible value of its parent.
    package static let valueName = "value"

    /// Returns the possible values of a feature.
    ///
    /// The values come from the first alternative group below the feature whose members all have
    /// the attribute `value`. Without such a group, the result is empty.
    ///
    /// - Complexity: O(*n*) for *n* groups.
    public func values(of feature: FeatureID) -> [(feature: FeatureID, value: Attribute.Value)] {
        groups.lazy.filter { $0.parent == feature }.compactMap(values).first ?? []
    }

    /// Returns the members of a group and their values; `nil` if it isn't a group of values.
    func values(in group: Group) -> [(feature: FeatureID, value: Attribute.Value)]? {
        guard group.bounds == 1...1 else { return nil }
        let values = group.members.compactMap { member in
            self[member].attribute(at: Self.valueName).map { (feature: member, value: $0) }
        }
        return values.count == group.members.count ? values : nil
    }

    /// Returns an equivalent proposition that compares only numbers and totals of numbers.
    ///
    /// Comparisons of texts become propositions about features. “*p* for each clone of *F*” becomes
    /// “*F* implies *p*”.
    ///
    /// - Requires: The proposition is valid as a constraint of the model.
    /// - Complexity: O(*n* *k*) for *n* features and *k* values.
    public func resolved(_ proposition: Proposition) -> Proposition { ValueResolution(self).resolved(proposition) }

    /// Returns whether a proposition is true for a set of features.
    ///
    /// - Requires: The proposition is valid as a constraint of the model.
    /// - Complexity: O(*n* *k*) for *n* features and *k* values.
    public func holds(_ proposition: Proposition, selecting isSelected: (FeatureID) -> Bool) -> Bool {
        resolved(proposition).holds(selecting: isSelected)
    }

    /// The constraints, in which all values are numbers or totals of numbers.
    package var resolvedConstraints: [Proposition] {
        var steps = StepCount(NoWatch())
        return resolvedConstraints(&steps)
    }

    /// Returns the constraints, in which all values are numbers or totals of numbers.
    ///
    /// - Throws: `LimitError` if the budget is cancelled.
    func resolvedConstraints(budget: Budget) throws(LimitError) -> [Proposition] {
        var steps = LimitedSteps(BudgetWatch(budget))
        return try resolvedConstraints(&steps)
    }

    private func resolvedConstraints<Watch>(_ steps: inout StepCount<Watch>) throws(Watch.Failure) -> [Proposition] {
        let values = ValueResolution(self)
        var resolved: [Proposition] = []
        resolved.reserveCapacity(constraints.count)
        for constraint in constraints {
            try steps.step(values.cost(of: constraint), holding: values.byteCount)
            resolved.append(values.resolved(constraint))
        }
        return resolved
    }
}

extension FeatureModel.Attribute.Value {
    /// The value as a part of a name.
    fileprivate var text: String {
        switch self {
        case .boolean(let value): value.description
        case .number(let number):
            Int(exactly: number)?.description ?? number.description
        case .text(let text): text
        case .list(let values): values.map(\.text).joined(separator: ",")
        case .attributes(let attributes): attributes.map(\.name).joined(separator: ",")
        }
    }
}

extension FeatureModel.Feature {
    /// Returns the value of the attribute at a path, in which dots lead into lists of attributes.
    package func attribute(at path: String) -> FeatureModel.Attribute.Value? {
        var attributes = attributes
        var path = path.utf8[...]
        while true {
            // The attribute's name may contain dots.
            if let attribute = attributes.first(where: { $0.name.utf8.elementsEqual(path) }) { return attribute.value }
            guard
                let (attribute, rest) = attributes.lazy.compactMap({ attribute in
                    let name = attribute.name.utf8
                    let isPrefix = path.starts(with: name) && path.dropFirst(name.count).first == UInt8(ascii: ".")
                    return isPrefix ? (attribute, path.dropFirst(name.count + 1)) : nil
                }).first, case .attributes(let inner) = attribute.value
            else { return nil }
            (attributes, path) = (inner, rest)
        }
    }
}
