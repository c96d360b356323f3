import Components
import Synchronization
import Testing

private struct Laps: PortProtocol { let pass = Message<Int>() }

/// Passes a number on, less one.
private struct Runner: Component {
    let input = Input<Laps>()
    let output = Output<Laps>(isOptional: true)
    var count = 0

    static var handlers: Handlers<Runner> {
        Receive(\.input.pass) { runner, left in
            runner.count += 1
            if left > 0 { runner.output.pass(left - 1) }
        }
    }
}

private struct Ring {
    var assembly = Assembly()
    let runners: [PartReference<Runner>]

    init(_ count: Int, _ execution: ComponentExecution = .shared, _ mailbox: MailboxBound = .init()) {
        var assembly = Assembly()
        runners = (0..<count).map { number in
            assembly.add("runner\(number)", mailbox: mailbox, execution: number % 2 == 0 ? .shared : execution) {
                Runner()
            }
        }
        for (number, runner) in runners.enumerated() {
            assembly.connect(runner.output, to: runners[(number + 1) % count].input)
        }
        self.assembly = assembly
    }

    func system(isRecording: Bool = false) throws -> ComponentSystem {
        var options = ComponentSystem.Options()
        options.isRecording = isRecording
        return try ComponentSystem(assembly, options)
    }

    func counts(_ system: ComponentSystem) async throws -> [Int] {
        var counts: [Int] = []
        for runner in runners { counts.append(try await system.read(runner) { $0.count }) }
        return counts
    }
}

/// Pausing a system, and letting it step.
@Suite(.serialized) struct PauseTests {
    @Test("P1. While a system is paused nothing is handled, and nothing is lost.", arguments: [false, true])
    func nothingIsLost(isRecording: Bool) async throws {
        let ring = Ring(6, .blocking)
        let system = try ring.system(isRecording: isRecording)
        for runner in ring.runners { try system.port(\.input, of: runner).pass(1_999) }
        for round in 0..<30 {
            #expect(await system.pause() == [] && system.isPaused)
            let before = try await ring.counts(system)
            if round % 3 == 0 { try system.port(\.input, of: ring.runners[round % 6]).pass(0) }
            await Task.yield()
            #expect(try await ring.counts(system) == before)
            system.resume()
        }
        #expect(!system.isPaused)
        await system.idle()
        #expect(try await ring.counts(system).reduce(0, +) == 6 * 2_000 + 10)
        await system.end()
        guard isRecording else { return }
        let replay = try Simulation(replaying: system.recording, of: ring.assembly)
        try replay.run()
        #expect(replay.trace.map(\.description) == system.trace.map(\.description) && replay.failures.isEmpty)
    }

