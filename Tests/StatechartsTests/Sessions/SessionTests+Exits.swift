import Statecharts
import Synchronization
import Testing

/// The ends of invoked sessions, and events that come when they are gone or aren't there yet.
extension SessionTests {
    /// The child ends as its state is left: behind the exit blocks, before the transition's actions
    /// and the exits of states around (rule 27).
    @Test func childrenEndInOrderOfExit() throws {
        let lines = Mutex<[String]>([])
        var context = StatechartContext()
        context.onLog = { entry in lines.withLock { $0.append(entry.label) } }
        func leaver(_ name: String) -> Statechart.Invocation {
            let chart = Statechart(Outline(name, within: [Outline("c", .state, exit: [[.log("\(name) left", nil)]])]))
            return Statechart.Invocation(.chart(chart), id: name)
        }
        var chart = Statechart(
            Outline(
                "parent",
                within: [
                    Outline(
                        "outer", .state,
                        [
                            .on(
                                "leave", to: "t", do: .log("action", nil), Self.send("x", to: "#_inner"),
                                .log("sent", nil)),
                            .on("error.communication", do: .log("error", nil)),
                        ], exit: [[.log("outer", nil)]],
                        within: [
                            Outline("inner", .state, exit: [[.log("inner", nil), Self.send("x", to: "#_inner")]])
                        ]),
                    Outline("t", .state, [.on("error.communication", do: .log("error", nil))]),
                ]))
        for name in ["outer", "inner"] {
            chart[try #require(chart.index(of: name))].invocations = [leaver(name), leaver(name + "2")]
        }
        let session = try StatechartSession(chart, in: context)
        #expect(session.children.map(\.invokeID) == ["outer", "outer2", "inner", "inner2"])
        try session.send("leave")
        #expect(
            lines.withLock { $0 } == [
                "inner", "inner left", "inner2 left", "outer", "outer left", "outer2 left", "action", "error",
            ])
        #expect(session.children.isEmpty)
    }

    /// A state that is left and entered again in one macrostep has a new child (rule 27).
    @Test func aStateThatIsEnteredAgainInvokesAnew() throws {
        let session = try StatechartSession(
            Self.parent([.on("again", to: "s"), .on("twice", to: "s", do: .raise("again"))]))
        let first = session.children[0]
        try session.send("twice")
        #expect(first.hasEnded && session.children.map(\.id) == ["session.3"])
        try session.send("leave")
        #expect(session.children.isEmpty)
    }

    /// A delayed event needs its receiver when its delay is over (rule 28).
    @Test func delayedEventsFindLaterSessions() throws {
        var lost = Statechart.Send("ping", after: .seconds(1), id: "mail")
        lost.target = .literal(.text("#_kid"))
        let name = try Self.expression("_event.name + ' ' + _event.sendid")
        var chart = Self.parent()
        chart[try #require(chart.index(of: "t"))].transitions = [
            .on("go", do: .send(lost)), .on("back", to: "s"), .on("error.communication", do: .log("", name)),
        ]
        let session = try StatechartSession(chart)
        try session.send("leave")
        try session.send("go")
        try session.send("back")
        try session.advance(by: .seconds(1))
        #expect(log(session) == ["hello", "hello", "pong"])
        // Nobody is there when the next one is due.
        try session.send("leave")
        try session.send("go")
        #expect(log(session) == ["hello", "hello", "pong"])
        try session.advance(by: .seconds(1))
        #expect(log(session).last == "error.communication mail" && session.deadline == nil)
    }
}
