import AlgorithmSupport
import Automata
import FeatureModels
import FeatureTestSupport

/// Two models whose products are compared.
struct ModelPair {
    var old: FeatureModel
    var new: FeatureModel

    /// Returns a random model and another one, which is unrelated or made of it by a small edit.
    static func random(using generator: inout SplitMix64) -> ModelPair {
        let old = FeatureModel.random(
            featureCount: Int.random(in: 1...10, using: &generator),
            constraintCount: Int.random(in: 0...3, using: &generator), using: &generator)
        if generator.isTrue(2, of: 3) {
            var new = old
            for _ in 0..<Int.random(in: 1...2, using: &generator) { new = new.edited(using: &generator) }
            return ModelPair(old: old, new: new)
        }
        var new = FeatureModel.random(
            featureCount: Int.random(in: 1...10, using: &generator),
            constraintCount: Int.random(in: 0...3, using: &generator), using: &generator)
        // Names from a larger range, in another order, so that some features aren't common.
        let names = (0..<13).map { "f\($0)" }.shuffled(using: &generator)
        for feature in new.ids where generator.isTrue(3, of: 4) || feature != new.root {
            new[feature].name = names[Int(feature)]
        }
        if new.findings.isEmpty { return ModelPair(old: old, new: new) }
        for feature in new.ids { new[feature].name = names[Int(feature)] }
        return ModelPair(old: old, new: new)
    }
}

extension FeatureModel {
    /// Returns a model that differs in one rule, feature or name.
    fileprivate func edited(using generator: inout SplitMix64) -> FeatureModel {
        var model = self
        let feature = FeatureID(Int.random(in: 0..<features.count, using: &generator))
        switch Int.random(in: 0..<8, using: &generator) {
        case 0, 1:
            guard let group = groups.indices.randomElement(using: &generator) else { return model }
            let kinds: [Group.Kind] = [.mandatory, .optional, .or, .alternative]
            model.setKind(kinds.randomElement(using: &generator)!, ofGroup: group)
        case 2, 3:
            model.constraints.append(
                .random(depth: 2, featureCount: features.count, valuesOf: model, using: &generator))
        case 4:
            if !constraints.isEmpty { model.constraints.removeLast() }
        case 5:
            model.add("g\(features.count)", below: feature, generator.isTrue(1, of: 2) ? .mandatory : .optional)
        case 6:
            model[feature].name = "h\(feature.rawValue)"
        default:
            guard let group = groups.indices.randomElement(using: &generator) else { return model }
            let added = model.add("k\(features.count)", toGroup: group)
            model.constraints.append(.implies(.feature(added), .feature(feature)))
        }
        // Values may have lost their meaning.
        return model.findings.isEmpty ? model : self
    }
}
