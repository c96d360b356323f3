internal import TextSupport

extension Message {
    /// A name as in quotes, but without them.
    static func unquoted(_ name: String) -> String { String(quoted(name.utf8).dropFirst().dropLast()) }
}
