/// The behavior of a chart: the meaning of its guards and actions, and the data that they work on.
///
/// The names of states, events, guards and actions are cases of enums, so that unknown names don't
/// compile. Only the enum of states is required:
///
///     struct Door: StatechartBehavior {
///         enum State: String, StatechartSymbol { case open, closed }
///         enum Event: String, StatechartSymbol { case push, pull }
///         enum Action: String, StatechartSymbol { case ring }
///         var rings = 0
///
///         mutating func perform(_ action: Action, in step: inout Step<Door>) {
///             switch action { case .ring: rings += 1 }
///         }
///     }
public protocol StatechartBehavior: SuperiorData where Behavior == Self {
    /// The states.
    associatedtype State: StatechartSymbol
    /// The events.
    associatedtype Event: StatechartSymbol = NoSymbol
    /// The guards.
    associatedtype Guard: StatechartSymbol = NoSymbol
    /// The actions.
    associatedtype Action: StatechartSymbol = NoSymbol
    /// The data that comes with an event.
    associatedtype Payload = Never

    /// States with work in progress; ``StatechartActor/settled()`` waits until none is active.
    static var transientStates: Set<State> { get }

    /// The states with data and code of their own.
    static var scopes: [StateScope<Self>] { get }

    /// Returns whether a guard holds. It must not change anything.
    ///
    /// - Throws: Any error; the guard doesn't hold then, and `error.execution` is raised.
    func holds(_ guard: Guard, in step: borrowing Step<Self>) throws -> Bool

    /// Carries out an action.
    ///
    /// - Throws: Any error; it ends the block of actions, and `error.execution` is raised.
    mutating func perform(_ action: Action, in step: inout Step<Self>) throws

    /// Returns the data of the event `error.execution` that an error raises.
    static func payload(of error: any Error) -> Payload?
}

extension StatechartBehavior {
    /// No states.
    public static var transientStates: Set<State> { [] }

    /// No states.
    public static var scopes: [StateScope<Self>] { [] }

    /// Returns `nil`.
    public static func payload(of error: any Error) -> Payload? { nil }
}

extension StatechartBehavior where Guard == NoSymbol {
    /// Never called, as there are no guards.
    public func holds(_ guard: NoSymbol, in step: borrowing Step<Self>) -> Bool {}
}

extension StatechartBehavior where Action == NoSymbol {
    /// Never called, as there are no actions.
    public mutating func perform(_ action: NoSymbol, in step: inout Step<Self>) {}
}

/// A name in a chart: of a state, an event, a guard or an action.
///
/// An enum with raw values of type `String` conforms without further code.
public protocol StatechartSymbol: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// Creates the symbol of a condition that the behavior evaluates, or returns `nil` if it
    /// doesn't know the condition.
    init?(_ condition: Statechart.Condition)

    /// Creates the symbol of an action that the behavior carries out, or returns `nil` if it
    /// doesn't know the action.
    ///
    /// If this returns a symbol for actions that send events, the behavior sends all events.
    init?(_ action: Statechart.Action)
}

extension StatechartSymbol {
    /// Creates the guard with the name in a condition; `nil` if the condition isn't a name, or no
    /// guard has that name.
    public init?(_ condition: Statechart.Condition) {
        guard case .named(let name) = condition else { return nil }
        self.init(rawValue: name)
    }

    /// Creates the behavior's action with the name in a chart's action; `nil` if the chart's action
    /// isn't a name, or the behavior has no action with that name.
    public init?(_ action: Statechart.Action) {
        guard case .perform(let name) = action else { return nil }
        self.init(rawValue: name)
    }
}

/// A type without symbols.
public enum NoSymbol: StatechartSymbol {
    /// Returns `nil`.
    public init?(rawValue: String) { nil }

    /// Never called, as there are no symbols.
    public var rawValue: String { switch self {} }
}
