import Automata
import AutomataCounting
import FeatureModels
import Testing

/// Comparisons with known answers.
@Suite struct ComparisonTests {
    /// A phone with 14 products.
    private static func phone() -> FeatureModel {
        var model = FeatureModel(root: "Phone")
        let screen = model.add("Screen", below: model.root, .mandatory)
        let kinds = model.add(["Basic", "Color", "High"], below: screen, .alternative)
        let extras = model.add(["GPS", "Camera", "MP3"], below: model.root, .optional)
        model.constraints = [
            .implies(.feature(extras[1]), .feature(kinds[2])),
            .implies(.feature(extras[0]), .not(.feature(kinds[0]))),
        ]
        return model
    }

    private func names(_ product: Configuration?, in model: FeatureModel) -> [String]? {
        product.map { $0.selectedFeatures.map { model[$0].name } }
    }

    @Test func editsHaveTheirKinds() throws {
        let old = Self.phone()
        var wider = old
        wider.constraints.remove(at: 0)
        let generalization = try old.comparison(with: wider)
        #expect(generalization.kind == .generalization)
        #expect(generalization.oldProductCount == 14 && generalization.newProductCount == 20)
        #expect(generalization.commonProductCount == 14)
        #expect(generalization.removedProductCount == 0 && generalization.addedProductCount == 6)
        #expect(try names(generalization.firstAddedProduct(), in: old) == ["Phone", "Screen", "Color", "Camera"])
        #expect(try generalization.firstRemovedProduct() == nil)
        #expect(try generalization.additionCauses() == [[.constraint(0)]])
        #expect(try generalization.removalCauses().isEmpty)

        let specialization = try wider.comparison(with: old)
        #expect(specialization.kind == .specialization && specialization.removedProductCount == 6)
        #expect(try names(specialization.firstRemovedProduct(), in: wider) == ["Phone", "Screen", "Color", "Camera"])
        #expect(try specialization.removalCauses() == [[.constraint(0)]])

        var other = wider
        other.setKind(.or, ofGroup: 2)
        let arbitrary = try old.comparison(with: other)
        #expect(
            arbitrary.kind == .arbitraryEdit && arbitrary.removedProductCount == 3 && arbitrary.addedProductCount == 6)
        #expect(try arbitrary.removalCauses() == [[.group(2)]])
        #expect(try arbitrary.additionCauses() == [[.constraint(0)]])
        #expect(try names(arbitrary.firstRemovedProduct(), in: old) == ["Phone", "Screen", "High"])
    }

    @Test func refactoringsWriteTheSameInOtherWords() throws {
        let old = Self.phone()
        var new = FeatureModel(root: "Phone")
        let features = new.add(["MP3", "Camera", "GPS", "Screen"], below: new.root, .optional)
        let kinds = new.add(["High", "Color", "Basic"], below: features[3], .optional)
        new.constraints = [
            .or([.not(.feature(features[1])), .feature(kinds[0])]), .feature(features[3]),
            .not(.and([.feature(kinds[2]), .feature(features[2])])), .atMostOne(kinds.map { .feature($0) }),
            .or(kinds.map { .feature($0) }),
        ]
        let comparison = try old.comparison(with: new)
        #expect(comparison.kind == .refactoring && comparison.commonProductCount == 14)
        #expect(comparison.removedFeatures.isEmpty && comparison.addedFeatures.isEmpty)
    }

    @Test func relationsAboutOtherFeaturesWorkTogether() throws {
        var old = FeatureModel(root: "A")
        old.add(["B", "C", "D"], below: old.root, .optional)
        var new = old
        let link = new.add("Link", below: new.root, .optional)
        new.add("Extra", below: link, .mandatory)
        // Together: B => C.
        new.constraints = [
            .implies(.feature(1), .feature(link)), .implies(.feature(link), .or([.feature(2), .not(.feature(1))])),
            .implies(.feature(link), .or([.feature(3), .not(.feature(3))])),
        ]
        let comparison = try old.comparison(with: new)
        #expect(comparison.kind == .specialization && comparison.removedProductCount == 2)
        #expect(comparison.addedFeatures == [link, link + 1] && comparison.removedFeatures.isEmpty)
        #expect(try names(comparison.firstRemovedProduct(), in: old) == ["A", "B"])
        #expect(try comparison.removalCauses() == [[.constraint(0), .constraint(1)]])

        // Other features alone remove nothing.
        var renamed = old
        renamed[1].name = "b"
        let renaming = try old.comparison(with: renamed)
        #expect(renaming.kind == .refactoring && renaming.commonProductCount == 4)
        #expect(renaming.removedFeatures == [1] && renaming.addedFeatures == [1])
    }

    @Test func abstractFeaturesCanBeLeftOut() throws {
        var old = FeatureModel(root: "A")
        let group = old.add("G", below: old.root, .optional)
        old[group].isAbstract = true
        old.add("B", below: group, .optional)
        var new = old
        new.setKind(.or, ofGroup: 1)
        let all = try old.comparison(with: new)
        #expect(all.kind == .specialization && all.removedProductCount == 1)
        #expect(try names(all.firstRemovedProduct(), in: old) == ["A", "G"])
        let concrete = try old.comparison(with: new, over: .concreteFeatures)
        #expect(concrete.kind == .refactoring && concrete.commonProductCount == 2)
        #expect(concrete.commonFeatures == [0, 2] && concrete.addedFeatures.isEmpty)
    }

    @Test func voidModels() throws {
        let old = Self.phone()
        var void = old
        void.constraints.append(.constant(false))
        let emptied = try old.comparison(with: void)
        #expect(emptied.kind == .specialization && emptied.removedProductCount == 14 && emptied.newProductCount == 0)
        #expect(try names(emptied.firstRemovedProduct(), in: old) == ["Phone", "Screen", "High"])
        #expect(try emptied.removalCauses() == [[.constraint(2)]])
        let filled = try void.comparison(with: old)
        #expect(filled.kind == .generalization && filled.addedProductCount == 14)
        #expect(try names(filled.firstAddedProduct(), in: void) == ["Phone", "Screen", "High"])
        let both = try void.comparison(with: void)
        #expect(both.kind == .refactoring && both.commonProductCount == 0)
    }

    @Test func modelsWithoutCommonFeatures() throws {
        let old = Self.phone()
        var new = FeatureModel(root: "Car")
        new.add(["Radio", "Heater"], below: new.root, .or)
        let nothing = try old.comparison(with: new)
        #expect(nothing.commonFeatures.isEmpty && nothing.kind == .refactoring && nothing.commonProductCount == 1)
        #expect(nothing.removedFeatures == Array(old.ids) && nothing.addedFeatures == Array(new.ids))
        new[new.root].name = "Phone"
        let root = try old.comparison(with: new)
        #expect(root.commonFeatures == [0] && root.kind == .refactoring && root.oldProductCount == 1)
        // Without a common feature, a void model lacks the product without any.
        new[new.root].name = "Car"
        new.constraints = [.not(.feature(1)), .not(.feature(2))]
        let void = try old.comparison(with: new)
        #expect(void.kind == .specialization && void.removedProductCount == 1)
        #expect(try names(void.firstRemovedProduct(), in: old) == [])
        #expect(try void.removalCauses() == [[.root, .group(0), .constraint(0), .constraint(1)]])
    }

    @Test func namesAreComparedByteByByte() throws {
        // The same letter, composed and decomposed.
        let comparison = try FeatureModel(root: "\u{E9}").comparison(with: FeatureModel(root: "e\u{301}"))
        #expect(comparison.commonFeatures.isEmpty && comparison.addedFeatures == [0])
    }

    @Test func faultsAndLimits() throws {
        var faulty = Self.phone()
        faulty.constraints.append(.feature(99))
        for (old, new) in [(faulty, Self.phone()), (Self.phone(), faulty)] {
            #expect(throws: FeatureModelError.invalid(faulty.findings)) { try old.comparison(with: new) }
        }
        var generator = SeededGenerator(seed: 1)
        var hard = FeatureModel(root: "A")
        let features = hard.add((0..<120).map { "F\($0)" }, below: hard.root, .optional)
        for _ in 0..<200 {
            let literals = (0..<3).map { _ -> Proposition in
                let feature = Proposition.feature(features.randomElement(using: &generator)!)
                return Bool.random(using: &generator) ? feature : .not(feature)
            }
            hard.constraints.append(.or(literals))
        }
        do throws(FeatureModelError) {
            _ = try hard.comparison(with: hard, budget: Budget(maximumStates: 500))
            Issue.record("500 nodes can't hold it")
        } catch {
            guard case .tooLarge(let attempts) = error else {
                Issue.record("another error: \(error)")
                return
            }
            #expect(attempts.map(\.engine) == [.decisionDNNF, .layeredDFA])
        }
        let cancelled = Budget(isCancelled: { true })
        #expect(throws: FeatureModelError.self) { try hard.comparison(with: hard, budget: cancelled) }
        var wider = Self.phone()
        wider.constraints.remove(at: 0)
        let comparison = try wider.comparison(with: Self.phone())
        #expect(throws: FeatureModelError.self) { try comparison.removalCauses(budget: cancelled) }
        #expect(throws: FeatureModelError.self) { try comparison.firstRemovedProduct(budget: cancelled) }
    }
}
