// The functions here are described in automata_features.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
internal import AutomataCounting
public import CAutomata
internal import FeatureLanguages
internal import FeatureModels

extension automata_products_options: SizedStruct {}

// MARK: - Compiling

extension Products.Scope {
    init(_ scope: automata_feature_scope) throws(CallError) {
        switch scope {
        case AUTOMATA_FEATURE_SCOPE_ALL_FEATURES: self = .allFeatures
        case AUTOMATA_FEATURE_SCOPE_CONCRETE_FEATURES: self = .concreteFeatures
        default: throw .invalidArgument("invalid 'scope'; expected a constant of automata_feature_scope")
        }
    }
}

extension ProductEngine {
    /// Returns the engine that C gives; `nil` for any.
    static func given(_ engine: automata_feature_engine) throws(CallError) -> ProductEngine? {
        switch engine {
        case AUTOMATA_FEATURE_ENGINE_AUTOMATIC: nil
        case AUTOMATA_FEATURE_ENGINE_DECISION_DNNF: .decisionDNNF
        case AUTOMATA_FEATURE_ENGINE_LAYERED_DFA: .layeredDFA
        default: throw .invalidArgument("invalid 'engine'; expected a constant of automata_feature_engine")
        }
    }

    fileprivate var forC: automata_feature_engine {
        switch self {
        case .decisionDNNF: AUTOMATA_FEATURE_ENGINE_DECISION_DNNF
        case .layeredDFA: AUTOMATA_FEATURE_ENGINE_LAYERED_DFA
        }
    }
}

@c @implementation
public func automata_products_new(
    _ model: OpaquePointer?, _ options: UnsafePointer<automata_products_options>?,
    _ products: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(products, "products", error) { () throws(CallError) in
        let model = try FeatureModelHandle.required(model)
        let options = try automata_products_options.given(options)
        let (scope, engine) = (try Products.Scope(options.scope), try ProductEngine.given(options.engine))
        let budget = try Budget(options.budget)
        try core { () throws(AutomataError) in try budget.check(statesBuilt: 0, bytes: 0) }
        try MemoryReservation.reserveMemory(model.byteCount)
        let products = try features { () throws(FeatureModelError) in
            try model.model.products(over: scope, using: engine, budget: budget)
        }
        return ProductsHandle(products, of: model)
    }
}

@c @implementation
public func automata_products_save(
    _ products: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ bytes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, _ size: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    save(bytes, size, error) { () throws(CallError) in
        let products = try ProductsHandle.required(products)
        let budget = try Budget(budget)
        try core { () throws(AutomataError) in
            try budget.check(statesBuilt: 0, bytes: products.products.byteCount)
        }
        try products.reserveMemory()
        return try features { () throws(FeatureModelError) in try products.products.compiledBytes(budget: budget) }
    }
}

@c @implementation
public func automata_products_load(
    _ bytes: UnsafeRawPointer?, _ size: Int, _ model: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ products: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(products, "products", error) { () throws(CallError) in
        let bytes = try Argument.bytes(bytes, size, "bytes")
        let model = try FeatureModelHandle.required(model)
        let budget = try Budget(budget)
        try MemoryReservation.reserveMemory(model.byteCount + bytes.count)
        let products = try features { () throws(FeatureModelError) in
            try Products(compiled: bytes.bytes, of: model.model, budget: budget)
        }
        return ProductsHandle(products, of: model)
    }
}

@c @implementation
public func automata_fa_from_products(
    _ products: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ automaton: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(automaton, "automaton", error) { () throws(CallError) in
        let products = try ProductsHandle.required(products)
        let budget = try Budget(budget)
        try products.reserveMemory()
        let dfa = try features { () throws(FeatureModelError) in try products.products.automaton(budget: budget) }
        return AutomatonHandle(.dfa(dfa))
    }
}

@c @implementation
public func automata_products_free(_ products: OpaquePointer?) { ProductsHandle.free(products) }

@c @implementation
public func automata_products_engine(_ products: OpaquePointer?) -> automata_feature_engine {
    ProductsHandle.from(products)?.products.engine.forC ?? AUTOMATA_FEATURE_ENGINE_AUTOMATIC
}

@c @implementation
public func automata_products_feature_count(_ products: OpaquePointer?) -> Int {
    ProductsHandle.from(products)?.featureCount ?? 0
}

@c @implementation
public func automata_products_count(_ products: OpaquePointer?) -> OpaquePointer? {
    ProductsHandle.from(products)?.count.lent()
}

@c @implementation
public func automata_products_is_empty(_ products: OpaquePointer?) -> Bool {
    ProductsHandle.from(products)?.products.isEmpty ?? false
}

// MARK: - Configurations

