import AlgorithmSupport
import Automata
import AutomataCounting
import FeatureModels
import FeatureTestSupport
import Testing
import WorkLimits

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
                #expect(try model.booleanSystem(budget: .default).clauses.count < 16 * count)
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

    /// Returns chains of so many features each, drawn at random and in a random order.
    private func chains(
        _ count: Int, of length: Int, among features: [Proposition], using random: inout SplitMix64
    ) -> [Proposition] {
        (0..<count).map { _ in
            let operands = features.shuffled(using: &random).prefix(length)
            return operands.dropFirst().reduce(operands[0]) { .equivalent($0, $1) }
        }
    }

    @Test(arguments: ProductEngine.allCases) func chainsThatShareFeaturesAreCutAlongOneOrder(
        engine: ProductEngine
    ) throws {
        for seed: UInt64 in 1...3 {
            var random = SplitMix64(seed: seed)
            var (model, features) = model(featureCount: 200)
            model.constraints = chains(6, of: 40, among: features, using: &random)
            let products = try model.products(using: engine, budget: Budget(maximumStates: 1_000_000))
            #expect(products.count == BigInteger(1) << 194, "seed \(seed)")
        }
    }

    /// Returns the binary logarithm of the number of assignments that satisfy chains of different
    /// features; `nil` if there is none.
    private func solutionDimension(of chains: [Proposition], featureCount: Int) -> Int? {
        var rows: [UInt128] = chains.map { chain in
            var (row, count) = (0 as UInt128, 0)
            chain.forEachFeature {
                row ^= 1 << UInt128(Int($0))
                count += 1
            }
            // An even number of features is false.
            return row | UInt128(count & 1)
        }
        var rank = 0
        for feature in 1...featureCount {
            guard let pivot = rows[rank...].firstIndex(where: { $0 >> UInt128(feature) & 1 == 1 }) else { continue }
            rows.swapAt(rank, pivot)
            for index in rows.indices where index != rank && rows[index] >> UInt128(feature) & 1 == 1 {
                rows[index] ^= rows[rank]
            }
            rank += 1
        }
        return rows[rank...].contains(1) ? nil : featureCount - rank
    }

    @Test func manyChainsAreWholeInTheLayeredDFA() throws {
        for seed: UInt64 in 1...4 {
            var random = SplitMix64(seed: seed)
            var (model, features) = model(featureCount: 70)
            model.constraints = chains(12, of: 12, among: features, using: &random)
            let dimension = try #require(solutionDimension(of: model.constraints, featureCount: 70))
            let products = try model.products(using: .layeredDFA, budget: Budget(maximumStates: 200_000))
            #expect(products.count == BigInteger(1) << dimension, "seed \(seed)")
        }
    }

    @Test func chainsAreRefusedWithinTheBudget() throws {
        var random = SplitMix64(seed: 4)
        var (model, features) = model(featureCount: 80)
        model.constraints = chains(30, of: 30, among: features, using: &random)
        #expect {
            try model.products(budget: Budget(maximumStates: 50_000))
        } throws: { error in
            guard case .tooLarge(let attempts)? = error as? FeatureModelError else { return false }
            return attempts.allSatisfy { $0.error.isBudgetExceeded }
        }
    }

    @Test func repeatedAndNegatedOperandsCancel() throws {
        var random = SplitMix64(seed: 32)
        for round in 0..<200 {
            var (model, features) = model(featureCount: 8)
            func operand() -> Proposition {
                switch Int.random(in: 0..<12, using: &random) {
                case 0: .constant(Bool.random(using: &random))
                case 1: .and(Array(features.shuffled(using: &random).prefix(2)))
                case 2...4: .not(features.randomElement(using: &random)!)
                default: features.randomElement(using: &random)!
                }
            }
            model.constraints = (0..<3).map { _ in balanced((0..<12).map { _ in operand() }[...]) }
            if round % 3 == 0 { model.constraints[0] = .implies(features[0], .not(model.constraints[0])) }
            let expected = EnumeratedProducts(model).products
            for engine in ProductEngine.allCases {
                #expect(try model.products(using: engine).map(\.set) == expected, "round \(round), \(engine)")
            }
        }
    }
}
