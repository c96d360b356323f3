public import Automata
@_exported public import TextSupport

/// The reason why a text couldn't be read, or an automaton couldn't be written.
public struct FormatError: TextualError {
    /// The name of the input, from the options; `nil` if writing failed.
    public var inputName: String?
    /// The line, counted from 1, if the error has a place.
    public var line: Int?
    /// The column in bytes, counted from 1.
    public var column: Int?
    /// The problem, and the expected text.
    public var message: String
    /// The remedy, if the message doesn't say it.
    public var remedy: String?
    /// The limit that ended the work; `nil` if the text is faulty. It is
    /// `AutomataError.budgetExceeded`, `.cancelled`, or `.tooLarge`, which doesn't depend on a
    /// budget.
    public private(set) var limit: AutomataError?

    /// Creates an error at a place, or without one.
    public init(
        inputName: String? = nil, line: Int? = nil, column: Int? = nil, message: String, remedy: String? = nil
    ) {
        self.inputName = inputName
        self.line = line
        self.column = column
        self.message = message
        self.remedy = remedy
    }

    /// Creates the error of a limit, with its place if it is known.
    package init(
        inputName: String? = nil, line: Int? = nil, column: Int? = nil, message: String? = nil, limit: AutomataError
    ) {
        self.init(inputName: inputName, line: line, column: column, message: message ?? limit.description)
        self.limit = limit
    }

    /// Throws if the automaton has epsilon moves, for a format without them.
    static func refuseEpsilonMoves(of automaton: EpsilonNFA, formatName: String) throws(FormatError) {
        let count = automaton.epsilonMoveCount
        guard count > 0 else { return }
        throw FormatError(
            message: "\(formatName) has no ε: the automaton has \(count) epsilon move\(count == 1 ? "" : "s")",
            remedy: "remove them first, or write JSON, DOT, AT&T or JFLAP")
    }
}
