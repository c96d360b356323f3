public import Automata
public import TextSupport

/// An error of the library `Grammars`, such as a syntax error in a text, or a grammar that an
/// operation doesn't support. It has a fault, a remedy and, if possible, a place.
public struct GrammarError: TextualError {
    /// The kind of a fault.
    public enum Reason: Sendable, Hashable {
        /// A syntax error.
        case syntax
        /// There are more symbols than ids can number.
        case tooLarge
        /// A terminal isn't in the given alphabet, or a symbol doesn't exist.
        case unknownSymbol
        /// A left side has no nonterminal.
        case invalidLeftSide
        /// A regular grammar is needed.
        case notRegular
        /// A context-free grammar is needed.
        case notContextFree
        /// The budget stopped the work: `AutomataError.budgetExceeded(statesBuilt:limit:)` or
        /// `AutomataError.cancelled(statesBuilt:)`.
        case limit(AutomataError)
    }

    /// The kind of the fault.
    public var reason: Reason
    /// The line, counted from 1; `nil` if the error has no place.
    public var line: Int?
    /// The column in bytes, counted from 1; `nil` if the error has no place.
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
