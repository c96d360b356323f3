public import BigIntegers
public import WorkLimits

/// The differences between an old and a new feature model, by their products over common features.
///
///     let comparison = try old.comparison(with: new)
///     print(comparison.kind, comparison.removedProductCount, comparison.addedProductCount)
///     print(try comparison.firstRemovedProduct()?.selectedFeatures.map { old[$0].name } ?? [])
///
/// Features with the same name, byte by byte, are common. A product over common features is the
/// part of a product that consists of common features; products with the same part count as one.
/// The comparison gives such a product as a configuration of the old model in which all other
/// features are undecided. The order of products over common features is the lexicographic order of
/// ``Products``.
///
/// - Reference: T. Thüm, D. Batory, C. Kästner, Reasoning about edits to feature models, ICSE 2009,
///   doi:10.1109/ICSE.2009.5070526, for the kinds. There, features that a model lacks count as
///   deselected in its products.
public struct FeatureModelComparison: Sendable {
    /// The old feature model. Products over common features are configurations of this model.
    public let old: FeatureModel
    /// The new feature model.
    public let new: FeatureModel
    /// The features that distinguish products: products that agree on them count as one.
    public let scope: Products.Scope
    /// The common features in scope, by their numbers in the old model.
    public let commonFeatures: [FeatureID]
    /// The features in scope that only the old model has, by their numbers in that model.
    public let removedFeatures: [FeatureID]
    /// The features in scope that only the new model has, by their numbers in that model.
    public let addedFeatures: [FeatureID]

    /// The conditions of the old model with the rules of the new model, and the conditions of the
    /// new model with the rules of the old model.
    let (oldWithNewRules, newWithOldRules): (JoinedModels, JoinedModels)
    /// The products, over common features, that the old model, the new model, and both models have.
    let (oldProducts, newProducts, commonProducts): (Projection, Projection, Projection)

    /// The kind of an edit that turns the old model into the new one.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The products are the same.
        case refactoring
        /// Products are removed, and none is added.
        case specialization
        /// Products are added, and none is removed.
        case generalization
        /// Products are removed, and others are added.
        case arbitraryEdit = "arbitrary edit"
    }
}

extension FeatureModel {
    /// Compares the products of this model, the old model, with the products of a new model.
    ///
    /// Each model is compiled by itself. Then both models are compiled as one, with separate
    /// variables for features that aren't common, which gives the products that both models have.
    ///
    /// - Parameters:
    ///   - new: The new model.
    ///   - scope: The features by which products differ. In the scope of concrete features, only
    ///     features that are concrete in both models are common.
    ///   - engine: The engine; `nil` to try all engines in turn.
    ///   - budget: The limits of nodes and bytes of an engine.
    /// - Complexity: Exponential in the number of features at worst.
    /// - Throws: ``FeatureModelError/invalid(_:)``, ``FeatureModelError/tooLarge(_:)``, or
    ///   ``FeatureModelError/stopped(_:)``.
    public func comparison(
        with new: FeatureModel, over scope: Products.Scope = .allFeatures, using engine: ProductEngine? = nil,
        budget: Budget = .default
    ) throws(FeatureModelError) -> FeatureModelComparison {
        for model in [self, new] { try model.checkForEngines(budget: budget) }
        return try FeatureModelComparison(self, new, scope, engine, budget)
    }
}

extension FeatureModelComparison {
    fileprivate init(
        _ old: FeatureModel, _ new: FeatureModel, _ scope: Products.Scope, _ engine: ProductEngine?, _ budget: Budget
    ) throws(FeatureModelError) {
        (self.old, self.new, self.scope) = (old, new, scope)
        let systems = try stopping { () throws(LimitError) in
            (old: try old.booleanSystem(budget: budget), new: try new.booleanSystem(budget: budget))
        }
        (oldWithNewRules, newWithOldRules) = try stopping { () throws(LimitError) in
            (
                try JoinedModels(old, systems.old, new, over: scope, budget: budget),
                try JoinedModels(new, systems.new, old, over: scope, budget: budget)
            )
        }
        commonFeatures = oldWithNewRules.commonFeatures
        removedFeatures = newWithOldRules.ownFeatures(in: scope)
        addedFeatures = oldWithNewRules.ownFeatures(in: scope)
        let count = oldWithNewRules.commonFeatures.count
        let (isAllOfOld, isAllOfNew) = (count == old.features.count, count == new.features.count)
        let (oldNumbers, newNumbers) = (commonFeatures.map { Int($0) }, oldWithNewRules.numbersInSecond.map { Int($0) })
        oldProducts = try Projection(
            of: systems.old, onto: oldNumbers, keepsAll: isAllOfOld, using: engine, budget: budget)
        newProducts = try Projection(
            of: systems.new, onto: newNumbers, keepsAll: isAllOfNew, using: engine, budget: budget)
        commonProducts = try Projection(
            of: oldWithNewRules.system(adding: oldWithNewRules.relations, budget: budget), onto: oldNumbers,
            keepsAll: isAllOfOld && isAllOfNew,
            using: engine, budget: budget)
    }
}

extension FeatureModelComparison {
    /// The number of products of the old model; those that agree on common features count once.
    public var oldProductCount: BigInteger { oldProducts.count }

    /// The number of products of the new model; those that agree on common features count once.
    public var newProductCount: BigInteger { newProducts.count }

    /// The number of products, over common features, that both models have.
    public var commonProductCount: BigInteger { commonProducts.count }

    /// The number of products, over common features, that only the old model has.
    public var removedProductCount: BigInteger { oldProductCount - commonProductCount }

    /// The number of products, over common features, that only the new model has.
    public var addedProductCount: BigInteger { newProductCount - commonProductCount }

    /// The kind of the edit.
    public var kind: Kind {
        switch (removedProductCount.isZero, addedProductCount.isZero) {
        case (true, true): .refactoring
        case (false, true): .specialization
        case (true, false): .generalization
        case (false, false): .arbitraryEdit
        }
    }

    /// Returns the first product, over common features, that only the old model has; `nil` if there
    /// is no such product.
    ///
    /// - Complexity: O(*n* *s*) operations on integers at worst, for *n* features and *s* elements
    ///   of the compiled products.
    /// - Throws: ``FeatureModelError/stopped(_:)``.
    public func firstRemovedProduct(budget: Budget = .default) throws(FeatureModelError) -> Configuration? {
        try oldProducts.firstAssignment(missingIn: commonProducts, budget: budget).map(product)
    }

    /// Returns the first product, over common features, that only the new model has, as a
    /// configuration of the old model; `nil` if there is no such product.
    ///
    /// - Complexity: O(*n* *s*) operations on integers at worst, for *n* features and *s* elements
    ///   of the compiled products.
    /// - Throws: ``FeatureModelError/stopped(_:)``.
    public func firstAddedProduct(budget: Budget = .default) throws(FeatureModelError) -> Configuration? {
        try newProducts.firstAssignment(missingIn: commonProducts, budget: budget).map(product)
    }

    /// Returns the product that holds some of the common features.
    private func product(_ isSelected: [Bool]) -> Configuration {
        var product = Configuration(of: old)
        for (feature, isSelected) in zip(commonFeatures, isSelected) {
            product[feature] = isSelected ? .selected : .deselected
        }
        return product
    }
}
