internal import TextSupport

/// Names that a format knows.
enum KnownNames {
    /// Returns the problem of an unknown name, with the known one that is meant, if one is close.
    ///
    /// - Parameters:
    ///   - name: The unknown name.
    ///   - kind: The kind of name, as messages call it.
    ///   - place: What the name stands in, as messages call it; `nil` if it needn't be said.
    ///   - known: The names that are known there.
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
