/// Why a text is no regular expression: what is wrong, where, and what to do.
public struct ExpressionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong in principle.
    public enum Reason: Sendable, Hashable {
        /// The text isn't as the syntax wants it.
        case syntax
        /// What it asks for isn't a regular language, or depends on how a text is searched: a back reference, a look around, recursion, a
        /// possessive quantifier.
        case notRegular
        /// A number or the expression is larger than can be dealt with.
        case tooLarge
        /// A symbol isn't in the alphabet that was given.
        case unknownSymbol
    }

    /// What is wrong in principle.
    public var reason: Reason
    /// The line, counted from 1.
    public var line: Int
    /// The column in bytes, counted from 1.
    public var column: Int
    /// What is wrong, and what to do.
    public var message: String

    /// An error at a place.
    public init(_ reason: Reason, line: Int, column: Int, message: String) {
        self.reason = reason
        self.line = line
        self.column = column
        self.message = message
    }

    /// An error at a byte of a text.
    package init(_ reason: Reason, in text: [UInt8], at offset: Int, _ message: String) {
        let (line, column) = text.place(of: offset)
        self.init(reason, line: line, column: column, message: message)
    }

    /// `line:column: message`.
    public var description: String { "\(line):\(column): \(message)" }
}
