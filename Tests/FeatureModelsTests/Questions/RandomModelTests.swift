import AlgorithmSupport
import Automata
import AutomataCounting
import FeatureLanguages
import FeatureModels
import FeatureTestSupport
import TestSupport
import Testing

/// Every question about random models, by each engine, against all sets of features.
@Suite struct RandomModelTests {
    /// The random models of a run.
    static var seeds: Range<UInt64> { 0..<(TestScope.isLong ? 500 : 40) }

    @Test(arguments: seeds) func enginesAgreeWithEnumeration(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        for round in 0..<100 {
            let model = FeatureModel.random(
                featureCount: Int.random(in: 1...12, using: &generator),
                constraintCount: Int.random(in: 0...3, using: &generator), using: &generator)
            let expected = EnumeratedProducts(model)
            let answers = EnumeratedAnswers(expected, over: .allFeatures)
            let concreteAnswers = EnumeratedAnswers(expected, over: .concreteFeatures)
            for engine in ProductEngine.allCases {
                let products = try model.products(using: engine)
                let check = Check(products: products, model: model, expected: answers)
                try check.all("seed \(seed), round \(round), \(engine)", using: &generator)
                let concrete = try model.products(over: .concreteFeatures, using: engine)
                let concreteCheck = Check(products: concrete, model: model, expected: concreteAnswers)
                try concreteCheck.all("seed \(seed), round \(round), \(engine), concrete", using: &generator)
            }
            try check(redundancyOf: model, expected, "seed \(seed), round \(round)")
        }
    }

    private func check(redundancyOf model: FeatureModel, _ expected: EnumeratedProducts, _ label: String) throws {
        let redundant = model.constraints.indices.filter { index in
            var other = model
            other.constraints.remove(at: index)
            return EnumeratedProducts(other).products == expected.products
        }
        #expect(try model.redundantConstraints() == redundant, "\(label)")
    }
}

/// The comparison of compiled products with enumerated ones.
private struct Check {
    let products: Products
    let model: FeatureModel
    let expected: EnumeratedAnswers

    private var scope: [FeatureID] { expected.scope }
    private var sets: [[Bool]] { expected.sets }

    func all(_ label: String, using generator: inout SplitMix64) throws {
        #expect(products.count == BigInteger(sets.count), "\(label)")
        #expect(products.isEmpty == sets.isEmpty, "\(label)")
        #expect(products.map(\.set) == sets, "\(label)")
        try counts(label)
        try properties(label)
        try ranks(label, using: &generator)
        try configurations(label, using: &generator)
        try optima(label, using: &generator)
        try language(label)
        #expect(try products.sizes() == expected.sizes.map { BigInteger($0) }, "\(label)")
    }

    private func language(_ label: String) throws {
        let automaton = try products.automaton()
        let words = expected.words
        #expect(Array(try automaton.words().prefix(words.count + 1)) == words, "\(label)")
    }

    private func counts(_ label: String) throws {
        let counts = try products.featureCounts()
        let shares = scope.map { feature in
            sets.isEmpty ? 0 : Double(expected.featureCounts[Int(feature)]) / Double(sets.count)
        }
        for feature in scope {
            #expect(counts[Int(feature)] == BigInteger(expected.featureCounts[Int(feature)]), "\(label), \(feature)")
        }
        let commonalities = try products.commonalities()
        #expect(scope.map { commonalities[Int($0)] } == shares, "\(label)")
        let mean = scope.isEmpty ? 0 : shares.reduce(0, +) / Double(scope.count)
        #expect(abs(try products.homogeneity() - mean) < 1e-9, "\(label)")
        #expect(products.variabilityFactor == Double(sets.count) / Double(1 << scope.count), "\(label)")
    }

    private func properties(_ label: String) throws {
        func number(_ feature: FeatureID) -> Int { expected.featureCounts[Int(feature)] }
        let properties = try products.featureProperties()
        #expect(properties.coreFeatures == scope.filter { !sets.isEmpty && number($0) == sets.count }, "\(label)")
        #expect(properties.deadFeatures == scope.filter { number($0) == 0 }, "\(label)")
        #expect(properties.variantFeatures == scope.filter { number($0) > 0 && number($0) < sets.count }, "\(label)")
        #expect(properties.uniqueFeatures == scope.filter { number($0) == 1 }, "\(label)")
        #expect(properties.falseOptionalFeatures == expected.falseOptional, "\(label)")
        #expect(try products.atomicSets() == expected.atomicSets, "\(label)")
    }

    private func ranks(_ label: String, using generator: inout SplitMix64) throws {
        #expect(try products.product(at: BigInteger(sets.count)) == nil, "\(label)")
        #expect(try products.product(at: -1) == nil, "\(label)")
        guard let set = sets.randomElement(using: &generator), let rank = sets.firstIndex(of: set) else {
            #expect(products.sample(3, using: &generator).isEmpty, "\(label)")
            return
        }
        let product = try #require(try products.product(at: BigInteger(rank)), "\(label)")
        #expect(product.set == set && products.contains(product), "\(label)")
        #expect(try products.rank(of: product) == BigInteger(rank), "\(label)")
        #expect(products.sample(3, using: &generator).allSatisfy { sets.contains($0.set) }, "\(label)")
    }

    private func configurations(_ label: String, using generator: inout SplitMix64) throws {
        var partial = Configuration(of: model)
        for feature in scope where generator.isTrue(1, of: 3) {
            partial[feature] = generator.isTrue(1, of: 2) ? .selected : .deselected
        }
        let matching = expected.agreeing(with: partial)
        #expect(products.canComplete(partial) == !matching.isEmpty, "\(label)")
        #expect(try products.count(with: partial) == BigInteger(matching.count), "\(label)")
        let isDecided = scope.allSatisfy { partial[$0] != .undecided }
        #expect(products.contains(partial) == (isDecided && !matching.isEmpty), "\(label)")
        let consequences = products.consequences(of: partial)
        #expect((consequences == nil) == matching.isEmpty, "\(label)")
        if let consequences, let decisions = expected.consequences(of: partial) {
            for feature in scope { #expect(consequences[feature] == decisions[feature], "\(label), \(feature)") }
        }
        let distances = expected.distances(to: partial)
        let nearest = try products.nearest(to: partial)
        #expect(nearest?.changes.count == distances.min(), "\(label)")
        if let nearest {
            let first = try #require(distances.firstIndex(of: nearest.changes.count), "\(label)")
            #expect(nearest.product.set == sets[first], "\(label)")
            #expect(
                nearest.changes
                    == scope.filter { partial[$0] != .undecided && partial[$0] != nearest.product[$0] }, "\(label)")
        }
    }

    private func optima(_ label: String, using generator: inout SplitMix64) throws {
        let weights = model.ids.map { _ in Int.random(in: -5...5, using: &generator) }
        let limit = Int.random(in: 0...8, using: &generator)
        let sums = expected.sums(of: weights)
        let found = try products.lightest(limit, weights: weights)
        #expect(found.map(\.weight) == Array(sums.sorted().prefix(limit)), "\(label)")
        #expect(Set(found.map(\.product)).count == found.count, "\(label)")
        for weighted in found {
            let index = try #require(sets.firstIndex(of: weighted.product.set), "\(label)")
            #expect(sums[index] == weighted.weight, "\(label)")
        }
    }
}
