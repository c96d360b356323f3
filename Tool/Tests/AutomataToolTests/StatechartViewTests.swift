import Foundation
import Testing

/// The API of the page of a running chart.
@Suite struct StatechartViewTests {
    private static func view(_ file: String, in folder: TemporaryFolder) async throws -> RunningEditor {
        try await RunningEditor(file, command: ["statechart", "view"], in: folder)
    }

    private static func step(_ text: String, of run: RunningEditor) async throws -> RunningEditor.Answer {
        try await run.post("step", Array(text.utf8))
    }

    private static func active(_ json: [String: Any]) -> [String] { json["active"] as? [String] ?? [] }

    @Test func runsGoForthAndBack() async throws {
        let run = try await Self.view(StatechartTests.lights, in: try TemporaryFolder())
        defer { run.kill() }
        let start = try await run.get("run")
        #expect(Self.active(start) == ["Red"] && start["canGoBack"] as? Bool == false && start["next"] as? Int == 3000)
        #expect((start["events"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == ["button"])
        #expect(try await Self.active(Self.step("", of: run).json) == ["Green"])
        let paused = try await Self.step("button", of: run).json
        #expect(Self.active(paused) == ["Paused"])
        #expect((paused["trace"] as? [String])?.last?.contains("take Lights → Paused") == true)
        #expect(try await Self.active(run.post("back").json) == ["Green"])
        #expect(try await Self.active(run.post("back").json) == ["Red"])
        #expect(try await run.post("back").status == 422)
        #expect(try await Self.active(Self.step("+5000", of: run).json) == ["Blue"])
        #expect(try await Self.active(run.post("restart").json) == ["Red"])
    }

    /// A step that is tried changes nothing.
    @Test func stepsAreTried() async throws {
        let run = try await Self.view(StatechartTests.lights, in: try TemporaryFolder())
        defer { run.kill() }
        let trial = try await run.get("try?step=button")
        #expect(Self.active(trial) == ["Paused"] && trial["fate"] as? String == "taken")
        #expect(try await run.get("try?step=nothing")["fate"] as? String == "ignored")
        let after = try await run.get("run")
        #expect(Self.active(after) == ["Red"] && after["revision"] as? Int == 0)
    }

    @Test func mistakesAreTold() async throws {
        let run = try await Self.view(StatechartTests.lights, in: try TemporaryFolder())
        defer { run.kill() }
        let answer = try await Self.step("coin=(", of: run)
        #expect(answer.status == 422 && (answer.json["error"] as? String)?.hasPrefix("the data of 'coin' is") == true)
        #expect(try await run.post("nothing").status == 404)
        #expect(try await run.get("run")["revision"] as? Int == 0)
    }

