/// The behavior of a chart: the meaning of its guards and actions, and the data that they work on.
///
/// The symbols of the chart are four enums, so that a name which isn't there doesn't compile:
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
public protocol StatechartBehavior {
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

    /// Returns whether a guard holds. It must not change anything.
    ///
    /// - Throws: Any error, for which the guard doesn't hold and `error.execution` is raised.
    func holds(_ guard: Guard, in step: borrowing Step<Self>) throws -> Bool

    /// Carries out an action.
    ///
    /// - Throws: Any error, which ends the block of actions; `error.execution` is raised.
    mutating func perform(_ action: Action, in step: inout Step<Self>) throws
}

extension StatechartBehavior where Guard == NoSymbol {
    /// Never called, as there are no guards.
    public func holds(_ guard: NoSymbol, in step: borrowing Step<Self>) -> Bool {}
}

extension StatechartBehavior where Action == NoSymbol {
    /// Never called, as there are no actions.
    public mutating func perform(_ action: NoSymbol, in step: inout Step<Self>) {}
}

/// A name of a chart in a program: of a state, an event, a guard or an action.
///
/// An enum with texts as raw values conforms by saying so.
public protocol StatechartSymbol: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// Returns the symbol of a condition that only the behavior knows, or `nil` if it doesn't know
    /// it.
    init?(_ condition: Statechart.Condition)

    /// Returns the symbol of an action that only the behavior knows, or `nil` if it doesn't know
    /// it.
    ///
    /// A behavior that knows how to send events is asked to send all of them.
    init?(_ action: Statechart.Action)
}

extension StatechartSymbol {
    /// Returns the guard with the condition's name.
    public init?(_ condition: Statechart.Condition) {
        guard case .named(let name) = condition else { return nil }
        self.init(rawValue: name)
    }

    /// Returns the action with the action's name.
    public init?(_ action: Statechart.Action) {
        guard case .perform(let name) = action else { return nil }
        self.init(rawValue: name)
    }
}

/// The symbols of which there are none.
public enum NoSymbol: StatechartSymbol {
    /// Returns `nil`.
    public init?(rawValue: String) { nil }

    /// The text of a symbol, which there is none of.
    public var rawValue: String { switch self {} }
}
