internal import Automata
public import FeatureModels
internal import TextSupport

/// A constraint as UVL writes it.
struct UVLConstraint {
    private let proposition: Proposition

    /// Creates the text of a proposition. Constants are `true` and `false`, and ``Proposition/atMostOne(_:)``
    /// is written like a function; UVL itself has neither.
    init(_ proposition: Proposition) { self.proposition = proposition }

    func append(to output: inout TextOutput, naming name: (FeatureID) -> String) {
        Self.write(proposition, within: .max, to: &output, name)
    }

    /// The order in which operators bind, from the tightest.
    private static func looseness(of proposition: Proposition) -> Int {
        switch proposition {
        case .and: 1
        case .or: 2
        case .implies: 3
        case .equivalent: 4
        default: 0
        }
    }

    /// Writes a proposition, in parentheses unless it binds tighter than the operator around it.
    private static func write(
        _ proposition: Proposition, within looseness: Int, to output: inout TextOutput, _ name: (FeatureID) -> String
    ) {
        let own = Self.looseness(of: proposition)
        let needsParentheses = own > 0 && own >= looseness
        if needsParentheses { output.append("(") }
        switch proposition {
        case .constant(let value): output.append(value ? "true" : "false")
        case .feature(let feature): output.append(string: name(feature))
        case .not(let operand):
            output.append("!")
            write(operand, within: 0, to: &output, name)
        case .and(let operands): write(operands, " & ", own, to: &output, name)
        case .or(let operands): write(operands, " | ", own, to: &output, name)
        case .implies(let left, let right): write([left, right], " => ", own, to: &output, name)
        case .equivalent(let left, let right): write([left, right], " <=> ", own, to: &output, name)
        case .atMostOne(let operands):
            output.append("atMostOne(")
            write(operands, ", ", .max, to: &output, name)
            output.append(")")
        }
        if needsParentheses { output.append(")") }
    }

    private static func write(
        _ operands: [Proposition], _ separator: StaticString, _ looseness: Int, to output: inout TextOutput,
        _ name: (FeatureID) -> String
    ) {
        for (index, operand) in operands.enumerated() {
            if index > 0 { output.append(separator) }
            write(operand, within: looseness, to: &output, name)
        }
    }
}

extension FeatureModel {
    /// Returns a proposition about the model's features as UVL writes constraints, for people to read.
    ///
    /// - Requires: The model has its features, and it has at most ``Proposition/maximumDepth`` levels.
    /// - Complexity: O(*n*) for *n* bytes of the text.
    public func uvlText(of proposition: Proposition) -> String {
        var output = TextOutput()
        UVLConstraint(proposition).append(to: &output) { UVLText.reference(UVLText.withoutQuotes(self[$0].name)) }
        return String(decoding: output.bytes, as: UTF8.self)
    }
}
