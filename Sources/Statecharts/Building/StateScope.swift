/// Data that exist while a state is active, and the state's code.
///
/// A value is created when the state is entered, also when a history resumes it, and destroyed when
/// it is left. All methods have defaults that do nothing, so a type may have data alone.
///
///     struct Phone: StatechartBehavior {
///         var dialing: Dialing?
///         static let scopes: [StateScope<Phone>] = [.init(.dialing, \.dialing)]
///         …
///     }
///     struct Dialing: ScopedState {
///         var digits = ""
///         mutating func handle(_ phone: inout Phone, in step: inout Step<Phone>) { … }
///     }
public protocol ScopedState<Superior> {
    /// The behavior; ``Superstate`` for code that uses the data of a state around it.
    associatedtype Superior: SuperiorData
    /// The behavior with the state.
    typealias Behavior = Superior.Behavior

    /// Creates the data for an entry of the state.
    init()

    /// Called on entry, before the entry actions. The behavior doesn't hold the data yet.
    ///
    /// - Throws: Any error; `error.execution` is raised, and the state is entered.
    mutating func enter(_ superior: inout Superior, in step: inout Step<Behavior>) throws

    /// Called as the action of ``Handle``. The behavior doesn't hold the data meanwhile.
    ///
    /// - Throws: Any error; `error.execution` is raised.
    mutating func handle(_ superior: inout Superior, in step: inout Step<Behavior>) throws

    /// Called on exit, after the exit actions. The behavior doesn't hold the data any more.
    ///
    /// - Throws: Any error; `error.execution` is raised, and the state is left.
    mutating func exit(_ superior: inout Superior, in step: inout Step<Behavior>) throws

    /// Returns one of the targets that ``Handle`` declares; `nil` if the state doesn't handle the
    /// event. It must not change anything, as it may be called once for each declared target.
    ///
    /// - Throws: Any error; no target is chosen then, and `error.execution` is raised.
    func target(_ superior: Superior, in step: borrowing Step<Behavior>) throws -> Behavior.State?
}

extension ScopedState {
    /// Does nothing.
    public mutating func enter(_ superior: inout Superior, in step: inout Step<Behavior>) {}
    /// Does nothing.
    public mutating func handle(_ superior: inout Superior, in step: inout Step<Behavior>) {}
    /// Does nothing.
    public mutating func exit(_ superior: inout Superior, in step: inout Step<Behavior>) {}
    /// Returns `nil`.
    public func target(_ superior: Superior, in step: borrowing Step<Behavior>) -> Behavior.State? { nil }
}

/// A state with data in a property of the behavior.
public struct StateScope<Behavior: StatechartBehavior>: Sendable {
    let state: String
    /// The calls on entry, for ``Handle``, and on exit.
    let hooks: [@Sendable (inout Behavior, inout Step<Behavior>) throws -> Void]
    let target: @Sendable (Behavior, borrowing Step<Behavior>) throws -> Behavior.State?
    let property: any AnyKeyPath & Sendable
    /// The property with the data of the state around it that the code uses.
    let outerProperty: (any AnyKeyPath & Sendable)?

    /// Creates the scope of a state.
    ///
    /// - Parameters:
    ///   - state: The state. It can't lie in a dynamic region, as each region would need data of
    ///     its own.
    ///   - property: The behavior's property with the data, `nil` while the state isn't active.
    ///     A behavior that is saved with a snapshot should save it, too; otherwise the data are
    ///     new after the snapshot was restored.
    public init<Data: ScopedState & SendableMetatype>(
        _ state: Behavior.State, _ property: any WritableKeyPath<Behavior, Data?> & Sendable
    ) where Behavior: SendableMetatype, Data.Behavior == Behavior {
        (self.state, self.property) = (state.rawValue, property)
        outerProperty = (Data.Superior.self as? any DataInProperty.Type)?.property
        /// Calls code with the data taken out of the behavior, as the code also gets the behavior.
        func hook(
            isNew: Bool = false, isKept: Bool = true,
            _ call: @escaping @Sendable (inout Data, inout Data.Superior, inout Step<Behavior>) throws -> Void
        ) -> @Sendable (inout Behavior, inout Step<Behavior>) throws -> Void {
            { behavior, step in
                var data = (isNew ? nil : behavior[keyPath: property]) ?? Data()
                behavior[keyPath: property] = nil
                defer { if isKept { behavior[keyPath: property] = data } }
                var superior = Data.Superior.superior(in: consume behavior)
                defer { behavior = Data.Superior.behavior(of: superior) }
                try call(&data, &superior, &step)
            }
        }
        hooks = [
            hook(isNew: true) { try $0.enter(&$1, in: &$2) }, hook { try $0.handle(&$1, in: &$2) },
            hook(isKept: false) { try $0.exit(&$1, in: &$2) },
        ]
        target = { behavior, step in
            try (behavior[keyPath: property] ?? Data()).target(.superior(in: behavior), in: step)
        }
    }
}
