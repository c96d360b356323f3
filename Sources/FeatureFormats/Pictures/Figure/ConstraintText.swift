internal import FeatureModels
internal import WorkLimits

/// A constraint in words and signs: `A ∧ ¬B ⇒ C`.
enum ConstraintText {
    /// The approximate maximum number of characters.
    private static let maximumCount = 1_000
    /// The maximum number of levels that are shown.
    private static let maximumDepth = Proposition.maximumDepth

    private enum Piece {
        case text(String)
        case operand(Proposition, within: Precedence, depth: Int)
        case value(ValueExpression, within: Int, depth: Int)
    }

    /// The operators around an operand.
    private enum Precedence { case none, arrow, and, or, negation }

    /// Returns the text, which ends with an ellipsis if it is long or too deep.
    ///
    /// - Parameters:
    ///   - constraint: The constraint.
    ///   - names: The names of the features; others are numbered.
    /// - Complexity: O(*n*) for *n* parts of the constraint.
    static func text(of constraint: Proposition, names: [String]) -> String {
        var text = ""
        // Keeps the length, as a string counts its characters one by one.
        var count = 0
        var pending: [Piece] = [.operand(constraint, within: .none, depth: 1)]
        while let piece = pending.popLast() {
            guard count < maximumCount else { return text + " …" }
            switch piece {
            case .text(let part):
                text += part
                count += part.unicodeScalars.count
            case .operand(let proposition, let precedence, let depth):
                if depth > maximumDepth {
                    pending.append(.text("…"))
                } else {
                    pending += pieces(of: proposition, within: precedence, depth: depth, names).reversed()
                }
            case .value(let value, let precedenceRank, let depth):
                if depth > maximumDepth {
                    pending.append(.text("…"))
                } else {
                    pending += pieces(of: value, within: precedenceRank, depth: depth, names).reversed()
                }
            }
        }
        return text
    }

    /// Returns a name as an operand, in quotation marks if it could be read as several.
    static func operand(_ name: String) -> String {
        let isPlain =
            !name.isEmpty
            && name.unicodeScalars.allSatisfy { scalar in
                !scalar.properties.isWhitespace && !"(),¬∧∨⇒⇔“”".unicodeScalars.contains(scalar)
            }
        return isPlain ? name : "“\(name)”"
    }

    private static func pieces(
        of proposition: Proposition, within precedence: Precedence, depth: Int, _ names: [String]
    ) -> [Piece] {
        func operand(_ proposition: Proposition, _ precedence: Precedence) -> Piece {
            .operand(proposition, within: precedence, depth: depth + 1)
        }
        func enclosed(_ pieces: [Piece], if isEnclosed: Bool) -> [Piece] {
            isEnclosed ? [.text("(")] + pieces + [.text(")")] : pieces
        }
        func joined(_ operands: [Proposition], _ sign: String, _ own: Precedence, empty: String) -> [Piece] {
            guard operands.count != 1 else { return [operand(operands[0], precedence)] }
            guard !operands.isEmpty else { return [.text(empty)] }
            let isEnclosed = precedence != .none && precedence != .arrow && precedence != own
            var pieces = [operand(operands[0], own)]
            for next in operands.dropFirst().prefix(maximumCount) { pieces += [.text(sign), operand(next, own)] }
            return enclosed(pieces, if: isEnclosed)
        }
        switch proposition {
        case .constant(let value): return [.text(value ? "true" : "false")]
        case .feature(let feature):
            return [.text(name(feature, names))]
        case .not(let negated): return [.text("¬"), operand(negated, .negation)]
        case .and(let operands): return joined(operands, " ∧ ", .and, empty: "true")
        case .or(let operands): return joined(operands, " ∨ ", .or, empty: "false")
        case .atMostOne(let operands):
            var pieces: [Piece] = [.text("at most one of (")]
            for (index, next) in operands.prefix(maximumCount).enumerated() {
                pieces += [.text(index == 0 ? "" : ", "), operand(next, .none)]
            }
            return enclosed(pieces + [.text(")")], if: precedence == .negation)
        case .implies, .equivalent:
            let sign = if case .implies = proposition { " ⇒ " } else { " ⇔ " }
            var pieces: [Piece] = []
            for (index, next) in proposition.operands.prefix(maximumCount).enumerated() {
                if index > 0 { pieces.append(.text(sign)) }
                pieces.append(operand(next, .arrow))
            }
            return enclosed(pieces, if: precedence != .none)
        case .comparison(let left, let relation, let right):
            return enclosed(
                [
                    .value(left, within: .max, depth: depth + 1), .text(" \(relation.sign) "),
                    .value(right, within: .max, depth: depth + 1),
                ], if: precedence == .negation)
        case .each(let feature, let inner):
            return [.text("for each \(name(feature, names)): ("), operand(inner, .none), .text(")")]
        }
    }

