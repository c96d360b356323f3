import Components
import Testing

/// Numbers and times at the ends of their ranges.
struct LimitTests {
    @Test("A trace without room counts events.", arguments: [0, -1])
    func tracesMayHaveNoRoom(limit: Int) throws {
        var assembly = Assembly()
        let sink = assembly.add("sink") { Sink() }
        var options = Simulation.Options()
        options.traceLimit = limit
        let simulation = try Simulation(assembly, options)
        try simulation.port(\.input, of: sink).one(1)
        try simulation.run()
        #expect(simulation.trace.isEmpty)
        #expect(simulation.removedTraceEventCount == 2)
        #expect(try simulation.with(sink) { $0.numbers } == [1])
    }

    struct Later: Component {
        struct Own: PortProtocol { let ring = Message<Int>() }
        let input = Input<M1>()
        let own = EventPort<Own>()
        var numbers: [Int] = []

        static var handlers: Handlers<Later> {
            Receive(\.input.one) { later, number in
                later.own.ring(number, after: Duration(attoseconds: .max))
                later.own.ring(number + 1, after: .seconds(1))
            }
            Receive(\.own.ring) { $0.numbers.append($1) }
        }
    }

    @Test func timesHaveALatest() throws {
        var assembly = Assembly()
        let later = assembly.add("later") { Later() }
        let simulation = try Simulation(assembly)
        let port = try simulation.port(\.input, of: later)
        try simulation.advance(by: .seconds(1))
        port.one(1)
        try simulation.advance(by: .seconds(1))
        #expect(try simulation.with(later) { $0.numbers } == [2])
        // Both are at the latest time, which ends there.
        try simulation.advance(by: .seconds(Int64.max) * 18)
        try simulation.advance(by: .seconds(Int64.max) * 18)
        #expect(try simulation.with(later) { $0.numbers } == [2, 1])
    }

    @Test("A run without steps left handles nothing.", arguments: [0, -1])
    func runsMayHaveNoStep(limit: Int) throws {
        var assembly = Assembly()
        let later = assembly.add("later") { Later() }
        let simulation = try Simulation(assembly)
        try simulation.run(limit: limit)
        try simulation.advance(by: .seconds(1), limit: limit)
        try simulation.port(\.input, of: later).one(1)
        let error = ComponentError.tooManySteps(limit: limit)
        #expect(throws: error) { try simulation.run(limit: limit) }
        #expect(throws: error) { try simulation.advance(by: .seconds(1), limit: limit) }
        #expect(simulation.deadline == nil && simulation.time == .seconds(1))
        try simulation.run(limit: 1)
        #expect(throws: error) { try simulation.advance(by: .seconds(1), limit: limit) }
        #expect(simulation.deadline == .seconds(2))
        try simulation.advance(by: .seconds(1), limit: 1)
        #expect(try simulation.with(later) { $0.numbers } == [2])
    }

    @Test("A command without steps left has no answer.", arguments: [0, -1])
    func answersMayHaveNoStep(limit: Int) throws {
        struct Doubling: PortProtocol { let double = Command<Int, Int>() }
        struct Doubler: Component {
            let input = Input<Doubling>()
            static var handlers: Handlers<Doubler> { Receive(\.input.double) { _, number in 2 * number } }
        }
        var assembly = Assembly()
        let doubler = assembly.add("doubler") { Doubler() }
        let simulation = try Simulation(assembly)
        let port = try simulation.port(\.input, of: doubler)
        #expect(throws: CommandError.timedOut) { try simulation.answer(to: port.double, 1, limit: limit) }
        #expect(try simulation.answer(to: port.double, 2) == 4)
    }

    @Test func theLatestFailuresAreKept() async throws {
        struct Numbered: Error, Equatable { let number: Int }
        struct Failing: Component {
            let input = Input<M1>()
            static var handlers: Handlers<Failing> {
                Receive(\.input.one) { _, number in throw Numbered(number: number) }
            }
        }
        var assembly = Assembly()
        let failing = assembly.add("failing") { Failing() }
        assembly.waitForRestart(["failing"])
        let simulation = try Simulation(assembly)
        let port = try simulation.port(\.input, of: failing)
        for number in 1...2500 {
            port.one(number)
            try simulation.run()
            try simulation.assembly.restart("failing")
            #expect(simulation.removedFailureCount == max(0, number - 1000))
        }
        #expect(simulation.failures.map { $0.error as? Numbered } == (1501...2500).map(Numbered.init))
        let system = try ComponentSystem(assembly)
        let outside = try system.port(\.input, of: failing)
        for number in 1...1001 {
            outside.one(number)
            await system.idle()
            try system.assembly.restart("failing")
        }
        await system.end()
        #expect(system.failures.map { $0.error as? Numbered } == (2...1001).map(Numbered.init))
        #expect(system.removedFailureCount == 1)
    }

    @Test func timesEnd() throws {
        let simulation = try Simulation(Assembly())
        try simulation.advance(by: .seconds(Int64.max))
        #expect(simulation.time == .seconds(1_000_000_000_000_000_000))
        try simulation.advance(by: .seconds(-1))
        #expect(simulation.time == .seconds(1_000_000_000_000_000_000))
    }

    @Test func timesHaveALatestInSystems() async throws {
        var assembly = Assembly()
        let later = assembly.add("later") { Later() }
        let system = try ComponentSystem(assembly)
        let port = try system.port(\.input, of: later)
        port.one(1)
        try await Task.sleep(for: .milliseconds(10))
        port.one(2)
        await system.idle()
        await system.end()
        #expect(system.failures.isEmpty)
    }

    @Test func delaysOfRestartsHaveALatest() throws {
        var assembly = Assembly()
        let fragile = assembly.add("fragile") { Fragile() }
        let longest = Duration.seconds(Int64.max) * 18
        let supervisor = assembly.supervise(
            fragile, by: Supervision(maximumRestarts: 9, within: longest, after: longest - .seconds(1), atMost: longest)
        )
        let simulation = try Simulation(assembly)
        for _ in 0..<3 {
            try simulation.port(\.input, of: fragile).one(-1)
            try simulation.advance(by: longest)
        }
        #expect(supervisor.name == "supervisor")
        #expect(simulation.failures.map(\.component) == ["fragile", "fragile", "fragile"])
    }
}
