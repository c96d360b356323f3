import Components
import Statecharts
import Testing

/// Components with ports by name, whose bodies are values.
struct ValueTests {
    private static let ports = [ValuePort("input", .input, ["add"]), ValuePort("total", .output, ["changed"])]

    private static func counter(_ check: ValueCheck? = nil) -> ValueComponent {
        var total = 0.0
        return ValueComponent(ports, check: check) { message, outputs in
            guard case .number(let number) = message.body else { throw ExpressionError("no number") }
            total += number
            try outputs.send("changed", .number(total), through: "total")
            try outputs.send("changed", .number(-total), through: "total", after: .seconds(1))
        }
    }

    /// A counter between a sender and a listener.
    private static func assembly(_ check: ValueCheck? = nil) -> (Assembly, PartReference<ValueComponent>) {
        var assembly = Assembly()
        let source = assembly.add("source") { ValueComponent([ValuePort("out", .output, ["add"])]) { _, _ in } }
        let counter = assembly.add("counter") { Self.counter(check) }
        let sink = assembly.add("sink") { ValueComponent([ValuePort("in", .input, ["changed"])]) { _, _ in } }
        assembly.connect(source.port("out"), to: counter.port("input"))
        assembly.connect(counter.port("total"), to: sink.port("in"))
        return (assembly, source)
    }

    private static func send(
        _ name: String, _ body: Value, through port: String, _ simulation: Simulation,
        _ source: PartReference<ValueComponent>
    ) throws -> (any Error)? {
        var failure: (any Error)?
        try simulation.with(source) { source in
            do { try source.outputs.send(name, body, through: port) } catch { failure = error }
        }
        return failure
    }

    @Test func closuresHandleMessages() throws {
        let (assembly, source) = Self.assembly()
        #expect(assembly.check() == [])
        var options = Simulation.Options()
        options.traceLimit = 100
        // Each run has its own closure.
        for _ in 0..<2 {
            let simulation = try Simulation(assembly, options)
            #expect(try Self.send("add", .number(3), through: "out", simulation, source) == nil)
            #expect(try Self.send("add", .number(4), through: "out", simulation, source) == nil)
            try simulation.advance(by: .seconds(1))
            let sent = simulation.trace.filter { $0.kind == .sent && $0.component == "counter" }
            #expect(sent.map(\.message) == .init(repeating: "total.changed", count: 4))
            #expect(sent.map { $0.body as? Value } == [.number(3), .number(7), .number(-3), .number(-7)])
            #expect(simulation.failures.isEmpty)
            #expect(try Self.send("add", .null, through: "out", simulation, source) == nil)
            try simulation.run()
            #expect(simulation.failures.map(\.component) == ["counter"])
        }
    }

