import Components
import Statecharts
import Synchronization
import Testing

@Suite struct SupervisionTests {
    @Test func aFreshComponentGetsWhatWaits() throws {
        let (assembly, worker, boss) = Team.makeAssembly(.init())
        let simulation = try Team.run(assembly)
        let jobs = try simulation.port(\.jobs, of: worker)
        for number in [1, -1, 2, 3] { jobs.work(number) }
        try simulation.run()
        #expect(try simulation.with(boss) { $0.done } == [1, 2, 3])
        #expect(try simulation.with(worker) { $0.sum } == 5)
        jobs.work(4)
        try simulation.run()
        #expect(try simulation.with(boss) { $0.done } == [1, 2, 3, 4])
        #expect(simulation.failures.map(\.component) == ["worker"])
        #expect(
            simulation.trace.map(\.description).filter { !$0.hasPrefix("0.0 seconds: #outside") } == [
                "0.0 seconds: #worker/1 worker.results.done(1, 1) because of #outside/1",
                "0.0 seconds: worker failed: Faulty()",
                "0.0 seconds: #worker/2 worker.#failures.failed(worker: Faulty()) because of #outside/2",
                "0.0 seconds: #worker/1 handled by boss", "0.0 seconds: #worker/2 handled by supervisor",
                "0.0 seconds: worker restarted",
                "0.0 seconds: #worker/3 worker.results.done(2, 2) because of #outside/3",
                "0.0 seconds: #worker/4 worker.results.done(3, 5) because of #outside/4",
                "0.0 seconds: #worker/3 handled by boss", "0.0 seconds: #worker/4 handled by boss",
                "0.0 seconds: #worker/5 worker.results.done(4, 9) because of #outside/5",
                "0.0 seconds: #worker/5 handled by boss",
            ])
    }

    @Test func aComponentSavesWhatTheNextOneTakes() throws {
        struct Counter: Component {
            let jobs = Input<Results>()
            let context = ComponentContext()
            var count = 0

            mutating func start() { count = context.saved as? Int ?? 0 }

            static var handlers: Handlers<Counter> {
                Receive(\.jobs.done) { counter, number, _ in
                    counter.count += 1
                    if number < 0 { throw Faulty() }
                    counter.context.saved = counter.count
                }
            }
        }
        var assembly = Assembly()
        let counter = assembly.add("counter") { Counter() }
        assembly.supervise(counter)
        for _ in 0..<2 {
            let simulation = try Team.run(assembly)
            let jobs = try simulation.port(\.jobs, of: counter)
            for number in [1, 2, -1, 3] { jobs.done(number, 0) }
            try simulation.run()
            #expect(try simulation.with(counter) { $0.count } == 3)
        }
    }

    @Test func whatWaitsCanBeLost() throws {
        let (assembly, worker, boss) = Team.makeAssembly(.init(keepsMessages: false))
        let simulation = try Team.run(assembly)
        let jobs = try simulation.port(\.jobs, of: worker)
        for number in [1, -1, 2, 3] { jobs.work(number) }
        try simulation.run()
        jobs.work(4)
        try simulation.run()
        #expect(try simulation.with(boss) { $0.done } == [1, 4])
        let lost = simulation.trace.filter { $0.kind == .lost(.failed) }.compactMap(\.id?.number)
        #expect(lost == [3, 4])
    }

    @Test(arguments: Supervision.Scope.allCases) func aScopeRestartsOthers(scope: Supervision.Scope) throws {
        var assembly = Assembly()
        let parts = ["a", "b", "c"].map { assembly.add($0) { Worker() } }
        assembly.supervise(parts[0], parts[1], parts[2], by: .init(scope))
        let simulation = try Team.run(assembly)
        try simulation.port(\.jobs, of: parts[1]).work(-1)
        try simulation.run()
        let counts = try parts.map { try simulation.with($0) { $0.context.restartCount } }
        switch scope {
        case .one: #expect(counts == [0, 1, 0])
        case .all: #expect(counts == [1, 1, 1])
        case .rest: #expect(counts == [0, 1, 1])
        }
    }

    @Test func eachComponentHasALimitOfItsOwn() throws {
        var assembly = Assembly()
        let (a, b) = (assembly.add("a") { Worker() }, assembly.add("b") { Worker() })
        assembly.supervise(a, b, by: .init(maximumRestarts: 2, within: .seconds(1)))
        let simulation = try Team.run(assembly)
        let ports = try [a, b].map { try simulation.port(\.jobs, of: $0) }
        for _ in 0..<2 {
            for port in ports { port.work(-1) }
            try simulation.run()
        }
        #expect(simulation.assembly.contains("a") && simulation.assembly.contains("b"))
        // The period is over.
        try simulation.advance(by: .seconds(2))
        for _ in 0..<2 { ports[0].work(-1) }
        try simulation.run()
        #expect(simulation.assembly.contains("a"))
        ports[0].work(-1)
        try simulation.run()
        #expect(!simulation.assembly.contains("a") && !simulation.assembly.contains("b"))
        let last = try #require(simulation.failures.last)
        #expect(last.component == "supervisor" && last.error as? ComponentError == .tooManyRestarts("a", limit: 2))
    }

    @Test func timesBeforeRestartsDouble() throws {
        let (assembly, worker, _) = Team.makeAssembly(
            .init(maximumRestarts: 4, within: .seconds(100), after: .seconds(1), atMost: .seconds(3)))
        let simulation = try Team.run(assembly)
        let jobs = try simulation.port(\.jobs, of: worker)
        for _ in 0..<4 { jobs.work(-1) }
        try simulation.advance(by: .seconds(60))
        #expect(
            simulation.trace.filter { $0.kind == .restarted }.map(\.time)
                == [1, 3, 6, 9].map { .seconds($0) })
    }

    @Test func supervisorsAreSupervised() throws {
        var assembly = Assembly()
        let (a, b) = (assembly.add("a") { Worker() }, assembly.add("b") { Worker() })
        let inner = assembly.supervise(a, b, by: .init(maximumRestarts: 0), as: "inner")
        assembly.supervise(inner, as: "outer")
        let simulation = try Team.run(assembly)
        try simulation.port(\.jobs, of: a).work(-1)
        try simulation.port(\.jobs, of: a).work(7)
        try simulation.run()
        let counts = try [a, b].map { try simulation.with($0) { $0.context.restartCount } }
        #expect(counts == [1, 1])
        #expect(try simulation.with(a) { $0.sum } == 7)
        #expect(simulation.failures.map(\.component) == ["a", "inner"])
    }

    /// Two that fail at once are restarted once.
    @Test func failuresAtOnceNeedOneRestart() throws {
        var assembly = Assembly()
        let (a, b) = (assembly.add("a") { Worker() }, assembly.add("b") { Worker() })
        assembly.supervise(a, b, by: .init(.all, maximumRestarts: 1))
        let simulation = try Team.run(assembly)
        for part in [a, b] { try simulation.port(\.jobs, of: part).work(-1) }
        try simulation.run()
        let counts = try [a, b].map { try simulation.with($0) { $0.context.restartCount } }
        #expect(counts == [1, 1])
    }

    /// Rules of one's own need no supervisor.
    @Test func aProgramRestartsByItself() throws {
        struct Healer: Component {
            let failures = Input<Failures>()
            let context = ComponentContext()
            static var handlers: Handlers<Healer> {
                Receive(\.failures.failed) { healer, failure in
                    try healer.context.assembly.restart(failure.component)
                }
            }
        }
        var (assembly, worker, boss) = Team.makeAssembly()
        assembly.replace("boss") { Boss() }
        let healer = assembly.add("healer") { Healer() }
        assembly.link(worker, to: healer.failures)
        assembly.waitForRestart(["worker"])
        let simulation = try Team.run(assembly)
        let jobs = try simulation.port(\.jobs, of: worker)
        for number in [-1, 2] { jobs.work(number) }
        try simulation.run()
        #expect(try simulation.with(worker) { $0.sum } == 2)
        _ = boss
    }

    /// A restarts B, whose start restarts A, and code of A goes on.
    @Test func restartsOfEachOtherWait() throws {
        struct Restarting: Component {
            let jobs = Input<Results>()
            let context = ComponentContext()
            let other: String
            var text = ""

            mutating func start() throws {
                if context.restartCount > 0, other == "a" { try context.assembly.restart(other) }
            }

            static var handlers: Handlers<Restarting> {
                Receive(\.jobs.done) { restarting, _, _ in
                    try restarting.context.assembly.restart(restarting.other)
                    restarting.text = String(repeating: "still here ", count: 3)
                }
            }
        }
        var assembly = Assembly()
        let a = assembly.add("a") { Restarting(other: "b") }
        assembly.add("b") { Restarting(other: "a") }
        let simulation = try Team.run(assembly)
        try simulation.port(\.jobs, of: a).done(1, 1)
        try simulation.run()
        #expect(try simulation.with(a) { ($0.text, $0.context.restartCount) } == ("", 1))
        // From outside, too, it is restarted or removed when its code has ended.
        try simulation.with(a) { a in
            try? a.context.assembly.restart("a")
            a.text = "here"
        }
        #expect(try simulation.with(a) { ($0.text, $0.context.restartCount) } == ("", 2))
        try simulation.with(a) { a in
            try? a.context.assembly.remove("a")
            a.text = "here"
        }
        #expect(!simulation.assembly.contains("a"))
    }

    @Test func aStartThatFailsIsTriedAgain() throws {
        let (assembly, worker, _) = Team.makeAssembly(.init(), failsAtStart: true)
        let simulation = try Team.run(assembly)
        try simulation.port(\.jobs, of: worker).work(1)
        try simulation.run()
        #expect(try simulation.with(worker) { ($0.context.restartCount, $0.sum) } == (2, 1))
    }

    @Test func aComponentRestartsItself() throws {
        struct Phoenix: Component {
            struct Own: PortProtocol { let work = Message<Int>() }
            let jobs = Input<Jobs>()
            let own = EventPort<Own>()
            let context = ComponentContext()
            var sum = 0

            static var handlers: Handlers<Phoenix> {
                Receive(\.jobs.work) { phoenix, number in
                    phoenix.sum += number
                    // This one is sent, that one is the old one's alone.
                    phoenix.own.work(100)
                    phoenix.own.work(1_000, after: .seconds(1))
                    if number == 2 { try phoenix.context.assembly.restart(phoenix.context.name) }
                    phoenix.sum += number
                }
                Receive(\.own.work) { phoenix, number in phoenix.sum += number }
                Receive(\.jobs.ask) { phoenix, _ in phoenix.sum }
            }
        }
        var assembly = Assembly()
        let phoenix = assembly.add("phoenix") { Phoenix() }
        let simulation = try Team.run(assembly)
        let jobs = try simulation.port(\.jobs, of: phoenix)
        jobs.work(2)
        jobs.work(3)
        try simulation.advance(by: .seconds(5))
        #expect(try simulation.with(phoenix) { $0.sum } == 100 + 6 + 100 + 1_000)
    }

    @Test func aFailedComponentCanBeRemoved() throws {
        let (assembly, worker, boss) = Team.makeAssembly(.init(after: .seconds(1)))
        let simulation = try Team.run(assembly)
        let jobs = try simulation.port(\.jobs, of: worker)
        for number in [-1, 2] { jobs.work(number) }
        try simulation.run()
        try simulation.assembly.remove("worker")
        try simulation.advance(by: .seconds(5))
        #expect(simulation.trace.filter { $0.kind == .lost(.ended) }.count == 1)
        #expect(try simulation.with(boss) { $0.done } == [])
        jobs.work(1)
        try simulation.run()
        #expect(simulation.trace.filter { $0.kind == .lost(.ended) }.count == 2)
    }

    @Test func aFullMailboxOfOneThatWaitsDropsWhatIsNew() throws {
        var assembly = Assembly()
        let worker = assembly.add("worker", mailbox: .init(capacity: 2)) { Worker() }
        assembly.supervise(worker, by: .init(after: .seconds(1)))
        let simulation = try Team.run(assembly)
        let jobs = try simulation.port(\.jobs, of: worker)
        jobs.work(-1)
        try simulation.run()
        for number in 1...5 { jobs.work(number) }
        try simulation.advance(by: .seconds(2))
        #expect(try simulation.with(worker) { $0.sum } == 3)
        #expect(simulation.trace.filter { $0.kind == .lost(.full) }.count == 3)
    }

    @Test func aFreshComponentHasTheSamePorts() throws {
        var source = Statechart("quiet")
        source.add(Statechart.State("only"))
        let chart = try CompiledStatechart<ExpressionBehavior>(source)
        let count = Mutex(0)
        var assembly = Assembly()
        let base = assembly.add("base") { () -> ExpressionChart in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return ExpressionChart(chart, inputs: ["jobs": number < 3 ? ["work"] : ["other"]])
        }
        let simulation = try Team.run(assembly)
        try simulation.assembly.restart("base")
        #expect(simulation.failures.last?.error as? ComponentError == .changedPorts("base"))
        #expect(!simulation.assembly.contains(base.name))
    }

    /// Failures in a circle of links, and while stopping, end.
    @Test func failuresInACircleEnd() throws {
        struct Nervous: Component {
            let failures = Input<Failures>()
            let jobs = Input<Results>()
            static var handlers: Handlers<Nervous> {
                Receive(\.failures.failed) { _, _ in throw Faulty() }
                Receive(\.jobs.done) { _, _, _ in throw Faulty() }
            }
        }
        var assembly = Assembly()
        let parts = (0..<3).map { number in assembly.add("nervous\(number)") { Nervous() } }
        for number in 0..<3 { assembly.link(parts[number], to: parts[(number + 1) % 3].failures) }
        let simulation = try Team.run(assembly)
        try simulation.port(\.jobs, of: parts[0]).done(1, 1)
        try simulation.run(limit: 100)
        #expect(simulation.failures.map(\.component) == ["nervous0", "nervous1", "nervous2"])
    }

    // MARK: - Commands

    @Test func anAwaitedAnswerIsAnError() throws {
        let (assembly, worker, _) = Team.makeAssembly(.init())
        let simulation = try Team.run(assembly)
        let jobs = try simulation.port(\.jobs, of: worker)
        let error = #expect(throws: CommandError.self) { try simulation.answer(to: jobs.ask, -1) }
        #expect(error == .failed("Faulty()"))
        #expect(try simulation.answer(to: jobs.ask, 5) == 5)
    }

    /// The fresh component doesn't know what the former one asked.
    @Test func answersToTheFormerOneAreLost() throws {
        struct Customer: Component {
            let prices = Output<Jobs>()
            let jobs = Input<Results>()
            let context = ComponentContext()
            var answers: [Int] = []

            mutating func start() { if context.restartCount == 0 { prices.ask(1) } }

            static var handlers: Handlers<Customer> {
                Receive(\.jobs.done) { _, _, _ in throw Faulty() }
                ReceiveAnswer(\.prices.ask) { customer, request, _ in customer.answers.append(request) }
            }
        }
        struct Slow: Component {
            struct Own: PortProtocol { let answer = Message<Void>() }
            let jobs = Input<Jobs>()
            let own = EventPort<Own>()
            var responder: Responder<Int>?

            static var handlers: Handlers<Slow> {
                Receive(\.jobs.work) { _, _ in }
                Receive(\.jobs.ask) { slow, _, responder in
                    slow.responder = responder
                    slow.own.answer(after: .seconds(1))
                }
                Receive(\.own.answer) { slow in slow.responder?(1) }
            }
        }
        var assembly = Assembly()
        let customer = assembly.add("customer") { Customer() }
        let slow = assembly.add("slow") { Slow() }
        assembly.connect(customer.prices, to: slow.jobs)
        assembly.supervise(customer)
        let simulation = try Team.run(assembly)
        try simulation.run()
        try simulation.port(\.jobs, of: customer).done(1, 1)
        try simulation.advance(by: .seconds(5))
        #expect(try simulation.with(customer) { ($0.context.restartCount, $0.answers) } == (1, []))
        #expect(simulation.trace.filter { $0.kind == .lost(.failed) }.map(\.component) == ["customer"])
    }
}
