internal import Statecharts

/// Conversions between conditions and expressions; conditions about states alone keep their
/// structure.
extension Statechart.Condition {
    /// Creates the condition of an expression.
    init(_ expression: Expression) { self = Statechart.Condition(aboutStates: expression) ?? .expression(expression) }

    /// Creates the condition of a script of `In('state')`, `!`, `&&` and `||`, which needs no
    /// scripting language; `nil` if it has other parts.
    init?(aboutStatesIn script: String) {
        guard let expression = try? Expression(parsing: script) else { return nil }
        self.init(aboutStates: expression)
    }

    /// Creates the condition of an expression of `In('state')`, `!`, `&&` and `||`; `nil` if it has
    /// other parts.
    init?(aboutStates expression: Expression) {
        switch expression {
        case .isActive(.literal(.text(let state))): self = .isActive(state)
        case .unary(.not, let value):
            guard let condition = Statechart.Condition(aboutStates: value) else { return nil }
            self = .not(condition)
        case .binary(.and, let left, let right):
            guard let all = Self.list(.and, left, right) else { return nil }
            self = .all(all)
        case .binary(.or, let left, let right):
            guard let any = Self.list(.or, left, right) else { return nil }
            self = .any(any)
        default: return nil
        }
    }

    /// Returns the conditions that an operator joins, from left to right.
    private static func list(
        _ joining: Expression.BinaryOperator, _ left: Expression, _ right: Expression
    ) -> [Statechart.Condition]? {
        guard let last = Statechart.Condition(aboutStates: right) else { return nil }
        if case .binary(joining, let first, let second) = left {
            return list(joining, first, second).map { $0 + [last] }
        }
        return Statechart.Condition(aboutStates: left).map { [$0, last] }
    }

    /// A Boolean value that indicates whether there is an expression over variables, or a script.
    var hasExpressions: Bool {
        switch self {
        case .named, .isActive: false
        case .expression: true
        case .not(let condition): condition.hasExpressions
        case .all(let conditions), .any(let conditions): conditions.contains(where: \.hasExpressions)
        }
    }

    /// The expression that stands for the same condition; `nil` if there is none.
    var expression: Expression? {
        guard let expression = unchecked, Statechart.Condition(expression) == self else { return nil }
        return expression
    }

    private var unchecked: Expression? {
        switch self {
        case .named: return nil
        case .expression(let expression): return expression
        case .isActive(let state): return .isActive(.literal(.text(state)))
        case .not(let condition): return condition.unchecked.map { .unary(.not, $0) }
        case .all(let conditions): return Self.joined(conditions, by: .and)
        case .any(let conditions): return Self.joined(conditions, by: .or)
        }
    }

    private static func joined(_ conditions: [Self], by joining: Expression.BinaryOperator) -> Expression? {
        let expressions = conditions.compactMap(\.unchecked)
        guard let first = expressions.first, expressions.count == conditions.count else { return nil }
        return expressions.dropFirst().reduce(first) { .binary(joining, $0, $1) }
    }
}
