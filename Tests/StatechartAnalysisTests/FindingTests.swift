import StatechartAnalysis
import Statecharts
import Testing

@Suite("Findings about all runs of a statechart") struct FindingTests {
    /// A chart of simple states, with transitions from a state on an event to a state.
    private func chart(_ states: String, _ transitions: [(String, Statechart.Transition)]) -> Statechart {
        var chart = Statechart("main")
        for name in states.split(separator: " ").map(String.init) {
            var state = Statechart.State(name, name.hasPrefix("end") ? .final : .state)
            state.transitions = transitions.filter { $0.0 == name }.map(\.1)
            chart.add(state)
        }
        return chart
    }

    private func findings(
        _ chart: Statechart, _ kind: AnalysisFinding.Kind, _ questions: AnalysisQuestions = .init(),
        _ options: AnalysisOptions = .init()
    ) throws -> [AnalysisFinding] {
        try chart.analyzed(for: questions, options).findings.filter { $0.kind == kind }
    }

    @Test("States that no run enters and transitions that no run takes") func missing() throws {
        let chart = chart(
            "a b c",
            [
                ("a", .init(.events(["go"]), to: ["b"])), ("b", .init(.events(["go"]), to: ["a"])),
                ("c", .init(.events(["go"]), to: ["a"])),
            ])
        #expect(try findings(chart, .unreachable).map(\.subject) == ["c"])
        let dead = try findings(chart, .deadTransition)
        #expect(dead.map(\.subject) == ["c#1 (go -> a)"])
        #expect(dead.allSatisfy { $0.isConfirmed && $0.events.isEmpty })
    }

    @Test("A configuration that must not be has a shortest run") func never() throws {
        var chart = Statechart("main", isOrthogonal: true)
        for region in ["n", "e"] {
            let parent = chart.add(.init(region))
            for (from, to) in [("red", "green"), ("green", "red")] {
                var state = Statechart.State(region + "." + from)
                state.transitions = [.init(.events([.init("go." + region)]), to: [region + "." + to])]
                chart.add(state, in: parent)
            }
        }
        let condition = try StateCondition(parsing: "n.green & e.green")
        let found = try findings(chart, .never, .init(never: [condition]))
        #expect(found.map(\.events) == [["go.e", "go.n"]] || found.map(\.events) == [["go.n", "go.e"]])
        #expect(found.first?.isConfirmed == true && found.first?.configuration == ["n.green", "e.green"])
        var questions = AnalysisQuestions(never: [condition, .not(condition)])
        questions.reportsMistakes = false
        let report = try chart.analyzed(for: questions)
        #expect(report.findings.map(\.events) == found.map(\.events) + [[]])
        #expect(report.findings.allSatisfy { $0.isConfirmed && $0.kind == .never })
        #expect(throws: AnalysisError.self) { try findings(chart, .never, .init(never: [.isActive("x")])) }
        #expect(throws: AnalysisError.self) { try StateCondition(parsing: "a & (b") }
    }

    @Test("Names with blanks and signs stand in quotation marks") func quotedNames() throws {
        var chart = Statechart("main")
        chart.add(.init("a state"))
        chart.add(.init("b|c"))
        chart[1].transitions = [.init(.events(["go"]), to: ["b|c"])]
        let condition = try StateCondition(parsing: "'b|c' & !\"a state\"")
        #expect("\(condition)" == "'b|c' & !'a state'")
        #expect(try findings(chart, .never, .init(never: [condition])).map(\.events) == [["go"]])
        for name in ["it's", "'", "\"x\" y", "a'b c"] {
            #expect(try StateCondition(parsing: "\(StateCondition.isActive(name))") == .isActive(name))
        }
        #expect(throws: AnalysisError.self) { try StateCondition(parsing: "'a") }
        #expect(throws: AnalysisError.self) { try StateCondition(parsing: "'' & a") }
    }

