internal import BigIntegers
public import WorkLimits

extension Products {
    /// The number of products divided by the number of all sets of features in scope.
    public var variabilityFactor: Double {
        ratio(count, BigInteger(1) << meanings.count { $0 != nil })
    }

    /// Returns the mean commonality of the features in scope, 0…1. It is 1 only if every product
    /// contains all of them.
    ///
    /// - Complexity: O(*s*) operations on integers for *s* elements of the compiled products.
    /// - Throws: ``FeatureModelError/stopped(_:)``.
    public func homogeneity(budget: Budget = .default) throws(FeatureModelError) -> Double {
        let sum = try featureCounts(budget: budget).reduce(0, +)
        return ratio(sum, count * BigInteger(meanings.count { $0 != nil }))
    }
}
