import Statecharts
import Testing

/// Services, transports and custom actions of the program.
@Suite struct ServiceTests {
    typealias Action = Statechart.Action

    /// A service that keeps what happens to it, and answers `ping`.
    private final class Recorder: StatechartService {
        var lines: [String] = []
        var connection: ServiceConnection?

        func receive(_ event: ExpressionBehavior.Payload) throws {
            lines.append(event.name)
            switch event.name {
            case "ping": try connection?.send("pong", .number(1))
            case "end": connection?.finish(.text("over"))
            case "bad": throw ExpressionError("no")
            default: break
            }
        }

        func cancel() { lines.append("cancelled") }
    }

    private static func send(_ event: String, to target: String, type: String? = nil, after delay: Duration? = nil)
        -> Action
    {
        var send = Statechart.Send(event, after: delay, id: "s")
        send.target = .literal(.text(target))
        send.transport = type.map { .literal(.text($0)) }
        return .send(send)
    }

    /// A chart that invokes a service in its first state, and logs the names and data of all other
    /// events.
    private static func chart(forwarding: Bool = false, _ transitions: [Statechart.Transition] = []) throws
        -> Statechart
    {
        var invocation = Statechart.Invocation(.none, id: "kid")
        invocation.kind = .literal(.text("urn:beat"))
        invocation.arguments = .fields([.init("rate", .literal(.number(2)))])
        invocation.forwardsEvents = forwarding
        invocation.finalize = [.log("finalize", nil)]
        let log = Action.log("got", try Expression(parsing: "_event.name"))
        var chart = Statechart(
            Outline(
                "c",
                within: [
                    Outline(
                        "a", .state,
                        transitions + [
                            .on("call", do: send("ping", to: "#_kid")), .on("stop", do: send("end", to: "#_kid")),
                            .on("hurt", do: send("bad", to: "#_kid")), .on("leave", to: "b"),
                            .on("mail", do: send("letter", to: "me", type: "urn:mail")),
                            .on("later", do: send("letter", to: "me", type: "urn:mail", after: .seconds(1))),
                            .on("*", do: log),
                        ]),
                    Outline("b", .state, [.on("*", do: log)]),
                ]))
        let state = try #require(chart.index(of: "a"))
        chart[state].invocations = [invocation]
        return chart
    }

    private func log(_ session: StatechartSession) -> [String] {
        session.behavior.log.map { entry in
            if case .text(let text)? = entry.value { text } else { entry.label }
        }
    }

