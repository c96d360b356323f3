/// The reason why a text can't be parsed as an expression, or an expression has no value.
public struct ExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The offset of the error in the text's UTF-8; `nil` if the evaluation failed.
    public var offset: Int?
    /// The problem, and the expected text.
    public var message: String
    /// A Boolean value that indicates whether all later scripts of the run fail, too.
    public var endsScripts = false

    /// Creates an error from a message and an offset.
    public init(offset: Int? = nil, _ message: String) { (self.offset, self.message) = (offset, message) }

    /// The error as `column 3: expected …`, or the message alone.
    public var description: String { offset.map { "column \($0 + 1): \(message)" } ?? message }
}
