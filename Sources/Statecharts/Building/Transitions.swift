/// A transition on events.
public struct On<Behavior: StatechartBehavior>: StatePartConvertible {
    /// This transition as a part of a state.
    public let part: StatePart<Behavior>

    /// Creates a transition.
    ///
    /// - Parameters:
    ///   - events: The events that cause the transition.
    ///   - condition: The guard that must hold.
    ///   - exception: The guard that must not hold.
    ///   - sources: Further states that must be active, which make the transition a join.
    ///   - targets: The states that are entered; several are a fork. Without targets the transition
    ///     is internal: no state is left or entered.
    ///   - isLocal: Whether the state stays active if all targets are within it; `nil` for the
    ///     chart's default.
    ///   - actions: The actions.
    ///   - effects: Effects of any kind, which follow the actions.
    public init(
        _ events: Behavior.Event..., if condition: Behavior.Guard? = nil, unless exception: Behavior.Guard? = nil,
        joining sources: [Behavior.State] = [], to targets: Behavior.State..., isLocal: Bool? = nil,
        do actions: Behavior.Action..., @EffectBuilder<Behavior> effects: () -> [Effect<Behavior>] = { [] }
    ) {
        var transition = Statechart.Transition(
            .events(events.map(\.pattern)), if: .of(condition, unless: exception), to: targets.map(\.rawValue),
            do: actions.map(\.action) + effects().map(\.action))
        transition.joinedSources = sources.map(\.rawValue)
        part = StatePart(content: .transition(transition, isLocal: isLocal))
    }
}

/// A transition that needs no event: it is taken as soon as its guard holds.
public struct When<Behavior: StatechartBehavior>: StatePartConvertible {
    /// This transition as a part of a state.
    public let part: StatePart<Behavior>

    /// Creates a transition with actions, and effects of any kind.
    public init(
        _ condition: Behavior.Guard, to targets: Behavior.State..., do actions: Behavior.Action...,
        @EffectBuilder<Behavior> effects: () -> [Effect<Behavior>] = { [] }
    ) {
        part = .transition(.always, .of(condition), targets, actions, effects)
    }

    /// Creates a transition that is taken as soon as a guard doesn't hold.
    public init(
        not condition: Behavior.Guard, to targets: Behavior.State..., do actions: Behavior.Action...,
        @EffectBuilder<Behavior> effects: () -> [Effect<Behavior>] = { [] }
    ) {
        part = .transition(.always, .of(nil, unless: condition), targets, actions, effects)
    }
}

/// A transition without a guard. In a choice or a junction, it must be the last transition. In any
/// other state, it is taken as soon as the state is entered.
public struct Else<Behavior: StatechartBehavior>: StatePartConvertible {
    /// This transition as a part of a state.
    public let part: StatePart<Behavior>

    /// Creates a transition with actions, and effects of any kind.
    public init(
        to targets: Behavior.State..., do actions: Behavior.Action...,
        @EffectBuilder<Behavior> effects: () -> [Effect<Behavior>] = { [] }
    ) {
        part = .transition(.always, nil, targets, actions, effects)
    }
}

/// A transition that is taken when the state is done, or all of its activities have ended.
public struct Completion<Behavior: StatechartBehavior>: StatePartConvertible {
    /// This transition as a part of a state.
    public let part: StatePart<Behavior>

    /// Creates a transition with actions, and effects of any kind.
    public init(
        if condition: Behavior.Guard? = nil, unless exception: Behavior.Guard? = nil, to targets: Behavior.State...,
        do actions: Behavior.Action..., @EffectBuilder<Behavior> effects: () -> [Effect<Behavior>] = { [] }
    ) {
        part = .transition(.completion, .of(condition, unless: exception), targets, actions, effects)
    }
}

/// A transition that is taken after the state has been active for a time.
public struct After<Behavior: StatechartBehavior>: StatePartConvertible {
    /// This transition as a part of a state.
    public let part: StatePart<Behavior>

    /// Creates a transition with actions, and effects of any kind.
    public init(
        _ time: Duration, if condition: Behavior.Guard? = nil, unless exception: Behavior.Guard? = nil,
        to targets: Behavior.State..., do actions: Behavior.Action...,
        @EffectBuilder<Behavior> effects: () -> [Effect<Behavior>] = { [] }
    ) {
        part = .transition(.after(time), .of(condition, unless: exception), targets, actions, effects)
    }

