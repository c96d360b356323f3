package import AlgorithmSupport
internal import Automata
package import FeatureModels

extension FeatureModel {
    /// Returns a random model, whose constraints may compare values.
    package static func random(
        featureCount: Int, constraintCount: Int, comparesValues: Bool = true, using generator: inout SplitMix64
    ) -> FeatureModel {
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
        if comparesValues { model.addRandomValues(using: &generator) }
        for _ in 0..<constraintCount {
            model.constraints.append(
                .random(
                    depth: 3, featureCount: model.features.count, valuesOf: comparesValues ? model : nil,
                    using: &generator))
        }
        return model
    }

    /// Gives features numbers and texts as attributes, and types.
    private mutating func addRandomValues(using generator: inout SplitMix64) {
        for feature in ids {
            if feature == root || generator.isTrue(2, of: 3) {
                let cost = Double(Int.random(in: -30...90, using: &generator)) / (generator.isTrue(1, of: 2) ? 10 : 1)
                self[feature].attributes.append(
                    Attribute(name: "cost", value: .number(generator.isTrue(1, of: 2) ? cost : cost.rounded())))
            }
            if feature == root || generator.isTrue(1, of: 3) {
                self[feature].attributes.append(
                    Attribute(name: "label", value: .text(Self.randomText(using: &generator))))
            }
        }
        for group in groups where group.bounds == 1...1 && self[group.parent].type == .boolean {
            if generator.isTrue(1, of: 2) { continue }
            self[group.parent].type = generator.isTrue(1, of: 2) ? .text : .integer
            for member in group.members {
                let value: Attribute.Value =
                    self[group.parent].type == .text
                    ? .text(Self.randomText(using: &generator))
                    : .number(Double(Int.random(in: -2...9, using: &generator)))
                self[member].attributes.append(Attribute(name: "value", value: value))
            }
        }
    }

    fileprivate static func randomText(using generator: inout SplitMix64) -> String {
        ["", "a", "ab", "é"].randomElement(using: &generator)!
    }
}

extension ValueExpression {
    /// Returns a random number or text that depends on the products of a model.
    fileprivate static func random(
        depth: Int, isText: Bool, of model: FeatureModel, using generator: inout SplitMix64
    ) -> ValueExpression {
        func owner(_ name: String) -> FeatureID {
            model.ids.filter { model[$0].attributes.contains { $0.name == name } }.randomElement(using: &generator)!
        }
        let typed = model.ids.filter { model[$0].type == (isText ? .text : .integer) && !model.values(of: $0).isEmpty }
        let top = generator.isTrue(1, of: 2) ? nil : owner("cost")
        func operand() -> ValueExpression { random(depth: depth - 1, isText: false, of: model, using: &generator) }
        if isText {
            switch (Int.random(in: 0..<3, using: &generator), typed.randomElement(using: &generator)) {
            case (0, _): return .text(FeatureModel.randomText(using: &generator))
            case (1, let feature?): return .value(of: feature)
            default: return .attribute("label", of: owner("label"))
            }
        }
        switch Int.random(in: 0..<(depth > 0 ? 12 : 6), using: &generator) {
        case 0: return .number(Double(Int.random(in: -20...60, using: &generator)) / 10)
        case 1: return typed.randomElement(using: &generator).map { .value(of: $0) } ?? .number(2)
        case 2: return .attribute("cost", of: owner("cost"))
        case 3: return .sum(of: "cost", below: top)
        case 4: return .average(of: "cost", below: top)
        case 5: return .size(of: FeatureID(Int.random(in: 0..<model.features.count, using: &generator)))
        case 6: return .length(random(depth: 0, isText: true, of: model, using: &generator))
        case 7: return .floor(operand())
        case 8: return .ceiling(operand())
        default: return .operation(operand(), Operator.allCases.randomElement(using: &generator)!, operand())
        }
    }
}

extension Proposition {
    /// Returns a random proposition.
    package static func random(
        depth: Int, featureCount: Int, valuesOf model: FeatureModel? = nil, using generator: inout SplitMix64
    ) -> Proposition {
        func operand() -> Proposition {
            .random(depth: depth - 1, featureCount: featureCount, valuesOf: model, using: &generator)
        }
        func operands() -> [Proposition] { (0..<Int.random(in: 0...4, using: &generator)).map { _ in operand() } }
        if depth == 0 || generator.isTrue(1, of: 4) {
            if generator.isTrue(1, of: 30) { return .constant(generator.isTrue(1, of: 2)) }
            return .feature(FeatureID(Int.random(in: 0..<featureCount, using: &generator)))
        }
        if let model, generator.isTrue(1, of: 4) {
            if generator.isTrue(1, of: 6) {
                return .each(FeatureID(Int.random(in: 0..<featureCount, using: &generator)), operand())
            }
            let isText = generator.isTrue(1, of: 4)
            let relations: [ValueRelation] = isText ? [.equal, .notEqual] : ValueRelation.allCases
            return .comparison(
                .random(depth: 2, isText: isText, of: model, using: &generator),
                relations.randomElement(using: &generator)!,
                .random(
                    depth: isText ? 2 : Int.random(in: 0...1, using: &generator), isText: isText, of: model,
                    using: &generator))
        }
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: return .not(operand())
        case 1: return .and(operands())
        case 2: return .or(operands())
        case 3: return .atMostOne(operands())
        case 4: return .equivalent(operand(), operand())
        case 5: return .implies(operand(), operand())
        default: return .implies([operand(), operand(), operand()])
        }
    }
}

extension RandomNumberGenerator {
    /// Returns `true` with the probability `part` / `whole`.
    package mutating func isTrue(_ part: Int, of whole: Int) -> Bool { Int.random(in: 0..<whole, using: &self) < part }
}