    /// A session that can't begin ends its services, and charts need no room for them.
    @Test func servicesEndIfTheSessionCannotBegin() throws {
        let service = Recorder()
        var context = StatechartContext(limits: .init(steps: 10, events: 1))
        context.startService = { request in
            service.connection = request.connection
            try request.connection.send("call")
            return service
        }
        let again = Action.send(Statechart.Send("call"))
        #expect(throws: StateMachineError.self) {
            try StatechartSession(Self.chart([.on("call", do: again)]), in: context)
        }
        #expect(service.lines == ["cancelled"])
        _ = try StatechartSession(Self.chart(), in: context)
        #expect(service.lines == ["cancelled", "ping"])
    }

    @Test func servicesTalkWithTheirChart() throws {
        let service = Recorder()
        var requests: [ServiceRequest] = []
        var context = StatechartContext()
        context.startService = { request in
            requests.append(request)
            service.connection = request.connection
            try request.connection.send("begun")
            return service
        }
        let session = try StatechartSession(Self.chart(forwarding: true), in: context)
        #expect(requests.count == 1 && requests[0].type == "urn:beat" && requests[0].id == "kid")
        #expect(requests[0].arguments == ["rate": .number(2)] && requests[0].source == nil)
        try session.send("call")
        try service.connection?.send("tick")
        try session.advance(by: .zero)
        #expect(log(session) == ["finalize", "begun", "finalize", "pong", "finalize", "tick"])
        // A space would make two names of one.
        let invalid = try #require(StateMachineError(event: "a b"))
        #expect(invalid == .invalidEvent(reason: "invalid event name 'a b'; remove the space"))
        #expect(throws: invalid) { try session.send("a b") }
        #expect(throws: invalid) { try service.connection?.send("a b") }
        #expect(throws: Never.self) { try session.send("done.state.a b") }
        try session.send("hurt")
        #expect(log(session).last == "error.communication")
        try session.send("stop")
        #expect(log(session).last == "done.invoke.kid")
        // After its end the service gets and sends nothing.
        let count = service.lines.count
        try session.send("call")
        try service.connection?.send("tick")
        try session.advance(by: .zero)
        #expect(service.lines.count == count && log(session).last == "error.communication")
        #expect(
            !service.lines.contains("cancelled") && service.lines.contains("begun") && service.lines.contains("call"))
    }

    @Test func leavingCancelsAService() throws {
        let service = Recorder()
        var context = StatechartContext()
        context.startService = {
            service.connection = $0.connection; return service
        }
        let session = try StatechartSession(Self.chart(), in: context)
        try session.send("leave")
        try service.connection?.send("late")
        try session.advance(by: .zero)
        #expect(service.lines == ["cancelled"] && log(session).isEmpty)
    }

    /// Without such a service, and if it can't start, the chart gets an error.
    @Test func missingServicesAreErrors() throws {
        let session = try StatechartSession(Self.chart())
        #expect(log(session) == ["error.execution"])
        var context = StatechartContext()
        context.startService = { _ in throw ExpressionError("no") }
        #expect(try log(StatechartSession(Self.chart(), in: context)) == ["error.execution"])
        // An invocation of nothing.
        var chart = try Self.chart()
        chart[1].invocations[0].kind = nil
        #expect(try log(StatechartSession(chart)) == ["error.execution"])
    }

    @Test func transportsTakeEvents() throws {
        var messages: [StatechartMessage] = []
        var context = StatechartContext()
        context.startService = { _ in Recorder() }
        context.sendMessage = { message in
            messages.append(message)
            if messages.count == 3 { throw ExpressionError("no") }
            return message.transport == "urn:mail" && messages.count < 4
        }
        let session = try StatechartSession(Self.chart(), in: context)
        try session.send("mail")
        #expect(
            messages.map(\.target) == ["me"] && messages[0].event.name == "letter" && messages[0].event.sendID == "s")
        try session.send("later")
        #expect(messages.count == 1)
        try session.advance(by: .seconds(1))
        #expect(messages.count == 2 && log(session).isEmpty)
        try session.send("mail")
        try session.send("mail")
        #expect(log(session) == ["error.communication", "error.execution"])
        // Without a function the action fails at once.
        let other = try StatechartSession(Self.chart())
        try other.send("mail")
        #expect(log(other).last == "error.execution")
    }

    @Test func customActionsAreCarriedOut() throws {
        let action = Statechart.CustomAction("add", in: "urn:mine", attributes: ["to": "n", "by": "n + 2"])
        var chart = Statechart(
            Outline(
                "c",
                within: [Outline("a", .state, [.on("go", do: .custom(action)), .on("error", to: "b")]), Outline("b")]))
        chart.root.variables = [.init("n", .literal(.number(1)))]
        var context = StatechartContext()
        context.onCustomAction = { action, behavior, step in
            let name = action.attributes["to"] ?? ""
            try behavior.setVariable(name, to: behavior.evaluate(action.attributes["by"] ?? "", in: step), in: step)
        }
        let session = try StatechartSession(chart, in: context)
        try session.send("go")
        #expect(session.behavior.variables["n"] == .number(3) && session.activeStateNames == ["a"])
        context.onCustomAction = { _, _, _ in throw ExpressionError("no") }
        let failing = try StatechartSession(chart, in: context)
        try failing.send("go")
        #expect(failing.activeStateNames == ["b"])
        let without = try StatechartSession(chart)
        try without.send("go")
        #expect(without.activeStateNames == ["b"])
    }
}
