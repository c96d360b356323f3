import Automata
import FeatureModels
import Testing

/// The budget of the optimum.
@Suite struct OptimumTests {
    /// A model whose products are all sets of a number of features: one node has them all.
    private static func products(featureCount: Int) throws -> Products {
        var model = FeatureModel(root: "R")
        model.add((0..<featureCount).map { "F\($0)" }, below: model.root, .optional)
        return try model.products()
    }

    @Test func longListsEndWithinTheBudget() throws {
        let products = try Self.products(featureCount: 60)
        #expect(throws: FeatureModelError.self) {
            try products.lightest(
                1 << 40, weights: [Int](repeating: 1, count: 61), budget: Budget(maximumBytes: 1 << 20))
        }
    }

    @Test func aLimitBeyondAllProductsGivesAllOfThem() throws {
        let found = try Self.products(featureCount: 3).lightest(.max, weights: [0, 1, 2, 4])
        #expect(found.map(\.weight) == Array(0..<8))
    }
}
