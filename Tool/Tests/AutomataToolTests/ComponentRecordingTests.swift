import Foundation
import Testing

/// Recordings of components on the command line.
@Suite struct ComponentRecordingTests {
    @Test func runsAreRecordedAndRepeated() throws {
        let folder = try TemporaryFolder.ofComponents()
        let steps = ["button.fetch", "+1500", "button.fetch", "+5s"]
        let arguments = ["components", "run", "lists.json"] + steps + ["--record", "lists.trace"]
        let recorded = try Tool.start(arguments, in: folder).finish()
        let plain = try Tool.start(Array(arguments.dropLast(2)), in: folder).finish()
        #expect(recorded.status == 0 && recorded.output == plain.output)
        let live = try Tool.start(["components", "trace", "lists.json"] + steps, in: folder).finish()
        let printed = try Tool.run("components", "trace", "--from", "lists.trace", in: folder)
        #expect(printed.status == 0 && printed.output == live.output && printed.lines.count == 9)
        let flow = try Tool.run("components", "trace", "--from", "lists.trace", "--flow", "environment/2", in: folder)
        #expect(flow.output == "1500 ms  environment/2  environment.button > model: fetch\n")
        for (options, count) in [
            (["--part", "debts"], 3), (["--message", "fetched"], 2),
            (["--message", "replies.fetched", "--part", "debts"], 1),
            (["--after", "1.5s"], 4), (["--after", "1.5s", "--before", "1500"], 1), (["--text", "30"], 2),
            (["--kind", "sent"], 8), (["--kind", "lost"], 0), (["--flow", "model/1"], 7),
        ] {
            let shown = try Tool.start(["components", "trace", "--from", "lists.trace"] + options, in: folder).finish()
            #expect(shown.status == 0 && shown.lines.count == count, "\(options): \(shown.output)")
            let same = try Tool.start(["components", "trace", "lists.json"] + steps + options, in: folder).finish()
            #expect(same.output == shown.output)
        }
        for line in [
            "components trace --from lists.trace --flow environment/1 -o flow.svg",
            "components trace --from lists.trace --flow environment/1 -o flow.mmd",
            "components trace --from lists.trace -o all.ndjson",
        ] { #expect(try Tool.run(line: line, in: folder).status == 0) }
        #expect(try folder.read("flow.mmd").hasPrefix("sequenceDiagram\n  actor c0 as environment\n"))
        #expect(try folder.read("all.ndjson").split(separator: "\n").count == 9)
        for mocks in [[], ["--mock", "debts"], ["--mock", "model", "--mock", "debts", "--mock", "expenses"]] {
            let replay = try Tool.start(
                ["components", "run", "lists.json", "--replay", "lists.trace"] + mocks, in: folder
            ).finish()
            #expect(replay.status == 0 && replay.output == "17 events as recorded\n", "\(replay.errors)")
        }
        // A slower service is found, unless it is mocked.
        try folder.write("debts.scxml", folder.read("debts.scxml").replacingOccurrences(of: "1s", with: "3s"))
        let differs = try Tool.run("components", "run", "lists.json", "--replay", "lists.trace", in: folder)
        #expect(differs.status == 2 && differs.output == "")
        #expect(
            differs.errors
                == "lists.trace:7: error: the run differs: expected '1000 ms: #debts/1 debts.timers.due because of "
                + "#model/1', found '2000 ms: #expenses/1 expenses.timers.due because of #model/1'\n",
            "\(differs.errors)")
        let mocked = try Tool.run(
            "components", "run", "lists.json", "--replay", "lists.trace", "--mock", "debts", "--record", "again.trace",
            in: folder)
        #expect(mocked.status == 0)
        #expect(try folder.read("again.trace") == folder.read("lists.trace"))
    }

