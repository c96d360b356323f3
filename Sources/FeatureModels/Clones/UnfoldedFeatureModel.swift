internal import TextSupport
public import WorkLimits

/// A feature model without clones, whose products correspond one to one to the products of a model
/// with clones.
///
///     var shop = FeatureModel(root: "Shop")
///     let front = shop.add("StoreFront", below: shop.root, .mandatory)
///     shop[front].cardinality = FeatureModel.Cardinality(1, upTo: 2)
///     shop.add(["Card", "Cash"], below: front, .or)
///     let unfolded = try shop.unfolded()
///     print(unfolded.model.features.map(\.name))
///     // ["Shop", "StoreFront.1", "StoreFront.1.Card", "StoreFront.1.Cash", "StoreFront.2", ...]
///     // 3 with one store front, and 3 * 3 with two:
///     print(try unfolded.model.products().count)  // 12
public struct UnfoldedFeatureModel: Hashable, Sendable {
    /// The model without clones.
    public let model: FeatureModel
    /// For each feature, the corresponding feature of the model with clones.
    public let originalFeatures: [FeatureID]
    /// The clone number of each feature within the clone of its parent, counted from 1; 1 for
    /// features that can't have several clones.
    public let cloneNumbers: [Int]
}

extension FeatureModel {
    /// Returns a model without clones, whose products correspond one to one to this model's.
    ///
    /// A feature `F` that may have several clones becomes copies `F.1`, `F.2` and so on; a product
    /// with *k* clones contains the first *k* copies. The name of a feature below a copy begins
    /// with the name of the copy, as in `StoreFront.2.Payment`. In constraints, a proposition about
    /// each clone becomes a proposition about each copy. A feature becomes the disjunction of its
    /// copies, and a value the sum over the copies. Constraints keep their indices; the rules for
    /// copies come after the constraints.
    ///
    /// Copies of a feature are siblings. In a group that counts its members, such as an
    /// alternative, only the first copy of each member counts: the further copies come in optional
    /// groups after that group.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of clones of a feature without an upper bound.
    ///   - budget: The limits of features and bytes of the result, checked before it is built.
    /// - Complexity: O(*n*) for *n* features and parts of constraints of the result. A feature has
    ///   as many copies as its maximum number of clones, multiplied by that of each feature above
    ///   it.
    /// - Throws: ``FeatureModelError/invalid(_:)``, also for a feature without an upper bound if
    ///   the limit is less than its lower bound; ``FeatureModelError/stopped(_:)``.
    public func unfolded(
        limit: Int? = nil, budget: Budget = .default
    ) throws(FeatureModelError) -> UnfoldedFeatureModel {
        let findings = findings + boundlessFindings(limit: limit)
        guard findings.isEmpty else { throw .invalid(findings) }
        var bounded = self
        for feature in ids {
            guard let cardinality = self[feature].cardinality, cardinality.upper == nil else { continue }
            bounded[feature].cardinality?.upper = limit
        }
        var unfolding = Unfolding(try bounded.cloneTree(budget: budget))
        let result = try stopping { () throws(LimitError) in
            try unfolding.checkSize(budget)
            try unfolding.copyFeatures(budget)
            try unfolding.copyConstraints(budget)
            return unfolding.result
        }
        let tooDeep = constraints.indices.filter {
            !result.model.constraints[$0].hasDepthAtMost(Proposition.maximumDepth)
        }
        guard tooDeep.isEmpty else {
            throw .invalid(
                tooDeep.map {
                    FeatureFinding(
                        part: .constraint($0),
                        description:
                            "a constraint has more than \(Proposition.maximumDepth) levels after unfolding; split it"
                    )
                })
        }
        return result
    }

    /// Returns the findings about features whose number of clones isn't bounded.
    private func boundlessFindings(limit: Int?) -> [FeatureFinding] {
        ids.compactMap { feature in
            guard let cardinality = self[feature].cardinality, cardinality.upper == nil else { return nil }
            let least = max(1, cardinality.lower)
            if let limit, limit >= least { return nil }
            let remedy = limit == nil ? "give the unfolding a limit" : "raise the limit to \(least)"
            return FeatureFinding(
                part: .feature(feature),
                description: "the number of clones of \(Message.quoted(self[feature].name.utf8)) has no upper bound; "
                    + remedy)
        }
    }
}
