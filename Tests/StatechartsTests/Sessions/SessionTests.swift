import Statecharts
import Synchronization
import Testing

/// Charts that invoke others: rules 24 to 34.
@Suite struct SessionTests {
    typealias Action = Statechart.Action

    static func expression(_ text: String) throws -> Expression { try Expression(parsing: text) }

    static func send(_ event: String, to target: String, after delay: Duration? = nil) -> Action {
        var send = Statechart.Send(event, after: delay)
        send.target = .literal(.text(target))
        return .send(send)
    }

    /// A chart with one state that answers an event, and says when it begins and ends.
    static let child = Statechart(
        Outline(
            "child",
            within: [
                Outline(
                    "c", .state,
                    [
                        .on("ping", do: send("pong", to: "#_parent")), .on("stop", to: "f"),
                        .on("late", do: send("tardy", to: "#_parent", after: .seconds(1))),
                    ],
                    entry: [[send("hello", to: "#_parent")]], exit: [[.log("child left", nil)]]),
                Outline("f", .final),
            ]))

    /// A chart with a state that invokes another one, under the identifier `kid`.
    static func parent(
        _ transitions: [Statechart.Transition] = [], invoking child: Statechart = child,
        _ change: (inout Statechart.Invocation) -> Void = { _ in }
    ) -> Statechart {
        var invocation = Statechart.Invocation(.chart(child), id: "kid")
        change(&invocation)
        let log = Action.log("got", .member(.variable("_event"), "name"))
        var chart = Statechart(
            Outline(
                "parent",
                within: [
                    Outline(
                        "s", .state, transitions + [.on("leave", to: "t"), .on("*", do: log)]),
                    Outline("t", .state, [.on("back", to: "s"), .on("*", do: log)]),
                ]))
        if let index = chart.index(of: "s") { chart[index].invocations = [invocation] }
        return chart
    }

    func log(_ session: StatechartSession) -> [String] {
        session.behavior.log.map { entry in
            if case .text(let text)? = entry.value { text } else { entry.label }
        }
    }

    /// Addresses (rule 28).
    @Test func eventsGoBothWays() throws {
        let session = try StatechartSession(Self.parent([.on("ask", do: Self.send("ping", to: "#_kid"))]))
        #expect(session.children.map(\.activeStateNames) == [["c"]] && session.children[0].invokeID == "kid")
        #expect(log(session) == ["hello"])
        try session.send("ask")
        #expect(log(session) == ["hello", "pong"])
    }

    /// Addresses at which there is no session, and texts that are none (rule 28).
    @Test func otherAddressesAreErrors() throws {
        let session = try StatechartSession(
            Self.parent([
                .on("a", do: Self.send("x", to: "#_nobody")), .on("b", do: Self.send("x", to: "#_parent")),
                .on("c", do: Self.send("x", to: "nobody")),
            ]))
        for event in ["a", "b", "c"] { try session.send(event) }
        #expect(log(session) == ["hello", "error.communication", "error.communication", "error.execution"])
    }

    /// What comes after the end of a session: `done.invoke`, and no way to it (rules 28 and 32).
    @Test func theEndOfAChildIsTold() throws {
        let session = try StatechartSession(Self.parent([.on("end", do: Self.send("stop", to: "#_kid"))]))
        let child = session.children[0]
        try session.send("end")
        #expect(log(session) == ["hello", "done.invoke.kid"])
        #expect(session.children.isEmpty && child.hasEnded && log(child) == ["child left"])
        try session.send("end")
        #expect(log(session).last == "error.communication")
    }

    /// Leaving the state cancels the child, whose exits are carried out, and of which nothing comes
    /// any more (rule 27).
    @Test func leavingCancels() throws {
        let session = try StatechartSession(Self.parent([.on("late", do: Self.send("late", to: "#_kid"))]))
        let child = session.children[0]
        try session.send("late")
        try session.send("leave")
        #expect(session.children.isEmpty && log(child) == ["child left"])
        try session.advance(by: .seconds(5))
        #expect(log(session) == ["hello"])
        try session.send("back")
        #expect(session.children.count == 1 && session.children[0].id != child.id)
    }

