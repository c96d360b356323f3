import Statecharts
import ToolSupport

/// Finds the states whose conditions and actions fail.
///
/// A failure names no state, but few states have the same condition or action.
final class FailurePlaces {
    private let states: [Statechart.State]
    private var knownSubjects: [ExpressionBehavior.Failure.Subject: String] = [:]

    /// The maximum number of states that a note names.
    private static let maximumNames = 3

    init(_ chart: Statechart) { states = chart.withSubmachines.flatMap(\.states) }

    /// Returns the names of the states that have a condition or an action, as the beginning of a
    /// note; an empty text if there are too many.
    func prefix(of subject: ExpressionBehavior.Failure.Subject) -> String {
        if let prefix = knownSubjects[subject] { return prefix }
        let names = states.lazy.filter { $0.has(subject) }.map { $0.name.isEmpty ? "the chart" : $0.name.shown }
            .prefix(Self.maximumNames + 1)
        let prefix = 1...Self.maximumNames ~= names.count ? names.joined(separator: ", ") + ": " : ""
        knownSubjects[subject] = prefix
        return prefix
    }
}

extension Statechart.State {
    fileprivate func has(_ subject: ExpressionBehavior.Failure.Subject) -> Bool {
        let actions = (entry + exit + [initialActions]).joined()
        return transitions.contains { $0.condition?.has(subject) ?? false || $0.actions.contains { $0.has(subject) } }
            || actions.contains { $0.has(subject) } || invocations.contains { $0.has(subject) }
    }
}

extension Statechart.Invocation {
    fileprivate func has(_ subject: ExpressionBehavior.Failure.Subject) -> Bool {
        if case .invocation(self) = subject { return true }
        return finalize.contains { $0.has(subject) }
    }
}

extension Statechart.Condition {
    fileprivate func has(_ subject: ExpressionBehavior.Failure.Subject) -> Bool {
        if case .condition(self) = subject { return true }
        return switch self {
        case .not(let inner): inner.has(subject)
        case .all(let list), .any(let list): list.contains { $0.has(subject) }
        case .named, .expression, .isActive: false
        }
    }
}

extension Statechart.Action {
    fileprivate func has(_ subject: ExpressionBehavior.Failure.Subject) -> Bool {
        if case .action(self) = subject { return true }
        return switch self {
        case .choose(let branches):
            branches.contains { $0.condition?.has(subject) ?? false || $0.actions.contains { $0.has(subject) } }
        case .forEach(_, _, _, let actions): actions.contains { $0.has(subject) }
        default: false
        }
    }
}

extension ExpressionBehavior.Failure {
    /// A sentence with the failure and its reason.
    var sentence: String {
        switch subject {
        case .condition(.named(let name)):
            "the guard '\(name)' is false here, because a program implements it; to test it, add --guard '\(name)=true'"
        case .condition(.expression(let expression)): "the condition '\(expression)' doesn't hold: \(error.message)"
        case .condition: "a condition doesn't hold: \(error.message)"
        case .action(.assign(let name, _)): "'\(name)' isn't assigned: \(error.message)"
        case .action(.raise(let name, _)): "'\(name)' is raised without data: \(error.message)"
        case .action(.send): "an event isn't sent: \(error.message)"
        case .action(.log("", _)): "a value isn't logged: \(error.message)"
        case .action(.log(let label, _)): "'\(label)' isn't logged: \(error.message)"
        case .action(.script): "a script fails: \(error.message)"
        case .action: "an action fails: \(error.message)"
        case .invocation(let invocation) where error.message.hasPrefix("no program has the service"):
            "the invocation\(invocation.id.map { " '\($0)'" } ?? "") doesn't begin, because a program implements it"
                + (invocation.id.map { "; to end it, send \($0.eventsOfEnd.joined(separator: " or "))" } ?? "")
        case .invocation(let invocation):
            "the invocation\(invocation.id.map { " '\($0)'" } ?? "") doesn't begin: \(error.message)"
        }
    }
}
