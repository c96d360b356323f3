import AlgorithmSupport
import Automata
import FeatureModels
import FeatureTestSupport
import TestSupport
import Testing

/// The reasons why configurations aren't products.
@Suite struct ViolationTests {
    private static var seeds: Range<UInt64> { 0..<(TestScope.isLong ? 200 : 40) }

    @Test(arguments: seeds) func rulesAndConflictsAgreeWithEnumeration(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        for round in 0..<50 {
            let model = FeatureModel.random(
                featureCount: Int.random(in: 1...9, using: &generator),
                constraintCount: Int.random(in: 0...3, using: &generator), using: &generator)
            let products = EnumeratedProducts(model).products
            func canComplete(_ configuration: Configuration) -> Bool {
                products.contains { set in
                    model.ids.allSatisfy {
                        configuration[$0] == .undecided || (configuration[$0] == .selected) == set[Int($0)]
                    }
                }
            }
            let label: Comment = "seed \(seed), round \(round)"
            var configuration = Configuration(of: model)
            for feature in model.ids { configuration[feature] = generator.isTrue(1, of: 2) ? .selected : .deselected }
            #expect(model.violations(by: configuration).isEmpty == products.contains(configuration.set), label)

            for feature in model.ids where generator.isTrue(1, of: 2) { configuration[feature] = .undecided }
            let isPossible = canComplete(configuration)
            #expect(model.violations(by: configuration).isEmpty || !isPossible, label)
            let compiled = try model.products()
            let conflict = try compiled.conflict(in: configuration)
            #expect((conflict == nil) == isPossible, label)
            guard let conflict, !products.isEmpty else {
                #expect(conflict == nil || conflict == [], label)
                continue
            }
            var part = Configuration(of: model)
            for feature in conflict { part[feature] = configuration[feature] }
            #expect(!canComplete(part) && conflict == conflict.sorted(), label)
            for feature in conflict {
                var smaller = part
                smaller[feature] = .undecided
                #expect(canComplete(smaller), label)
            }
        }
    }

    @Test func rulesComeInOrder() {
        var model = FeatureModel(root: "A")
        let b = model.add("B", below: model.root, .optional)
        let members = model.add(["C", "D", "E"], below: b, .cardinality(1...2))
        model.add("F", below: model.root, .mandatory)
        model.constraints = [.feature(members[0]), .atMostOne(members.map { .feature($0) }), .constant(true)]
        let all = Configuration(of: model, all: .selected)
        #expect(model.violations(by: all) == [.group(1), .constraint(1)])
        let none = Configuration(of: model, all: .deselected)
        #expect(model.violations(by: none) == [.root, .constraint(0)])
        let member = Configuration(of: model, selecting: [model.root, members[0]])
        #expect(model.violations(by: member) == [.parent(of: members[0]), .mandatory(5)])
        #expect(model.violations(by: Configuration(of: model)).isEmpty)
    }
}
