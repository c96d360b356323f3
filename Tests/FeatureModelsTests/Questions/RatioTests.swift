import Automata
import FeatureModels
import Testing

struct RatioTests {
    @Test func tinyRatiosKeepTheirDigits() throws {
        var model = FeatureModel(root: "root")
        model.add((0..<1039).map { "f\($0)" }, below: model.root, .alternative)
        let factor = try model.products().variabilityFactor
        #expect(factor == Double(sign: .plus, exponent: -1040, significand: 1039))
    }

    @Test func ratiosOfHugeNumbersAreExact() throws {
        var model = FeatureModel(root: "root")
        let features = model.add((0..<3000).map { "f\($0)" }, below: model.root, .optional)
        let shares = try model.products().commonalities()
        #expect(features.allSatisfy { shares[Int($0)] == 0.5 })
        #expect(try model.products().variabilityFactor == 0.5)
    }
}
