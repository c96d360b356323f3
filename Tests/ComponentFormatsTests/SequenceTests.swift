import ComponentFormats
import Components
import Testing

/// The messages of runs whose ports are called from outside.
struct SequenceTests {
    struct Pings: PortProtocol { let ping = Message<Int>() }
    struct Receiver: Component {
        let input = Input<Pings>()
        static var handlers: Handlers<Receiver> { Receive(\.input.ping) { _, _ in } }
    }

    @Test func messagesFromOutsideHavePortsAndNames() throws {
        var assembly = Assembly()
        let receiver = assembly.add("receiver") { Receiver() }
        var options = Simulation.Options()
        options.traceLimit = 10
        let simulation = try Simulation(assembly, options)
        try simulation.port(\.input, of: receiver).ping(1)
        try simulation.run()
        let sequence = MessageSequence(simulation.trace, of: assembly)
        #expect(sequence.messages.map(\.sender) == ["outside"])
        #expect(sequence.messages.map(\.port) == ["to receiver.input"])
        #expect(sequence.messages.map(\.name) == ["ping"])
    }
}
