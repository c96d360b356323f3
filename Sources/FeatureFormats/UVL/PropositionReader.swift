internal import FeatureModels
internal import TextSupport
internal import WorkLimits

/// An operand of a constraint.
enum ConstraintOperand {
    case proposition(Proposition)
    case value(ValueExpression)
    /// A feature as a proposition; if it has a type, also as a value.
    case name(Proposition, value: ValueExpression?)
}

/// A function whose only or last operand is an expression.
enum ConstraintFunction {
    case length, floor, ceiling
    case each(FeatureID)
}

/// A reader of propositions. The operators, from the tightest, are `*` and `/`, `+` and `-`,
/// comparisons, `!`, `&`, `|`, `=>` and `<=>`; all but comparisons are left-associative.
protocol PropositionReader: UVLTokenReader {
    /// A Boolean value that indicates whether numbers, texts and their operators are read.
    static var readsValues: Bool { get }

    /// Reads an operand of one level, without operators.
    mutating func readOperand() throws(TextProblem) -> ConstraintOperand

    /// Reads the name of a function up to its last operand.
    ///
    /// - Returns: `nil` if no function comes next.
    mutating func readFunction() throws(TextProblem) -> ConstraintFunction?

    /// Throws a problem if the next token has no place in propositions.
    func checkNext() throws(TextProblem)
}

extension PropositionReader {
    mutating func readFunction() throws(TextProblem) -> ConstraintFunction? { nil }
    func checkNext() throws(TextProblem) {}

    /// Reads a proposition up to a token that doesn't continue it.
    mutating func readProposition() throws(TextProblem) -> Proposition {
        let start = token.start
        var stack = PropositionStack()
        while true {
            try checkNext()
            if stack.expectsOperand {
                try readBeforeOperator(&stack)
            } else if try !readOperator(&stack) {
                if isNext(")"), stack.openCount > 0 {
                    try stack.close(at: token.start)
                    advance()
                } else if stack.openCount > 0 {
                    throw problem("')' or an operator")
                } else {
                    return try stack.finish(at: start)
                }
            }
        }
    }

    private mutating func readBeforeOperator(_ stack: inout PropositionStack) throws(TextProblem) {
        let offset = token.start
        if skip("!") {
            try stack.not(at: offset)
        } else if isNext("(") {
            try stack.open(at: offset)
            advance()
        } else if let function = try readFunction() {
            try stack.open(function, at: offset)
        } else {
            stack.add(try readOperand(), at: offset)
        }
    }

    private mutating func readOperator(_ stack: inout PropositionStack) throws(TextProblem) -> Bool {
        if let connective = PropositionStack.Connective.allCases.first(where: { isNext($0.symbol) }) {
            try stack.add(connective, at: token.start)
        } else if Self.readsValues, let relation = ValueRelation.allCases.first(where: { isNext($0.symbol) }) {
            try stack.add(relation, at: token.start)
        } else if Self.readsValues,
            let operation = ValueExpression.Operator.allCases.first(where: { isNext($0.symbol) })
        {
            try stack.add(operation)
        } else if Self.readsValues, token.kind == .number, text[token.start] == UInt8(ascii: "-") {
            // A difference without a space.
            try stack.add(.minus)
            token.start += 1
            return true
        } else {
            return false
        }
        advance()
        return true
    }
}

extension ValueRelation {
    fileprivate var symbol: StaticString {
        switch self {
        case .equal: "=="
        case .notEqual: "!="
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        }
    }
}

extension ValueExpression.Operator {
    fileprivate var symbol: StaticString {
        switch self {
        case .plus: "+"
        case .minus: "-"
        case .times: "*"
        case .dividedBy: "/"
        }
    }
}
