import Components
import Testing

/// Mistakes in declarations of protocols and components.
struct DeclarationTests {
    struct Computed: PortProtocol {
        let stored = Message<Int>()
        var fetch: Message<Int> { Message() }
        var ask: Command<Int, Int> { Command() }
    }

    static let message = Message<Int>()
    struct First: PortProtocol {
        let other = Message<Int>()
        let shared = DeclarationTests.message
    }
    struct Second: PortProtocol { let shared = DeclarationTests.message }

    class Base: @unchecked Sendable { let inherited = Message<Int>() }
    final class Derived: Base, PortProtocol, @unchecked Sendable {
        let own = Message<Int>()
        required override init() {}
    }

    @Test func handlersNeedStoredMessages() {
        struct Receiver: Component {
            let input = Input<Computed>()

            static var handlers: Handlers<Receiver> {
                Receive(\.input.stored) { _, _ in }
                Receive(\.input.fetch) { _, _ in }
                Receive(\.input.ask) { _, number in number }
            }
        }
        struct Asker: Component {
            let output = Output<Computed>(isOptional: true)

            static var handlers: Handlers<Asker> { ReceiveAnswer(\.output.ask) { _, _, _ in } }
        }
        var assembly = Assembly()
        assembly.add("a") { Receiver() }
        assembly.add("b") { Asker() }
        let problem =
            "a message of Computed has a handler, but isn't a stored property; declare it in the protocol by 'let'"
        let messages = assembly.check().filter(\.isError).map(\.message)
        #expect(messages == ["a: " + problem, "a: " + problem, "b: " + problem])
    }

    @Test func sendingAMessageThatIsNotStoredStopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            let output = Output<Computed>()
            output.fetch(1)
        }
        // A message of another index, or no memory of it, was sent before.
        await #expect(processExitsWith: .success) {
            let output = Output<Computed>()
            output.stored(1)
        }
    }

    @Test func aMessageHasOneProperty() throws {
        struct Receiver: Component {
            let first = Input<First>()
            let second = Input<Second>()

            static var handlers: Handlers<Receiver> {
                Receive(\.first.other) { _, _ in }
                Receive(\.first.shared) { _, _ in }
                Receive(\.second.shared) { _, _ in }
            }
        }
        var assembly = Assembly()
        assembly.add("a") { Receiver() }
        #expect(
            assembly.check().first { $0.isError }?.message
                == "a: the message Second.shared has another property, too; make one for each")
        #expect(throws: ComponentError.self) { try Simulation(assembly) }
    }

    @Test func protocolsInheritMessages() throws {
        struct Receiver: Component {
            let input = Input<Derived>()
            var sum = 0

            static var handlers: Handlers<Receiver> {
                Receive(\.input.own) { $0.sum += $1 }
                Receive(\.input.inherited) { $0.sum += 10 * $1 }
            }
        }
        var assembly = Assembly()
        let part = assembly.add("a") { Receiver() }
        let simulation = try Simulation(assembly)
        let port = try simulation.port(\.input, of: part)
        port.own(1)
        port.inherited(2)
        try simulation.run()
        #expect(try simulation.with(part) { $0.sum } == 21)
    }

    @Test func handlersNeedStoredPorts() {
        struct Ports {
            let input = Input<M1>()
        }
        struct Receiver: Component {
            let ports = Ports()
            var computed: Input<M2> { Input() }

            static var handlers: Handlers<Receiver> {
                Receive(\.ports.input.one) { _, _ in }
                Receive(\.computed.two) { _, _ in }
            }
        }
        var assembly = Assembly()
        assembly.add("a") { Receiver() }
        #expect(
            assembly.check().map(\.message) == [
                "a: the port of the handler of M1.one isn't a stored property; declare it in the component by 'let'",
                "a: the port of the handler of M2.two isn't a stored property; declare it in the component by 'let'",
            ])
    }

    @Test func aComponentHasOneIntercept() {
        struct Twice: Component {
            let input = Input<M1>()

            static var handlers: Handlers<Twice> {
                Intercept { _, _ in true }
                Receive(\.input.one) { _, _ in }
                Intercept { _, _ in true }
            }
        }
        var assembly = Assembly()
        assembly.add("a") { Twice() }
        #expect(assembly.check().filter(\.isError).map(\.message) == ["a: a second Intercept; join the two in one"])
    }

    @Test func portsByNameHaveTheirOwnNames() {
        var assembly = Assembly()
        assembly.add("a") {
            ValueComponent([ValuePort("p", .input, ["m"]), ValuePort("p", .own, ["m"]), ValuePort("q", .input, ["m"])])
            {
                _, _ in
            }
        }
        #expect(assembly.check().first { $0.isError }?.message == "a: duplicate port 'p'; rename one")
    }
}
