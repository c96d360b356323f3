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
