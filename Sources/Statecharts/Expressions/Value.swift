/// A value of a chart's variables and of event data.
public enum Value: Hashable, Sendable {
    /// The absence of a value.
    case null
    /// A truth value: `true` or `false`.
    case boolean(Bool)
    /// A number with double precision.
    case number(Double)
    /// A text of Unicode characters.
    case text(String)
    /// A list of values.
    case list([Value])
    /// A record, which maps names to values.
    case record([String: Value])
}
