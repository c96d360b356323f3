import ComponentContracts
import Components
import Statecharts
import Testing

struct ContractChartTests {
    private func chart(_ states: [(String, [Statechart.Transition])], finals: Set<String> = []) -> Statechart {
        var chart = Statechart("Talk")
        for (name, transitions) in states {
            var state = Statechart.State(name)
            if finals.contains(name) { state.kind = .final }
            state.transitions = transitions
            chart.add(state)
        }
        return chart
    }

    @Test func eventsAreMessages() throws {
        let chart = chart([
            ("rest", [.init(.events(["send.fetch"]), to: ["waiting"])]),
            (
                "waiting",
                [
                    .init(.events(["receive.replies.fetched"]), to: ["rest"]),
                    .init(.events(["timeout"]), to: ["late"]),
                ]
            ),
            ("late", [.init(.events(["send.cancel"]), to: ["rest"])]),
        ])
        let contract = try Contract(chart)
        // Without an end, all states may be ends.
        #expect(contract.mayEnd == [true, true, true])
        let expected = try Contract(
            mayEnd: [true, true, true], actions: contract.actions,
            transitions: [
                (0, .send("fetch"), 1), (1, .receive("replies.fetched"), 0), (1, .timeout, 2), (2, .send("cancel"), 0),
            ])
        #expect(contract == expected)
    }

    @Test func finalStatesAreEnds() throws {
        let chart = chart(
            [
                ("rest", [.init(.events(["send.fetch"]), to: ["waiting"])]),
                ("waiting", [.init(.events(["receive.fetched"]), to: ["over"])]), ("over", []),
            ], finals: ["over"])
        #expect(try Contract(chart) == Contract("!fetch ?fetched"))
    }

    @Test func transitionsToTheSameStateAreAllowedAndIgnoredEventsAreNot() throws {
        let chart = chart([
            ("rest", [.init(.events(["send.a"]), to: ["rest"]), .init(.events(["receive.b"]), to: ["busy"])]),
            ("busy", [.init(.events(["receive.b"]), to: [])]),
        ])
        let contract = try Contract(chart)
        #expect(contract.allowed(in: 0) == [.send("a"), .receive("b")])
        #expect(contract.allowed(in: 1) == [.receive("b")])
    }

    @Test func timersAreTimeouts() throws {
        let chart = chart([
            ("rest", [.init(.events(["send.a"]), to: ["waiting"])]),
            (
                "waiting",
                [.init(.after(.seconds(1)), to: ["rest"]), .init(.events(["receive.b"]), to: ["rest"])]
            ),
        ])
        let contract = try Contract(chart)
        #expect(contract.actions == [.send("a"), .receive("b"), .timeout])
        #expect(contract.allowed(in: 1) == [.receive("b"), .timeout])
    }

    @Test func otherEventsAreErrors() {
        let chart = chart([("rest", [.init(.events(["push"]), to: ["rest"])])])
        #expect(
            throws: ContractError.notConvertible(
                "the event 'push' is neither sent nor received; name it send.push or receive.push")
        ) { try Contract(chart) }
    }
}
