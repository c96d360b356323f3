internal import Automata
internal import FeatureModels
internal import TextSupport

/// Conditions as tables have them.
struct ConditionText {
    /// The text of each feature, and whether it is a comparison.
    private var atoms: [(text: String, isComparison: Bool)]

    init(_ decisions: DecisionModel) {
        atoms = Array(repeating: ("", false), count: decisions.featureModel.features.count)
        for decision in decisions.decisions {
            if let feature = decision.feature { atoms[Int(feature)] = (UVLText.reference(decision.id), false) }
            guard decision.kind != .boolean else { continue }
            for (feature, value) in zip(decision.variants, decision.range) {
                let text = Self.comparison(of: decision.id, with: value, isNumber: decision.kind == .number)
                atoms[Int(feature)] = (text, true)
            }
        }
    }

    /// Returns the text of a condition.
    func text(of condition: Proposition) -> String {
        var output = TextOutput()
        UVLConstraint(condition) { atoms[Int($0)].isComparison }.append(to: &output) { atoms[Int($0)].text }
        return String(decoding: output.bytes, as: UTF8.self)
    }

    static func comparison(of id: String, with value: String, isNumber: Bool) -> String {
        "\(UVLText.reference(id)) == \(isNumber ? value : UVLText.reference(value))"
    }
}
