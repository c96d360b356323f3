@_exported public import TextSupport
public import WorkLimits

/// The reason why a text couldn't be read, or ink couldn't be written.
public struct InkFormatError: TextualError {
    /// The name of the input, from the options; `nil` if writing failed.
    public var inputName: String?
    /// The line number, counted from 1; `nil` if the error has no place.
    public var line: Int?
    /// The column in bytes, counted from 1; `nil` if the error has no place.
    public var column: Int?
    /// The problem, and the expected text.
    public var message: String
    /// A suggestion to fix the problem, unless the message contains one.
    public var remedy: String?
    /// The limit that ended the work; `nil` if the text is faulty. The budget sets the limit, or
    /// the library does: ``LimitError/tooLarge(_:)``.
    public var limit: LimitError?

    /// Creates an error at a place, or without one.
    public init(
        inputName: String? = nil, line: Int? = nil, column: Int? = nil, message: String,
        remedy: String? = nil, limit: LimitError? = nil
    ) {
        self.inputName = inputName
        self.line = line
        self.column = column
        self.message = message
        self.remedy = remedy
        self.limit = limit
    }
}

extension TextProblem {
    /// Returns the error for the caller.
    func error(
        in text: UnsafeRawBufferPointer, options: InkReadOptions, budget: ReadingBudget
    ) -> InkFormatError {
        let position = offset.map { TextPosition(of: $0, in: text) }
        return InkFormatError(
            inputName: options.inputName, line: position?.line, column: position?.column, message: message,
            remedy: remedy, limit: isLimit ? budget.limit ?? .tooLarge("items") : nil)
    }
}
