import StatechartFormats
import Statecharts
import TextSupport
import ToolSupport

/// The names of events.
extension ChartRun {
    /// The names of events that a person might send: those of the chart's transitions, without the
    /// ones that the engine raises.
    var sentEvents: [String] {
        let ends = Set(
            document.chart.withSubmachines.flatMap(\.states).flatMap(\.invocations).filter { !$0.isOfChart }
                .compactMap(\.id).flatMap(\.eventsOfEnd))
        return patterns.map(\.prefix).filter { name in
            !name.isEmpty && (ends.contains(name) || !name.isRaised)
        }
    }

    /// Returns the chart's name of an event, which XState 5 may call otherwise.
    func ownName(of event: String) -> String {
        for (prefix, own) in [("xstate.done.actor.", "done.invoke."), ("xstate.error.actor.", "error.platform.")]
        where event.hasPrefix(prefix) && isUnknown(event) {
            return own + event.dropFirst(prefix.count)
        }
        return event
    }

    private func isUnknown(_ event: String) -> Bool { !forwardsEvents && !patterns.contains { $0.matches(event) } }

    /// Prints a note if no transition reacts to an event.
    func checkKnown(_ event: String) {
        guard isUnknown(event) else { return }
        let isNumber = event.utf8.allSatisfy { 0x30...0x39 ~= $0 }
        note(
            "no transition reacts to '\(event)'"
                + (isNumber ? "; to let time pass, write +\(event.shown)" : suggestion(for: event)))
    }

    /// Prints a note for each breakpoint on an event to which no transition reacts.
    ///
    /// - Throws: An error if the chart lacks the state or the transition of a breakpoint.
    func checkBreakpoints() throws(ToolError) {
        // A transition at a completion reacts to the event of it.
        let completing = document.chart.withSubmachines.flatMap(\.states)
            .filter { $0.transitions.contains { $0.trigger == .completion } }
        let known = patterns + completing.map { Statechart.EventPattern("done.state." + $0.name) }
        for breakpoint in recorder.breakpoints.all {
            try breakpoint.check(in: names)
            if !forwardsEvents, case .event(let pattern) = breakpoint, breakpoint.isUnknown(among: known) {
                note(
                    "no transition reacts to the event '\(pattern.text)' of the breakpoint"
                        + suggestion(for: pattern.text))
            }
        }
    }

    private func suggestion(for event: String) -> String {
        let alike = NameSuggestions.names(like: event, among: patterns.map(\.text))
        return alike.isEmpty ? "" : "; did you mean \(alike.joined(separator: ", "))?"
    }
}

extension Statechart.Invocation {
    /// A Boolean value that indicates whether this surely invokes a chart, and no service.
    var isOfChart: Bool {
        switch kind {
        case nil: true
        case .literal(.text(let kind))?:
            ["", "scxml", "http://www.w3.org/TR/scxml", "http://www.w3.org/TR/scxml/"].contains(kind)
        default: false
        }
    }
}

extension String {
    /// The events that report the end of the invocation with this identifier.
    var eventsOfEnd: [String] { ["done.invoke." + self, "error.platform." + self] }

    /// A Boolean value that indicates whether the engine raises the event with this name.
    fileprivate var isRaised: Bool { ["done", "error"].contains { self == $0 || hasPrefix($0 + ".") } }
}
