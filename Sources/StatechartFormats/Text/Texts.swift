internal import Statecharts
internal import TextSupport

/// Texts of parts of charts, which are read as the same parts.
enum Texts {
    /// Returns the text of an expression, after a mark if it isn't in the library's language.
    static func marked(_ expression: Expression) throws(TextProblem) -> String {
        switch expression {
        case .script(let script): "\(StatechartKeys.scriptMark)\(script)"
        case .inline(let inline): "\(StatechartKeys.inlineMark)\(inline)"
        default: try text(of: expression)
        }
    }

    /// Returns the text of an expression.
    static func text(of expression: Expression) throws(TextProblem) -> String {
        let text = expression.description
        guard let again = try? Expression(parsing: text), again.description == text else {
            throw TextProblem(
                message: "the expression \(Message.quoted(text.utf8)) can't be written",
                remedy: "use only letters and digits in names, only finite numbers, and at most "
                    + "\(Expression.maximumDepth) nesting levels")
        }
        return text
    }

    /// Returns the text of a delay.
    static func text(of delay: Duration) throws(TextProblem) -> String {
        guard Duration(delay: delay.delay) == delay else {
            throw TextProblem(
                message: "the delay \(delay.delay) can't be written",
                remedy: "expected one from 0 to 10¹⁵ seconds")
        }
        return delay.delay
    }

    /// Returns the pattern of events as a text.
    static func text(of pattern: Statechart.EventPattern) throws(TextProblem) -> String {
        guard Statechart.EventPattern(pattern.text) == pattern else {
            throw TextProblem(
                message: "the event pattern \(Message.quoted(pattern.text.utf8)) can't be written",
                remedy: "write a name or '*', without '.*' within it")
        }
        return pattern.text
    }
}

extension Expression {
    /// The constant delay that the expression stands for; `nil` if there is none.
    var constantDelay: Duration? {
        let delay: Duration?
        switch self {
        case .literal(.number(let number)): delay = 0..<1e15 ~= number ? .milliseconds(number) : nil
        case .literal(.text(let text)): delay = Duration(delay: text)
        default: return nil
        }
        guard let delay, let again = Duration(delay: delay.delay), Expression(delay: again) == self else { return nil }
        return again
    }
}
