import AlgorithmSupport
import ComponentFormats
import Components
import Statecharts
import Testing

/// Traces in files: what is written is read, and what is damaged is told.
struct TraceTests {
    @Test func tracesAreReadAsTheyWereWritten() throws {
        var kinds: Set<TraceEvent.Kind> = []
        for seed in 0..<200 as Range<UInt64> {
            let recording = try RandomAssembly(seed).record()
            let (events, error) = try recording.read()
            #expect(error == nil)
            #expect(events.map(\.description) == recording.events.map(\.description))
            #expect(events.map(\.receiverCount) == recording.events.map(\.receiverCount))
            kinds.formUnion(events.map(\.kind))
        }
        #expect(kinds.isSuperset(of: [.sent, .handled, .failed, .lost(.full), .lost(.noReceiver), .lost(.ended)]))
    }

    @Test func theFormatIsDocumented() throws {
        let output = Recording()
        var options = Simulation.Options()
        options.seed = .max
        let document = try Files.document("expenses.json")
        let writer = TraceWriter(of: document.assembly, options, to: output.write)
        options.onEvent = writer.write
        let run = try ComponentRun(document, options)
        try run.send("button.fetch")
        try writer.finish()
        #expect(
            String(decoding: output.text, as: UTF8.self) == """
                {"format": "component-trace", "version": 1, "seed": 18446744073709551615, "shuffled": false, "parts": ["model", "service", "environment"]}
                {"event": "sent", "id": "environment/1", "time": 0, "component": "environment", "port": "button", "message": "fetch", "body": null, "receivers": 1}
                {"event": "handled", "id": "environment/1", "time": 0, "component": "model"}
                {"event": "sent", "id": "model/1", "time": 0, "component": "model", "port": "service", "message": "fetch", "body": null, "cause": "environment/1", "receivers": 1}
                {"event": "handled", "id": "model/1", "time": 0, "component": "service"}
                {"event": "end", "count": 4}

                """)
        let reader = try output.reader()
        #expect(reader.seed == .max && !reader.isShuffled && reader.parts == ["model", "service", "environment"])
    }

    /// Bodies, names and times that JSON has no words for.
    @Test func valuesAreReadExactly() throws {
        let values: [Value] = [
            .number(.nan), .number(.infinity), .number(-.infinity), .number(-0.0), .number(.leastNonzeroMagnitude),
            .number(0.1),
            .number(1e300), .text("\u{0}\"\\\n\u{2028}é𝄞"), .record(["$": .text("NaN")]), .record(["$": .number(.nan)]),
            .record(["$$": .null, "$a": .list([.number(.nan)]), "a": .record([:])]),
            .list([.list([]), .boolean(true)]),
        ]
        let names = ["a", "a.b", "/a", "//", "outside", "", "é/3", "\"\n"]
        let times: [Duration] = [
            .zero, .nanoseconds(1), Duration(secondsComponent: 1, attosecondsComponent: 1), .milliseconds(1999),
            .seconds(1_000_000_000_000_000_000), .milliseconds(Int64.max), .seconds(3) + .microseconds(1),
        ]
        var count = 0
        for name in names {
            for value in values {
                for time in times {
                    let sent = TestEvents.sent(by: name, port: name, message: name, value, at: time, number: 1 << 39)
                    let output = Recording()
                    let writer = TraceWriter(of: Assembly(), to: output.write)
                    writer.write(sent)
                    try writer.finish()
                    let (events, error) = try output.read()
                    #expect(error == nil && events.count == 1, "\(name) \(value) \(error?.description ?? "")")
                    let read = try #require(events.first)
                    #expect(read.id == sent.id && read.port == name && read.name == name && read.time == time)
                    let body = try #require(read.body as? Value)
                    // Descriptions tell NaN and negative zero.
                    #expect("\(body)" == "\(value)")
                    count += 1
                }
            }
        }
        #expect(count == names.count * values.count * times.count)
    }

    @Test func bodiesInSwiftAreTexts() throws {
        struct Point { var x = 1 }
        let bodies: [(any Sendable, String)] = [
            ((), "null"), (7, "7"), (Int.max, "\"9223372036854775807\""), (true, "true"), ("a", "\"a\""), (0.5, "0.5"),
            (Point(), "\"Point(x: 1)\""), (Value.list([.null]), "[null]"),
        ]
        for (body, text) in bodies {
            let output = Recording()
            let writer = TraceWriter(of: Assembly(), to: output.write)
            writer.write(TestEvents.sent(by: "a", port: "p", message: "m", body, at: .zero, number: 1))
            try writer.finish()
            let event = try #require(try output.read().events.first)
            #expect((event.bodyText ?? "null") == text)
            #expect(
                event.body is Value == !text.hasPrefix("\"P") && !text.hasPrefix("\"9") || event.body is DescribedBody)
        }
    }

    // Components that run side by side have one order in a trace.
    @Test func tracesOfSystemsAreRead() async throws {
        var count = 0
        for seed in 0..<30 as Range<UInt64> {
            var options = ComponentSystem.Options()
            options.isRecording = true
            let system = try ComponentSystem(RandomAssembly(seed).document.assembly, options)
            while !system.trace.contains(where: { $0.kind == .handled }) { await Task.yield() }
            await system.end()
            #expect(try Recording.error(of: system.trace) == nil)
            count += system.trace.count
        }
        #expect(count > 0)
    }

    // Lines that an editor or a program has put elsewhere.
    @Test func eventsInTheWrongOrderAreErrors() throws {
        func error(_ events: TraceEvent...) throws -> TraceFormatError? { try Recording.error(of: events) }
        let first = TestEvents.sent(by: "a", port: "p", message: "m", 1, at: .seconds(1), number: 1)
        let second = TestEvents.sent(by: "a", port: "p", message: "m", 1, at: .seconds(1), number: 2)
        let handled = [1, 2].map { TestEvents.handled(by: "b", sender: "a", number: $0, at: .seconds(1)) }
        let later = TestEvents.handled(by: "b", sender: "a", number: 1, at: .seconds(2))
        #expect(try error(first, handled[0], later) == nil)
        // One of the same name takes the sender's place, and counts anew.
        #expect(try error(first, second, first, handled[1], handled[0], later) == nil)
        let early = try error(first, handled[1], second)
        #expect(early?.line == 3 && early?.message == "the message 'a/2' is handled before it is sent")
        let back = try error(first, later, handled[0])
        #expect(back?.line == 4)
        #expect(back?.message == "the event is at 1.0 seconds, and the one of 'b' before it at 2.0 seconds")
        #expect([early, back].allSatisfy { $0?.remedy?.hasSuffix("or record the run again") == true })
    }

    /// A body in the part of a trace that is cut off must not be told as the whole.
    private static func small() throws -> Recording {
        let output = Recording()
        let writer = TraceWriter(of: Assembly(), to: output.write)
        let value = Value.record(["$a": .list([.number(.nan), .text("é\n")])])
        writer.write(TestEvents.sent(by: "", port: "to a.p", message: "m", value, at: .microseconds(1500), number: 12))
        writer.write(TestEvents.handled(by: "a", sender: "", number: 12, at: .milliseconds(2)))
        writer.write(TestEvents.lost(sender: "a", number: 3, at: .milliseconds(2), .full))
        writer.write(TestEvents.failed("a", "reason", at: .milliseconds(2)))
        writer.write(TestEvents.restarted("a", at: .milliseconds(2)))
        try writer.finish()
        return output
    }

    @Test func cutTracesAreValidUpToTheCut() throws {
        let whole = try Self.small()
        let all = try whole.read().events.map(\.description)
        #expect(all.count == 5)
        for length in 0..<whole.text.count {
            let (events, error) = try Recording(whole.text.prefix(length)).read()
            #expect(events.map(\.description) == Array(all.prefix(events.count)))
            // Editors may remove the last end of line.
            #expect(error?.kind == (length == whole.text.count - 1 ? nil : .cutOff), "\(length)")
            let lineCount = whole.text.prefix(length).count { $0 == UInt8(ascii: "\n") }
            #expect(events.count == min(max(0, lineCount - 1), 5))
            if let line = error?.line { #expect(line - lineCount == 1 || events.isEmpty && line == 2) }
        }
    }

    @Test func damagedBytesAreErrors() throws {
        let whole = try Self.small()
        let all = try whole.read().events.map(\.description)
        var (errorCount, count) = (0, 0)
        for position in whole.text.indices {
            for byte in [0x00, 0x0A, 0x20, 0x22, 0x24, 0x2C, 0x2F, 0x30, 0x39, 0x5C, 0x5D, 0x61, 0x7D, 0x80, 0xFF]
                as [UInt8]
            {
                var damaged = whole.text
                damaged[position] = byte
                let (events, error) = try Recording(damaged).read()
                count += 1
                guard let error else { continue }
                errorCount += 1
                #expect(events.count < 6 && error.line != nil && !error.message.isEmpty)
                // What comes before the line is as it was, but for what can't be seen.
                let line = whole.text[..<position].count { $0 == UInt8(ascii: "\n") }
                let same = min(max(0, line - 1), events.count)
                #expect(events.prefix(same).map(\.description) == Array(all.prefix(same)))
            }
            for removal in [1, 2, 40] {
                var damaged = whole.text
                damaged.removeSubrange(position..<min(position + removal, damaged.count))
                _ = try Recording(damaged).read()
                count += 1
            }
        }
        // Within texts and numbers, other bytes are as valid.
        #expect(errorCount > count / 2)
    }

    @Test func errorsHavePlaces() throws {
        let header = "{\"format\": \"component-trace\", \"version\": 1}\n"
        func error(_ text: String) throws -> String {
            try Recording(text.utf8).read().error?.description ?? "none"
        }
        let restarted = "{\"event\": \"restarted\", \"time\": 0, \"component\": \"a\"}\n"
        #expect(
            try error("{\"format\": \"component-trace\", \"version\": 2, \"new\": 1}\n")
                == "t:1: the trace has version 2, but this library reads versions up to 1; read it with the version that wrote it"
        )
        #expect(
            try Recording("{\"format\": \"component-trace\", \"version\": 2}\n".utf8).read().error?.kind
                == .laterVersion)
        let noTrace =
            "t:1: this isn't a trace of components; expected a first line such as {\"format\": \"component-trace\", "
            + "\"version\": 1, …}"
        #expect(try error("[1]\n") == noTrace)
        #expect(try error("\n") == noTrace)
        #expect(try error("{\"format\": \"automata\", \"version\": 1}\n") == noTrace)
        #expect(try error("{\n\"components\": {}}\n") == noTrace)
        #expect(try error("{\"format\": \"component-trace\"}\n") == "t:1: the first line lacks the key 'version'")
        let seed = try error("{\"format\": \"component-trace\", \"version\": 1, \"seed\": -1}\n")
        #expect(seed == "t:1:53: expected a whole number below 2⁶⁴, found '-1}'")
        #expect(
            try error("") == "t: the trace is empty; the program may have crashed, or still run; record the run again")
        for (line, message) in [
            ("7", "1: expected an event, found '7'"), ("{}", " an event lacks the key 'event'"),
            ("{\"event\": \"gone\"}", " unknown event 'gone'"),
            ("{\"event\": \"handled\", \"event\": \"lost\"}", "22: duplicate key 'event'; remove one of the two"),
            (
                "{\"event\": \"handled\", \"id\": \"a/1\", \"time\": 0}",
                " the event 'handled' lacks the key 'component'"
            ),
            (
                "{\"event\": \"restarted\", \"time\": 0, \"component\": \"a\", \"id\": \"a/1\"}",
                " the event 'restarted' has the key 'id'; remove it"
            ),
            ("{\"event\": \"handled\", \"id\": \"a\"}", "28: expected the identifier of a message, such as \"door/3\""),
            ("{\"event\": \"handled\", \"time\": 1e3}", "30: expected a time in milliseconds, such as 1500 or 0.25"),
            (
                "{\"event\": \"handled\", \"time\": 1000000000000000000000.1}",
                "30: expected a time in milliseconds, such as 1500 or 0.25"
            ),
            ("{\"event\": \"handled\", \"time\": -1}", "30: expected a time in milliseconds, such as 1500 or 0.25"),
            ("{\"event\": \"lost\", \"id\": \"a/1\", \"time\": 0, \"reason\": \"x\"}", " unknown reason 'x' of a loss"),
            (
                "{\"event\": \"sent\", \"id\": \"a/1\", \"time\": 0, \"component\": \"b\", \"port\": \"p\", \"message\": \"m\", "
                    + "\"body\": 1, \"receivers\": 1}",
                " the sender 'a' isn't the component 'b'"
            ),
            (
                "{\"event\": \"sent\", \"body\": {\"$\": 1}}",
                "27: wrong '$' in a body; write $$ for a name that begins with $"
            ),
        ] {
            let found = try error(header + restarted + line + "\n" + restarted)
            #expect(found == "t:3:\(message)", "\(found)")
        }
        #expect(
            try error(header + restarted + "{\"event\": \"end\", \"count\": 2}\n")
                == "t:3: the trace has 1 events, and had 2 when it was written")
        #expect(
            try error(header + "{\"event\": \"end\", \"count\": 0}\n" + restarted)
                == "t:3: expected nothing after the last line of the trace")
        #expect(throws: TraceFormatError.self) {
            try Recording(repeatElement(0x20, count: 200)).reader(maximumLineBytes: 99)
        }
    }

    @Test func errorsOfTheOutputAreTold() throws {
        struct Full: Error {}
        let document = try Files.document("expenses.json")
        let count = Counter()
        let writer = TraceWriter(of: document.assembly) { _ in
            count.value += 1
            throw Full()
        }
        for number in 0..<5000 { writer.write(TestEvents.handled(by: "a", sender: "b", number: number + 1, at: .zero)) }
        #expect(writer.error is Full)
        #expect(throws: Full.self) { try writer.finish() }
        // Nothing is written after an error.
        #expect(count.value == 1)
        #expect(throws: Full.self) { try TraceReader { throw Full() } }
    }
}

final class Counter: @unchecked Sendable { var value = 0 }
