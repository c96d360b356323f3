internal import Statecharts
internal import TextSupport

/// Parts of charts as texts that are read again as the same.
enum Texts {
    /// Returns the text of an expression.
    static func text(of expression: Expression) throws(TextProblem) -> String {
        let text = expression.description
        guard let again = try? Expression(parsing: text), again.description == text else {
            throw TextProblem(
                message: "no text stands for the expression \(Message.quoted(text.utf8))",
                remedy: "it needs names of letters and digits, finite numbers, and at most "
                    + "\(Expression.maximumDepth) levels")
        }
        return text
    }

    /// Returns the text of a delay.
    static func text(of delay: Duration) throws(TextProblem) -> String {
        guard Duration(delay: delay.delay) == delay else {
            throw TextProblem(
                message: "no text stands for the time \(delay.delay)",
                remedy: "expected one from 0 to 10¹⁵ seconds")
        }
        return delay.delay
    }

    /// Returns the pattern of events as a text.
    static func text(of pattern: Statechart.EventPattern) throws(TextProblem) -> String {
        guard Statechart.EventPattern(pattern.text) == pattern else {
            throw TextProblem(message: "no text stands for the pattern \(Message.quoted(pattern.text.utf8)) of events")
        }
        return pattern.text
    }
}

extension Duration {
    /// The delay in milliseconds.
    var milliseconds: Double {
        // The components of longer ones don't fit into integers.
        guard abs(self / .seconds(1)) < 1e18 else { return self / .milliseconds(1) }
        return Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
    }

    /// The delay of so many milliseconds; `nil` if no text of it is read as the same number.
    init?(exactMilliseconds number: Double) {
        guard number >= 0, number < 1e15 else { return nil }
        let delay = Duration.milliseconds(number)
        guard let again = Duration(delay: delay.delay), again.milliseconds == number else { return nil }
        self = again
    }
}
