import BridgeTestSupport
import ComponentBridges
import Components
import Testing
import ZeroMQBridge

/// Systems that are joined by ZeroMQ, through a proxy that cuts them off.
@Suite struct BridgeTests {
    struct Numbers: PortProtocol { let number = Message<(Int, String)>() }
    struct Counting: PortProtocol { let count = Command<Void, Int>() }

    struct Source: Component {
        let input = Input<Numbers>()
        let output = Output<Numbers>()

        static var handlers: Handlers<Source> {
            Receive(\.input.number) { source, number, text in source.output.number(number, text) }
        }
    }

    struct Near: Bridge {
        let numbers = Input<Numbers>()
        let link: BridgeLink

        init(_ options: BridgeOptions) { link = BridgeLink(.client, options) }
    }

    struct Far: Bridge {
        let numbers = Output<Numbers>()
        let link: BridgeLink

        init(_ options: BridgeOptions) { link = BridgeLink(.server, options) }
    }

    /// Counts numbers as long as they come in order; -1 from then on.
    struct Counter: Component {
        let input = Input<Numbers>()
        let questions = Input<Counting>()
        var count = 0

        static var handlers: Handlers<Counter> {
            Receive(\.input.number) { counter, number, _ in
                counter.count = number == counter.count ? number + 1 : -1
            }
            Receive(\.questions.count) { $0.count }
        }
    }

    @Test func nothingIsLostOrRepeatedWhileConnectionsAreCut() async throws {
        var options = BridgeOptions(.confirmed)
        options.window = 1_000_000
        var assembly = Assembly()
        let far = assembly.add("far") { [options] in Far(options) }
        let counter = assembly.add("counter") { Counter() }
        assembly.connect(far.numbers, to: counter.input)
        let server = try ComponentSystem(assembly)
        assembly = Assembly()
        let source = assembly.add("source") { Source() }
        let near = assembly.add("near") { [options] in Near(options) }
        assembly.connect(source.output, to: near.numbers)
        let client = try ComponentSystem(assembly)

        let listener = try ZeroMQServer("tcp://127.0.0.1:0")
        let serving = try server.open(far, over: listener)
        let port = try #require(UInt16(listener.address.split(separator: ":").last ?? ""))
        let proxy = try TCPProxy(to: port)
        let calling = try client.open(near, over: try ZeroMQClient("tcp://127.0.0.1:\(proxy.port)"))
        let (input, questions) = (try client.port(\.input, of: source), try server.port(\.questions, of: counter))
        let (rounds, size) = (20, 1_000)
        for round in 0..<rounds {
            for number in round * size..<(round + 1) * size { input.number(number, "twenty characters or so") }
            // Some of the round may be under way.
            if round % 2 == 0 { try await expect(round * size + 1, questions) }
            proxy.cut()
        }
        try await expect(rounds * size, questions)
        #expect(try await questions.count() == rounds * size)
        #expect(client.failures.isEmpty && server.failures.isEmpty)
        calling.close()
        serving.close()
        await client.end()
        await server.end()
    }

    /// Waits until a number of messages has come.
    private func expect(_ count: Int, _ questions: OutsidePort<Counting>) async throws {
        for _ in 0..<12_000 {
            let found = try await questions.count()
            if found >= count || found < 0 { return }
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
