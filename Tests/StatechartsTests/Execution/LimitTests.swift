import AlgorithmSupport
import Statecharts
import Testing
import WorkLimits

/// Bounds of charts and runs (rule 23).
@Suite struct LimitTests {
    private let limits = StateMachineLimits(steps: 50, events: 8)

    private func machine(
        _ chart: Statechart, _ behavior: inout ExpressionBehavior
    ) throws -> StateMachine<ExpressionBehavior> {
        behavior = ExpressionBehavior(for: chart)
        return try StateMachine(CompiledStatechart(chart), running: &behavior, limits: limits)
    }

    /// A chart with one state, in which an event has one effect.
    private func chart(_ transitions: [Statechart.Transition], deferred: [Statechart.EventPattern] = []) -> Statechart {
        Statechart(Outline("c", within: [Outline("a", .state, transitions, deferred: deferred)]))
    }

    @Test func stepsWithoutEndStopBetweenTwoSteps() throws {
        var chart = Statechart(
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.on("x", to: "b")]),
                    Outline("b", .state, [.init(.always, if: .named("on"), to: ["d"])]),
                    Outline("d", .state, [.init(.always, if: .named("on"), to: ["b"]), .on("y", to: "a")]),
                ]))
        chart.root.variables = [.init("on", .literal(.boolean(true)))]
        var data = ExpressionBehavior(for: chart)
        var machine = try machine(chart, &data)
        let error = #expect(throws: StateMachineError.self) { try machine.send("x", to: &data) }
        #expect(error == .tooManySteps(limit: 50, active: machine.activeStateNames))
        #expect(machine.activeStateNames.count == 1 && !machine.hasEnded)
        // Another event goes on, and reaches the limit again.
        #expect(throws: StateMachineError.self) { try machine.send("z", to: &data) }
        let message = StateMachineError.tooManySteps(limit: 50, active: ["b"]).description
        #expect(message.contains("more than 50 steps") && message.hasSuffix(" in 'b'"))
    }

    /// A step that ends the run is no livelock: the exits of the last states are carried out, and
    /// nothing waits.
    @Test(arguments: [Statechart.State.Kind.final, .terminate], [false, true])
    func aRunEndsAtTheLimit(kind: Statechart.State.Kind, isFlat: Bool) throws {
        let chart = Statechart(
            Outline(
                "c", exit: [[.log("left", nil)]],
                within: [
                    Outline("a", .state, [.on("x", to: "s0"), .init(.after(.seconds(1)), to: ["a"])])
                ]
                    + (0..<limits.steps).map { Outline("s\($0)", .state, [.init(.always, to: ["s\($0 + 1)"])]) } + [
                        Outline("s\(limits.steps)", .state, [.init(.always, to: ["f"])], deferred: isFlat ? [] : ["y"]),
                        Outline("f", kind),
                    ]))
        var data = ExpressionBehavior(for: chart)
        var machine = try machine(chart, &data)
        #expect(machine.chart.flattening == (isFlat ? .flat(configurations: limits.steps + 3) : .deferringEvents))
        #expect(try machine.send("x", to: &data) == .taken)
        #expect(machine.hasEnded && machine.deadline == nil)
        #expect(data.log.count == (kind == .final ? 1 : 0))
    }

    /// Timers that end at each step cost little while many events wait.
    @Test func aLoopWithDelayedEventsStopsSoon() throws {
        let count = 2000
        let chart = Statechart(
            Outline(
                "c",
                within: [
                    Outline(
                        "a", .state,
                        [.init(.after(.seconds(1)), do: []), .on("x", to: "a", do: .raise("x"))],
                        entry: [[.send(.init("d", after: .seconds(1)))]])
                ]))
        var data = ExpressionBehavior(for: chart)
        var machine = try StateMachine(
            CompiledStatechart(chart), running: &data, limits: .init(steps: 2 * count, events: count))
        #expect(throws: StateMachineError.tooManyEvents(limit: count)) { try machine.send("x", to: &data) }
        #expect(machine.snapshot.timers.count == count && machine.deadline == .seconds(1))
    }

    @Test func eventsThatSendThemselvesWithoutEndStop() throws {
        let chart = chart([.on("x", do: .send(.init("x")))])
        var data = ExpressionBehavior(for: chart)
        var machine = try machine(chart, &data)
        #expect(throws: StateMachineError.tooManySteps(limit: 50, active: ["a"])) { try machine.send("x", to: &data) }
        #expect(machine.snapshot.sent.map(\.name) == ["x"])
    }

    @Test func theInternalQueueIsBounded() throws {
        let chart = chart([.on("x", do: .raise("x"), .raise("x"))])
        var data = ExpressionBehavior(for: chart)
        var machine = try machine(chart, &data)
        #expect(throws: StateMachineError.tooManyEvents(limit: 8)) { try machine.send("x", to: &data) }
        #expect(machine.snapshot.raised.count == 8)
        #expect(machine.activeStateNames == ["a"])
    }

    @Test func theExternalQueueIsBounded() throws {
        let chart = chart([.on("x", do: .send(.init("x")), .send(.init("x")))])
        var data = ExpressionBehavior(for: chart)
        var machine = try machine(chart, &data)
        #expect(throws: StateMachineError.tooManyEvents(limit: 8)) { try machine.send("x", to: &data) }
        #expect(machine.snapshot.sent.count == 8)
    }

    @Test func deferredEventsAreBounded() throws {
        let chart = chart([], deferred: ["x"])
        var data = ExpressionBehavior(for: chart)
        var machine = try machine(chart, &data)
        for _ in 0..<8 { #expect(try machine.send("x", to: &data) == .deferred) }
        #expect(throws: StateMachineError.tooManyEvents(limit: 8)) { try machine.send("x", to: &data) }
        #expect(machine.snapshot.deferred.count == 8)
        #expect(try machine.send("y", to: &data) == .ignored)
    }

    @Test func delayedEventsAreBounded() throws {
        let chart = chart([.on("x", do: .send(.init("y", after: .seconds(1))))])
        var data = ExpressionBehavior(for: chart)
        var machine = try machine(chart, &data)
        for _ in 0..<8 { try machine.send("x", to: &data) }
        #expect(throws: StateMachineError.tooManyEvents(limit: 8)) { try machine.send("x", to: &data) }
        #expect(machine.snapshot.timers.count == 8)
        try machine.advance(by: .seconds(1), to: &data)
        #expect(machine.deadline == nil)
    }

    /// Deferred events that are tried again aren't steps.
    @Test func manyDeferredEventsAreNoLivelock() throws {
        let chart = Statechart(
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.on("go", to: "b")], deferred: ["x"]), Outline("b", deferred: ["x"]),
                ]))
        var data = ExpressionBehavior(for: chart)
        var machine = try StateMachine(
            CompiledStatechart(chart), running: &data, limits: .init(steps: 5, events: 100))
        for _ in 0..<100 { try machine.send("x", to: &data) }
        try machine.send("go", to: &data)
        #expect(machine.activeStateNames == ["b"] && machine.snapshot.deferred.count == 100)
    }

    /// Time ends before it overflows.
    @Test func timeHasAnEnd() throws {
        let chart = chart([.init(.after(.seconds(1)), do: [.log("late", nil)])])
        var data = ExpressionBehavior(for: chart)
        var machine = try machine(chart, &data)
        for _ in 0..<40 { try machine.advance(by: .seconds(Int64.max), to: &data) }
        #expect(machine.time == .seconds(1_000_000_000_000_000_000))
        #expect(data.log.count == 1)
        try machine.advance(by: .seconds(-5), to: &data)
        #expect(try StateMachine(machine.chart, restoring: machine.snapshot).time == machine.time)
    }

    /// Data of waiting events are bounded all together.
    @Test func dataOfWaitingEventsAreBounded() throws {
        let text = Expression.literal(.text(String(repeating: "a", count: 1 << 20)))
        var send = Statechart.Send("y", after: .seconds(1))
        send.content = .value(text)
        let chart = chart([.on("x", do: .send(send)), .on("error.execution", do: .log("refused", nil))])
        var data = ExpressionBehavior(for: chart)
        var machine = try StateMachine(CompiledStatechart(chart), running: &data, limits: .init(events: 100))
        for _ in 0..<70 { try machine.send("x", to: &data) }
        #expect(machine.snapshot.timers.count == 64 && data.log.count == 6)
    }

    /// Actions are counted for one event of one run, when runs share their data, too.
    @Test func aRestoredRunCountsItsOwnActions() throws {
        let list = Expression.literal(.list(Array(repeating: .null, count: 2000)))
        let chart = chart([.on("x", do: .forEach(item: "i", index: nil, list: list, do: [.perform("t")]))])
        var data = ExpressionBehavior(for: chart)
        var machine = try machine(chart, &data)
        data.actionLimit = 3000
        for _ in 0..<3 {
            machine = try StateMachine(machine.chart, restoring: machine.snapshot)
            try machine.send("x", to: &data)
            #expect(machine.failure == nil)
        }
        #expect(data.log.count == 6000)
    }

    /// A run that has ended waits for nothing.
    @Test func anEndHasNoDeadline() throws {
        let chart = Statechart(
            Outline(
                "c",
                within: [
                    Outline(
                        "a", .state,
                        [.on("x", to: "f", do: .send(.init("y", after: .seconds(1)))), .init(.after(.seconds(2)))]),
                    Outline("f", .final),
                ]))
        var data = ExpressionBehavior(for: chart)
        var machine = try machine(chart, &data)
        #expect(machine.deadline == .seconds(2))
        try machine.send("x", to: &data)
        #expect(machine.hasEnded && machine.deadline == nil)
    }

    /// Timers come in their order, those of the same time as they were added, when some are taken
    /// back, too.
    @Test(arguments: 0..<50) func timersComeInOrder(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let delays = (0..<60).map { _ in Int(random.next() % 10) }
        let sends = delays.enumerated().map { place, delay in
            Statechart.Action.send(.init("t\(place)", after: .seconds(1 + delay), id: "\(place % 7)"))
        }
        let cancelled = Int(random.next() % 7)
        let chart = chart([
            Statechart.Transition(.events(["x"]), do: sends), .on("stop", do: .cancel(.literal(.text("\(cancelled)")))),
            .on("*", do: .log("", .member(.variable("_event"), "name"))),
        ])
        var data = ExpressionBehavior(for: chart)
        var machine = try StateMachine(CompiledStatechart(chart), running: &data)
        try machine.send("x", to: &data)
        try machine.send("stop", to: &data)
        var kept = try StateMachine(machine.chart, restoring: machine.snapshot)
        try kept.advance(by: .seconds(20), to: &data)
        let restored = data.log
        data.log = []
        try machine.advance(by: .seconds(20), to: &data)
        let expected = delays.indices.filter { $0 % 7 != cancelled }.sorted { (delays[$0], $0) < (delays[$1], $1) }
        #expect(data.log.map(\.value) == expected.map { .text("t\($0)") } && restored == data.log)
    }

    @Test func aLimitStopsTimeAtTheEvent() throws {
        let chart = chart([
            .init(.after(.seconds(1)), do: [.raise("x")]), .on("x", do: .raise("x")), .init(.after(.seconds(2))),
        ])
        var data = ExpressionBehavior(for: chart)
        var machine = try machine(chart, &data)
        #expect(throws: StateMachineError.tooManySteps(limit: 50, active: ["a"])) {
            try machine.advance(by: .seconds(5), to: &data)
        }
        #expect(machine.time == .seconds(1))
        #expect(machine.deadline == .seconds(2))
    }

    @Test func aMillionStatesWithinEachOtherAreRefused() {
        var chart = Statechart("c")
        for index in 0..<1_000_000 { chart.add(.init("s\(index)"), in: index) }
        #expect(messages(of: chart) == ["the states are nested more than 1000 deep; nest fewer levels"])
    }

    @Test func aMillionStatesSideBySideAreRefused() {
        var chart = Statechart("c")
        for index in 0..<1_000_000 { chart.add(.init("s\(index)")) }
        let message = "there are more than 131072 states, including those of submachines; divide the chart"
        #expect(messages(of: chart) == [message])
    }

    @Test func aThousandStatesWithinEachOtherRun() throws {
        var chart = Statechart("c")
        for index in 0..<999 { chart.add(.init("s\(index)"), in: index) }
        var data = ExpressionBehavior(for: chart)
        #expect(try machine(chart, &data).activeStateNames == ["s998"])
    }

    @Test func manyEventsTimesManyStatesAreRefused() {
        var chart = Statechart("c")
        for index in 0..<20_000 {
            var state = Statechart.State("s\(index)")
            state.transitions = [.on(.init("e\(index)"), to: "s0")]
            chart.add(state)
        }
        #expect(messages(of: chart).allSatisfy { $0.hasPrefix("the chart is too large") })
        #expect(!messages(of: chart).isEmpty)
    }

    private func messages(of chart: Statechart) -> [String] {
        do {
            _ = try CompiledStatechart<ExpressionBehavior>(chart)
            return []
        } catch {
            return error.findings.map(\.message)
        }
    }
}
