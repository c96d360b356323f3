import Automata
import AutomataCounting
import FeatureLanguages
import FeatureModels
import FeatureTestSupport
import TestSupport
import Testing
import WorkLimits

/// Every question about random models, by each engine, against all sets of features.
@Suite struct RandomModelTests {
    /// The random models of a run.
    static var seeds: Range<UInt64> { 0..<(TestScope.isLong ? 500 : 100) }

    @Test(arguments: seeds) func enginesAgreeWithEnumeration(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        for round in 0..<100 {
            let model = FeatureModel.random(
                featureCount: Int.random(in: 1...12, using: &generator),
                constraintCount: Int.random(in: 0...3, using: &generator), using: &generator)
            let expected = EnumeratedProducts(model)
            for engine in ProductEngine.allCases {
                let products = try model.products(using: engine)
                let check = Check(products: products, expected: expected, sets: expected.products)
                try check.all("seed \(seed), round \(round), \(engine)", using: &generator)
                let concrete = try model.products(over: .concreteFeatures, using: engine)
                let concreteCheck = Check(products: concrete, expected: expected, sets: expected.concrete)
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
    let expected: EnumeratedProducts
    /// The products over the features in scope, in order.
    let sets: [[Bool]]

    private var model: FeatureModel { expected.model }
    private var scope: [FeatureID] {
        model.ids.filter { products.scope == .allFeatures || !model[$0].isAbstract }
    }

    func all(_ label: String, using generator: inout SplitMix64) throws {
        #expect(products.count == BigInteger(sets.count), "\(label)")
        #expect(products.isEmpty == sets.isEmpty, "\(label)")
        #expect(products.map(\.set) == sets, "\(label)")
        try counts(label)
        try properties(label)
        try places(label, using: &generator)
        try configurations(label, using: &generator)
        try optima(label, using: &generator)
        try language(label)
        let sizes = try products.sizes()
        let most = sets.map { $0.count { $0 } }.max() ?? -1
        let numbers = (0..<(most + 1)).map { size in sets.count { $0.count { $0 } == size } }
        #expect(sizes == numbers.map { BigInteger($0) }, "\(label)")
    }

    private func language(_ label: String) throws {
        let automaton = try products.automaton()
        let words = sets.map { set in scope.map { set[Int($0)] ? 1 as Letter : 0 } }
        #expect(Array(try automaton.words().prefix(words.count + 1)) == words, "\(label)")
    }

    private func counts(_ label: String) throws {
        let counts = try products.featureCounts()
        for feature in scope {
            #expect(counts[Int(feature)] == BigInteger(sets.count { $0[Int(feature)] }), "\(label), \(feature)")
        }
        let shares = scope.map { feature in
            sets.isEmpty ? 0 : Double(sets.count { $0[Int(feature)] }) / Double(sets.count)
        }
        #expect(try scope.map { try products.commonalities()[Int($0)] } == shares, "\(label)")
        let mean = scope.isEmpty ? 0 : shares.reduce(0, +) / Double(scope.count)
        #expect(abs(try products.homogeneity() - mean) < 1e-9, "\(label)")
        #expect(products.variabilityFactor == Double(sets.count) / Double(1 << scope.count), "\(label)")
    }

    private func properties(_ label: String) throws {
        func number(_ feature: FeatureID) -> Int { sets.count { $0[Int(feature)] } }
        let properties = try products.featureProperties()
        #expect(properties.core == scope.filter { !sets.isEmpty && number($0) == sets.count }, "\(label)")
        #expect(properties.dead == scope.filter { number($0) == 0 }, "\(label)")
        #expect(properties.variant == scope.filter { number($0) > 0 && number($0) < sets.count }, "\(label)")
        #expect(properties.unique == scope.filter { number($0) == 1 }, "\(label)")
        let falseOptional = scope.filter { feature in
            guard let parent = model.parent(of: feature), scope.contains(parent), number(feature) > 0,
                let group = model[feature].group
            else { return false }
            return model.groups[group].bounds.lowerBound < model.groups[group].members.count
                && !sets.contains { $0[Int(parent)] && !$0[Int(feature)] }
        }
        #expect(properties.falseOptional == falseOptional, "\(label)")
        let columns = scope.map { feature in sets.map { $0[Int(feature)] } }
        let atomic = scope.indices.filter { columns.firstIndex(of: columns[$0]) == $0 }.map { first in
            scope.indices.filter { columns[$0] == columns[first] }.map { scope[$0] }
        }
        #expect(try products.atomicSets() == atomic, "\(label)")
    }

    private func places(_ label: String, using generator: inout SplitMix64) throws {
        #expect(try products.product(at: BigInteger(sets.count)) == nil, "\(label)")
        #expect(try products.product(at: -1) == nil, "\(label)")
        guard let set = sets.randomElement(using: &generator), let place = sets.firstIndex(of: set) else {
            #expect(products.sample(3, using: &generator).isEmpty, "\(label)")
            return
        }
        let product = try #require(try products.product(at: BigInteger(place)), "\(label)")
        #expect(product.set == set && products.contains(product), "\(label)")
        #expect(try products.place(of: product) == BigInteger(place), "\(label)")
        #expect(products.sample(3, using: &generator).allSatisfy { sets.contains($0.set) }, "\(label)")
    }

    private func configurations(_ label: String, using generator: inout SplitMix64) throws {
        var partial = Configuration(of: model)
        for feature in scope where generator.isTrue(1, of: 3) {
            partial[feature] = generator.isTrue(1, of: 2) ? .selected : .deselected
        }
        let matching = sets.filter { set in
            scope.allSatisfy { partial[$0] == .undecided || (partial[$0] == .selected) == set[Int($0)] }
        }
        #expect(products.canComplete(partial) == !matching.isEmpty, "\(label)")
        #expect(try products.count(with: partial) == BigInteger(matching.count), "\(label)")
        let isDecided = scope.allSatisfy { partial[$0] != .undecided }
        #expect(products.contains(partial) == (isDecided && !matching.isEmpty), "\(label)")
        let consequences = products.consequences(of: partial)
        #expect((consequences == nil) == matching.isEmpty, "\(label)")
        if let consequences {
            for feature in scope {
                let values = Set(matching.map { $0[Int(feature)] })
                let decision: Configuration.Decision =
                    values.count == 2 ? .undecided : values.contains(true) ? .selected : .deselected
                #expect(consequences[feature] == decision, "\(label), \(feature)")
            }
        }
        let distances = sets.map { set in
            scope.count { partial[$0] != .undecided && (partial[$0] == .selected) != set[Int($0)] }
        }
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
        let sums = sets.map { set in set.indices.reduce(0) { $0 + (set[$1] ? weights[$1] : 0) } }
        let found = try products.lightest(limit, weights: weights)
        #expect(found.map(\.weight) == Array(sums.sorted().prefix(limit)), "\(label)")
        #expect(Set(found.map(\.product)).count == found.count, "\(label)")
        for weighted in found {
            let index = try #require(sets.firstIndex(of: weighted.product.set), "\(label)")
            #expect(sums[index] == weighted.weight, "\(label)")
        }
    }
}
