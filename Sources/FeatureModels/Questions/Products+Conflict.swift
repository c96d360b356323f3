internal import Automata

extension Products {
    /// Returns features whose decisions contradict each other: no product agrees with all of them,
    /// and one does with those of all but one, whichever that is; `nil` if a product agrees with
    /// all decisions of a configuration.
    ///
    /// In a void model the list is empty.
    ///
    /// - Complexity: O(*k* log(*n* / *k*)) times ``canComplete(_:)`` for *k* features of the result
    ///   and *n* decisions. The algorithm is QuickXplain: U. Junker, "QuickXplain: preferred
    ///   explanations and relaxations for over-constrained problems", AAAI 2004.
    public func conflict(in configuration: Configuration) -> [FeatureID]? {
        if canComplete(configuration) { return nil }
        if isEmpty { return [] }
        var background = Configuration(of: model)
        let decided = model.ids.filter { configuration[$0] != .undecided && meanings[Int($0)] != nil }
        return conflict(among: decided[...], of: configuration, &background, isChecked: true).sorted()
    }

    /// Returns the decisions that are needed for a contradiction besides those in the background.
    ///
    /// - Parameter isChecked: Whether the background alone is known to have products.
    private func conflict(
        among features: ArraySlice<FeatureID>, of configuration: Configuration, _ background: inout Configuration,
        isChecked: Bool
    ) -> [FeatureID] {
        if !isChecked, !canComplete(background) { return [] }
        if features.count == 1 { return Array(features) }
        let middle = features.startIndex + features.count / 2
        let (first, second) = (features[..<middle], features[middle...])
        for feature in first { background[feature] = configuration[feature] }
        let late = conflict(among: second, of: configuration, &background, isChecked: false)
        for feature in first { background[feature] = .undecided }
        for feature in late { background[feature] = configuration[feature] }
        // If nothing is needed of the second half, the first one contradicts itself.
        let early = conflict(among: first, of: configuration, &background, isChecked: late.isEmpty)
        for feature in late { background[feature] = .undecided }
        return early + late
    }
}
