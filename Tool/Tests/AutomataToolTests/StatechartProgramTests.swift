import Foundation
import Testing

/// Runs of charts that leave guards, activities and services to a program, and their results.
@Suite struct StatechartProgramTests {
    /// A machine as XState has it, with a guard, a promise, an activity and a result.
    private static let machine = """
        {"id": "m", "initial": "idle", "predictableActionArguments": true, "states": {
          "idle": {"activities": ["beeping"], "on": {"GO": {"target": "busy", "cond": "is ready"}}},
          "busy": {"invoke": {"id": "pay", "src": "payCard", "onDone": "end", "onError": "idle"}},
          "end": {"type": "final", "data": {"code": 7}}}}
        """

    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("m.json", machine)
        return folder
    }

    private static func run(_ arguments: String..., input: String = "") throws -> Tool.Outcome {
        try Tool.start(["statechart", "run", "m.json"] + arguments, input: input, in: folder()).finish()
    }

    @Test func guardsHaveAnswers() throws {
        let refused = try Self.run("GO")
        #expect(
            refused.errors.contains(
                "idle: the guard 'is ready' is false here, because a program implements it; to test it, add "
                    + "--guard 'is ready=true'\n"), "\(refused.errors)")
        #expect(try Self.run("GO", "--guard", "is ready=false").output.hasSuffix("GO: idle (ignored)\n"))
        #expect(try Self.run("GO", "--guard", "is ready=true").output.hasSuffix("GO: busy\n"))
        #expect(
            try Self.run("--guard", "isready=true").errors
                == "m.json: note: no condition names the guard 'isready'; did you mean is ready?\n")
        let invalid = try Self.run("GO", "--guard", "is ready")
        #expect(invalid.status == 2)
        #expect(invalid.errors.contains("invalid guard 'is ready'; write NAME=true or NAME=false"))
    }

    /// Also within expressions, and in charts that are invoked.
    @Test func guardsHaveAnswersInExpressions() throws {
        let folder = try TemporaryFolder()
        let chart = """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">
            <state id="a"><transition cond="isReady &amp;&amp; 1 &lt; 2" target="b"/></state><final id="b"/></scxml>
            """
        try folder.write("kid.scxml", chart)
        try folder.write(
            "c.scxml",
            """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">
            <state id="a"><invoke id="kid" src="kid.scxml"/><transition event="done.invoke.kid" target="b"/></state>
            <state id="b"/></scxml>
            """)
        #expect(try Tool.run("statechart", "run", "c.scxml", in: folder).output == "start: a\n")
        let run = try Tool.run("statechart", "run", "c.scxml", "--guard", "isReady=true", in: folder)
        #expect(run.output == "start: b\n")
    }

    /// The beginning and the end of activities, and the data of the final state.
    @Test func activitiesAndResultsAreShown() throws {
        let run = try Self.run("GO", "xstate.done.actor.pay", "--guard", "is ready=true")
        #expect(
            run.output == """
                  begin beeping
                start: idle
                  end beeping
                GO: busy
                  result {code: 7}
                xstate.done.actor.pay: end (ended)

                """, "\(run.output)")
        #expect(
            run.errors.contains(
                "busy: the invocation 'pay' doesn't begin, because a program implements it; to end it, send "
                    + "done.invoke.pay or error.platform.pay\n"), "\(run.errors)")
        let lines = try Self.run("GO", "done.invoke.pay", "--guard", "is ready=true", "--json", "--trace").lines
        #expect(lines.contains(#"{"begin": "beeping"}"#) && lines.contains(#"{"end": "beeping"}"#), "\(lines)")
        #expect(lines.suffix(2) == [#"{"result": {"code": 7}}"#, #"["end"]"#], "\(lines)")
        #expect(try Self.run("GO", "--json").lines == [#"["idle"]"#, #"["idle"]"#])
    }

    /// Promises end by a click.
    @Test func pagesOfferTheEndsOfServices() async throws {
        let run = try await RunningEditor(
            "m.json", "--guard", "is ready=true", command: ["statechart", "view"], in: Self.folder())
        defer { run.kill() }
        let state = try await run.post("step", Array("GO".utf8)).json
        let events = (state["events"] as? [[String: Any]] ?? []).filter { $0["isExpected"] as? Bool == true }
        #expect(events.compactMap { $0["name"] as? String } == ["done.invoke.pay", "error.platform.pay"])
        #expect((state["notes"] as? [String])?.first?.hasPrefix("busy: the invocation 'pay' doesn't begin") == true)
    }

    // MARK: - Scripts

    private static let scripted = """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">
        <datamodel><data id="volume" expr="5"/><data id="none"/><data id="loop"/></datamodel>
        <script>var tries = {n: [1, 'a']}; loop = {}; loop.own = loop; function f() {} var text = new Array(1000).join('ab');</script>
        <state id="s"><transition event="up"><assign location="volume" expr="volume + 1"/></transition></state></scxml>
        """

    @Test func variablesOfScriptsAreShown() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a.scxml", Self.scripted)
        let run = try Tool.start(
            ["statechart", "run", "a.scxml", "up", "--debug"], input: "step\nshow\n", in: folder
        ).finish()
        let cut = String(repeating: "ab", count: 200).prefix(399)
        #expect(
            run.lines.suffix(6) == [
                "  at 0 ms: s", "  loop = (no value)", "  none = null", "  text = '\(cut)…",
                "  tries = {n: [1, 'a']}", "  volume = 6",
            ], "\(run.output)")
        let page = try await RunningEditor("a.scxml", command: ["statechart", "view"], in: folder)
        defer { page.kill() }
        let variables = try #require(try await page.get("run")["variables"] as? [String: Any])
        #expect(variables.keys.sorted() == ["loop", "none", "text", "tries", "volume"])
        #expect(variables["volume"] as? Int == 5 && variables["text"] as? String == "'\(cut)…")
    }

    // MARK: - What can't run

    /// Files that are missing, and events that only Qt sends.
    @Test func obstaclesAreWarnings() throws {
        let folder = try TemporaryFolder()
        func chart(_ content: String) -> String {
            "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" version=\"1.0\" datamodel=\"ecmascript\">\n\(content)</scxml>"
        }
        try folder.write("kid.scxml", chart("<final id=\"f\"/>"))
        try folder.write("bad.scxml", "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\"><state id=\"a\"></scxml>")
        try folder.write(
            "c.scxml",
            chart(
                """
                <state id="a"><invoke src="kidd.scxml"/><invoke type="player" src="x"/></state>
                <state id="bad"><invoke src="bad.scxml"/></state>
                <state id="b"><invoke src="qrc:/kid.scxml"/><invoke src=":/kid.scxml"/>
                  <onentry><if cond="true"><send event="e" type="qt:signal"/></if><send event="f" type="qt:signal"/></onentry></state>
                """))
        let check = try Tool.run("statechart", "check", "c.scxml", in: folder)
        #expect(
            check.lines.filter { !$0.contains("no transition enters") } == [
                "c.scxml:2:1: warning: a: 'kidd.scxml' can't be read: can't open: No such file or directory; "
                    + "correct the src of the invocation",
                "c.scxml:3:1: warning: bad: bad.scxml:1:64: expected </state> for the element that begins in line 1, "
                    + "found </scxml>; correct the file",
                "c.scxml:4:1: warning: b: 'run' can't send by 'qt:signal': it raises error.execution, and the actions "
                    + "after it don't run; leave the type out, or run the chart in a program that sends by it",
            ], "\(check.output)")
        #expect(check.status == 0)
    }

    @Test func obstaclesAreBounded() throws {
        let folder = try TemporaryFolder()
        let states = (0..<200).map { "<state id=\"s\($0)\"><invoke src=\"no\"/></state>" }
        try folder.write("c.scxml", "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\">\(states.joined())</scxml>")
        let lines = try Tool.run("statechart", "check", "c.scxml", in: folder).lines
        #expect(lines.filter { $0.contains("'no' can't be read") }.count == 100)
        #expect(lines.last?.hasSuffix("other states may have such findings, too; correct these first") == true)
    }

    // MARK: - Events and times

    @Test func timesMayBeSeconds() throws {
        #expect(try Self.run("+1.5s", "+20ms").lines.suffix(2) == ["+1500: idle", "+20: idle"])
        #expect(try Self.run("+64.1s", "+999999999").lines.suffix(2) == ["+64100: idle", "+999999999: idle"])
        #expect(try Self.run("+s").status == 2)
    }

    @Test func breakpointsNeedTransitions() throws {
        for (place, problem) in [("idle->end", "no transition to 'end'"), ("end", "no transition;")] {
            let run = try Self.run("--break", "transition:\(place)")
            #expect(run.status == 2 && run.errors.contains(problem), "\(run.errors)")
        }
        #expect(try Self.run("--break", "transition:idle->busy").status == 0)
    }

    /// Transitions of submachines lead to states that have the owner's name before theirs.
    @Test func breakpointsInSubmachines() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "c.json",
            """
            {"format": "statechart",
             "submachines": [{"name": "sub", "transitions": [{"on": "back", "to": "x"}],
                              "states": [{"name": "x", "transitions": [{"on": "go", "to": "y"}]}, {"name": "y"}]}],
             "states": [{"name": "own", "submachine": "sub"}]}
            """)
        func run(_ place: String) throws -> Tool.Outcome {
            try Tool.run("statechart", "run", "c.json", "go", "--break", "transition:" + place, in: folder)
        }
        let whole = try run("own.x->own.y")
        #expect(whole.output.contains("break at transition:own.x->own.y"), "\(whole.output) \(whole.errors)")
        #expect(try run("own->own.x").status == 0)
        #expect(try run("own.x->own.x").status == 2)
    }

    @Test func unknownEventsOfBreakpointsAreTold() throws {
        let run = try Self.run("--break", "event:G", "--break", "event:done.*", "--break", "event:GO")
        #expect(
            run.errors == "m.json: note: no transition reacts to the event 'G' of the breakpoint; did you mean GO?\n",
            "\(run.errors)")
    }

    @Test func completionEventsOfBreakpointsAreKnown() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "c.json",
            """
            {"format": "statechart", "states": [
             {"name": "c", "states": [{"name": "f", "kind": "final"}], "transitions": [{"completion": true, "to": "d"}]},
             {"name": "d"}]}
            """)
        func run(_ state: String) throws -> String {
            try Tool.run("statechart", "run", "c.json", "--break", "event:done.state." + state, in: folder).errors
        }
        #expect(try run("c") == "")
        #expect(try run("d").contains("no transition reacts to the event 'done.state.d' of the breakpoint"))
    }
}