@c @implementation
public func automata_products_contains(
    _ products: OpaquePointer?, _ decisions: UnsafePointer<automata_feature_decision>?, _ count: Int,
    _ contained: UnsafeMutablePointer<Bool>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    contained?.initialize(to: false)
    return call(error) { () throws(CallError) in
        let products = try ProductsHandle.required(products)
        let configuration = try products.configuration(decisions, count)
        let contained = try required(contained, "contained")
        try products.reserveMemory()
        contained.initialize(to: products.products.contains(configuration))
    }
}

@c @implementation
public func automata_products_can_complete(
    _ products: OpaquePointer?, _ decisions: UnsafePointer<automata_feature_decision>?, _ count: Int,
    _ possible: UnsafeMutablePointer<Bool>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    possible?.initialize(to: false)
    return call(error) { () throws(CallError) in
        let products = try ProductsHandle.required(products)
        let configuration = try products.configuration(decisions, count)
        let possible = try required(possible, "possible")
        try products.reserveMemory()
        possible.initialize(to: products.products.canComplete(configuration))
    }
}

@c @implementation
public func automata_products_count_with(
    _ products: OpaquePointer?, _ decisions: UnsafePointer<automata_feature_decision>?, _ count: Int,
    _ budget: UnsafePointer<automata_budget>?, _ number: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(number, "number", error) { () throws(CallError) in
        let products = try ProductsHandle.required(products)
        let configuration = try products.configuration(decisions, count)
        let budget = try Budget(budget)
        return IntegerHandle(
            try features { () throws(FeatureModelError) in
                try products.products.count(with: configuration, budget: budget)
            })
    }
}

@c @implementation
public func automata_products_propagate(
    _ products: OpaquePointer?, _ decisions: UnsafeMutablePointer<automata_feature_decision>?, _ count: Int,
    _ possible: UnsafeMutablePointer<Bool>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    possible?.initialize(to: false)
    return call(error) { () throws(CallError) in
        let products = try ProductsHandle.required(products)
        let configuration = try products.configuration(decisions, count)
        let possible = try required(possible, "possible")
        try products.reserveMemory()
        guard let decisions, let result = products.products.consequences(of: configuration) else { return }
        result.write(to: decisions)
        possible.initialize(to: true)
    }
}

@c @implementation
public func automata_products_nearest(
    _ products: OpaquePointer?, _ decisions: UnsafePointer<automata_feature_decision>?, _ count: Int,
    _ budget: UnsafePointer<automata_budget>?,
    _ nearest: UnsafeMutablePointer<UnsafeMutablePointer<automata_feature_decision>?>?,
    _ changeCount: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(nearest, changeCount)
    return call(error) { () throws(CallError) in
        let products = try ProductsHandle.required(products)
        let configuration = try products.configuration(decisions, count)
        try result.check("nearest", "change_count")
        let budget = try Budget(budget)
        let found = try features { () throws(FeatureModelError) in
            try products.products.nearest(to: configuration, budget: budget)
        }
        guard let found, let nearest else { return }
        try products.hand(out: found.product, to: nearest)
        changeCount?.initialize(to: found.changes.count)
    }
}

// MARK: - Order

@c @implementation
public func automata_products_rank(
    _ products: OpaquePointer?, _ decisions: UnsafePointer<automata_feature_decision>?, _ count: Int,
    _ budget: UnsafePointer<automata_budget>?, _ rank: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(rank, "rank", error) { () throws(CallError) in
        let products = try ProductsHandle.required(products)
        let configuration = try products.configuration(decisions, count)
        let budget = try Budget(budget)
        return try features { () throws(FeatureModelError) in
            try products.products.rank(of: configuration, budget: budget)
        }.map(IntegerHandle.init)
    }
}

@c @implementation
public func automata_products_unrank(
    _ products: OpaquePointer?, _ rank: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ product: UnsafeMutablePointer<UnsafeMutablePointer<automata_feature_decision>?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    product?.initialize(to: nil)
    return call(error) { () throws(CallError) in
        let products = try ProductsHandle.required(products)
        let rank = try IntegerHandle.required(rank).integer
        let product = try required(product, "product")
        let budget = try Budget(budget)
        let found = try features { () throws(FeatureModelError) in
            try products.products.product(at: rank, budget: budget)
        }
        if let found { try products.hand(out: found, to: product) }
    }
}

