public import WorkLimits

extension Products {
    /// A product with the sum of its features' weights.
    public struct WeightedProduct: Hashable, Sendable {
        /// The complete configuration of the product.
        public let product: Configuration
        /// The sum of the weights of the product's features.
        public let weight: Int
    }

    /// Returns the products with the least sums of weights, in ascending order; negate weights for
    /// the greatest sums.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of products.
    ///   - weights: The weight of each feature, by its number.
    ///   - configuration: The decisions that the products agree with; `nil` for no decisions.
    ///   - budget: The budget.
    /// - Returns: At most `limit` products; fewer if fewer products agree with the decisions.
    /// - Complexity: O(*s* *k* log *k*) for *s* elements of the compiled products and *k* products.
    /// - Precondition: There is a weight for each feature, and the magnitudes of all weights add up
    ///   to less than 2⁶¹.
    /// - Throws: ``FeatureModelError/stopped(_:)``.
    public func lightest(
        _ limit: Int, weights: [Int], with configuration: Configuration? = nil, budget: Budget = .default
    ) throws(FeatureModelError) -> [WeightedProduct] {
        precondition(weights.count == meanings.count, "expected one weight for each feature")
        var isAllowed: [Bool]?
        if let configuration {
            isAllowed = allowance(for: configuration)
            if isAllowed == nil { return [] }
        }
        return try cheapest(limit, isAllowed, budget) { feature, isSelected in isSelected ? weights[feature] : 0 }
    }

    /// Returns the product that is closest to a configuration, and the features that the product
    /// decides differently; `nil` if there are no products.
    ///
    /// Features that the configuration leaves undecided never differ. Of several closest products,
    /// the result is the first in the order of products.
    ///
    /// - Complexity: O(*s* *n* / 64) for *s* elements of the compiled products and *n* features.
    /// - Throws: ``FeatureModelError/stopped(_:)``.
    public func nearest(
        to configuration: Configuration, budget: Budget = .default
    ) throws(FeatureModelError) -> (product: Configuration, changes: [FeatureID])? {
        let (costs, _) = costs { feature, isSelected in
            switch configuration[FeatureID(feature)] {
            case .undecided: 0
            case .selected: isSelected ? 0 : 1
            case .deselected: isSelected ? 1 : 0
            }
        }
        let isAllowed = [Bool](repeating: true, count: 2 * circuit.variableCount)
        let bits = try stopping { () throws(LimitError) in
            try circuit.firstAssignment(allowing: isAllowed, costs: costs, budget: budget)
        }
        guard let bits else { return nil }
        let product = product { bits.hasBit($0.variable) == $0.value }
        let changes = model.ids.filter { feature in
            let (old, new) = (configuration[feature], product[feature])
            return old != .undecided && new != .undecided && old != new
        }
        return (product, changes)
    }

    /// Returns the costs of literals, and that of all features with one value.
    private func costs(_ cost: (Int, Bool) -> Int) -> (literals: [Int], base: Int) {
        var costs = [Int](repeating: 0, count: 2 * circuit.variableCount)
        var base = 0
        for (feature, meaning) in meanings.enumerated() {
            switch meaning {
            case .constant(let value)?: base += cost(feature, value)
            case .literal(let literal)?:
                costs[literal.index] += cost(feature, true)
                costs[(!literal).index] += cost(feature, false)
            case nil: break
            }
        }
        return (costs, base)
    }

    /// Returns the products with the least costs.
    private func cheapest(
        _ limit: Int, _ isAllowed: [Bool]?, _ budget: Budget, cost: (Int, Bool) -> Int
    ) throws(FeatureModelError) -> [WeightedProduct] {
        if isEmpty || limit <= 0 { return [] }
        let (costs, base) = costs(cost)
        let cheapest = try stopping { () throws(LimitError) in
            try CheapestAssignments(
                circuit, costs: costs, allowing: isAllowed, limit: limit, budget: budget)
        }
        return cheapest.sums.enumerated().map { position, sum in
            var isTrue = [Bool](repeating: false, count: circuit.variableCount)
            for literal in cheapest.literals(of: position) { isTrue[literal.variable] = literal.value }
            return WeightedProduct(product: product { isTrue[$0.variable] == $0.value }, weight: base + sum)
        }
    }
}