    @Test("P2. A step lets one component handle one message, the named one or one that waits.")
    func steps() async throws {
        let ring = Ring(3)
        let system = try ring.system(isRecording: true)
        await system.idle()
        #expect(await system.step() == nil)
        await system.pause()
        #expect(await system.step() == nil && system.waitingMessages.isEmpty)
        let ports = try ring.runners.map { try system.port(\.input, of: $0) }
        ports[1].pass(1)
        ports[1].pass(0)
        ports[0].pass(0)
        #expect(
            system.waitingMessages.map(\.description) == [
                "#outside2/1 runner1.input.pass(1)", "#outside2/2 runner1.input.pass(0)",
                "#outside/1 runner0.input.pass(0)",
            ])
        #expect(await system.step("runner2") == nil)
        #expect(await system.step("runner0")?.description == "#outside/1 runner0.input.pass(0)")
        #expect(await system.step()?.description == "#outside2/1 runner1.input.pass(1)")
        #expect(try await ring.counts(system) == [1, 1, 0])
        let next = try #require(system.waitingMessages.first { $0.component == "runner2" })
        #expect(next.description == "#runner1/1 runner2.input.pass(0)" && next.cause?.description == "outside2/1")
        #expect(await system.step("runner2")?.body as? Int == 0)
        #expect(await system.step()?.component == "runner1")
        #expect(await system.step() == nil)
        #expect(try await ring.counts(system) == [1, 2, 1])
        system.resume()
        await system.end()
        let replay = try Simulation(replaying: system.recording, of: ring.assembly)
        try replay.run()
        #expect(replay.trace.map(\.description) == system.trace.map(\.description))
    }

    @Test("P2b. The time of a system that is paused again and again never goes back.")
    func timeNeverGoesBack() async throws {
        let ring = Ring(6, .blocking)
        let system = try ring.system(isRecording: true)
        for runner in ring.runners { try system.port(\.input, of: runner).pass(3_000) }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<2_000 {
                        await system.pause()
                        system.resume()
                    }
                }
            }
        }
        await system.idle()
        await system.end()
        let times = system.trace.map(\.time)
        #expect(times.count > 10_000 && zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test("P3. Steps of several tasks handle all that waits, each message once.")
    func stepsOfManyTasks() async throws {
        let ring = Ring(4, .blocking)
        let system = try ring.system()
        await system.pause()
        for runner in ring.runners {
            let port = try system.port(\.input, of: runner)
            for _ in 0..<25 { port.pass(3) }
        }
        let counts = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var count = 0
                    while await system.step() != nil { count += 1 }
                    return count
                }
            }
            return await group.reduce(0, +)
        }
        #expect(counts == 400 && system.waitingMessages.isEmpty && system.isPaused)
        #expect(try await ring.counts(system) == [100, 100, 100, 100])
        await system.end()
    }

    @Test("P4. Many tasks pause and resume at once, while others send and the system ends.")
    func manyTasks() async throws {
        for round in 0..<20 {
            let ring = Ring(4, .blocking)
            let system = try ring.system(isRecording: round % 2 == 0)
            let port = try system.port(\.input, of: ring.runners[0])
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        for _ in 0..<20 {
                            await system.pause()
                            if number % 2 == 0 { await system.step() }
                            system.resume()
                        }
                    }
                    group.addTask { for _ in 0..<50 { port.pass(10) } }
                }
                if round % 4 == 3 { group.addTask { await system.end() } }
            }
            if round % 4 == 3 { continue }
            await system.idle()
            #expect(!system.isPaused)
            #expect(try await ring.counts(system).reduce(0, +) == 4 * 50 * 11)
            await system.end()
        }
    }

    @Test("P5. At a paused system, idle returns when nothing works, and the end ends the pause.")
    func idleAndEnd() async throws {
        let ring = Ring(2)
        let system = try ring.system()
        await system.pause()
        try system.port(\.input, of: ring.runners[0]).pass(100)
        #expect(await !system.idle())
        #expect(try await ring.counts(system) == [0, 0] && system.waitingMessages.count == 1)
        await system.end()
        #expect(!system.isPaused && system.waitingMessages.isEmpty)
        #expect(await system.pause() == [] && !system.isPaused)
        #expect(await system.step() == nil)
        #expect(await system.waitForBreakpoint() == nil)
        await #expect(throws: ComponentError.unknownPart("runner0", hasEnded: true)) { try await ring.counts(system) }
    }

    @Test("P6. A pause tells who still works, and others can step meanwhile.")
    func whoStillWorks() async throws {
        let place = Place()
        var assembly = Ring(2).assembly
        let slow = assembly.add("slow", execution: .blocking) { Guest(place: place) }
        let runner = Ring(2).runners[0]
        let system = try ComponentSystem(assembly)
        try system.port(\.input, of: slow).begin()
        while place.counts.inside == 0 { await Task.yield() }
        while await system.pause(within: .milliseconds(1)) != ["slow"] {}
        try system.port(\.input, of: runner).pass(1)
        #expect(await system.step()?.component == "runner0")
        #expect(await system.step()?.component == "runner1")
        #expect(await system.step("slow") == nil)
        place.open()
        #expect(await system.pause() == [])
        await system.end()
    }

    @Test("P7. What a component's handler lets others pause takes effect after the handler.")
    func pausesOfComponents() async throws {
        let handle = Handle()
        var assembly = Assembly()
        let pauser = assembly.add("pauser") { Pauser(handle: handle) }
        let system = try ComponentSystem(assembly)
        handle.system.withLock { $0 = system }
        let port = try system.port(\.input, of: pauser)
        for number in 0..<3 { port.pass(number) }
        while !system.isPaused { await Task.yield() }
        #expect(await system.pause(within: .seconds(60)) == [])
        let count = try await system.read(pauser) { $0.count }
        #expect(count > 0)
        handle.system.withLock { $0 = nil }
        system.resume()
        await system.idle()
        #expect(try await system.read(pauser) { $0.count } == 3)
        await system.end()
    }

    @Test("P8. Time stands still: messages for later and time limits wait.")
    func timeStandsStill() async throws {
        let shop = Shop(left: 0)
        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(shop.assembly, options)
        await system.idle()
        let stock = try system.port(\.requests, of: shop.storage)
        await system.pause()
        let answers = (0..<2).map { number in Task { try await stock.take(number, within: .milliseconds(1)) } }
        while system.waitingMessages.count < 2 { await Task.yield() }
        for _ in 0..<2 {
            try await Task.sleep(for: .milliseconds(20))
            await system.step()
        }
        for answer in answers { #expect(try await answer.value == 0) }
        let times = system.trace.suffix(4).map(\.time)
        #expect(times.count == 4 && times.allSatisfy { $0 == times[0] })
        await system.end()
        let all = system.trace.map(\.time)
        #expect(all == all.sorted())
    }

    @Test("P9. Senders that wait for room, and feeds, don't keep a system from pausing.")
    func sendersWait() async throws {
        let ring = Ring(2, .shared, .init(capacity: 1, .wait))
        let system = try ring.system()
        await system.pause()
        let port = try system.port(\.input, of: ring.runners[0])
        let numbers = AsyncStream<Int> { continuation in
            for _ in 0..<10 { continuation.yield(0) }
            continuation.finish()
        }
        let feed = system.feed(port.pass, from: numbers)
        while system.waitingMessages.isEmpty { await Task.yield() }
        #expect(await system.pause() == [])
        await system.idle()
        #expect(system.waitingMessages.count == 1)
        var count = 0
        while count < 10 { count += await system.step() == nil ? 0 : 1 }
        #expect(await feed.end.description == "finished")
        #expect(try await ring.counts(system) == [10, 0])
        await system.end()
    }

    @Test("P10. A component that rests in a step takes the next message of a point-to-point channel.")
    func pointToPoint() async throws {
        var assembly = Assembly()
        let burster = assembly.add("burster") { Burster() }
        let sinks = (0..<2).map { number in assembly.add("sink\(number)") { Sink() } }
        assembly.connect([burster.output], to: sinks.map(\.input), as: .pointToPoint)
        let system = try ComponentSystem(assembly)
        await system.idle()
        await system.pause()
        try system.port(\.orders, of: burster).send(5)
        var steps: [String] = []
        while let message = await system.step() { steps.append(message.component) }
        #expect(steps == ["burster", "sink0", "sink1", "sink0", "sink1", "sink0"])
        await system.end()
    }

    @Test("P11. Components that start, fail, restart and end do so by steps.")
    func lives() async throws {
        var assembly = Assembly()
        let worker = assembly.add("worker") { Worker() }
        assembly.supervise(worker, by: Supervision(), as: "supervisor")
        let fragile = assembly.add("fragile") { Fragile() }
        let system = try ComponentSystem(assembly)
        await system.idle()
        await system.pause()
        let (jobs, numbers) = (try system.port(\.jobs, of: worker), try system.port(\.input, of: fragile))
        for number in [1, -1, 2] { jobs.work(number) }
        for number in [3, 0, 4] { numbers.one(number) }
        try system.assembly.add("late") { Sink() }
        var steps: [String] = []
        while let message = await system.step() { steps.append("\(message.component).\(message.name)") }
        #expect(steps.filter { $0 == "worker.work" }.count == 3 && steps.contains("supervisor.failed"))
        #expect(steps.filter { $0 == "fragile.one" }.count == 2)
        #expect(try await system.read(worker) { $0.sum } == 2)
        await #expect(throws: ComponentError.unknownPart("fragile", hasEnded: true)) {
            try await system.read(fragile) { _ in }
        }
        #expect(system.isPaused && system.assembly.contains("late"))
        await system.end()
    }
}

private final class Handle: Sendable { let system = Mutex<ComponentSystem?>(nil) }

private struct Pauser: Component {
    let input = Input<Laps>()
    let handle: Handle
    var count = 0

    static var handlers: Handlers<Pauser> {
        Receive(\.input.pass) { pauser, _ in
            pauser.count += 1
            if let system = pauser.handle.system.withLock({ $0 }) { Task { await system.pause() } }
        }
    }
}
