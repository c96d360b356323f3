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
    ///   - history: The states that are restored when a transition enters the state again without
    ///     a target within it; they may be final. `nil` always enters the initial states. The
    ///     history is a pseudostate whose name is the state's name and `.history`.
    ///   - isSealed: Whether transitions from outside may lead only to the state itself, its
    ///     histories and its entry points.
    ///   - content: The parts.
    public init(
        _ name: Behavior.State, history: HistoryDepth? = nil, isSealed: Bool = false,
        @StateBuilder<Behavior> content: () -> [StatePart<Behavior>]
    ) {
        var state = Statechart.State(name.rawValue)
        state.isSealed = isSealed
        part = StatePart(content: .state(StateDraft(state: state, parts: content(), history: history)))
    }
}

/// The states that a history restores.
public enum HistoryDepth: Hashable, Sendable {
    /// The substate that was last active, with its own initial states.
    case shallow
    /// The innermost states that were last active.
    case deep

    var kind: Statechart.State.Kind { self == .deep ? .deepHistory : .shallowHistory }
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
        part = StatePart(Statechart.State(name.rawValue), content(), chart)
    }
}

/// A state with any number of copies of another chart, its regions, which ``AddRegion`` and
/// ``RemoveRegion`` add and remove while the chart runs.
public struct Regions<Behavior: StatechartBehavior>: StatePartConvertible {
    /// This state as a part of the enclosing state.
    public let part: StatePart<Behavior>

    /// Creates a state whose regions are copies of a chart, and transitions and actions of its own.
    public init(
        _ name: Behavior.State, _ chart: Statechart,
        @StateBuilder<Behavior> content: () -> [StatePart<Behavior>] = { [] }
    ) {
        part = StatePart(Statechart.State(name.rawValue, .regions), content(), chart)
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

/// A history pseudostate: a transition to it enters the states that were last active within the
/// enclosing state.
public struct History<Behavior: StatechartBehavior>: StatePartConvertible {
    /// This history as a part of the enclosing state.
    public let part: StatePart<Behavior>

    /// Creates a history.
    ///
    /// - Parameters:
    ///   - name: The name that transitions lead to.
    ///   - depth: The states that are restored.
    ///   - states: The states that are entered if there is no history yet.
    public init(_ name: Behavior.State, _ depth: HistoryDepth = .shallow, default states: Behavior.State...) {
        part = StatePart(name, depth.kind, [.transition(.always, nil, states)])
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
        part = StatePart(name, .entryPoint, [.transition(.always, nil, states, actions)])
    }
}

extension EntryPoint {
    /// Creates an entry point of a ``Submachine`` that leads to one of its states.
    ///
    /// A transition can then lead into the submachine by a name of the outer chart.
    ///
    /// - Parameters:
    ///   - name: The name that transitions lead to.
    ///   - submachine: The state with the submachine, which has this entry point.
    ///   - state: A state of the submachine.
    public init(_ name: Behavior.State, in submachine: Behavior.State, to state: some StatechartSymbol) {
        let transition = Statechart.Transition(.always, to: [submachine.rawValue + "." + state.rawValue])
        part = StatePart(name, .entryPoint, [StatePart(content: .transition(transition))])
    }
}

/// An exit point of the enclosing state.
public struct ExitPoint<Behavior: StatechartBehavior>: StatePartConvertible {
    /// This exit point as a part of the enclosing state.
    public let part: StatePart<Behavior>

    /// Creates an exit point that leads to states.
    public init(_ name: Behavior.State, to states: Behavior.State..., do actions: Behavior.Action...) {
        part = StatePart(name, .exitPoint, [.transition(.always, nil, states, actions)])
    }
}

extension StatePart {
    fileprivate init(_ state: Statechart.State, _ parts: [StatePart<Behavior>], _ submachine: Statechart? = nil) {
        var state = state
        state.submachine = submachine?.name
        self.init(content: .state(StateDraft(state: state, parts: parts, submachine: submachine)))
    }

    fileprivate init(_ name: Behavior.State, _ kind: Statechart.State.Kind, _ parts: [StatePart<Behavior>]) {
        self.init(Statechart.State(name.rawValue, kind), parts)
    }
}