    @Test func tracesHaveErrors() throws {
        let folder = try TemporaryFolder.ofComponents()
        #expect(try Tool.run(line: "components run expenses.json button.fetch +2s --record t", in: folder).status == 0)
        let text = try folder.read("t")
        try folder.write("cut", String(text.prefix(700)))
        try folder.write("damaged", text.replacingOccurrences(of: "\"handled\"", with: "\"handed\""))
        try folder.write("later", text.replacingOccurrences(of: "\"version\": 1", with: "\"version\": 9"))
        let cut =
            "the trace is cut off here; what comes before it is valid; the program may have crashed, or still run\n"
        let printed = try Tool.run("components", "trace", "--from", "cut", in: folder)
        #expect(
            printed.status == 2 && printed.lines.count == 2 && printed.errors == "cut:6: error: \(cut)", "\(printed)")
        let repeated = try Tool.run("components", "run", "expenses.json", "--replay", "cut", in: folder)
        #expect(repeated.status == 0 && repeated.output == "4 events as recorded\n")
        #expect(repeated.errors == "cut:6: note: \(cut)")
        for (name, error) in [
            ("damaged", "damaged:3: error: unknown event 'handed'\n"),
            (
                "later",
                "later:1: error: the trace has version 9, but this library reads versions up to 1; read it with the version "
                    + "that wrote it\n"
            ),
            (
                "expenses.json",
                "expenses.json:1: error: this isn't a trace of components; expected a first line such as {\"format\": "
                    + "\"component-trace\", \"version\": 1, …}\n"
            ),
            ("/dev/zero", "/dev/zero:1: error: this line is longer than 262144 bytes; --max-memory raises the limit\n"),
        ] {
            for arguments in [["trace", "--from", name], ["run", "expenses.json", "--replay", name]] {
                let outcome = try Tool.start(
                    ["components"] + arguments + ["--max-memory", "1M"], in: folder
                ).finish()
                #expect(outcome.status == 2 && outcome.errors == error, "\(outcome.errors)")
            }
        }
        let full = try Tool.run(
            "components", "run", "expenses.json", "button.fetch", "--record", "/dev/full", in: folder)
        #expect(full.status == 2 && full.errors == "/dev/full: error: can't write: No space left on device\n")
        let exists = try Tool.run("components", "run", "expenses.json", "--record", "t", in: folder)
        #expect(exists.status == 2 && exists.errors.contains("--force"))
        for line in [
            "components run expenses.json --mock model", "components run expenses.json button.fetch --replay t",
            "components run expenses.json --replay - --mock model", "components trace expenses.json --from t",
            "components trace", "components run --replay t", "components trace --from t --after 3 --before 2",
        ] { #expect(try Tool.run(line: line, in: folder).status == 2, "\(line)") }
    }

