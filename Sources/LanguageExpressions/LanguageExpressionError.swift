public import Automata
internal import RegularExpressions
public import TextSupport

/// An error in the text or in the evaluation of an expression over automata: the fault, its place,
/// and the remedy.
public struct LanguageExpressionError: TextualError {
    /// The kind of a fault.
    public enum Reason: Sendable, Hashable {
        /// A syntax error.
        case syntax
        /// A number or the text is too large.
        case tooLarge
        /// No automaton has the given name.
        case unknownName
        /// An operand is incompatible with the others, or an operation exceeded the budget.
        case operation(AutomataError)
    }

    /// The kind of the fault.
    public var reason: Reason
    /// The line, counted from 1; `nil` if the error has no place.
    public var line: Int?
    /// The column in bytes, counted from 1, of the syntax error, or of the operand or operator that
    /// failed; `nil` if the error has no place.
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

    /// Creates an error at a byte of a text.
    package init(_ reason: Reason, in text: [UInt8], at offset: Int, _ message: String, remedy: String? = nil) {
        let position = TextPosition(of: offset, in: text)
        self.init(reason, line: position.line, column: position.column, message: message, remedy: remedy)
    }
}
