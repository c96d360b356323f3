public import BigIntegers
public import WorkLimits

extension Products {
    /// A Boolean value that indicates whether there are no products.
    public var isEmpty: Bool { circuit.isEmpty }

    /// Returns whether a configuration is a product: all features in scope are decided, and a
    /// product agrees with the decisions.
    ///
    /// Decisions about features out of scope don't matter.
    ///
    /// - Complexity: O(*s*) for *s* elements of the compiled products.
    public func contains(_ configuration: Configuration) -> Bool {
        decidesScope(configuration) && canComplete(configuration)
    }

    /// Returns whether a configuration decides all features in scope.
    func decidesScope(_ configuration: Configuration) -> Bool {
        meanings.indices.allSatisfy { meanings[$0] == nil || configuration[FeatureID($0)] != .undecided }
    }

    /// Returns whether a product agrees with all decisions of a configuration.
    ///
    /// Decisions about features out of scope don't matter.
    ///
    /// - Complexity: O(*s*) for *s* elements of the compiled products.
    public func canComplete(_ configuration: Configuration) -> Bool {
        guard let isAllowed = allowance(for: configuration) else { return false }
        return circuit.isSatisfiable(allowing: isAllowed)
    }

    /// Returns the number of products that agree with all decisions of a configuration.
    ///
    /// - Complexity: O(*s*) operations on integers for *s* elements of the compiled products.
    /// - Throws: ``FeatureModelError/stopped(_:)``.
    public func count(
        with configuration: Configuration, budget: Budget = .default
    ) throws(FeatureModelError) -> BigInteger {
        guard let isAllowed = allowance(for: configuration) else { return 0 }
        return try stopping { () throws(LimitError) in
            try circuit.counts(allowing: isAllowed, budget: budget).last ?? 0
        }
    }

    /// Returns whether a product that agrees with a configuration may have each literal; `nil` if a
    /// decision contradicts all products.
    func allowance(for configuration: Configuration) -> [Bool]? {
        if isEmpty { return nil }
        var isAllowed = [Bool](repeating: true, count: 2 * circuit.variableCount)
        for (index, meaning) in meanings.enumerated() {
            let decision = configuration[FeatureID(index)]
            guard let meaning, decision != .undecided else { continue }
            switch meaning {
            case .constant(let value): if value != (decision == .selected) { return nil }
            case .literal(let literal):
                let needed = decision == .selected ? literal : !literal
                isAllowed[(!needed).index] = false
            }
        }
        return isAllowed
    }

    /// Returns the product for an assignment to the variables; features out of scope are undecided.
    func product(_ isTrue: (Literal) -> Bool) -> Configuration {
        var product = Configuration(featureCount: meanings.count, all: .undecided)
        for (index, meaning) in meanings.enumerated() {
            switch meaning {
            case .constant(let value)?: product[FeatureID(index)] = value ? .selected : .deselected
            case .literal(let literal)?: product[FeatureID(index)] = isTrue(literal) ? .selected : .deselected
            case nil: break
            }
        }
        return product
    }
}
