import Statecharts
import Synchronization
import Testing

/// Invocations that fail.
extension SessionTests {
    /// Failures (rule 34).
    @Test func failuresOfInvocationsAreEvents() throws {
        func errors(_ change: (inout Statechart.Invocation) -> Void) throws -> [String] {
            let session = try StatechartSession(Self.parent([], invoking: Self.child, change))
            #expect(session.children.isEmpty)
            return log(session)
        }
        #expect(try errors { $0.kind = .literal(.text("http")) } == ["error.execution"])
        #expect(try errors { $0.arguments = .fields([.init("a", .variable("nowhere"))]) } == ["error.execution"])
        #expect(try errors { $0.idLocation = "nowhere" } == ["error.execution"])
        var scripted = Self.child
        scripted.scriptLanguage = "klingon"
        #expect(try errors { $0.source = .chart(scripted) } == ["error.execution"])
        struct NotFound: Error {}
        var context = StatechartContext()
        context.load = { _ in throw NotFound() }
        let session = try StatechartSession(
            Self.parent { $0.source = .location(.literal(.text("there"))) }, in: context)
        #expect(log(session) == ["error.communication"])
    }

    /// Each failure to send is told, with its reason (rule 34).
    @Test func failuresOfSendingAreTold() throws {
        let messages = Mutex<[String]>([])
        var context = StatechartContext()
        context.onFailure = { failure in messages.withLock { $0.append(failure.error.message) } }
        context.sendMessage = { _ in false }
        for (transport, target, message) in [
            ("mail", "a", "the program can't send by 'mail'"),
            (nil, "#_nobody", "unknown address '#_nobody'; name a session that runs"),
            (nil, "elsewhere", "invalid address 'elsewhere'; expected '#_parent', or '#_' and an identifier"),
        ] as [(String?, String, String)] {
            var send = Statechart.Send("e")
            send.transport = transport.map { .literal(.text($0)) }
            send.target = .literal(.text(target))
            var chart = Statechart("c")
            var state = Statechart.State("s")
            state.entry = [[.send(send)]]
            chart.add(state)
            _ = try StatechartSession(chart, in: context)
            let told = messages.withLock { list in
                defer { list = [] }
                return list
            }
            #expect(told == [message])
        }
    }

    /// Each failure of an invocation is told, with its reason, whoever it comes from (rule 34).
    @Test func failuresOfLoadingAreTold() throws {
        struct NotFound: Error, CustomStringConvertible { var description: String { "not there" } }
        let failures = Mutex<[ExpressionBehavior.Failure]>([])
        var context = StatechartContext()
        context.onFailure = { failure in failures.withLock { $0.append(failure) } }
        var broken = Self.child
        broken[1].transitions = [.on("x", to: "nowhere")]
        let charts: [String: () throws -> Statechart] = [
            "absent": { throw NotFound() }, "refused": { throw ExpressionError("only charts of this folder") },
            "broken": { broken },
        ]
        context.load = { source in
            guard case .location(let place) = source, let chart = charts[place] else { throw NotFound() }
            return try chart()
        }
        for (place, event, message) in [
            ("absent", "error.communication", "not there"),
            ("refused", "error.communication", "only charts of this folder"),
            ("broken", "error.execution", "child/c: unknown target 'nowhere'; add the state or correct the name"),
        ] {
            let chart = Self.parent { $0.source = .location(.literal(.text(place))) }
            let invocation = try #require(chart.states.flatMap(\.invocations).first)
            #expect(log(try StatechartSession(chart, in: context)) == [event])
            let told = failures.withLock { list in
                defer { list = [] }
                return list
            }
            #expect(told.map(\.subject) == [.invocation(invocation)] && told.map(\.error.message) == [message])
        }
    }
}
