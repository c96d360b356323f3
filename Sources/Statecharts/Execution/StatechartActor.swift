/// A running statechart for concurrent tasks, with timers that a clock drives.
///
///     let lights = try await StatechartActor(chart, running: TrafficLights())
///     try await lights.send(.button)
///
/// Events are processed one at a time. `send` returns after the run to completion. Timers and
/// activities continue as long as there is a reference to the actor.
public actor StatechartActor<Behavior: StatechartBehavior & Sendable> where Behavior.Payload: Sendable {
    /// The behavior with its data.
    public private(set) var behavior: Behavior
    private var machine: StateMachine<Behavior>
    private let elapsed: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    /// The alarm for the next timer.
    private var alarm: (deadline: Duration, task: Task<Void, Never>)?
    private var work: [ActivityRun: (number: Int, task: Task<Void, Never>)] = [:]
    private var workCount = 0
    private var listeners: [Int: AsyncStream<[String]>.Continuation] = [:]
    private var listenerCount = 0
    private var lastReportedNames: [String] = []
    private var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
    private var waiterCount = 0
    /// The last limit that a timer or an activity's event reached, as no caller waits for these;
    /// `nil` if there was none. An error that work throws is ``Step/failure`` instead.
    ///
    /// Events that the error left in the queues are processed together with the next event.
    public private(set) var failure: StateMachineError?
    private let makeWork: Work?
    /// The recorder that gets the steps, as it is after them; `nil` if there is none.
    public private(set) var recorder: (any StatechartRecorder & Sendable)?

    /// Returns the work of an activity, by the activity's name and the region's number.
    private typealias Work =
        @Sendable (Behavior, String, Int?) -> (
            @Sendable () async throws -> (event: Behavior.Event, payload: Behavior.Payload?)?
        )?

    /// Creates an actor and enters the initial states.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - behavior: The behavior.
    ///   - limits: The bounds of one event's work.
    ///   - clock: The clock that drives timers.
    ///   - recorder: A recorder that gets the steps.
    /// - Throws: An error if a limit is reached.
    public init(
        _ chart: CompiledStatechart<Behavior>, running behavior: Behavior, limits: StateMachineLimits = .init(),
        clock: some Clock<Duration> = ContinuousClock(), recorder: (any StatechartRecorder & Sendable)? = nil
    ) async throws(StateMachineError) {
        try await self.init(chart, behavior, limits, clock, recorder, work: nil)
    }

    /// Creates an actor with activities, and enters the initial states.
    ///
    /// - Throws: An error if a limit is reached.
    public init(
        _ chart: CompiledStatechart<Behavior>, running behavior: Behavior, limits: StateMachineLimits = .init(),
        clock: some Clock<Duration> = ContinuousClock(), recorder: (any StatechartRecorder & Sendable)? = nil
    ) async throws(StateMachineError) where Behavior: StatechartActivities {
        try await self.init(chart, behavior, limits, clock, recorder, work: Self.activities())
    }

    /// Creates an actor that resumes a run from a snapshot. No action is carried out.
    ///
    /// - Parameters:
    ///   - chart: The chart, which may be newer than the snapshot.
    ///   - snapshot: The snapshot of the run.
    ///   - behavior: The behavior with its data.
    ///   - limits: The bounds of one event's work.
    ///   - clock: The clock that drives timers, from the snapshot's time on.
    ///   - recorder: A recorder that gets the steps.
    /// - Throws: An error if the chart lacks a state or timer, or the states can't be active
    ///   together.
    public init(
        _ chart: CompiledStatechart<Behavior>, restoring snapshot: StateMachineSnapshot<Behavior.Payload>,
        running behavior: Behavior, limits: StateMachineLimits = .init(),
        clock: some Clock<Duration> = ContinuousClock(), recorder: (any StatechartRecorder & Sendable)? = nil
    ) async throws(SnapshotError) {
        let machine = try StateMachine(chart, restoring: snapshot, limits: limits)
        self.init(machine, behavior, clock, recorder, work: nil)
        settle()
    }

    /// Creates an actor that resumes a run from a snapshot, and restarts the activities of the
    /// active states.
    ///
    /// - Throws: An error if the chart lacks a state or timer, or the states can't be active
    ///   together.
    public init(
        _ chart: CompiledStatechart<Behavior>, restoring snapshot: StateMachineSnapshot<Behavior.Payload>,
        running behavior: Behavior, limits: StateMachineLimits = .init(),
        clock: some Clock<Duration> = ContinuousClock(), recorder: (any StatechartRecorder & Sendable)? = nil
    ) async throws(SnapshotError) where Behavior: StatechartActivities {
        var machine = try StateMachine(chart, restoring: snapshot, limits: limits)
        machine.noteActiveActivities()
        self.init(machine, behavior, clock, recorder, work: Self.activities())
        settle()
    }

    private init(
        _ chart: CompiledStatechart<Behavior>, _ behavior: Behavior, _ limits: StateMachineLimits,
        _ clock: some Clock<Duration>, _ recorder: (any StatechartRecorder & Sendable)?, work: Work?
    ) async throws(StateMachineError) {
        var (running, listener, none) = (behavior, recorder, NoRecorder())
        let machine =
            if listener == nil {
                try StateMachine(chart, running: &running, limits: limits, noting: work != nil, recorder: &none)
            } else {
                try StateMachine(chart, running: &running, limits: limits, noting: work != nil, recorder: &listener!)
            }
        self.init(machine, running, clock, listener, work: work)
        settle()
    }

    private init<SomeClock: Clock<Duration>>(
        _ machine: StateMachine<Behavior>, _ behavior: Behavior, _ clock: SomeClock,
        _ recorder: (any StatechartRecorder & Sendable)?, work: Work?
    ) {
        self.recorder = recorder
        let (start, passed) = (clock.now, machine.time)
        elapsed = { passed + start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0 - passed), tolerance: nil) }
        makeWork = work
        (self.machine, self.behavior) = (machine, behavior)
    }

    private static func activities() -> Work where Behavior: StatechartActivities {
        { behavior, name, region in Behavior.Activity(rawValue: name).map { behavior.work(for: $0, in: region) } }
    }

    deinit {
        alarm?.task.cancel()
        for run in work.values { run.task.cancel() }
        for listener in listeners.values { listener.finish() }
    }

    // MARK: - Events

    /// Sends an event, after the timers that are due, and returns after the run to completion.
    ///
    /// - Returns: The fate of the event.
    /// - Throws: An error if the event reaches a limit; the machine then has a legal configuration.
    ///   A limit that a timer reaches is ``failure``, and the event is sent nevertheless.
    @discardableResult
    public func send(
        _ event: Behavior.Event, _ payload: Behavior.Payload? = nil
    ) throws(StateMachineError) -> EventFate {
        defer { settle() }
        advance()
        return try dispatch(event, payload)
    }

    /// Returns whether a state is active.
    public func isActive(_ state: Behavior.State) -> Bool { machine.isActive(state) }

    /// Returns whether a state of a submachine is active.
    public func isActive(_ state: some StatechartSymbol, in submachine: Behavior.State) -> Bool {
        machine.isActive(state, in: submachine)
    }

    /// The names of the atomic states that are active, in document order.
    public var activeStateNames: [String] { machine.activeStateNames }

    /// A Boolean value that indicates whether the run has ended.
    public var hasEnded: Bool { machine.hasEnded }

    /// The time since the start.
    public var time: Duration { elapsed() }

    /// The events on which some transition would be taken now, sorted by name.
    public var enabledEvents: [Behavior.Event] { machine.enabledEvents(to: behavior) }

    /// Returns when no state of ``StatechartBehavior/transientStates`` is active, or the run has
    /// ended.
    ///
    /// - Throws: `CancellationError` if the task is canceled.
    public func settled() async throws {
        try Task.checkCancellation()
        if isSettled { return }
        waiterCount += 1
        let number = waiterCount
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiters[number] = $0 }
        } onCancel: {
            Task { [weak self] in await self?.cancelWaiter(number) }
        }
    }

    private func cancelWaiter(_ number: Int) {
        waiters.removeValue(forKey: number)?.resume(throwing: CancellationError())
    }

    private var isSettled: Bool { machine.hasEnded || !Behavior.transientStates.contains { machine.isActive($0) } }

    /// Returns a stream of the names of the active atomic states: now, and after each event and
    /// timer that changes them.
    ///
    /// The stream ends with the actor.
    ///
    /// - Parameter buffering: What a slow listener gets: by default all configurations, which then
    ///   wait in memory; `.bufferingNewest(1)` for the newest one.
    public func configurations(
        buffering: AsyncStream<[String]>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<[String]> {
        let (stream, listener) = AsyncStream.makeStream(of: [String].self, bufferingPolicy: buffering)
        listenerCount += 1
        let number = listenerCount
        listener.onTermination = { [weak self] _ in Task { await self?.removeListener(number) } }
        lastReportedNames = machine.activeStateNames
        listeners[number] = listener
        listener.yield(lastReportedNames)
        return stream
    }

    private func removeListener(_ number: Int) { listeners[number] = nil }

    /// A snapshot of the run, which refers to states by name.
    public var snapshot: StateMachineSnapshot<Behavior.Payload> { machine.snapshot }

    // MARK: - Time and activities

    /// Begins and cancels activities after the last step, and sets the alarm for the next timer.
    private func settle() {
        updateWork()
        if alarm?.deadline != machine.deadline {
            alarm?.task.cancel()
            alarm = machine.deadline.map { deadline in
                let task = Task { [weak self, sleep] in
                    if (try? await sleep(deadline)) != nil { await self?.ring() }
                }
                return (deadline, task)
            }
        }
        notifyListeners()
        guard !waiters.isEmpty, isSettled else { return }
        for waiter in waiters.values { waiter.resume() }
        waiters = [:]
    }

    /// Begins and cancels activities as the journal says.
    private func updateWork() {
        for change in machine.drainActivityChanges() {
            if change.isStart { begin(change.work) } else { work.removeValue(forKey: change.work)?.task.cancel() }
        }
        guard machine.hasEnded else { return }
        for run in work.values { run.task.cancel() }
        work = [:]
    }

    /// Advances to the present time. If there are listeners, each timer's changes are reported.
    private func advance() {
        let (now, limit) = (elapsed(), machine.step.limits.steps)
        var instant = InstantCount()
        attempt { () throws(StateMachineError) in
            while !listeners.isEmpty, let deadline = machine.deadline, deadline <= now,
                instant.add(at: deadline, limit: limit)
            {
                try advance(until: deadline, limit: 1)
                notifyListeners()
            }
            try advance(until: now, limit: .max)
        }
        notifyListeners()
    }

    private func advance(until time: Duration, limit: Int) throws(StateMachineError) {
        if recorder == nil {
            _ = try machine.advance(until: time, limit: limit, to: &behavior)
        } else {
            try machine.advance(until: time, limit: limit, to: &behavior, recorder: &recorder!)
        }
    }

    @discardableResult
    private func dispatch(
        _ event: Behavior.Event, _ payload: Behavior.Payload?
    ) throws(StateMachineError) -> EventFate {
        if recorder == nil { return try machine.send(event, payload, to: &behavior) }
        return try machine.send(event, payload, to: &behavior, recorder: &recorder!)
    }

    private func notifyListeners() {
        guard !listeners.isEmpty else { return }
        let names = machine.activeStateNames
        guard names != lastReportedNames else { return }
        lastReportedNames = names
        for listener in listeners.values { listener.yield(names) }
    }

    /// Does work that no caller waits for, and keeps its error.
    private func attempt(_ work: () throws(StateMachineError) -> Void) {
        do throws(StateMachineError) { try work() } catch { failure = error }
    }

    private func ring() {
        // Another alarm may have been set since this one woke.
        if Task.isCancelled { return }
        alarm = nil
        defer { settle() }
        advance()
    }

    private func begin(_ run: ActivityRun) {
        let activity = machine.chart.storage.tables.activities[Int(run.activity)]
        guard activity.invocation == nil,
            let work = makeWork?(behavior, activity.name, run.region == 0 ? nil : Int(run.region))
        else { return }
        workCount += 1
        let number = workCount
        let task = Task { [weak self] in
            let result: Result<(event: Behavior.Event, payload: Behavior.Payload?)?, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            if !Task.isCancelled { await self?.end(run, number, result) }
        }
        self.work[run] = (number, task)
    }

    private func end(
        _ run: ActivityRun, _ number: Int,
        _ result: Result<(event: Behavior.Event, payload: Behavior.Payload?)?, any Error>
    ) {
        defer { settle() }
        advance()
        updateWork()
        // The state may have been exited since, and entered again.
        guard work[run]?.number == number else { return }
        work[run] = nil
        attempt { () throws(StateMachineError) in
            switch result {
            case .success(let event): if let event { try dispatch(event.event, event.payload) }
            case .failure(let error): try machine.send(error, to: &behavior, recorder: &recorder)
            }
        }
        // The event may have entered the state again, with new work.
        updateWork()
        let activities = machine.chart.storage.tables.activities
        let state = activities[Int(run.activity)].state
        let isBusy = work.keys.contains { $0.region == run.region && activities[Int($0.activity)].state == state }
        if isBusy { return }
        attempt { () throws(StateMachineError) in
            try machine.complete(state, in: run.region, &behavior, &recorder)
        }
    }
}

