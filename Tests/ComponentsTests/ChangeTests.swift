import Components
import Testing

/// A run that changes.
struct ChangeTests {
    @Test func partsAreAddedJoinedAndRemoved() throws {
        var assembly = Assembly()
        let source = assembly.add("source") { Source() }
        let first = assembly.add("first") { Sink() }
        assembly.connect(source.output, to: first.input)
        let simulation = try Simulation(assembly)
        let port = try simulation.port(\.orders, of: source)
        port.one(1)
        try simulation.run()
        let second = try simulation.assembly.add("second") { Sink() }
        try simulation.assembly.connect(source.output, to: second.input)
        port.one(2)
        try simulation.run()
        try simulation.assembly.disconnect(first.input)
        port.one(3)
        try simulation.run()
        #expect(try simulation.with(first) { $0.numbers } == [1, 2])
        #expect(try simulation.with(second) { $0.numbers } == [2, 3])
        try simulation.assembly.connect(source.output, to: first.input)
        try simulation.assembly.remove("second")
        port.one(4)
        try simulation.run()
        #expect(try simulation.with(first) { $0.numbers } == [1, 2, 4])
    }

    @Test func errors() throws {
        var assembly = Assembly()
        let source = assembly.add("source") { Source() }
        let other = assembly.add("other") { Source() }
        let (one, two) = (assembly.add("one") { Sink() }, assembly.add("two") { Sink() })
        assembly.connect(source.output, to: one.input)
        assembly.connect(other.output, to: two.input)
        let simulation = try Simulation(assembly)
        let running = simulation.assembly
        func message(_ body: () throws -> Void) -> String {
            do { try body() } catch { return "\(error)" }
            return ""
        }
        #expect(message { try running.add("one") { Sink() } } == "duplicate part 'one'; choose another name")
        #expect(
            message { try running.add("a b") { Sink() } }.hasSuffix(
                "invalid part name 'a b'; use letters and digits without '.' and spaces"))
        #expect(message { try running.remove("nobody") } == "unknown part 'nobody'; fix the name")
        #expect(message { try running.disconnect(source.orders) } == "source.orders has no channel")
        #expect(
            message { try running.connect(source.orders, to: one.input) }
                == "source.orders isn't an output of the component; fix the name")
        #expect(
            message { try running.connect(source.output, to: two.input) }
                == "source.output can't join ports with different channels; disconnect them first")
        #expect(
            message { try running.connect(source.output, to: two.input, as: .pointToPoint) }
                == "source.output can't join ports with different channels; disconnect them first")
        try running.disconnect(one.input)
        let third = try running.add("third") { Sink2() }
        #expect(message { try running.connect(PortReference("source", "output"), to: third.input) } == "")
        struct Strange: PortProtocol { let strange = Message<Int>() }
        struct Stranger: Component {
            let output = Output<Strange>()
        }
        let stranger = try running.add("stranger") { Stranger() }
        #expect(
            message { try running.connect(stranger.output, to: one.input) }
                == "stranger.output sends no message that the other ports receive; connect other ports")
    }

    @Test func endedPartsAreToldFromUnknownOnes() async throws {
        var assembly = Assembly()
        let (one, two) = (assembly.add("one") { Fragile() }, assembly.add("two") { Fragile() })
        let ended = ComponentError.unknownPart("one", hasEnded: true)
        let simulation = try Simulation(assembly)
        try simulation.port(\.input, of: one).one(-1)
        try simulation.run()
        try simulation.assembly.remove("two")
        #expect(throws: ended) { try simulation.port(\.input, of: one) }
        #expect(throws: ended) { try simulation.with(one) { $0.numbers } }
        #expect(throws: ended) { try simulation.assembly.disconnect(one.input) }
        #expect(throws: ComponentError.unknownPart("two", hasEnded: true)) { try simulation.assembly.restart("two") }
        #expect(throws: ComponentError.unknownPart("three")) { try simulation.assembly.restart("three") }
        #expect(
            "\(ended)" == "the part 'one' has ended; look for the reason among the failures, or add it again")
        // The names of so many are known.
        for number in 0..<3_000 {
            try simulation.assembly.add("n\(number)") { Fragile() }
            try simulation.assembly.remove("n\(number)")
            let known = ComponentError.unknownPart("n\(max(0, number - 999))", hasEnded: true)
            #expect(throws: known) { try simulation.assembly.remove("n\(max(0, number - 999))") }
        }
        #expect(throws: ComponentError.unknownPart("n0")) { try simulation.assembly.remove("n0") }
        let system = try ComponentSystem(assembly)
        try system.port(\.input, of: one).one(-1)
        try system.remove(two.name)
        await system.idle()
        #expect(throws: ended) { try system.port(\.input, of: one) }
        #expect(throws: ComponentError.unknownPart("two", hasEnded: true)) { try system.assembly.remove("two") }
        #expect(throws: ComponentError.unknownPart("three")) { try system.assembly.remove("three") }
        await system.end()
    }

    /// A component that makes, wires and ends others.
    struct Manager: Component {
        let orders = Input<Burst>()
        let output = Output<M1>()
        let context = ComponentContext()
        var made = 0

        static var handlers: Handlers<Manager> {
            Receive(\.orders.send) { manager, count in
                for number in 0..<count {
                    let name = "worker\(manager.made)"
                    manager.made += 1
                    let worker = try manager.context.assembly.add(name) { Fragile() }
                    try manager.context.assembly.connect(manager.output.reference, to: worker.input)
                    manager.output.one(number + 1)
                    // A worker ends at 0, a failure ends it at -1, and the third is ended.
                    if number % 3 < 2 { manager.output.one(-(number % 3)) }
                    if number % 3 == 2 { try manager.context.assembly.remove(name) }
                }
            }
        }
    }

    @Test func componentsMakeOthers() throws {
        var assembly = Assembly()
        let manager = assembly.add("manager") { Manager() }
        assembly.connect([manager.output], to: [])
        var options = Simulation.Options()
        options.traceLimit = 1000
        let simulation = try Simulation(assembly, options)
        try simulation.port(\.orders, of: manager).send(3)
        try simulation.run()
        #expect(!["worker0", "worker1", "worker2"].contains(where: simulation.assembly.contains))
        #expect(simulation.failures.map(\.component) == ["worker1"])
        try simulation.port(\.orders, of: manager).send(1)
        try simulation.run()
        #expect(!simulation.assembly.contains("worker3"))
    }

    @Test func memoryOfEndedComponentsIsFreed() throws {
        final class Counter: @unchecked Sendable { var count = 0 }
        struct Mortal: Component {
            final class Life {
                let counter: Counter
                init(_ counter: Counter) {
                    self.counter = counter
                    counter.count += 1
                }
                deinit { counter.count -= 1 }
            }
            let input = Input<M1>()
            let own = EventPort<M1>()
            let context = ComponentContext()
            let life: Life
            mutating func start() {
                own.one(1, after: .seconds(1000))
                own.one(2)
            }
            static var handlers: Handlers<Mortal> {
                Receive(\.input.one) { _, _ in }
                Receive(\.own.one) { mortal, _ in mortal.context.end() }
            }
        }
        let counter = Counter()
        do {
            let simulation = try Simulation(Assembly())
            for number in 0..<2000 {
                let part = try simulation.assembly.add("mortal") { Mortal(life: .init(counter)) }
                let port = try simulation.port(\.input, of: part)
                port.one(number)
                port.one(number)
                try simulation.run()
            }
            // The reference of the last one has a sample.
            #expect(counter.count == 0)
            #expect(simulation.deadline == nil)
            let part = try simulation.assembly.add("mortal") { Mortal(life: .init(counter)) }
            #expect(counter.count == 2)
            _ = part
        }
        #expect(counter.count == 0)
    }

    @Test func portsOutliveTheRun() throws {
        var assembly = Assembly()
        let source = assembly.add("source") { Source() }
        let sink = assembly.add("sink") { Sink() }
        assembly.connect(source.output, to: sink.input)
        var simulation: Simulation? = try Simulation(assembly)
        let port = try simulation?.port(\.orders, of: source)
        let output = try simulation?.with(source) { $0.output }
        let running = simulation?.assembly
        port?.one(1)
        simulation = nil
        port?.one(1)
        output?.one(2)
        #expect(throws: ComponentError.notRunning) { try running?.remove("sink") }
        #expect(output?.reference == PortReference("", "output"))
    }

    @Test func sharedComponentsAreRefused() throws {
        final class Shared: Component, @unchecked Sendable {
            let output = Output<M1>(isOptional: true)
        }
        let shared = Shared()
        var assembly = Assembly()
        assembly.add("shared") { shared }
        #expect(
            throws: ComponentError.invalidPort(
                PortReference("shared", "output"), "belongs to another component; make a new component in the closure")
        ) { try Simulation(assembly) }
    }
}
