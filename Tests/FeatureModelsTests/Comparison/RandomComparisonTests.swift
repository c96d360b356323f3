import AlgorithmSupport
import Automata
import AutomataCounting
import FeatureModels
import FeatureTestSupport
import TestSupport
import Testing

/// Comparisons of random models, by each engine, against all sets of features.
@Suite struct RandomComparisonTests {
    private static var seeds: Range<UInt64> { 0..<(TestScope.isLong ? 200 : 40) }

    @Test(arguments: seeds) func comparisonsAgreeWithEnumeration(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        for round in 0..<30 {
            let pair = ModelPair.random(using: &generator)
            let scope: Products.Scope = generator.isTrue(1, of: 4) ? .concreteFeatures : .allFeatures
            let expected = EnumeratedComparison(pair, over: scope)
            let swapped = EnumeratedComparison(ModelPair(old: pair.new, new: pair.old), over: scope)
            for engine in ProductEngine.allCases {
                let label: Comment = "seed \(seed), round \(round), \(engine)"
                let comparison = try pair.old.comparison(with: pair.new, over: scope, using: engine)
                try check(comparison, expected, label)
                let removals = try comparison.removalCauses(using: engine)
                try check(removals, expected, label)
                let additions = try comparison.additionCauses(using: engine)
                try check(additions, swapped, label)
                let back = try pair.new.comparison(with: pair.old, over: scope, using: engine)
                try check(back, swapped, label)
                #expect(back.removedProductCount == comparison.addedProductCount, label)
                #expect(back.addedProductCount == comparison.removedProductCount, label)
                #expect(back.commonProductCount == comparison.commonProductCount, label)
                #expect(back.removedFeatures == comparison.addedFeatures, label)
                #expect(back.addedFeatures == comparison.removedFeatures, label)
                #expect(Set(try back.removalCauses(using: engine)).count == additions.count, label)
            }
        }
    }

    @Test(arguments: seeds) func aModelIsARefactoringOfItself(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        for round in 0..<10 {
            let model = ModelPair.random(using: &generator).new
            let comparison = try model.comparison(with: model)
            let count = try model.products().count
            let label: Comment = "seed \(seed), round \(round)"
            #expect(comparison.kind == .refactoring && comparison.commonProductCount == count, label)
            #expect(comparison.commonFeatures == Array(model.ids), label)
            #expect(comparison.removedFeatures.isEmpty && comparison.addedFeatures.isEmpty, label)
            #expect(try comparison.firstRemovedProduct() == nil && comparison.firstAddedProduct() == nil, label)
            #expect(try comparison.removalCauses().isEmpty && comparison.additionCauses().isEmpty, label)
        }
    }

    private func check(
        _ comparison: FeatureModelComparison, _ expected: EnumeratedComparison, _ label: Comment
    ) throws {
        let (removed, added) = (expected.removed, expected.added)
        #expect(comparison.commonFeatures == expected.common.map(\.old), label)
        #expect(comparison.oldProductCount == BigInteger(expected.oldProducts.count), label)
        #expect(comparison.newProductCount == BigInteger(expected.newProducts.count), label)
        #expect(comparison.commonProductCount == BigInteger(expected.kept.count), label)
        #expect(comparison.removedProductCount == BigInteger(removed.count), label)
        #expect(comparison.addedProductCount == BigInteger(added.count), label)
        let kind: FeatureModelComparison.Kind =
            removed.isEmpty
            ? added.isEmpty ? .refactoring : .generalization : added.isEmpty ? .specialization : .arbitraryEdit
        #expect(comparison.kind == kind, label)
        func product(_ set: [Bool]) -> Configuration {
            var product = Configuration(of: expected.old)
            for (features, isSelected) in zip(expected.common, set) {
                product[features.old] = isSelected ? .selected : .deselected
            }
            return product
        }
        #expect(try comparison.firstRemovedProduct() == removed.first.map(product), label)
        #expect(try comparison.firstAddedProduct() == added.first.map(product), label)
    }

    /// Checks the causes of removed products.
    private func check(
        _ causes: [[FeatureRelation]], _ expected: EnumeratedComparison, _ label: Comment
    ) throws {
        #expect(causes.isEmpty == expected.removed.isEmpty, label)
        let about = expected.relationsAboutCommonFeatures
        let broken = about.filter { relation in expected.oldProducts.contains { expected.excludes([relation], $0) } }
        #expect(causes.filter { $0.count == 1 && about.contains($0[0]) }.map { $0[0] } == broken, label)
        for cause in causes {
            #expect(!cause.isEmpty && (cause.count == 1 || !cause.contains { about.contains($0) }), label)
            // All of the rules are needed to exclude one of the products.
            let isMinimal = expected.removed.contains { product in
                expected.excludes(cause, product)
                    && cause.indices.allSatisfy { index in
                        var others = cause
                        others.remove(at: index)
                        return !expected.excludes(others, product)
                    }
            }
            #expect(isMinimal, label)
        }
    }
}
