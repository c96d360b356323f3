internal import Automata
public import FeatureModels
internal import TextSupport

/// A constraint as UVL writes it.
struct UVLConstraint {
    private let proposition: Proposition
    private let isComparison: (FeatureID) -> Bool

    /// Creates the text of a proposition. Constants are `true` and `false`, and
    /// ``Proposition/atMostOne(_:)`` is written like a function; UVL itself has neither.
    ///
    /// - Parameters:
    ///   - proposition: The proposition.
    ///   - isComparison: A function that returns whether the text of a feature needs parentheses
    ///     behind `!`.
    init(_ proposition: Proposition, isComparison: @escaping (FeatureID) -> Bool = { _ in false }) {
        (self.proposition, self.isComparison) = (proposition, isComparison)
    }

    func append<Failure>(
        to output: inout TextOutput, naming name: (FeatureID) throws(Failure) -> String
    ) throws(Failure) {
        var open = [Piece.proposition(proposition, within: .max)]
        while let piece = open.popLast() {
            switch piece {
            case .text(let text): output.append(text)
            case .proposition(.constant(let value), _): output.append(value ? "true" : "false")
            case .proposition(.feature(let feature), within: 0) where isComparison(feature):
                output.append(string: "(\(try name(feature)))")
            case .proposition(.feature(let feature), _): output.append(string: try name(feature))
            case .proposition(let proposition, let looseness):
                Self.begin(proposition, within: looseness, to: &output, &open)
            }
        }
    }

    /// A part of a proposition that is to be written.
    private enum Piece {
        case proposition(Proposition, within: Int)
        case text(StaticString)
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

    /// Writes the beginning of a proposition, and adds the rest, the last piece first: in
    /// parentheses unless it binds tighter than the operator around it.
    private static func begin(
        _ proposition: Proposition, within looseness: Int, to output: inout TextOutput, _ open: inout [Piece]
    ) {
        var own = Self.looseness(of: proposition)
        let separator: StaticString
        switch proposition {
        case .constant, .feature, .comparison, .each: return
        case .not(let operand):
            output.append("!")
            return open.append(.proposition(operand, within: 0))
        case .and: separator = " & "
        case .or: separator = " | "
        case .implies: separator = " => "
        case .equivalent: separator = " <=> "
        case .atMostOne:
            output.append("atMostOne(")
            open.append(.text(")"))
            (separator, own) = (", ", .max)
        }
        if own < .max, own >= looseness {
            output.append("(")
            open.append(.text(")"))
        }
        for (index, operand) in proposition.operands.enumerated().reversed() {
            open.append(.proposition(operand, within: own))
            if index > 0 { open.append(.text(separator)) }
        }
    }
}

extension FeatureModel {
    /// Returns a proposition about the model's features as UVL writes constraints, for people to
    /// read.
    ///
    /// A text of more than 65,536 bytes is cut there and ends with an ellipsis.
    ///
    /// - Requires: The model has its features, and it has at most ``Proposition/maximumDepth``
    ///   levels.
    /// - Complexity: O(*n*) for *n* parts of the proposition and bytes of the longest name.
    public func uvlText(of proposition: Proposition) -> String { uvlText(of: proposition, upTo: 1 << 16) }

    /// Returns the beginning of a proposition as UVL writes constraints.
    func uvlText(of proposition: Proposition, upTo limit: Int) -> String {
        struct Enough: Error {}
        var output = TextOutput()
        var count = 0
        do throws(Enough) {
            try UVLConstraint(proposition).append(to: &output) { (feature) throws(Enough) in
                if count > limit { throw Enough() }
                let name = UVLText.reference(UVLText.withoutQuotes(self[feature].name))
                count += name.utf8.count
                return name
            }
        } catch {
            // The text has its beginning.
        }
        guard output.bytes.count > limit else { return String(decoding: output.bytes, as: UTF8.self) }
        var end = limit
        while end > 0, output.bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return String(decoding: output.bytes[..<end], as: UTF8.self) + "…"
    }
}
