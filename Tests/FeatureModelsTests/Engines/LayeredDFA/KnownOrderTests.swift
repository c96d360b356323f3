import AlgorithmSupport
import Automata
import AutomataCounting
import FeatureFormats
import FeatureModels
import FeatureTestSupport
import Testing

/// Orders of features that are found once and kept with the model.
@Suite struct KnownOrderTests {
    @Test func aKnownOrderGivesTheSameProducts() throws {
        var generator = SplitMix64(seed: 3)
        for _ in 0..<100 {
            var model = FeatureModel.random(featureCount: 10, constraintCount: 2, using: &generator)
            let found = try model.products(using: .layeredDFA, order: .sifted)
            model.order = found.order
            let again = try model.products(using: .layeredDFA)
            #expect(again.order == found.order)
            #expect(Array(again) == Array(found))
            for order in [FeatureOrder.features, .force] {
                #expect(Array(try model.products(using: .layeredDFA, order: order)) == Array(found))
            }
        }
    }

    @Test func theOrderHoldsTheFeaturesThatVary() throws {
        var model = FeatureModel(root: "A")
        let features = model.add(["B", "C", "D"], below: model.root, .optional)
        model.constraints = [.not(.feature(features[1]))]
        #expect(try model.products(using: .layeredDFA, order: .features).order == [features[0], features[2]])
        #expect(try model.products(using: .decisionDNNF).order.isEmpty)
        model.order = [features[2], features[0], 99]
        let products = try model.products(using: .layeredDFA)
        #expect(products.order.count == 2 && products.count == 4)
    }

    @Test func jsonKeepsTheOrder() throws {
        var model = FeatureModel(root: "A")
        let features = model.add(["B", "C"], below: model.root, .optional)
        model.order = [features[1], features[0]]
        let text = try FeatureFormat.json.text(of: model).text
        #expect(try FeatureFormat.json.model(from: text) == model)
        #expect(throws: FeatureFormatError.self) {
            try FeatureFormat.json.model(from: #"{"format": "features", "root": {"name": "A"}, "order": ["B"]}"#)
        }
    }
}
