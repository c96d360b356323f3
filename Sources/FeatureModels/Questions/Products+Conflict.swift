internal import Automata

extension Products {
    /// Returns features whose decisions contradict each other: no product agrees with all of them,
    /// and one does with those of all but one, whichever that is; `nil` if a product agrees with
    /// all decisions of a configuration.
    ///
    /// In a void model the list is empty.
    ///
    /// - Complexity: O(*k* log(*n* / *k*)) times ``canComplete(_:)`` for *k* features of the result
    ///   and *n* decisions.
    public func conflict(in configuration: Configuration) -> [FeatureID]? {
        if canComplete(configuration) { return nil }
        if isEmpty { return [] }
        let decided = model.ids.filter { configuration[$0] != .undecided && meanings[Int($0)] != nil }
        return minimalConflict(among: decided) { features in
            var part = Configuration(of: model)
            for feature in features { part[feature] = configuration[feature] }
            return canComplete(part)
        }.sorted()
    }
}
