/// A value of a script, independent of its engine.
public enum ScriptValue: Hashable, Sendable {
    /// The value `undefined` of ECMAScript.
    case undefined
    /// The value `null` of ECMAScript.
    case null
    /// A truth value: `true` or `false`.
    case boolean(Bool)
    /// A number with double precision, possibly not finite.
    case number(Double)
    /// A text of Unicode characters.
    case text(String)
    /// The elements of an array.
    case list([ScriptValue])
    /// The enumerable properties of an object, without their order.
    case record([String: ScriptValue])
}
