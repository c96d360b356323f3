import Foundation
import Testing

/// Assemblies of components on the command line.
@Suite struct ComponentsTests {
    @Test func checks() throws {
        let folder = try TemporaryFolder.ofComponents()
        let valid = try Tool.run("components", "check", "expenses.json", "lists.json", in: folder)
        #expect(valid.status == 0 && valid.output == "expenses.json: ok\nlists.json: ok\n", "\(valid.errors)")
        let text = try folder.read("expenses.json")
        try folder.write(
            "broken.json",
            text.replacingOccurrences(of: "\"service.requests\"", with: "\"service.request\"")
                .replacingOccurrences(of: "\"list\": \"model.list\"", with: "\"list\": \"model.lists\"")
                .replacingOccurrences(of: "{\"fetched\": [\"number\"]}", with: "[\"answer\"]"))
        let broken = try Tool.run("components", "check", "broken.json", in: folder)
        #expect(broken.status == 2)
        #expect(
            broken.output == """
                broken.json:6:37: error: model.list has no channel; connect it, or name it in 'environment' or 'optional'
                broken.json:15:37: error: unknown port 'request' of 'service'; fix the name
                broken.json:16:14: error: service.replies sends no message that model.replies receives: replies and \
                replies have none of the same name and type; connect other ports
                broken.json:18:53: error: unknown port 'lists' in 'model'; did you mean 'list'?

                """)
        let json = try Tool.run("components", "check", "broken.json", "lists.json", "--json", in: folder)
        #expect(json.status == 2 && json.lines.count == 2)
        #expect(
            json.lines[0].hasPrefix(
                #"{"file": "broken.json", "ok": false, "findings": [{"severity": "error", "file": "broken.json", "line": 6, "#
            ))
        #expect(json.lines[1] == #"{"file": "lists.json", "ok": true, "findings": []}"#)
        let run = try Tool.run("components", "run", "broken.json", in: folder)
        #expect(run.status == 2 && run.errors.split(separator: "\n").count == 4)
        try folder.write("sub/outside.json", text.replacingOccurrences(of: "model.scxml", with: "../model.scxml"))
        let outside = try Tool.run("components", "check", "sub/outside.json", in: folder)
        #expect(outside.output.hasPrefix("sub/outside.json:4:16: error: '../model.scxml' can't be read: "))
        #expect(outside.output.contains("only files below the assembly's own folder are read"))
    }

    @Test func runs() throws {
        let folder = try TemporaryFolder.ofComponents()
        let run = try Tool.run("components", "run", "expenses.json", "button.fetch", "+2s", in: folder)
        #expect(
            run.output == """
                start: model NoExpenses, service Ready
                button.fetch: model Fetching, service Working
                +2000: model Showing, service Ready
                  < list.shown [12, 30]

                """, "\(run.errors)")
        #expect(run.status == 0 && run.errors == "")
        let json = try Tool.run("components", "run", "lists.json", "button.fetch", "+1s", "+1s", "--json", in: folder)
        try folder.write("again.ndjson", json.output)
        for file in ["again.ndjson", "lists.expect.ndjson"] {
            let expected = try Tool.run("components", "run", "lists.json", "--expect", file, in: folder)
            #expect(expected.status == 0 && expected.output == "4 lines as expected\n", "\(expected.errors)")
        }
        try folder.write(
            "wrong.ndjson", "{}\n# No.\n{\"send\": \"button.fetch\", \"receive\": [{\"lists.shown\": 1}]}\n")
        let wrong = try Tool.run("components", "run", "lists.json", "--expect", "wrong.ndjson", in: folder)
        #expect(wrong.status == 1)
        #expect(
            wrong.errors
                == "wrong.ndjson:3: error: after 'button.fetch', at 0 ms: expected lists.shown 1, received no messages\n"
        )
        let piped = try Tool.start(
            ["components", "run", "expenses.json", "--events", "-"], input: "# Steps.\nbutton.fetch\n\n+2s\n",
            in: folder
        ).finish()
        #expect(piped.output == run.output)
        for (step, message) in [
            ("+x", "automata: error: '+x' isn't a time; write + and up to 10¹² milliseconds, such as +500 or +1.5s\n"),
            (
                "fetch",
                "automata: error: 'fetch' names no message; write a port of the environment and a message: port.message\n"
            ),
            (
                "button.press",
                "expenses.json: error: 'button.press': unknown message 'press' of the port 'button'; expected fetch\n"
            ),
        ] {
            let wrong = try Tool.run("components", "run", "expenses.json", step, in: folder)
            #expect(wrong.status == 2 && wrong.errors == message, "\(wrong.errors)")
        }
    }

    /// Charts in ECMAScript have random numbers that depend on the seed and the component's name.
    @Test func scriptsRunAndFailuresAreTold() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "dice.scxml",
            """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript"><state id="s">
              <transition event="roll"><send event="rolled" target="#_out"><content expr="Math.floor(Math.random() * 1e9)"/></send></transition>
              <transition event="fail"><log label="l" expr="no.such"/></transition>
            </state></scxml>
            """)
        try folder.write(
            "dice.json",
            """
            {"components": {"a": {"chart": "dice.scxml", "in": {"in": ["roll", "fail"]}, "out": {"out": "rolled"}},
                            "b": {"chart": "dice.scxml", "in": {"in": ["roll", "fail"]}, "out": {"out": "rolled"}}},
             "environment": {"in": ["a.in", "b.in"], "out": ["a.out", "b.out"]}}
            """)
        let first = try Tool.run("components", "run", "dice.json", "in.roll", in: folder)
        #expect(first.status == 0 && Set(first.lines).count == 4, "\(first)")
        #expect(try Tool.run("components", "run", "dice.json", "in.roll", in: folder).output == first.output)
        let other = try Tool.run("components", "run", "dice.json", "in.roll", "--seed", "1", in: folder)
        #expect(other.output != first.output)
        let failed = try Tool.run("components", "run", "dice.json", "in.fail", in: folder)
        #expect(failed.errors.contains("note: 'a': an action fails: "), "\(failed.errors)")
    }

    /// Messages without end reach a limit, and a trace shows them.
    @Test func endlessMessagesAreAnError() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "echo.scxml",
            """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0"><state id="s">
              <transition event="ping"><send event="ping" target="#_out"/></transition>
            </state></scxml>
            """)
        let part = #"{"chart": "echo.scxml", "in": {"in": "ping"}, "out": {"out": "ping"}}"#
        try folder.write(
            "echo.json",
            """
            {"components": {"a": \(part), "b": \(part)}, "environment": {"in": "a.in"},
             "channels": [{"from": "a.out", "to": "b.in"}, {"from": "b.out", "to": "a.in"}]}
            """)
        let run = try Tool.run("components", "run", "echo.json", "in.ping", "--limit", "100", in: folder)
        #expect(run.status == 2 && run.output == "start: a s, b s\n")
        #expect(
            run.errors
                == "echo.json: error: 'in.ping': more than 100 messages; raise --limit, or find the loop by automata components "
                + "trace\n")
        let trace = try Tool.run("components", "trace", "echo.json", "in.ping", "--limit", "100", in: folder)
        #expect(trace.status == 2 && trace.lines.count == 100 && trace.errors == run.errors, "\(trace.errors)")
    }

    @Test func tracesAndPictures() throws {
        let folder = try TemporaryFolder.ofComponents()
        let trace = try Tool.run("components", "trace", "expenses.json", "button.fetch", "+2s", in: folder)
        #expect(
            trace.output == """
                0 ms  environment/1  environment.button > model: fetch
                0 ms  model/1  model.service > service: fetch  (by environment/1)
                2000 ms  service/1  service.timers > service: due  (by model/1)
                2000 ms  service/2  service.replies > model: fetched [12, 30]  (by service/1)
                2000 ms  model/2  model.list > environment: shown [12, 30]  (by service/2)

                """, "\(trace.errors)")
        let json = try Tool.run("components", "trace", "expenses.json", "button.fetch", "--json", in: folder)
        #expect(json.lines.count == 2 && json.lines[1].hasSuffix(#""body": null, "cause": "environment/1"}"#))
        let sequence = try Tool.run(
            "components", "trace", "expenses.json", "button.fetch", "--to", "mermaid", in: folder)
        #expect(sequence.output.hasPrefix("sequenceDiagram\n"))
        for line in [
            "components draw expenses.json -o a.svg", "components draw expenses.json -o a.dot",
            "components draw expenses.json -o a.mmd", "components trace expenses.json button.fetch +2s -o run.svg",
            "components trace expenses.json button.fetch -o run.ndjson",
        ] {
            let made = try Tool.run(line: line, in: folder)
            #expect(made.status == 0, "\(line): \(made.errors)")
        }
        #expect(try folder.read("a.svg").contains("<title>expenses</title>"))
        #expect(try folder.read("a.dot").hasPrefix("digraph \"expenses\" {"))
        #expect(try folder.read("a.mmd").hasPrefix("flowchart LR\n"))
        #expect(try folder.read("run.svg").contains("<title>expenses</title>"))
        let again = try Tool.run("components", "draw", "expenses.json", "-o", "a.svg", in: folder)
        #expect(again.status == 2 && again.errors.contains("--force"))
    }

    /// An endless or very long line reaches a limit, and messages quote its beginning.
    @Test func linesHaveALimit() throws {
        let folder = try TemporaryFolder.ofComponents()
        for option in ["--events", "--expect"] {
            let endless = try Tool.run(
                "components", "run", "expenses.json", option, "/dev/zero", "--max-memory", "1M", in: folder)
            #expect(endless.status == 2)
            #expect(
                endless.errors
                    == "/dev/zero:1: error: this line is longer than 262,144 bytes; --max-memory raises the limit\n")
        }
        let name = String(repeating: "a", count: 100_000)
        try folder.write("events", "# No message.\n\(name)\n")
        let long = try Tool.run("components", "run", "expenses.json", "--events", "events", in: folder)
        #expect(
            long.errors
                == "events:2: error: '\(name.prefix(40))…' names no message; write a port of the environment and a "
                + "message: port.message\n")
        for line in ["button.\(name)", "\(name).fetch", "button.\(name)=x", "+\(name)"] {
            try folder.write("events", line + "\n")
            let run = try Tool.run("components", "run", "expenses.json", "--events", "events", in: folder)
            #expect(run.status == 2 && run.errors.utf8.count < 400, "\(run.errors.prefix(1000))")
        }
        for line in [
            "{\"\(name)\": 1}", "{\"states\": {\"\(name)\": []}}", "{\"receive\": [{\"a.b\": \"\(name)\"}]}",
        ] {
            try folder.write("expected", line + "\n")
            let run = try Tool.run("components", "run", "expenses.json", "--expect", "expected", in: folder)
            #expect(run.status > 0 && (1..<400).contains(run.errors.utf8.count), "\(run.errors.prefix(1000))")
        }
    }

    /// The charts that an assembly on standard input names lie below the current folder.
    @Test func assembliesComeFromStandardInput() throws {
        let folder = try TemporaryFolder.ofComponents()
        let text = try folder.read("expenses.json")
        let run = try Tool.run("components", "run", "-", "button.fetch", input: text, in: folder)
        #expect(run.status == 0 && run.lines.count == 2, "\(run.errors)")
        let trace = try Tool.run("components", "trace", "-", "button.fetch", input: text, in: folder)
        #expect(trace.status == 0 && trace.lines.count == 2, "\(trace.errors)")
        for (path, reason) in [
            ("", "the path is empty; name a file"), ("a\\u0000b", "the path has a NUL character; remove it"),
            ("../model.scxml", "only files below the assembly's own folder are read"),
        ] {
            let other = text.replacingOccurrences(of: "model.scxml", with: path)
            let refused = try Tool.run("components", "check", "-", input: other, in: folder)
            #expect(refused.status == 2 && refused.output.contains(" can't be read: \(reason)\n"), "\(refused)")
        }
    }

    /// Runs and checks know the contracts of components.
    @Test func contracts() throws {
        let folder = try TemporaryFolder.ofComponents()
        func write(_ messages: String) throws {
            let (list, ports) = (#""list": ["shown"]}"#, #""ports": ["service", "replies"]"#)
            let contracts = #", "contracts": {"talk": {\#(ports), "messages": "\#(messages)"}}"#
            let text = try folder.read("expenses.json")
            try folder.write("talk.json", text.replacingOccurrences(of: list, with: list + contracts))
        }
        try write("(!fetch ?fetched)*")
        let kept = try Tool.run("components", "check", "talk.json", in: folder)
        #expect(kept.status == 0 && kept.output == "talk.json: ok: model and its contracts: proved\n", "\(kept)")
        let line = "components run talk.json button.fetch +2s button.fetch +2s"
        let run = try Tool.run(line: line, in: folder)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let talks = try Tool.run("components", "check", "talk.json", "--talks", "--json", in: folder)
        #expect(talks.output.contains(#""components": ["model", "service"], "holds": true"#), "\(talks)")
        try write("!fetch ?fetched")
        let unkept = try Tool.run("components", "check", "talk.json", "-o", "talk.svg", in: folder)
        let breach =
            "talk.json: error: model and its contracts: 'model' breaks its contract 'talk' by !fetch; expected nothing"
        #expect(unkept.status == 1 && unkept.output.hasPrefix(breach), "\(unkept)")
        #expect(try folder.read("talk.svg").contains("<svg"))
        let broken = try Tool.run(line: line, in: folder)
        let reason =
            "'model' breaks its contract 'talk' by !fetch; expected nothing; mend the component or the contract"
        #expect(broken.status == 2)
        #expect(broken.errors.contains("note: 'model': failed and has ended: \(reason)\n"), "\(broken.errors)")
        try write("!fetch (?fetched")
        let wrong = try Tool.run("components", "check", "talk.json", in: folder)
        #expect(
            wrong.status == 2 && wrong.output.hasSuffix(": error: this '(' has no ')'; add it\n"), "\(wrong.output)")
    }

    /// A component that fails ends both with exit code 2, and the trace tells why.
    @Test func failuresAreTraced() throws {
        let folder = try TemporaryFolder()
        let chart = """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0"><state id="s">
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
        let run = try Tool.run("components", "run", "a.json", "in.in", "--record", "a.trace", in: folder)
        let trace = try Tool.run("components", "trace", "a.json", "in.in", in: folder)
        #expect(run.status == 2 && trace.status == 2)
        let reason = "the mailbox of 'b' is full at 1 message; raise its capacity or let it drop messages"
        #expect(trace.errors.contains("note: 'b': failed and has ended: \(reason)\n") && trace.errors == run.errors)
        #expect(
            trace.output == """
                0 ms  environment/1  environment.in > a: in
                0 ms  a/2  a.out > b: out, lost: full  (by environment/1)
                0 ms  b failed: \(reason)  (by environment/1)
                0 ms  a/1  a.out > b: out, lost: ended  (by environment/1)

                """, "\(trace.output)")
        let json = try Tool.run("components", "trace", "a.json", "in.in", "--json", in: folder)
        #expect(json.lines[2] == "{\"time\": 0, \"component\": \"b\", \"failed\": \"\(reason)\"}")
        // What failed then doesn't fail the command that prints it.
        let printed = try Tool.run("components", "trace", "--from", "a.trace", in: folder)
        #expect(printed.status == 0 && printed.output == trace.output)
        let failed = try Tool.run("components", "trace", "--from", "a.trace", "--kind", "failed", in: folder)
        #expect(failed.lines.count == 1)
    }
}
