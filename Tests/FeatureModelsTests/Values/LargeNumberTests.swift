import Automata
import AutomataCounting
import FeatureModels
import Testing

/// Numbers at the ends of what is exact, and sums that are many.
@Suite struct LargeNumberTests {
    private func model(_ numbers: [Double], _ relation: ValueRelation, _ bound: ValueExpression) -> FeatureModel {
        var model = FeatureModel(root: "R")
        for (index, number) in numbers.enumerated() {
            let feature = model.add("A\(index)", below: model.root, .optional)
            model[feature].attributes = [FeatureModel.Attribute(name: "x", value: .number(number))]
        }
        model.constraints = [.comparison(.sum(of: "x", below: nil), relation, bound)]
        return model
    }

    @Test(arguments: ProductEngine.allCases) func boundsNearTheGreatestInteger(engine: ProductEngine) throws {
        let greatest = ValueExpression.number(9_223_372_036_854_774_784)
        let negative = model([-1000], .lessOrEqual, greatest)
        #expect(try negative.products(using: engine).count == 2)
        var constants = model([1], .lessOrEqual, .number(1))
        let sum = ValueExpression.operation(.number(9_223_372_036_854_774_784), .plus, .number(1024))
        constants.constraints = [.implies(.feature(1), .comparison(sum, .less, .number(0)))]
        #expect(try constants.products(using: engine).count == 1)
    }

    @Test(arguments: ProductEngine.allCases) func commonDivisorsKeepWeightsSmall(engine: ProductEngine) throws {
        // At most 30 of 60 features, each with the same large number.
        let large = model(Array(repeating: 3_000_000_000, count: 60), .lessOrEqual, .number(91_000_000_000))
        let plain = model(Array(repeating: 1, count: 60), .lessOrEqual, .number(30))
        #expect(try large.products(using: engine).count == plain.products(using: engine).count)
        // 0.1 + 0.2 is 0.3.
        #expect(try model([0.1, 0.2], .equal, .number(0.3)).products(using: engine).count == 1)
    }

    @Test func tinyNumbersAreRefused() {
        #expect(throws: FeatureModelError.self) { try model([1e-320], .less, .number(1)).products() }
        #expect(throws: FeatureModelError.self) { try model([1e308], .less, .number(1)).products() }
    }

    @Test func sumsAreRefusedWithinTheBudget() {
        let half = ValueExpression.operation(.sum(of: "x", below: nil), .dividedBy, .number(2))
        var large = model((0..<4000).map { Double($0 % 7 + 1) }, .equal, .number(0))
        large.constraints = [.comparison(.floor(half), .equal, .number(3000))]
        #expect(throws: FeatureModelError.self) {
            try large.products(budget: Budget(maximumStates: 20_000, maximumBytes: 16 << 20))
        }
    }

    @Test func comparisonsOfManyWeightsAreCompiledByTheirSums() throws {
        let products = try model((1...40).map { Double($0) }, .lessOrEqual, .number(100)).products()
        #expect(products.engine == .decisionDNNF)
        var counts = [Int](repeating: 0, count: 101)
        counts[0] = 1
        for number in 1...40 {
            for sum in stride(from: 100, through: number, by: -1) { counts[sum] += counts[sum - number] }
        }
        #expect(products.count == BigInteger(counts.reduce(0, +)))
    }
}
