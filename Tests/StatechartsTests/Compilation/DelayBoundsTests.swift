import Statecharts
import Testing

@Suite struct DelayBoundsTests {
    /// A behavior that leaves all sending to the machine.
    private struct Bell: StatechartBehavior {
        enum State: String, StatechartSymbol { case a, b }
        enum Event: String, StatechartSymbol { case go, ring }
    }

    private func chart(_ delay: Duration) -> Statechart {
        var chart = Statechart("chart")
        var state = Statechart.State("a")
        state.transitions = [
            .on("go", do: .send(.init("ring", after: delay))), .on("ring", to: "b"),
        ]
        chart.add(state)
        chart.add(Statechart.State("b"))
        return chart
    }

    private func findings(_ chart: Statechart) -> [String] {
        do throws(StatechartError) { _ = try CompiledStatechart<Bell>(chart) } catch {
            return error.findings.map(\.description)
        }
        return []
    }

    @Test func delaysOutOfBounds() {
        for delay in [Duration.seconds(-1), .nanoseconds(-1), .seconds(1_000_000_000_001), .seconds(1 << 60)] {
            let found = findings(chart(delay))
            #expect(found.count == 1)
            #expect(found.first?.hasPrefix("chart/a: invalid delay '") == true)
            #expect(
                found.first?.hasSuffix("' of the event 'ring'; expected a time from 0 to 10¹² seconds") == true)
        }
        #expect(findings(chart(.seconds(1_000_000_000_000))).isEmpty)
    }

    @Test func timeoutsOutOfBounds() {
        var chart = chart(.zero)
        chart[1].transitions.append(.init(.after(.seconds(1_000_000_000_000)), to: ["b"]))
        #expect(findings(chart).isEmpty)
        chart[1].transitions.append(.init(.after(.seconds(1_000_000_000_001)), to: ["b"]))
        #expect(findings(chart) == ["chart/a: a transition has a delay of more than 10¹² seconds; shorten it"])
    }

    /// An event comes at its time, however long and fine that is.
    @Test(arguments: [
        Duration.nanoseconds(1_000_000_000_000_000_001), .seconds(1_000_000_000_000) - .nanoseconds(1),
        .milliseconds(1), Duration(secondsComponent: 1, attosecondsComponent: 1), .nanoseconds(3),
    ])
    func delaysAreExact(delay: Duration) throws {
        var bell = Bell()
        var machine = try StateMachine(CompiledStatechart<Bell>(chart(delay)), running: &bell)
        try machine.send(.go, to: &bell)
        try machine.advance(until: delay - Duration(secondsComponent: 0, attosecondsComponent: 1), to: &bell)
        #expect(machine.isActive(.a))
        try machine.advance(until: delay, to: &bell)
        #expect(machine.isActive(.b))
    }
}
