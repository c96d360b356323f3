import Statecharts
import Testing

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
        let chart = Statechart(
            Outline(
                "c",
                within: [
                    Outline("a", .state, [.on("x", to: "b")]),
                    Outline("b", .state, [.init(.always, if: .isActive("b"), to: ["d"])]),
                    Outline("d", .state, [.init(.always, if: .isActive("d"), to: ["b"]), .on("y", to: "a")]),
                ]))
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
        try machine.advance(by: .seconds(1), &data)
        #expect(machine.deadline == nil)
    }

    @Test func aLimitStopsTimeAtTheEvent() throws {
        let chart = chart([
            .init(.after(.seconds(1)), do: [.raise("x")]), .on("x", do: .raise("x")), .init(.after(.seconds(2))),
        ])
        var data = ExpressionBehavior(for: chart)
        var machine = try machine(chart, &data)
        #expect(throws: StateMachineError.tooManySteps(limit: 50, active: ["a"])) {
            try machine.advance(by: .seconds(5), &data)
        }
        #expect(machine.time == .seconds(1))
        #expect(machine.deadline == .seconds(2))
    }

    @Test func aMillionStatesWithinEachOtherAreRefused() {
        var chart = Statechart("c")
        for index in 0..<1_000_000 { chart.add(.init("s\(index)"), in: index) }
        #expect(messages(of: chart) == ["the states are nested more than 1000 deep"])
    }

    @Test func aMillionStatesSideBySideAreRefused() {
        var chart = Statechart("c")
        for index in 0..<1_000_000 { chart.add(.init("s\(index)")) }
        #expect(messages(of: chart) == ["there are more than 131072 states, those of submachines included"])
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
