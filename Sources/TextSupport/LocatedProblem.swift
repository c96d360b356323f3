/// A problem, with its position if it concerns a text.
public struct LocatedProblem: TextualError {
    /// The name of the text; `nil` if it has none, or the problem doesn't concern a text.
    public var inputName: String?
    /// The line, counted from 1.
    public var line: Int?
    /// The column in bytes, counted from 1.
    public var column: Int?
    /// The problem, and the expected text.
    public var message: String
    /// The remedy, if the message doesn't say it.
    public var remedy: String?
    /// A Boolean value that indicates whether the problem is an exceeded limit.
    public var isLimit: Bool
    /// A Boolean value that indicates whether the caller gave the exceeded limit and can raise it.
    package var isGivenLimit: Bool

    /// Creates a problem.
    package init(
        inputName: String? = nil, line: Int? = nil, column: Int? = nil, message: String, remedy: String? = nil,
        isLimit: Bool = false, isGivenLimit: Bool = false
    ) {
        (self.inputName, self.line, self.column) = (inputName, line, column)
        (self.message, self.remedy) = (message, remedy)
        (self.isLimit, self.isGivenLimit) = (isLimit || isGivenLimit, isGivenLimit)
    }

    /// Creates a problem, with its position if it concerns a text.
    package init(_ problem: TextProblem, inputName: String? = nil, at position: TextPosition? = nil) {
        self.init(
            inputName: inputName, line: position?.line, column: position?.column, message: problem.message,
            remedy: problem.remedy, isLimit: problem.isLimit, isGivenLimit: problem.isGivenLimit)
    }
}
