public import BigIntegers
public import WorkLimits

/// The properties of features that depend on all products.
public struct FeatureProperties: Sendable, Hashable {
    /// The features in all products.
    public let coreFeatures: [FeatureID]
    /// The features in no product.
    public let deadFeatures: [FeatureID]
    /// The features that are in some products, but not in all products.
    public let variantFeatures: [FeatureID]
    /// The features in exactly one product.
    public let uniqueFeatures: [FeatureID]
    /// The features that are optional in the tree although each product that contains the parent
    /// contains the feature. Dead features don't count.
    public let falseOptionalFeatures: [FeatureID]
}

extension Products {
    /// Returns the number of products that contain each feature; 0 for features out of scope.
    ///
    /// - Complexity: O(*s*) operations on integers for *s* elements of the compiled products.
    /// - Throws: ``FeatureModelError/stopped(_:)``.
    public func featureCounts(budget: Budget = .default) throws(FeatureModelError) -> [BigInteger] {
        let trueCounts = try stopping { () throws(LimitError) in try circuit.trueCounts(counts, budget: budget) }
        return meanings.map { meaning in
            switch meaning {
            case nil, .constant(false)?: 0
            case .constant(true)?: count
            case .literal(let literal)?:
                literal.value ? trueCounts[literal.variable] : count - trueCounts[literal.variable]
            }
        }
    }

    /// Returns the commonality of each feature: the probability, from 0 to 1, that a product drawn
    /// at random contains the feature; 0 in void models.
    ///
    /// - Complexity: O(*s*) operations on integers for *s* elements of the compiled products.
    /// - Throws: ``FeatureModelError/stopped(_:)``.
    public func commonalities(budget: Budget = .default) throws(FeatureModelError) -> [Double] {
        try featureCounts(budget: budget).map { ratio($0, count) }
    }

    /// Returns the core, dead, variant, unique and false optional features, in ascending order.
    ///
    /// In a void model all features are dead.
    ///
    /// - Complexity: O(*s*) operations on integers for *s* elements of the compiled products.
    /// - Throws: ``FeatureModelError/stopped(_:)``.
    public func featureProperties(budget: Budget = .default) throws(FeatureModelError) -> FeatureProperties {
        let counts = try featureCounts(budget: budget)
        let featuresInScope = model.ids.filter { meanings[Int($0)] != nil }
        func features(_ hasProperty: (FeatureID, BigInteger) -> Bool) -> [FeatureID] {
            featuresInScope.filter { hasProperty($0, counts[Int($0)]) }
        }
        return FeatureProperties(
            coreFeatures: features { _, number in !isEmpty && number == count },
            deadFeatures: features { _, number in number.isZero },
            variantFeatures: features { _, number in !number.isZero && number != count },
            uniqueFeatures: features { _, number in number == 1 },
            falseOptionalFeatures: features { feature, number in
                // The products with the feature are among those with its parent.
                guard !number.isZero, let parent = model.parent(of: feature), meanings[Int(parent)] != nil else {
                    return false
                }
                return model.isOptional(feature) && number == counts[Int(parent)]
            })
    }

    /// Returns the decisions shared by all products that agree with a configuration; `nil` if there
    /// is no such product.
    ///
    /// A feature that is deselected in all of these products, but not in all products, is
    /// conditionally dead; a feature that is selected in all of these products, but not in all
    /// products, is conditionally core.
    ///
    /// - Complexity: O(*s*) for *s* elements of the compiled products.
    public func consequences(of configuration: Configuration) -> Configuration? {
        guard let isAllowed = allowance(for: configuration),
            let isPossible = circuit.possibleLiterals(allowing: isAllowed)
        else { return nil }
        var result = configuration
        for (index, meaning) in meanings.enumerated() {
            switch meaning {
            case .constant(let value)?: result[FeatureID(index)] = value ? .selected : .deselected
            case .literal(let literal)?:
                if !isPossible[(!literal).index] { result[FeatureID(index)] = .selected }
                if !isPossible[literal.index] { result[FeatureID(index)] = .deselected }
            case nil: break
            }
        }
        return result
    }

    /// Returns the quotient of two numbers, which may be too large for floating point.
    func ratio(_ part: BigInteger, _ whole: BigInteger) -> Double {
        if whole.isZero { return 0 }
        // Both are shifted on their own, so that a small part keeps its digits.
        let partShift = Swift.max(0, part.bitWidth - 1000)
        let wholeShift = Swift.max(0, whole.bitWidth - 1000)
        let quotient = Double(part >> partShift) / Double(whole >> wholeShift)
        return Double(sign: .plus, exponent: partShift - wholeShift, significand: quotient)
    }
}
