internal import FeatureModels
internal import TextSupport
internal import WorkLimits

/// A writer of conditions in the syntax of tables of decisions.
struct ConditionText {
    /// A feature in conditions.
    private enum Atom {
        case feature(String)
        /// A comparison of a decision with a value.
        case comparison(id: String, value: String, isNumber: Bool)
    }

    private var atoms: [Atom]
    /// The number of bytes that the remaining conditions may take.
    private var remainingBytes = FeatureFormat.maximumBytes

    init(_ decisions: DecisionModel) {
        atoms = Array(repeating: .feature(""), count: decisions.featureModel.features.count)
        for decision in decisions.decisions {
            if let feature = decision.feature { atoms[Int(feature)] = .feature(UVLText.reference(decision.id)) }
            guard decision.kind != .boolean else { continue }
            for (feature, value) in zip(decision.variants, decision.range) {
                atoms[Int(feature)] = .comparison(
                    id: decision.id, value: value, isNumber: decision.kind == .number)
            }
        }
    }

    /// Returns the text of a condition.
    mutating func text(of condition: Proposition) throws(TextProblem) -> String {
        var output = TextOutput()
        let atoms = atoms
        let constraint = UVLConstraint(condition) {
            if case .comparison = atoms[Int($0)] { true } else { false }
        }
        try constraint.append(to: &output) { (feature) throws(TextProblem) in
            let text =
                switch atoms[Int(feature)] {
                case .feature(let text): text
                case .comparison(let id, let value, let isNumber):
                    Self.comparison(of: id, with: value, isNumber: isNumber)
                }
            remainingBytes -= text.utf8.count
            if remainingBytes < 0 { throw .tooLongByNames("conditions") }
            return text
        }
        return String(decoding: output.bytes, as: UTF8.self)
    }

    static func comparison(of id: String, with value: String, isNumber: Bool) -> String {
        "\(UVLText.reference(id)) == \(isNumber ? value : UVLText.reference(value))"
    }
}
