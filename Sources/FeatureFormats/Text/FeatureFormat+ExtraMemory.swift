package import FeatureModels
internal import TextSupport

extension FeatureFormat {
    /// Returns the bytes of memory that writing a model needs in addition to a multiple of the
    /// model's size: for indentation, for group bounds as constraints or clauses, and for names in
    /// constraints.
    ///
    /// - Complexity: O(*n*) for *n* features and parts of constraints.
    package func extraMemory(of model: FeatureModel) -> Int {
        switch self {
        case .uvl:
            2 * min(UVLWriter.indentation(of: ModelTree(model)), Self.maximumBytes) + Self.nameBytes(in: model)
        case .featureIDE:
            min(model.groups.reduce(0) { $0 + $1.constraintBytes(in: model) }, 3 * Self.maximumBytes)
                + Self.nameBytes(in: model)
        case .dimacs: 400 * min(DIMACSWriter.furtherVariableCount(of: model), DIMACSWriter.maximumFurtherCount)
        case .json: Self.nameBytes(in: model)
        case .markdown, .csv: Self.nameBytes(in: model, isTable: true)
        }
    }

    /// Returns the bytes that names in constraints take while the text is written.
    ///
    /// - Parameter isTable: Whether to count the parents of features too, both as relevance and as
    ///   questions answered by the features.
    private static func nameBytes(in model: FeatureModel, isTable: Bool = false) -> Int {
        var count = 0
        func add(_ feature: FeatureID) {
            let parent = isTable ? model.parent(of: feature) : nil
            count += model[feature].name.utf8.count + (parent.map { model[$0].name.utf8.count } ?? 0)
            count = min(count, maximumBytes)
        }
        for constraint in model.constraints { constraint.forEachFeature(add) }
        if isTable { for feature in model.ids { add(model.parent(of: feature) ?? model.root) } }
        return 4 * count
    }
}

extension FeatureModel.Group {
    /// The bytes of the constraints in FeatureIDE and of their text.
    fileprivate func constraintBytes(in model: FeatureModel) -> Int {
        let setSizes = constraintSizes
        if setSizes.isEmpty { return 0 }
        let greatestLength = members.map { model[$0].name.utf8.count }.max() ?? 0
        return setSizes.reduce(0) { sum, size in
            // The writer rejects groups with more sets.
            let number = Subsets.number(of: members.count, taking: size, atMost: Self.maximumConstraintCount) ?? 0
            return sum + number * size * (64 + 2 * greatestLength)
        }
    }
}
