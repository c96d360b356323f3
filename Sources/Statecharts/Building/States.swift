/// A state without substates.
public struct Simple<Behavior: StatechartBehavior>: StatePartConvertible {
    /// This state as a part of the enclosing state.
    public let part: StatePart<Behavior>

    /// Creates a state with transitions and actions.
    public init(_ name: Behavior.State, @StateBuilder<Behavior> content: () -> [StatePart<Behavior>] = { [] }) {
        part = StatePart(name, .state, content())
    }
}

/// A state with one active substate, initially the first substate unless ``Initial`` names another.
public struct Composite<Behavior: StatechartBehavior>: StatePartConvertible {
    /// This state as a part of the enclosing state.
    public let part: StatePart<Behavior>

    /// Creates a state with substates, transitions and actions.
    ///
    /// - Parameters:
    ///   - name: The state.
    ///   - isSealed: Whether transitions from outside may lead only to the state itself, its
    ///     histories and its entry points.
    ///   - content: The parts.
    public init(
        _ name: Behavior.State, isSealed: Bool = false,
        @StateBuilder<Behavior> content: () -> [StatePart<Behavior>]
    ) {
        var state = Statechart.State(name.rawValue)
        state.isSealed = isSealed
        part = StatePart(state, content())
    }
}

/// A state whose substates, the regions, are all active.
public struct Orthogonal<Behavior: StatechartBehavior>: StatePartConvertible {
    /// This state as a part of the enclosing state.
    public let part: StatePart<Behavior>

    /// Creates a state with regions, transitions and actions.
    public init(_ name: Behavior.State, @StateBuilder<Behavior> content: () -> [StatePart<Behavior>]) {
        part = StatePart(name, .orthogonal, content())
    }
}

/// A state that contains a copy of another chart. In the state `name`, the copy's state *s* is
/// named `name.s`.
public struct Submachine<Behavior: StatechartBehavior>: StatePartConvertible {
    /// This state as a part of the enclosing state.
    public let part: StatePart<Behavior>

    /// Creates a state with the states of a chart, and transitions and actions of its own.
    public init(
        _ name: Behavior.State, _ chart: Statechart,
        @StateBuilder<Behavior> content: () -> [StatePart<Behavior>] = { [] }
    ) {
        var state = Statechart.State(name.rawValue)
        state.submachine = chart.name
        part = StatePart(content: .state(StateDraft(state: state, parts: content(), submachine: chart)))
    }
}

/// A final state, which completes the enclosing state or, in the root, the chart.
public struct Final<Behavior: StatechartBehavior>: StatePartConvertible {
    /// This final state as a part of the enclosing state.
    public let part: StatePart<Behavior>

    /// Creates a final state with actions.
    public init(_ name: Behavior.State, @StateBuilder<Behavior> content: () -> [StatePart<Behavior>] = { [] }) {
        part = StatePart(name, .final, content())
    }
}

/// A terminate pseudostate, which ends the chart without exit actions.
public struct Terminate<Behavior: StatechartBehavior>: StatePartConvertible {
    /// This pseudostate as a part of the enclosing state.
    public let part: StatePart<Behavior>

    /// Creates a terminate pseudostate.
    public init(_ name: Behavior.State) { part = StatePart(name, .terminate, []) }
}

/// A history: the states that were last active within the enclosing state.
public struct History<Behavior: StatechartBehavior>: StatePartConvertible {
    /// This history as a part of the enclosing state.
    public let part: StatePart<Behavior>

    /// Creates a history.
    ///
    /// - Parameters:
    ///   - name: The name that transitions lead to.
    ///   - states: The states that are entered if there is no history yet.
    ///   - isDeep: Whether the history restores the innermost states, not only the states on its
    ///     own level.
    public init(_ name: Behavior.State, default states: Behavior.State..., isDeep: Bool = false) {
        let transition = Statechart.Transition(.always, to: states.map(\.rawValue))
        part = StatePart(
            name, isDeep ? .deepHistory : .shallowHistory, [StatePart(content: .transition(transition))])
    }
}

/// A conditional branch whose guards are evaluated when a transition reaches it.
public struct Choice<Behavior: StatechartBehavior>: StatePartConvertible {
    /// This choice as a part of the enclosing state.
    public let part: StatePart<Behavior>

    /// Creates a choice from ``When`` transitions and a last ``Else``.
    public init(_ name: Behavior.State, @StateBuilder<Behavior> content: () -> [StatePart<Behavior>]) {
        part = StatePart(name, .choice, content())
    }
}

/// A conditional branch whose guards are evaluated before the transition to it starts.
public struct Junction<Behavior: StatechartBehavior>: StatePartConvertible {
    /// This junction as a part of the enclosing state.
    public let part: StatePart<Behavior>

    /// Creates a junction from ``When`` transitions and a last ``Else``.
    public init(_ name: Behavior.State, @StateBuilder<Behavior> content: () -> [StatePart<Behavior>]) {
        part = StatePart(name, .junction, content())
    }
}

/// An entry point of the enclosing state.
public struct EntryPoint<Behavior: StatechartBehavior>: StatePartConvertible {
    /// This entry point as a part of the enclosing state.
    public let part: StatePart<Behavior>

    /// Creates an entry point that leads to states.
    public init(_ name: Behavior.State, to states: Behavior.State..., do actions: Behavior.Action...) {
        part = StatePart(name, .entryPoint, [Else<Behavior>(states, actions).part])
    }
}

/// An exit point of the enclosing state.
public struct ExitPoint<Behavior: StatechartBehavior>: StatePartConvertible {
    /// This exit point as a part of the enclosing state.
    public let part: StatePart<Behavior>

    /// Creates an exit point that leads to states.
    public init(_ name: Behavior.State, to states: Behavior.State..., do actions: Behavior.Action...) {
        part = StatePart(name, .exitPoint, [Else<Behavior>(states, actions).part])
    }
}

extension StatePart {
    fileprivate init(_ state: Statechart.State, _ parts: [StatePart<Behavior>]) {
        self.init(content: .state(StateDraft(state: state, parts: parts)))
    }

    fileprivate init(_ name: Behavior.State, _ kind: Statechart.State.Kind, _ parts: [StatePart<Behavior>]) {
        self.init(Statechart.State(name.rawValue, kind), parts)
    }
}
