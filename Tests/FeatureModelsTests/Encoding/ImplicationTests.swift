import Automata
import AutomataCounting
import FeatureModels
import FeatureTestSupport
import Testing
import WorkLimits

/// Chains of implications, and disjunctions whose clauses would be many or long if they were
/// distributed.
struct ImplicationTests {
    private func model(featureCount: Int) -> (model: FeatureModel, features: [Proposition]) {
        var model = FeatureModel(root: "root")
        let features = model.add((0..<featureCount).map { "f\($0)" }, below: model.root, .optional)
        return (model, features.map { .feature($0) })
    }

    /// Returns the number of assignments for which a chain of implications of different features is
    /// true.
    private func chainCount(_ count: Int) -> BigInteger {
        (2...count).reduce(BigInteger(1)) { trueCount, count in
            // The last operand is true, or it is false and so is the chain before it.
            let half = BigInteger(1) << (count - 1)
            return half + half - trueCount
        }
    }

    @Test(arguments: [2, 3, 4, 16, 17, 18, 100, 201]) func chainsHaveTheirNumberOfProducts(count: Int) throws {
        let (empty, features) = model(featureCount: count)
        let all = BigInteger(1) << count
        for engine in ProductEngine.allCases {
            var model = empty
            model.constraints = [.implies(features)]
            #expect(try model.products(using: engine).count == chainCount(count))
            model.constraints = [.not(.implies(features))]
            #expect(try model.products(using: engine).count == all - chainCount(count))
            model.constraints = [.implies(features + [.constant(false)])]
            #expect(try model.products(using: engine).count == all - chainCount(count))
        }
    }

    @Test func hugeChainsTakeLinearMemory() throws {
        let count = 20_000
        var (model, features) = model(featureCount: count)
        model.constraints = [.implies(features)]
        let system = try model.booleanSystem(budget: .default)
        #expect(system.clauses.count < 4 * count)
        #expect(system.clauses.reduce(0) { $0 + $1.count } < 32 * count)
    }

    @Test func definitionsKeepCounts() throws {
        var random = SplitMix64(seed: 41)
        for round in 0..<100 {
            var (model, _) = model(featureCount: 6)
            let operands = (0..<Int.random(in: 3...24, using: &random)).map { _ in
                Proposition.random(depth: 2, featureCount: model.features.count, using: &random)
            }
            let chain = Proposition.implies(operands)
            model.constraints = [round % 2 == 0 ? chain : .or([.not(chain), .and([operands[0], operands[1]])])]
            let expected = EnumeratedProducts(model).products
            for engine in ProductEngine.allCases {
                #expect(try model.products(using: engine).map(\.set) == expected, "round \(round), \(engine)")
            }
        }
    }

    @Test func implicationsNeedTwoOperands() {
        var (model, features) = model(featureCount: 2)
        model.constraints = [.not(.implies([features[0]]))]
        #expect(
            model.findings.map(\.description) == [
                "an implication in a constraint has fewer than two operands; add operands"
            ])
    }

    /// The disjunction of many pairs would have 2ⁿ clauses.
    @Test func disjunctionsOfManyPairsAreShort() throws {
        func disjunction(count: Int) -> FeatureModel {
            var (model, features) = model(featureCount: 2 * count)
            model.constraints = [.or((0..<count).map { .and([features[2 * $0], features[2 * $0 + 1]]) })]
            return model
        }
        let system = try disjunction(count: 2000).booleanSystem(budget: .default)
        #expect(system.clauses.reduce(0) { $0 + $1.count } < 200_000)
        // All but those that lack a feature of each pair.
        let count = 50
        let products = try disjunction(count: count).products(using: .decisionDNNF)
        let missing = (0..<count).reduce(BigInteger(1)) { number, _ in number * BigInteger(3) }
        let all = BigInteger(1) << (2 * count)
        #expect(products.count == all - missing)
    }

    /// A long clause beside a long conjunction would be written once for each of its members.
    @Test func longClausesArentRepeated() throws {
        let count = 2000
        var (model, features) = model(featureCount: 2 * count)
        model.constraints = [.or(features[..<count] + [.and(Array(features[count...]))])]
        let system = try model.booleanSystem(budget: .default)
        #expect(system.clauses.reduce(0) { $0 + $1.count } < 20 * count)
        let products = try model.products(using: .decisionDNNF)
        // All but those without the first features that lack one of the others.
        let all = BigInteger(1) << (2 * count)
        let missing = (BigInteger(1) << count) - BigInteger(1)
        #expect(products.count == all - missing)
    }

    @Test func encodingKeepsItsBudget() throws {
        var (model, features) = model(featureCount: 26)
        let parts = (0..<3000).map { part in
            Proposition.or((0..<12).map { .and([features[($0 + part) % 26], features[(2 * $0 + part + 1) % 26]]) })
        }
        model.constraints = [.not(.and(parts.map { .not(.not($0)) }))]
        let held = #expect(throws: LimitError.self) { try model.booleanSystem(budget: Budget(maximumBytes: 1 << 20)) }
        #expect(held?.isBudgetExceeded == true)
        final class Calls: @unchecked Sendable {
            // Unchecked: used by one thread.
            var count = 0
        }
        let calls = Calls()
        let budget = Budget(isCancelled: {
            calls.count += 1
            return calls.count > 5
        })
        let error = #expect(throws: LimitError.self) { try model.booleanSystem(budget: budget) }
        #expect(error?.isCancelled == true)
    }
}
