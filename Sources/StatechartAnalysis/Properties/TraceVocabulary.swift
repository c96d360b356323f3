public import Statecharts
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

    /// Returns the names for which an observer waits, and that nothing in the runs has.
    func unknownNames(in observer: Statechart) -> Set<String> {
        let transitions = ([observer] + observer.submachines).flatMap(\.states).flatMap(\.transitions)
        let prefixes = transitions.flatMap(\.patterns).map(\.prefix)
        // An observer also gets its own events.
        let own = TraceVocabulary(observer, states: [])
        return Set(
            prefixes.filter {
                let name = TraceName(text: $0, isPrefix: true)
                return !$0.isEmpty && !$0.isOfEngine && !contains(name) && !own.raises(name)
            })
    }

    /// Returns whether the chart itself may send or raise an event.
    private func raises(_ name: TraceName) -> Bool {
        hasComputedNames || names.contains { $0.hasPrefix("raised.") && name.matches(String($0.dropFirst(7))) }
    }

    /// Checks the names of states for which an observer waits.
    func check(_ observer: Statechart) throws(AnalysisError) {
        guard let name = unknownNames(in: observer).filter(\.isOfState).min() else { return }
        throw .invalidObserver(
            "the observer '\(observer.name)' waits for \(Message.quoted(name.utf8)), but the chart has "
                + "no such state; correct the name")
    }
}

extension Statechart {
    /// Returns the names of events and actions for which an observer of the chart waits though no
    /// run has them; the first ones first.
    ///
    /// - Throws: An error if the observer waits for a state that the chart doesn't have.
    /// - Complexity: O(*n* *m*) for *n* names of the observer and *m* of the chart.
    public func unknownNames(inObserver observer: Statechart) throws(AnalysisError) -> [String] {
        // Errors of the chart itself are told where it runs.
        guard let compiled = try? CompiledStatechart<ExpressionBehavior>(self) else { return [] }
        let vocabulary = TraceVocabulary(self, states: compiled.stateNames)
        try vocabulary.check(observer)
        return vocabulary.unknownNames(in: observer).sorted()
    }
}

extension String {
    fileprivate var isOfState: Bool { hasPrefix("entered.") || hasPrefix("exited.") }

    /// Whether the engine raises the event for the observer's own steps.
    fileprivate var isOfEngine: Bool {
        self == "error" || hasPrefix("error.") || self == "done" || hasPrefix("done.")
    }
}
