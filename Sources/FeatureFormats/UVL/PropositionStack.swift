internal import FeatureModels
internal import TextSupport

/// The incomplete parts of a constraint: operands, and operators that wait for their last operand.
///
/// - Reference: E. W. Dijkstra, Algol 60 translation, 1961: the shunting-yard algorithm.
struct PropositionStack {
    /// The operators of two propositions, the tightest first.
    enum Connective: Int, CaseIterable {
        case and, or, implies, equivalent

        var symbol: StaticString {
            switch self {
            case .and: "&"
            case .or: "|"
            case .implies: "=>"
            case .equivalent: "<=>"
            }
        }
    }

    fileprivate struct Operand {
        var operand: ConstraintOperand
        var depth: Int
        var offset: Int
    }

    private enum Operator {
        case arithmetic(ValueExpression.Operator)
        case comparison(ValueRelation)
        case not
        case connective(Connective)
        /// An open parenthesis, perhaps that of a function.
        case parenthesis(ConstraintFunction?)

        /// The rank of the precedence, from the tightest.
        var rank: Int {
            switch self {
            case .arithmetic(.times), .arithmetic(.dividedBy): 0
            case .arithmetic(.plus), .arithmetic(.minus): 1
            case .comparison: 2
            case .not: 3
            case .connective(let connective): 4 + connective.rawValue
            case .parenthesis: .max
            }
        }
    }

    /// An operator with its operands so far. All but comparisons may have several, with operators
    /// of the same rank in between.
    private struct Pending {
        var operation: Operator
        var operands: [Operand] = []
        /// The operators between the operands of a sum or a product.
        var arithmetic: [ValueExpression.Operator] = []
        var offset: Int
    }

    private var pending: [Pending] = []
    private var last: Operand?
    /// The number of open parentheses.
    private(set) var openCount = 0

    /// A Boolean value that indicates whether an operand comes next.
    var expectsOperand: Bool { last == nil }

    // MARK: Operands

    mutating func add(_ operand: ConstraintOperand, at offset: Int) {
        last = Operand(operand: operand, depth: 1, offset: offset)
    }

    mutating func open(_ function: ConstraintFunction? = nil, at offset: Int) throws(TextProblem) {
        openCount += 1
        try TextProblem.check(
            depth: openCount, upTo: Proposition.maximumDepth, "nested parentheses", at: offset)
        pending.append(Pending(operation: .parenthesis(function), offset: offset))
    }

    mutating func close(at offset: Int) throws(TextProblem) {
        let outermost = pending.last(where: { $0.operation.rank > 1 })?.operation.rank
        try applyPending(to: .max - 1, at: offset)
        guard var result = last, let open = pending.popLast(), case .parenthesis(let function) = open.operation else {
            return
        }
        openCount -= 1
        // A condition begins at its parenthesis.
        if outermost != .max { result.offset = open.offset }
        if let function {
            switch function {
            case .length: result.operand = .value(.length(try result.value()))
            case .floor: result.operand = .value(.floor(try result.value()))
            case .ceiling: result.operand = .value(.ceiling(try result.value()))
            case .each(let feature): result.operand = .proposition(.each(feature, try result.proposition()))
            }
            result.depth += 1
            try FeatureFormatLimits.check(constraintDepth: result.depth, at: open.offset)
        }
        result.offset = open.offset
        last = result
    }

    mutating func finish(at offset: Int) throws(TextProblem) -> Proposition {
        try applyPending(to: .max - 1, at: offset)
        return try last?.proposition() ?? .constant(true)
    }

    // MARK: Operators

    mutating func not(at offset: Int) throws(TextProblem) {
        if let last = pending.last, last.operation.rank < Operator.not.rank { throw .conditionForValue(at: offset) }
        pending.append(Pending(operation: .not, offset: offset))
        let count = pending.reversed().prefix { if case .not = $0.operation { true } else { false } }.count
        try FeatureFormatLimits.check(constraintDepth: count, at: offset)
    }

    mutating func add(_ operation: ValueExpression.Operator) throws(TextProblem) {
        try push(.arithmetic(operation), at: last?.offset ?? 0)
    }

    mutating func add(_ relation: ValueRelation, at offset: Int) throws(TextProblem) {
        let arithmetic = pending.reversed().prefix { $0.operation.rank < Operator.comparison(relation).rank }
        if case .comparison? = pending.dropLast(arithmetic.count).last?.operation {
            throw TextProblem(
                offset: offset, message: "expected one comparison, found a second one",
                remedy: "write two comparisons, with '&' in between")
        }
        try push(.comparison(relation), at: offset)
    }

    mutating func add(_ connective: Connective, at offset: Int) throws(TextProblem) {
        try push(.connective(connective), at: offset)
    }