@c @implementation
public func automata_products_lightest(
    _ products: OpaquePointer?, _ weights: UnsafePointer<Int64>?,
    _ decisions: UnsafePointer<automata_feature_decision>?,
    _ count: Int, _ limit: Int, _ budget: UnsafePointer<automata_budget>?,
    _ lightest: UnsafeMutablePointer<UnsafeMutablePointer<automata_feature_decision>?>?,
    _ sums: UnsafeMutablePointer<UnsafeMutablePointer<Int64>?>?, _ productCount: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    lightest?.initialize(to: nil)
    let result = ArrayResult(sums, productCount)
    return call(error) { () throws(CallError) in
        let products = try ProductsHandle.required(products)
        let configuration = try decisions.map { (decisions) throws(CallError) in
            try products.configuration(decisions, count)
        }
        let weights = try products.model.weights(weights, count)
        let lightest = try required(lightest, "lightest")
        try result.check("sums", "product_count")
        let budget = try Budget(budget)
        let total = UInt(exactly: products.products.count) ?? .max
        let most = Int(clamping: min(UInt(bitPattern: limit), total))
        // Lists of candidates are concatenated and sorted between two checks. Positions in them
        // have 31 bits.
        try products.check(most > Int(Int32.max) ? .max : most, 3 * count + 1024, budget)
        let found = try features { () throws(FeatureModelError) in
            try products.products.lightest(most, weights: weights, with: configuration, budget: budget)
        }
        let flat = try Result.allocate(automata_feature_decision.self, found.count * count)
        for (index, one) in found.enumerated() { one.product.write(to: flat + index * count) }
        do throws(CallError) {
            try result.hand(out: found.map { Int64($0.weight) })
        } catch {
            automata_free(flat)
            throw error
        }
        lightest.initialize(to: flat)
    }
}

// MARK: - Features of all products

@c @implementation
public func automata_products_feature_counts(
    _ products: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ counts: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(counts, "counts", error) { () throws(CallError) in
        let products = try ProductsHandle.required(products)
        let budget = try Budget(budget)
        return IntegersHandle(
            try features { () throws(FeatureModelError) in try products.products.featureCounts(budget: budget) })
    }
}

@c @implementation
public func automata_products_commonalities(
    _ products: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ commonalities: UnsafeMutablePointer<UnsafeMutablePointer<Double>?>?, _ count: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(commonalities, count)
    return call(error) { () throws(CallError) in
        let products = try ProductsHandle.required(products)
        try result.check("commonalities")
        let budget = try Budget(budget)
        try result.hand(
            out: try features { () throws(FeatureModelError) in try products.products.commonalities(budget: budget) })
    }
}

@c @implementation
public func automata_products_sizes(
    _ products: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ sizes: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(sizes, "sizes", error) { () throws(CallError) in
        let products = try ProductsHandle.required(products)
        let budget = try Budget(budget)
        // All numbers, and the number that they are digits of.
        try products.check(products.featureCount, 3 * (products.products.count.bitWidth / 8 + 64), budget)
        return IntegersHandle(
            try features { () throws(FeatureModelError) in try products.products.sizes(budget: budget) })
    }
}

@c @implementation
public func automata_products_feature_properties(
    _ products: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ properties: UnsafeMutablePointer<UnsafeMutablePointer<UInt32>?>?, _ count: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(properties, count)
    return call(error) { () throws(CallError) in
        let products = try ProductsHandle.required(products)
        try result.check("properties")
        let budget = try Budget(budget)
        let found = try features { () throws(FeatureModelError) in
            try products.products.featureProperties(budget: budget)
        }
        var bits = [UInt32](repeating: 0, count: products.featureCount)
        for (features, bit) in [
            (found.coreFeatures, AUTOMATA_FEATURE_CORE), (found.deadFeatures, AUTOMATA_FEATURE_DEAD),
            (found.variantFeatures, AUTOMATA_FEATURE_VARIANT), (found.uniqueFeatures, AUTOMATA_FEATURE_UNIQUE),
            (found.falseOptionalFeatures, AUTOMATA_FEATURE_FALSE_OPTIONAL),
        ] {
            for feature in features { bits[Int(feature)] |= UInt32(bit) }
        }
        try result.hand(out: bits)
    }
}

@c @implementation
public func automata_products_atomic_sets(
    _ products: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ sets: UnsafeMutablePointer<UnsafeMutablePointer<UInt32>?>?, _ count: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(sets, count)
    return call(error) { () throws(CallError) in
        let products = try ProductsHandle.required(products)
        try result.check("sets")
        let budget = try Budget(budget)
        // Features are compared in samples first.
        try products.check(products.featureCount, 1024, budget)
        let found = try features { () throws(FeatureModelError) in try products.products.atomicSets(budget: budget) }
        var numbers = [UInt32](repeating: .max, count: products.featureCount)
        for (number, features) in found.enumerated() {
            for feature in features { numbers[Int(feature)] = UInt32(number) }
        }
        try result.hand(out: numbers)
    }
}
