import AlgorithmSupport
import ComponentFormats
import Components
import Statecharts
import Testing

/// Runs that follow a trace.
struct ReplayTests {
    @Test func randomRunsAreRepeated() throws {
        var (messageCount, failureCount) = (0, 0)
        for seed in 0..<200 as Range<UInt64> {
            let random = try RandomAssembly(seed)
            let recording = try random.record()
            let replay = try TraceReplay(of: random.document, from: recording.reader())
            #expect(replay.difference == nil, "\(seed): \(replay.difference?.description ?? "")")
            #expect(replay.eventCount == recording.events.count && replay.cutOff == nil)
            messageCount += replay.eventCount
            failureCount += recording.events.count { $0.kind == .failed }
        }
        #expect(messageCount > 5000 && failureCount > 50)
    }

    /// Mocks of some components, or of all, do the same.
    @Test func mocksDoWhatWasRecorded() throws {
        var generator = SeededGenerator(seed: 1)
        var mockedCount = 0
        for seed in 0..<200 as Range<UInt64> {
            let random = try RandomAssembly(seed)
            let recording = try random.record()
            var names = Set(random.components.filter { _ in Bool.random(using: &generator) })
            if Bool.random(using: &generator), random.components.contains("box.a") { names.insert("box") }
            let mocks = try TraceMocks(of: names, from: recording.reader())
            let replay = try TraceReplay(of: random.document, from: recording.reader(), mocks: mocks) { assembly in
                // What is replaced by a mock doesn't matter.
                for name in names.sorted() where name != "box" {
                    let ports = assembly.parts.first { $0.name == name }?.ports ?? []
                    assembly.replace(name) {
                        ValueComponent(
                            ports.map {
                                ValuePort($0.name, $0.direction, $0.messages.map(\.name), isOptional: $0.isOptional)
                            }
                        ) { _, _ in throw ExpressionError("replaced") }
                    }
                }
            }
            #expect(replay.difference == nil, "\(seed) \(names): \(replay.difference?.description ?? "")")
            #expect(replay.eventCount == recording.events.count)
            mockedCount += names.count
        }
        #expect(mockedCount > 200)
    }

    @Test(arguments: ["expenses.json", "lists.json"]) func chartsAreRepeatedAndMocked(name: String) throws {
        let document = try Files.document(name)
        let output = Recording()
        var options = Simulation.Options()
        let writer = TraceWriter(of: document.assembly, options, to: output.write)
        options.onEvent = writer.write
        let run = try ComponentRun(document, options)
        for step in ["button.fetch", "+1.5s", "button.fetch", "+3s", "button.fetch", "+1s"] {
            _ = try run.perform(ScriptStep(parsing: step))
        }
        try writer.finish()
        let count = run.simulation.trace.count
        let names = document.assembly.parts.map(\.name).filter { $0 != "environment" }
        for number in 0..<(1 << names.count) {
            let chosen = Set(names.indices.filter { number >> $0 & 1 == 1 }.map { names[$0] })
            let mocks = try TraceMocks(of: chosen, from: output.reader())
            let replay = try TraceReplay(of: document, from: output.reader(), mocks: mocks)
            #expect(replay.difference == nil && replay.eventCount == count, "\(chosen): \(replay)")
        }
    }

