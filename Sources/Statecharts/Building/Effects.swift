/// An effect of a transition, an entry or an exit.
public struct Effect<Behavior: StatechartBehavior> {
    let action: Statechart.Action
}

/// An element of a chart's source that stands for an effect.
public protocol EffectConvertible<Behavior> {
    /// The behavior whose names the effect mentions.
    associatedtype Behavior: StatechartBehavior
    /// The effect that the element stands for.
    var effect: Effect<Behavior> { get }
}

/// Carries out an action of the behavior.
public struct Perform<Behavior: StatechartBehavior>: EffectConvertible {
    /// This action as an effect.
    public let effect: Effect<Behavior>

    /// Creates an effect.
    public init(_ action: Behavior.Action) { effect = Effect(action: action.action) }
}

/// Puts an event into the internal queue, which comes before all events from outside.
public struct Raise<Behavior: StatechartBehavior>: EffectConvertible {
    /// This raised event as an effect.
    public let effect: Effect<Behavior>

    /// Creates an effect.
    public init(_ event: Behavior.Event) { effect = Effect(action: .raise(event.rawValue)) }
}

/// Sends an event to the chart itself, immediately or after a delay.
public struct Send<Behavior: StatechartBehavior>: EffectConvertible {
    /// This send as an effect.
    public let effect: Effect<Behavior>

    /// Creates an effect.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - delay: The time until the event comes.
    ///   - id: A text by which the event can be cancelled.
    public init(_ event: Behavior.Event, after delay: Duration? = nil, id: String? = nil) {
        effect = Effect(action: .send(Statechart.Send(event.rawValue, after: delay, id: id)))
    }
}

/// Cancels the delayed events that were sent with an identifier.
public struct Cancel<Behavior: StatechartBehavior>: EffectConvertible {
    /// This cancellation as an effect.
    public let effect: Effect<Behavior>

    /// Creates an effect.
    public init(id: String) { effect = Effect(action: .cancel(.literal(.text(id)))) }
}

/// Adds a region to a ``Regions`` state, if that state is active.
public struct AddRegion<Behavior: StatechartBehavior>: EffectConvertible {
    /// This addition as an effect.
    public let effect: Effect<Behavior>

    /// Creates an effect.
    public init(to state: Behavior.State) { effect = Effect(action: .addRegion(to: state.rawValue)) }
}

/// Removes the region in which the effect is carried out.
public struct RemoveRegion<Behavior: StatechartBehavior>: EffectConvertible {
    /// This removal as an effect.
    public let effect = Effect<Behavior>(action: .removeRegion)

    /// Creates an effect.
    public init() {}
}

/// Collects effects.
@resultBuilder
public enum EffectBuilder<Behavior: StatechartBehavior> {
    /// Converts an element to its effect.
    public static func buildExpression(_ word: some EffectConvertible<Behavior>) -> [Effect<Behavior>] { [word.effect] }

    /// Joins effects.
    public static func buildBlock(_ effects: [Effect<Behavior>]...) -> [Effect<Behavior>] { effects.flatMap(\.self) }
}

/// Actions on entry.
public struct Entry<Behavior: StatechartBehavior>: StatePartConvertible {
    /// These entry actions as a part of a state.
    public let part: StatePart<Behavior>

    /// Creates a block of actions, and of effects of any kind, which follow them.
    public init(_ actions: Behavior.Action..., @EffectBuilder<Behavior> effects: () -> [Effect<Behavior>] = { [] }) {
        part = StatePart(content: .entry(actions.map(\.action) + effects().map(\.action)))
    }
}

/// Asynchronous work while the state is active, run by a ``StatechartActor`` but not by a
/// ``StateMachine`` alone.
public struct Do<Behavior: StatechartActivities>: StatePartConvertible {
    /// These activities as a part of a state.
    public let part: StatePart<Behavior>

    /// Creates activities that begin on entry and are cancelled on exit.
    public init(_ activities: Behavior.Activity...) {
        part = StatePart(content: .activities(activities.map(\.rawValue)))
    }
}

/// Actions on exit.
public struct Exit<Behavior: StatechartBehavior>: StatePartConvertible {
    /// These exit actions as a part of a state.
    public let part: StatePart<Behavior>

    /// Creates a block of actions, and of effects of any kind, which follow them.
    public init(_ actions: Behavior.Action..., @EffectBuilder<Behavior> effects: () -> [Effect<Behavior>] = { [] }) {
        part = StatePart(content: .exit(actions.map(\.action) + effects().map(\.action)))
    }
}
