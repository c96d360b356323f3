public import Automata
public import TextSupport

/// An error in the text of a regular expression: the fault, its place, and the remedy.
public struct RegularExpressionError: TextualError {
    /// The kind of a fault.
    public enum Reason: Sendable, Hashable {
        /// A syntax error.
        case syntax
        /// A construct isn't regular or makes sense only in a search, such as a back reference,
        /// look-around, recursion or a possessive quantifier.
        case notRegular
        /// A number or the expression is too large.
        case tooLarge
        /// A symbol isn't in the given alphabet.
        case unknownSymbol
        /// The budget stopped the work: `AutomataError.budgetExceeded(statesBuilt:limit:)` or
        /// `AutomataError.cancelled(statesBuilt:)`.
        case limit(AutomataError)
    }

    /// The kind of the fault.
    public var reason: Reason
    /// The line, counted from 1.
    public var line: Int?
    /// The column in bytes, counted from 1.
    public var column: Int?
    /// The fault, in a sentence.
    public var message: String
    /// The remedy, if the message doesn't say it.
    public var remedy: String?

    /// Creates an error, with its place if it has one.
    public init(_ reason: Reason, line: Int? = nil, column: Int? = nil, message: String, remedy: String? = nil) {
        self.reason = reason
        self.line = line
        self.column = column
        self.message = message
        self.remedy = remedy
    }

    /// Creates the error for work that a budget ended.
    init(limit: AutomataError) { self.init(.limit(limit), message: limit.description) }

    /// Creates an error at a byte of a text.
    package init(_ reason: Reason, in text: [UInt8], at offset: Int, _ message: String, remedy: String? = nil) {
        let position = TextPosition(of: offset, in: text)
        self.init(reason, line: position.line, column: position.column, message: message, remedy: remedy)
    }
}
