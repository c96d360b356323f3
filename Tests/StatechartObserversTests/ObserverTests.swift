import StatechartObservers
import Statecharts
import Testing

@Suite("Charts that watch the runs of others") struct ObserverTests {
    /// A door, whose bell rings when it is pushed while it is closed.
    private struct Door: StatechartBehavior, Sendable {
        enum State: String, StatechartSymbol { case open, closed }
        enum Event: String, StatechartSymbol { case push, pull, bell }
        enum Action: String, StatechartSymbol { case ring }

        mutating func perform(_ action: Action, in step: inout Step<Door>) { step.send(.bell) }

        static var chart: Statechart {
            var chart = Statechart("door")
            chart.add(.init("closed"))
            chart.add(.init("open"))
            chart[1].transitions = [
                .init(.events(["pull"]), to: ["open"]), .init(.events(["push"]), do: [.perform("ring")]),
            ]
            chart[2].transitions = [.init(.events(["push"]), to: ["closed"])]
            return chart
        }
    }

    /// A chart of simple states, with the events that lead from one to another.
    private static func chart(_ name: String, _ states: [String], _ moves: [(String, String, String)]) -> Statechart {
        var chart = Statechart(name)
        for state in states {
            let index = chart.add(.init(state))
            chart[index].transitions = moves.filter { $0.0 == state }.map { .init(.events([.init($0.1)]), to: [$0.2]) }
        }
        return chart
    }

