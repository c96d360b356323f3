import Components
import Synchronization
import Testing

/// Breakpoints of systems.
@Suite(.serialized) struct SystemBreakpointTests {
    /// Works, and goes on at each of some stops; there must be no more.
    private func hits(
        _ count: Int, _ system: ComponentSystem, _ work: () throws -> Void
    ) async throws -> [Breakpoint.Hit] {
        try work()
        var hits: [Breakpoint.Hit] = []
        while hits.count < count, let hit = await system.waitForBreakpoint() {
            hits.append(hit)
            system.resume()
        }
        // A timer may go off between.
        while await !system.idle(), !system.isPaused { await Task.yield() }
        #expect(!system.isPaused)
        await system.end()
        return hits
    }

    @Test("B1. A system stops before a message at which a breakpoint is, and then handles it.")
    func messages() async throws {
        let shop = Shop(left: 6)
        let stops: [(Breakpoint, [String])] = [
            (.message(\.orders.place, of: shop.till), ["till.orders.place(5)", "till.orders.place(3)"]),
            (.message(\.orders.place, of: shop.till) { $0 < 4 }, ["till.orders.place(3)"]),
            (.message(\.requests.take, of: shop.storage) { $0 == 3 }, ["#till/2 storage.requests.take(3)"]),
            (
                .message("take", part: "storage"),
                ["#till/1 storage.requests.take(5)", "#till/2 storage.requests.take(3)"]
            ),
            (.message(port: "parcels", part: "van"), ["#till/3 van.parcels.send(5)"]),
            (.message("nothing", part: "van"), []),
        ]
        for (breakpoint, expected) in stops {
            let system = try ComponentSystem(shop.assembly)
            let port = try system.port(\.orders, of: shop.till)
            if expected.isEmpty {
                #expect(throws: ComponentError.self) { try system.setBreakpoints([breakpoint]) }
                continue
            }
            try system.setBreakpoints([breakpoint])
            #expect(system.breakpoints.map(\.description) == [breakpoint.description])
            let found = try await hits(expected.count, system) {
                port.place(5)
                port.place(3)
            }
            #expect(found.count == expected.count && zip(found, expected).allSatisfy { $0.description.hasSuffix($1) })
        }
    }

    @Test(
        "B2. At the stop the message isn't handled, nothing else is, and steps and other breakpoints go on from there.")
    func atTheStop() async throws {
        let shop = Shop()
        let system = try ComponentSystem(shop.assembly)
        let port = try system.port(\.orders, of: shop.till)
        try system.setBreakpoints([.message(\.requests.take, of: shop.storage)])
        port.place(1)
        port.place(2)
        let hit = try #require(await system.waitForBreakpoint())
        #expect(hit.component == "storage" && hit.message?.body as? Int == 1 && system.breakpointHit != nil)
        #expect(try await system.read(shop.storage) { $0.left } == 10)
        #expect(await system.waitForBreakpoint()?.description == hit.description)
        #expect(system.waitingMessages.contains { $0.description == hit.message?.description })
        // The stop stays where it is, but its breakpoint goes.
        try system.setBreakpoints([.message(\.parcels.send, of: shop.van)])
        #expect(await system.step("storage")?.description == hit.message?.description)
        #expect(system.breakpointHit == nil && system.isPaused)
        #expect(try await system.read(shop.storage) { $0.left } == 9)
        system.resume()
        #expect(await system.waitForBreakpoint()?.message?.description == "#till/3 van.parcels.send(1)")
        #expect(try await system.read(shop.van) { $0.sent } == [])
        try system.setBreakpoints([])
        system.resume()
        await system.idle()
        #expect(!system.isPaused)
        #expect(try await system.read(shop.van) { $0.sent } == [1])
        await system.end()
    }

    @Test("B3. A system stops after the message by which a state becomes active, or a condition true.")
    func statesAndConditions() async throws {
        let shop = Shop()
        let system = try ComponentSystem(shop.assembly)
        await system.idle()
        let port = try system.port(\.orders, of: shop.till)
        try system.setBreakpoints([
            .state("driving", of: shop.van), .when(shop.till) { $0.count == 2 }, .when(shop.storage) { $0.left < 10 },
        ])
        let found = try await hits(3, system) { for number in 1...3 { port.place(number) } }
        let names = found.map { String($0.description.split(separator: " at ")[0]) }
        #expect(names.sorted() == ["condition on storage", "condition on till", "state driving of van"])
        #expect(found.allSatisfy { $0.message == nil })
    }

