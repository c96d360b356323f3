/// An expression over a chart's variables and active states.
///
/// An expression has no effects, unless it is a script. `Expressions.md` has the grammar.
public indirect enum Expression: Hashable, Sendable {
    /// A constant value.
    case literal(Value)
    /// The value of a variable, or of a predefined variable: `_event`, `_name`, `_sessionid`.
    case variable(String)
    /// A list of the values of expressions.
    case list([Expression])
    /// A member of a record, by name.
    case member(Expression, String)
    /// An element of a list, by its index, or a member of a record, by its name.
    case element(Expression, Expression)
    /// An operation on one value.
    case unary(UnaryOperator, Expression)
    /// An operation on two values.
    case binary(BinaryOperator, Expression, Expression)
    /// `In(name)`: a Boolean value that indicates whether a state is active.
    case isActive(Expression)
    /// A call of a function with arguments.
    case call(Function, [Expression])
    /// An expression in the chart's scripting language.
    case script(String)
    /// A text that the chart's scripting language interprets, such as JSON or a plain text.
    case inline(String)

    /// An operation on one value.
    public enum UnaryOperator: String, Hashable, Sendable, CaseIterable {
        case not = "!"
        case minus = "-"
    }

    /// An operation on two values.
    public enum BinaryOperator: String, Hashable, Sendable, CaseIterable {
        case or = "||"
        case and = "&&"
        case equal = "=="
        case unequal = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case plus = "+"
        case minus = "-"
        case times = "*"
        case divided = "/"
        case remainder = "%"
    }

    /// A function of values.
    public enum Function: String, Hashable, Sendable, CaseIterable {
        /// The number of elements of a list or of characters of a text.
        case length
        /// A Boolean value that indicates whether a text begins with another text.
        case startsWith
        /// A Boolean value that indicates whether an expression has a value other than null.
        case defined
    }
}
