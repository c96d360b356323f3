/// The state of a run between events, which can be saved and resumed. It refers to states by name,
/// so a newer chart can resume the run.
///
/// The caller must save the behavior. If payloads can be encoded, so can the snapshot, such as by
/// `JSONEncoder`.
public struct StateMachineSnapshot<Payload> {
    /// The active atomic states, in document order.
    public var active: [String]
    /// The states that histories remember, by the history's name.
    public var noted: [String: [String]]
    /// The states with ``Statechart/State/keepsVariables`` whose variables were initialized, in
    /// document order.
    ///
    /// `nil` stands for all such states that are active.
    public var initialized: [String]?
    /// The dynamic regions that haven't ended.
    public var regions: [Region] = []
    /// The number of dynamic regions added since the start, including those that have ended.
    public var regionCount = 0
    /// The time since the start.
    public var time: Duration
    /// A Boolean value that indicates whether the run has ended.
    public var hasEnded: Bool
    /// The deferred events, the oldest first.
    public var deferred: [Event]
    /// The delayed events and timers, in the order in which they are due.
    public var timers: [Timer]
    /// The events of the internal queue; empty unless a limit was reached.
    public var raised: [Event]
    /// The events of the external queue; empty unless a limit was reached.
    public var sent: [Event]

    /// An event in a queue of the machine.
    public struct Event {
        /// The event's name. If the chart doesn't mention this name, the pattern in the chart that
        /// matches it, such as `a.*`.
        public var name: String
        /// The event's data.
        public var payload: Payload?
        /// The number of the only dynamic region that sees the event; `nil` if all regions see it.
        public var region: Int?

        /// Creates an event.
        public init(name: String, payload: Payload? = nil) { (self.name, self.payload) = (name, payload) }
    }

    /// A dynamic region.
    public struct Region: Hashable, Sendable, Codable {
        /// The region's number.
        public var number: Int
        /// The enclosing state.
        public var state: String
        /// The active atomic states in the region.
        public var active: [String]
        /// The states that the region's histories remember, by the history's name.
        public var noted: [String: [String]] = [:]
        /// The region's states with ``Statechart/State/keepsVariables`` whose variables were
        /// initialized; `nil` stands for all such states that are active.
        public var initialized: [String]?

        /// Creates a region in which the given states are active.
        public init(number: Int, state: String, active: [String]) {
            (self.number, self.state, self.active) = (number, state, active)
        }
    }

    /// A delayed event, or the timer of a transition that is taken after a time.
    public struct Timer {
        /// The event; its name is empty for a transition's timer.
        public var event: Event
        /// The time at which the event is due.
        public var deadline: Duration
        /// The identifier by which the event can be cancelled; empty if it has none.
        public var id: String
        /// The state that has the transition; `nil` for a delayed event.
        public var state: String?
        /// The index of the transition among the timed transitions of the state; 0 for a delayed
        /// event.
        public var place: Int

        /// Creates a timer.
        public init(event: Event, deadline: Duration, id: String = "", state: String? = nil, place: Int = 0) {
            (self.event, self.deadline, self.id) = (event, deadline, id)
            (self.state, self.place) = (state, place)
        }
    }

    /// Creates a snapshot of a chart in which the given states are active.
    public init(active: [String]) {
        self.active = active
        (noted, time, hasEnded) = ([:], .zero, false)
        (deferred, timers, raised, sent) = ([], [], [], [])
    }
}

extension StateMachineSnapshot: Codable where Payload: Codable {}
extension StateMachineSnapshot.Event: Codable where Payload: Codable {}
extension StateMachineSnapshot.Timer: Codable where Payload: Codable {}
extension StateMachineSnapshot: Sendable where Payload: Sendable {}
extension StateMachineSnapshot: Equatable where Payload: Equatable {}
extension StateMachineSnapshot: Hashable where Payload: Hashable {}
extension StateMachineSnapshot.Event: Sendable where Payload: Sendable {}
extension StateMachineSnapshot.Event: Equatable where Payload: Equatable {}
extension StateMachineSnapshot.Event: Hashable where Payload: Hashable {}
extension StateMachineSnapshot.Timer: Sendable where Payload: Sendable {}
extension StateMachineSnapshot.Timer: Equatable where Payload: Equatable {}
extension StateMachineSnapshot.Timer: Hashable where Payload: Hashable {}

/// The reason why a snapshot doesn't fit a chart.
public struct SnapshotError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence that says what doesn't fit.
    public let description: String

    package init(_ description: String) { self.description = description }
}