    /// Ten thousand timers end a step.
    @Test func stepsEnd() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "clock.json",
            """
            {"format": "statechart", "name": "clock", "states": [
              {"name": "tick", "transitions": [{"after": "1ms", "to": "tock"}]},
              {"name": "tock", "transitions": [{"after": "1ms", "to": "tick"}]}]}
            """)
        let run = try await Self.view("clock.json", in: folder)
        defer { run.kill() }
        let answer = try await Self.step("+1000000000", of: run).json
        #expect(answer["time"] as? Int == 10_000)
    }

    /// A step that fails after other steps has changed the run, which all pages are told.
    @Test func stepsThatFailAreTold() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "loop.json",
            """
            {"format": "statechart", "name": "loop", "variables": {"n": 0}, "states": [
              {"name": "rest", "transitions": [{"on": "go", "to": "left"}]},
              {"name": "left", "transitions": [{"when": "n >= 0", "to": "right"}]},
              {"name": "right", "transitions": [{"when": "n >= 0", "to": "left"}]}]}
            """)
        let run = try await Self.view("loop.json", in: folder)
        defer { run.kill() }
        let answer = try await Self.step("go", of: run)
        let reason = try #require(answer.json["error"] as? String)
        #expect(answer.status == 422 && reason.hasPrefix("after 'go': one event led to more than"))
        let state = try await run.get("run")
        #expect(state["revision"] as? Int == 1 && state["notes"] as? [String] == [reason])
        #expect(Self.active(state) != ["rest"] && (state["trace"] as? [String])?.last?.contains(reason) == true)
        #expect(try await Self.active(run.post("back").json) == ["rest"])
    }

    /// Scripts that fail, and unknown events, are told on the page, too.
    @Test func problemsAreTold() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "bad.scxml",
            """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">
              <datamodel><data id="f"/></datamodel>
              <state id="s">
                <transition event="bad"><script>nothing.here()</script></transition>
                <transition event="close"><assign location="f" expr="new Proxy({}, {})"/></transition>
                <transition event="open"><assign location="f" expr="1"/></transition>
              </state>
            </scxml>
            """)
        let run = try await Self.view("bad.scxml", in: folder)
        defer { run.kill() }
        func notes(_ json: [String: Any]) -> [String] { json["notes"] as? [String] ?? [] }
        #expect(try await notes(run.get("try?step=bad")).map { $0.hasPrefix("s: a script fails: ") } == [true])
        // Each time, and not only the first one.
        for _ in 0..<2 {
            let state = try await Self.step("bad", of: run).json
            let note = try #require(notes(state).first)
            #expect(note.hasPrefix("s: a script fails: "))
            #expect((state["trace"] as? [String])?.last?.contains("note: \(note)") == true)
        }
        #expect(try await notes(Self.step("bda", of: run).json) == ["no transition reacts to 'bda'; did you mean bad?"])
        #expect(try await Self.step("close", of: run).json["canGoBack"] as? Bool == true)
        let state = try await Self.step("bad", of: run).json
        #expect(state["canGoBack"] as? Bool == false && (state["obstacle"] as? String)?.isEmpty == false)
        #expect(notes(state).first?.hasPrefix("this step and earlier ones can't be taken back: ") == true)
        #expect(try await notes(Self.step("open", of: run).json).isEmpty)
        let last = try await Self.step("bad", of: run).json
        #expect(last["canGoBack"] as? Bool == true && last["obstacle"] as? String == "")
    }

    /// A chart each of whose timers runs a long script.
    private static let slow = """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">
          <datamodel><data id="f" expr="0"/></datamodel>
          <state id="s">
            <onentry><send event="tick" delay="1s"/></onentry>
            <transition event="tick" target="s"><script>for (var i = 0; i &lt; 1000000; i++);</script></transition>
            <transition event="close"><assign location="f" expr="new Proxy({}, {})"/></transition>
          </state>
        </scxml>
        """

    /// Steps that take too long are stopped, and keep nobody from looking at the run.
    @Test func longStepsAreStopped() async throws {
        let folder = try TemporaryFolder()
        try folder.write("slow.scxml", Self.slow)
        let run = try await Self.view("slow.scxml", in: folder)
        defer { run.kill() }
        #expect(
            (try await run.get("try?step=%2B9999000")["error"] as? String)?.hasPrefix("'+9999000' takes longer") == true
        )
        async let step = Self.step("+9999000", of: run)
        async let trial = run.get("try?step=close")
        #expect(try await Self.active(run.get("run")) == ["s"])
        let answer = try await step
        #expect(answer.status == 422 && (answer.json["error"] as? String)?.contains("nothing has changed") == true)
        // It waited for the step.
        #expect(try await trial["fate"] as? String == "taken")
        let after = try await Self.step("+1000", of: run).json
        #expect(after["time"] as? Int == 1000 && (after["trace"] as? [String])?.count == 2)
    }

    /// A run that is stopped and can't go back begins anew.
    @Test func stoppedRunsAreRestarted() async throws {
        let folder = try TemporaryFolder()
        try folder.write("slow.scxml", Self.slow)
        let run = try await Self.view("slow.scxml", in: folder)
        defer { run.kill() }
        #expect(try await Self.step("close", of: run).status == 200)
        let reason = try #require(try await Self.step("+9999000", of: run).json["error"] as? String)
        #expect(reason.hasSuffix("and was stopped; restart the run, as this step can't be taken back"))
        let state = try await run.get("run")
        #expect(state["notes"] as? [String] == [reason] && state["canGoBack"] as? Bool == false)
        #expect(try await Self.step("close", of: run).json["error"] as? String == "the run was stopped; restart it")
        #expect(try await Self.active(run.post("restart").json) == ["s"])
        #expect(try await Self.step("+1000", of: run).json["time"] as? Int == 1000)
    }

    @Test func chartsThatCannotRunAreRefused() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "a.json",
            #"{"format": "statechart", "name": "a", "states": [{"name": "s", "transitions": [{"on": "e", "to": "t"}]}]}"#
        )
        let outcome = try Tool.run("statechart", "view", "a.json", "--no-open", in: folder)
        #expect(outcome.status == 2 && outcome.errors.contains("'t'"), "\(outcome.errors)")
    }
}
