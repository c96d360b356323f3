import Components
import Testing

private struct Asking: PortProtocol { let ask = Command<Int, Int>() }
private struct Counting: PortProtocol { let count = Command<Void, Int>() }

/// Sends commands to itself.
private struct Asker: Component {
    let orders = Input<Burst>()
    let output = Output<Asking>()
    let input = Input<Asking>()
    let counting = Input<Counting>()
    var answers: [Int] = []

    static var handlers: Handlers<Asker> {
        Receive(\.orders.send) { asker, count in
            for number in 0..<count { asker.output.ask(number) }
        }
        Receive(\.input.ask) { $1 }
        Receive(\.counting.count) { $0.answers.count }
        ReceiveAnswer(\.output.ask) { asker, number, _ in asker.answers.append(number) }
    }
}

extension MailboxTests {
    /// A command that is lost is answered, and the answer finds room.
    @Test func oneOfThousandsOfCommandsIsLost() async throws {
        let count = 100_000
        var assembly = Assembly()
        let asker = assembly.add("asker", mailbox: .init(capacity: count, .dropOldest)) { Asker() }
        assembly.connect(asker.output, to: asker.input)
        let simulation = try Simulation(assembly)
        try simulation.port(\.orders, of: asker).send(count + 1)
        try simulation.run()
        #expect(try simulation.with(asker) { $0.answers.sorted() } == Array(0...count))
        let system = try ComponentSystem(assembly)
        try system.port(\.orders, of: asker).send(count + 1)
        await system.idle()
        #expect(system.failures.isEmpty)
        await system.end()
    }

    /// Answers find room in a full mailbox, and aren't dropped for later messages.
    @Test(arguments: MailboxBound.Policy.allCases) func noAnswerIsLost(policy: MailboxBound.Policy) async throws {
        struct Server: Component {
            let input = Input<Asking>()
            static var handlers: Handlers<Server> { Receive(\.input.ask) { $1 } }
        }
        var assembly = Assembly()
        let asker = assembly.add("asker", mailbox: .init(capacity: 2, policy)) { Asker() }
        let server = assembly.add("server") { Server() }
        assembly.connect(asker.output, to: server.input)
        let drops = policy == .dropOldest || policy == .dropNewest
        let simulation = try Simulation(assembly)
        let orders = try simulation.port(\.orders, of: asker)
        orders.send(10)
        // All answers wait, and more comes.
        for _ in 0..<11 { try simulation.step() }
        for _ in 0..<(drops ? 5 : 0) { orders.send(0) }
        try simulation.run()
        #expect(try simulation.with(asker) { $0.answers } == Array(0..<10))
        #expect(simulation.failures.isEmpty)

        let system = try ComponentSystem(assembly)
        let port = try system.port(\.orders, of: asker)
        port.send(10)
        let counting = try system.port(\.counting, of: asker)
        // So that the order itself isn't dropped.
        _ = try await counting.count()
        for _ in 0..<(drops ? 500 : 0) { port.send(0) }
        await system.idle()
        #expect(system.failures.isEmpty)
        #expect(try await counting.count() == 10)
        await system.end()
    }
}

/// Messages for a full mailbox.
struct MailboxTests {
    private func run(
        _ bound: MailboxBound, count: Int
    ) throws -> (numbers: [Int]?, failures: [ComponentFailure], trace: [TraceEvent]) {
        var assembly = Assembly()
        let burster = assembly.add("burster") { Burster() }
        let sink = assembly.add("sink", mailbox: bound) { Sink() }
        assembly.connect(burster.output, to: sink.input)
        var options = Simulation.Options()
        options.traceLimit = 100_000
        let simulation = try Simulation(assembly, options)
        try simulation.port(\.orders, of: burster).send(count)
        try simulation.run()
        return (try? simulation.with(sink) { $0.numbers }, simulation.failures, simulation.trace)
    }

    @Test func newestMessagesAreDropped() throws {
        let (numbers, failures, trace) = try run(.init(capacity: 3, .dropNewest), count: 10)
        #expect(numbers == [0, 1, 2])
        #expect(failures.isEmpty)
        #expect(trace.filter { $0.kind == .lost(.full) }.map(\.id?.number) == [4, 5, 6, 7, 8, 9, 10])
    }

    @Test func oldestMessagesAreDropped() throws {
        let (numbers, failures, trace) = try run(.init(capacity: 3, .dropOldest), count: 5000)
        #expect(numbers == [4997, 4998, 4999])
        #expect(failures.isEmpty)
        #expect(trace.count { $0.kind == .lost(.full) } == 4997)
    }

    @Test(arguments: [MailboxBound.Policy.fail, .wait]) func receiversFail(_ policy: MailboxBound.Policy) throws {
        let (numbers, failures, trace) = try run(.init(capacity: 3, policy), count: 10)
        #expect(numbers == nil)
        #expect(failures.map(\.error) as? [ComponentError] == [.fullMailbox("sink", capacity: 3)])
        #expect(trace.count { $0.kind == .lost(.full) } == 1)
        #expect(trace.count { $0.kind == .lost(.ended) } == 9)
    }

    /// A message that took the place of a dropped one keeps its own place in the order.
    @Test func droppingKeepsTheOrder() throws {
        var assembly = Assembly()
        let a = assembly.add("a", mailbox: .init(capacity: 1, .dropOldest)) { Sink() }
        let b = assembly.add("b") { Sink() }
        var options = Simulation.Options()
        options.traceLimit = 100
        let simulation = try Simulation(assembly, options)
        let (first, second) = (try simulation.port(\.input, of: a), try simulation.port(\.input, of: b))
        first.one(1)
        second.one(2)
        first.one(3)
        try simulation.run()
        #expect(simulation.trace.filter { $0.kind == .handled }.map(\.component) == ["b", "a"])
        #expect(try simulation.with(a) { $0.numbers } == [3])
    }

    @Test func sendersFromOutsideWait() throws {
        var assembly = Assembly()
        let sink = assembly.add("sink", mailbox: .init(capacity: 3, .wait)) { Sink() }
        let simulation = try Simulation(assembly)
        let port = try simulation.port(\.input, of: sink)
        for number in 0..<10 { port.one(number) }
        #expect(try simulation.with(sink) { $0.numbers } == Array(0..<7))
        try simulation.run()
        #expect(try simulation.with(sink) { $0.numbers } == Array(0..<10))
        #expect(simulation.failures.isEmpty)
    }

    /// The receiver that fails is one of several on the channel, which the message reaches
    /// nevertheless.
    @Test func othersOnTheChannelStay() throws {
        var assembly = Assembly()
        let burster = assembly.add("burster") { Burster() }
        let before = assembly.add("before") { Sink() }
        let full = assembly.add("full", mailbox: .init(capacity: 2)) { Sink() }
        let after = assembly.add("after") { Sink() }
        assembly.connect(burster.output, to: before.input, full.input, after.input)
        let simulation = try Simulation(assembly)
        try simulation.port(\.orders, of: burster).send(5)
        try simulation.run()
        #expect(try simulation.with(before) { $0.numbers } == Array(0..<5))
        #expect(try simulation.with(after) { $0.numbers } == Array(0..<5))
        #expect(!simulation.assembly.contains("full"))
        _ = full
    }
}
