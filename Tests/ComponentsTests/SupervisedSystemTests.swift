import Components
import TestSupport
import Testing

/// Restarts on many threads.
@Suite struct SupervisedSystemTests {
    /// A message of a component for a full one that waits for its restart is lost, once.
    @Test(arguments: MailboxBound.Policy.allCases) func aFullMailboxFailsOnce(policy: MailboxBound.Policy) async throws
    {
        struct Forwarder: Component {
            let input = Input<Results>()
            let output = Output<Jobs>()
            let context = ComponentContext()
            static var handlers: Handlers<Forwarder> {
                Receive(\.input.done) { forwarder, count, number in
                    for _ in 0..<count { forwarder.output.work(number) }
                }
            }
        }
        var assembly = Assembly()
        let worker = assembly.add("worker", mailbox: .init(capacity: 4, policy)) { Worker() }
        let forwarder = assembly.add("forwarder") { Forwarder() }
        assembly.connect(forwarder.output, to: worker.jobs)
        // Restarted by the test, when all has been sent.
        assembly.supervise(worker, by: .init(maximumRestarts: 1, within: .seconds(1_000), after: .seconds(50)))
        let system = try ComponentSystem(assembly)
        let input = try system.port(\.input, of: forwarder)
        input.done(1, -1)
        while system.failures.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        await system.idle()
        let results = try system.messages(\.results.done, of: worker)
        input.done(20, 1)
        await system.idle()
        try system.assembly.restart("worker")
        var sums: [Int] = []
        for await result in results.prefix(4) { sums.append(result.1) }
        #expect(sums == [1, 2, 3, 4])
        #expect(system.failures.count == 1)
        await system.end()
    }

    /// Ports are asked for, and links made, while components are restarted.
    @Test func portsAndLinksGoOnDuringRestarts() async throws {
        let (assembly, worker, boss) = Team.makeAssembly(.init(maximumRestarts: .max))
        let system = try ComponentSystem(assembly)
        for round in 0..<200 {
            let jobs = try system.port(\.jobs, of: worker)
            jobs.work(-1)
            if round % 50 == 0 {
                let name = "extra\(round)"
                let extra = try system.assembly.add(name) { Worker() }
                try system.assembly.link(extra, to: boss.failures)
            }
            #expect(try await jobs.ask(round) == round)
        }
        await system.idle()
        #expect(system.failures.count == 200)
        await system.end()
    }

    @Test func aSystemHeals() async throws {
        let (assembly, worker, _) = Team.makeAssembly(.init(maximumRestarts: 1_000))
        let system = try ComponentSystem(assembly)
        let jobs = try system.port(\.jobs, of: worker)
        for number in 1...2_000 { jobs.work(number % 10 == 0 ? -1 : 1) }
        await #expect(throws: CommandError.failed("Faulty()")) { try await jobs.ask(-1) }
        #expect(try await jobs.ask(5) == 5)
        await system.idle()
        #expect(system.failures.count == 201)
        await system.end()
    }

    /// Faults at every n-th message, in both schedulers: each message is handled, or was in work.
    @Test(arguments: [2, 7, 100], [true, false]) func nothingElseIsLost(every: Int, keeps: Bool) async throws {
        let count = TestScope.isLong ? 100_000 : 5_000
        let policy = Supervision(maximumRestarts: .max, keepsMessages: keeps)
        let (assembly, worker, boss) = Team.makeAssembly(policy)
        func work(_ send: (Int) -> Void) { for number in 1...count { send(number % every == 0 ? -1 : number) } }
        let wanted = (1...count).filter { $0 % every != 0 }

        let simulation = try Simulation(assembly)
        let jobs = try simulation.port(\.jobs, of: worker)
        work { jobs.work($0) }
        try simulation.run()
        let done = try simulation.with(boss) { $0.done }
        #expect(keeps ? done == wanted : done == Array(1..<every))

        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        let live = try system.port(\.jobs, of: worker)
        work { live.work($0) }
        await system.idle()
        await system.end()
        let replay = try Simulation(replaying: system.recording, of: assembly)
        var heard: [Int] = []
        while try replay.step() { heard = (try? replay.with(boss) { $0.done }) ?? heard }
        #expect(keeps ? heard == wanted : Set(heard).isSubset(of: wanted))
        let lost = system.trace.filter { $0.kind == .lost(.failed) }.count
        #expect(heard.count + system.failures.count + system.removedFailureCount + lost == count)
        #expect(replay.trace.map(\.description) == system.trace.map(\.description))
    }
}
