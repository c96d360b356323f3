import Components
import Testing

private struct Talk: PortProtocol {
    let say = Message<Int>()
    let ask = Command<Int, Int>()
}

/// Throws in its start.
private struct Stillborn: Component {
    let talk = Input<Talk>()
    let life: Life
    mutating func start() throws { throw Faulty() }
    static var handlers: Handlers<Stillborn> {
        Receive(\.talk.say) { _, _ in }
        Receive(\.talk.ask) { $1 }
    }
}

/// Waits at zero, and counts the others.
private struct Slow: Component {
    let talk = Input<Talk>()
    let place: Place
    var count = 0
    static var handlers: Handlers<Slow> {
        Receive(\.talk.say) { slow, number in
            if number == 0 { slow.place.stay() }
            slow.count += 1
        }
        Receive(\.talk.ask) { slow, _ in slow.count }
    }
}

/// Sends numbers to all that listen.
private struct Speaker: Component {
    let orders = Input<Burst>()
    let output = Output<Talk>(isOptional: true)
    static var handlers: Handlers<Speaker> {
        Receive(\.orders.send) { speaker, count in for number in 0..<count { speaker.output.say(number) } }
    }
}

/// Faults that other runtimes are known for.
@Suite struct KnownFaultTests {
    /// Nothing is left of a component whose start throws, or of one that is restarted in vain.
    @Test(arguments: [true, false]) func aComponentWhoseStartThrowsIsNoZombie(isSupervised: Bool) async throws {
        let population = Population()
        var assembly = Assembly()
        let part = assembly.add("part") { Stillborn(life: Life(in: population)) }
        if isSupervised { assembly.supervise(part, by: .init(maximumRestarts: 5, within: .seconds(1_000))) }
        let simulation = try Simulation(assembly)
        let early = try? simulation.port(\.talk, of: part)
        early?.say(1)
        try simulation.run()
        #expect(!simulation.assembly.contains("part"))
        #expect(simulation.failures.count == (isSupervised ? 7 : 1))
        // The reference has a sample.
        #expect(population.count == 1)
        try simulation.assembly.add("part") { Sink() }

        let system = try ComponentSystem(assembly)
        await system.idle()
        #expect(!system.assembly.contains("part"))
        #expect(system.failures.count == (isSupervised ? 7 : 1))
        try await population.settle(at: 1)
        #expect(population.count == 1)
        try system.assembly.add("part") { Sink() }
        await system.end()
    }

    /// Each failure and each restart is an event of the trace, also those of supervisors and starts.
    @Test func eachRestartIsInTheTrace() async throws {
        var (assembly, worker, _) = Team.makeAssembly(failsAtStart: true)
        let policy = Supervision(maximumRestarts: 3, within: .seconds(1_000))
        let inner = assembly.supervise(worker, by: policy, as: "inner")
        assembly.supervise(inner, by: .init(maximumRestarts: .max, within: .seconds(1_000)), as: "outer")
        func check(_ trace: [TraceEvent], _ failures: [ComponentFailure], _ restarts: Int) {
            let failed = trace.filter { $0.kind == .failed }.map(\.component)
            #expect(failed == failures.map(\.component))
            let restarted = trace.filter { $0.kind == .restarted }.map(\.component)
            #expect(restarted.count { $0 == "worker" } == failed.count { $0 == "worker" })
            #expect(restarted.count { $0 == "inner" } == failed.count { $0 == "inner" })
            #expect(restarted.count { $0 == "worker" } == restarts)
            // Each restart has a cause: the failure before.
            #expect(failed.contains("inner"))
        }
        let simulation = try Team.run(assembly)
        let jobs = try simulation.port(\.jobs, of: worker)
        for _ in 0..<10 { jobs.work(-1) }
        try simulation.run()
        check(simulation.trace, simulation.failures, try simulation.with(worker) { $0.context.restartCount })

        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        let port = try system.port(\.jobs, of: worker)
        for _ in 0..<10 { port.work(-1) }
        await system.idle()
        check(system.trace, system.failures, 12)
        await system.end()
    }

