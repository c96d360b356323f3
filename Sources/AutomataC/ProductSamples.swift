// The functions here are described in automata_features.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata
internal import FeatureModels

@c @implementation
public func automata_products_sample(
    _ products: OpaquePointer?, _ random: OpaquePointer?, _ count: Int, _ budget: UnsafePointer<automata_budget>?,
    _ drawn: UnsafeMutablePointer<UnsafeMutablePointer<automata_feature_decision>?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    drawn?.initialize(to: nil)
    return call(error) { () throws(CallError) in
        let products = try ProductsHandle.required(products)
        let random = try RandomHandle.required(random)
        let drawn = try required(drawn, "drawn")
        let (budget, count) = (try Budget(budget), Argument.size(count))
        try products.check(count, products.featureCount, budget)
        if products.products.isEmpty { return }
        try products.reserveMemory()
        let result = try Result.allocate(automata_feature_decision.self, count * products.featureCount)
        do throws(CallError) {
            for index in 0..<count {
                try products.check(index, products.featureCount, budget)
                guard let product = products.products.sample(1, using: &random.generator).first else { break }
                product.write(to: result + index * products.featureCount)
            }
        } catch {
            automata_free(result)
            throw error
        }
        drawn.initialize(to: result)
    }
}

@c @implementation
public func automata_products_covering_sample(
    _ products: OpaquePointer?, _ strength: Int, _ budget: UnsafePointer<automata_budget>?,
    _ sample: UnsafeMutablePointer<UnsafeMutablePointer<automata_feature_decision>?>?,
    _ productCount: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(sample, productCount)
    return call(error) { () throws(CallError) in
        let products = try ProductsHandle.required(products)
        let strength = Argument.size(strength)
        guard strength > 0 else { throw .invalidArgument("invalid 'strength' 0; expected 1 or more") }
        try result.check("sample", "product_count")
        let budget = try Budget(budget)
        try products.reserveMemory()
        let found = try features { () throws(FeatureModelError) in
            try products.products.coveringSample(strength: strength, budget: budget)
        }
        guard let sample else { return }
        try products.hand(out: found, to: sample)
        productCount?.initialize(to: found.count)
    }
}
