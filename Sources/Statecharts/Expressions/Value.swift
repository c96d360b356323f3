/// A value of a chart's variables and of event data.
public enum Value: Hashable, Sendable {
    /// No value.
    case null
    /// A truth value.
    case boolean(Bool)
    /// A number.
    case number(Double)
    /// A text.
    case text(String)
    /// A list of values.
    case list([Value])
    /// A record: values by name.
    case record([String: Value])
}
