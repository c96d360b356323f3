/// The guards of a program, which the conditions of a chart name like variables.
struct NamedGuards {
    /// Returns whether a name is a guard.
    let isGuard: (String) -> Bool
    /// The names that are variables.
    private let variables: Set<String>

    init(of chart: Statechart, isGuard: @escaping (String) -> Bool) {
        self.isGuard = isGuard
        variables = chart.variableNames
    }

    /// Returns whether a name is a variable and not also that of a guard.
    func isVariable(_ name: String) -> Bool { variables.contains(name) && !isGuard(name) }

    /// Returns the condition of an expression that names guards, or needs no variable; `nil` for
    /// other expressions.
    ///
    /// Operands remain expressions, so that one level is taken apart at a time.
    func condition(of expression: Expression) -> Statechart.Condition? {
        switch expression {
        case .isActive, .literal: return Statechart.Condition(logic: expression)
        case .variable(let name): return namesGuard(expression) ? .named(name) : nil
        default: return namesGuard(expression) ? Statechart.Condition(logic: expression) : nil
        }
    }

    /// Returns whether an operand of the logical operations in an expression is a guard's name.
    private func namesGuard(_ expression: Expression) -> Bool {
        var open = [expression]
        while let next = open.popLast() {
            switch next {
            case .variable(let name): if !variables.contains(name) { return true }
            case .unary(.not, let value): open.append(value)
            case .binary(.and, let left, let right), .binary(.or, let left, let right): open += [left, right]
            default: break
            }
        }
        return false
    }
}

extension Statechart.Condition {
    /// Creates the condition of an expression whose outermost part is logical; `nil` for others.
    ///
    /// Operands remain expressions.
    package init?(logic expression: Expression) {
        switch expression {
        case .isActive(.literal(.text(let state))): self = .isActive(state)
        case .literal(.boolean(let isTrue)): self = isTrue ? .all([]) : .any([])
        case .unary(.not, let value): self = .not(.expression(value))
        case .binary(.and, let left, let right): self = .all([.expression(left), .expression(right)])
        case .binary(.or, let left, let right): self = .any([.expression(left), .expression(right)])
        default: return nil
        }
    }
}