    @Test func whatTracesDoNotShowIsTold() throws {
        let folder = try TemporaryFolder.ofComponents()
        #expect(try Tool.run(line: "components run expenses.json button.fetch +2s --record t", in: folder).status == 0)
        let none = try Tool.run(line: "components trace --from t --flow nobody/7", in: folder)
        #expect(none.status == 0 && none.errors == "t: note: no event meets the conditions\n", "\(none.errors)")
        var lines = try folder.read("t").split(separator: "\n").map(String.init)
        let sent = try #require(lines.firstIndex { $0.contains("\"sent\"") })
        lines.swapAt(sent, sent + 1)
        try folder.write("swapped", lines.joined(separator: "\n") + "\n")
        for line in ["trace --from swapped", "run expenses.json --replay swapped"] {
            let swapped = try Tool.run(line: "components \(line)", in: folder)
            #expect(swapped.status == 2, "\(line)")
            #expect(
                swapped.errors.hasPrefix("swapped:2: error: the message 'environment/1' is handled before it is sent"),
                "\(swapped.errors)")
        }
        let model = try folder.read("t").replacingOccurrences(of: "[\"model\"", with: "[\"model\", \"model\"")
        try folder.write("twice", model)
        let twice = try Tool.run(line: "components trace --from twice", in: folder)
        #expect(twice.status == 2 && twice.errors.hasSuffix(": error: duplicate part 'model'\n"), "\(twice.errors)")
        // Another number of receivers.
        let text = try folder.read("t").replacingOccurrences(of: "\"receivers\": 1", with: "\"receivers\": 2")
        try folder.write("more", text)
        let more = try Tool.run(line: "components run expenses.json --replay more", in: folder)
        #expect(more.status == 2 && more.errors.hasSuffix(" to 2 receivers, found it to 1\n"), "\(more.errors)")
        let folderError = try Tool.run(line: "components run expenses.json --record .", in: folder)
        #expect(folderError.errors == ".: error: this is a folder; name a file\n")
        // More memory doesn't make deeper values valid.
        let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
        let nested = try folder.read("t").replacingOccurrences(
            of: "\"receivers\": 1", with: "\"body\": \(deep), \"receivers\": 1")
        try folder.write("deep", nested)
        let limit = try Tool.run(line: "components trace --from deep", in: folder)
        #expect(limit.status == 2 && !limit.errors.contains("--max-memory"), "\(limit.errors)")
    }

    @Test func aPictureOfTooMuchIsNotWritten() throws {
        let folder = try TemporaryFolder.ofComponents()
        let header = #"{"format": "component-trace", "version": 1, "seed": 0, "shuffled": false, "parts": ["a"]}"#
        let event = #"{"event": "restarted", "time": 1, "component": "a"}"#
        try folder.write("t", header + "\n" + String(repeating: event + "\n", count: 100_001))
        let outcome = try Tool.run(line: "components trace --from t -o t.svg", in: folder)
        #expect(outcome.status == 2 && outcome.errors.contains("a picture of more than"))
        #expect(!folder.exists("t.svg"))
    }

    @Test func outputsReplaceNoInputs() throws {
        let folder = try TemporaryFolder.ofComponents()
        #expect(try Tool.run(line: "components run lists.json button.fetch +5s --record t", in: folder).status == 0)
        try folder.write("steps", "button.fetch\n")
        let files = try ["lists.json", "debts.scxml", "t", "steps"].map { ($0, try folder.read($0)) }
        for line in [
            "run lists.json --replay t --record t", "run lists.json --replay t --record ./t",
            "run lists.json --record lists.json", "run lists.json --record debts.scxml",
            "run lists.json --events steps --record steps", "trace lists.json button.fetch -o lists.json",
            "trace lists.json --to svg -o debts.scxml", "trace lists.json --events steps --to text -o steps",
            "trace --from t --to text -o t", "draw lists.json --to dot -o lists.json",
            "draw lists.json --to mermaid -o debts.scxml",
        ] {
            let outcome = try Tool.run(line: "components \(line) -f", in: folder)
            #expect(outcome.status == 2 && outcome.errors.hasSuffix("; name another file\n"), "\(outcome.errors)")
        }
        for (name, text) in files { #expect(try folder.read(name) == text) }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP], [false, true])
    func interruptedRunsLeaveTheirRecordings(signal: Int32, replaces: Bool) throws {
        let folder = try TemporaryFolder.ofComponents()
        if replaces { try folder.write("t", "the former one\n") }
        #expect(mkfifo(folder.path("steps"), 0o600) == 0)
        // For both, so that nobody waits for the other end.
        let steps = try #require(FileHandle(forUpdatingAtPath: folder.path("steps")))
        let running = try Tool.start(
            ["components", "run", "expenses.json", "--events", "steps", "--record", "t"] + (replaces ? ["-f"] : []),
            in: folder)
        try steps.write(contentsOf: Data("button.fetch\n+2s\n".utf8))
        // The first line, and ten events.
        func lineCount() -> Int {
            let name = replaces ? folder.files.first { $0.hasSuffix(".tmp") } : "t"
            return (try? folder.read(name ?? "")).map { $0.count { $0 == "\n" } } ?? 0
        }
        let deadline = Date().addingTimeInterval(60)
        while lineCount() < 11, Date() < deadline { usleep(5_000) }
        if replaces { #expect(try folder.read("t") == "the former one\n") }
        kill(running.process.processIdentifier, signal)
        let outcome = try running.finish()
        #expect(outcome.wasKilled && outcome.status == signal)
        #expect(try folder.read("t").hasSuffix("{\"event\": \"interrupted\", \"count\": 10}\n"))
        #expect(try Tool.run(line: "components trace --from t", in: folder).status == 0)
        #expect(try Tool.run(line: "components run expenses.json --replay t", in: folder).status == 0)
        #expect(folder.files.filter { $0.contains(".tmp") } == [])
    }

    @Test func failuresOfReplaysAreTold() throws {
        let folder = try TemporaryFolder.ofComponents()
        let chart = """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" name="a"><state id="s">
              <transition event="in"><send event="out" target="#_out"/><send event="out" target="#_out"/></transition>
            </state></scxml>
            """
        try folder.write("a.scxml", chart)
        try folder.write(
            "a.json",
            """
            {"components": {"a": {"chart": "a.scxml", "in": {"in": "in"}, "out": {"out": "out"}},
                            "b": {"in": {"in": "out"}, "mailbox": 1}},
             "channels": [{"from": "a.out", "to": "b.in"}], "environment": {"in": "a.in"}}
            """)
        #expect(try Tool.run(line: "components run a.json in.in --record t", in: folder).status == 2)
        let replay = try Tool.run(line: "components run a.json --replay t", in: folder)
        #expect(replay.status == 2 && replay.output.hasSuffix(" events as recorded\n"), "\(replay)")
        #expect(replay.errors.contains("note: 'b': failed: the mailbox of 'b' is full at 1 message;"))
    }
}

extension TemporaryFolder {
    /// Returns a folder with the examples of assemblies.
    static func ofComponents() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let examples = Tool.examples.appendingPathComponent("components")
        for name in try FileManager.default.contentsOfDirectory(atPath: examples.path) {
            try folder.write(name, String(contentsOf: examples.appendingPathComponent(name), encoding: .utf8))
        }
        return folder
    }
}
