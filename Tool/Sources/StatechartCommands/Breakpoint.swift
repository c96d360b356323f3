import Statecharts
import ToolSupport

/// A place at which a run stops.
enum Breakpoint: Hashable, Sendable {
    /// The entry of a state.
    case state(String)
    /// An event that the pattern matches.
    case event(Statechart.EventPattern)
    /// A transition of a state; with a target, only those that lead there.
    case transition(source: String, target: String?)

    /// Reads an argument such as `state:open`, `event:coin` or `transition:closed->open`.
    init(argument text: String) throws(ToolError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[1].isEmpty else { throw Self.unreadable(text) }
        switch parts[0] {
        case "state": self = .state(parts[1])
        case "event": self = .event(.init(parts[1]))
        case "transition":
            let states = parts[1]
            guard let arrow = states.indices.first(where: { states[$0...].hasPrefix("->") }) else {
                self = .transition(source: states, target: nil)
                return
            }
            let target = String(states[arrow...].dropFirst(2))
            guard !target.isEmpty else { throw Self.unreadable(text) }
            self = .transition(source: String(states[..<arrow]), target: target)
        default: throw Self.unreadable(text)
        }
    }

    private static func unreadable(_ text: String) -> ToolError {
        ToolError(
            "invalid breakpoint '\(text.shown)'; write state:NAME, event:NAME, transition:SOURCE or "
                + "transition:SOURCE->TARGET")
    }

    /// Throws if the chart lacks a state or the transition of the breakpoint.
    func check(in names: RunStateNames) throws(ToolError) {
        let states =
            switch self {
            case .state(let name): [name]
            case .event: [String]()
            case .transition(let source, let target): [source, target].compactMap(\.self)
            }
        for state in states where names.state(state) == nil {
            throw ToolError("unknown state '\(state.shown)' in the breakpoint; fix the name")
        }
        guard case .transition(let source, let target) = self else { return }
        let isKnown = names.transitions(of: source).contains { Self.leads($0.targets, of: source, to: target) }
        if !isKnown {
            throw ToolError(
                "the state '\(source.shown)' has no transition\(target.map { " to '\($0.shown)'" } ?? ""); "
                    + "fix the breakpoint")
        }
    }

    /// Returns whether the targets of a transition of a state contain a state, if one is given.
    ///
    /// Transitions within a submachine name targets without the state that has it.
    fileprivate static func leads(_ targets: [String], of source: String, to target: String?) -> Bool {
        guard let target else { return true }
        return targets.contains {
            target == $0 || (target.hasSuffix("." + $0) && (source + ".").hasPrefix(target.dropLast($0.count)))
        }
    }

    /// Returns whether the breakpoint is for an event that matches none of the patterns.
    func isUnknown(among patterns: [Statechart.EventPattern]) -> Bool {
        guard case .event(let own) = self else { return false }
        return !patterns.contains { $0.matches(own.prefix) || own.matches($0.prefix) }
    }

    /// The breakpoint as an argument.
    var text: String {
        switch self {
        case .state(let name): "state:\(name)"
        case .event(let pattern): "event:\(pattern.text)"
        case .transition(let source, let target): "transition:\(source)" + (target.map { "->\($0)" } ?? "")
        }
    }
}

/// The breakpoints of a run, and those that were reached.
struct Breakpoints {
    let all: [Breakpoint]
    private(set) var reached: [Breakpoint] = []

    init(_ all: [Breakpoint]) { self.all = all }

    private mutating func note(_ isReached: (Breakpoint) -> Bool) {
        for breakpoint in all where !reached.contains(breakpoint) && isReached(breakpoint) {
            reached.append(breakpoint)
        }
    }

    var isReached: Bool { !reached.isEmpty }

    mutating func entered(_ state: String) { note { $0 == .state(state) } }

    mutating func began(event: String) {
        guard !event.isEmpty else { return }
        note { if case .event(let pattern) = $0 { pattern.matches(event) } else { false } }
    }

    mutating func took(source: String, targets: [String]) {
        note {
            guard case .transition(let own, let target) = $0, own == source else { return false }
            return Breakpoint.leads(targets, of: source, to: target)
        }
    }

    /// Removes and returns the breakpoints that were reached.
    mutating func popReached() -> [Breakpoint] {
        defer { reached = [] }
        return reached
    }
}
