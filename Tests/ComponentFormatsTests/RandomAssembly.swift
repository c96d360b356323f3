import AlgorithmSupport
import ComponentFormats
import Components
import Statecharts

/// An assembly of components in Swift that send by chance, and messages for it.
struct RandomAssembly {
    let document: AssemblyDocument
    let options: Simulation.Options
    /// The names of the components that contain no others.
    let components: [String]
    private let steps: [ScriptStep]

    /// - Parameter mayFail: Whether components fail by chance.
    init(_ seed: UInt64, mayFail: Bool = true) throws {
        var generator = SeededGenerator(seed: seed)
        let isNested = Bool.random(using: &generator)
        let count = Int.random(in: 1...5, using: &generator)
        var names = (0..<count).map { "c\($0)" }
        var parts = names.map { "\"\($0)\": \(Self.component(&generator))" }
        if isNested {
            parts.append(
                """
                "box": {"components": {"a": \(Self.component(&generator)), "b": \(Self.component(&generator))},
                  "channels": [{"from": "a.o0", "to": "b.i0"}], "environment": {"i0": "a.i0", "o0": "b.o0"}}
                """)
            names += ["box"]
        }
        var channels: [String] = []
        for name in names where Int.random(in: 0..<4, using: &generator) > 0 {
            let receivers = names.shuffled(using: &generator).prefix(Int.random(in: 1...2, using: &generator))
                .map { "\"\($0).i0\"" }.joined(separator: ", ")
            // A port has one channel, which has one kind.
            guard
                !channels.contains(where: { channel in
                    receivers.split(separator: ", ").contains { channel.contains($0) }
                })
            else { continue }
            // The channels of the box go on inside.
            let isPointToPoint = Bool.random(using: &generator) && name != "box" && !receivers.contains("box")
            let kind = isPointToPoint ? "point-to-point" : "publish-subscribe"
            channels.append("{\"from\": \"\(name).o0\", \"to\": [\(receivers)], \"kind\": \"\(kind)\"}")
        }
        let inputs = names.map { "\"e\($0)\": \"\($0).i0\"" }
        let text = """
            {"components": {\(parts.joined(separator: ", "))}, "channels": [\(channels.joined(separator: ", "))],
             "environment": {\(inputs.joined(separator: ", "))}}
            """
        var options = AssemblyDocument.Options()
        options.behavior = { name in
            var own = SeededGenerator(seed: name.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) })
            return .init { outputs in
                try? outputs.send("m", .number(2), through: "self", after: .milliseconds(1))
            } receive: { message, outputs in
                if mayFail, Int.random(in: 0..<40, using: &own) == 0 { throw ExpressionError("failed by chance") }
                guard case .number(let rest) = message.body, rest > 0 else { return }
                for port in ["o0", "self"] where Int.random(in: 0..<3, using: &own) > 0 {
                    let delay = Duration.microseconds([0, 0, 250, 1000].randomElement(using: &own) ?? 0)
                    let name = Bool.random(using: &own) ? "m" : "n"
                    try outputs.send(name, .number(rest - 1), through: port, after: delay)
                }
            }
        }
        document = try read(text, [:], options)
        components = document.assembly.parts.map(\.name).filter { $0 != "environment" && $0 != "box" }
        var simulation = Simulation.Options()
        (simulation.seed, simulation.isShuffled) = (seed, Bool.random(using: &generator))
        self.options = simulation
        steps = try (0..<Int.random(in: 0...6, using: &generator)).map { _ in
            let port = names.randomElement(using: &generator) ?? ""
            let isMessage = Bool.random(using: &generator)
            return try ScriptStep(parsing: isMessage ? "e\(port).m=\(Int.random(in: 0...4, using: &generator))" : "+1")
        }
    }

    private static func component(_ generator: inout SeededGenerator) -> String {
        let policy = ["fail", "dropOldest", "dropNewest"].randomElement(using: &generator) ?? ""
        let mailbox = Bool.random(using: &generator) ? 1000 : 2
        return """
            {"in": {"i0": ["m", "n"]}, "out": {"o0": ["m", "n"]}, "own": {"self": ["m", "n"]}, "optional": "o0",
             "mailbox": {"capacity": \(mailbox), "policy": "\(policy)"}}
            """
    }

    /// Runs the assembly, and returns what it writes.
    func record() throws -> Recording {
        let output = Recording()
        var options = options
        let writer = TraceWriter(of: document.assembly, options, to: output.write)
        options.onEvent = writer.write
        let run = try ComponentRun(document, options)
        for step in steps { _ = try run.perform(step) }
        try writer.finish()
        output.events = run.simulation.trace
        return output
    }
}

/// The text of a trace in memory, and its events.
final class Recording: @unchecked Sendable {
    // Unchecked, because tests run on one thread.
    var text: [UInt8] = []
    var events: [TraceEvent] = []

    init() {}
    init(_ text: some Sequence<UInt8>) { self.text = Array(text) }

    @Sendable func write(_ bytes: [UInt8]) { text += bytes }

    /// Writes and reads events.
    static func error(of events: [TraceEvent]) throws -> TraceFormatError? {
        let output = Recording()
        let writer = TraceWriter(of: Assembly(), to: output.write)
        for event in events { writer.write(event) }
        try writer.finish()
        return try output.read().error
    }

    /// Returns a reader that gets the text in pieces.
    func reader(pieces size: Int = 100, maximumLineBytes: Int = 1 << 26) throws -> TraceReader {
        var rest = text[...]
        return try TraceReader(name: "t", maximumLineBytes: maximumLineBytes) {
            defer { rest = rest.dropFirst(size) }
            return Array(rest.prefix(size))
        }
    }

    /// Reads the events up to an error.
    func read() throws -> (events: [TraceEvent], error: TraceFormatError?) {
        var events: [TraceEvent] = []
        do {
            var reader = try reader()
            while let event = try reader.next() { events.append(event) }
        } catch let error as TraceFormatError { return (events, error) }
        return (events, nil)
    }
}
