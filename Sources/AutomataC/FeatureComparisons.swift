// The functions here are described in automata_features.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata
internal import FeatureModels

/// The differences between two models, with the parts lent to C.
private final class FeatureComparisonHandle: Handle, Sendable {
    static let kind: StaticString = "comparison"

    let comparison: FeatureModelComparison
    let engine: ProductEngine?
    /// The numbers of common, removed and added products.
    private let lentCounts: [IntegerHandle]
    /// The common, removed and added features.
    private let lentFeatures: [StableArray<FeatureID>]
    /// The models; they are freed after the comparison, as they dismantle its constraints.
    let models: [FeatureModelHandle]

    init(
        _ comparison: FeatureModelComparison, of models: [FeatureModelHandle], using engine: ProductEngine?
    ) {
        (self.comparison, self.models, self.engine) = (comparison, models, engine)
        lentCounts = [comparison.commonProductCount, comparison.removedProductCount, comparison.addedProductCount].map(
            IntegerHandle.init)
        lentFeatures = [comparison.commonFeatures, comparison.removedFeatures, comparison.addedFeatures].map {
            StableArray($0)
        }
    }

    func count(_ side: automata_side) -> IntegerHandle? { side.index.map { lentCounts[$0] } }
    func features(_ side: automata_side) -> StableArray<FeatureID>? { side.index.map { lentFeatures[$0] } }

    /// Reserves memory for a question in proportion to both models.
    func reserveMemory() throws(CallError) {
        try MemoryReservation.reserveMemory(models.reduce(0) { $0 + $1.byteCount })
    }
}

extension automata_side {
    /// The number of the side; `nil` if it is invalid.
    fileprivate var index: Int? {
        switch self {
        case AUTOMATA_SIDE_NONE: 0
        case AUTOMATA_SIDE_FIRST: 1
        case AUTOMATA_SIDE_SECOND: 2
        default: nil
        }
    }

    /// Returns whether the side is the old model; it must be one of the models.
    fileprivate func requiredIsOld() throws(CallError) -> Bool {
        switch self {
        case AUTOMATA_SIDE_FIRST: true
        case AUTOMATA_SIDE_SECOND: false
        default: throw .invalidArgument("invalid 'side'; expected AUTOMATA_SIDE_FIRST or AUTOMATA_SIDE_SECOND")
        }
    }
}

@c @implementation
public func automata_feature_comparison_new(
    _ oldModel: OpaquePointer?, _ newModel: OpaquePointer?, _ options: UnsafePointer<automata_products_options>?,
    _ comparison: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(comparison, "comparison", error) { () throws(CallError) in
        let models = [try FeatureModelHandle.required(oldModel), try FeatureModelHandle.required(newModel)]
        let options = try automata_products_options.given(options)
        let (scope, engine) = (try Products.Scope(options.scope), try ProductEngine.given(options.engine))
        let budget = try Budget(options.budget)
        try core { () throws(AutomataError) in try budget.check(statesBuilt: 0, bytes: 0) }
        try MemoryReservation.reserveMemory(2 * models.reduce(0) { $0 + $1.byteCount })
        let comparison = try features { () throws(FeatureModelError) in
            try models[0].model.comparison(with: models[1].model, over: scope, using: engine, budget: budget)
        }
        return FeatureComparisonHandle(comparison, of: models, using: engine)
    }
}

@c @implementation
public func automata_feature_comparison_free(_ comparison: OpaquePointer?) { FeatureComparisonHandle.free(comparison) }

@c @implementation
public func automata_feature_comparison_edit(_ comparison: OpaquePointer?) -> automata_feature_edit {
    switch FeatureComparisonHandle.from(comparison)?.comparison.kind {
    case .refactoring?, nil: AUTOMATA_FEATURE_EDIT_REFACTORING
    case .specialization?: AUTOMATA_FEATURE_EDIT_SPECIALIZATION
    case .generalization?: AUTOMATA_FEATURE_EDIT_GENERALIZATION
    case .arbitraryEdit?: AUTOMATA_FEATURE_EDIT_ARBITRARY
    }
}

@c @implementation
public func automata_feature_comparison_count(_ comparison: OpaquePointer?, _ side: automata_side) -> OpaquePointer? {
    FeatureComparisonHandle.from(comparison)?.count(side)?.lent()
}

@c @implementation
public func automata_feature_comparison_features(
    _ comparison: OpaquePointer?, _ side: automata_side
) -> automata_features {
    FeatureComparisonHandle.from(comparison)?.features(side)?.lentFeatures ?? automata_features()
}

@c @implementation
public func automata_feature_comparison_first_product(
    _ comparison: OpaquePointer?, _ side: automata_side, _ budget: UnsafePointer<automata_budget>?,
    _ product: UnsafeMutablePointer<UnsafeMutablePointer<automata_feature_decision>?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    product?.initialize(to: nil)
    return call(error) { () throws(CallError) in
        let handle = try FeatureComparisonHandle.required(comparison)
        let isOld = try side.requiredIsOld()
        let product = try required(product, "product")
        let budget = try Budget(budget)
        try handle.reserveMemory()
        let found = try features { () throws(FeatureModelError) in
            isOld
                ? try handle.comparison.firstRemovedProduct(budget: budget)
                : try handle.comparison.firstAddedProduct(budget: budget)
        }
        guard let found else { return }
        let decisions = try Result.allocate(automata_feature_decision.self, found.featureCount)
        found.write(to: decisions)
        product.initialize(to: decisions)
    }
}

@c @implementation
public func automata_feature_comparison_causes(
    _ comparison: OpaquePointer?, _ side: automata_side, _ budget: UnsafePointer<automata_budget>?,
    _ rules: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(rules, "rules", error) { () throws(CallError) in
        let handle = try FeatureComparisonHandle.required(comparison)
        let isOld = try side.requiredIsOld()
        let budget = try Budget(budget)
        try handle.reserveMemory()
        let (comparison, engine) = (handle.comparison, handle.engine)
        let causes = try features { () throws(FeatureModelError) in
            isOld
                ? try comparison.removalCauses(using: engine, budget: budget)
                : try comparison.additionCauses(using: engine, budget: budget)
        }
        // The rules of one model exclude the products that only the other one has.
        return try FeatureRulesHandle(causes, of: handle.models[isOld ? 1 : 0])
    }
}