    @Test("An observer fails with the run that led there") func failure() throws {
        let rule = Self.chart(
            "twice", ["first", "second", "fail.twice"],
            [("first", "entered.open", "second"), ("second", "entered.open", "fail.twice")])
        var observer = try StatechartObserver(rule)
        let chart = try CompiledStatechart<Door>(Door.chart)
        var door = Door()
        var machine = try StateMachine(chart, running: &door, recorder: &observer)
        try machine.send(.pull, to: &door, recorder: &observer)
        try machine.advance(until: .milliseconds(1500), to: &door, recorder: &observer)
        try machine.send(.push, to: &door, recorder: &observer)
        #expect(observer.failure == nil)
        try machine.send(.pull, to: &door, recorder: &observer)
        let failure = try #require(observer.failure)
        #expect(failure.state == "fail.twice" && failure.event == "entered.open" && failure.time == .milliseconds(1500))
        #expect(failure.inputs == ["pull", "+1500", "push", "pull"] && failure.droppedCount == 0)
        #expect(
            "\(failure)" == "the observer is in 'fail.twice' on 'entered.open', after pull +1500 push pull")
        // It watches no more.
        try machine.send(.push, to: &door, recorder: &observer)
        #expect(observer.failure == failure)
    }

    @Test("Events come in the order in which they happen") func order() throws {
        let events = ["push", "performed.ring", "sent.bell", "pull", "exited.closed", "entered.open"]
        let names = events.indices.map { "s\($0)" } + ["fail"]
        let rule = Self.chart("order", names, zip(events, names.indices).map { (names[$1], $0, names[$1 + 1]) })
        var observer = try StatechartObserver(rule)
        let chart = try CompiledStatechart<Door>(Door.chart)
        var door = Door()
        var machine = try StateMachine(chart, running: &door, recorder: &observer)
        try machine.send(.push, to: &door, recorder: &observer)
        #expect(observer.failure == nil)
        try machine.send(.pull, to: &door, recorder: &observer)
        #expect(observer.failure?.event == "entered.open")
    }

    @Test("Actions of expressions, also those within others, are observed") func actions() throws {
        var chart = Statechart("sender")
        chart.root.variables = [.init("n", .literal(.number(1)))]
        chart.add(.init("a"))
        let send = Statechart.Action.send(.init("done"))
        chart[1].transitions = [
            .init(
                .events(["go"]),
                do: [
                    .choose([.init(if: .expression(try .init(parsing: "n == 1")), do: [.perform("x"), send])]),
                    .raise("next"),
                ])
        ]
        let events = ["go", "performed.x", "sent.done", "raised.next"]
        let names = events.indices.map { "s\($0)" } + ["fail"]
        let rule = Self.chart("order", names, zip(events, names.indices).map { (names[$1], $0, names[$1 + 1]) })
        var observer = try StatechartObserver(rule)
        let session = try StatechartSession(chart, recorder: &observer)
        try session.send("go", recorder: &observer)
        #expect(observer.failure?.event == "raised.next" && observer.failure?.inputs == ["go"])
    }

    @Test("Data of events, and timers of the observer") func dataAndTimers() throws {
        var rule = Self.chart(
            "late", ["idle", "waiting", "fail.late", "fail.much"], [("waiting", "entered.open", "idle")])
        rule[1].transitions = [
            .init(
                .events(["coin"]), if: .expression(try .init(parsing: "_event.data > 2")), to: ["fail.much"]),
            .init(.events(["coin"]), to: ["waiting"]),
        ]
        rule[2].transitions.append(.init(.after(.milliseconds(500)), to: ["fail.late"]))
        let chart = Self.chart("gate", ["closed", "open"], [("closed", "coin", "closed"), ("closed", "turn", "open")])
        var much = try StatechartObserver(rule)
        let session = try StatechartSession(chart, recorder: &much)
        try session.send("coin", .number(3), recorder: &much)
        #expect(much.failure?.state == "fail.much" && much.failure?.inputs == ["coin=3"])

        var late = try StatechartObserver(rule)
        let other = try StatechartSession(chart, recorder: &late)
        try other.send("coin", recorder: &late)
        try other.advance(until: .milliseconds(600), recorder: &late)
        #expect(late.failure == nil)
        late.advance(until: other.time)
        #expect(late.failure?.state == "fail.late" && late.failure?.time == .milliseconds(500))
        #expect(late.failure?.event == "" && late.failure?.inputs == ["coin", "+600"])
    }

    @Test("Charts that can't observe are refused") func refusals() throws {
        #expect(throws: ObserverError.self) { try StatechartObserver(Self.chart("none", ["a"], [])) }
        var scripted = Self.chart("scripted", ["fail"], [])
        scripted.scriptLanguage = "ecmascript"
        #expect(throws: ObserverError.self) { try StatechartObserver(scripted) }
        let wrong = Self.chart("wrong", ["a", "fail"], [("a", "x", "nowhere")])
        #expect(throws: ObserverError.self) { try StatechartObserver(wrong) }
    }

    @Test("An observer without end stops, and says so") func limits() throws {
        var rule = Self.chart("endless", ["a", "fail"], [])
        rule[1].transitions = [
            .init(.events(["pull"]), do: [.raise("again")]), .init(.events(["again"]), do: [.raise("again")]),
        ]
        var observer = try StatechartObserver(rule)
        var door = Door()
        var machine = try StateMachine(try CompiledStatechart<Door>(Door.chart), running: &door, recorder: &observer)
        try machine.send(.pull, to: &door, recorder: &observer)
        #expect(observer.failure == nil && observer.error != nil)
    }

    @Test("Long runs keep their newest inputs") func longRuns() throws {
        let rule = Self.chart("late", ["a", "fail"], [("a", "entered.open", "fail")])
        var observer = try StatechartObserver(rule)
        for _ in 0..<25_000 { observer.received("push", Never?.none, region: nil) }
        observer.entered("open")
        let failure = try #require(observer.failure)
        #expect(failure.inputs.count <= 10_000 && failure.inputs.count + failure.droppedCount == 25_000)
    }

    @Test("An actor has an observer, which tells of its failure") func actor() async throws {
        let rule = Self.chart("open", ["a", "fail"], [("a", "entered.open", "fail")])
        var observer = try StatechartObserver(rule)
        let (stream, listener) = AsyncStream.makeStream(of: StatechartObserver.Failure.self)
        observer.onFailure = { listener.yield($0) }
        let door = try await StatechartActor(
            try CompiledStatechart<Door>(Door.chart), running: Door(), recorder: observer)
        try await door.send(.push)
        let before = await door.observer
        #expect(before != nil && before?.failure == nil)
        try await door.send(.pull)
        let after = await door.observer?.failure
        #expect(after?.inputs.filter { !$0.hasPrefix("+") } == ["push", "pull"])
        var told = stream.makeAsyncIterator()
        #expect(await told.next() == after)
    }
}
