import Components
import Testing

/// A worker and its supervisor, within a component.
private struct Store: Component {
    let jobs = ProxyInput<Jobs>()
    let results = ProxyOutput<Results>()
    let policy: Supervision

    func addContents(to assembly: inout Assembly, of shop: PartReference<Store>) {
        let worker = assembly.add("worker") { Worker() }
        assembly.connect(shop.jobs, to: worker.jobs)
        assembly.connect(worker.results, to: shop.results)
        assembly.supervise(worker, by: policy)
    }
}

/// Sends on, so that a container can be reached.
private struct Counter: Component {
    let orders = Input<Jobs>()
    let jobs = Output<Jobs>(isOptional: true)
    let results = Input<Results>()
    var done: [Int] = []

    static var handlers: Handlers<Counter> {
        Receive(\.orders.work) { counter, number in counter.jobs.work(number) }
        Receive(\.orders.ask) { counter, _ in counter.done.count }
        Receive(\.results.done) { counter, number, _ in counter.done.append(number) }
    }
}

/// Supervisors that are supervised, or inside of other components.
@Suite(.serialized) struct EscalationTests {
    private func makeTower(_ budget: Int) -> (Assembly, PartReference<Worker>) {
        var assembly = Assembly()
        let worker = assembly.add("worker") { Worker() }
        let policy = Supervision(maximumRestarts: budget, within: .seconds(1_000))
        let inner = assembly.supervise(worker, by: policy, as: "inner")
        let middle = assembly.supervise(inner, by: policy, as: "middle")
        assembly.supervise(middle, by: policy, as: "outer")
        return (assembly, worker)
    }

    /// Each supervisor of three levels has its budget again when it is restarted, so that a budget
    /// of *b* restarts makes (*b* + 1)³ failures of the worker.
    @Test(arguments: [1, 2]) func threeLevelsMultiplyTheirBudgets(budget: Int) async throws {
        let (assembly, worker) = makeTower(budget)
        let each = budget + 1
        let expected = ["worker": each * each * each, "inner": each * each, "middle": each, "outer": 1]
        let simulation = try Simulation(assembly)
        let jobs = try simulation.port(\.jobs, of: worker)
        for _ in 0..<100 { jobs.work(-1) }
        try simulation.run()
        #expect(Dictionary(simulation.failures.map { ($0.component, 1) }, uniquingKeysWith: +) == expected)
        for name in expected.keys { #expect(!simulation.assembly.contains(name)) }

        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        let port = try system.port(\.jobs, of: worker)
        for _ in 0..<100 { port.work(-1) }
        // A question that waits is answered when all have ended.
        await #expect(throws: CommandError.unanswered) { try await port.ask(1) }
        await system.idle()
        #expect(Dictionary(system.failures.map { ($0.component, 1) }, uniquingKeysWith: +) == expected)
        for name in expected.keys { #expect(!system.assembly.contains(name)) }
        await system.end()
        try expectSameTrace(system, assembly)
    }

    @Test func aSupervisorWorksWithinAComponent() async throws {
        var assembly = Assembly()
        let counter = assembly.add("counter") { Counter() }
        assembly.connect([counter.jobs], to: [])
        assembly.connect([], to: [counter.results])
        func add(to run: RunningAssembly) throws {
            let shop = try run.add("shop") { Store(policy: .init(maximumRestarts: 2, within: .seconds(1_000))) }
            try run.connect(counter.jobs, to: shop.jobs)
            try run.connect(shop.results, to: counter.results)
        }
        let contents = ["shop.worker", "shop.supervisor"]
        func check(_ run: RunningAssembly, _ send: ([Int]) async throws -> Int) async throws {
            try add(to: run)
            #expect(try await send([1, -1, 2, -1, 3]) == 3)
            for name in contents + ["shop"] { #expect(run.contains(name), "\(name)") }
            // The supervisor gives up, and the shop goes on without.
            #expect(try await send([-1, 4]) == 3)
            for name in contents { #expect(!run.contains(name), "\(name)") }
            try run.remove("shop")
            // A new shop has a new supervisor, which ends with it.
            try add(to: run)
            #expect(try await send([-1, 5]) == 4)
            try run.remove("shop")
            for name in contents + ["shop"] { #expect(!run.contains(name), "\(name)") }
            #expect(try await send([6]) == 4)
        }
        let simulation = try Simulation(assembly)
        let orders = try simulation.port(\.orders, of: counter)
        try await check(simulation.assembly) { numbers in
            for number in numbers { orders.work(number) }
            try simulation.run()
            return try simulation.with(counter) { $0.done.count }
        }
        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        let port = try system.port(\.orders, of: counter)
        try await check(system.assembly) { numbers in
            for number in numbers { port.work(number) }
            await system.idle()
            return try await port.ask(0)
        }
        #expect(system.failures.map(\.component) == simulation.failures.map(\.component))
        await system.end()
        try expectSameTrace(system, assembly)
    }

    /// One that ends by itself isn't restarted, neither alone nor with others.
    @Test func whoEndsByItselfStaysAway() async throws {
        struct Leaver: Component {
            let jobs = Input<Results>()
            let context = ComponentContext()
            static var handlers: Handlers<Leaver> { Receive(\.jobs.done) { leaver, _, _ in leaver.context.end() } }
        }
        var assembly = Assembly()
        let leaver = assembly.add("leaver") { Leaver() }
        let worker = assembly.add("worker") { Worker() }
        assembly.supervise(leaver, worker, by: .init(.all))
        let simulation = try Simulation(assembly)
        try simulation.port(\.jobs, of: leaver).done(1, 1)
        try simulation.port(\.jobs, of: worker).work(-1)
        try simulation.port(\.jobs, of: worker).work(1)
        try simulation.run()
        #expect(!simulation.assembly.contains("leaver"))
        #expect(try simulation.with(worker) { ($0.context.restartCount, $0.sum) } == (1, 1))

        let system = try ComponentSystem(assembly)
        try system.port(\.jobs, of: leaver).done(1, 1)
        await system.idle()
        let jobs = try system.port(\.jobs, of: worker)
        jobs.work(-1)
        #expect(try await jobs.ask(2) == 2)
        #expect(!system.assembly.contains("leaver"))
        #expect(system.failures.map(\.component) == ["worker"])
        await system.end()
    }
}