    @Test func sendingWhatAPortDoesNotKnowFails() throws {
        let (assembly, source) = Self.assembly { _, _, body in body == .number(7) ? "seven is refused" : nil }
        let simulation = try Simulation(assembly)
        func message(_ name: String, _ port: String) throws -> String? {
            try Self.send(name, .null, through: port, simulation, source).map { "\($0)" }
        }
        #expect(try message("add", "in") == "unknown output port 'in'; name one of the component")
        #expect(
            try message("sub", "out") == "the port 'out' sends no message 'sub'; add it to the port or fix the name")
        #expect(try Self.send("add", .number(7), through: "out", simulation, source) == nil)
        try simulation.run()
        #expect(simulation.failures.map { "\($0.error)" } == ["seven is refused"])
    }

    /// A chart sends to a port of its own, to one that lacks the message, and to no port.
    @Test func chartsSendToPortsByName() throws {
        var source = Statechart("chart")
        func send(_ event: String, _ target: String) -> Statechart.Action {
            var send = Statechart.Send(event)
            send.target = .literal(.text(target))
            return .send(send)
        }
        var state = Statechart.State("state")
        state.transitions = [
            .init(.events(["go"]), do: [send("again", "#_self")]),
            .init(
                .events(["again"]), do: [.log("from", try Expression(parsing: "_event.origin")), send("no", "#_out")]),
        ]
        source.add(state)
        let chart = try CompiledStatechart<ExpressionBehavior>(source)
        var assembly = Assembly()
        let start = assembly.add("start") { ValueComponent([ValuePort("out", .output, ["go"])]) { _, _ in } }
        let part = assembly.add("chart") {
            ExpressionChart(
                chart,
                ports: [
                    ValuePort("in", .input, ["go"]), ValuePort("self", .own, ["again"]),
                    ValuePort("out", .output, ["yes"], isOptional: true),
                ])
        }
        assembly.connect(start.port("out"), to: part.port("in"))
        #expect(assembly.check() == [])
        let simulation = try Simulation(assembly)
        let failures = Failures()
        try simulation.with(part) { $0.data.onFailure = { failures.add($0.error.message) } }
        #expect(try Self.send("go", .null, through: "out", simulation, start) == nil)
        try simulation.run()
        #expect(try simulation.with(part) { $0.data.log.map(\.value) } == [.text("#_self")])
        #expect(failures.list == ["the port 'out' sends no message 'no'; add it to the port or fix the name"])
        #expect(simulation.failures.isEmpty)
    }

    private final class Failures: @unchecked Sendable {
        private(set) var list: [String] = []
        func add(_ text: String) { list.append(text) }
    }

    @Test func channelsOfTooManyPairsAreFindings() {
        var assembly = Assembly()
        let messages = (0..<1_000).map { "m\($0)" }
        let senders = (0..<101).map { number in
            assembly.add("s\(number)") { ValueComponent([ValuePort("p", .output, messages)]) { _, _ in } }.port("p")
        }
        let receivers = (0..<100).map { number in
            assembly.add("r\(number)") { ValueComponent([ValuePort("p", .input, ["m0"])]) { _, _ in } }.port("p")
        }
        assembly.connect(senders, to: receivers)
        #expect(
            assembly.check().map(\.message) == [
                "s0.p is on a channel with 10100000 pairs of messages and receivers, more than 10000000; divide the "
                    + "channel"
            ])
    }
    @Test func commandsHaveAnswers() throws {
        var port = ValuePort("prices", .input, [])
        port.commands = ["price"]
        var asked = ValuePort("prices", .output, [])
        asked.commands = ["price"]
        let (prices, ports) = (port, [asked, ValuePort("ask", .input, ["ask"])])
        let answers = Answers()
        var assembly = Assembly()
        let catalogue = assembly.add("catalogue") {
            ValueComponent([prices]) { message, _ in
                guard case .request(let responder) = message.command else { return }
                if message.body == .number(1) { responder(.text("one")) } else { responder.refuse("no such item") }
            }
        }
        let customer = assembly.add("customer") {
            ValueComponent(ports) { message, outputs in
                if case .answer(let result) = message.command { return answers.list.append((message.body, result)) }
                try outputs.ask("price", message.body, through: "prices")
            }
        }
        assembly.connect(customer.port("prices"), to: catalogue.port("prices"))
        #expect(assembly.check().allSatisfy { !$0.isError })
        let simulation = try Simulation(assembly)
        for number in [1.0, 2] { try simulation.send("ask", .number(number), to: PortReference("customer", "ask")) }
        try simulation.run()
        #expect(answers.list.map(\.request) == [.number(1), .number(2)])
        #expect(answers.list.map(\.result) == [.success(.text("one")), .failure(.refused("no such item"))])
        var result: Result<Value, CommandError>?
        try simulation.ask("price", .number(1), of: PortReference("catalogue", "prices")) { result = $0 }
        #expect(simulation.waitingCount == 1)
        try simulation.run()
        #expect(result == .success(.text("one")))
        #expect(throws: ComponentError.self) {
            try simulation.send("price", .null, to: PortReference("catalogue", "prices"))
        }
        #expect(throws: ComponentError.unknownPart("x")) {
            try simulation.send("ask", .null, to: PortReference("x", "ask"))
        }
    }

    private final class Answers: @unchecked Sendable {
        // Unchecked, because one thread runs the simulation.
        var list: [(request: Value, result: Result<Value, CommandError>)] = []
    }
    @Test func aRunFreesItsClosures() throws {
        final class Witness: Sendable {}
        var ask = ValuePort("prices", .output, [], isOptional: true)
        ask.commands = ["price"]
        let ports = [ask, ValuePort("input", .input, ["add"]), ValuePort("own", .own, ["add"])]
        weak var witness: Witness?
        do {
            var assembly = Assembly()
            let known = Witness()
            witness = known
            assembly.add("asker") { ValueComponent(ports) { _, _ in withExtendedLifetime(known) {} } }
            let simulation = try Simulation(assembly)
            try simulation.send("add", .null, to: PortReference("asker", "input"))
            try simulation.run()
        }
        #expect(witness == nil)
    }
}
