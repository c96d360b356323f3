internal import Statecharts
internal import TextSupport

/// The names of what can happen in the runs of a chart.
struct TraceVocabulary {
    private var names: Set<String> = []
    private var patterns: [Statechart.EventPattern] = []
    /// Whether the names of some events are computed.
    private var hasComputedNames = false

    init(_ chart: Statechart, states: [String]) {
        for name in states { names.formUnion(["entered." + name, "exited." + name]) }
        for state in ([chart] + chart.submachines).flatMap(\.states) {
            for transition in state.transitions {
                switch transition.trigger {
                case .events(let list): patterns += list
                case .completion: patterns.append(.init("done.state"))
                case .always, .after: break
                }
                add(transition.actions)
            }
            for actions in state.entry + state.exit + [state.initialActions] { add(actions) }
            if !state.deferred.isEmpty { patterns += state.deferred }
        }
    }

    private mutating func add(_ actions: [Statechart.Action]) {
        for action in actions.flattened {
            switch action {
            case .perform(let name): names.insert("performed." + name)
            case .raise(let name, _): names.insert("raised." + name)
            case .send(let send):
                guard case .literal(.text(let name)) = send.event else {
                    hasComputedNames = true
                    continue
                }
                names.formUnion(["sent." + name, "raised." + name])
            default: break
            }
        }
    }

    /// Returns whether something with the name can happen.
    func contains(_ name: TraceName) -> Bool {
        if name.text == "." || names.contains(where: { name.matches($0) }) { return true }
        let isAction = name.text.hasPrefix("sent.") || name.text.hasPrefix("raised.")
        if hasComputedNames, isAction || name.isPrefix { return true }
        return patterns.contains { $0.matches(name.text) || name.isPrefix && name.matches($0.prefix) }
    }

    /// Checks the names of a property.
    func check(_ property: TraceProperty) throws(AnalysisError) {
        let all = property.expressions.reduce(into: Set<TraceName>()) { $0.formUnion($1.names) }
        if let name = all.filter({ !contains($0) }).map(\.text).min() {
            throw .invalidProperty(
                "unknown name \(Message.quoted(name.utf8)) in the property '\(property)'; name an event of the chart, "
                    + "or begin the name of a state with 'entered.' or 'exited.', and that of an action with 'sent.', "
                    + "'raised.' or 'performed.'")
        }
    }

    /// Checks the names of states for which an observer waits.
    func check(_ observer: Statechart) throws(AnalysisError) {
        for state in observer.states {
            for case .events(let list) in state.transitions.map(\.trigger) {
                for prefix in list.map(\.prefix) where prefix.hasPrefix("entered.") || prefix.hasPrefix("exited.") {
                    if contains(TraceName(text: prefix, isPrefix: true)) { continue }
                    throw .invalidObserver(
                        "the observer '\(observer.name)' waits for \(Message.quoted(prefix.utf8)), but the chart has "
                            + "no such state; correct the name")
                }
            }
        }
    }
}