    /// A signal may come between two events of one step.
    @Test func interruptedRunsAreRepeated() throws {
        let document = try Files.document("lists.json")
        var events: [TraceEvent] = []
        let run = try ComponentRun(document, .init(), stepLimit: 1000)
        _ = try run.perform(ScriptStep(parsing: "button.fetch"))
        _ = try run.perform(ScriptStep(parsing: "+5s"))
        events = run.simulation.trace
        var differenceCount = 0
        for count in 0...events.count {
            for isInterrupted in [true, false] {
                let output = Recording()
                let writer = TraceWriter(of: document.assembly, .init(), to: output.write)
                for event in events.prefix(count) { writer.write(event) }
                try writer.finish(isInterrupted: isInterrupted)
                // What comes later is part of no trace.
                writer.write(events[0])
                try writer.finish()
                let replay = try TraceReplay(of: document, from: output.reader())
                #expect(replay.cutOff == nil && replay.eventCount == count)
                if isInterrupted { #expect(replay.difference == nil) }
                differenceCount += replay.difference == nil ? 0 : 1
            }
        }
        #expect(events.count > 10 && differenceCount > 0)
    }

    /// Messages that a program sends to ports of components, without an environment.
    @Test func messagesFromOutsideAreRepeated() throws {
        let document = try read(
            "{\"components\": {\"a\": {\"chart\": \"echo.scxml\", \"in\": {\"i\": \"in\"}, \"out\": {\"out\": \"out\"}, "
                + "\"optional\": \"out\"}}}", ["echo.scxml": echo])
        let output = Recording()
        var options = Simulation.Options()
        let writer = TraceWriter(of: document.assembly, options, to: output.write)
        options.onEvent = writer.write
        let simulation = try Simulation(document.assembly, options)
        for number in 0..<3 as Range<Int64> {
            for _ in 0..<number {
                try simulation.send("in", .null, to: PortReference("a", "i"), named: "to a.i")
            }
            try simulation.advance(by: .milliseconds(number))
        }
        try writer.finish()
        let replay = try TraceReplay(of: document, from: output.reader())
        #expect(replay.difference == nil && replay.eventCount == 12, "\(replay)")
    }

    /// A chart that was changed differs where it does something else, also beside mocks.
    @Test func changesAreFound() throws {
        let document = try Files.document("expenses.json")
        let output = Recording()
        var options = Simulation.Options()
        let writer = TraceWriter(of: document.assembly, options, to: output.write)
        options.onEvent = writer.write
        let run = try ComponentRun(document, options)
        try run.send("button.fetch")
        try run.advance(by: .seconds(2))
        try writer.finish()
        func changed(_ name: String, _ old: String, _ new: String) throws -> AssemblyDocument {
            try AssemblyDocument(json: String(decoding: Files.example("expenses.json"), as: UTF8.self)) { path in
                let text = String(decoding: try Files.example(path), as: UTF8.self)
                return Array((path == name ? text.replacing(old, with: new) : text).utf8)
            }
        }
        let slower = try changed("service.scxml", "2s", "3s")
        let replay = try TraceReplay(of: slower, from: output.reader())
        #expect(replay.eventCount == 4 && replay.difference?.line == 6)
        #expect(
            replay.difference?.description
                == "expected '2000 ms: #service/1 service.timers.due because of #model/1', found '3000 ms: "
                + "#service/1 service.timers.due because of #model/1'")
        let mocks = try TraceMocks(of: ["service"], from: output.reader())
        #expect(try TraceReplay(of: slower, from: output.reader(), mocks: mocks).difference == nil)
        let silent = try changed("model.scxml", "#_list", "#_self")
        let found = try TraceReplay(of: silent, from: output.reader(), mocks: mocks).difference
        #expect(found?.expected?.name == "shown" && found?.found == nil)
        let eager = try changed(
            "model.scxml", "<transition event=\"fetched\" target=\"Showing\">",
            """
            <transition event="fetched" target="Showing"><send event="shown" target="#_list"/>
            """)
        #expect(try TraceReplay(of: eager, from: output.reader()).difference?.found?.bodyText == nil)
        // The last line isn't reached by a run that does more.
        let longer = try Recording(output.text).without(lastEvents: 1)
        let end = try TraceReplay(of: document, from: longer.reader())
        #expect(end.difference == nil && end.eventCount == run.simulation.trace.count - 1)
        let earlier = try Recording(output.text).without(lastEvents: 2)
        #expect(try TraceReplay(of: document, from: earlier.reader()).difference?.expected == nil)
    }

    @Test func cutTracesAreRepeatedToTheCut() throws {
        let random = try RandomAssembly(3)
        let recording = try random.record()
        for length in stride(from: 300, to: recording.text.count - 1, by: 97) {
            let cut = Recording(recording.text.prefix(length))
            let replay = try TraceReplay(of: random.document, from: cut.reader())
            #expect(replay.difference == nil && replay.cutOff?.kind == .cutOff)
            #expect(try replay.eventCount == cut.read().events.count)
        }
    }

    @Test func mocksHaveErrors() throws {
        let random = try RandomAssembly(3)
        let recording = try random.record()
        func error(_ names: Set<String>, _ limit: Int = 1 << 30) -> String {
            do {
                let mocks = try TraceMocks(of: names, from: recording.reader(), maximumBytes: limit)
                _ = try TraceReplay(of: random.document, from: recording.reader(), mocks: mocks)
            } catch { return "\(error)" }
            return ""
        }
        let expected = "to mock; expected one of \(random.components.joined(separator: ", "))"
        #expect(error(["nobody"]) == "t: unknown component 'nobody' \(expected)")
        #expect(error(["environment"]) == "t: unknown component 'environment' \(expected)")
        #expect(error(["c0"], 1000).hasSuffix("the messages of the mocks need more than 1000 bytes"))
        let output = Recording()
        let writer = TraceWriter(of: Assembly(), to: output.write)
        struct Point {}
        writer.write(TestEvents.sent(by: "a", port: "o", message: "m", Point(), at: .zero, number: 1))
        try writer.finish()
        #expect(throws: TraceFormatError.self) { try TraceMocks(of: ["a"], from: output.reader()) }
        let outside = Recording()
        let other = TraceWriter(of: Assembly(), to: outside.write)
        other.write(TestEvents.sent(by: "", port: "to nobody.in", message: "m", Value.null, at: .zero, number: 1))
        try other.finish()
        #expect(throws: TraceFormatError.self) {
            try TraceReplay(of: read("{\"components\": {\"a\": {}}}"), from: outside.reader())
        }
    }
}

extension Recording {
    /// Returns the trace without its last events.
    fileprivate func without(lastEvents count: Int) throws -> Recording {
        var lines = text.split(separator: UInt8(ascii: "\n")).dropLast(count + 1)
        lines.append(Array("{\"event\": \"end\", \"count\": \(lines.count - 1)}".utf8)[...])
        return Recording(lines.joined(separator: [UInt8(ascii: "\n")]) + [UInt8(ascii: "\n")])
    }
}