    @Test("An event that stays deferred forever") func deferredForever() throws {
        var chart = chart(
            "paying printing ready",
            [
                ("paying", .init(.events(["paid"]), to: ["printing"])),
                ("printing", .init(.events(["printed"]), to: ["paying"])),
                ("ready", .init(.events(["order"]), to: ["paying"])),
            ])
        for state in 1...2 { chart[state].deferred = ["order"] }
        let questions = AnalysisQuestions(reportsUnhandled: true)
        let found = try findings(chart, .unhandled, questions).filter { $0.message.hasSuffix("forever in paying") }
        #expect(found.map(\.events) == [["order"]] && found[0].subject == "order in paying" && found[0].isConfirmed)
        chart[2].transitions = [.init(.events(["printed"]), to: ["ready"])]
        #expect(try !findings(chart, .unhandled, questions).contains { $0.message.contains("forever") })
    }

    @Test("A run through a guard that only a program knows is possible") func guards() throws {
        let chart = chart("a b", [("a", .init(.events(["go"]), if: .named("open"), to: ["b"]))])
        let found = try findings(chart, .deadEnd)
        #expect(found.map(\.events) == [["go"]] && found[0].letters == ["go[open]"] && !found[0].isConfirmed)
    }

    @Test("Variables have exact values, data of events both answers") func variables() throws {
        var chart = chart(
            "a b c",
            [
                ("a", .init(.events(["add"]), do: [.assign("n", try Expression(parsing: "(n + 1) % 3"))])),
                ("a", .init(.events(["go"]), if: .expression(try Expression(parsing: "n == 2")), to: ["b"])),
                ("a", .init(.events(["go"]), if: .expression(try Expression(parsing: "n == 5")), to: ["c"])),
                (
                    "b",
                    .init(.events(["go"]), if: .expression(try Expression(parsing: "_event.data * 2 > 4")), to: ["a"])
                ),
            ])
        chart.root.variables = [.init("n", .literal(.number(0)))]
        let report = try chart.analyzed(for: .init(never: [.isActive("b")]))
        let never = report.findings.first { $0.kind == .never }
        #expect(never?.events == ["add", "add", "go"] && never?.isConfirmed == true)
        #expect(report.findings.contains { $0.kind == .unreachable && $0.subject == "c" && $0.isConfirmed })
        #expect(report.abstractedGuards == ["_event.data * 2 > 4"])
        #expect(report.configurationCount == 4)
    }

    @Test("A variable on which nothing depends isn't explored") func irrelevantVariables() throws {
        var chart = chart(
            "a b",
            [
                ("a", .init(.events(["add"]), do: [.assign("n", try Expression(parsing: "n + m"))])),
                ("a", .init(.events(["go"]), if: .expression(try Expression(parsing: "k < 1")), to: ["b"])),
                ("b", .init(.events(["go"]), to: ["a"], do: [.assign("k", try Expression(parsing: "1 - k"))])),
            ])
        chart.root.variables = ["n", "m", "k"].map { .init($0, .literal(.number(0))) }
        let report = try chart.analyzed()
        #expect(report.configurationCount == 3 && report.abstractedGuards.isEmpty)
        #expect(report.findings.isEmpty)
    }

