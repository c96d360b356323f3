/// A value of a script, apart from its engine.
public enum ScriptValue: Hashable, Sendable {
    /// The value of what has none.
    case undefined
    /// The absence of an object.
    case null
    /// A truth value.
    case boolean(Bool)
    /// A number.
    case number(Double)
    /// A text.
    case text(String)
    /// The elements of an array.
    case list([ScriptValue])
    /// The enumerable properties of an object, whose order the engine doesn't keep.
    case record([String: ScriptValue])
}
