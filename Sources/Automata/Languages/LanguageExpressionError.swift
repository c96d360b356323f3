/// Why a text is no expression over automata, or why such an expression has no value: what is wrong, where, and what to do.
public struct LanguageExpressionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong in principle.
    public enum Reason: Sendable, Hashable {
        /// The text isn't as the syntax wants it.
        case syntax
        /// A number or the text is larger than can be dealt with.
        case tooLarge
        /// No automaton has the name that is mentioned.
        case unknownName
        /// An operand doesn't go with the others, or an operation can't be done within the budget.
        case operation(AutomataError)
    }

    /// What is wrong in principle.
    public var reason: Reason
    /// The line, counted from 1.
    public var line: Int
    /// The column in bytes, counted from 1: of what is wrong in a text, of an operand, or of the operator that failed.
    public var column: Int
    /// What is wrong, and what to do.
    public var message: String
    /// The names of the two operands that don't go together, where that is wrong. The message has them, too, so that errors are compared
    /// without them.
    var mismatchedNames: [String] = []

    /// An error at a place.
    public init(_ reason: Reason, line: Int, column: Int, message: String) {
        self.reason = reason
        self.line = line
        self.column = column
        self.message = message
    }

    /// Whether both say the same of the same place.
    public static func == (left: Self, right: Self) -> Bool {
        (left.reason, left.line, left.column, left.message) == (right.reason, right.line, right.column, right.message)
    }

    /// Feeds what is compared.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(reason)
        hasher.combine(line)
        hasher.combine(column)
        hasher.combine(message)
    }

    /// `line:column: message`.
    public var description: String { "\(line):\(column): \(message)" }

    /// The message about an operation that failed in other words than the operation's own, which know of other remedies.
    @_spi(Tool) public func message(tellingCause cause: String) -> String {
        guard !mismatchedNames.isEmpty else { return cause }
        let names = mismatchedNames.map { "'\($0.printable)'" }.joined(separator: " and ")
        return "\(names) don't go together: \(cause)"
    }
}
