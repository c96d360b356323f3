public import Statecharts

/// A component whose behavior is a statechart: each message is the event of its name.
///
///     struct Door: StatechartComponent {
///         enum State: String, StatechartSymbol { case open, closed }
///         enum Event: String, StatechartSymbol { case push }
///         enum Action: String, StatechartSymbol { case tell }
///
///         let commands = Input<DoorCommands>()        // let push = Message<Void>()
///         let signals = Output<DoorSignals>()
///
///         static let chart: Statechart = .init("Door", for: Self.self) {
///             Simple(.closed) { On(.push, to: .open, do: .tell) }
///             Simple(.open) { After(.seconds(3), to: .closed) }
///         }
///
///         mutating func perform(_ action: Action, in step: inout Step<Door>) { signals.opened() }
///     }
///
/// The body is the event's payload. Timers run in the time of the run. When the chart has ended,
/// the component ends. Messages without an event need handlers, as in other components.
public protocol StatechartComponent: Component, StatechartBehavior {
    /// The chart.
    static var chart: Statechart { get }

    /// Whether the chart starts with the component. If not, it starts by the first message `start`;
    /// others before are lost.
    static var startsWithRun: Bool { get }

    /// Returns the payload of an event that a message is.
    ///
    /// - Parameters:
    ///   - event: The event of the message's name.
    ///   - body: The body of the message.
    static func payload(of event: Event, from body: any Sendable) -> Payload?
}

extension StatechartComponent {
    /// The chart starts with the component.
    public static var startsWithRun: Bool { true }
    /// The body, if it has the type of payloads.
    public static func payload(of event: Event, from body: any Sendable) -> Payload? { body as? Payload }

    fileprivate static func makeInstance(_ component: Any) -> ComponentInstance? {
        (component as? Self).map { component in
            let instance = ChartInstance<Self, Self>(component, compiled(), offset: 0, startsWithRun: startsWithRun) {
                event, body, _ in payload(of: event, from: body)
            }
            instance.bind()
            return instance
        }
    }

    /// The compiled chart of the type, which all components share.
    private static func compiled() -> Result<CompiledStatechart<Self>, StatechartError> {
        compiledCharts.withLock { known in
            let type = ObjectIdentifier(Self.self)
            if let chart = known[type] as? CompiledStatechart<Self> { return .success(chart) }
            do throws(StatechartError) {
                let compiled = try CompiledStatechart<Self>(chart)
                known[type] = compiled
                return .success(compiled)
            } catch { return .failure(error) }
        }
    }
}

private let compiledCharts = Guarded<[ObjectIdentifier: any Sendable]>([:])

/// Makes what a run has of a component.
func makeInstance<Owner: Component>(_ component: Owner) -> TypedInstance<Owner> {
    let instance =
        if let type = Owner.self as? any StatechartComponent.Type { type.makeInstance(component) } else {
            (component as? any InstanceMaking)?.makeInstance()
        }
    return instance as? TypedInstance<Owner> ?? TypedInstance(component)
}

extension Simulation {
    /// Returns the names of the atomic states that are active in a component that is a chart, in
    /// document order.
    ///
    /// - Throws: ``ComponentError/unknownPart(_:hasEnded:)`` if the part isn't there.
    public func activeStateNames<Owner>(of part: PartReference<Owner>) throws(ComponentError) -> [String] {
        let component = try router.required(part.name)
        return component.instance.activeStateNames
    }

    /// Returns the names of the atomic states that are active in a component that is a chart; empty
    /// for others.
    package func activeStateNames(ofPart name: String) -> [String] {
        router.component(name)?.instance.activeStateNames ?? []
    }
}
