/// A behavior with asynchronous work that states begin on entry and cancel on exit.
public protocol StatechartActivities: StatechartBehavior {
    /// The activities.
    associatedtype Activity: StatechartSymbol

    /// Returns the work of an activity, which runs beside the chart.
    ///
    /// The work's result is an event for the chart, or none. If it throws, `error.execution` is
    /// sent, unless it was cancelled.
    func work(for activity: Activity) -> @Sendable () async throws -> (event: Event, payload: Payload?)?
}

/// A running statechart that many tasks send events to, with timers that a clock drives.
///
///     let lights = try StatechartActor(chart, running: TrafficLights())
///     try await lights.send(.button)
///
/// Events are taken one after the other. `send` returns after all that follows from the event.
public actor StatechartActor<Behavior: StatechartBehavior & Sendable> where Behavior.Payload: Sendable {
    /// The behavior with its data.
    public private(set) var behavior: Behavior
    private var machine: StateMachine<Behavior>
    private let elapsed: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    private var alarm: Task<Void, Never>?
    private var work: [UInt32: Task<Void, Never>] = [:]
    private let makeWork: Work?

    /// Returns the work of an activity, by the activity's name.
    private typealias Work =
        @Sendable (Behavior, String) -> (
            @Sendable () async throws -> (event: Behavior.Event, payload: Behavior.Payload?)?
        )?

    /// Creates an actor and enters the initial states.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - behavior: The behavior.
    ///   - limits: The bounds of one event's work.
    ///   - clock: The clock that drives timers.
    /// - Throws: An error if a limit is reached.
    public init(
        _ chart: CompiledStatechart<Behavior>, running behavior: Behavior, limits: StateMachineLimits = .init(),
        clock: some Clock<Duration> = ContinuousClock()
    ) async throws(StateMachineError) {
        try await self.init(chart, behavior, limits, clock, work: nil)
    }

    /// Creates an actor whose states have activities, and enters the initial states.
    ///
    /// - Throws: An error if a limit is reached.
    public init(
        _ chart: CompiledStatechart<Behavior>, running behavior: Behavior, limits: StateMachineLimits = .init(),
        clock: some Clock<Duration> = ContinuousClock()
    ) async throws(StateMachineError) where Behavior: StatechartActivities {
        try await self.init(chart, behavior, limits, clock) { behavior, name in
            Behavior.Activity(rawValue: name).map { behavior.work(for: $0) }
        }
    }

    private init<SomeClock: Clock<Duration>>(
        _ chart: CompiledStatechart<Behavior>, _ behavior: Behavior, _ limits: StateMachineLimits, _ clock: SomeClock,
        work: Work?
    ) async throws(StateMachineError) {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
        makeWork = work
        var running = behavior
        var recorder = NoRecorder()
        machine = try StateMachine(chart, running: &running, limits: limits, noting: work != nil, recorder: &recorder)
        self.behavior = running
        settle()
    }

    deinit {
        alarm?.cancel()
        for task in work.values { task.cancel() }
    }

    // MARK: - Events

    /// Sends an event, and returns after all that follows from it.
    ///
    /// - Returns: The fate of the event.
    /// - Throws: An error if a limit is reached; the configuration is legal then.
    @discardableResult
    public func send(
        _ event: Behavior.Event, _ payload: Behavior.Payload? = nil
    ) throws(StateMachineError) -> EventFate {
        defer { settle() }
        try machine.advance(to: elapsed(), &behavior)
        return try machine.send(event, payload, to: &behavior)
    }

    /// Returns whether a state is active.
    public func isActive(_ state: Behavior.State) -> Bool { machine.isActive(state) }

    /// The names of the atomic states that are active, in document order.
    public var activeStateNames: [String] { machine.activeStateNames }

    /// A Boolean value that indicates whether the run has ended.
    public var hasEnded: Bool { machine.hasEnded }

    /// The run, by names.
    public var snapshot: StateMachineSnapshot<Behavior.Payload> { machine.snapshot }

    // MARK: - Time and activities

    /// Begins and cancels activities as the last step wants it, and sets the alarm for the next
    /// timer.
    private func settle() {
        for change in machine.takeActivityChanges() {
            if change.isStart { begin(change.activity) } else { work.removeValue(forKey: change.activity)?.cancel() }
        }
        alarm?.cancel()
        alarm = machine.deadline.map { deadline in
            Task { [weak self, sleep] in
                guard (try? await sleep(deadline)) != nil else { return }
                await self?.ring()
            }
        }
    }

    private func ring() {
        defer { settle() }
        // A limit that is reached here is reached again, and told, by the next event.
        try? machine.advance(to: elapsed(), &behavior)
    }

    private func begin(_ activity: UInt32) {
        guard let work = makeWork?(behavior, machine.chart.storage.tables.activities[Int(activity)].name) else {
            return
        }
        self.work[activity] = Task { [weak self] in
            let result: Result<(event: Behavior.Event, payload: Behavior.Payload?)?, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            if !Task.isCancelled { await self?.end(activity, result) }
        }
    }

    private func end(
        _ activity: UInt32, _ result: Result<(event: Behavior.Event, payload: Behavior.Payload?)?, any Error>
    ) {
        guard work.removeValue(forKey: activity) != nil else { return }
        defer { settle() }
        try? machine.advance(to: elapsed(), &behavior)
        switch result {
        case .success(let event): if let event { _ = try? machine.send(event.event, event.payload, to: &behavior) }
        case .failure: try? machine.sendError(to: &behavior)
        }
        let state = machine.chart.storage.tables.activities[Int(activity)].state
        let isOther = work.keys.contains { machine.chart.storage.tables.activities[Int($0)].state == state }
        if !isOther { try? machine.complete(state, &behavior) }
    }
}

extension StateMachine {
    init(
        _ chart: CompiledStatechart<Behavior>, running behavior: inout Behavior, limits: StateMachineLimits,
        noting isNoting: Bool, recorder: inout some StatechartRecorder
    ) throws(StateMachineError) {
        step = Step(chart, limits)
        step.activityChanges = isNoting ? [] : nil
        try start(&behavior, &recorder)
    }

    /// The activities that began and ended since they were asked for last.
    mutating func takeActivityChanges() -> [ActivityChange] {
        defer { if step.activityChanges != nil { step.activityChanges = [] } }
        return step.activityChanges ?? []
    }

    mutating func sendError(to behavior: inout Behavior) throws(StateMachineError) {
        var recorder = NoRecorder()
        try step.process(step.core.pointee.errorEvent, nil, &behavior, &recorder)
    }

    /// Says that the activities of a state have ended (rule 15).
    mutating func complete(_ state: Int, _ behavior: inout Behavior) throws(StateMachineError) {
        guard step.isActive(state) else { return }
        var recorder = NoRecorder()
        try step.process(step.core.pointee.states[state].doneEvent, nil, &behavior, &recorder)
    }
}

/// The begin or the end of an activity.
@usableFromInline
struct ActivityChange {
    @usableFromInline
    var activity: UInt32
    @usableFromInline
    var isStart: Bool

    @usableFromInline
    init(activity: UInt32, isStart: Bool) { (self.activity, self.isStart) = (activity, isStart) }
}