    @Test func siblingsHaveBudgetsOfTheirOwn() async throws {
        var assembly = Assembly()
        let parts = (0..<4).map { number in assembly.add("worker\(number)") { Worker() } }
        let policy = Supervision(maximumRestarts: 3, within: .seconds(1_000))
        assembly.supervise(parts[0], parts[1], parts[2], parts[3], by: policy)
        let system = try ComponentSystem(assembly)
        let ports = try parts.map { try system.port(\.jobs, of: $0) }
        for _ in 0..<3 { for port in ports { port.work(-1) } }
        for port in ports { #expect(try await port.ask(5) == 5) }
        #expect(system.failures.count == 12)
        await system.end()
    }

    /// A component that ends, or waits for a restart, while messages wait has no turn.
    @Test(arguments: [true, false]) func aStoppedComponentRestsThoughMessagesWait(isRemoved: Bool) async throws {
        let count = 10_000
        var assembly = Assembly()
        let place = Place()
        let slow = assembly.add("slow", execution: .blocking) { Slow(place: place) }
        let worker = assembly.add("worker") { Worker() }
        assembly.waitForRestart(["worker"])
        let part = isRemoved ? "slow" : "worker"

        let simulation = try Simulation(assembly)
        if isRemoved {
            let talk = try simulation.port(\.talk, of: slow)
            for _ in 0..<count { talk.say(1) }
            try simulation.assembly.remove(part)
        } else {
            let jobs = try simulation.port(\.jobs, of: worker)
            jobs.work(-1)
            #expect(try simulation.step())
            for _ in 0..<count { jobs.work(1) }
        }
        #expect(try !simulation.step())

        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        if isRemoved {
            let talk = try system.port(\.talk, of: slow)
            talk.say(0)
            for _ in 0..<count { talk.say(1) }
            while place.counts.inside == 0 { await Task.yield() }
            try system.assembly.remove(part)
            place.open()
        } else {
            let jobs = try system.port(\.jobs, of: worker)
            jobs.work(-1)
            for _ in 0..<count { jobs.work(1) }
        }
        // Nobody has a turn.
        await system.idle()
        #expect(system.trace.count { $0.kind == .lost(.ended) } == (isRemoved ? count : 0))
        #expect(system.assembly.contains(part) == !isRemoved)
        await system.end()
        #expect(system.trace.count { $0.kind == .lost(.ended) } == count)
    }

    /// Of those that listen to a channel, a slow one alone has its policy.
    @Test(arguments: MailboxBound.Policy.allCases)
    func aSlowReceiverFailsNobodyElse(policy: MailboxBound.Policy) async throws {
        let (count, place) = (1_000, Place())
        var assembly = Assembly()
        let speaker = assembly.add("speaker") { Speaker() }
        let slow = assembly.add("slow", mailbox: .init(capacity: 4, policy), execution: .blocking) {
            Slow(place: place)
        }
        let quick = assembly.add("quick") { Slow(place: place) }
        assembly.connect(speaker.output, to: slow.talk, quick.talk)
        place.open()
        let simulation = try Simulation(assembly)
        try simulation.port(\.orders, of: speaker).send(count)
        try simulation.run()
        #expect(try simulation.with(quick) { $0.count } == count)
        let fails = policy == .fail || policy == .wait
        #expect(simulation.failures.map(\.component) == (fails ? ["slow"] : []))

        let system = try ComponentSystem(assembly)
        try system.port(\.orders, of: speaker).send(count)
        await system.idle()
        #expect(try await system.port(\.talk, of: quick).ask(0) == count)
        #expect(system.failures.allSatisfy { $0.component == "slow" } && (fails || system.failures.isEmpty))
        await system.end()
    }

    /// A component that ends asks one inside it, which ends, too; nobody waits for the reply.
    @Test func aDrainWaitsForNoReply() async throws {
        struct Parent: Component {
            let orders = Input<Burst>()
            let child = Output<Talk>(isOptional: true)
            let context = ComponentContext()
            let log: Log

            mutating func start() throws {
                let part = try context.assembly.add("child") { Child() }
                try context.assembly.connect(child.reference, to: part.talk)
            }
            mutating func end() {
                child.ask(1)
                try? context.assembly.remove("child")
                child.ask(2)
                log.add("end")
            }
            static var handlers: Handlers<Parent> {
                Receive(\.orders.send) { parent, number in parent.child.ask(number) }
                ReceiveAnswer(\.child.ask) { parent, number, result in parent.log.add("\(number): \(result)") }
            }
        }
        struct Child: Component {
            let talk = Input<Talk>()
            let own = Output<Talk>(isOptional: true)
            var kept: [Responder<Int>] = []
            mutating func end() { own.ask(3) }
            static var handlers: Handlers<Child> {
                Receive(\.talk.say) { _, _ in }
                Receive(\.talk.ask) { child, _, reply in child.kept.append(reply) }
                ReceiveAnswer(\.own.ask) { _, _, _ in }
            }
        }
        let log = Log()
        var assembly = Assembly()
        let parent = assembly.add("parent") { Parent(log: log) }
        let simulation = try Simulation(assembly)
        try simulation.port(\.orders, of: parent).send(0)
        try simulation.run()
        try simulation.assembly.remove("parent")
        try simulation.run()
        #expect(log.all == ["end"])
        #expect(!simulation.assembly.contains("child"))

        let system = try ComponentSystem(assembly)
        try system.port(\.orders, of: parent).send(0)
        await system.idle()
        try system.assembly.remove("parent")
        await system.idle()
        #expect(log.all == ["end", "end"])
        #expect(!system.assembly.contains("child"))
        await system.end()
    }
}
