import Statecharts

/// A state with those within it, as a chart of a scenario is written down.
struct Outline {
    var state: Statechart.State
    var within: [Outline]

    init(
        _ name: String, _ kind: Statechart.State.Kind = .state, _ transitions: [Statechart.Transition] = [],
        initial: [String] = [], initialActions: [Statechart.Action] = [], entry: [[Statechart.Action]] = [],
        exit: [[Statechart.Action]] = [], deferred: [Statechart.EventPattern] = [], activities: [String] = [],
        submachine: String? = nil, within: [Outline] = []
    ) {
        state = Statechart.State(name, kind)
        (state.transitions, state.initial, state.initialActions) = (transitions, initial, initialActions)
        (state.entry, state.exit, state.deferred) = (entry, exit, deferred)
        (state.activities, state.submachine) = (activities, submachine)
        self.within = within
    }
}

extension Statechart {
    /// Creates a chart with a root and the states within it.
    ///
    /// Brothers are added together, so that the order of the chart's states differs from document
    /// order.
    init(_ root: Outline, submachines: [Statechart] = []) {
        self.init(root.state.name)
        self.root = root.state
        self.submachines = submachines
        var waiting = [(root, 0)]
        while !waiting.isEmpty {
            let (outer, index) = waiting.removeFirst()
            for inner in outer.within { waiting.append((inner, add(inner.state, in: index))) }
        }
    }
}

extension Statechart.Transition {
    /// Creates a transition on an event, joined with other sources if there are any.
    static func on(
        _ pattern: Statechart.EventPattern, if condition: Statechart.Condition? = nil, to targets: String...,
        with joinedSources: [String] = [], do actions: Statechart.Action...
    ) -> Self {
        var result = Self(.events([pattern]), if: condition, to: targets, do: actions)
        result.joinedSources = joinedSources
        return result
    }

    /// Creates a local transition on an event.
    static func local(
        _ pattern: Statechart.EventPattern, to targets: String..., do actions: Statechart.Action...
    ) -> Self {
        var result = Self(.events([pattern]), to: targets, do: actions)
        result.isLocal = true
        return result
    }
}
