internal import Automata
internal import FeatureModels

/// A constraint in words and signs: `A ∧ ¬B ⇒ C`.
enum ConstraintText {
    /// The greatest number of characters, about.
    private static let maximumCount = 1_000
    /// The most levels that are shown.
    private static let maximumDepth = Proposition.maximumDepth

    private enum Piece {
        case text(String)
        case operand(Proposition, within: Strength, depth: Int)
    }

    /// The operators around an operand.
    private enum Strength { case none, arrow, and, or, negation }

    /// Returns the text, which ends with an ellipsis if it is long or too deep.
    ///
    /// - Parameters:
    ///   - constraint: The constraint.
    ///   - names: The names of the features; others are numbered.
    /// - Complexity: O(*n*) for *n* parts of the constraint.
    static func text(of constraint: Proposition, names: [String]) -> String {
        var text = ""
        // The length is counted apart, as a string counts its characters one by one.
        var count = 0
        var pending: [Piece] = [.operand(constraint, within: .none, depth: 1)]
        while let piece = pending.popLast() {
            guard count < maximumCount else { return text + " …" }
            switch piece {
            case .text(let part):
                text += part
                count += part.unicodeScalars.count
            case .operand(let proposition, let strength, let depth):
                if depth > maximumDepth {
                    pending.append(.text("…"))
                } else {
                    pending += pieces(of: proposition, within: strength, depth: depth, names).reversed()
                }
            }
        }
        return text
    }

    /// Returns a name as an operand: in quotation marks if it could be taken for several.
    static func operand(_ name: String) -> String {
        let isPlain =
            !name.isEmpty
            && name.unicodeScalars.allSatisfy { scalar in
                !scalar.properties.isWhitespace && !"(),¬∧∨⇒⇔“”".unicodeScalars.contains(scalar)
            }
        return isPlain ? name : "“\(name)”"
    }

    private static func pieces(
        of proposition: Proposition, within strength: Strength, depth: Int, _ names: [String]
    ) -> [Piece] {
        func operand(_ proposition: Proposition, _ strength: Strength) -> Piece {
            .operand(proposition, within: strength, depth: depth + 1)
        }
        func enclosed(_ pieces: [Piece], if isEnclosed: Bool) -> [Piece] {
            isEnclosed ? [.text("(")] + pieces + [.text(")")] : pieces
        }
        func joined(_ operands: [Proposition], _ sign: String, _ own: Strength, empty: String) -> [Piece] {
            guard operands.count != 1 else { return [operand(operands[0], strength)] }
            guard !operands.isEmpty else { return [.text(empty)] }
            let isEnclosed = strength != .none && strength != .arrow && strength != own
            var pieces = [operand(operands[0], own)]
            for next in operands.dropFirst().prefix(maximumCount) { pieces += [.text(sign), operand(next, own)] }
            return enclosed(pieces, if: isEnclosed)
        }
        switch proposition {
        case .constant(let value): return [.text(value ? "true" : "false")]
        case .feature(let feature):
            return [.text(Int(feature) < names.count ? names[Int(feature)] : "feature \(feature)")]
        case .not(let negated): return [.text("¬"), operand(negated, .negation)]
        case .and(let operands): return joined(operands, " ∧ ", .and, empty: "true")
        case .or(let operands): return joined(operands, " ∨ ", .or, empty: "false")
        case .atMostOne(let operands):
            var pieces: [Piece] = [.text("at most one of (")]
            for (index, next) in operands.prefix(maximumCount).enumerated() {
                pieces += [.text(index == 0 ? "" : ", "), operand(next, .none)]
            }
            return enclosed(pieces + [.text(")")], if: strength == .negation)
        case .implies(let left, let right):
            return enclosed([operand(left, .arrow), .text(" ⇒ "), operand(right, .arrow)], if: strength != .none)
        case .equivalent(let left, let right):
            return enclosed([operand(left, .arrow), .text(" ⇔ "), operand(right, .arrow)], if: strength != .none)
        case .comparison, .each: return []
        }
    }
}
