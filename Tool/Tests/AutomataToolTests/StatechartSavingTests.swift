import Foundation
import Testing

/// Runs that are saved, resumed, recorded, replayed and debugged.
@Suite struct StatechartSavingTests {
    private static let lights = StatechartTests.lights

    private static let scripted = """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">
          <datamodel><data id="n" expr="0"/></datamodel>
          <script>function twice(x) { return 2 * x }</script>
          <state id="a"><invoke id="k"><content>
              <scxml version="1.0"><state id="i"><transition event="go" target="j"/></state><state id="j"/></scxml>
            </content></invoke>
            <transition event="add"><script>n = twice(n) + 1</script><log label="n" expr="n + Math.random()"/>
              <send event="go" target="#_k"/></transition>
            <transition event="keep"><script>n = {f: new Proxy({}, {})}</script></transition>
          </state>
        </scxml>
        """

    @Test func runsAreResumed() throws {
        let folder = try TemporaryFolder()
        let save = try Tool.run("statechart", "run", Self.lights, "+4000", "--save", "s.json", in: folder)
        #expect(save.status == 0, "\(save.errors)")
        let resumed = try Tool.run(
            "statechart", "run", Self.lights, "+500", "+500", "button", "--resume", "s.json", "--json", in: folder)
        #expect(
            resumed.lines == [#"["Green"]"#, #"["Green"]"#, #"["Blue"]"#, #"["Paused"]"#], "\(resumed.errors)")
        let again = try Tool.run("statechart", "run", Self.lights, "--save", "s.json", in: folder)
        #expect(again.status == 2 && again.errors.contains("--force replaces it"))
        let same = try Tool.run(
            "statechart", "run", Self.lights, "+1000", "--resume", "s.json", "--save", "s.json", "--force", in: folder)
        #expect(same.status == 0 && same.lines.last == "+1000: Blue", "\(same.errors)")
    }

    @Test func scriptsAndInvokedChartsAreResumed() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.scxml", Self.scripted)
        let whole = try Tool.run(
            "statechart", "run", "a.scxml", "add", "add", "--record", "r.json", "--save", "s.json", in: folder)
        #expect(whole.status == 0, "\(whole.errors)")
        let saved = try folder.read("s.json")
        #expect(saved.contains("\"active\": [\"j\"]") && saved.contains("\"programs\""))
        let replayed = try Tool.run("statechart", "run", "a.scxml", "--replay", "r.json", in: folder)
        #expect(replayed.status == 0 && replayed.output == whole.output, "\(replayed.errors)")
        let refused = try Tool.run(
            "statechart", "run", "a.scxml", "keep", "--resume", "s.json", "--save", "t.json", in: folder)
        #expect(refused.status == 2 && refused.errors.contains("'n.f' is a proxy, which can't be saved; keep its"))
        #expect(!folder.exists("t.json"))
    }

    @Test func anotherVersionIsRefused() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.scxml", Self.scripted)
        _ = try Tool.run("statechart", "run", "a.scxml", "add", "--save", "s.json", "--record", "r.json", in: folder)
        try folder.write(
            "a.scxml", Self.scripted.replacingOccurrences(of: "<state id=\"a\">", with: "<state id=\"b\">"))
        for option in ["--resume", "--replay"] {
            let outcome = try Tool.run(
                "statechart", "run", "a.scxml", option, option == "--resume" ? "s.json" : "r.json", in: folder)
            #expect(outcome.status == 2)
            #expect(
                outcome.errors.contains(
                    "was made with a different version of the chart: the state 'a' is missing; the state 'b' is new; "
                        + "the first change is at a.scxml:"),
                "\(outcome.errors)")
        }
        try folder.write("s.json", "{\"format\": \"statechart-session\", \"version\": 2}")
        let damaged = try Tool.run("statechart", "run", "a.scxml", "--resume", "s.json", in: folder)
        #expect(damaged.status == 2 && damaged.errors.hasPrefix("s.json:1:"), "\(damaged.errors)")
    }

    @Test func differencesFromRecordingsAreTold() throws {
        let folder = try TemporaryFolder()
        _ = try Tool.run("statechart", "run", Self.lights, "+4000", "button", "--record", "r.json", in: folder)
        let text = try folder.read("r.json")
        try folder.write("r.json", text.replacingOccurrences(of: "\"entered\": [\"Paused\"]", with: "\"entered\": []"))
        let outcome = try Tool.run("statechart", "run", Self.lights, "--replay", "r.json", in: folder)
        #expect(
            outcome.status == 1 && outcome.errors.contains("step 3 differs from the recording"), "\(outcome.errors)")
    }

    // MARK: - Debugging

    private static func debug(_ arguments: [String], _ commands: String) throws -> Tool.Outcome {
        try Tool.start(["statechart", "run", lights] + arguments, input: commands).finish()
    }

    @Test func stepsGoForwardAndBack() throws {
        let outcome = try Self.debug(
            ["+3500", "button", "--debug"], "step\nstep\nstep\nback\nback\nshow\nbutton\nstep\nquit\n")
        #expect(
            outcome.lines.filter { !$0.hasPrefix("  log") } == [
                "start: Red", "3000 ms: Green", "+500: Green", "button: Paused", "back: Green", "back: Green",
                "  at 3000 ms: Green", "  next timer at 5000 ms", "button: Paused", "+500: Paused",
            ], "\(outcome.output) \(outcome.errors)")
    }

    @Test(arguments: [
        ("state:Green", "3000 ms: Green"), ("event:button", "button: Paused"), ("transition:Green", "5000 ms: Blue"),
        ("transition:Lights->Paused", "button: Paused"),
    ]) func runsStopAtBreakpoints(place: String, line: String) throws {
        let outcome = try Self.debug(["+5500", "button", "+1", "--break", place], "quit\n")
        #expect(Array(outcome.lines.suffix(2)) == [line, "break at \(place)"], "\(outcome.output) \(outcome.errors)")
        let whole = try Self.debug(["+5500", "button", "+1", "--break", place], "continue\n")
        #expect(whole.lines.last == "+1: Paused", "\(whole.output)")
    }

    @Test(arguments: [
        (["--break", "red"], "invalid breakpoint 'red'"),
        (["--break", "state:Rot"], "unknown state 'Rot' in the breakpoint; fix the name"),
        (["--debug", "--real-time"], "leave out --real-time"), (["--replay", "x", "go"], "leave out others"),
        (["--save", "s", "--record", "s"], "name the same file"),
    ]) func mistakesAreTold(arguments: [String], message: String) throws {
        let outcome = try Self.debug(arguments, "")
        #expect(outcome.status == 2 || outcome.status == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
}
