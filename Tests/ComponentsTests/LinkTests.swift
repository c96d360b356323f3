import Components
import Testing

@Suite struct LinkTests {
    @Test func whoIsLinkedHearsOfAFailure() throws {
        let (assembly, worker, boss) = Team.makeAssembly()
        let simulation = try Team.run(assembly)
        let jobs = try simulation.port(\.jobs, of: worker)
        for number in [1, -1, 2] { jobs.work(number) }
        try simulation.run()
        #expect(try simulation.with(boss) { $0.failed } == ["worker"])
        #expect(try simulation.with(boss) { $0.done } == [1])
        #expect(!simulation.assembly.contains("worker"))
        #expect(
            simulation.trace.map(\.description).suffix(6) == [
                "0.0 seconds: #outside/2 handled by worker", "0.0 seconds: worker failed: Faulty()",
                "0.0 seconds: #outside/3 lost by worker: ended",
                "0.0 seconds: #worker/2 worker.#failures.failed(worker: Faulty()) because of #outside/2",
                "0.0 seconds: #worker/1 handled by boss",
                "0.0 seconds: #worker/2 handled by boss",
            ])
    }

    /// A failure that is told overflows the next mailbox, and so on in a circle, or for long.
    @Test(arguments: [1, 3, 5_000]) func aFailureOverflowsMailboxesInACircle(count: Int) throws {
        struct Neighbor: Component {
            let failures = Input<Failures>()
            let jobs = Input<Results>()
            static var handlers: Handlers<Neighbor> {
                Receive(\.failures.failed) { _, _ in }
                Receive(\.jobs.done) { _, _, _ in }
            }
        }
        var assembly = Assembly()
        let parts = (0..<count).map { assembly.add("n\($0)", mailbox: .init(capacity: 1)) { Neighbor() } }
        for number in 0..<count { assembly.link(parts[number], to: parts[(number + 1) % count].failures) }
        let simulation = try Simulation(assembly)
        let ports = try parts.map { try simulation.port(\.jobs, of: $0) }
        for port in ports { port.done(1, 1) }
        ports[0].done(2, 2)
        try simulation.run()
        #expect(simulation.failures.map(\.component) == Array(parts.map(\.name).suffix(1000)))
        #expect(simulation.removedFailureCount == max(0, count - 1000))
    }

    @Test func aLinkNeedsAPortForFailures() {
        var (assembly, worker, boss) = Team.makeAssembly(.init())
        assembly.link(boss, to: worker.jobs)
        #expect(
            assembly.check().filter(\.isError).map(\.message).contains { $0.hasPrefix("boss.#failures") })
    }

    /// As the thesis wants it: who can recover makes a fresh copy.
    @Test func freshCopiesTakeThePlace() throws {
        var (assembly, worker, _) = Team.makeAssembly()
        assembly.replace("boss") { Boss(makesCopies: true) }
        let simulation = try Team.run(assembly)
        try simulation.port(\.jobs, of: worker).work(-1)
        try simulation.run()
        #expect(simulation.assembly.contains("copy1"))
    }
}