    @Test("Timers come in the order of their durations") func timers() throws {
        var chart = Statechart("main", isOrthogonal: true)
        for (region, delay) in [("x", 300), ("y", 500)] {
            let parent = chart.add(.init(region))
            var state = Statechart.State(region + "1")
            state.transitions = [.init(.after(.milliseconds(delay)), to: [region + "2"])]
            chart.add(state, in: parent)
            state = Statechart.State(region + "2")
            state.transitions = [.init(.events(["reset"]), to: [region + "1"])]
            chart.add(state, in: parent)
        }
        let early = try findings(chart, .never, .init(never: [try .init(parsing: "y2 & x1")]))
        // A reset of the first region alone lets the other one's timer end first.
        #expect(
            early.map(\.events) == [["+300", "reset", "+200"]] || early.map(\.events) == [["+300", "+1", "reset"]],
            "\(early)")
        let both = try findings(chart, .never, .init(never: [try .init(parsing: "y2 & x2")]))
        #expect(both.map(\.events) == [["+300", "+200"]] && both[0].isConfirmed, "\(both)")
    }

    @Test(
        "A chart that reacts to errors may fail",
        arguments: [
            ("error.execution", Statechart.Action.assign("n", .variable("_event"))),
            ("error.execution", .log("", .variable("_event"))),
            ("error.execution", .raise("q", .value(.variable("_event")))),
            ("error.communication", .send(FindingTests.sendToNobody)),
        ])
    func failures(error: String, action: Statechart.Action) throws {
        var chart = chart(
            "s failed",
            [
                ("s", .init(.events(["go"]), do: [.choose([.init(do: [action])]), .raise("next")])),
                ("s", .init(.events([.init(error)]), to: ["failed"])), ("failed", .init(.events(["next"]), to: ["s"])),
            ])
        chart.root.variables = [.init("n", .literal(.number(0)))]
        let report = try chart.analyzed(for: .init(never: [.isActive("failed")]))
        // The failure ends the block, so that the event that follows doesn't come.
        #expect(report.findings.map(\.kind) == [.never] && report.findings[0].events == ["go"], "\(report.findings)")
        #expect(!report.findings[0].isConfirmed && report.omissions.isEmpty)
        #expect(try chart.flattened().configurations.count == 2)
    }

    private static var sendToNobody: Statechart.Send {
        var send = Statechart.Send("x")
        send.target = .literal(.text("#_nobody"))
        return send
    }

    @Test("A condition that may fail, and one whose error isn't explored") func failingConditions() throws {
        let condition = Statechart.Condition.expression(try Expression(parsing: "_event.data.x > 1"))
        var chart = chart(
            "s failed",
            [
                ("s", .init(.events(["go"]), if: condition)), ("s", .init(.events(["error"]), to: ["failed"])),
                ("failed", .init(.events(["go"]), to: ["s"])),
            ])
        #expect(try chart.analyzed().findings.isEmpty)
        chart[1].transitions[0].trigger = .always
        let start = try chart.analyzed(for: .init(never: [.isActive("failed")]))
        #expect(start.omissions.isEmpty && start.findings.first?.events == [], "\(start)")
        // The error of a transition on errors might come without end.
        chart[1].transitions = [.init(.events(["error"]), if: condition, to: ["failed"])]
        chart[1].transitions.append(.init(.events(["go"]), do: [.log("", .variable("_event"))]))
        let report = try chart.analyzed()
        #expect(report.omissions == ["some errors of actions and conditions are left out"])
        #expect(report.findings.allSatisfy { !$0.isConfirmed })
        #expect(try chart.flattened().omissions == report.omissions)
    }

    @Test("Wrong names and conditions are refused in short") func refusals() throws {
        var options = AnalysisOptions()
        options.abstractedVariables = ["zz"]
        let error = #expect(throws: AnalysisError.self) { try chart("s", []).analyzed(options) }
        #expect(error?.description == "unknown variable 'zz'; name a variable of the chart")
        let parsing = #expect(throws: AnalysisError.self) { try StateCondition(parsing: "a é") }
        #expect(parsing?.description.hasPrefix("unexpected 'é' at position 3 of the condition 'a é'; ") == true)
        let long = #expect(throws: AnalysisError.self) {
            try StateCondition(parsing: "a a" + String(repeating: "b", count: 100_000))
        }
        #expect((long?.description.utf8.count ?? .max) < 200)
    }

    @Test("Ignored events, with the first configuration that ignores each") func unhandled() throws {
        let chart = chart(
            "a b", [("a", .init(.events(["go"]), to: ["b"])), ("b", .init(.events(["back"]), to: ["a"]))])
        let found = try findings(chart, .unhandled, .init(reportsUnhandled: true))
        #expect(found.map(\.events) == [["back"], ["go", "go"]] && found.allSatisfy(\.isConfirmed))
    }

    @Test("Steps without end") func livelock() throws {
        let chart = chart(
            "a b",
            [
                ("a", .init(.events(["go"]), to: ["b"])), ("b", .init(.events(["i"]), to: ["b"], do: [.raise("i")])),
            ])
        let found = try findings(chart, .livelock)
        #expect(found.map(\.events) == [["go", "i"]] && found.allSatisfy(\.isConfirmed))
    }

    @Test("A loop without events through the initial states of a state around") func loopsAround() throws {
        var chart = chart("i p", [("i", .init(.events(["go"]), to: ["p"]))])
        chart.add(.init("q"), in: 2)
        chart[3].transitions = [.init(.always, to: ["p"])]
        #expect(try findings(chart, .livelock).map(\.isConfirmed) == [true])
        // The other region is done again each time.
        chart[2].kind = .orthogonal
        chart.add(.init("r"), in: 2)
        chart.add(.init("f", .final), in: 4)
        let found = try findings(chart, .livelock)
        #expect(found.map(\.events) == [["go"]] && found[0].isConfirmed, "\(found)")
        chart[3].transitions[0].targets = ["i"]
        #expect(try findings(chart, .livelock).isEmpty)
    }

    @Test("Timers without a delay that start each other forever") func timelessCycles() throws {
        var chart = chart(
            "a b c",
            [
                ("a", .init(.events(["go"]), to: ["b"])), ("b", .init(.after(.zero), to: ["c"])),
                ("c", .init(.after(.zero), to: ["b"])), ("b", .init(.events(["back"]), to: ["a"])),
            ])
        let found = try findings(chart, .livelock)
        #expect(found.map(\.events) == [["go", "+0"]] && found[0].isConfirmed, "\(found)")
        // A loop that only a guard closes is possible.
        chart[3].transitions[0].condition = .named("again")
        #expect(try findings(chart, .livelock).map(\.isConfirmed) == [false])
        chart[3].transitions[0].condition = nil
        // The run to a configuration needs no time, but the end of a timer.
        let never = try findings(chart, .never, .init(never: [.isActive("c")]))
        #expect(never.map(\.events) == [["go", "+0"]], "\(never)")
        chart[3].transitions[0].trigger = .after(.milliseconds(1))
        #expect(try findings(chart, .livelock).isEmpty)
    }

    @Test("A configuration that answers or changes is no dead end") func changes() throws {
        #expect(try findings(chart("a", [("a", .init(.events(["go"]), to: ["a"]))]), .deadEnd).isEmpty)
        var counting = chart(
            "a b",
            [
                ("a", .init(.events(["add"]), do: [.assign("n", try Expression(parsing: "(n + 1) % 3"))])),
                ("a", .init(.events(["go"]), if: .expression(try Expression(parsing: "n > 3")), to: ["b"])),
            ])
        counting.root.variables = [.init("n", .literal(.number(0)))]
        #expect(try findings(counting, .deadEnd).isEmpty)
        // A timer that has no effect changes nothing.
        let timed = chart(
            "a", [("a", .init(.after(.milliseconds(5)), if: .expression(try Expression(parsing: "1 > 2")), to: ["a"]))])
        #expect(try findings(timed, .deadEnd).count == 1)
    }

    @Test("An event for a computed place may come to the chart itself", arguments: [true, false])
    func computedTargets(isTarget: Bool) throws {
        var chart = chart(
            "a b c d", [("b", .init(.events(["bar"]), to: ["c"])), ("b", .init(.events(["x"]), to: ["d"]))])
        var send = Statechart.Send("bar")
        let place = try Expression(parsing: "_event.origin")
        if isTarget { send.target = place } else { send.transport = place }
        chart[1].transitions = [.init(.events(["go"]), to: ["b"], do: [.send(send)])]
        var options = AnalysisOptions()
        options.events = ["go", "x"]
        let report = try chart.analyzed(for: .init(never: [.isActive("c"), .isActive("d")]), options)
        #expect(!report.findings.contains { $0.kind == .unreachable }, "\(report.findings)")
        let never = report.findings.filter { $0.kind == .never }
        #expect(never.map(\.events) == [["go"], ["go", "x"]] && never.allSatisfy { !$0.isConfirmed }, "\(never)")
        #expect(report.abstractedGuards.count == (isTarget ? 2 : 1))
    }

    @Test("A run with an event that only the platform sends is possible") func platformEvents() throws {
        var chart = chart(
            "a b c",
            [
                ("a", .init(.events(["done.invoke.k"]), to: ["b"])),
                ("a", .init(.events(["error.platform.k"]), to: ["c"])), ("b", .init(.events(["go"]), to: ["a"])),
            ])
        var invocation = Statechart.Invocation(.location(.literal(.text("k.scxml"))))
        invocation.id = "k"
        chart[1].invocations = [invocation]
        let never = try findings(chart, .never, .init(never: [.isActive("b"), .isActive("c")]))
        #expect(never.map(\.events) == [["done.invoke.k"], ["error.platform.k"]], "\(never)")
        #expect(never.allSatisfy { !$0.isConfirmed })
        #expect(try findings(chart, .unreachable).isEmpty)
        // A pattern stands for the event of each invocation.
        var general = chart
        general[1].transitions[0].trigger = .events([.init("done.invoke")])
        general[1].transitions[1].trigger = .events([.init("error.platform")])
        let names = try findings(general, .never, .init(never: [.isActive("b"), .isActive("c")]))
        #expect(names.map(\.events) == never.map(\.events) && names.allSatisfy { !$0.isConfirmed }, "\(names)")
        #expect(try findings(general, .unreachable).isEmpty)
        // Without an invocation, nothing fails.
        chart[1].invocations = []
        #expect(try findings(chart, .unreachable).map(\.subject) == ["c"])
    }

    @Test("A start that may have no end, beside one with timers") func endlessStart() throws {
        let chart = chart(
            "a b",
            [
                ("a", .init(.after(.milliseconds(5)), to: ["b"])), ("a", .init(.always, if: .named("x"), to: ["b"])),
                ("b", .init(.after(.milliseconds(5)), to: ["a"])), ("b", .init(.always, if: .named("x"), to: ["a"])),
                ("b", .init(.events(["i"]), to: ["b"], do: [.raise("i")])),
            ])
        var looping = chart
        looping[1].entry = [[.choose([.init(if: .named("y"), do: [.raise("i")])])]]
        looping[1].transitions.append(.init(.events(["i"]), to: ["a"], do: [.raise("i")]))
        let found = try findings(looping, .livelock)
        #expect(found.contains { $0.subject == "start" && $0.events.isEmpty && !$0.isConfirmed }, "\(found)")
    }

    @Test("A truncated exploration is a finding with its causes") func truncation() throws {
        var chart = chart(
            "a", [("a", .init(.events(["add"]), do: [.assign("n", try Expression(parsing: "n + 1"))]))])
        chart.root.variables = [.init("n", .literal(.number(0)))]
        chart[1].transitions.append(
            .init(.events(["go"]), if: .expression(try Expression(parsing: "n == -1")), to: ["a"]))
        let found = try findings(chart, .truncated, .init(), .init(limit: 10))
        #expect(found.count == 1 && found[0].message.contains("the variable 'n' (10 values)"))
        do {
            _ = try chart.flattened(limit: 10)
            Issue.record("the limit isn't reached")
        } catch { #expect("\(error)".contains("more than 10 configurations")) }
    }
}
