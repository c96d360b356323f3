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

    /// A trace with room for one event knows who has handled the message, but not what was sent.
    @Test func messagesAreToldThoughTheirSendingWasRemoved() throws {
        var assembly = Assembly()
        let receiver = assembly.add("receiver", mailbox: .init(capacity: 1, .dropNewest)) { Receiver() }
        var options = Simulation.Options()
        options.traceLimit = 2
        let simulation = try Simulation(assembly, options)
        let port = try simulation.port(\.input, of: receiver)
        port.ping(1)
        port.ping(2)
        try simulation.run()
        let sequence = MessageSequence(simulation.trace, of: assembly)
        #expect(simulation.removedTraceEventCount == 2)
        #expect(
            sequence.jsonLines.split(separator: "\n").map(String.init) == [
                #"{"id": "outside/2", "time": 0, "sender": "outside", "receiver": "receiver", "port": null, "type": null, "body": null, "cause": null, "lost": "full"}"#,
                #"{"id": "outside/1", "time": 0, "sender": "outside", "receiver": "receiver", "port": null, "type": null, "body": null, "cause": null}"#,
            ])
        #expect(
            sequence.mermaid == """
                sequenceDiagram
                  actor c0 as outside
                  participant c1 as receiver
                  c0-xc1: #35;outside/2 (lost#58; full)
                  c0->>c1: #35;outside/1

                """)
    }

    @Test func answersAreTold() throws {
        struct Questions: PortProtocol { let ask = Command<Int, [Int]>() }
        struct Asker: Component {
            let input = Input<Pings>()
            let output = Output<Questions>()
            static var handlers: Handlers<Asker> {
                Receive(\.input.ping) { $0.output.ask($1) }
                ReceiveAnswer(\.output.ask) { _, _, _ in }
            }
        }
        struct Answerer: Component {
            let input = Input<Questions>()
            static var handlers: Handlers<Answerer> {
                Receive(\.input.ask) { _, number in
                    if number == 0 { throw CommandError.refused("nothing is left") }
                    return [number, 1]
                }
            }
        }
        var assembly = Assembly()
        let asker = assembly.add("asker") { Asker() }
        let answerer = assembly.add("answerer") { Answerer() }
        assembly.connect(asker.output, to: answerer.input)
        var options = Simulation.Options()
        options.traceLimit = 100
        let simulation = try Simulation(assembly, options)
        let port = try simulation.port(\.input, of: asker)
        for number in [0, 7] { port.ping(number) }
        try simulation.run()
        let answers = MessageSequence(simulation.trace, of: assembly).messages.filter { $0.sender == "answerer" }
        #expect(answers.map(\.port) == ["answer to asker.output", "answer to asker.output"])
        #expect(answers.map { "\($0.body)" } == ["nothing is left", "[7, 1]"])
        let texts = simulation.trace.filter { $0.kind == .sent && $0.component == "answerer" }.map(\.bodyText)
        #expect(texts == [#""refused: nothing is left""#, #""[7, 1]""#])
    }
}
