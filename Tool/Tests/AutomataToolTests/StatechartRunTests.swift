import Foundation
import Testing

@Suite struct StatechartRunTests {
    private static let lights = StatechartTests.lights

    /// Charts that never come to rest.
    private static let loops = """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:automata="urn:automata:statechart" version="1.0">
          <state id="a"><transition event="go" target="b"/><transition event="zero" target="z"/></state>
          <state id="b"><onentry><raise event="x"/></onentry><transition event="x" target="b"/></state>
          <state id="z"><transition automata:after="0s" target="z"/></state>
        </scxml>
        """

    /// A counter whose guards and actions can fail.
    private static let counter = """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:automata="urn:automata:statechart" version="1.0"
               datamodel="automata">
          <datamodel><data id="n" expr="0"/></datamodel>
          <state id="a">
            <transition event="add" cond="_event.data.by &gt; 0">
              <assign location="n" expr="n + _event.data.by"/><log label="n" expr="n"/><automata:perform name="beep"/>
            </transition>
            <transition event="divide"><assign location="n" expr="n / _event.data"/></transition>
            <transition event="free" automata:guard="isFree" target="b"/>
            <transition event="wait.*" target="b"/>
            <transition automata:after="1ms" cond="n &gt; 100" target="b"/>
          </state>
          <state id="b" automata:defer="add"><transition automata:after="20ms" target="end"/></state>
          <final id="end"/>
        </scxml>
        """

