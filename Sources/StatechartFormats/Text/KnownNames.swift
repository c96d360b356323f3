internal import TextSupport

/// Names that a format knows.
enum KnownNames {
    /// Returns the problem of an unknown name, with a similar known one as a suggestion.
    ///
    /// - Parameters:
    ///   - name: The unknown name.
    ///   - kind: The kind of name, for messages.
    ///   - place: The place of the name, for messages; `nil` to leave it out.
    ///   - known: The known names.
    ///   - offset: The place of the name.
    static func problem(
        unknown name: String, _ kind: String, in place: String? = nil, among known: [String], at offset: Int
    ) -> TextProblem {
        let remedy =
            if let close = Spelling.closest(to: name, among: known) {
                "did you mean '\(close)'?"
            } else {
                known.isEmpty ? "none is known here" : "known here: " + known.sorted().joined(separator: ", ")
            }
        let message = "unknown \(kind) \(Message.quoted(name.utf8))" + (place.map { " in \($0)" } ?? "")
        return TextProblem(offset: offset, message: message, remedy: remedy)
    }
}
