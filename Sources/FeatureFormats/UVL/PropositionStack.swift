internal import FeatureModels
internal import TextSupport

/// The incomplete parts of a constraint.
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

    private struct Part {
        var proposition: Proposition
        var depth: Int
    }

    /// The parts within a pair of parentheses, by operator.
    private struct Level {
        var offset = 0
        /// The function whose operand is in the parentheses.
        var function: ConstraintFunction?
        var last: Operand?
        var product: (left: Operand, operation: ValueExpression.Operator)?
        var sum: (left: Operand, operation: ValueExpression.Operator)?
        var comparison: (left: Operand, relation: ValueRelation)?
        var notCount = 0
        var conjunction: [Part] = []
        var disjunction: [Part] = []
        var implication: Part?
        var equivalence: Part?

        /// A Boolean value that indicates whether the level has only an operand, without
        /// propositional operators.
        var isOperand: Bool {
            comparison == nil && notCount == 0 && conjunction.isEmpty && disjunction.isEmpty && implication == nil
                && equivalence == nil
        }
    }

    private var levels = [Level()]
    /// A Boolean value that indicates whether an operand comes next.
    private(set) var expectsOperand = true

    /// The number of open parentheses.
    var openCount: Int { levels.count - 1 }

    // MARK: Operands

    mutating func add(_ operand: ConstraintOperand, at offset: Int) {
        add(Operand(operand: operand, depth: 1, offset: offset))
    }

    private mutating func add(_ operand: Operand) {
        levels[levels.count - 1].last = operand
        expectsOperand = false
    }

    mutating func open(_ function: ConstraintFunction? = nil, at offset: Int) throws(TextProblem) {
        try Bounds.check(levels.count, Proposition.maximumDepth, "parentheses within each other", at: offset)
        levels.append(Level(offset: offset, function: function))
    }

    mutating func close(at offset: Int) throws(TextProblem) {
        var level = levels.removeLast()
        var result: Operand
        if level.isOperand, let operand = try Self.takeSum(&level) {
            result = operand
        } else {
            let part = try Self.reduce(&level, to: .equivalent, at: offset)
            result = Operand(operand: .proposition(part.proposition), depth: part.depth, offset: level.offset)
        }
        if let function = level.function {
            switch function {
            case .length: result.operand = .value(.length(try result.value()))
            case .floor: result.operand = .value(.floor(try result.value()))
            case .ceiling: result.operand = .value(.ceiling(try result.value()))
            case .each(let feature): result.operand = .proposition(.each(feature, try result.proposition()))
            }
            result.depth += 1
            try Bounds.check(constraintDepth: result.depth, at: level.offset)
        }
        result.offset = level.offset
        add(result)
    }

    // MARK: Operators

    mutating func not(at offset: Int) throws(TextProblem) {
        let last = levels.count - 1
        if levels[last].product != nil || levels[last].sum != nil || levels[last].comparison != nil {
            throw .conditionForValue(at: offset)
        }
        levels[last].notCount += 1
        try Bounds.check(constraintDepth: levels[last].notCount, at: offset)
    }

    mutating func add(_ operation: ValueExpression.Operator) throws(TextProblem) {
        let last = levels.count - 1
        switch operation {
        case .times, .dividedBy:
            levels[last].product = try Self.takeProduct(&levels[last]).map { ($0, operation) }
        case .plus, .minus: levels[last].sum = try Self.takeSum(&levels[last]).map { ($0, operation) }
        }
        expectsOperand = true
    }

    mutating func add(_ relation: ValueRelation, at offset: Int) throws(TextProblem) {
        let last = levels.count - 1
        guard levels[last].comparison == nil else {
            throw TextProblem(
                offset: offset, message: "expected one comparison, found another one",
                remedy: "compare twice, with '&' in between")
        }
        levels[last].comparison = try Self.takeSum(&levels[last]).map { ($0, relation) }
        expectsOperand = true
    }

    mutating func add(_ connective: Connective, at offset: Int) throws(TextProblem) {
        expectsOperand = true
        let last = levels.count - 1
        switch connective {
        case .and: try Self.takeComparison(&levels[last])
        case .or:
            try Self.takeComparison(&levels[last])
            levels[last].disjunction.append(try Self.joined(&levels[last].conjunction, Proposition.and, at: offset))
        case .implies: levels[last].implication = try Self.reduce(&levels[last], to: .implies, at: offset)
        case .equivalent: levels[last].equivalence = try Self.reduce(&levels[last], to: .equivalent, at: offset)
        }
    }

    mutating func finish(at offset: Int) throws(TextProblem) -> Proposition {
        try Self.reduce(&levels[0], to: .equivalent, at: offset).proposition
    }

    // MARK: Values

    private static func takeProduct(_ level: inout Level) throws(TextProblem) -> Operand? {
        let (last, product) = (level.last, level.product)
        (level.last, level.product) = (nil, nil)
        guard let last, let (left, operation) = product else { return last }
        return try joined(left, operation, last)
    }

    private static func takeSum(_ level: inout Level) throws(TextProblem) -> Operand? {
        let last = try takeProduct(&level)
        guard let last, let (left, operation) = level.sum else { return last }
        level.sum = nil
        return try joined(left, operation, last)
    }

    private static func joined(
        _ left: Operand, _ operation: ValueExpression.Operator, _ right: Operand
    ) throws(TextProblem) -> Operand {
        let depth = 1 + max(left.depth, right.depth)
        try Bounds.check(constraintDepth: depth, at: left.offset)
        return Operand(
            operand: .value(.operation(try left.value(), operation, try right.value())), depth: depth,
            offset: left.offset)
    }

    /// Adds the last comparison, or the last operand, to the conjunction.
    private static func takeComparison(_ level: inout Level) throws(TextProblem) {
        guard let last = try takeSum(&level) else { return }
        var part: Part
        if let (left, relation) = level.comparison {
            part = Part(
                proposition: .comparison(try left.value(), relation, try last.value()),
                depth: 1 + max(left.depth, last.depth))
            level.comparison = nil
        } else {
            part = Part(proposition: try last.proposition(), depth: last.depth)
        }
        for _ in 0..<level.notCount { part.proposition = .not(part.proposition) }
        part.depth += level.notCount
        try Bounds.check(constraintDepth: part.depth, at: last.offset)
        level.notCount = 0
        level.conjunction.append(part)
    }

    // MARK: Propositions

    /// Reduces the parts of a level down to an operator's precedence.
    private static func reduce(_ level: inout Level, to connective: Connective, at offset: Int) throws(TextProblem)
        -> Part
    {
        try takeComparison(&level)
        level.disjunction.append(try joined(&level.conjunction, Proposition.and, at: offset))
        var part = try joined(&level.disjunction, Proposition.or, at: offset)
        part = try joined(&level.implication, part, Proposition.implies, at: offset)
        if connective == .implies { return part }
        return try joined(&level.equivalence, part, Proposition.equivalent, at: offset)
    }

    /// Returns operands joined by an operator.
    private static func joined(
        _ parts: inout [Part], _ operation: ([Proposition]) -> Proposition, at offset: Int
    ) throws(TextProblem) -> Part {
        defer { parts.removeAll() }
        if parts.count == 1 { return parts[0] }
        let depth = 1 + (parts.lazy.map(\.depth).max() ?? 0)
        try Bounds.check(constraintDepth: depth, at: offset)
        return Part(proposition: operation(parts.map(\.proposition)), depth: depth)
    }

    private static func joined(
        _ left: inout Part?, _ right: Part, _ operation: (Proposition, Proposition) -> Proposition, at offset: Int
    ) throws(TextProblem) -> Part {
        guard let first = left else { return right }
        left = nil
        let depth = 1 + max(first.depth, right.depth)
        try Bounds.check(constraintDepth: depth, at: offset)
        return Part(proposition: operation(first.proposition, right.proposition), depth: depth)
    }
}

extension PropositionStack.Operand {
    /// Returns the operand as a number or a text.
    fileprivate func value() throws(TextProblem) -> ValueExpression {
        switch operand {
        case .value(let value), .name(_, .some(let value)): return value
        case .name(_, nil):
            throw TextProblem(
                offset: offset, message: "a feature without a type stands where a number or a text is expected",
                remedy: "give it a type, such as Integer, or name an attribute of it")
        case .proposition: throw .conditionForValue(at: offset)
        }
    }

    /// Returns the operand as a proposition.
    fileprivate func proposition() throws(TextProblem) -> Proposition {
        switch operand {
        case .proposition(let proposition), .name(let proposition, _): return proposition
        case .value(let value):
            let thing =
                switch value {
                case .text: "a text"
                case .attribute, .value: "a value"
                default: "a number"
                }
            throw TextProblem(
                offset: offset, message: "\(thing) stands where a condition is expected",
                remedy: "compare it with another one")
        }
    }
}

extension TextProblem {
    fileprivate static func conditionForValue(at offset: Int) -> TextProblem {
        TextProblem(offset: offset, message: "a condition stands where a number or a text is expected")
    }
}
