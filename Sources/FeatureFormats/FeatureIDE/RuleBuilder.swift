internal import FeatureModels
internal import TextSupport
internal import WorkLimits

/// A partly read rule of FeatureIDE's XML.
struct RuleBuilder {
    /// The element of an operator.
    enum Operation: String, CaseIterable {
        case not
        case and = "conj"
        case or = "disj"
        case implies = "imp"
        case equivalent = "eq"
        case atMostOne = "atmost1"
    }

    /// An operator whose operands are being read, or the rule itself, with the levels below.
    private struct OpenOperator {
        var operation: Operation?
        var offset: Int
        var operands: [Proposition] = []
    }

    /// The place of the rule.
    let offset: Int
    private var openOperators: [OpenOperator]

    init(offset: Int) {
        self.offset = offset
        openOperators = [OpenOperator(operation: nil, offset: offset)]
    }

    /// The proposition that was built; `nil` unless there is exactly one.
    var proposition: Proposition? { openOperators[0].operands.count == 1 ? openOperators[0].operands[0] : nil }

    /// A Boolean value that indicates whether there is no proposition.
    var isEmpty: Bool { openOperators[0].operands.isEmpty }

    mutating func begin(_ operation: Operation, at offset: Int) throws(TextProblem) {
        try FeatureFormatLimits.check(constraintDepth: openOperators.count, at: offset)
        openOperators.append(OpenOperator(operation: operation, offset: offset))
    }

    mutating func add(_ feature: FeatureID, at offset: Int) throws(TextProblem) {
        try FeatureFormatLimits.check(constraintDepth: openOperators.count, at: offset)
        openOperators[openOperators.count - 1].operands.append(.feature(feature))
    }

    /// Ends the innermost operator.
    ///
    /// - Returns: The problem of a wrong number of operands.
    mutating func end() -> TextProblem? {
        let inner = openOperators.removeLast()
        guard let operation = inner.operation else { return nil }
        let operands = inner.operands
        let expected: String? =
            switch operation {
            case .not: operands.count == 1 ? nil : "one operand"
            case .implies, .equivalent: operands.count == 2 ? nil : "two operands"
            case .and, .or, .atMostOne: operands.isEmpty ? "operands" : nil
            }
        if let expected {
            // The placeholder isn't used.
            openOperators[openOperators.count - 1].operands.append(.constant(true))
            return TextProblem(
                offset: inner.offset,
                message: "expected \(expected) in <\(operation.rawValue)>, found \(operands.count)")
        }
        let proposition: Proposition =
            switch operation {
            case .not: .not(operands[0])
            case .implies: .implies(operands)
            case .equivalent: .equivalent(operands[0], operands[1])
            case .and: operands.count == 1 ? operands[0] : .and(operands)
            case .or: operands.count == 1 ? operands[0] : .or(operands)
            case .atMostOne: .atMostOne(operands)
            }
        openOperators[openOperators.count - 1].operands.append(proposition)
        return nil
    }
}
