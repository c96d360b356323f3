package struct TextProblem: Error, Hashable {
    /// The offset of the error in bytes; `nil` means the reader's position.
    package var offset: Int?
    /// The problem, and the text that was expected.
    package var message: String
    /// The remedy, if the message doesn't say it.
    package var remedy: String?
    /// Whether a limit stopped the work, without an error in the text.
    package var isLimit: Bool
    /// Whether the caller gave the exceeded limit and can raise it.
    package var isGivenLimit: Bool

    /// Creates a problem at an offset.
    package init(
        offset: Int? = nil, message: String, remedy: String? = nil, isLimit: Bool = false, isGivenLimit: Bool = false
    ) {
        self.offset = offset
        self.message = message
        self.remedy = remedy
        self.isLimit = isLimit || isGivenLimit
        self.isGivenLimit = isGivenLimit
    }
}