    @Test("B4. Each of many stops at once is told, and a recorded run with stops repeats.", arguments: [false, true])
    func manyStops(isRecording: Bool) async throws {
        var assembly = Assembly()
        let workers = (0..<5).map { number in
            assembly.add("worker\(number)", execution: number % 2 == 0 ? .shared : .blocking) { Worker() }
        }
        var options = ComponentSystem.Options()
        options.isRecording = isRecording
        let system = try ComponentSystem(assembly, options)
        await system.idle()
        try system.setBreakpoints(
            workers.flatMap { worker -> [Breakpoint] in
                [.message(\.jobs.work, of: worker) { $0 % 50 == 0 }, .when(worker) { $0.sum % 70 == 0 }]
            })
        let ports = try workers.map { try system.port(\.jobs, of: $0) }
        for port in ports { for number in 1...100 { port.work(number) } }
        var expected = 0
        var (sum, wasTrue) = (0, true)
        for number in 1...100 {
            sum += number
            expected += (number % 50 == 0 ? 1 : 0) + (sum % 70 == 0 && !wasTrue ? 1 : 0)
            wasTrue = sum % 70 == 0
        }
        #expect(expected > 3)
        for _ in 0..<(5 * expected) {
            let hit = await system.waitForBreakpoint()
            #expect(hit != nil && system.breakpointHit?.description == hit?.description)
            system.resume()
        }
        #expect(await system.idle() && !system.isPaused)
        for worker in workers { #expect(try await system.read(worker) { $0.sum } == 5050) }
        await system.end()
        guard isRecording else { return }
        let replay = try Simulation(replaying: system.recording, of: assembly)
        try replay.run()
        #expect(replay.trace.map(\.description) == system.trace.map(\.description) && replay.failures.isEmpty)
    }

    @Test("B5. Who waits for a stop goes on when the system ends, or the task is cancelled.")
    func waiters() async throws {
        let shop = Shop()
        let system = try ComponentSystem(shop.assembly)
        let (first, second) = (Task { await system.waitForBreakpoint() }, Task { await system.waitForBreakpoint() })
        first.cancel()
        #expect(await first.value == nil)
        await system.pause()
        await system.end()
        #expect(await second.value == nil)
    }

    @Test("B6. Charts and components can be looked at between two messages, also while the system works.")
    func looking() async throws {
        let shop = Shop()
        let system = try ComponentSystem(shop.assembly)
        let port = try system.port(\.orders, of: shop.till)
        for number in 0..<200 { port.place(number == 0 ? 10 : 0) }
        var counts: [Int] = []
        repeat { counts.append(try await system.read(shop.till) { $0.count }) } while counts.last! < 200
        #expect(counts == counts.sorted())
        await system.idle()
        #expect(try await ["loading", "onTheWay", "waiting"].contains(system.activeStateNames(of: shop.van).first!))
        await system.pause()
        #expect(try await system.activeStateNames(of: shop.till) == [])
        await system.end()
        await #expect(throws: ComponentError.unknownPart("van", hasEnded: true)) {
            try await system.activeStateNames(of: shop.van)
        }
    }

    @Test("B7. Other breakpoints at a stop don't hide the next message.", arguments: [0, 1], [true, false])
    func changesAtAStop(count: Int, resumesFirst: Bool) async throws {
        let shop = Shop()
        let system = try ComponentSystem(shop.assembly)
        let port = try system.port(\.orders, of: shop.till)
        try system.setBreakpoints([.message(\.orders.place, of: shop.till)])
        port.place(1)
        #expect(await system.waitForBreakpoint()?.message?.body as? Int == 1)
        if resumesFirst { system.resume() }
        try system.setBreakpoints((0..<count).map { _ in .message(\.orders.cancel, of: shop.till) })
        system.resume()
        await system.idle()
        #expect(!system.isPaused)
        try system.setBreakpoints([.message(\.orders.place, of: shop.till)])
        port.place(2)
        await system.idle()
        #expect(system.breakpointHit?.message?.body as? Int == 2)
        await system.end()
    }

    @Test("B8. The message at which a system has stopped isn't stopped at twice.")
    func sameBreakpointsAtAStop() async throws {
        let shop = Shop()
        let system = try ComponentSystem(shop.assembly)
        let port = try system.port(\.orders, of: shop.till)
        let breakpoint = Breakpoint.message(\.orders.place, of: shop.till)
        try system.setBreakpoints([breakpoint])
        port.place(1)
        _ = await system.waitForBreakpoint()
        try system.setBreakpoints([breakpoint, .message(\.orders.cancel, of: shop.till)])
        system.resume()
        await system.idle()
        #expect(!system.isPaused)
        #expect(try await system.read(shop.till) { $0.count } == 1)
        await system.end()
    }

    @Test("B9. Breakpoints hold for the messages that are sent after they were set.")
    func messagesAfterwards() async throws {
        let shop = Shop(left: 2_000)
        var missedCount = 0
        for _ in 0..<1_000 {
            let system = try ComponentSystem(shop.assembly)
            let port = try system.port(\.orders, of: shop.till)
            try system.setBreakpoints([.message(\.orders.place, of: shop.till)])
            port.place(1)
            await system.idle()
            if system.breakpointHit == nil { missedCount += 1 }
            await system.end()
        }
        #expect(missedCount == 0)
    }

    @Test("B10. Breakpoints at a part that has failed hold when it is there again.")
    func failedParts() async throws {
        let (assembly, first) = relayChain()
        let system = try ComponentSystem(assembly)
        try system.port(\.input, of: first).one(-1)
        await system.idle()
        try system.setBreakpoints([.message(\.input.one, of: first) { $0 == 2 }, .message("one", part: "first")])
        #expect(throws: ComponentError.unknownPart("third")) { try system.setBreakpoints([.message(part: "third")]) }
        await #expect(throws: ComponentError.unknownPart("first", hasEnded: true)) {
            try await system.read(first) { _ in }
        }
        let again = try system.assembly.add("first") { Relay() }
        try system.port(\.input, of: again).one(2)
        await system.idle()
        #expect(system.breakpointHit?.message?.body as? Int == 2)
        await system.end()
    }
}
