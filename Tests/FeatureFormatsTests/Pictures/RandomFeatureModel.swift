import AlgorithmSupport
import Automata
import FeatureModels

/// Models with groups of all kinds, several below one feature.
enum RandomFeatureModel {
    static func model(seed: UInt64, count: Int) -> FeatureModel {
        var random = SplitMix64(seed: seed)
        var model = FeatureModel(root: "root", isAbstract: Bool.random(using: &random))
        while model.features.count < count {
            let parent = FeatureID(Int.random(in: 0..<model.features.count, using: &random))
            let size = Int.random(in: 1...6, using: &random)
            let kinds: [FeatureModel.Group.Kind] = [
                .mandatory, .optional, .or, .alternative, .cardinality(0...size), .cardinality(1...size),
            ]
            let group = model.addGroup(kinds[Int.random(in: 0..<kinds.count, using: &random)], below: parent)
            for _ in 0..<size {
                let length = Int.random(in: 0...24, using: &random)
                model.add(
                    "f\(model.features.count)" + String(repeating: "m", count: length), toGroup: group,
                    isAbstract: Int.random(in: 0..<4, using: &random) == 0)
            }
        }
        return model
    }
}
