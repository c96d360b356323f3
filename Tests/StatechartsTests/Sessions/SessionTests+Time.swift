import Statecharts
import Testing

/// Events that are due at the same time, and what becomes of events and errors.
extension SessionTests {
    private static let name = Action.log("", .member(.variable("_event"), "name"))

    private static func delayed(_ event: String, id: String) -> Action {
        .send(.init(event, after: .seconds(1), id: id))
    }

    private func run(_ chart: Statechart) throws -> [String] {
        let session = try StatechartSession(chart)
        try session.advance(by: .seconds(1))
        var data = ExpressionBehavior(for: chart)
        var machine = try StateMachine(CompiledStatechart<ExpressionBehavior>(chart), running: &data)
        try machine.advance(by: .seconds(1), to: &data)
        #expect(machine.activeStateNames == session.activeStateNames && data.log == session.behavior.log)
        return log(session)
    }

    /// What an event does at an instant holds for the next one (rule 18), in a session as in a
    /// machine.
    @Test func eventsOfAnInstantComeOneAtATime() throws {
        func chart(_ transitions: [Statechart.Transition], _ entry: [Action]) -> Statechart {
            Statechart(Outline("c", within: [Outline("a", .state, transitions, entry: [entry]), Outline("b")]))
        }
        let both = [Self.delayed("x", id: "1"), Self.delayed("y", id: "2")]
        let other = Statechart.Transition.on("*", do: Self.name)
        #expect(try run(chart([.on("x", do: .cancel(.literal(.text("2")))), other], both)) == [])
        #expect(try run(chart([.on("x", do: Self.send("z", to: ""), Self.name), other], both)) == ["x", "z", "y"])
        #expect(try run(chart([.on("x", to: "b"), other], both)) == [])
        let timer = Statechart.Transition(.after(.seconds(1)), do: [.log("timer", nil)])
        #expect(try run(chart([timer, other], both)) == ["timer", "x", "y"])
    }

    /// An event that only an invoked session takes isn't ignored.
    @Test func copiesAreTaken() throws {
        var child = Self.child
        child[try #require(child.index(of: "c"))].deferred = ["later"]
        var invocation = Statechart.Invocation(.chart(child), id: "kid")
        invocation.forwardsEvents = true
        var chart = Statechart(Outline("p", within: [Outline("s")]))
        chart[1].invocations = [invocation]
        let session = try StatechartSession(chart)
        #expect(try session.send("ping") == .taken && session.send("later") == .deferred)
        #expect(try session.send("nothing") == .ignored)
        #expect(try session.send("stop") == .taken && session.send("ping") == .ignored)
    }

    /// The reasons of errors.
    @Test func errorsHaveReasons() throws {
        let chart = Statechart(
            Outline(
                "c",
                within: [
                    Outline(
                        "a", .state,
                        [
                            .on("send", do: Self.send("x", to: "#_nobody")),
                            .on("address", do: Self.send("x", to: "y")),
                            .on("value", do: .log("", try Self.expression("1 / 0"))),
                            .on("guard", if: .expression(try Self.expression("1")), do: .log("no", nil)),
                            .on("error", do: .log("", try Self.expression("_event.errorMessage"))),
                            .on("plain", do: .log("none", try Self.expression("_event.errorMessage"))),
                        ])
                ]))
        let session = try StatechartSession(chart)
        for event in ["send", "address", "value", "guard", "plain"] { try session.send(event) }
        #expect(
            log(session) == [
                "unknown address '#_nobody'; name a session that runs",
                "invalid address 'y'; expected '#_parent', or '#_' and an identifier",
                "1 can't be divided by zero", "a condition must be true or false, not a number", "none",
            ])
    }

    /// A state that doesn't exist is never active.
    @Test func unknownStatesArentActive() throws {
        let chart = Statechart(
            Outline(
                "c",
                within: [
                    Outline(
                        "a", .state,
                        [
                            .on("x", if: .isActive("nobody"), do: .log("no", nil)),
                            .on(
                                "x",
                                if: .expression(try Self.expression("!In('nobody') && !In('no' + 'body') && In('a')")),
                                do: .log("yes", nil)),
                        ])
                ]))
        #expect(try CompiledStatechart<ExpressionBehavior>(chart).warnings.count == 2)
        let session = try StatechartSession(chart)
        try session.send("x")
        #expect(log(session) == ["yes"])
    }
}

/// A language whose only expression is the time in seconds.
private final class Seconds: StatechartScripting, @unchecked Sendable {
    // Unchecked, because only one thread runs a test.
    var boundEvent: UInt32?

    func declare(_ variable: String) {}
    func setVariable(_ name: String, to value: Value) {}
    func setSystemVariable(_ name: String, to value: Value?) {}
    func value(of script: String, _ states: ScriptStates) -> Value { .number(states.time / .seconds(1)) }
    func value(ofInline text: String) -> Value { .text(text) }
    func isTrue(_ script: String, _ states: ScriptStates) -> Bool { true }
    func assign(_ value: Expression, to location: String, _ states: ScriptStates) {}
    func run(_ script: String, _ states: ScriptStates) {}
    func forEach(
        _ item: String, _ index: String?, in list: String, _ states: ScriptStates, _ body: () throws -> Void
    ) {}
}

extension SessionTests {
    /// The dates of scripts are those of the chart's clock.
    @Test func scriptsSeeTheClock() throws {
        var chart = Statechart(
            Outline(
                "c",
                within: [
                    Outline(
                        "a", .state,
                        [
                            .on("x", do: .log("", .script("now"))),
                            .init(.after(.seconds(3)), do: [.log("", .script("now"))]),
                        ])
                ]))
        chart.scriptLanguage = "seconds"
        var context = StatechartContext()
        (context.makeScripts, context.clockStart) = ({ _ in Seconds() }, .seconds(1000))
        let session = try StatechartSession(chart, in: context)
        try session.advance(until: .seconds(1))
        try session.send("x")
        try session.advance(until: .seconds(7))
        try session.send("x")
        #expect(session.behavior.log.map(\.value) == [.number(1001), .number(1003), .number(1007)])
    }
}
