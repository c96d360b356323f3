import Foundation
import Testing

@Suite struct StatechartTests {
    static let folder = Tool.examples.appendingPathComponent("statecharts")
    static let examples = ["login", "microwave", "payment", "tiktok", "traffic-lights", "vending"]
    static let lights = folder.appendingPathComponent("traffic-lights.scxml").path

    private static func scxml(_ content: String, _ attributes: String = "") -> String {
        """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:automata="urn:automata:statechart"
               version="1.0" datamodel="automata"\(attributes)>\(content)</scxml>
        """
    }

    /// A chart with four mistakes in two states.
    private static let wrong = scxml(
        """
        <state id="a"><transition event="go" target="b"/><transition event="go" target="c"/>
          <state id="d"><transition target="e"/></state></state>
        """)

    private func objects(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map { line in
            try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    // MARK: - check

    @Test func examplesAreListedAndOK() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
        #expect(files == Self.examples.flatMap { ["\($0).expect.ndjson", "\($0).scxml"] }.sorted())
        let outcome = try Tool.run("statechart", "check", Self.folder.path)
        #expect(outcome.status == 0)
        #expect(outcome.lines == Self.examples.map { "\(Self.folder.path)/\($0).scxml: ok" })
        #expect(outcome.errors.isEmpty)
    }

    @Test func findingsAreLines() throws {
        let folder = try TemporaryFolder()
        try folder.write("wrong.scxml", Self.wrong)
        let outcome = try Tool.run("statechart", "check", "wrong.scxml", in: folder)
        #expect(outcome.status == 2)
        #expect(
            outcome.lines == [
                "wrong.scxml:2:43: error: a: unknown target 'b'; add the state or correct the name",
                "wrong.scxml:2:43: error: a: unknown target 'c'; add the state or correct the name",
                "wrong.scxml:3:3: error: a/d: unknown target 'e'; add the state or correct the name",
            ])
        #expect(outcome.errors.isEmpty)
    }

