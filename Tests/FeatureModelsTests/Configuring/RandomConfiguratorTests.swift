import AlgorithmSupport
import Automata
import FeatureModels
import FeatureTestSupport
import TestSupport
import Testing
import WorkLimits

/// Random steps with compiled products, against all sets of features.
@Suite struct RandomConfiguratorTests {
    static var seeds: Range<UInt64> { 0..<(TestScope.isLong ? 500 : 60) }

    @Test(arguments: seeds) func stepsAgreeWithEnumeration(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        for round in 0..<20 {
            let model = FeatureModel.randomInStages(
                featureCount: Int.random(in: 1...12, using: &generator),
                constraintCount: Int.random(in: 0...3, using: &generator), using: &generator)
            for engine in ProductEngine.allCases {
                let products = try model.products(using: engine)
                guard var trial = try ConfiguratorTrial(model, make: { try Configurator(products) }) else { continue }
                try trial.run(15, using: &generator)
                #expect(trial.faults.isEmpty, "seed \(seed), round \(round), \(engine)")
            }
        }
    }

    @Test(arguments: seeds) func samplesAgreeWithConfigurations(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        for round in 0..<20 {
            let model = FeatureModel.random(
                featureCount: Int.random(in: 1...8, using: &generator),
                constraintCount: Int.random(in: 0...2, using: &generator), using: &generator)
            var configuration = Configuration(of: model)
            for feature in model.ids where generator.isTrue(1, of: 4) {
                configuration[feature] = generator.isTrue(1, of: 2) ? .selected : .deselected
            }
            let agreeing = EnumeratedProducts(model).products.filter { set in
                model.ids.allSatisfy {
                    configuration[$0] == .undecided || (configuration[$0] == .selected) == set[Int($0)]
                }
            }
            for engine in ProductEngine.allCases {
                let sample = try model.products(using: engine).sample(400, with: configuration, using: &generator)
                let counts = Dictionary(grouping: sample.map(\.set), by: { $0 }).mapValues(\.count)
                let label: Comment = "seed \(seed), round \(round), \(engine)"
                #expect(sample.count == (agreeing.isEmpty ? 0 : 400), label)
                #expect(Set(counts.keys).isSubset(of: Set(agreeing)), label)
                // Six standard deviations from the mean of each product, and a little for rare
                // ones.
                let mean = 400 / Double(max(1, agreeing.count))
                for set in agreeing {
                    #expect(abs(Double(counts[set] ?? 0) - mean) < 6 * mean.squareRoot() + 4, label)
                }
            }
        }
    }
}
