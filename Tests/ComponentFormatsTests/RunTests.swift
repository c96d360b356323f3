import ComponentFormats
import Components
import Statecharts
import Testing

/// Runs by scripts, and their messages.
struct RunTests {
    @Test func theExamplesDoWhatTheyPromise() throws {
        for name in ["expenses", "lists"] {
            let document = try Files.document("\(name).json")
            #expect(document.warnings == [])
            let run = try ComponentRun(document)
            var count = 0
            for line in String(decoding: try Files.example("\(name).expect.ndjson"), as: UTF8.self).split(
                separator: "\n")
            where !line.hasPrefix("#") {
                let result = try run.perform(ScriptStep(expectation: String(line)))
                #expect(result.difference == nil)
                // What a run prints can be expected of the next one.
                #expect(try ScriptStep(expectation: result.json).text == result.step.text)
                count += 1
            }
            #expect(count > 2)
            #expect(run.simulation.failures.isEmpty)
        }
    }

    @Test func messagesAreToldWithTheirCauses() throws {
        let run = try ComponentRun(Files.document("expenses.json"))
        _ = try run.perform(ScriptStep(parsing: "button.fetch"))
        _ = try run.perform(ScriptStep(parsing: "+2s"))
        #expect(
            run.messages.jsonLines.split(separator: "\n").map(String.init) == [
                #"{"id": "environment/1", "time": 0, "sender": "environment", "receiver": "model", "port": "button", "type": "fetch", "body": null, "cause": null}"#,
                #"{"id": "model/1", "time": 0, "sender": "model", "receiver": "service", "port": "service", "type": "fetch", "body": null, "cause": "environment/1"}"#,
                #"{"id": "service/1", "time": 2000, "sender": "service", "receiver": "service", "port": "timers", "type": "due", "body": null, "cause": "model/1"}"#,
                #"{"id": "service/2", "time": 2000, "sender": "service", "receiver": "model", "port": "replies", "type": "fetched", "body": [12, 30], "cause": "service/1"}"#,
                #"{"id": "model/2", "time": 2000, "sender": "model", "receiver": "environment", "port": "list", "type": "shown", "body": [12, 30], "cause": "service/2"}"#,
            ])
        #expect(
            run.messages.mermaid == """
                sequenceDiagram
                  actor c0 as environment
                  participant c1 as model
                  participant c2 as service
                  c0->>c1: fetch
                  c1->>c2: fetch
                  Note over c0: 2000 ms
                  c2->>c2: due
                  c2->>c1: fetched [12, 30]
                  c1->>c0: shown [12, 30]

                """)
    }

    @Test func stepsAreRead() throws {
        func text(_ step: String) throws -> String {
            let step = try ScriptStep(parsing: step)
            return "\(step.text) \(step.wait.map { "\($0)" } ?? "-") \(step.body)"
        }
        #expect(try text("a.b") == "a.b - null")
        #expect(try text("a.b.c=2 * 60") == "a.b.c - 120")
        #expect(
            try ScriptStep(parsing: "a.b {\"x\": [1, \"y z\"]}").body
                == .record(["x": .list([.number(1), .text("y z")])]))
        #expect(try text("+500") == "+500 0.5 seconds null")
        #expect(try text("+64.1s") == "+64100 64.1 seconds null")
        func error(_ step: String) -> String {
            do throws(ExpressionError) { _ = try ScriptStep(parsing: step) } catch { return error.message }
            return ""
        }
        #expect(error("+1h") == "'+1h' isn't a time; write + and up to 10¹² milliseconds, such as +500 or +1.5s")
        #expect(error("a") == "'a' names no message; write a port of the environment and a message: port.message")
        #expect(error("a.") == "'a.' names no message; write a port of the environment and a message: port.message")
        #expect(error("a.b=x").hasPrefix("the body of 'a.b' is neither JSON nor an expression of constants: "))
        func expectation(_ text: String) -> String {
            do throws(ExpressionError) { _ = try ScriptStep(expectation: text) } catch { return error.message }
            return ""
        }
        #expect(
            expectation("{\"send\": 3}") == "invalid 'send'; expected a port and a message, such as \"button.fetch\"")
        #expect(
            expectation("{\"wait\": 3}") == "unknown key 'wait'; expected one of after, send, body, receive, states")
        #expect(expectation("{\"after\": -1}") == "invalid 'after'; expected a number of milliseconds from 0 to 10¹²")
        #expect(expectation("[]").hasPrefix("expected an object, such as "))
        #expect(expectation("{\"receive\": [1]}").hasPrefix("invalid 'receive'; expected a list such as "))
        #expect(expectation("{\"states\": {\"a\": 1}}").hasPrefix("invalid 'states'; expected an object such as "))
        #expect(expectation("{").hasPrefix("this line isn't JSON: "))
    }

    /// A delay that is too long is told with the longest one.
    @Test func delaysHaveALimit() throws {
        let chart = """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0"><state id="s"><transition event="go">
              <send event="go" target="#_out" delayexpr="_event.data"/></transition></state></scxml>
            """
        let text =
            "{\"components\": {\"c\": {\"chart\": \"c.scxml\", \"in\": {\"i\": \"go\"}, \"out\": {\"out\": \"go\"}}}, "
            + "\"environment\": {\"e\": \"c.i\", \"f\": \"c.out\"}}"
        let run = try ComponentRun(read(text, ["c.scxml": chart]))
        func notes(_ delay: Value) throws -> [String] {
            try run.send("e.go", delay)
            return run.takeNotes().compactMap {
                if case .failure(let failure) = $0.kind { failure.error.message } else { nil }
            }
        }
        let remedy = "write 0 to 3.2·10¹⁶ milliseconds, or a text such as '1.5s'"
        #expect(try notes(.number(1e30)) == ["invalid delay '1e+30'; \(remedy)"])
        #expect(try notes(.number(-1)) == ["invalid delay '-1'; \(remedy)"])
        #expect(try notes(.text(String(repeating: "a", count: 1000)))[0].utf8.count < 200)
        #expect(try notes(.number(3.2e16)) == [])
    }

    @Test func differencesAreTold() throws {
        func difference(_ lines: String...) throws -> String? {
            let run = try ComponentRun(Files.document("expenses.json"))
            return try lines.map { try run.perform(ScriptStep(expectation: $0)) }.last?.difference
        }
        #expect(
            try difference("{\"send\": \"button.fetch\"}", "{\"after\": 2000, \"receive\": []}")
                == "expected no messages, received list.shown [12, 30]")
        #expect(
            try difference("{\"receive\": [{\"list.shown\": 1}]}") == "expected list.shown 1, received no messages")
        #expect(
            try difference("{\"states\": {\"model\": [\"Showing\"]}}")
                == "expected 'model' in [\"Showing\"], found it in [\"NoExpenses\"]")
        #expect(
            try difference("{\"states\": {\"list\": []}}") == "no component 'list' is a chart; fix the name")
    }

    /// A chart that sends to itself without end, and one that fails.
    @Test func runsAreBoundedAndFailuresAreTold() throws {
        let chart = """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" name="Loop"><state id="s">
              <transition event="go"><log label="went" expr="_event.data"/><send event="go" target="#_self"/></transition>
              <transition event="stop"><assign location="x" expr="1"/></transition>
            </state></scxml>
            """
        let text = """
            {"components": {"loop": {"chart": "loop.scxml", "in": {"in": ["go", "stop"]}, "own": {"self": "go"}},
              "failing": {"in": {"in": "stop"}}},
             "environment": {"e": "loop.in", "f": "failing.in"}}
            """
        var options = AssemblyDocument.Options()
        options.behavior = { _ in .init { _, _ in throw ExpressionError("no way") } }
        let document = try read(text, ["loop.scxml": chart], options)
        let run = try ComponentRun(document, stepLimit: 1_000)
        #expect(throws: ComponentError.tooManySteps(limit: 1_000)) { try run.send("e.go", .number(7)) }
        let entries = run.takeNotes().compactMap(\.entry)
        #expect(entries.count == 1_000)
        #expect(entries.first?.label == "went")
        #expect(entries.first?.value == .number(7))
        let other = try ComponentRun(document)
        try other.send("e.stop")
        try other.send("f.stop")
        let failures = other.takeNotes()
        #expect(failures.map(\.component) == ["loop", "failing"])
        #expect(failures.last?.kind == .end("no way"))
        #expect(other.takeNotes() == [])
        #expect(other.messages.mermaid.hasSuffix("  Note over c2: failed\n"))
    }

    /// The same seed gives the same run, also of shuffled ones.
    @Test func failuresThatAreNotKeptAreCounted() throws {
        struct Failed: Error {}
        var options = AssemblyDocument.Options()
        options.behavior = { _ in .init { _, _ in throw Failed() } }
        let document = try AssemblyDocument(
            json: #"{"components": {"a": {"in": {"in": "go"}}}, "environment": {"in": "a.in"}}"#, options: options)
        let run = try ComponentRun(document) { $0.waitForRestart(["a"]) }
        func fail(_ count: Int) throws -> [ComponentNote.Kind] {
            for _ in 0..<count {
                try run.send("in.go")
                try run.simulation.assembly.restart("a")
            }
            return run.takeNotes().map(\.kind)
        }
        let kind = ComponentNote.Kind.end("Failed()")
        #expect(try fail(3) == [kind, kind, kind])
        let kinds = try fail(1002)
        #expect(kinds.count == 1000 && kinds.dropFirst().allSatisfy { $0 == kind })
        #expect(kinds.first == .end("Failed(); 2 earlier failures aren't kept"))
        #expect(try fail(1) == [kind])
    }

    @Test func runsRepeat() throws {
        let document = try Files.document("lists.json")
        func lines(_ seed: UInt64) throws -> String {
            var options = Simulation.Options()
            (options.seed, options.isShuffled) = (seed, true)
            let run = try ComponentRun(document, options)
            for step in ["button.fetch", "+1s", "+2s"] { _ = try run.perform(ScriptStep(parsing: step)) }
            return run.messages.jsonLines
        }
        let first = try (0..<20).map { try lines(UInt64($0)) }
        #expect(try first == (0..<20).map { try lines(UInt64($0)) })
        #expect(Set(first).count > 1)
    }
}

