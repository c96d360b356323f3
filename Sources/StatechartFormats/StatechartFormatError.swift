@_exported public import TextSupport

/// The reason why a text couldn't be read, or a chart couldn't be written.
public struct StatechartFormatError: TextualError {
    /// The name of the text; `nil` if writing failed.
    public var inputName: String?
    /// The line, counted from 1.
    public var line: Int?
    /// The column in bytes, counted from 1.
    public var column: Int?
    /// The problem, and what was expected.
    public var message: String
    /// The remedy, if the message doesn't say it.
    public var remedy: String?
    /// A Boolean value that indicates whether the text or the chart is only too large: it exceeds a
    /// limit, and may be valid otherwise.
    public var isLimit = false
    /// A Boolean value that indicates whether the caller gave that limit, and can raise it.
    package var isGivenLimit = false
}

extension StatechartFormatError {
    /// Creates the error about a text that is longer than the limit.
    @_spi(Tool)
    public init(tooLong name: String?, maximumBytes: Int) {
        self.init(
            inputName: name, message: "the text is longer than \(maximumBytes) byte\(maximumBytes == 1 ? "" : "s")",
            remedy: "divide the chart", isLimit: true, isGivenLimit: maximumBytes < 1 << 24)
    }

    init(_ problem: TextProblem, in text: UnsafeRawBufferPointer, name: String?) {
        let place = problem.offset.map { TextPosition(of: $0, in: text) }
        self.init(
            inputName: name, line: place?.line, column: place?.column, message: problem.message,
            remedy: problem.remedy, isLimit: problem.isLimit)
    }
}
