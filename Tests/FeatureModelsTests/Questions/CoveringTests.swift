import AlgorithmSupport
import Automata
import FeatureModels
import FeatureTestSupport
import TestSupport
import Testing
import WorkLimits

/// Samples that cover all interactions, against all sets of features.
@Suite struct CoveringTests {
    private static var seeds: Range<UInt64> { 0..<(TestScope.isLong ? 100 : 10) }

    @Test(arguments: seeds) func samplesCoverAllValidChoices(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        for round in 0..<30 {
            let model = FeatureModel.random(
                featureCount: Int.random(in: 1...9, using: &generator),
                constraintCount: Int.random(in: 0...3, using: &generator), using: &generator)
            let label: Comment = "seed \(seed), round \(round)"
            let expected = EnumeratedProducts(model)
            for scope in [Products.Scope.allFeatures, .concreteFeatures] {
                let products = try model.products(over: scope)
                let sets = scope == .allFeatures ? expected.products : expected.concrete
                for strength in 1...3 {
                    let sample = try products.coveringSample(strength: strength).map(\.set)
                    #expect(sample.allSatisfy { sets.contains($0) }, label)
                    #expect(Set(sample).count == sample.count, label)
                    #expect(choices(of: sample, strength) == choices(of: sets, strength), label)
                }
            }
        }
    }

    /// The decisions about so many features, or all if there are fewer, that sets have.
    private func choices(of sets: [[Bool]], _ strength: Int) -> Set<[Int]> {
        var choices: Set<[Int]> = []
        func add(_ choice: [Int], _ set: [Bool], from start: Int) {
            if choice.count == min(strength, set.count) {
                choices.insert(choice)
                return
            }
            for feature in start..<set.count {
                add(choice + [2 * feature + (set[feature] ? 1 : 0)], set, from: feature + 1)
            }
        }
        for set in sets { add([], set, from: 0) }
        return choices
    }

    @Test func unrelatedFeaturesNeedFewProducts() throws {
        var model = FeatureModel(root: "A")
        model.add((0..<100).map { "F\($0)" }, below: model.root, .optional)
        let products = try model.products()
        #expect(try products.coveringSample(strength: 1).count == 2)
        // At least 9 are needed: with 8, no more than 35 columns have all pairs of values.
        #expect(try products.coveringSample(strength: 2).count <= 24)
        #expect(throws: FeatureModelError.self) {
            try products.coveringSample(strength: 2, budget: Budget(maximumStates: 1000))
        }
    }

    /// No number counts the choices of decisions about so many features.
    @Test(arguments: [62, 63, 64, 100, .max])
    func greatStrengthsAreRefused(strength: Int) throws {
        var model = FeatureModel(root: "A")
        model.add((0..<100).map { "F\($0)" }, below: model.root, .optional)
        let products = try model.products()
        #expect(throws: FeatureModelError.self) {
            try products.coveringSample(strength: strength, budget: Budget(maximumStates: 1000))
        }
    }

    @Test func voidModelsHaveNoSample() throws {
        var model = FeatureModel(root: "A")
        #expect(try model.products().coveringSample(strength: 2).map(\.selectedFeatures) == [[0]])
        model.constraints = [.constant(false)]
        #expect(try model.products().coveringSample(strength: 2).isEmpty)
    }
}
