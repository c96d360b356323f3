import Foundation
import Testing

@Suite struct StatechartSuiteTests {
    @Test func dataOfEventsDecidesScripts() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "coin.scxml",
            """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" initial="idle" datamodel="ecmascript">
            <state id="idle"><transition event="coin" cond="_event.data.value === 50" target="paid"/></state>
            <state id="paid"><transition event="pick" cond="_event.data == 'tea'" target="idle"/></state></scxml>
            """)
        let tests = try Tool.run("statechart", "tests", "coin.scxml", "--expect", "runs", in: folder)
        #expect(tests.status == 0 && tests.errors.isEmpty, "\(tests)")
        let run = try Tool.run("statechart", "run", "coin.scxml", "--expect", "runs/1.expect.ndjson", in: folder)
        #expect(run.status == 0 && run.lines == ["3 lines as expected"], "\(run)")
        let lines = try Tool.run("statechart", "tests", "coin.scxml", in: folder).lines
        #expect(lines == [#"coin={"value": 50} pick="tea""#])
        let swift = try Tool.run("statechart", "tests", "coin.scxml", "--swift", "CoinTests.swift", in: folder)
        #expect(swift.status == 0)
        let text = try String(contentsOf: folder.url.appendingPathComponent("CoinTests.swift"), encoding: .utf8)
        #expect(text.contains(#"Step("coin", data: .record(["value": .number(50.0)]), states: ["paid"])"#), "\(text)")
        #expect(text.contains("session.send(event, step.data)"))
    }

    private static let crossing = Tool.examples.appendingPathComponent("faults/crossing.scxml").path
    private static let microwave = StatechartTests.folder.appendingPathComponent("microwave.scxml").path
    private static let toggle = """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" initial="off">
          <state id="off"><transition event="push" target="on"><log expr="'click'"/></transition></state>
          <state id="on"><transition event="push" target="off"><log expr="'clack'"/></transition></state>
        </scxml>
        """

    @Test func testsRunAsExpected() throws {
        let folder = try TemporaryFolder()
        let lines = try Tool.run("statechart", "tests", Self.crossing)
        #expect(lines.status == 0 && lines.lines == ["east.car +10000 north.car +20000"])
        let path = folder.path("tests")
        let written = try Tool.run("statechart", "tests", Self.microwave, "--method", "pairs", "--expect", path)
        #expect(written.status == 0 && written.output.isEmpty)
        let files = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(!files.isEmpty && files.allSatisfy { $0.hasSuffix(".expect.ndjson") })
        for file in files {
            let run = try Tool.run("statechart", "run", Self.microwave, "--expect", path + "/" + file)
            #expect(run.status == 0, "\(run.errors)")
        }
        let again = try Tool.run("statechart", "tests", Self.microwave, "--expect", path)
        #expect(again.status == 2 && again.errors.contains("exists"))
    }

    @Test func testsAreJSONAndSwift() throws {
        let json = try Tool.run("statechart", "tests", "-", "--method", "wp", "--json", input: Self.toggle)
        #expect(json.lines.first?.hasPrefix(#"{"arguments": ["push", "push"#) == true, "\(json.lines)")
        #expect(json.lines.first?.contains(#""outputs": ["click"]"#) == true)
        let folder = try TemporaryFolder()
        let path = folder.path("ToggleTests.swift")
        let swift = try Tool.run("statechart", "tests", Self.crossing, "--swift", path)
        #expect(swift.status == 0)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("@Suite struct CrossingTests {"))
        #expect(text.contains(#"Step("east.car", states: ["NorthRed", "EastGreen"]),"#))
    }

    @Test func missingPartsAreTold() throws {
        let login = StatechartTests.folder.appendingPathComponent("login.scxml").path
        let outcome = try Tool.run("statechart", "tests", login, "--method", "states")
        #expect(outcome.status == 0 && outcome.errors.contains("no test reaches the state 'LoggedIn'"))
        #expect(outcome.errors.contains("without a known value"))
    }

    @Test func guardsHaveAnswers() throws {
        let chart = Self.toggle.replacingOccurrences(
            of: #"event="push" target="off""#, with: #"event="push" cond="open" target="off""#)
        let missing = try Tool.run("statechart", "tests", "-", input: chart)
        #expect(missing.lines == ["push"] && missing.errors.contains("no test reaches the transition on#1"))
        let open = try Tool.run("statechart", "tests", "-", "--guard", "open=true", input: chart)
        #expect(open.lines == ["push push"] && !open.errors.contains("no test"))
        #expect(try Tool.run("statechart", "tests", "-", "--guard", "open", input: chart).status == 2)
    }

    @Test func optionsThatDoNotFit() throws {
        for (options, text) in [
            (["--extra-states", "1"], "--extra-states belongs to --method w and wp"),
            (["--random", "2", "--extra-states", "1"], "--extra-states belongs to --method w and wp"),
            (["--length", "3"], "--length belongs to random walks"),
            (["--seed", "3"], "--seed belongs to random walks"),
            (["--random", "2", "--method", "wp"], "leave one of them out"),
        ] {
            let outcome = try Tool.start(["statechart", "tests", Self.crossing] + options).finish()
            #expect(outcome.status == 2 && outcome.errors.contains(text), "\(outcome)")
        }
        let chart = Self.toggle.replacingOccurrences(
            of: #"event="push" target="off""#, with: #"event="push" cond="open" target="off""#)
        let outcome = try Tool.run("statechart", "tests", "-", "--guard", "opne=true", input: chart)
        #expect(
            outcome.status == 0
                && outcome.errors.contains("no condition names the guard 'opne'; did you mean open?"), "\(outcome)")
    }

    @Test func chartsAreCompared() throws {
        let folder = try TemporaryFolder()
        let (first, second) = (folder.path("first.scxml"), folder.path("second.scxml"))
        try Self.toggle.write(toFile: first, atomically: true, encoding: .utf8)
        let other = Self.toggle.replacingOccurrences(of: "clack", with: "click")
        try other.write(toFile: second, atomically: true, encoding: .utf8)
        let same = try Tool.run("statechart", "equivalent", first, first)
        #expect(same.status == 0 && same.lines.first?.hasPrefix("equivalent: ") == true)
        let outcome = try Tool.run("statechart", "equivalent", first, second, "--json")
        #expect(outcome.status == 1)
        #expect(
            outcome.lines == [
                #"{"answer": false, "events": ["push", "push"], "first": ["clack"], "second": ["click"], "confirmed": true}"#
            ])
        let silent = try Tool.run("statechart", "equivalent", Self.crossing, Self.crossing)
        #expect(silent.status == 0 && silent.errors.contains("--effects states"))
        let wrong = try Tool.run("statechart", "equivalent", first, second, "--effects", "colors")
        #expect(wrong.status == 2 && wrong.errors.contains("Unknown effect 'colors'"))
    }

    @Test func chartsAreMealyMachines() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("microwave.dot")
        let outcome = try Tool.run("statechart", "flatten", Self.microwave, "--mealy", "-o", path)
        #expect(outcome.status == 0)
        let run = try Tool.run("machine", "run", path, "start", "open")
        #expect(run.lines == ["start/- Cooking.Three+Closed+Dark", "open/heater=off Idle+Open+Lit"])
        #expect(try Tool.run("statechart", "flatten", Self.microwave, "--mealy", "--to", "jff").status == 2)
        #expect(try Tool.run("statechart", "flatten", Self.microwave, "--effects", "states").status == 2)
    }

    @Test func statesThatNothingTellsApart() throws {
        let chart = Self.toggle.replacingOccurrences(of: "clack", with: "click")
        let outcome = try Tool.run("statechart", "analyze", "-", "--indistinguishable", input: chart)
        #expect(outcome.status == 1)
        #expect(
            outcome.lines.first
                == "indistinguishable: no event and no timer tells the states off, on apart; after push")
    }
}
