public import TextSupport

/// An error in the text of a trace.
public struct TraceFormatError: TextualError {
    /// The kinds of errors.
    public enum Kind: Hashable, Sendable {
        /// A line isn't one of a trace.
        case damaged
        /// The trace ends before its last line, as that of a program that crashed or still runs.
        case cutOff
        /// The trace was written by a later version.
        case laterVersion
        /// The text exceeds a limit.
        case limit
    }

    /// The kind of the error.
    public let kind: Kind
    /// The name of the text; `nil` if it has none.
    public let inputName: String?
    /// The line, counted from 1.
    public let line: Int?
    /// The column in bytes, counted from 1; `nil` if the error is about a whole line.
    public let column: Int?
    /// The problem, and the text that was expected.
    public let message: String
    /// The remedy, if the message doesn't say it.
    public let remedy: String?

    init(
        _ kind: Kind, _ message: String, _ remedy: String? = nil, in name: String?, line: Int?, column: Int? = nil
    ) {
        (self.kind, self.message, self.remedy) = (kind, message, remedy)
        (inputName, self.line, self.column) = (name, line, column)
    }

    /// Creates the error of a problem in a line.
    init(_ problem: TextProblem, in name: String?, line: Int) {
        self.init(
            problem.isLimit ? .limit : .damaged, problem.message, problem.remedy, in: name, line: line,
            column: problem.offset.map { $0 + 1 })
    }
}
