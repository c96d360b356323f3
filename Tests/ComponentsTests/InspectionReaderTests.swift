import AlgorithmSupport
@_spi(Tool) import Components
import Foundation
import Testing

/// Lines of an inspector, as another program reads them.
struct InspectionReaderTests {
    private let path: String

    init() throws { path = try makeTemporaryFolder() + "/socket" }

    @Test func readerSeesTheRun() throws {
        var (assembly, first) = relayChain()
        let gate = assembly.add("gate") { PushedGate() }
        var options = Simulation.Options()
        options.traceLimit = 1000
        let simulation = try Simulation(assembly, options)
        let inspector = try simulation.inspect(at: path, allowsControl: true)
        let listener = try InspectionListener(connectingTo: path)
        var reader = InspectionReader()
        try reader.read(Array(listener.line()?.utf8 ?? "".utf8))
        #expect(reader.allowsControl)
        try simulation.port(\.hand, of: gate).push()
        try simulation.port(\.input, of: first).one(7)
        try simulation.port(\.input, of: first).one(-1)
        try simulation.run()
        let trace = simulation.trace
        while reader.failures.isEmpty || reader.events.count < trace.count || reader.assembly.parts.count > 2 {
            try reader.read(Array(listener.line()?.utf8 ?? "".utf8))
        }
        #expect(reader.events.map(\.event.description) == trace.map(\.description))
        #expect(reader.failures.map(\.description) == simulation.failures.map(\.description))
        #expect(reader.states["gate"]?.filter(\.isActive).map(\.name) == ["Gate", "open"])
        #expect(reader.assembly.parts.map(\.name) == ["second", "gate"])
        #expect(reader.assembly.parts.map(\.type) == ["Relay", "PushedGate"])
        func ports(_ assembly: Assembly) -> [[String]] {
            assembly.parts.map { part in
                part.ports.map { "\($0.name) \($0.direction) \($0.isOptional) \($0.messages.map(\.name))" }
            }
        }
        #expect(ports(reader.assembly) == ports(simulation.assembly.current))
        #expect(reader.assembly.channels.isEmpty && reader.missedCount == 0 && !reader.hasEnded)
        inspector.close()
        while let line = try listener.line() { try reader.read(Array(line.utf8)) }
        #expect(reader.hasEnded)
    }

    @Test func linesOfOthersAreRefused() throws {
        let nested = (0..<200).map { number in
            let container = number == 0 ? "" : "p\(number - 1)"
            return #"{"name": "p\#(number)", "type": "T", "container": "\#(container)", "ports": []}"#
        }.joined(separator: ",")
        for line in [
            "", "[]", #"{"news": "run", "version": 99}"#, #"{"news": "event", "number": 1}"#, #"{"news": "event"} x"#,
            #"{"news": "event", "number": 1e300, "kind": "failed"}"#, #"{"news": "assembly", "parts": [{"ports": 1}]}"#,
            #"{"news": "assembly", "channels": [{"kind": "?"}]}"#, #"{"news": "assembly", "parts": [\#(nested)]}"#,
            #"{"news": "assembly", "parts": [{"name": "a", "container": "a"}]}"#,
            #"{"news": "assembly", "parts": [{"name": "a", "container": "b"}, {"name": "b", "container": "a"}]}"#,
            #"{"news": "assembly", "parts": [{"name": "a"}, {"name": "a", "container": "a"}]}"#,
        ] {
            var reader = InspectionReader()
            #expect(throws: InspectionReader.Problem.self, "\(line)") { try reader.read(Array(line.utf8)) }
        }
        // Contents may come before their containers, as numbers of components are used again.
        let contents = #"{"news": "assembly", "parts": [{"name": "b", "container": "a"}, {"name": "a"}]}"#
        var reader = InspectionReader()
        #expect(try reader.read(Array(contents.utf8)) == .news && reader.assembly.parts.count == 2)
        var random = SplitMix64(seed: 3)
        let good = Array(
            #"{"news":"event","number":1,"kind":"sent","time":0.5,"id":"a/1","part":"a","message":"o.m"}"#.utf8)
        var refusedCount = 0
        for _ in 0..<20_000 {
            var (line, reader) = (good, InspectionReader())
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                line[Int.random(in: line.indices, using: &random)] = UInt8.random(in: 32...126, using: &random)
            }
            do { try reader.read(line) } catch { refusedCount += 1 }
        }
        #expect(refusedCount > 1000)
    }

    @Test func numbersOfOthersAreLimited() throws {
        var reader = InspectionReader()
        for count in ["5", "-3", "9000000000000000000", "9000000000000000000", "1e300"] {
            try reader.read(Array("{\"news\": \"missed\", \"count\": \(count)}".utf8))
        }
        #expect(reader.missedCount == .max)
    }

    @Test func kindsOfLaterVersionsAreSkipped() throws {
        var reader = InspectionReader()
        for line in [
            #"{"news": "weather", "x": 1}"#, #"{"news": "event", "number": 1, "kind": "teleported", "part": "a"}"#,
            #"{"news": "event", "number": 2, "kind": "lost", "reason": "stolen", "part": "a"}"#,
            #"{"news": "event", "number": 3, "kind": "restarted", "part": "a", "y": [null]}"#,
        ] { try reader.read(Array(line.utf8)) }
        #expect(reader.events.map(\.number) == [3])
    }
}