    /// What is entered and left in one macrostep isn't invoked (rule 24).
    @Test func aStateThatIsPassedInvokesNothing() throws {
        var chart = Self.parent()
        let index = try #require(chart.index(of: "s"))
        chart[index].transitions = [.init(.always, to: ["t"])]
        let session = try StatechartSession(chart)
        #expect(session.children.isEmpty && log(session).isEmpty && session.activeStateNames == ["t"])
    }

    /// Delivery (rule 29).
    @Test func delayedEventsComeInTime() throws {
        let session = try StatechartSession(Self.parent([.on("late", do: Self.send("late", to: "#_kid"))]))
        try session.send("late")
        #expect(session.deadline == .seconds(1))
        try session.advance(by: .milliseconds(999))
        #expect(log(session) == ["hello"])
        try session.advance(by: .milliseconds(1))
        #expect(log(session) == ["hello", "tardy"] && session.deadline == nil)
    }

    /// The actions of `finalize` come before the event's own transitions, and only for the session
    /// that sent it (rule 30).
    @Test func finalizeComesFirst() throws {
        var chart = Self.parent([.on("ask", do: Self.send("ping", to: "#_kid"))]) { invocation in
            invocation.finalize = [.assign("n", .literal(.number(1)))]
        }
        chart.root.variables = [.init("n", .literal(.number(0)))]
        let index = try #require(chart.index(of: "s"))
        chart[index].transitions.insert(
            .on("pong", if: .expression(try Self.expression("n == 1")), do: .log("finalized", nil)), at: 0)
        let quiet = Statechart(Outline("quiet", within: [Outline("q")]))
        var other = Statechart.Invocation(.chart(quiet), id: "other")
        other.finalize = [.assign("n", .literal(.number(2)))]
        chart[index].invocations.append(other)
        let session = try StatechartSession(chart)
        try session.send("ask")
        #expect(log(session) == ["hello", "finalized"])
    }

    /// Forwarding (rule 31).
    @Test func eventsAreForwardedOnce() throws {
        let listener = Statechart(
            Outline("l", within: [Outline("a", .state, [.on("*", do: .log("", try Self.expression("_event.name")))])]))
        let session = try StatechartSession(Self.parent(invoking: listener) { $0.forwardsEvents = true })
        let child = session.children[0]
        try session.send("x")
        try session.send("y.z")
        #expect(log(child) == ["x", "y.z"])
    }

