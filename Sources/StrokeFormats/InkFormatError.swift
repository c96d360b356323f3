@_exported public import TextSupport
public import WorkLimits

/// The reason why a text couldn't be read, or ink couldn't be written.
public struct InkFormatError: TextualError {
    /// The name of the input, from the options; `nil` if writing failed.
    public var inputName: String?
    /// The line, counted from 1, if the error has a place.
    public var line: Int?
    /// The column in bytes, counted from 1.
    public var column: Int?
    /// The problem, and the text that was expected.
    public var message: String
    /// The remedy, if the message doesn't say it.
    public var remedy: String?
    /// The limit that ended the work; `nil` if the text is faulty. It is a limit of the budget, or
    /// a fixed one: ``LimitError/tooLarge(_:)``.
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
        let place = offset.map { TextPlace(of: $0, in: text) }
        return InkFormatError(
            inputName: options.inputName, line: place?.line, column: place?.column, message: message,
            remedy: remedy, limit: isLimit ? budget.limit ?? .tooLarge("items") : nil)
    }
}
