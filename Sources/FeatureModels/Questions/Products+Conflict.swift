public import WorkLimits

extension Products {
    /// Returns a minimal set of features whose decisions contradict each other; `nil` if a product
    /// agrees with all decisions of a configuration.
    ///
    /// No product agrees with all decisions of the set. If any one decision is left out, some
    /// product agrees with the others. If the model has no products, the set is empty.
    ///
    /// - Complexity: O(*k* log(*n* / *k*)) calls of ``canComplete(_:)`` for *k* features of the
    ///   result and *n* decisions.
    /// - Throws: ``FeatureModelError/stopped(_:)``.
    public func conflict(
        in configuration: Configuration, budget: Budget = .default
    ) throws(FeatureModelError) -> [FeatureID]? {
        let stepCount = circuit.items.count + meanings.count
        var steps = LimitedSteps(BudgetWatch(budget, states: circuit.nodeCount, bytes: 2 * byteCount))
        func canComplete(_ configuration: Configuration) throws(FeatureModelError) -> Bool {
            try stopping { () throws(LimitError) in try steps.step(stepCount) }
            return self.canComplete(configuration)
        }
        if try canComplete(configuration) { return nil }
        if isEmpty { return [] }
        let decided = model.ids.filter { configuration[$0] != .undecided && meanings[Int($0)] != nil }
        return try minimalConflict(among: decided) { (features) throws(FeatureModelError) in
            var part = Configuration(of: model)
            for feature in features { part[feature] = configuration[feature] }
            return try canComplete(part)
        }.sorted()
    }
}
