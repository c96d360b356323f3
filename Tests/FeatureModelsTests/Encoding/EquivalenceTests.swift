import Automata
import AutomataCounting
import RandomNumbers
import Testing

@testable import FeatureModels
import FeatureTestSupport

/// Equivalences within each other, whose clauses double with each one if they are distributed.
struct EquivalenceTests {
    private func model(featureCount: Int) -> (model: FeatureModel, features: [Proposition]) {
        var model = FeatureModel(root: "root")
        let features = model.add((0..<featureCount).map { "f\($0)" }, below: model.root, .optional)
        return (model, features.map { .feature($0) })
    }

    private func balanced(_ operands: ArraySlice<Proposition>) -> Proposition {
        if operands.count == 1 { return operands[operands.startIndex] }
        let middle = operands.startIndex + operands.count / 2
        return .equivalent(balanced(operands[..<middle]), balanced(operands[middle...]))
    }

    @Test(arguments: ProductEngine.allCases) func longChainsStayShort(engine: ProductEngine) throws {
        let count = 100
        let (model, features) = model(featureCount: count)
        let chains: [Proposition] = [
            features.dropFirst().reduce(features[0]) { .equivalent($0, $1) },
            features.dropLast().reversed().reduce(features[count - 1]) { .equivalent($1, $0) },
            balanced(features[...]),
        ]
        for chain in chains {
            for constraint in [chain, .not(chain), .atMostOne([chain, .constant(true)])] {
                var model = model
                model.constraints = [constraint]
                #expect(model.booleanSystem().clauses.count < 16 * count)
                #expect(try model.products(using: engine).count == BigInteger(1) << (count - 1))
            }
        }
    }

    @Test func definitionsKeepCounts() throws {
        var random = SplitMix64(seed: 31)
        for round in 0..<200 {
            var (model, _) = model(featureCount: 6)
            let operands = (0..<Int.random(in: 4...9, using: &random)).map { _ in
                Proposition.random(depth: 2, featureCount: model.features.count, using: &random)
            }
            let equivalence = balanced(operands[...])
            model.constraints = [round % 2 == 0 ? equivalence : .or([equivalence, .not(operands[0])])]
            let expected = EnumeratedProducts(model).products
            for engine in ProductEngine.allCases {
                #expect(try model.products(using: engine).map(\.set) == expected, "round \(round), \(engine)")
            }
        }
    }
}
