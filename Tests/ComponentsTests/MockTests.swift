import Components
import Testing

/// Mocks, records of what is sent, and code before handlers.
struct MockTests {
    private struct Guarded: Component {
        let input = Input<M1>()
        let orders = Input<Burst>()
        var log: [String] = []
        var isClosed = false
        static var handlers: Handlers<Guarded> {
            Intercept { guarded, message in
                guarded.log.append("\(message.port).\(message.name) \(message.body)")
                return !guarded.isClosed || message.port == "orders"
            }
            Receive(\.input.one) { $0.log.append("handled \($1)") }
            Receive(\.orders.send) { $0.isClosed = $1 == 0 }
        }
    }

    @Test func interception() throws {
        var assembly = Assembly()
        let part = assembly.add("guarded") { Guarded() }
        let simulation = try Simulation(assembly)
        let (input, orders) = (try simulation.port(\.input, of: part), try simulation.port(\.orders, of: part))
        input.one(1)
        orders.send(0)
        input.one(2)
        orders.send(1)
        input.one(3)
        try simulation.run()
        #expect(
            try simulation.with(part) { $0.log } == [
                "input.one 1", "handled 1", "orders.send 0", "input.one 2", "orders.send 1", "input.one 3", "handled 3",
            ])
    }

    private func assembly() -> (Assembly, PartReference<Source>, PartReference<Burster>, PartReference<Sink>) {
        struct Bridge: PortProtocol { let one = Message<Int>() }
        var assembly = Assembly()
        let source = assembly.add("source") { Source() }
        let burster = assembly.add("burster") { Burster() }
        let sink = assembly.add("sink") { Sink() }
        assembly.connect(burster.output, to: sink.input)
        assembly.connect([source.output], to: [])
        return (assembly, source, burster, sink)
    }

    @Test func mocksHaveOtherHandlers() throws {
        var (assembly, _, burster, sink) = assembly()
        assembly.mock(burster) { Receive(\.orders.send) { burster, count in burster.output.one(-count) } }
        assembly.mock(sink) {}
        let simulation = try Simulation(assembly)
        let sent = try simulation.record(\.output, of: burster)
        let orders = try simulation.port(\.orders, of: burster)
        orders.send(7)
        orders.send(8)
        try simulation.run()
        #expect(sent.one == [-7, -8])
        #expect(sent.count == 2)
        sent.removeAll()
        #expect(sent.one == [])
        #expect(try simulation.with(sink) { $0.numbers } == [])
    }

    @Test func scripts() throws {
        var (assembly, source, _, _) = assembly()
        assembly.mock(source, inOrder: true) {
            Receive(\.orders.one) { source, number in source.output.two(number) }
            Receive(\.orders.two) { source, number in source.output.three(number) }
            Receive(\.orders.one) { _, _ in }
        }
        let simulation = try Simulation(assembly)
        let sent = try simulation.record(\.output, of: source)
        let orders = try simulation.port(\.orders, of: source)
        orders.one(1)
        orders.two(2)
        try simulation.run()
        #expect((sent.two, sent.three) == ([1], [2]))
        #expect(simulation.remainingStepCount(of: source) == 1)
        orders.two(3)
        try simulation.run()
        #expect(
            simulation.failures.map { "\($0.error)" } == [
                "unexpected message orders.two; the script expects orders.one"
            ])
    }
}
