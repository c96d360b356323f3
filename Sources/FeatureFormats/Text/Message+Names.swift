internal import TextSupport

extension Message {
    /// A name as in quotes, but without them.
    static func unquoted(_ name: String) -> String { String(quoted(name.utf8).dropFirst().dropLast()) }

    /// The beginning of a constraint, with an ellipsis if something is left out.
    static func shortened(_ constraint: String) -> String {
        let beginning = constraint.unicodeScalars.prefix(201)
        return beginning.count <= 200 ? constraint : String(beginning.dropLast()) + "…"
    }
}
