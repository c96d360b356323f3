/// A running chart at rest, by names, so that it can be kept and taken up again, with a newer
/// chart, too.
///
/// The behavior is the caller's to keep. If its payloads can be encoded, so can the snapshot, such
/// as by `JSONEncoder`.
public struct StateMachineSnapshot<Payload> {
    /// The active atomic states, in document order.
    public var active: [String]
    /// The states that histories noted, by the history's name.
    public var noted: [String: [String]]
    /// The states whose variables have had first values, of those that get them once
    /// (``Statechart/State/keepsVariables``), in document order.
    ///
    /// A snapshot that doesn't tell, `nil`, stands for those that are active.
    public var initialized: [String]?
    /// The regions that came and haven't gone.
    public var regions: [Region] = []
    /// The number of regions that ever came.
    public var regionCount = 0
    /// The time since the start.
    public var time: Duration
    /// A Boolean value that indicates whether the run has ended.
    public var hasEnded: Bool
    /// The events that wait for another configuration, the oldest first.
    public var deferred: [Event]
    /// The events that are due to come, the next one first.
    public var timers: [Timer]
    /// The events of the internal queue, which holds some if a limit ended a step.
    public var raised: [Event]
    /// The events of the external queue, which holds some if a limit ended a step.
    public var sent: [Event]

    /// An event that waits.
    public struct Event {
        /// The event's name; a pattern, such as `a.*`, for one that the chart knows by nothing
        /// else.
        public var name: String
        /// The event's data.
        public var payload: Payload?
        /// The number of the one region that sees the event, of those that come and go.
        public var region: Int?

        /// Creates an event.
        public init(name: String, payload: Payload? = nil) { (self.name, self.payload) = (name, payload) }
    }

    /// A region that came while the chart ran.
    public struct Region: Hashable, Sendable, Codable {
        /// The region's number.
        public var number: Int
        /// The state around it.
        public var state: String
        /// The active atomic states within.
        public var active: [String]
        /// The states that histories within noted, by the history's name.
        public var noted: [String: [String]] = [:]
        /// The states within whose variables have had first values, of those that get them once;
        /// `nil` for those that are active.
        public var initialized: [String]?

        /// Creates a region in which the given states are active.
        public init(number: Int, state: String, active: [String]) {
            (self.number, self.state, self.active) = (number, state, active)
        }
    }

    /// A delayed event, or the timer of a transition after a time.
    public struct Timer {
        /// The event; its name is empty for a transition's timer.
        public var event: Event
        /// The time at which it comes.
        public var deadline: Duration
        /// The identifier by which it can be cancelled.
        public var id: String
        /// The state that has the transition.
        public var state: String?
        /// The number of the state's transitions after a time that come before this one.
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

    package init(description: String) { self.description = description }
}
