/// An error about a text: the problem, its position, and the remedy.
public protocol TextualError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the text; `nil` if it has none.
    var inputName: String? { get }
    /// The line, counted from 1; `nil` if the error has no position.
    var line: Int? { get }
    /// The column in bytes, counted from 1; `nil` if the error is about a whole line or has no
    /// position.
    var column: Int? { get }
    /// The problem, and the text that was expected.
    var message: String { get }
    /// The remedy, if the message doesn't say it.
    var remedy: String? { get }
}

extension TextualError {
    /// `nil`: the text has no name.
    public var inputName: String? { nil }

    /// `nil`: the message says what to do.
    public var remedy: String? { nil }

    /// The text `message; remedy`, or the message alone.
    public var sentence: String { remedy.map { "\(message); \($0)" } ?? message }

    /// The text `name:line:column: message; remedy`, without unknown parts.
    public var description: String {
        let location = location(in: inputName)
        return location.isEmpty ? sentence : "\(location): \(sentence)"
    }

    /// Returns `name:line:column`, without unknown parts.
    public func location(in name: String?) -> String {
        [name, line.map(String.init), column.map(String.init)].compactMap(\.self).joined(separator: ":")
    }
}
