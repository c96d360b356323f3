import Statecharts
import Synchronization
import Testing

/// A clock that a test moves.
private final class ManualClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        var id: Int
        var deadline: Instant
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        var count = 0
    }

    private let state = Mutex(State())

    /// The number of calls of `sleep`.
    var sleepCount: Int { state.withLock { $0.count } }
    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.contains(id) { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(id)
                let index = state.sleepers.firstIndex { $0.id == id }
                return index.map { state.sleepers.remove(at: $0) }
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.deadline <= state.now }
            state.sleepers.removeAll { $0.deadline <= state.now }
            return due
        }
        for sleeper in due { sleeper.continuation.resume() }
    }
}

/// A kettle with work, whose actions a test can wait for.
private struct Kettle: StatechartActivities, Sendable {
    enum State: String, StatechartSymbol { case cold, heating, hot, broken }
    enum Event: String, StatechartSymbol { case on, off, boiled, error = "error.execution" }
    enum Action: String, StatechartSymbol { case heated, cooled, broke, finished }
    enum Activity: String, StatechartSymbol { case heat }

    static let transientStates: Set<State> = [.heating]
    let told: AsyncStream<Action>.Continuation
    let heat: @Sendable () async throws -> (event: Event, payload: Never?)?

    mutating func perform(_ action: Action, in step: inout Step<Kettle>) { told.yield(action) }

    func work(
        for activity: Activity, in region: Int?
    ) -> @Sendable () async throws -> (event: Event, payload: Never?)? { heat }

    static let chart = Statechart("Kettle", for: Kettle.self) {
        Simple(.cold) { On(.on, to: .heating) }
        Simple(.heating) {
            Do(.heat)
            On(.off, to: .cold, do: .cooled)
            On(.boiled, to: .hot, do: .heated)
            On(.error, to: .broken, do: .broke)
            Completion(to: .cold, do: .finished)
        }
        Simple(.hot) { After(.seconds(60), to: .cold, do: .cooled) }
        Simple(.broken)
    }
}

@Suite struct ActorTests {
    private let clock = ManualClock()
    private let stream = AsyncStream<Kettle.Action>.makeStream()

    private func kettle(
        _ heat: @escaping @Sendable () async throws -> (event: Kettle.Event, payload: Never?)?
    ) async throws -> StatechartActor<Kettle> {
        try await StatechartActor(
            CompiledStatechart(Kettle.chart), running: Kettle(told: stream.continuation, heat: heat), clock: clock)
    }

    /// Waits for the next action.
    private func next() async -> Kettle.Action? { await stream.stream.first { _ in true } }

