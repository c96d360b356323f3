package import FeatureModels
internal import TextSupport

extension FeatureFormat {
    /// Returns the number of bytes of memory that writing a model takes besides those in proportion
    /// to the model: for indentation, and for the constraints, clauses and variables that bounds of
    /// groups become.
    ///
    /// - Complexity: O(*n*) for *n* features.
    package func expansion(of model: FeatureModel) -> Int {
        switch self {
        case .uvl: 2 * min(UVLWriter.indentation(of: ModelTree(model)), Self.maximumBytes)
        case .featureIDE: min(model.groups.reduce(0) { $0 + $1.constraintBytes(in: model) }, 3 * Self.maximumBytes)
        case .dimacs: 400 * min(DIMACSWriter.furtherVariableCount(of: model), DIMACSWriter.maximumFurtherCount)
        case .json, .markdown, .csv: 0
        }
    }
}

extension FeatureModel.Group {
    /// The bytes of the constraints in FeatureIDE and of their text.
    fileprivate func constraintBytes(in model: FeatureModel) -> Int {
        let setSizes = constraintSizes
        if setSizes.isEmpty { return 0 }
        let longestName = members.map { model[$0].name.utf8.count }.max() ?? 0
        return setSizes.reduce(0) { sum, size in
            // The writer refuses a group with more sets.
            let number = Subsets.number(of: members.count, taking: size, atMost: Self.maximumConstraintCount) ?? 0
            return sum + number * size * (64 + 2 * longestName)
        }
    }
}
