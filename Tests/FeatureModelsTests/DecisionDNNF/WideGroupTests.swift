import Automata
import AutomataCounting
import Testing

@testable import FeatureModels

struct WideGroupTests {
    @Test func productsShareFreeFeatures() throws {
        var model = FeatureModel(root: "root")
        let parent = model.add("parent", below: model.root, .optional)
        let members = model.add((0..<1000).map { "f\($0)" }, below: parent, .or)
        let products = try model.products(using: .decisionDNNF)
        #expect(products.count == BigInteger(1) << 1000)
        #expect(products.circuit.items.count < 100_000)
        let layered = try model.products(using: .layeredDFA)
        #expect(Array(products.prefix(20)) == Array(layered.prefix(20)))
        let counts = try products.featureCounts()
        #expect(members.allSatisfy { counts[Int($0)] == BigInteger(1) << 999 })
    }

    @Test func partsShareFreeFeatures() throws {
        // The free features of the concrete products lie between those that are projected away.
        var model = FeatureModel(root: "root")
        let group = model.addGroup(.or, below: model.root)
        for index in 0..<300 { model.add("f\(index)", toGroup: group, isAbstract: index % 3 == 0) }
        let concrete = try model.products(over: .concreteFeatures, using: .decisionDNNF)
        #expect(concrete.count == BigInteger(1) << 200)
        #expect(try concrete.lightest(1, weights: Array(repeating: -1, count: 301)).first?.weight == -201)
    }
}