    /// A run goes on in another actor, its timers from the time on at which it was kept.
    @Test func aRunIsTakenUpAgain() async throws {
        let first = try await kettle { (.boiled, nil) }
        try await first.send(.on)
        #expect(await next() == .heated)
        clock.advance(by: .seconds(59))
        let snapshot = await first.snapshot
        #expect(await first.time == .seconds(59))
        let chart = try CompiledStatechart<Kettle>(Kettle.chart)
        let behavior = Kettle(told: stream.continuation) { (.boiled, nil) }
        let second = try await StatechartActor(chart, restoring: snapshot, running: behavior, clock: clock)
        #expect(await second.isActive(.hot))
        var kept = snapshot
        kept.time = .seconds(59)
        let third = try await StatechartActor(chart, restoring: kept, running: behavior, clock: clock)
        clock.advance(by: .seconds(1))
        try await third.send(.off)
        #expect(await third.isActive(.cold))
        await #expect(throws: SnapshotError.self) {
            try await StatechartActor(chart, restoring: .init(active: ["warm"]), running: behavior, clock: clock)
        }
        // Activities of active states begin anew.
        let fourth = try await StatechartActor(
            chart, restoring: .init(active: ["heating"]), running: behavior, clock: clock)
        let states = await fourth.configurations()
        #expect(await states.first { $0 == ["hot"] } != nil)
        #expect(await fourth.enabledEvents == [])
    }

    /// A listener gets the present configuration and those that follow.
    @Test func configurationsAreTold() async throws {
        let (gate, opener) = AsyncStream<Void>.makeStream()
        let kettle = try await kettle {
            for await _ in gate { break }
            return (.boiled, nil)
        }
        let configurations = await kettle.configurations()
        var states = configurations.makeAsyncIterator()
        #expect(await states.next() == ["cold"])
        try await kettle.send(.on)
        #expect(await states.next() == ["heating"])
        opener.yield()
        #expect(await states.next() == ["hot"])
        #expect(await kettle.enabledEvents == [])
    }

    /// A slow listener gets each configuration, also those of timers that are due together.
    @Test func noConfigurationIsLost() async throws {
        let chart = Statechart(
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.init(.after(.seconds(1)), to: ["b"])]),
                    Outline("b", .state, [.init(.after(.seconds(1)), to: ["c1"])]),
                    Outline("c1", .state, [.init(.after(.zero), to: ["d"])]),
                    Outline("d", .state, [.on("x", to: "a")]),
                ]))
        let machine = try await StatechartActor(
            CompiledStatechart(chart), running: ExpressionBehavior(for: chart), clock: clock)
        let all = await machine.configurations()
        let newest = await machine.configurations(buffering: .bufferingNewest(1))
        clock.advance(by: .seconds(2))
        try await machine.send("x")
        var (states, iterator) = ([[String]](), all.makeAsyncIterator())
        while states.count < 5, let next = await iterator.next() { states.append(next) }
        #expect(states == [["a"], ["b"], ["c1"], ["d"], ["a"]])
        #expect(await newest.first { _ in true } == ["a"])
    }

    /// Timers without delay that follow each other forever end with an error, also with a listener.
    @Test func endlessTimersEndWithAListener() async throws {
        let chart = Statechart(
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.on("x", to: "b")]), Outline("b", .state, [.init(.after(.zero), to: ["d"])]),
                    Outline("d", .state, [.init(.after(.zero), to: ["b"])]),
                ]))
        let machine = try await StatechartActor(
            CompiledStatechart(chart), running: ExpressionBehavior(for: chart), limits: .init(steps: 10), clock: clock)
        let states = await machine.configurations()
        try await machine.send("x")
        #expect(try await machine.send("x") == .ignored)
        #expect(await machine.failure != nil)
        #expect(await states.first { _ in true } == ["a"])
    }

    /// Waits until no work is in progress; at once if there is none.
    @Test func theChartSettles() async throws {
        let (gate, opener) = AsyncStream<Void>.makeStream()
        let kettle = try await kettle {
            for await _ in gate { break }
            return (.boiled, nil)
        }
        try await kettle.settled()
        try await kettle.send(.on)
        let waiting = Task { try await kettle.settled() }
        let cancelled = Task { try await kettle.settled() }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(await kettle.isActive(.heating))
        opener.yield()
        try await waiting.value
        #expect(await kettle.isActive(.hot))
    }

    /// Nobody waits for a timer's work, so the limit that it reaches is kept.
    @Test func aLimitOfATimerIsKept() async throws {
        let chart = Statechart(
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.init(.after(.seconds(1)), to: ["b"])]),
                    Outline("b", .state, [.on("x", do: .raise("x"))], entry: [[.raise("x")]]),
                ]))
        let machine = try await StatechartActor(
            CompiledStatechart(chart), running: ExpressionBehavior(for: chart), limits: .init(steps: 10), clock: clock)
        let configurations = await machine.configurations()
        var states = configurations.makeAsyncIterator()
        #expect(await states.next() == ["a"])
        clock.advance(by: .seconds(1))
        #expect(await states.next() == ["b"])
        #expect(await machine.failure == .tooManySteps(limit: 10, active: ["b"]))
    }

    /// The event comes behind the timer, even if that one reaches a limit.
    @Test func aLimitOfATimerDropsNoEvent() async throws {
        let chart = Statechart(
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.init(.after(.seconds(1)), to: ["b"])]),
                    Outline("b", .state, [.on("x", do: .raise("x")), .on("y", to: "d")], entry: [[.raise("x")]]),
                    Outline("d"),
                ]))
        let machine = try await StatechartActor(
            CompiledStatechart(chart), running: ExpressionBehavior(for: chart), limits: .init(steps: 10), clock: clock)
        clock.advance(by: .seconds(1))
        #expect(try await machine.send("y") == .taken)
        #expect(await machine.failure == .tooManySteps(limit: 10, active: ["b"]))
        #expect(await machine.isActive("d"))
    }

    /// Events that change no timer leave the alarm as it is.
    @Test func anAlarmIsSetOnce() async throws {
        let chart = Statechart(
            Outline("c", within: [Outline("a", .state, [.init(.after(.seconds(1)), to: ["b"])]), Outline("b")]))
        let machine = try await StatechartActor(
            CompiledStatechart(chart), running: ExpressionBehavior(for: chart), clock: clock)
        let configurations = await machine.configurations()
        for _ in 0..<20 { try await machine.send("x") }
        clock.advance(by: .seconds(1))
        #expect(await configurations.first { $0 == ["b"] } != nil)
        #expect(clock.sleepCount == 1)
    }

    @Test func theEventOfAnActivityIsTaken() async throws {
        let kettle = try await kettle { (.boiled, nil) }
        #expect(try await kettle.send(.off) == .ignored)
        #expect(try await kettle.send(.on) == .taken)
        #expect(await next() == .heated)
        #expect(await kettle.isActive(.hot))
    }

    @Test func aTimerRingsAtItsTime() async throws {
        let kettle = try await kettle { (.boiled, nil) }
        try await kettle.send(.on)
        #expect(await next() == .heated)
        #expect(await kettle.snapshot.timers.map(\.deadline) == [.seconds(60)])
        clock.advance(by: .seconds(59))
        #expect(try await kettle.send(.off) == .ignored)
        #expect(await kettle.activeStateNames == ["hot"])
        clock.advance(by: .seconds(1))
        #expect(await next() == .cooled)
        #expect(await kettle.activeStateNames == ["cold"])
    }

    /// An event that comes when a timer is due comes behind it.
    @Test func anEventComesBehindATimerThatIsDue() async throws {
        let kettle = try await kettle { (.boiled, nil) }
        try await kettle.send(.on)
        #expect(await next() == .heated)
        clock.advance(by: .seconds(100))
        #expect(try await kettle.send(.on) == .taken)
        #expect(await next() == .cooled)
    }

    @Test func anActivityThatFailsIsAnError() async throws {
        let kettle = try await kettle { throw CancellationError() }
        try await kettle.send(.on)
        #expect(await next() == .broke)
        #expect(await kettle.isActive(.broken))
    }

    @Test func anActivityThatEndsCompletesItsState() async throws {
        let kettle = try await kettle { nil }
        try await kettle.send(.on)
        #expect(await next() == .finished)
        #expect(await kettle.isActive(.cold))
    }

    /// The exit cancels an activity, and nothing comes of it.
    @Test func anExitCancelsActivities() async throws {
        let cancelled = AsyncStream<Bool>.makeStream()
        let clock = clock
        let kettle = try await kettle {
            do { try await clock.sleep(until: .init(offset: .seconds(1000)), tolerance: nil) } catch {
                cancelled.continuation.yield(Task.isCancelled)
                throw error
            }
            return (.boiled, nil)
        }
        try await kettle.send(.on)
        try await kettle.send(.off)
        #expect(await next() == .cooled)
        #expect(await cancelled.stream.first { _ in true } == true)
        #expect(await kettle.isActive(.cold))
    }

    /// A terminate state carries out no exits, but its activities end.
    @Test func aTerminateStateCancelsActivities() async throws {
        struct Pump: StatechartActivities, Sendable {
            enum State: String, StatechartSymbol { case on, broken }
            enum Event: String, StatechartSymbol { case stop }
            enum Activity: String, StatechartSymbol { case pump }
            let ended: AsyncStream<Void>.Continuation

            func work(
                for activity: Activity, in region: Int?
            ) -> @Sendable () async throws -> (event: Event, payload: Never?)? {
                { [ended] in
                    let (never, end) = AsyncStream<Void>.makeStream()
                    await withTaskCancellationHandler {
                        for await _ in never {}
                    } onCancel: {
                        end.finish()
                    }
                    ended.yield()
                    return nil
                }
            }
        }
        let chart = Statechart("c", for: Pump.self) {
            Simple(.on) {
                Do(.pump)
                On(.stop, to: .broken)
            }
            Terminate(.broken)
        }
        let (stream, ended) = AsyncStream<Void>.makeStream()
        let pump = try await StatechartActor(CompiledStatechart(chart), running: Pump(ended: ended))
        try await pump.send(.stop)
        #expect(await pump.hasEnded)
        #expect(await stream.first { _ in true } != nil)
    }

    /// The result of work that was left is dropped, and that of the work begun anew is taken.
    @Test func workOfTheLastEntryCounts() async throws {
        let (starts, began) = AsyncStream<AsyncStream<Bool>.Continuation>.makeStream()
        let kettle = try await kettle {
            let (gate, opener) = AsyncStream<Bool>.makeStream()
            began.yield(opener)
            // Goes on where it is cancelled, too.
            return await Task { await gate.first { _ in true } == true }.value ? (.boiled, nil) : nil
        }
        var openers = starts.makeAsyncIterator()
        try await kettle.send(.on)
        let first = await openers.next()
        try await kettle.send(.off)
        try await kettle.send(.on)
        let second = await openers.next()
        #expect(await next() == .cooled)
        first?.yield(true)
        second?.yield(false)
        #expect(await next() == .finished)
        #expect(await kettle.isActive(.cold))
    }

    @Test func aLimitIsToldToTheSender() async throws {
        let chart = Statechart(
            Outline("c", within: [Outline("a", .state, [.on("x", do: .raise("x"))])]))
        let machine = try await StatechartActor(
            CompiledStatechart(chart), running: ExpressionBehavior(for: chart), limits: .init(steps: 10), clock: clock)
        await #expect(throws: StateMachineError.tooManySteps(limit: 10, active: ["a"])) { try await machine.send("x") }
        #expect(await !machine.hasEnded)
    }
}
