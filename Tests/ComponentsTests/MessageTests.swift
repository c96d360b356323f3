import Components
import Testing

private struct Counting: PortProtocol {
    let add = Message<Int>()
    let move = Message<(Int, String)>()
    let stop = Message<Void>()
}

private struct Totals: PortProtocol { let changed = Message<Int>() }

private struct Counter: Component {
    let input = Input<Counting>()
    let output = Output<Totals>(isOptional: true)
    let context = ComponentContext()
    var total = 0
    var texts: [String] = []

    static var handlers: Handlers<Counter> {
        Receive(\.input.add) { counter, amount in
            counter.total += amount
            counter.output.changed(counter.total)
        }
        Receive(\.input.move) { counter, amount, text in
            counter.total += amount
            counter.texts.append(text)
        }
        Receive(\.input.stop) { counter in counter.context.end() }
    }
}

struct MessageTests {
    @Test func callsReachHandlersOfTheirNames() throws {
        var assembly = Assembly()
        let counter = assembly.add("counter") { Counter() }
        let simulation = try Simulation(assembly)
        let port = try simulation.port(\.input, of: counter)
        port.add(2)
        port.move(3, "up")
        #expect(try simulation.with(counter) { $0.total } == 0)
        try simulation.run()
        #expect(try simulation.with(counter) { $0.total } == 5)
        #expect(try simulation.with(counter) { $0.texts } == ["up"])
        port.stop()
        port.add(1)
        try simulation.run()
        let error = ComponentError.unknownPart("counter", hasEnded: true)
        #expect(throws: error) { try simulation.with(counter) { $0.total } }
    }
}