extension ComponentNote {
    fileprivate var entry: ExpressionBehavior.LogEntry? { if case .log(let entry) = kind { entry } else { nil } }
}

extension RunTests {
    /// A chart that ends ends its component, which is told once.
    @Test func endsAreTold() throws {
        let chart = """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0"><state id="s"><transition event="go" target="e"/></state>
              <final id="e"/></scxml>
            """
        let text =
            "{\"components\": {\"c\": {\"chart\": \"c.scxml\", \"in\": {\"in\": \"go\"}}}, \"environment\": {\"e\": \"c.in\"}}"
        let run = try ComponentRun(read(text, ["c.scxml": chart]))
        _ = try run.perform(ScriptStep())
        let result = try run.perform(ScriptStep(expectation: "{\"send\": \"e.go\", \"states\": {\"c\": []}}"))
        #expect(result.difference == nil)
        #expect(result.json == "{\"send\": \"e.go\", \"receive\": [], \"states\": {\"c\": []}}")
        #expect(try run.perform(ScriptStep(parsing: "e.go")).changedStates.isEmpty)
        #expect(run.messages.messages.last?.loss == .noReceiver)
    }

    @Test func partsAreReplaced() throws {
        let run = try ComponentRun(Files.document("expenses.json")) { assembly in
            assembly.replace("service") {
                ValueComponent([ValuePort("requests", .input, ["fetch"]), ValuePort("replies", .output, ["fetched"])]) {
                    try $1.send("fetched", .list([.number(1)]), through: "replies")
                }
            }
        }
        try run.send("button.fetch")
        #expect(run.takeReceived().map(\.body) == [.list([.number(1)])])
    }

