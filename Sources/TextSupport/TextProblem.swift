/// A fault of a text.
package struct TextProblem: Error, Hashable {
    /// The byte where it is wrong; `nil` stands for where the reader is.
    package var offset: Int?
    /// The fault, and the text that was expected.
    package var message: String
    /// The remedy, if the message doesn't say it.
    package var remedy: String?
    /// Whether nothing is wrong with the text, but a limit ended the work.
    package var isLimit: Bool

    /// A problem at a place.
    package init(offset: Int? = nil, message: String, remedy: String? = nil, isLimit: Bool = false) {
        self.offset = offset
        self.message = message
        self.remedy = remedy
        self.isLimit = isLimit
    }
}
