import AlgorithmSupport
import Automata
import AutomataCounting
import FeatureFormats
import FeatureModels
import FeatureTestSupport
import TestSupport
import Testing

@Suite struct DecisionModelTests {
    private typealias Decision = DecisionModel.Decision

    /// A phone: a camera is optional and needs memory, its resolution matters only with it.
    @Test func featuresAndGroupsAreDecisions() {
        var phone = FeatureModel(root: "Phone")
        let memory = phone.add("Memory", below: phone.root, .mandatory)
        let sizes = phone.add(["Memory.16", "Memory.32"], below: memory, .alternative)
        let camera = phone.add("Camera", below: phone.root, .optional)
        phone[camera].attributes = [.init(name: "question", value: .text("Does it take pictures?"))]
        let resolutions = phone.add(["Low", "High"], below: camera, .or)
        phone.constraints = [.implies(.feature(resolutions[1]), .feature(sizes[1]))]
        let decisions = DecisionModel(of: phone).decisions
        #expect(decisions.map(\.id) == ["Phone", "Memory", "Camera", "Camera choice"])
        #expect(decisions.map(\.question) == ["", "", "Does it take pictures?", ""])
        #expect(decisions.map(\.kind) == [.boolean, .number, .boolean, .enumeration])
        #expect(decisions.map(\.range) == [["true"], ["16", "32"], ["true", "false"], ["Low", "High"]])
        #expect(decisions.map(\.variants) == [[phone.root], sizes, [camera], resolutions])
        #expect(decisions.map(\.cardinality) == [1...1, 1...1, 1...1, 1...2])
        #expect(decisions.map(\.relevance) == [nil, nil, nil, .feature(camera)])
        #expect(decisions.map(\.feature) == [phone.root, memory, camera, nil])
        #expect(decisions.map(\.constraints) == [[], [], [], phone.constraints])
    }

    /// What holds for a variation point and its variants: each dependency has its place.
    @Test func variationPointsAreDecisions() {
        var model = FeatureModel(root: "Shop")
        // A mandatory variation point with 1 to 2 of 3 variants, and an optional one.
        let payment = model.add("Payment", below: model.root, .mandatory)
        let ways = model.add(["Card", "Transfer", "Voucher"], below: payment, .cardinality(1...2))
        let search = model.add("Search", below: model.root, .optional)
        let kinds = model.add(["Basic", "Fuzzy"], below: search, .alternative)
        model.constraints = [
            .implies(.feature(kinds[1]), .feature(ways[0])),  // A variant requires a variant,
            .not(.and([.feature(ways[2]), .feature(search)])),  // excludes a variation point,
            .implies(.feature(search), .feature(payment)),  // and a point requires a point.
        ]
        let decisions = DecisionModel(of: model).decisions
        #expect(decisions.map(\.id) == ["Shop", "Payment", "Search", "Search choice"])
        #expect(decisions[1].cardinality == 1...2)
        #expect(decisions.map(\.constraints.count) == [0, 1, 1, 1])
    }

    /// Constraints that tell when a feature is relevant.
    @Test func conditionsBecomeRelevance() {
        var model = FeatureModel(root: "R")
        let features = model.add(["A", "B", "C", "D", "E", "F"], below: model.root, .optional)
        let values = model.add(["x", "y"], below: features[3], .alternative)
        let all = features.map { Proposition.feature($0) }
        let both = Proposition.and([all[0], all[1]])
        model.constraints = [
            .implies(all[2], both), .equivalent(all[3], .not(all[0])), .implies(all[4], all[0]),
            .implies(all[0], .or([all[4], all[5]])), .implies(all[2], .or([all[0], all[1]])),
        ]
        let decisions = DecisionModel(of: model).decisions
        #expect(decisions.map(\.id) == ["R", "A", "B", "C", "D", "E", "F"])
        #expect(decisions.map(\.relevance) == [nil, nil, nil, both, .not(all[0]), nil, nil])
        #expect(decisions[4].variants == values)
        #expect(decisions[4].range == ["x", "y"])
        #expect(decisions.map(\.constraints.count) == [0, 1, 0, 1, 0, 1, 0])
    }

    /// Each product answers each relevant decision as its cardinality says, and no other one.
    @Test(arguments: 0..<(TestScope.isLong ? 500 : 50) as Range<UInt64>) func productsAnswerDecisions(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<20 {
            let model = FeatureModel.random(
                featureCount: Int.random(in: 1...10, using: &generator),
                constraintCount: Int.random(in: 0...3, using: &generator), using: &generator)
            let decisions = DecisionModel(of: model).decisions
            #expect(Set(decisions.map(\.id)).union(model.features.map(\.name)).count >= model.features.count)
            #expect(Set(decisions.map(\.id)).count == decisions.count)
            // Each feature is answered once, and each constraint stands somewhere.
            let answers = decisions.flatMap { Set($0.variants).union($0.feature.map { [$0] } ?? []) }
            #expect(answers.sorted() == Array(model.ids))
            for set in EnumeratedProducts(model).products {
                for decision in decisions {
                    let count = decision.variants.count { set[Int($0)] }
                    let isRelevant = decision.relevance?.holds { set[Int($0)] } ?? true
                    let isNo = decision.range == ["true", "false"] && count == 0
                    #expect(isRelevant ? isNo || decision.cardinality.contains(count) : count == 0)
                    if let feature = decision.feature, decision.kind != .boolean {
                        #expect(set[Int(feature)] == isRelevant)
                    }
                }
            }
        }
    }

    /// A table has the same products over the model's features, as every engine counts them.
    @Test(arguments: 0..<(TestScope.isLong ? 300 : 30) as Range<UInt64>) func tablesHaveTheSameProducts(
        seed: UInt64
    ) throws {
        var generator = SplitMix64(seed: seed)
        for round in 0..<20 {
            let model = FeatureModel.random(
                featureCount: Int.random(in: 1...12, using: &generator),
                constraintCount: Int.random(in: 0...3, using: &generator), comparesValues: false,
                using: &generator)
            let expected = EnumeratedProducts(model).products
            for format in [FeatureFormat.csv, .markdown] {
                let read = try format.model(from: format.text(of: model).text)
                let features = try model.features.map { feature in
                    try #require(read.ids.first { read[$0].name == feature.name })
                }
                let products = try read.products()
                #expect(products.count == .init(UInt64(expected.count)), "seed \(seed), round \(round)")
                let sets = products.map { product in features.map { product[$0] == .selected } }
                #expect(Set(sets) == Set(expected), "seed \(seed), round \(round)")
            }
        }
    }
}
