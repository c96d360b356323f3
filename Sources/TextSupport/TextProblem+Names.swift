extension TextProblem {
    /// Creates the problem of a duplicate key of an object.
    package static func duplicateKey(_ name: String, at offset: Int) -> TextProblem {
        TextProblem(
            offset: offset, message: "duplicate key \(Message.quoted(name.utf8))", remedy: "remove one of the two")
    }

    /// Creates the problem of an unknown name, with a similar known name as its remedy.
    ///
    /// - Parameters:
    ///   - kind: The kind of name, for the message.
    ///   - element: The element that contains the name, for the message; `nil` to leave it out.
    package static func unknown(
        _ kind: String, _ name: String, in element: String? = nil, among known: [String], at offset: Int
    ) -> TextProblem {
        let remedy =
            if let close = Spelling.closestName(to: name, among: known) {
                "did you mean '\(close)'?"
            } else {
                known.isEmpty ? "remove it; no \(kind) is allowed here" : "expected " + known.joined(separator: ", ")
            }
        let message = "unknown \(kind) \(Message.quoted(name.utf8))" + (element.map { " in \($0)" } ?? "")
        return TextProblem(offset: offset, message: message, remedy: remedy)
    }

    /// Throws a problem if elements are nested in more than `maximum` levels.
    package static func check(
        depth: Int, upTo maximum: Int, _ things: String, at offset: Int? = nil
    ) throws(TextProblem) {
        guard depth > maximum else { return }
        throw TextProblem(offset: offset, message: "expected at most \(maximum) \(things)", isLimit: true)
    }
}