extension StateMachine {
    init(
        _ chart: CompiledStatechart<Behavior>, running behavior: inout Behavior, limits: StateMachineLimits,
        noting isNoting: Bool, recorder: inout some StatechartRecorder
    ) throws(StateMachineError) {
        step = Step(chart, limits)
        step.activityJournal = isNoting ? ActivityJournal() : nil
        try start(&behavior, &recorder)
    }

    /// Records the activities of the active states as if they began now.
    mutating func noteActiveActivities() {
        var changes: [ActivityChange] = []
        for (number, activity) in chart.storage.tables.activities.enumerated() {
            let state = activity.state
            for region in step.run.regions where region.configuration.contains(state) {
                let work = ActivityRun(activity: UInt32(number), region: region.number)
                changes.append(ActivityChange(work: work, isStart: true))
            }
            if chart.storage.tables.core.pointee.states[state].owner < 0, step.isActive(state) {
                changes.append(ActivityChange(work: ActivityRun(activity: UInt32(number), region: 0), isStart: true))
            }
        }
        step.activityJournal = ActivityJournal(step.run.phase == .running ? changes : [])
    }

    /// Returns the activities that began and ended since the last call.
    func drainActivityChanges() -> [ActivityChange] { step.activityJournal?.drainChanges() ?? [] }

    /// Sends the event of an error (rule 22).
    mutating func send(
        _ error: any Error, to behavior: inout Behavior, recorder: inout (any StatechartRecorder & Sendable)?
    ) throws(StateMachineError) {
        step.thrown = error
        let event = QueuedEvent(number: step.core.pointee.errorEvent, payload: Behavior.payload(of: error))
        try process(event, &behavior, &recorder)
    }

    /// Processes the end of a state's activities (rule 15).
    mutating func complete(
        _ state: Int, in region: UInt32, _ behavior: inout Behavior,
        _ recorder: inout (any StatechartRecorder & Sendable)?
    ) throws(StateMachineError) {
        guard step.isActive(state) else { return }
        let number = step.core.pointee.states[state].doneEvent
        try process(QueuedEvent(number: number, payload: nil, region: region), &behavior, &recorder)
    }

    private mutating func process(
        _ event: QueuedEvent<Behavior.Payload>, _ behavior: inout Behavior,
        _ recorder: inout (any StatechartRecorder & Sendable)?
    ) throws(StateMachineError) {
        if recorder == nil {
            var none = NoRecorder()
            try step.process(event, .sent, &behavior, &none)
        } else {
            try step.process(event, .sent, &behavior, &recorder!)
        }
    }
}
