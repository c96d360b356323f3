import AlgorithmSupport
import Automata
import AutomataCounting
import FeatureModels
import Testing
import WorkLimits

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

    /// Returns the number of subsets with an allowed number of elements.
    private func subsetCount(of count: Int, _ sizes: ClosedRange<Int>) -> BigInteger {
        var (binomial, sum) = (BigInteger(1), BigInteger(0))
        for size in 0...count {
            if sizes.contains(size) { sum += binomial }
            binomial = binomial * BigInteger(count - size) / BigInteger(size + 1)
        }
        return sum
    }

    /// Alone, and below an optional feature.
    @Test(arguments: [0...0, 0...1, 1...1, 1...299, 2...300, 0...299, 150...150, 140...160, 300...300])
    func groupsHaveTheNumberOfSubsets(bounds: ClosedRange<Int>) throws {
        for hasParent in [false, true] {
            let model = model(members: 300, bounds: bounds, implications: 0, below: hasParent)
            let expected = subsetCount(of: 300, bounds) + (hasParent ? 1 : 0)
            for engine in ProductEngine.allCases {
                let products = try model.products(using: engine)
                #expect(products.count == expected)
                #expect(try products.featureCounts().count == model.features.count)
            }
        }
    }

    /// With some members, any number of which may be projected away.
    @Test(arguments: [1...1, 5...12, 195...300, 290...300]) func projectedGroupsHaveFewerBounds(
        bounds: ClosedRange<Int>
    ) throws {
        var model = FeatureModel(root: "root")
        let group = model.addGroup(.cardinality(bounds), below: model.root)
        for index in 0..<300 { model.add("f\(index)", toGroup: group, isAbstract: index % 3 == 0) }
        let products = try model.products(over: .concreteFeatures, using: .decisionDNNF)
        let least = max(0, bounds.lowerBound - 100)
        #expect(products.count == subsetCount(of: 200, least...max(least, min(200, bounds.upperBound))))
    }

    /// Projected or not, bounds that contradict each other have no products.
    @Test(arguments: [0, 3]) func contradictoryBoundsHaveNoProducts(abstractEvery step: Int) throws {
        var model = FeatureModel(root: "root")
        let group = model.addGroup(.cardinality(195...300), below: model.root)
        let members = (0..<300).map { index in
            model.add("f\(index)", toGroup: group, isAbstract: step > 0 && index % step == 0)
        }
        let total = ValueExpression.total(Dictionary(uniqueKeysWithValues: members.map { ($0, 1) }))
        model.constraints = [.comparison(total, .lessOrEqual, .number(194))]
        let scope: Products.Scope = step > 0 ? .concreteFeatures : .allFeatures
        #expect(try model.products(over: scope, using: .decisionDNNF).count == 0)
        model.constraints = [.comparison(total, .lessOrEqual, .number(195))]
        #expect(try model.products(over: scope, using: .decisionDNNF).count > 0)
    }

    @Test func longClausesTakeLinearTime() throws {
        var model = FeatureModel(root: "root")
        let members = model.add((0..<50_000).map { "f\($0)" }, below: model.root, .optional)
        model.constraints = [.or(members.map { Int($0) % 3 == 0 ? .not(.feature($0)) : .feature($0) })]
        let products = try model.products(using: .decisionDNNF, budget: Budget(maximumStates: 200_000))
        #expect(products.count == BigInteger(1) << 50_000 - 1)
    }

    @Test func hugeGroupsExceedTheBudgetAtOnce() {
        let model = model(members: 100_000, bounds: 1000...2000, implications: 0, below: false)
        let error = #expect(throws: FeatureModelError.self) { try model.products(using: .decisionDNNF) }
        if case .tooLarge(let attempts)? = error {
            #expect(attempts.allSatisfy { $0.error.isBudgetExceeded })
        } else {
            Issue.record("\(String(describing: error))")
        }
    }

    /// A wide group takes one table, also below an optional parent and after decisions about some
    /// members.
    @Test(arguments: [(0, true), (1, true), (12, true), (12, false)]) func groupsShareTheirTable(
        implications: Int, hasParent: Bool
    ) throws {
        let model = model(members: 1000, bounds: 300...700, implications: implications, below: hasParent)
        let products = try model.products(using: .decisionDNNF, budget: Budget(maximumStates: 1_250_000))
        // Of four values for the ends of an implication, three are possible.
        let pairs = model.constraints.flatMap { $0.operands }
        try #require(Set(pairs).count == 2 * implications)
        var expected = hasParent ? BigInteger(1) : BigInteger(0)
        for (weight, count) in pairCounts(implications).enumerated() {
            let rest = 1000 - 2 * implications
            expected += count * subsetCount(of: rest, max(0, 300 - weight)...min(rest, 700 - weight))
        }
        #expect(products.count == expected)
        let bytes = try products.compiledBytes()
        #expect(try Products(compiled: bytes.span.bytes, of: model).count == expected)
    }

    /// Returns the numbers of values for the ends of implications, by the number of true ones:
    /// the coefficients of (1 + *x* + *x*²)ⁿ.
    private func pairCounts(_ implications: Int) -> [BigInteger] {
        var counts = [BigInteger(1)]
        for _ in 0..<implications {
            var next = [BigInteger](repeating: BigInteger(0), count: counts.count + 2)
            for (weight, count) in counts.enumerated() { for more in 0...2 { next[weight + more] += count } }
            counts = next
        }
        return counts
    }

    /// Returns a model with one group and random implications between its members.
    private func model(
        members: Int, bounds: ClosedRange<Int>, implications: Int, below hasParent: Bool
    ) -> FeatureModel {
        var random = SplitMix64(seed: UInt64(members))
        var model = FeatureModel(root: "root")
        let parent = hasParent ? model.add("parent", below: model.root, .optional) : model.root
        let features = model.add((0..<members).map { "f\($0)" }, below: parent, .cardinality(bounds))
        model.constraints = (0..<implications).map { _ in
            let pair = features.shuffled(using: &random).prefix(2)
            return .implies(.feature(pair[0]), .feature(pair[1]))
        }
        return model
    }

    @Test(arguments: [false, true]) func implicationsWithinWideGroupsAreDecidedOneAfterTheOther(
        hasParent: Bool
    ) throws {
        let small = model(members: 80, bounds: 30...50, implications: 26, below: hasParent)
        let counts = try ProductEngine.allCases.map { try small.products(using: $0).count }
        #expect(counts[0] == counts[1])
        let large = model(members: 600, bounds: 300...420, implications: 200, below: hasParent)
        let products = try large.products(using: .decisionDNNF, budget: Budget(maximumStates: 500_000))
        #expect(products.count > 1)
    }
}
