import StatechartAnalysis
import Statecharts
import Testing
import WorkLimits

@Suite("Observers and properties of all runs") struct PropertyTests {
    /// A chart of simple states; a move is its source, its event, its target and its actions.
    static func chart(
        _ name: String, _ states: String, _ moves: [(String, String, String, [Statechart.Action])]
    ) -> Statechart {
        var chart = Statechart(name)
        for state in states.split(separator: " ").map(String.init) {
            let index = chart.add(.init(state, state.hasPrefix("end") ? .final : .state))
            chart[index].transitions = moves.filter { $0.0 == state }.map {
                .init(.events([.init($0.1)]), to: [$0.2], do: $0.3)
            }
        }
        return chart
    }

    /// A server that may get a request before it has replied.
    private static let server = chart(
        "server", "idle busy",
        [
            ("idle", "request", "busy", []), ("busy", "request", "busy", []), ("busy", "ready", "idle", [reply]),
            ("busy", "cancel", "idle", []),
        ])
    private static let reply: Statechart.Action = {
        var send = Statechart.Send("reply")
        send.target = .literal(.text("#_parent"))
        return .send(send)
    }()

    private func findings(
        _ chart: Statechart, _ properties: String..., observers: [Statechart] = [], limit: Int = 1_000_000
    ) throws -> [AnalysisFinding] {
        let questions = AnalysisQuestions(
            observers: observers, properties: try properties.map { try TraceProperty(parsing: $0) })
        return try chart.analyzed(for: questions, AnalysisOptions(limit: limit)).findings
            .filter { $0.kind == .observer || $0.kind == .truncated }
    }

    @Test("Absence, with a shortest run that the engine confirms") func absence() throws {
        let found = try findings(Self.server, "never request (!sent.reply)* request")
        #expect(found.map(\.events) == [["request", "request"]] && found[0].isConfirmed)
        #expect(found[0].message == "a run violates 'never request (!sent.reply)* request', on 'request'")
        #expect(found[0].subject == "never request (!sent.reply)* request" && found[0].configuration == ["busy"])
        #expect(try findings(Self.server, "never sent.reply sent.reply").isEmpty)
    }

    @Test("Existence, precedence and response") func forms() throws {
        // The chart can be cancelled again and again.
        let eventually = try findings(Self.server, "eventually sent.reply")
        #expect(eventually.map(\.events) == [["request", "cancel"]] && eventually[0].isConfirmed)
        #expect(eventually[0].message.hasSuffix(": it repeats its last 2 inputs"))
        #expect(try findings(Self.server, "before sent.reply comes request").isEmpty)
        #expect(try findings(Self.server, "before sent.reply comes cancel").map(\.events) == [["request", "ready"]])
        let response = try findings(Self.server, "after request comes sent.reply")
        #expect(response.map(\.events) == [["request", "request"]])
        let bounded = try findings(Self.server, "after request comes sent.reply before request")
        #expect(bounded.map(\.events) == [["request", "request"]] && bounded[0].isConfirmed)
        let good = Self.chart(
            "good", "idle busy",
            [("idle", "request", "busy", []), ("busy", "ready", "idle", [Self.reply])])
        #expect(try findings(good, "after request comes sent.reply before request").isEmpty)
        #expect(try findings(good, "eventually entered.busy").isEmpty)
    }

    @Test("A run that rests without what must come") func rests() throws {
        let chart = Self.chart(
            "rest", "a b c",
            [("a", "go", "b", []), ("b", "back", "a", []), ("b", "stop", "c", [])])
        let found = try findings(chart, "after entered.b comes exited.b entered.a", "eventually entered.c")
        #expect(found.map(\.events) == [["go", "stop"], ["go", "back"]])
        #expect(found[0].message.hasSuffix(": it rests") && found[1].message.hasSuffix("its last 2 inputs"))
        #expect(found.allSatisfy { $0.isConfirmed })
        let ending = Self.chart("ending", "a end", [("a", "go", "end", [])])
        #expect(try findings(ending, "eventually entered.end").isEmpty)
        #expect(try findings(ending, "after entered.a comes entered.a").map(\.events) == [["go"]])
    }

