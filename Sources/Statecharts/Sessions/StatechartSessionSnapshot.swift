/// The state of a session and of all sessions that it invoked, for saving and restoring.
///
///     let snapshot = try session.snapshot()
///     let again = try StatechartSession(chart, restoring: snapshot, in: context)
///
/// The restored sessions continue exactly as the saved sessions would have done. A snapshot
/// contains the chart, so that restoring refuses another version and lists the differences.
public struct StatechartSessionSnapshot: Hashable, Sendable {
    /// The chart of the first session.
    public package(set) var chart: Statechart
    /// The time since the first session began.
    public package(set) var time: Duration
    /// The time from the beginning of 1970 to the start of the first session.
    package var clockStart: Duration
    /// The number of sessions that have ever begun.
    package var sessionCount: Int
    /// The seed of random numbers in scripts of sessions that begin later.
    package var randomSeed: UInt64
    /// The first session, which invoked the others.
    package var first: Session

    /// The state of one session.
    package struct Session: Hashable, Sendable {
        /// The number of sessions that began earlier.
        package var number = 0
        /// A Boolean value that indicates whether the session accepts no more events.
        package var isClosed = false
        package var machine: StateMachineSnapshot<ExpressionBehavior.Payload>
        /// The event that was processed last, which exit actions may still read.
        package var lastEvent: Event?
        /// The variables by name, with `nil` for variables without a value; all are `nil` if the
        /// chart has scripts.
        package var variables: [String: Value?] = [:]
        package var regionVariables: [Int: [String: Value?]] = [:]
        /// The data of scripts, in the form that the scripting language saves.
        package var scripts: Value?
        /// The initial values from the invoking session that haven't been assigned yet.
        package var arguments: [String: Value] = [:]
        /// The data of the event that reports the end of the chart.
        package var done: ExpressionBehavior.Payload?
        /// The number of identifiers created for events and for invocations.
        package var sentCount = 0, invokedCount = 0
        /// The invocations that haven't begun yet.
        package var pendingInvocations: [InvocationPosition] = []
        /// The events that are waiting in the session.
        package var inbox: [Event] = []
        /// The events that haven't been delivered yet, with their targets.
        package var outbox: [OutgoingEvent] = []
        /// The sessions that this session invoked, the oldest first.
        package var children: [Child] = []

        package init(_ machine: StateMachineSnapshot<ExpressionBehavior.Payload>) { self.machine = machine }
    }

    /// An event with its data.
    package struct Event: Hashable, Sendable {
        /// The name of the event, or a pattern, as in the snapshot of a machine.
        package var name: String
        package var payload: ExpressionBehavior.Payload?
        package var cause: StepCause

        package init(name: String, payload: ExpressionBehavior.Payload?, cause: StepCause) {
            (self.name, self.payload, self.cause) = (name, payload, cause)
        }
    }

    /// An event that was sent but not yet delivered.
    package struct OutgoingEvent: Hashable, Sendable {
        package var target: String
        package var payload: ExpressionBehavior.Payload

        package init(target: String, payload: ExpressionBehavior.Payload) {
            (self.target, self.payload) = (target, payload)
        }
    }

    /// The position of an invocation in the invoking chart.
    package struct InvocationPosition: Hashable, Sendable {
        /// The name of the invoking state.
        package var state: String
        /// The index of the invocation in the state.
        package var index: Int
        /// The number of the dynamic region; 0 outside of dynamic regions.
        package var region: Int

        package init(state: String, index: Int, region: Int) {
            (self.state, self.index, self.region) = (state, index, region)
        }
    }

    /// A session that another session invoked.
    package struct Child: Hashable, Sendable {
        package var position: InvocationPosition
        package var invokeID: String
        /// The invoked chart if it was loaded; `nil` if it is part of the invoking chart.
        package var chart: Statechart?
        package var session: Session

        package init(position: InvocationPosition, invokeID: String, chart: Statechart?, session: Session) {
            (self.position, self.invokeID, self.chart, self.session) = (position, invokeID, chart, session)
        }
    }

    package init(
        chart: Statechart, time: Duration = .zero, clockStart: Duration = .zero, sessionCount: Int = 0,
        randomSeed: UInt64 = 0, first: Session = Session(.init(active: []))
    ) {
        (self.chart, self.time, self.clockStart, self.sessionCount) = (chart, time, clockStart, sessionCount)
        (self.randomSeed, self.first) = (randomSeed, first)
    }

    /// Throws an error if a chart differs from the chart of the snapshot.
    ///
    /// - Complexity: O(*n*) for *n* states, transitions and actions.
    /// - Throws: ``SnapshotError`` with the first differences.
    public func check(of chart: Statechart) throws(SnapshotError) {
        guard chart != self.chart else { return }
        let differences = chart.differences(from: self.chart)
        // The same states may be in another order.
        guard !differences.isEmpty else { return }
        throw SnapshotError(
            "the snapshot was made with a different version of the chart: " + differences.joined(separator: "; "))
    }
}