    private static func name(_ feature: FeatureID, _ names: [String]) -> String {
        Int(feature) < names.count ? names[Int(feature)] : "feature \(feature)"
    }

    /// Returns the pieces of a value.
    ///
    /// - Parameter precedenceRank: The rank of the enclosing operator's precedence; 1 for
    ///   multiplication and division.
    private static func pieces(
        of value: ValueExpression, within precedenceRank: Int, depth: Int, _ names: [String]
    ) -> [Piece] {
        func sum(_ function: String, _ attribute: String, _ top: FeatureID?) -> [Piece] {
            [.text("\(function)(\(operand(attribute))\(top.map { " in \(name($0, names))" } ?? ""))")]
        }
        func function(_ name: String, _ operand: ValueExpression) -> [Piece] {
            [.text("\(name)("), .value(operand, within: .max, depth: depth + 1), .text(")")]
        }
        switch value {
        case .number(let number): return [.text(UVLText.decimal(number))]
        case .text(let text): return [.text("'\(text)'")]
        case .attribute(let attribute, let owner): return [.text("\(name(owner, names)).\(operand(attribute))")]
        case .value(let feature): return [.text(name(feature, names))]
        case .size(let feature): return [.text("size(\(name(feature, names)))")]
        case .sum(let attribute, let top): return sum("sum", attribute, top)
        case .average(let attribute, let top): return sum("average", attribute, top)
        case .length(let operand): return function("length", operand)
        case .floor(let operand): return [.text("⌊"), .value(operand, within: .max, depth: depth + 1), .text("⌋")]
        case .ceiling(let operand): return [.text("⌈"), .value(operand, within: .max, depth: depth + 1), .text("⌉")]
        case .total(let numbers):
            let terms = numbers.sorted { $0.key < $1.key }.prefix(maximumCount)
            return [
                .text("("),
                .text(
                    terms.map { "\(UVLText.decimal($1)) · size(\(name($0, names)))" }.joined(separator: " + ")),
                .text(")"),
            ]
        case .operation(let left, let operation, let right):
            let own = operation == .times || operation == .dividedBy ? 1 : 2
            let pieces: [Piece] = [
                .value(left, within: own + 1, depth: depth + 1), .text(" \(operation.sign) "),
                .value(right, within: own, depth: depth + 1),
            ]
            return own >= precedenceRank ? [.text("(")] + pieces + [.text(")")] : pieces
        }
    }
}

extension ValueRelation {
    /// The sign in pictures.
    fileprivate var sign: String {
        switch self {
        case .equal: "="
        case .notEqual: "≠"
        case .less: "<"
        case .lessOrEqual: "≤"
        case .greater: ">"
        case .greaterOrEqual: "≥"
        }
    }
}

extension ValueExpression.Operator {
    /// The sign in pictures.
    fileprivate var sign: String {
        switch self {
        case .plus: "+"
        case .minus: "−"
        case .times: "·"
        case .dividedBy: "/"
        }
    }
}