    @Test("An obligation that is met and open again within a step is met") func metWithinSteps() throws {
        var poll = Self.chart("poll", "waiting", [("waiting", "reply", "waiting", [])])
        poll[1].entry = [[Self.reply]]
        #expect(try findings(poll, "after sent.reply comes reply").map(\.message) == [])
        #expect(try findings(poll, "after reply comes sent.reply").isEmpty)
        let toggle = Self.chart("toggle", "a b", [("a", "go", "b", []), ("b", "go", "a", [])])
        #expect(try findings(toggle, "after go comes go", "after entered.a comes exited.a").isEmpty)
        // The last part of an answer is the cause of the next one.
        #expect(try findings(toggle, "after entered.b comes entered.a go exited.a entered.b").isEmpty)
        #expect(try findings(toggle, "after entered.a comes entered.a entered.b").map(\.events) == [["go", "go"]])
        let lamp = Self.chart(
            "lamp", "off paid",
            [("off", "coin", "paid", []), ("paid", "turn", "off", []), ("paid", "coin", "paid", [])])
        #expect(try findings(lamp, "after coin comes turn | coin").isEmpty)
        #expect(try findings(lamp, "after coin comes turn").map(\.events) == [["coin", "coin"]])
    }

    @Test("Patterns, exclusions, quotation marks and repetitions") func expressions() throws {
        let chart = Self.chart(
            "many", "one two",
            [("one", "oops.a", "two", []), ("two", "oops.b", "one", []), ("two", "my.event", "two", [])])
        #expect(try findings(chart, "never oops.* oops.*").isEmpty)
        #expect(try findings(chart, "never oops.* (!oops.*)* oops.*").map(\.events) == [["oops.a", "oops.b"]])
        #expect(try findings(chart, "never 'my.event' . 'my.event'").isEmpty)
        #expect(
            try findings(chart, "never my.event (. .)+ my.event").map(\.events) == [["oops.a", "my.event", "my.event"]])
        let others = "never !(entered.many | entered.one | entered.two | exited.one | exited.two | oops.*)"
        #expect(try findings(chart, others).map(\.events) == [["oops.a", "my.event"]])
        #expect(try findings(chart, "never (oops.a?)+ my.event").count == 1)
    }

    @Test("Mistakes in properties are told with their places") func mistakes() throws {
        for (text, problem) in [
            ("", "expected 'never'"), ("always a", "expected 'never'"), ("never", "expected a name at position 6"),
            ("never (a", "expected ')'"), ("never a)", "unexpected"), ("never !(a b)", "'!' takes a name"),
            ("after a comes", "expected a name"), ("before a", "expected 'comes'"),
            ("never 'a", "expected a name in quotes"),
            ("never a* b before c", "unexpected"), ("comes a", "unexpected 'comes'"),
        ] {
            let error = #expect(throws: AnalysisError.self) { try TraceProperty(parsing: text) }
            #expect("\(error.map { "\($0)" } ?? "")".contains(problem), "\(text)")
        }
        let unknown = #expect(throws: AnalysisError.self) { try findings(Self.server, "never entered.bsy") }
        #expect("\(unknown.map { "\($0)" } ?? "")".hasPrefix("unknown name 'entered.bsy'"))
        #expect(throws: AnalysisError.self) { try findings(Self.server, "never request*") }
    }

    @Test("Hostile properties end in an error") func hostile() throws {
        for text in [
            "never " + String(repeating: "(", count: 5000) + "a", "never " + String(repeating: "!", count: 5000) + "a",
            "never " + String(repeating: "a", count: 20_000),
        ] {
            #expect(throws: AnalysisError.self) { try TraceProperty(parsing: text) }
        }
        // Many signs of repetition are one.
        #expect(try findings(Self.server, "never cancel request" + String(repeating: "?+", count: 2000)).count == 1)
        // The automaton would have 2³⁰ states.
        let large = "never request" + String(repeating: " .", count: 30) + " cancel"
        let property = try TraceProperty(parsing: large)
        var options = AnalysisOptions()
        options.budget = Budget(maximumStates: 10_000)
        let error = #expect(throws: AnalysisError.self) {
            try Self.server.analyzed(for: .init(properties: [property]), options)
        }
        if case .invalidProperty? = error {} else { Issue.record("\(String(describing: error))") }
    }

    // MARK: - Observers

    @Test("An observer finds a shortest run") func observer() throws {
        let rule = Self.chart(
            "cancelled", "none one two fail.often",
            [
                ("none", "cancel", "one", []), ("one", "cancel", "two", []), ("two", "entered.busy", "fail.often", []),
                ("one", "sent.reply", "none", []), ("two", "sent.reply", "none", []),
            ])
        let found = try findings(Self.server, observers: [rule])
        #expect(found.map(\.events) == [["request", "cancel", "request", "cancel", "request"]])
        #expect(found[0].subject == "cancelled" && found[0].isConfirmed && found[0].configuration == ["busy"])
        #expect(found[0].message == "the observer 'cancelled' is in 'fail.often' on 'entered.busy'")
    }

    @Test("An observer may count, and its configurations are bounded") func counting() throws {
        var rule = Self.chart("count", "counting fail", [])
        rule.root.variables = [.init("n", .literal(.number(0)))]
        rule[1].transitions = [
            .init(.events(["ready"]), if: .expression(try .init(parsing: "n == 3")), to: ["fail"]),
            .init(.events(["ready"]), do: [.assign("n", try .init(parsing: "n + 1"))]),
        ]
        let found = try findings(Self.server, observers: [rule])
        #expect(found.map(\.events.count) == [8] && found[0].isConfirmed)
        rule[1].transitions[0].condition = .expression(try .init(parsing: "n < 0"))
        let endless = try findings(Self.server, observers: [rule], limit: 1000)
        #expect(endless.map(\.kind) == [.truncated] && endless[0].message.contains("'count'"))
    }

    @Test("Observers whose course isn't known are refused") func refusals() throws {
        var timed = Self.chart("timed", "a fail", [])
        timed[1].transitions = [.init(.after(.milliseconds(10)), to: ["fail"])]
        var asking = Self.chart("asking", "a fail", [])
        asking[1].transitions = [.init(.events(["request"]), if: .named("open"), to: ["fail"])]
        var reading = Self.chart("reading", "a fail", [])
        reading[1].transitions = [
            .init(.events(["request"]), if: .expression(try .init(parsing: "_event.data > 1")), to: ["fail"])
        ]
        let unmarked = Self.chart("unmarked", "a", [])
        let mistyped = Self.chart("mistyped", "a fail", [("a", "entered.bsy", "fail", [])])
        for rule in [timed, asking, reading, unmarked, mistyped] {
            let error = #expect(throws: AnalysisError.self) { try findings(Self.server, observers: [rule]) }
            if case .invalidObserver? = error {} else { Issue.record("\(rule.name): \(String(describing: error))") }
        }
    }

    @Test("Names that nothing in the runs has are told") func unknownNames() throws {
        let rule = Self.chart(
            "rule", "a fail",
            [
                ("a", "reqest", "fail", []), ("a", "sent.repl", "fail", []), ("a", "entered", "a", []),
                ("a", "cancel", "a", [.raise("x")]), ("a", "*", "a", []), ("a", "error.execution", "a", []),
                ("a", "sent.reply", "a", []),
            ])
        #expect(try Self.server.unknownNames(inObserver: rule) == ["reqest", "sent.repl"])
        let mistyped = Self.chart("mistyped", "a fail", [("a", "exited.bsy", "fail", [])])
        #expect(throws: AnalysisError.self) { try Self.server.unknownNames(inObserver: mistyped) }
        // An observer may send itself events.
        var own = rule
        own[1].entry = [[.raise("reqest"), .send(.init("sent.repl"))]]
        #expect(try Self.server.unknownNames(inObserver: own) == [])
    }

    @Test("Runs with timers are confirmed at times that fit") func timers() throws {
        var chart = Self.chart("lamp", "off on", [("off", "push", "on", [])])
        chart[2].transitions = [.init(.after(.milliseconds(500)), to: ["off"])]
        let found = try findings(chart, "never exited.on exited.off | exited.on entered.off push")
        #expect(found.map(\.events) == [["push", "+500", "push"]] && found[0].isConfirmed)
    }

    @Test("A guard that only a program knows makes a finding possible") func guards() throws {
        var chart = Self.chart("locked", "a b", [])
        chart[1].transitions = [.init(.events(["go"]), if: .named("open"), to: ["b"])]
        let found = try findings(chart, "never entered.b")
        #expect(found.count == 1 && !found[0].isConfirmed && found[0].letters == ["go[open]"])
    }

    @Test("Properties don't change what else is found") func sameFindings() throws {
        let plain = try Self.server.analyzed(for: .init(reportsUnhandled: true))
        let other = try Self.server.analyzed(
            for: .init(properties: [try TraceProperty(parsing: "eventually request")], reportsUnhandled: true))
        #expect(plain.findings == other.findings.filter { $0.kind != .observer })
        #expect(plain.configurationCount == other.configurationCount)
    }

    @Test("Work can be cancelled") func cancellation() throws {
        var options = AnalysisOptions()
        options.budget = Budget(isCancelled: { true })
        let property = try TraceProperty(parsing: "eventually request")
        #expect(throws: AnalysisError.self) { try Self.server.analyzed(for: .init(properties: [property]), options) }
    }
}