    @Test func warningsDontFail() throws {
        let folder = try TemporaryFolder()
        let chart = Self.scxml(
            """
            <state id="a"><transition event="go" cond="cuont &gt; 0 &amp;&amp; In('x')" target="a"/></state>
            <state id="b"><onentry>
              <foreach array="[1]" item="i"><assign location="n" expr="i"/></foreach></onentry></state>
            """)
        try folder.write("a.scxml", chart)
        let outcome = try Tool.run("statechart", "check", "a.scxml", in: folder)
        #expect(outcome.status == 0)
        #expect(
            outcome.lines == [
                "a.scxml:2:43: warning: a: unknown state 'x'; correct the name",
                "a.scxml:2:43: warning: a: unknown variable 'cuont'; declare it or correct the name",
                "a.scxml:3:1: warning: b: no transition enters the state; add a transition, or remove the state",
                "a.scxml:3:1: warning: b: unknown variable 'n'; declare it or correct the name",
            ])
        let declared = chart.replacing(
            "<state id=\"a\">", with: "<state id=\"x\"/><state id=\"a\">", maxReplacements: 1
        )
        .replacing("cuont &gt; 0", with: "defined(cuont)")
        try folder.write("b.scxml", declared)
        let fewer = try Tool.run("statechart", "check", "b.scxml", in: folder)
        #expect(fewer.lines.filter { $0.contains("unknown variable") }.count == 1)
    }

    @Test func damagedTextsHaveTheirPlace() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "a.scxml", "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" version=\"1.0\">\n  <stat/>\n</scxml>")
        try folder.write("b.json", "{\"format\": \"statechart\",\n \"states\": [{\"nam\": 1}]}")
        try folder.write("c.json", "")
        let outcome = try Tool.run("statechart", "check", "a.scxml", "b.json", in: folder)
        #expect(outcome.status == 2)
        #expect(outcome.lines.count == 2)
        #expect(
            outcome.lines[0].hasPrefix("a.scxml:2:3: error: ") && outcome.lines[1].hasPrefix("b.json:2:14: error: "))
        let run = try Tool.run("statechart", "run", "b.json", in: folder)
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("b.json:2:14: error: "))
        let empty = try Tool.run("statechart", "check", "c.json", "-", input: "what", in: folder)
        #expect(empty.status == 2)
        #expect(
            empty.errors.contains(
                "-: error: can't detect the format from the name or the content; choose a format with --from"))
    }

    @Test func findingsForPrograms() throws {
        let folder = try TemporaryFolder()
        try folder.write("charts/wrong.scxml", Self.wrong)
        try folder.write("charts/below/bad.json", "{")
        try folder.write("charts/notes.txt", "no chart")
        let outcome = try Tool.run("statechart", "check", "charts", Self.lights, "--json", in: folder)
        #expect(outcome.status == 2)
        let files = try objects(outcome.output)
        #expect(files.map { $0["file"] as? String } == ["charts/below/bad.json", "charts/wrong.scxml", Self.lights])
        #expect(files.map { $0["ok"] as? Bool } == [false, false, true])
        let findings = try files.map { try #require($0["findings"] as? [[String: Any]]) }
        #expect(findings.map(\.count) == [1, 3, 0])
        #expect(findings[0][0]["line"] as? Int == 1 && findings[0][0]["path"] is NSNull)
        #expect(findings[1][2]["path"] as? [String] == ["a", "d"] && findings[1][2]["line"] as? Int == 3)
        #expect(findings[1].allSatisfy { $0["severity"] as? String == "error" })
    }

    @Test func oneBadFileDoesNotStopTheOthers() throws {
        let outcome = try Tool.run("statechart", "check", "/nonexistent.scxml", Self.lights, "--keep-going")
        #expect(outcome.status == 2)
        #expect(outcome.output == "\(Self.lights): ok\n")
        #expect(outcome.errors.hasPrefix("/nonexistent.scxml: error: can't open: No such file or directory\n"))
    }

    /// Texts that are made to be expensive are refused, or read in their time.
    @Test func hostileTexts() throws {
        let folder = try TemporaryFolder()
        let deep = String(repeating: "<state>", count: 100_000) + String(repeating: "</state>", count: 100_000)
        try folder.write("deep.scxml", Self.scxml(deep))
        try folder.write("wide.scxml", Self.scxml(String(repeating: "<state/>", count: 140_000)))
        try folder.write("brackets.json", String(repeating: "[", count: 1_000_000))
        try folder.write("names.scxml", Self.scxml("<state id='a&#1;'/>"))
        let outcome = try Tool.run(
            "statechart", "check", "brackets.json", "deep.scxml", "names.scxml", "wide.scxml", in: folder)
        #expect(outcome.status == 2 && !outcome.wasKilled)
        #expect(outcome.lines.count == 4, "\(outcome.output.prefix(1000))")
        #expect(
            outcome.lines.last
                == "wide.scxml:1:1: error: the chart: there are more than 131072 states, including those of submachines; divide the chart"
        )
    }

    /// However long a text is, or without an end, 16 MiB of it are read at most.
    @Test(.timeLimit(.minutes(1))) func textsWithoutEnd() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.scxml", Self.scxml(""))
        let error = "the text is longer than 16777216 bytes; divide the chart"
        let outcome = try Tool.shell(
            """
            truncate -s 1G sparse.scxml; mkfifo pipe.scxml
            automata statechart check a.scxml sparse.scxml --keep-going; echo $?
            automata statechart check - <sparse.scxml; echo $?
            yes '<state>' | automata statechart check -; echo $?
            yes ' ' | automata statechart check /dev/stdin --json; echo $?
            yes '<!-- a -->' >pipe.scxml & automata statechart check pipe.scxml; echo $?
            yes '<state>' | automata statechart run -; echo $?
            """, in: folder)
        #expect(
            outcome.lines == [
                "a.scxml: ok", "sparse.scxml: error: \(error)", "2",
                "-: error: \(error)", "2", "-: error: \(error)", "2",
                "{\"file\": \"/dev/stdin\", \"ok\": false, \"findings\": [{\"severity\": \"error\", \"line\": null, "
                    + "\"column\": null, \"path\": null, \"message\": \"\(error)\"}]}",
                "2", "pipe.scxml: error: \(error)", "2", "2",
            ])
        #expect(outcome.errors.contains("-: error: \(error)"), "\(outcome.errors)")
    }

    // MARK: - generate

    @Test func chartsBecomeProgramsInC() throws {
        let folder = try TemporaryFolder()
        #expect(try Tool.run("statechart", "generate", Self.lights, "-o", "lights.h", in: folder).status == 0)
        let header = try folder.read("lights.h")
        #expect(header.contains("traffic_lights_send(traffic_lights *machine, traffic_lights_event event)"))
        #expect(try Tool.run("statechart", "generate", Self.lights, in: folder).output == header)
        let swift = try Tool.run("statechart", "generate", Self.lights, "--to", "swift", in: folder)
        #expect(swift.output.contains("public protocol TrafficLightsActions: AnyObject {"))
        let vending = Self.folder.appendingPathComponent("vending.scxml").path
        let refused = try Tool.run("statechart", "generate", vending, in: folder)
        #expect(refused.status == 2)
        #expect(refused.errors.contains("generated code can't invoke charts; make the invoked chart a submachine"))
        #expect(refused.errors.contains("vending.scxml:"))
        let invocation = "<invoke src=\"x.scxml\"/>"
        let states = ["a", "b"].map { "<state id=\"\($0)\">\(invocation)</state>" }.joined()
        try folder.write("two.scxml", Self.scxml(states))
        let both = try Tool.run("statechart", "generate", "two.scxml", in: folder)
        #expect(both.errors.split(separator: "\n").count { $0.contains("can't invoke charts") } == 2, "\(both.errors)")
        #expect(!both.errors.contains("check lists them"))
        let ending = try Tool.run("statechart", "generate", Self.lights, "-o", "lights.py", in: folder)
        #expect(ending.status == 2)
        #expect(ending.errors.contains("unknown extension .py for programs; end the name in .h or .swift"))
    }

    @Test func programsHaveTheNameOfTheFileIfTheChartHasNone() throws {
        let folder = try TemporaryFolder()
        try folder.write("Door-1.scxml", Self.scxml("<state id=\"a\"><transition event=\"go\" target=\"a\"/></state>"))
        let output = try Tool.run("statechart", "generate", "Door-1.scxml", in: folder).output
        #expect(output.contains("} door_1_event;"))
    }

    // MARK: - convert

    @Test(arguments: examples) func examplesSurviveConversion(name: String) throws {
        let folder = try TemporaryFolder()
        let original = Self.folder.appendingPathComponent(name + ".scxml").path
        // Another chart invokes this one.
        try folder.write(
            "payment.scxml",
            try String(contentsOf: Self.folder.appendingPathComponent("payment.scxml"), encoding: .utf8))
        #expect(try Tool.run("statechart", "convert", original, "-o", "a.json", in: folder).status == 0)
        #expect(try Tool.run("statechart", "convert", "a.json", "-o", "b.scxml", in: folder).status == 0)
        #expect(
            try Tool.run("statechart", "convert", "b.scxml", "--to", "json", in: folder).output == folder.read("a.json")
        )
        let expectations = Self.folder.appendingPathComponent(name + ".expect.ndjson").path
        for file in ["a.json", "b.scxml"] {
            let run = try Tool.run("statechart", "run", file, "--expect", expectations, in: folder)
            #expect(run.status == 0, "\(file): \(run.errors)")
        }
        #expect(folder.files == ["a.json", "b.scxml", "payment.scxml"])
    }

    @Test func conversionsGoWhereTheyShould() throws {
        let folder = try TemporaryFolder()
        let text = try String(contentsOfFile: Self.lights, encoding: .utf8)
        try folder.write("a.scxml", text)
        let plain = try Tool.run("statechart", "convert", "a.scxml", in: folder)
        #expect(plain.status == 0 && plain.output.hasPrefix("<?xml") && plain.errors.isEmpty)
        let json = try Tool.run("statechart", "convert", "-", "--to", "json", input: text)
        #expect(json.output.hasPrefix("{"))
        for (arguments, error) in [
            (["a.scxml", "-o", "a.scxml"], "a.scxml: error: this is the input; --force replaces it\n"),
            (
                ["a.scxml", "-o", "a.svg"],
                "a.svg: error: unknown extension .svg for statecharts; end the name in .json"
            ),
            (["a.scxml", "-o", "none/a.json"], "none/a.json: error: there is no folder none; mkdir"),
        ] {
            let refused = try Tool.start(["statechart", "convert"] + arguments, in: folder).finish()
            #expect(refused.status == 2 && refused.errors.hasPrefix(error), "\(refused.errors)")
        }
        #expect(folder.files == ["a.scxml"])
        #expect(try Tool.run("statechart", "convert", "a.scxml", "-o", "a.scxml", "--force", in: folder).status == 0)
        #expect(try folder.read("a.scxml") == plain.output)
        let full = try Tool.shell("automata statechart convert a.scxml >/dev/full", in: folder)
        #expect(full.status == 2 && full.errors.contains("No space left on device"))
    }

    @Test func whatAFormatCannotHold() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.json", "{\"format\": \"statechart\", \"states\": [{\"name\": \"a\\u0001b\"}]}")
        let refused = try Tool.run("statechart", "convert", "a.json", "-o", "a.scxml", in: folder)
        #expect(
            refused.status == 2 && refused.errors.hasPrefix("a.json: error: ") && refused.errors.contains("a\\x01b"))
        #expect(folder.files == ["a.json"])
    }

    @Test func otherToolsFormats() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "m.json",
            "{\"initial\": \"a\", \"states\": {\"a\": {\"on\": {\"go\": \"b\"}, \"tags\": []}, \"b\": {\"type\": \"final\"}}}"
        )
        try folder.write("d.puml", "[*] --> a\na --> b : go / ring\n")
        let read = try Tool.run("statechart", "convert", "m.json", "--to", "mermaid", in: folder)
        #expect(read.status == 0 && read.output.hasPrefix("stateDiagram-v2\n"))
        #expect(read.errors == "m.json:1:54: note: 'tags' is left out\n")
        let table = try Tool.run("statechart", "convert", "d.puml", "-o", "t.csv", in: folder)
        #expect(table.status == 0 && table.errors.isEmpty)
        let rows = ["State,Kind,Event,Guard,Actions,Target", ",,initial,,,a", "a,,go,,ring,b", "b,,,,,", ""]
        #expect(try folder.read("t.csv") == rows.joined(separator: "\r\n"))
        try folder.write(
            "v.json",
            "{\"format\": \"statechart\", \"states\": [{\"name\": \"a\"}], \"variables\": {\"n\": 0}}")
        let lossy = try Tool.run("statechart", "convert", "v.json", "--to", "plantuml", in: folder)
        #expect(lossy.errors == "v.json: note: variables are left out or kept as text in plantuml (1)\n")
        #expect(try Tool.run("statechart", "draw", "v.json", "--to", "plantuml", in: folder).errors == lossy.errors)
        #expect(try Tool.run("statechart", "run", "d.puml", "go", in: folder).status == 0)
        #expect(try Tool.run("statechart", "info", "m.json", "--json", in: folder).output.contains("\"xstate\""))
        for (arguments, error) in [
            (["d.puml", "--to", "smcat"], "the format 'smcat' can't be written; name another one"),
            (["d.puml", "--from", "csv"], "the format 'csv' can't be read; name another one"),
        ] {
            let refused = try Tool.start(["statechart", "convert"] + arguments, in: folder).finish()
            #expect(refused.status == 2 && refused.errors.contains(error), "\(refused.errors)")
        }
    }

    // MARK: - info

    @Test func informsAboutExamples() throws {
        let outcome = try Tool.run("statechart", "info", Self.folder.path, "--json")
        #expect(outcome.status == 0)
        let charts = try objects(outcome.output)
        #expect(
            charts.map { $0["name"] as? String } == [
                "Login", "Microwave", "Payment", "TikTok", "TrafficLights", "Vending",
            ])
        #expect(charts.map { $0["states"] as? Int } == [11, 16, 2, 5, 6, 3])
        #expect(charts.map { $0["regions"] as? Int } == [3, 3, 0, 0, 0, 0])
        #expect(charts.map { $0["depth"] as? Int } == [3, 3, 1, 2, 2, 1])
        #expect(charts.map { $0["transitions"] as? Int } == [8, 13, 3, 4, 6, 6])
        #expect(charts[1]["submachines"] as? [String] == ["Countdown"])
        #expect(charts.map { $0["invocations"] as? Int } == [0, 0, 0, 0, 0, 1])
        #expect(charts[5]["language"] as? String == "ecmascript" && charts[4]["language"] as? String == "expressions")
        #expect(
            charts[1]["kinds"] as? [String: Int] == [
                "simple": 9, "composite": 3, "orthogonal": 1, "final": 1, "submachine": 2,
            ])
        #expect(charts[1]["notFlattened"] as? String == "states defer events" && charts[1]["configurations"] is NSNull)
        // A light within Lights, or Paused with the light that was on last.
        #expect(charts[4]["events"] as? [String] == ["button"] && charts[4]["notFlattened"] is NSNull)
        for chart in charts { #expect(chart["runs"] as? Bool == true && chart["tableBytes"] as? Int ?? 0 > 100) }
    }

    @Test func listsForPeople() throws {
        let folder = try TemporaryFolder()
        try folder.write("wrong.scxml", Self.wrong)
        try folder.write(
            "small.json",
            """
            {"format": "statechart", "variables": {"n": 0},
             "states": [{"name": "a", "transitions": [{"on": ["x", "y.*"], "to": "a"}]}]}
            """
        )
        let outcome = try Tool.run("statechart", "info", "small.json", "wrong.scxml", in: folder)
        #expect(outcome.status == 0)
        let lists = outcome.output.split(separator: "\n\n")
        #expect(lists.count == 2)
        let small = lists[0].split(separator: "\n")
        for line in [
            "file            small.json", "states          1: 1 simple", "events          x y", "variables       n",
            "configurations  1, flattened",
        ] { #expect(small.contains { $0 == line }, "\(line) is missing in\n\(lists[0])") }
        #expect(lists[1].contains("\nruns         no; automata statechart check shows why"))
    }
}