    @Test func configurationsForPrograms() throws {
        let start = try Tool.run("statechart", "run", Self.lights, "--json")
        #expect(start.status == 0 && start.output == "[\"Red\"]\n" && start.errors.isEmpty)
        let run = try Tool.run(
            "statechart", "run", Self.lights, "+3000", "button", "+1000", "button", "+2000", "--json")
        #expect(run.lines == ["[\"Red\"]", "[\"Green\"]", "[\"Paused\"]", "[\"Paused\"]", "[\"Green\"]", "[\"Blue\"]"])
        let login = try Tool.run(
            "statechart", "run", StatechartTests.folder.appendingPathComponent("login.scxml").path, "--json",
            "email={\"user\": \"a\", \"host\": \"b\"}", "password=\"12345\"")
        #expect(
            login.lines == [
                #"["EmailInvalid", "PasswordInvalid", "Disabled"]"#, #"["EmailValid", "PasswordInvalid", "Disabled"]"#,
                #"["EmailValid", "PasswordValid", "Enabled"]"#,
            ])
        // The last configuration stays after the end.
        let ended = try Tool.run(
            "statechart", "run", StatechartTests.folder.appendingPathComponent("tiktok.scxml").path, "x", "+1", "--json"
        )
        #expect(ended.output == "[\"Done\"]\n[\"Done\"]\n[\"Done\"]\n" && ended.errors.isEmpty)
    }

    @Test func configurationsForPeople() throws {
        let folder = try TemporaryFolder()
        try folder.write("c.scxml", Self.counter)
        let run = try Tool.run(
            "statechart", "run", "c.scxml", "add={\"by\": 2}", "nothing", "wait.long", "add=1", "+20", in: folder)
        #expect(run.status == 0)
        #expect(
            run.output == """
                start: a
                  log n: 2
                  perform beep
                add: a
                nothing: a (ignored)
                wait.long: b
                add: b (deferred)
                +20: end (ended)

                """)
        #expect(run.errors == "c.scxml: note: no transition reacts to 'nothing'\n")
    }

    @Test func failuresAreTold() throws {
        let folder = try TemporaryFolder()
        try folder.write("c.scxml", Self.counter)
        let run = try Tool.run("statechart", "run", "c.scxml", "add", "add", "divide=0", "free", "fre", in: folder)
        #expect(run.status == 0)
        #expect(
            run.errors == """
                c.scxml: note: a: the condition '_event.data.by > 0' doesn't hold: null has no member 'by'; only records have members
                c.scxml: note: a: 'n' isn't assigned: 0 can't be divided by zero
                c.scxml: note: a: the guard 'isFree' is false here, because a program implements it; to test it, add --guard 'isFree=true'
                c.scxml: note: no transition reacts to 'fre'; did you mean free?

                """)
    }

    @Test func failuresAreToldWithTheirStates() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "c.json",
            """
            {"format": "statechart", "variables": {"n": 0}, "states": [{"name": "a", "transitions": [
              {"on": "log", "do": [{"log": "", "value": "x"}]},
              {"on": "choose", "do": [{"choose": [{"when": "n", "do": []}]}]}]}]}
            """)
        let run = try Tool.run("statechart", "run", "c.json", "log", "choose", "2=1+1", "30000", in: folder)
        #expect(
            run.errors == """
                c.json: note: a: a value isn't logged: the variable 'x' has no value
                c.json: note: a: the condition 'n' doesn't hold: a condition must be true or false, not a number
                c.json: note: no transition reacts to '2'; to let time pass, write +2
                c.json: note: no transition reacts to '30000'; to let time pass, write +30000

                """, "\(run.errors)")
    }

    @Test func steps() throws {
        let folder = try TemporaryFolder()
        try folder.write("c.scxml", Self.counter)
        let run = try Tool.run("statechart", "run", "c.scxml", "wait.1", "+20", "--trace", in: folder)
        #expect(
            run.output
                == """
                0 ms: start
                  enter a
                start: a
                0 ms: wait.1
                  leave a
                  take a → b
                  enter b
                wait.1: b
                20 ms: timer of 20 ms
                  leave b
                  take b → end
                  enter end
                +20: end (ended)

                """)
        let json = try Tool.run("statechart", "run", "c.scxml", "add={\"by\": 1}", "--trace", "--json", in: folder)
        #expect(
            json.lines == [
                #"{"event": "start", "time": 0, "left": [], "taken": [], "entered": ["a"]}"#, #"["a"]"#,
                #"{"event": "add", "time": 0, "left": [], "taken": [{"source": "a", "transition": 0}], "entered": []}"#,
                #"{"log": "n", "value": 1}"#, #"{"perform": "beep"}"#, #"["a"]"#,
            ])
        let tiktok = StatechartTests.folder.appendingPathComponent("tiktok.scxml").path
        let log = try Tool.run("statechart", "run", tiktok, "--trace")
        #expect(log.output.contains("\n  take Tik → Tok\n  enter Tok\n  log count: 1\n0 ms: performTok\n"))
        let microwave = StatechartTests.folder.appendingPathComponent("microwave.scxml").path
        let inner = try Tool.run("statechart", "run", microwave, "start", "+10000", "--trace")
        #expect(
            inner.output.contains("10000 ms: timer of 10000 ms\n  leave Cooking.Three\n  take Cooking.Three → Two\n"))
    }

    /// Each region has states of its own, and is left behind all else in the step that ends it.
    @Test func regionsThatComeAndGo() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "cafe.json",
            """
            {"format": "statechart",
             "submachines": [{"name": "Table", "transitions": [{"on": "close", "to": "Gone"}],
                              "states": [{"name": "Free"}, {"name": "Gone", "kind": "final"}]}],
             "states": [{"name": "Cafe", "kind": "regions", "submachine": "Table",
                         "transitions": [{"on": "add", "do": [{"addRegion": "Cafe"}]}]}]}
            """)
        let run = try Tool.run("statechart", "run", "cafe.json", "add", "add", "--json", in: folder)
        #expect(run.lines == [#"["Cafe"]"#, #"["Cafe.Free"]"#, #"["Cafe.Free", "Cafe.Free"]"#])
        let trace = try Tool.run("statechart", "run", "cafe.json", "add", "close", "--trace", in: folder)
        #expect(
            trace.output.hasSuffix(
                """
                0 ms: close
                  leave Cafe.Free
                  leave Cafe.Table
                  take Cafe.Table → Gone
                  enter Cafe.Table
                  enter Cafe.Gone
                  leave Cafe.Gone
                  leave Cafe.Table
                close: Cafe

                """), "\(trace.output)")
        try folder.write("e.ndjson", "{\"event\": \"add\"}\n{\"event\": \"add\", \"configuration\": [\"Cafe.Free\"]}\n")
        #expect(try Tool.run("statechart", "run", "cafe.json", "--expect", "e.ndjson", in: folder).status == 1)
        let info = try Tool.run("statechart", "info", "cafe.json", in: folder)
        #expect(info.lines.last == "not flattened  as the chart has dynamic regions")
    }

    @Test func eventsFromAFile() throws {
        let folder = try TemporaryFolder()
        try folder.write("events", "# The lights are green.\nbutton\r\n\n+1000\n#button\nbutton")
        let file = try Tool.run("statechart", "run", Self.lights, "+3000", "--events", "events", "--json", in: folder)
        #expect(file.lines == ["[\"Red\"]", "[\"Green\"]", "[\"Paused\"]", "[\"Paused\"]", "[\"Green\"]"])
        let input = try Tool.run("statechart", "run", Self.lights, "--events", "-", "--json", input: "button\n")
        #expect(input.lines == ["[\"Red\"]", "[\"Paused\"]"])
        let chart = try String(contentsOfFile: Self.lights, encoding: .utf8)
        #expect(try Tool.run("statechart", "run", "-", "button", "--json", input: chart).lines == input.lines)
        try folder.write("damaged", "button\nbutton=[\n")
        let damaged = try Tool.run("statechart", "run", Self.lights, "--events", "damaged", "--json", in: folder)
        #expect(damaged.status == 2 && damaged.lines == input.lines)
        #expect(damaged.errors.hasPrefix("damaged:2: error: the data of 'button' is neither JSON nor an expression"))
        let long = try Tool.shell(
            "head -c 3000000 /dev/zero | automata statechart run '\(Self.lights)' --events - >/dev/null", in: folder)
        #expect(long.status == 2 && long.errors == "-:1: error: the line is longer than 1 MiB; shorten its data\n")
    }

    /// Real time passes at least as long as it should, however busy the machine is.
    @Test func realTime() throws {
        let folder = try TemporaryFolder()
        try folder.write("c.scxml", Self.counter)
        let run = try Tool.run("statechart", "run", "c.scxml", "wait", "+100", "--real-time", in: folder)
        // On a busy machine the first timer fires before the event comes.
        let lines = run.lines.filter { $0 != "1 ms: a" }
        try #require(lines.count == 4)
        #expect(lines[1] == "wait: b" && lines[2].hasSuffix(" ms: end (ended)") && lines[3] == "+100: end (ended)")
        let input = try Tool.run("statechart", "run", Self.lights, "--real-time", "--events", "-", "--json", input: "")
        #expect(input.lines == ["[\"Red\"]"])
    }

    // MARK: - Wrong arguments

    @Test(arguments: [
        ("a b", "invalid event name 'a b'; remove the space"), ("a b=1", "invalid event name 'a b'; remove the space"),
        ("", "an event needs a name; write a name"), ("=1", "an event needs a name; write a name"),
        ("+", "'+' isn't a time"),
        ("+1e3", "'+1e3' isn't a time"), ("+-1", "'+-1' isn't a time"),
        ("+9999999999999", "isn't a time; write + and up to 10¹² milliseconds"),
        ("a=alice", "of constants: the variable 'alice' has no value; write a text in quotes"),
        ("a={", "the data of 'a' is neither JSON nor an expression of constants: column 2: "),
        ("a=", "the data of 'a' is neither JSON nor an expression of constants: column 1: "),
        ("a=" + String(repeating: "[", count: 100_000), "the data of 'a' is neither JSON nor"),
    ]) func argumentsThatAreNone(argument: String, message: String) throws {
        let outcome = try Tool.run("statechart", "run", Self.lights, argument)
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("automata: error: ") && outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func loopsEnd() throws {
        let folder = try TemporaryFolder()
        try folder.write("l.scxml", Self.loops)
        for (arguments, place) in [(["go"], "after 'go'"), (["zero", "+1"], "after '+1', at 0 ms")] {
            let outcome = try Tool.start(["statechart", "run", "l.scxml"] + arguments, in: folder).finish()
            #expect(outcome.status == 2 && outcome.lines.first == "start: a")
            #expect(outcome.errors.hasPrefix("l.scxml: error: \(place): one event led to more than 10000 steps; "))
            let trace = try Tool.start(["statechart", "run", "l.scxml", "--trace"] + arguments, in: folder).finish()
            #expect(trace.lines.count { $0.hasPrefix("  enter ") } > 10_000)
        }
        try folder.write("f.scxml", Self.loops.replacing("event=\"go\"", with: "cond=\"true\""))
        let start = try Tool.run("statechart", "run", "f.scxml", in: folder)
        #expect(start.status == 2 && start.errors.hasPrefix("f.scxml: error: at the start: one event led to more"))
    }

    @Test func timersWithoutEndAreGivenUp() throws {
        let folder = try TemporaryFolder()
        try folder.write("l.scxml", Self.loops.replacing("0s", with: "1ms"))
        let outcome = try Tool.run(
            "statechart", "run", "l.scxml", "zero", "+999999999999", "--timeout", "0.2", in: folder)
        #expect(
            outcome.status == 2
                && outcome.errors == "l.scxml: error: not finished within 0.2 s; --timeout raises the limit\n")
        // On a busy machine the time is up before that is printed.
        #expect("start: a\nzero: z\n".hasPrefix(outcome.output))
    }

    @Test func readersThatGoAway() throws {
        let folder = try TemporaryFolder()
        try folder.write("events", String(repeating: "button\n", count: 50_000))
        let outcome = try Tool.shell(
            "automata statechart run '\(Self.lights)' --events events --json | read -r line; echo ${PIPESTATUS[0]}",
            in: folder)
        #expect(outcome.output == "141\n" && outcome.errors.isEmpty)
        let full = try Tool.shell("automata statechart run '\(Self.lights)' >/dev/full")
        #expect(full.status == 2 && full.errors.contains("can't write to standard output: No space left on device"))
    }

    // MARK: - Expectations

    @Test(arguments: StatechartTests.examples) func examplesDoAsExpected(name: String) throws {
        let folder = try TemporaryFolder()
        let chart = StatechartTests.folder.appendingPathComponent(name + ".scxml").path
        let expectations = StatechartTests.folder.appendingPathComponent(name + ".expect.ndjson")
        let lines = try String(contentsOf: expectations, encoding: .utf8).split(separator: "\n")
        let outcome = try Tool.run("statechart", "run", chart, "--expect", expectations.path)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.output == "\(lines.count) lines as expected\n")
        // Each line matters: without its states the run fails there.
        for (index, line) in lines.enumerated() {
            var changed = lines.map(String.init)
            let start = try #require(line.firstRange(of: "\"configuration\": ["))
            changed[index] = line[..<start.upperBound] + "\"Nowhere\"]}"
            try folder.write("e.ndjson", changed.joined(separator: "\n"))
            let failed = try Tool.run("statechart", "run", chart, "--expect", "e.ndjson", in: folder)
            #expect(failed.status == 1 && failed.output.isEmpty)
            #expect(failed.errors.hasPrefix("e.ndjson:\(index + 1): error: "))
            #expect(failed.errors.hasSuffix("; the chart has no state 'Nowhere'\n"))
        }
    }

    @Test func differences() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "e.ndjson", "{\"after\": 3000}\n{\"event\": \"button\", \"configuration\": [\"Red\"]}\n{\"x\": 1}\n")
        let outcome = try Tool.run("statechart", "run", Self.lights, "--expect", "e.ndjson", "--json", in: folder)
        #expect(outcome.status == 1)
        #expect(outcome.lines == ["[\"Red\"]", "[\"Green\"]", "[\"Paused\"]"])
        #expect(
            outcome.errors
                == "e.ndjson:2: error: after 'button', at 3000 ms: expected [\"Red\"], found [\"Paused\"]\n")
        // The order of regions doesn't matter.
        let login = StatechartTests.folder.appendingPathComponent("login.scxml").path
        let line = #"{"configuration": ["Disabled", "EmailInvalid", "PasswordInvalid"]}"#
        try folder.write("o.ndjson", "# At first\n\(line)")
        let one = try Tool.run("statechart", "run", login, "--expect", "o.ndjson", in: folder)
        #expect(one.status == 0 && one.output == "1 line as expected\n")
    }

    @Test(arguments: ["", "\n", "# none\n\n"]) func nothingIsExpected(text: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("e.ndjson", text)
        let outcome = try Tool.run("statechart", "run", Self.lights, "--expect", "e.ndjson", in: folder)
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        let message = "e.ndjson: error: the file has no expectations; write lines such as {\"event\""
        #expect(outcome.errors.hasPrefix(message))
    }

    @Test(arguments: [
        ("{", "1:2: error: this line isn't JSON"), ("[1]", "1: error: expected a JSON object"),
        ("xx", "1: error: this line isn't JSON"),
        ("{\"evnt\": \"a\"}", "1: error: unknown key 'evnt'; expected one of"),
        ("{\"after\": -1}", "1: error: invalid 'after'"), ("{\"after\": \"3s\"}", "1: error: invalid 'after'"),
        ("{\"event\": 3}", "1: error: invalid 'event'"),
        ("{\"event\": \"\"}", "1: error: an event needs a name; write a name"),
        ("{\"data\": 3}", "1: error: 'data' needs an 'event'"),
        ("{}\n{\"configuration\": \"Red\"}", "2: error: invalid 'configuration'"),
        ("{\"configuration\": [1]}", "1: error: invalid 'configuration'"),
        ("{\"event\": \"a\", \"event\": \"b\"}", "1:16: error: this line isn't JSON: duplicate member 'event'"),
    ]) func damagedExpectations(text: String, error: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("e.ndjson", text)
        let outcome = try Tool.run("statechart", "run", Self.lights, "--expect", "e.ndjson", in: folder)
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("e.ndjson:" + error), "\(outcome.errors)")
    }
}