    @Test func partsFromFilesHaveNoPlaceInSources() throws {
        var assembly = try Files.document("expenses.json").assembly
        assembly.add("model", file: "", line: 0) { ValueComponent([]) { _, _ in } }
        #expect(assembly.parts.count > 3 && assembly.parts.allSatisfy(\.place.isEmpty))
        #expect(assembly.check().filter(\.isError).map(\.description) == ["duplicate part 'model'; rename one"])
    }

    /// Of a point-to-point channel each message goes to one receiver, the environment or a worker.
    @Test func pointToPointSharesTheLoad() throws {
        let text = """
            {"components": {
              "source": {"in": {"in": "go"}, "out": {"jobs": "work"}},
              "a": {"in": {"jobs": "work"}, "out": {"done": "done"}, "mailbox": {"capacity": 3, "policy": "dropNewest"}},
              "b": {"in": {"jobs": "work"}, "out": {"done": "done"}, "execution": "blocking", "mailbox": 7}},
             "channels": [{"from": "source.jobs", "to": ["a.jobs", "b.jobs"], "kind": "point-to-point", "capacity": 10}],
             "environment": {"go": "source.in", "done": ["a.done", "b.done"]}}
            """
        var options = AssemblyDocument.Options()
        options.behavior = { name in
            .init { message, outputs in
                if name == "source" {
                    for number in 0..<4 { try outputs.send("work", .number(Double(number)), through: "jobs") }
                } else {
                    try outputs.send("done", .text(name), through: "done")
                }
            }
        }
        let document = try read(text, [:], options)
        #expect(document.warnings == [])
        let run = try ComponentRun(document)
        try run.send("go.go")
        #expect(run.takeReceived().map(\.body) == ["a", "b", "a", "b"].map { .text($0) })
        let parts = document.assembly.parts
        #expect(parts[1].mailbox == MailboxBound(capacity: 3, .dropNewest) && parts[2].mailbox.capacity == 7)
        #expect(parts[2].execution == .blocking)
        #expect(document.assembly.channels[0].capacity == 10)
        #expect(try read(document.json, [:], options).json == document.json)
        #expect(document.assembly.mermaid().contains("-.->|\"work\"|"))
    }
}

