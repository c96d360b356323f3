public import FeatureModels
public import WorkLimits

extension FeatureModelDocument {
    /// Returns the model without clones; each copy has the place of its original.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of clones of a feature without an upper bound.
    ///   - budget: The limits of features and bytes of the result.
    /// - Complexity: The same as for `FeatureModel.unfolded(limit:budget:)`.
    /// - Throws: The errors of `FeatureModel.unfolded(limit:budget:)`.
    public func unfolded(
        limit: Int? = nil, budget: Budget = .default
    ) throws(FeatureModelError) -> FeatureModelDocument {
        let unfolded = try model.unfolded(limit: limit, budget: budget)
        var result = self
        result.model = unfolded.model
        result.features = unfolded.originalFeatures.map { position(of: .feature($0)) }
        result.groups = unfolded.model.groups.map { result.features[Int($0.parent)] }
        // The added constraints relate copies to each other.
        result.constraints += unfolded.model.constraints.dropFirst(model.constraints.count).map { rule in
            var copy = unfolded.model.root
            rule.forEachFeature { copy = max(copy, $0) }
            return result.features[Int(copy)]
        }
        // Names of copies contain those of all clones around them.
        result.byteCount = unfolded.model.features.reduce(0) { $0 + $1.name.utf8.count + 64 }
        return result
    }
}
