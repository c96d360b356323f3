/// A value of a script, independent of its engine.
public enum ScriptValue: Hashable, Sendable {
    /// An undefined value.
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