    /// Pushes an operator after its first operand, or after another operand of the same chain.
    private mutating func push(_ operation: Operator, at offset: Int) throws(TextProblem) {
        let isInChain =
            switch operation {
            case .arithmetic, .connective: true
            case .comparison, .not, .parenthesis: false
            }
        try applyPending(to: isInChain ? operation.rank - 1 : operation.rank, at: offset)
        guard var operand = last else { return }
        last = nil
        // A condition that stands for a value is found when the operator has all its operands.
        if operation.rank > Operator.not.rank { operand.operand = .proposition(try operand.proposition()) }
        if !isInChain || pending.last?.operation.rank != operation.rank {
            pending.append(Pending(operation: operation, offset: offset))
        }
        pending[pending.count - 1].operands.append(operand)
        if case .arithmetic(let sign) = operation { pending[pending.count - 1].arithmetic.append(sign) }
    }

    /// Applies the pending operators within the innermost parentheses up to a rank.
    private mutating func applyPending(to rank: Int, at offset: Int) throws(TextProblem) {
        while var top = pending.last, top.operation.rank <= rank, let right = last {
            pending.removeLast()
            top.operands.append(right)
            last = try Self.applied(top, at: offset)
        }
    }

    private static func applied(_ pending: Pending, at offset: Int) throws(TextProblem) -> Operand {
        let operands = pending.operands
        let (left, right) = (operands[0], operands[operands.count - 1])
        var result = left
        result.depth = 1 + (operands.lazy.map(\.depth).max() ?? 0)
        switch pending.operation {
        case .arithmetic(let first):
            let (operation, inverse): (ValueExpression.Operator, ValueExpression.Operator) =
                first == .plus || first == .minus ? (.plus, .minus) : (.times, .dividedBy)
            var values: [(ValueExpression, Int)] = []
            for operand in operands { values.append((try operand.value(), operand.depth)) }
            let chain = OperatorChain(values, isInverse: [false] + pending.arithmetic.map { $0 == inverse })
            let joined = chain.joined { .operation($0, $2 ? inverse : operation, $1) }
            (result.operand, result.depth) = (.value(joined.value), joined.depth)
            try FeatureFormatLimits.check(constraintDepth: result.depth, at: left.offset)
            return result
        case .comparison(let relation):
            result.operand = .proposition(.comparison(try left.value(), relation, try right.value()))
            result.offset = right.offset
        case .not: result.operand = .proposition(.not(try right.proposition()))
        case .connective(let connective):
            let (proposition, depth) = try connective.joined(operands)
            (result.operand, result.depth) = (.proposition(proposition), depth)
            try FeatureFormatLimits.check(constraintDepth: result.depth, at: offset)
            return result
        case .parenthesis: return result
        }
        try FeatureFormatLimits.check(constraintDepth: result.depth, at: right.offset)
        return result
    }
}

extension PropositionStack.Connective {
    fileprivate func joined(_ operands: [PropositionStack.Operand]) throws(TextProblem) -> (Proposition, depth: Int) {
        var propositions: [Proposition] = []
        for operand in operands { propositions.append(try operand.proposition()) }
        let depth = 1 + (operands.lazy.map(\.depth).max() ?? 0)
        switch self {
        case .and: return (.and(propositions), depth)
        case .or: return (.or(propositions), depth)
        case .implies: return (.implies(propositions), depth)
        case .equivalent:
            let chain = OperatorChain(
                Array(zip(propositions, operands.map(\.depth))), isInverse: propositions.map { _ in false })
            return chain.joined { left, right, _ in .equivalent(left, right) }
        }
    }
}

extension PropositionStack.Operand {
    /// Returns the operand as a number or a text.
    fileprivate func value() throws(TextProblem) -> ValueExpression {
        switch operand {
        case .value(let value), .name(_, .some(let value)): return value
        case .name(_, nil):
            throw TextProblem(
                offset: offset, message: "expected a number or a text, found a feature without a type",
                remedy: "give the feature a type, such as Integer, or use one of its attributes")
        case .proposition: throw .conditionForValue(at: offset)
        }
    }

    /// Returns the operand as a proposition.
    fileprivate func proposition() throws(TextProblem) -> Proposition {
        switch operand {
        case .proposition(let proposition), .name(let proposition, _): return proposition
        case .value(let value):
            let valueNoun =
                switch value {
                case .text: "a text"
                case .attribute, .value: "a value"
                default: "a number"
                }
            throw TextProblem(
                offset: offset, message: "expected a condition, found \(valueNoun)",
                remedy: "compare it with another value")
        }
    }
}

extension TextProblem {
    fileprivate static func conditionForValue(at offset: Int) -> TextProblem {
        TextProblem(offset: offset, message: "expected a number or a text, found a condition")
    }
}