    /// Reports a target without its label `to:`, which is a common mistake.
    @available(*, unavailable, message: "write 'to:' before the target")
    public init(_ time: Duration, _ target: Behavior.State) {
        part = .transition(.after(time), nil, [target])
    }
}

/// Two states with transitions between them: to the second state if a guard holds, and back if it
/// doesn't.
///
/// The states are added if they aren't declared.
public struct Between<Behavior: StatechartBehavior>: StatePartConvertible {
    /// These states and transitions as a part of a state.
    public let part: StatePart<Behavior>

    /// Creates the transitions.
    ///
    /// - Parameters:
    ///   - first: The state while the guard doesn't hold.
    ///   - second: The state while the guard holds.
    ///   - events: The events on which the guard is evaluated. Without events, it is evaluated
    ///     after every step.
    ///   - condition: The guard.
    public init(
        _ first: Behavior.State, _ second: Behavior.State, on events: Behavior.Event..., if condition: Behavior.Guard
    ) {
        let transition = Statechart.Transition(
            events.isEmpty ? .always : .events(events.map(\.pattern)), if: .of(condition))
        part = StatePart(content: .pair(first.rawValue, second.rawValue, transition))
    }
}

/// Events that the code of the state handles; see ``ScopedState``.
public struct Handle<Behavior: StatechartBehavior>: StatePartConvertible {
    /// These transitions as a part of a state.
    public let part: StatePart<Behavior>

    /// Lets the state's code handle events.
    ///
    /// - Parameters:
    ///   - events: The events.
    ///   - targets: The states of which ``ScopedState/target(_:in:)`` chooses one. If it returns
    ///     `nil`, the next transition may take the event. A state that no handler of the event
    ///     declares raises `error.execution`. Without targets, ``ScopedState/handle(_:in:)`` is
    ///     called, and no state is left.
    public init(_ events: Behavior.Event..., to targets: Behavior.State...) {
        part = StatePart(content: .handler(events.map(\.pattern), targets: targets.map(\.rawValue)))
    }
}

/// Deferred events: if no transition is taken on such an event, it waits until the active states
/// change.
///
/// An event that is neither taken nor deferred is dropped, so each state in which the event must
/// wait has to defer it.
public struct Defer<Behavior: StatechartBehavior>: StatePartConvertible {
    /// These deferred events as a part of a state.
    public let part: StatePart<Behavior>

    /// Creates a list of events.
    public init(_ events: Behavior.Event...) { part = StatePart(content: .deferred(events.map(\.pattern))) }
}

/// The substates that are entered initially; by default the first substate.
public struct Initial<Behavior: StatechartBehavior>: StatePartConvertible {
    /// This initial transition as a part of a state.
    public let part: StatePart<Behavior>

    /// Creates a transition to states.
    public init(_ states: Behavior.State..., do actions: Behavior.Action...) {
        part = StatePart(content: .initial(states.map(\.rawValue), actions.map(\.action)))
    }
}

extension StatePart {
    static func transition(
        _ trigger: Statechart.Transition.Trigger, _ condition: Statechart.Condition?, _ targets: [Behavior.State],
        _ actions: [Behavior.Action] = [], _ effects: () -> [Effect<Behavior>] = { [] }
    ) -> StatePart {
        let actions = actions.map(\.action) + effects().map(\.action)
        return StatePart(
            content: .transition(.init(trigger, if: condition, to: targets.map(\.rawValue), do: actions)))
    }
}

extension Statechart.Condition {
    fileprivate static func of<Guard: StatechartSymbol>(
        _ condition: Guard?, unless exception: Guard? = nil
    ) -> Statechart.Condition? {
        let parts = [
            condition.map { Statechart.Condition.named($0.rawValue) }, exception.map { .not(.named($0.rawValue)) },
        ].compactMap(\.self)
        return parts.count > 1 ? .all(parts) : parts.first
    }
}

extension StatechartSymbol {
    var action: Statechart.Action { .perform(rawValue) }
    var pattern: Statechart.EventPattern { Statechart.EventPattern(rawValue) }
}
