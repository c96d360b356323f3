/// A running chart at rest, by names, so that it can be kept and taken up again, with a newer
/// chart, too.
///
/// The behavior is the caller's to keep.
public struct StateMachineSnapshot<Payload> {
    /// The active atomic states, in document order.
    public var active: [String]
    /// The states that histories noted, by the history's name.
    public var noted: [String: [String]]
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
        /// The event's name.
        public var name: String
        /// The event's data.
        public var payload: Payload?

        /// Creates an event.
        public init(name: String, payload: Payload? = nil) { (self.name, self.payload) = (name, payload) }
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
}

extension StateMachine {
    /// The machine at rest, by names.
    public var snapshot: StateMachineSnapshot<Behavior.Payload> {
        var step = step
        step.unflatten()
        let tables = chart.storage.tables
        var snapshot = StateMachineSnapshot<Behavior.Payload>(active: activeStateNames)
        for (history, name) in tables.historyNames.enumerated() {
            var names: [String] = []
            step.history.forEachNoted(by: history, step.core) { names.append(tables.stateNames[$0]) }
            if !names.isEmpty { snapshot.noted[name] = names }
        }
        (snapshot.time, snapshot.hasEnded) = (step.now, hasEnded)
        let event = { (event: QueuedEvent<Behavior.Payload>) in
            StateMachineSnapshot.Event(name: tables.events.names[Int(event.number)], payload: event.payload)
        }
        (snapshot.deferred, snapshot.raised) = (step.deferred.map { event($0.event) }, step.raised.events.map(event))
        snapshot.sent = step.sent.events.map(event)
        snapshot.timers = step.timers.all.map { timer in
            let place = tables.timeout(ofEvent: timer.event.number)
            return StateMachineSnapshot.Timer(
                event: event(timer.event), deadline: timer.deadline, id: timer.id,
                state: place.map { tables.stateNames[$0.state] }, place: place?.place ?? 0)
        }
        return snapshot
    }

    /// Takes up a run that was kept. No action is carried out.
    ///
    /// - Parameters:
    ///   - chart: The chart, perhaps a newer one.
    ///   - snapshot: The run.
    ///   - limits: The bounds of one event's work.
    /// - Throws: An error if the chart lacks a state or timer, or the states can't be active
    ///   together.
    public init(
        _ chart: CompiledStatechart<Behavior>, restoring snapshot: StateMachineSnapshot<Behavior.Payload>,
        limits: StateMachineLimits = .init()
    ) throws(SnapshotError) {
        step = Step(chart, limits)
        let tables = chart.storage.tables
        step.configuration = try tables.configuration(ofAtomic: snapshot.active)
        for (name, states) in snapshot.noted.sorted(by: { $0.key < $1.key }) {
            guard let history = tables.historyNames.firstIndex(of: name) else {
                throw SnapshotError(description: "the chart has no history '\(name)'")
            }
            let parent = Int(tables.core.pointee.histories[history].parent)
            var set = StateSet(wordCount: tables.core.pointee.wordCount)
            for state in states {
                let number = try tables.find(state)
                guard number > parent, number <= Int(tables.core.pointee.states[parent].last) else {
                    throw SnapshotError(description: "'\(state)' doesn't lie beside the history '\(name)'")
                }
                set.insert(number)
            }
            step.history.note(set, by: history, tables.core)
        }
        step.now = snapshot.time
        if snapshot.hasEnded { step.state = .ended }
        let event = { (event: StateMachineSnapshot<Behavior.Payload>.Event) in
            QueuedEvent(number: UInt32(tables.events.number(of: event.name)), payload: event.payload)
        }
        step.deferred = ContiguousArray(snapshot.deferred.map { DeferredEvent(event: event($0), changeCount: 0) })
        for each in snapshot.raised { step.raised.append(event(each)) }
        for each in snapshot.sent { step.sent.append(event(each)) }
        for timer in snapshot.timers {
            guard let name = timer.state else {
                step.timers.add(event(timer.event), at: timer.deadline, of: -1, id: timer.id)
                continue
            }
            let state = try tables.find(name)
            guard let number = tables.event(ofTimeout: timer.place, of: state) else {
                throw SnapshotError(description: "'\(name)' has no transition after a time number \(timer.place + 1)")
            }
            guard step.configuration.contains(state) else {
                throw SnapshotError(description: "'\(name)' has a timer, but isn't active")
            }
            step.timers.add(
                QueuedEvent(number: number, payload: nil), at: timer.deadline, of: Int32(state), id: "")
        }
        step.flatten()
    }

    /// Returns the events that the configuration takes now, in the order of their names. Nothing
    /// changes.
    ///
    /// - Complexity: O(*e* · *a*) for *e* events that the chart mentions and *a* active states.
    public func enabledEvents(_ behavior: Behavior) -> [Behavior.Event] {
        var step = step
        step.unflatten()
        let events = chart.storage.events
        return events.indices.dropFirst().compactMap { number in
            guard let event = events[number], chart.storage.tables.isMentioned(number) else { return nil }
            (step.number, step.data) = (number, nil)
            step.choose(number, behavior)
            return step.chosen.count > 0 ? event : nil
        }
    }
}

extension Tables {
    fileprivate func find(_ name: String) throws(SnapshotError) -> Int {
        guard let state = number(ofState: name) else {
            throw SnapshotError(description: "the chart has no state '\(name)'")
        }
        return state
    }

    /// The configuration in which some atomic states are active.
    fileprivate func configuration(ofAtomic names: [String]) throws(SnapshotError) -> StateSet {
        var set = StateSet(wordCount: core.pointee.wordCount)
        for name in names {
            var state = try find(name)
            guard core.pointee.states[state].children.isEmpty else {
                throw SnapshotError(description: "'\(name)' has states within; name the ones that are active")
            }
            set.insert(state)
            while state > 0 {
                state = Int(core.pointee.states[state].parent)
                set.insert(state)
            }
        }
        guard !names.isEmpty else { throw SnapshotError(description: "no state is active") }
        for state in stateNames.indices where set.contains(state) {
            let children = core.pointee.states[state].children
            guard !children.isEmpty else { continue }
            let count = children.indices.count { set.contains(Int(core.pointee.targets[$0])) }
            let isOrthogonal = core.pointee.states[state].kind == .orthogonal
            guard count == (isOrthogonal ? children.count : 1) else {
                throw SnapshotError(
                    description: "of the states within '\(stateNames[state])' \(count) are active, not "
                        + (isOrthogonal ? "all" : "one"))
            }
        }
        return set
    }
}