/// Charts from files beside a component in Swift, on many threads.
struct MixedTests {
    struct Questions: PortProtocol { let `in` = Message<Value>() }
    struct Answers: PortProtocol { let out = Message<Value>() }

    struct User: Component {
        let orders = Input<Questions>()
        let questions = Output<Questions>()
        let answers = Input<Answers>()
        var count = 0

        static var handlers: Handlers<User> {
            Receive(\.orders.in) { $0.questions.in($1) }
            Receive(\.answers.out) { user, _ in user.count += 1 }
        }
    }

    @Test func componentsInSwiftJoinThoseOfFiles() async throws {
        let text = """
            {"components": {"a": {"chart": "echo.scxml", "in": {"i": "in"}, "out": {"out": "out"}, "optional": "out"}}}
            """
        var assembly = try read(text, ["echo.scxml": echo]).assembly
        let user = assembly.add("user") { User() }
        assembly.connect(user.questions, to: PortReference("a", "i"))
        assembly.connect(PortReference("a", "out"), to: user.answers)
        #expect(assembly.check().filter(\.isError) == [])
        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        let orders = try system.port(\.orders, of: user)
        for number in 0..<100 { orders.in(.number(Double(number))) }
        await system.idle()
        let replay = try Simulation(replaying: system.recording, of: assembly)
        try replay.run()
        #expect(try replay.with(user) { $0.count } == 100)
        #expect(replay.trace.map(\.description) == system.trace.map(\.description))
        await system.end()
    }
}
