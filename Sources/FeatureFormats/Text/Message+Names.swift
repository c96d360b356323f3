internal import TextSupport

extension Message {
    /// Returns a name escaped as in quotes, but without them.
    static func unquoted(_ name: String) -> String { String(quoted(name.utf8).dropFirst().dropLast()) }

    /// Returns the beginning of a constraint, with an ellipsis if it is shortened.
    static func shortened(_ constraint: String) -> String {
        let beginning = constraint.unicodeScalars.prefix(201)
        return beginning.count <= 200 ? constraint : String(beginning.dropLast()) + "…"
    }
}
