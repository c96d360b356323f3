import AutomataTestSupport
import FeatureLanguages
import FeatureModels
import FeatureTestSupport
import Testing

/// Products that are saved and loaded.
@Suite struct CompiledProductsTests {
    private func models() -> [FeatureModel] {
        (0..<40 as Range<UInt64>).compactMap { seed in
            var random = SplitMix64(seed: seed)
            let model = FeatureModel.random(
                featureCount: 2 + Int(seed % 12), constraintCount: Int(seed % 4), using: &random)
            return model.findings.isEmpty ? model : nil
        }
    }

    private func products() throws -> [Products] {
        try models().flatMap { model in
            try [Products.Scope.allFeatures, .concreteFeatures].flatMap { scope in
                try ProductEngine.allCases.map { try model.products(over: scope, using: $0) }
            }
        }
    }

    @Test func loadedProductsAreTheSame() throws {
        var emptyCount = 0
        for products in try products() {
            let bytes = try products.compiledBytes()
            let loaded = try Products(compiled: bytes.span.bytes, of: products.model)
            #expect(try loaded.compiledBytes() == bytes)
            #expect(loaded.count == products.count && loaded.order == products.order)
            #expect(loaded.engine == products.engine && loaded.scope == products.scope)
            #expect(try loaded.featureCounts() == products.featureCounts())
            #expect(loaded.isEmpty == products.isEmpty)
            if products.isEmpty { emptyCount += 1 }
        }
        #expect(emptyCount > 0)
    }

    @Test func productsOfAnotherModelAreRefused() throws {
        var model = FeatureModel(root: "root")
        let first = model.add("first", below: model.root, .optional)
        let second = model.add("second", below: model.root, .optional)
        let bytes = try model.products().compiledBytes()
        _ = try Products(compiled: bytes.span.bytes, of: model)
        var other = model
        other.constraints.append(.implies(.feature(first), .feature(second)))
        #expect(throws: FeatureModelError.self) { try Products(compiled: bytes.span.bytes, of: other) }
        other = model
        other[first].name = "third"
        #expect(throws: FeatureModelError.self) { try Products(compiled: bytes.span.bytes, of: other) }
        #expect(throws: FeatureModelError.self) {
            try Products(compiled: bytes.span.bytes, of: model, budget: Budget(isCancelled: { true }))
        }
    }

    /// Counts of the nodes take most of the memory.
    @Test func loadingKeepsItsBudget() throws {
        var model = FeatureModel(root: "root")
        model.add((0..<400).map { "f\($0)" }, below: model.root, .cardinality(100...300))
        let bytes = try model.products(using: .decisionDNNF).compiledBytes()
        for maximumBytes in [2 * bytes.count, 6 * bytes.count] {
            let error = #expect(throws: FeatureModelError.self) {
                try Products(compiled: bytes.span.bytes, of: model, budget: Budget(maximumBytes: maximumBytes))
            }
            if case .stopped(let stop)? = error {
                #expect(stop.isBudgetExceeded)
            } else {
                Issue.record("\(error as Any)")
            }
        }
        _ = try Products(compiled: bytes.span.bytes, of: model, budget: Budget(maximumBytes: 24 * bytes.count))
        final class Calls: @unchecked Sendable {
            // Unchecked: used by one thread.
            var count = 0
        }
        let calls = Calls()
        let counting = Budget(isCancelled: {
            calls.count += 1
            return false
        })
        _ = try Products(compiled: bytes.span.bytes, of: model, budget: counting)
        // The nodes are checked, and then counted.
        #expect(calls.count > 2 * bytes.count / 13 / 4096)
    }

    /// An object that someone damaged and sealed is refused, or it can be asked.
    @Test func damageIsFoundOrHarmless() throws {
        var (refusedCount, loadedCount) = (0, 0)
        let budget = Budget(maximumStates: 1_000, maximumBytes: 1 << 24)
        for (index, products) in try products().enumerated() {
            let bytes = try products.compiledBytes()
            var random = SplitMix64(seed: UInt64(index))
            let short = DamagedObjects.shortened(bytes, &random)
            #expect(throws: FeatureModelError.self) { try Products(compiled: short.span.bytes, of: products.model) }
            for _ in 0..<150 {
                let changed = DamagedObjects.changed(bytes, &random)
                guard let loaded = try? Products(compiled: changed.span.bytes, of: products.model, budget: budget)
                else {
                    refusedCount += 1
                    continue
                }
                loadedCount += 1
                _ = try? loaded.featureProperties(budget: budget)
                _ = try? loaded.featureCounts(budget: budget)
                _ = try? loaded.atomicSets(budget: budget)
                _ = loaded.contains(Configuration(of: products.model))
                _ = loaded.sample(3, using: &random)
                _ = try? loaded.sizes(budget: budget)
                _ = try? loaded.homogeneity(budget: budget)
                _ = try? loaded.coveringSample(strength: 2, budget: budget)
                _ = try? loaded.automaton(budget: budget)
                for product in loaded.prefix(5) { _ = try? loaded.rank(of: product, budget: budget) }
            }
        }
        #expect(refusedCount > 1_000 && loadedCount > 1_000)
    }
}