    /// Arguments replace the first values of the child's variables; others are ignored (rule 26).
    @Test func argumentsAreFirstValues() throws {
        var child = Statechart(
            Outline(
                "child",
                within: [
                    Outline(
                        "a", .state, [.init(.always, to: ["f"])],
                        entry: [[.log("", try Self.expression("given + 10 * plain + 100 * kept"))]]),
                    Outline("f", .final),
                ]))
        child.root.variables = [
            .init("given", .literal(.number(0))), .init("plain"), .init("kept", .literal(.number(3))),
        ]
        child[try #require(child.index(of: "f"))].doneData = .value(try Self.expression("given"))
        var chart = Self.parent(invoking: child) { invocation in
            invocation.arguments = .fields([
                .init("given", .literal(.number(1))), .init("plain", .literal(.number(2))),
                .init("other", .literal(.number(9))),
            ])
            invocation.id = nil
            invocation.idLocation = "id"
        }
        chart.root.variables = [.init("id")]
        let index = try #require(chart.index(of: "s"))
        chart[index].transitions = [
            .on(
                "done.invoke",
                do: .log("", try Self.expression("_event.name + ' ' + _event.data + ' ' + _event.invokeid")))
        ]
        let session = try StatechartSession(chart)
        #expect(log(session) == ["done.invoke.s.1 1 s.1"] && session.behavior.variables["id"] == .text("s.1"))
    }

    /// Two invocations of one session can't have the same identifier at once (rule 25).
    @Test func identifiersAreUnique() throws {
        var chart = Self.parent()
        let index = try #require(chart.index(of: "s"))
        chart[index].invocations.append(.init(.chart(Self.child), id: "kid"))
        let session = try StatechartSession(chart)
        #expect(session.children.count == 1 && log(session).sorted() == ["error.execution", "hello"])
        // Once the first one is gone, its identifier is free.
        try session.send("leave")
        try session.send("back")
        #expect(session.children.map(\.invokeID) == ["kid"])
        // Those that have none get numbers.
        chart[index].invocations = [.init(.chart(Self.child)), .init(.chart(Self.child))]
        #expect(try StatechartSession(chart).children.map(\.invokeID) == ["s.1", "s.2"])
    }

    /// Of sessions with events, the one that began first comes first (rule 33).
    @Test func olderSessionsComeFirst() throws {
        func child(_ name: String) -> Statechart {
            let answer = Self.send(name, to: "#_parent")
            return Statechart(
                Outline(
                    name,
                    within: [Outline("c", .state, [.on("tick", do: answer), .init(.after(.seconds(1)), do: [answer])])])
            )
        }
        var chart = Self.parent([.on("ask", do: Self.send("tick", to: "#_b"), Self.send("tick", to: "#_a"))])
        let index = try #require(chart.index(of: "s"))
        chart[index].invocations = [.init(.chart(child("a")), id: "a"), .init(.chart(child("b")), id: "b")]
        let session = try StatechartSession(chart)
        #expect(session.children.map(\.id) == ["session.2", "session.3"])
        try session.send("ask")
        #expect(log(session) == ["a", "b"])
        try session.advance(by: .seconds(1))
        #expect(log(session) == ["a", "b", "a", "b"])
    }

    @Test func chartsAreLoaded() throws {
        var context = StatechartContext()
        context.load = { source in
            guard source == .location("a") || source == .text("b") else { throw ExpressionError("\(source)") }
            return Self.child
        }
        for source in [Statechart.Invocation.Source.location(.literal(.text("a"))), .text(.literal(.text("b")))] {
            let session = try StatechartSession(Self.parent { $0.source = source }, in: context)
            #expect(log(session) == ["hello"])
        }
    }

    /// Sessions that invoke themselves, or that send without end, reach a limit (rule 34).
    @Test func endlessSessionsReachALimit() throws {
        var context = StatechartContext(limits: .init(steps: 50, events: 20))
        context.load = { _ in Self.parent { $0.source = .location(.literal(.text("itself"))) } }
        let nest = try StatechartSession(
            Self.parent { $0.source = .location(.literal(.text("itself"))) }, in: context)
        #expect(log(nest).isEmpty && nest.children.count == 1)
        let babbler = Statechart(
            Outline(
                "b",
                within: [
                    Outline("a", .state, [.on("x", do: Self.send("x", to: ""))], entry: [[Self.send("x", to: "")]])
                ]))
        #expect(throws: StateMachineError.self) { try StatechartSession(Self.parent(invoking: babbler), in: context) }
    }

    /// Sessions go when they have ended, and with the first one.
    @Test func sessionsAreReleased() throws {
        weak var kept: StatechartSession?
        do {
            let session = try StatechartSession(Self.parent([.on("again", to: "s")]))
            for _ in 0..<1000 { try session.send("again") }
            #expect(session.children.count == 1)
            kept = session.children[0]
            #expect(kept != nil)
        }
        #expect(kept == nil)
    }

    // MARK: - Hostile charts

    /// A failure that leads to the same invocation again reaches the limit of steps.
    @Test func aFailureWithoutEndIsALivelock() throws {
        var context = StatechartContext(limits: .init(steps: 50))
        context.load = { _ in throw ExpressionError("no") }
        let chart = Self.parent([.on("error", to: "s")]) { $0.source = .location(.literal(.text("there"))) }
        #expect(throws: StateMachineError.self) { try StatechartSession(chart, in: context) }
    }

    /// A chart that invokes itself ends at a depth, and says so.
    @Test func sessionsAreNotDeep() throws {
        let messages = Mutex<[String]>([])
        var context = StatechartContext()
        context.load = { _ in Self.parent { $0.source = .location(.literal(.text("itself"))) } }
        context.onFailure = { failure in messages.withLock { $0.append(failure.error.message) } }
        let session = try StatechartSession(
            Self.parent { $0.source = .location(.literal(.text("itself"))) }, in: context)
        #expect(messages.withLock { $0.count } == 1 && messages.withLock { $0[0] }.contains("more than 32 deep"))
        #expect(session.children.count == 1)
    }

    /// Only its end ends a child, not an event of that name.
    @Test func aChildCannotTellAnotherEnd() throws {
        let liar = Statechart(
            Outline(
                "liar",
                within: [
                    Outline("a", .state, [.on("x", do: Self.send("done.invoke.kid", to: "#_parent"))])
                ]))
        let session = try StatechartSession(
            Self.parent([.on("go", do: Self.send("x", to: "#_kid"))], invoking: liar))
        try session.send("go")
        #expect(log(session) == ["done.invoke.kid"] && session.children.map(\.activeStateNames) == [["a"]])
    }

    /// What has ended or was cancelled takes nothing, and tells nothing again.
    @Test func anEndIsToldOnce() throws {
        let session = try StatechartSession(Self.parent())
        let child = session.children[0]
        try child.send("stop")
        #expect(log(session) == ["hello", "done.invoke.kid"] && child.hasEnded)
        #expect(try child.send("stop") == .ignored)
        #expect(log(session).count == 2)
        try session.send("leave")
        try session.send("back")
        let other = session.children[0]
        try session.send("leave")
        #expect(other.hasEnded)
        #expect(try other.send("stop") == .ignored)
        #expect(log(session) == ["hello", "done.invoke.kid", "hello"])
    }

    /// An invocation that fails can lead out of the state, whose other invocations don't begin
    /// then.
    @Test func whatWasLeftBeginsNothing() throws {
        var chart = Self.parent([.on("error", to: "t")]) { $0.kind = .literal(.text("unknown")) }
        let index = try #require(chart.index(of: "s"))
        chart[index].invocations.append(.init(.chart(Self.child), id: "second"))
        let session = try StatechartSession(chart)
        #expect(session.activeStateNames == ["t"] && session.children.isEmpty && log(session).isEmpty)
    }

    /// A child that reaches a limit as it begins is gone, and the next one begins later.
    @Test func aChildThatReachesALimitIsGone() throws {
        let endless = Statechart(
            Outline("e", within: [Outline("a", .state, [.on("x", do: .raise("x"))], entry: [[.raise("x")]])]))
        var chart = Self.parent()
        let (first, second) = (try #require(chart.index(of: "s")), try #require(chart.index(of: "t")))
        chart[second].invocations = [.init(.chart(endless), id: "endless"), .init(.chart(Self.child), id: "second")]
        chart[first].invocations = []
        let session = try StatechartSession(chart, in: StatechartContext(limits: .init(steps: 50)))
        #expect(throws: StateMachineError.self) { try session.send("leave") }
        #expect(session.children.isEmpty)
        try session.send("x")
        #expect(session.children.map(\.invokeID) == ["second"])
    }

    /// Listeners may look at the session while it works.
    @Test func listenersMayLook() throws {
        final class Holder: @unchecked Sendable {
            var session: StatechartSession?
            var seen = 0
        }
        let holder = Holder()
        var context = StatechartContext()
        context.onLog = { _ in
            guard let session = holder.session else { return }
            holder.seen += session.activeStateNames.count + session.behavior.variables.count
            _ = try? session.send("again")
        }
        let session = try StatechartSession(Self.parent(), in: context)
        holder.session = session
        try session.send("x")
        #expect(holder.seen == 0 && session.activeStateNames == ["s"])
        holder.session = nil
    }

    /// Events on their way between sessions are bounded, and so are their data.
    @Test func lettersAreBounded() throws {
        let text = Expression.literal(.text(String(repeating: "a", count: 1 << 20)))
        var send = Statechart.Send("y", after: .seconds(1))
        (send.content, send.target) = (.value(text), .literal(.text("#_kid")))
        let session = try StatechartSession(
            Self.parent([.on("x", do: .send(send)), .on("error", do: .log("refused", nil))]))
        for _ in 0..<70 { try session.send("x") }
        #expect(log(session).count { $0 == "refused" } == 6)
        let flood = Statechart.Transition(
            .events(["x"]), do: Array(repeating: Self.send("y", to: "#_kid"), count: 50))
        let other = try StatechartSession(Self.parent([flood]), in: StatechartContext(limits: .init(events: 20)))
        #expect(throws: StateMachineError.self) { try other.send("x") }
    }
}
