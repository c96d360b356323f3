internal import Automata
package import FeatureModels
package import RandomNumbers

extension FeatureModel {
    /// Returns a random model.
    package static func random(featureCount: Int, constraintCount: Int, using generator: inout SplitMix64)
        -> FeatureModel
    {
        var model = FeatureModel(root: "f0", isAbstract: generator.isTrue(1, of: 3))
        while model.features.count < featureCount {
            let parent = FeatureID(Int.random(in: 0..<model.features.count, using: &generator))
            let size = Int.random(in: 1...min(4, featureCount - model.features.count), using: &generator)
            let lower = Int.random(in: 0...size, using: &generator)
            let kinds: [Group.Kind] = [
                .mandatory, .optional, .or, .alternative,
                .cardinality(lower...Int.random(in: lower...size, using: &generator)),
            ]
            let group = model.addGroup(kinds.randomElement(using: &generator)!, below: parent)
            for _ in 0..<size {
                model.add(
                    "f\(model.features.count)", toGroup: group, isAbstract: generator.isTrue(1, of: 4))
            }
        }
        for _ in 0..<constraintCount {
            model.constraints.append(.random(depth: 3, featureCount: model.features.count, using: &generator))
        }
        return model
    }
}

extension Proposition {
    /// Returns a random proposition.
    package static func random(depth: Int, featureCount: Int, using generator: inout SplitMix64) -> Proposition {
        func operand() -> Proposition {
            .random(depth: depth - 1, featureCount: featureCount, using: &generator)
        }
        func operands() -> [Proposition] { (0..<Int.random(in: 0...4, using: &generator)).map { _ in operand() } }
        if depth == 0 || generator.isTrue(1, of: 4) {
            if generator.isTrue(1, of: 30) { return .constant(generator.isTrue(1, of: 2)) }
            return .feature(FeatureID(Int.random(in: 0..<featureCount, using: &generator)))
        }
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: return .not(operand())
        case 1: return .and(operands())
        case 2: return .or(operands())
        case 3: return .atMostOne(operands())
        case 4: return .equivalent(operand(), operand())
        default: return .implies(operand(), operand())
        }
    }
}

extension RandomNumberGenerator {
    /// Returns whether an event happens that does so in some cases of many.
    package mutating func isTrue(_ part: Int, of whole: Int) -> Bool { Int.random(in: 0..<whole, using: &self) < part }
}
