import AlgorithmSupport
import Components
import Testing

/// All that can be seen of a run at a position.
struct DebuggerView: Equatable {
    let trace: [String]
    let waiting: [String]
    let next: String?
    let failures: [String]
    let time: Duration
    let deadline: Duration?

    init(_ debugger: Debugger) {
        trace = debugger.trace.map(\.description)
        waiting = debugger.waitingMessages.map(\.description)
        next = debugger.nextMessage?.description
        failures = debugger.failures.map(\.description)
        (time, deadline) = (debugger.time, debugger.deadline)
    }
}

/// Going forwards and back.
struct DebuggerTests {
    @Test("D1. A debugger runs as a simulation does; back and forwards again, all is as it was.")
    func randomRuns() throws {
        var (positions, shuffled, waiting, whole) = (0, 0, 0, 0)
        for seed in 0..<120 as Range<UInt64> {
            let random = RandomCase(seed: seed)
            let run = try random.run()
            let debugger = try random.debugged()
            #expect(debugger.trace.map(\.description) == run.trace, "seed \(seed)")
            #expect(debugger.lastPosition == debugger.position)
            // A full mailbox lets an action handle messages.
            let isWhole = debugger.position == run.handlers.count
            let end = DebuggerView(debugger)
            try debugger.move(to: 0)
            var views = [DebuggerView(debugger)]
            while debugger.position < debugger.lastPosition {
                let next = debugger.nextMessage
                let message = try debugger.step()
                if next != nil { #expect(next?.description == message?.description) }
                if isWhole { #expect(message?.component == run.handlers[debugger.position - 1]) }
                views.append(DebuggerView(debugger))
            }
            #expect(views.last == end, "seed \(seed)")
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<10 {
                let position = Int.random(in: 0...debugger.lastPosition, using: &generator)
                try debugger.move(to: position)
                #expect(debugger.position == position)
                #expect(DebuggerView(debugger) == views[position], "seed \(seed), position \(position)")
                #expect(run.trace.starts(with: views[position].trace))
                positions += 1
            }
            whole += isWhole ? 1 : 0
            shuffled += random.isShuffled ? 1 : 0
            waiting += views.count { $0.waiting.count > 1 }
        }
        #expect(positions == 1200 && shuffled > 20 && waiting > 200 && whole > 100)
    }

    @Test("D2. A run stops before a message at which a breakpoint is, by names and by body, and then handles it.")
    func messages() throws {
        let shop = Shop(left: 6)
        let stops: [(Breakpoint, [String])] = [
            (
                .message(\.orders.place, of: shop.till),
                ["0 #outside/1 till.orders.place(5)", "1 #outside/2 till.orders.place(3)"]
            ),
            (.message(\.orders.place, of: shop.till) { $0 < 4 }, ["1 #outside/2 till.orders.place(3)"]),
            (.message(\.orders.cancel, of: shop.till) { $0.0 == 1 }, []),
            (.message(\.requests.take, of: shop.storage) { $0 == 3 }, ["3 #till/2 storage.requests.take(3)"]),
            (
                .message("take", part: "storage"),
                ["2 #till/1 storage.requests.take(5)", "3 #till/2 storage.requests.take(3)"]
            ),
            (
                .message(part: "van"),
                ["6 #till/3 van.parcels.send(5)", "7 #van/1 van.timers.due()", "8 #van/2 van.timers.due()"]
            ),
            (.message(\.own.remind, of: shop.till), ["9 #till/4 till.own.remind(3)"]),
            (
                .message("place", port: "orders"),
                ["0 #outside/1 till.orders.place(5)", "1 #outside/2 till.orders.place(3)"]
            ),
        ]
        for (breakpoint, expected) in stops {
            let debugger = try shop.debugger(5, 3)
            try debugger.setBreakpoints([breakpoint])
            let hits = try debugger.hits(until: .seconds(10))
            #expect(hits == expected, "\(breakpoint)")
            #expect(debugger.position == 10 && debugger.time == .seconds(10))
        }
        let debugger = try shop.debugger(5, 3)
        try debugger.setBreakpoints([.answer(to: \.stock.take, of: shop.till)])
        let hit = try debugger.run()
        #expect(debugger.position == 4 && hit?.component == "till")
        #expect(hit?.message?.port == "stock" && hit?.message?.name == "take")
        #expect(hit?.message?.id?.description == "storage/1" && hit?.message?.cause?.description == "till/1")
        #expect(hit?.message?.body is Int)
        #expect(try debugger.read(shop.till) { $0.count } == 2)
        #expect(try debugger.hits(until: .seconds(10)).count == 1)
    }

    @Test("D3. A run stops after the message by which a state becomes active, once each time.")
    func states() throws {
        let shop = Shop()
        for (state, position) in [("driving", 7), ("onTheWay", 9), ("waiting", 10)] {
            let debugger = try shop.debugger(1, 2)
            try debugger.setBreakpoints([.state(state, of: shop.van)])
            var found: [Int] = []
            while let hit = try debugger.run(until: .seconds(10)) {
                #expect(hit.component == "van" && hit.message == nil && hit.description == "state \(state) of van")
                #expect(try debugger.activeStateNames(of: shop.van) == [state == "driving" ? "loading" : state])
                found.append(debugger.position)
            }
            #expect(found == [position], "\(state)")
        }
    }

    @Test("D4. A run stops after the message by which a condition becomes true, once each time.")
    func conditions() throws {
        let shop = Shop()
        let debugger = try shop.debugger(1, 1, 1)
        try debugger.setBreakpoints([.when(shop.till) { $0.count == 2 }, .when(shop.till) { $0.count >= 0 }])
        var counts: [Int] = []
        while let hit = try debugger.run() {
            #expect(hit.breakpoint.description.hasPrefix("condition on till at ComponentsTests/DebuggerTests.swift:"))
            counts.append(try debugger.read(shop.till) { $0.count })
            try debugger.perform { try $0.port(\.orders, of: shop.till).cancel(1, "late") }
            if counts.count == 3 { break }
        }
        // 1, 2: stop; then 3, and each cancellation counts down by one: 2 again.
        #expect(counts == [2, 2])
    }

    @Test("D5. Going back by stops finds the last one before.")
    func backToTheLastStop() throws {
        let shop = Shop()
        let debugger = try shop.debugger(1, 2, 3)
        try debugger.setBreakpoints([.message("take", part: "storage"), .state("onTheWay", of: shop.van)])
        let forwards = try debugger.hits(until: .seconds(10))
        #expect(forwards.count == 4)
        var back: [String] = []
        while let hit = try debugger.runBack() { back.insert("\(debugger.position) \(hit)", at: 0) }
        #expect(back == forwards && debugger.position == 0)
        #expect(try debugger.hits() == forwards)
        #expect(debugger.time == .seconds(10))
        _ = try debugger.runBack()
        _ = try debugger.runBack()
        let position = debugger.position
        #expect(try debugger.step()?.name == "take" && debugger.position == position + 1)
    }

    @Test("D6. A component that depends on something else is told when the run is repeated, and nothing changes.")
    func divergence() throws {
        let world = World()
        for kind in [World.Kind.name, .number, .count, .time] {
            var assembly = Assembly()
            let part = assembly.add("liar") { Liar(world: world, kind: kind) }
            let debugger = try Debugger(assembly)
            try debugger.perform { try $0.port(\.input, of: part).place(1) }
            try debugger.run(until: .seconds(20))
            let (position, trace) = (debugger.position, debugger.trace.map(\.description))
            let error = #expect(throws: ComponentError.self) { try debugger.move(to: position - 1) }
            #expect(error?.description.contains("doesn't happen again in 'liar'") == true, "\(kind)")
            #expect(debugger.position == position && debugger.trace.map(\.description) == trace)
        }
    }

    @Test("D7. What comes from outside in the past takes the place of what followed.")
    func otherFutures() throws {
        let shop = Shop()
        let debugger = try shop.debugger(1)
        try debugger.run(until: .seconds(10))
        try shop.place(2, debugger)
        try debugger.run(until: .seconds(20))
        let (end, trace) = (debugger.position, debugger.trace.map(\.description))
        try debugger.move(to: 3)
        #expect(debugger.lastPosition == end && debugger.time == .zero)
        #expect(try debugger.run() == nil && debugger.position == end && debugger.time == .seconds(20))
        #expect(debugger.trace.map(\.description) == trace)
        try debugger.move(to: 2)
        try shop.place(7, debugger)
        #expect(debugger.lastPosition == 2)
        try debugger.run(until: .seconds(10))
        #expect(try debugger.read(shop.till) { $0.count } == 2)
        #expect(try debugger.read(shop.storage) { $0.left } == 2)
        try debugger.move(to: 100)
        #expect(debugger.time == .seconds(10))
        try debugger.move(to: -1)
        #expect(debugger.position == 0 && debugger.nextMessage?.description == "#outside/1 till.orders.place(1)")
        // An action that fails does so again.
        try debugger.move(to: 100)
        #expect(throws: ComponentError.unknownPart("nobody")) {
            try debugger.perform { simulation in
                try simulation.assembly.remove("van")
                try simulation.assembly.remove("nobody")
            }
        }
        try debugger.move(to: 0)
        #expect(throws: Never.self) { try debugger.read(shop.van) { _ in } }
        try debugger.move(to: 100)
        #expect(throws: ComponentError.unknownPart("van", hasEnded: true)) { try debugger.read(shop.van) { _ in } }
    }

    @Test("D8. A step handles the next message; with a time, also one that was sent for later.")
    func steps() throws {
        let shop = Shop(left: 0)
        let debugger = try shop.debugger(4)
        try debugger.setBreakpoints([.message()])
        #expect(debugger.waitingMessages.map(\.description) == ["#outside/1 till.orders.place(4)"])
        #expect(try debugger.step()?.component == "till")
        #expect(debugger.nextMessage?.cause == debugger.trace.first?.id)
        #expect(try debugger.step()?.component == "storage")
        #expect(try debugger.step()?.port == "stock")
        #expect(try debugger.step() == nil && debugger.time == .zero && debugger.deadline == .seconds(3))
        #expect(try debugger.step(until: .seconds(2)) == nil && debugger.time == .seconds(2))
        #expect(try debugger.step(until: .seconds(10))?.name == "remind" && debugger.time == .seconds(3))
        #expect(try debugger.read(shop.till) { $0.missing } == [4])
        #expect(debugger.position == 4)
        try debugger.move(to: 3)
        #expect(debugger.time == .seconds(2) && debugger.deadline == .seconds(3))
        #expect(throws: ComponentError.tooManySteps(limit: 0)) {
            try debugger.setBreakpoints([])
            try debugger.move(to: 0)
            try debugger.run(limit: 0)
        }
    }

    @Test("D9. Breakpoints at names that don't exist are refused.")
    func wrongNames() throws {
        let shop = Shop()
        let debugger = try shop.debugger()
        try debugger.setBreakpoints([.message("send")])
        func error(_ breakpoint: Breakpoint) -> String {
            do { try debugger.setBreakpoints([breakpoint]) } catch { return error.description }
            return ""
        }
        let (none, other) = (
            "no component receives it; fix the names", "the component doesn't receive it; fix the names"
        )
        #expect(error(.message("plaze")) == "invalid breakpoint at message *.*.plaze: " + none)
        #expect(error(.message("place", part: "van")) == "invalid breakpoint at message van.*.place: " + other)
        #expect(error(.message(port: "order", part: "till")) == "invalid breakpoint at message till.order.*: " + other)
        #expect(error(.message(part: "shop")) == "unknown part 'shop'; fix the name")
        #expect(
            error(.state("flying", of: shop.van))
                == "invalid breakpoint at state flying of van: the component has no chart with state 'flying'; fix the names"
        )
        #expect(error(.state("waiting", part: "till")).contains("has no chart"))
        #expect(error(.when(Assembly().replaced(shop.till)) { _ in true }) == "unknown part 'nobody'; fix the name")
        #expect(debugger.breakpoints.map(\.description) == ["message *.*.send"])
    }

    @Test("D10. Restarted components have the breakpoints, and stop at what their start makes true.")
    func restarts() throws {
        var assembly = Assembly()
        let worker = assembly.add("worker") { Worker() }
        assembly.supervise(worker, by: Supervision(), as: "supervisor")
        let debugger = try Debugger(assembly)
        try debugger.setBreakpoints([
            .message(\.jobs.work, of: worker) { $0 == 3 }, .when(worker) { $0.context.restartCount == 1 },
        ])
        try debugger.perform { simulation in
            let port = try simulation.port(\.jobs, of: worker)
            for number in [1, -1, 3] { port.work(number) }
        }
        let hits = try debugger.hits()
        #expect(hits.count == 2 && hits[0].contains("condition on worker") && hits[1].hasSuffix("worker.jobs.work(3)"))
        #expect(try debugger.read(worker) { $0.sum } == 3)
    }

    @Test("D11. After a failure, the run goes back to a breakpoint at the part that has ended.")
    func backFromAFailure() throws {
        let (assembly, first) = relayChain()
        let debugger = try Debugger(assembly)
        try debugger.perform { simulation in
            for number in [1, 2, -1] { try simulation.port(\.input, of: first).one(number) }
        }
        try debugger.run()
        #expect(debugger.failures.map(\.component) == ["first"])
        try debugger.setBreakpoints([.message(\.input.one, of: first)])
        #expect(try debugger.runBack()?.message?.body as? Int == -1)
        #expect(try debugger.runBack()?.message?.body as? Int == 2)
        try debugger.setBreakpoints([.when(first) { _ in true }])
        #expect(throws: ComponentError.unknownPart("third")) {
            try debugger.setBreakpoints([.state("s", part: "third")])
        }
    }

    @Test("D12. With a full trace, a run goes back step by step.")
    func backWithAFullTrace() throws {
        var options = Simulation.Options()
        options.traceLimit = 7
        let (assembly, first) = relayChain()
        let debugger = try Debugger(assembly, options)
        try debugger.perform { simulation in
            for number in 1...20 { try simulation.port(\.input, of: first).one(number) }
        }
        var views = [DebuggerView(debugger)]
        while try debugger.step() != nil { views.append(DebuggerView(debugger)) }
        #expect(views.count == 41 && debugger.trace.count == 7)
        for position in (0..<40).reversed() {
            try debugger.move(to: position)
            #expect(DebuggerView(debugger) == views[position])
        }
        for position in [40, 3, 39] {
            try debugger.move(to: position)
            #expect(DebuggerView(debugger) == views[position])
        }
    }

    @Test("D13. A condition can't let its debugger go on.")
    func callsFromConditions() throws {
        let (assembly, first) = relayChain()
        let debugger = try Debugger(assembly)
        try debugger.perform { simulation in
            for number in 1...3 { try simulation.port(\.input, of: first).one(number) }
        }
        nonisolated(unsafe) var errors: [ComponentError?] = []
        nonisolated(unsafe) weak let weakDebugger = debugger
        func note(_ call: (Debugger) throws -> Void) {
            do {
                try weakDebugger.map(call)
                errors.append(nil)
            } catch { errors.append(error as? ComponentError) }
        }
        nonisolated(unsafe) let notes = note
        try debugger.setBreakpoints([
            .message(\.input.one, of: first) { number in
                // It may be asked twice.
                guard number == 2, errors.isEmpty else { return number == 2 }
                notes { _ = try $0.step() }
                notes { _ = try $0.run() }
                notes { _ = try $0.runBack() }
                notes { try $0.move(to: 0) }
                notes { try $0.perform { _ in } }
                notes { try $0.setBreakpoints([]) }
                return true
            }
        ])
        #expect(try debugger.run()?.message?.body as? Int == 2)
        #expect(errors == Array(repeating: .busy, count: 6))
        try debugger.run()
        #expect(debugger.position == 6)
    }
}

extension Assembly {
    /// A reference to a part that isn't there.
    fileprivate func replaced(_ part: PartReference<ShopTill>) -> PartReference<ShopTill> {
        var other = Assembly()
        return other.add("nobody") { ShopTill() }
    }
}

/// Something that isn't the same in the next run.
private final class World: @unchecked Sendable {
    enum Kind { case name, number, count, time }
    private var count = 0
    func next() -> Int {
        count += 1
        return count
    }
}

private struct Liar: Component {
    let input = Input<ShopOrders>()
    let own = EventPort<ShopOrders>()
    let world: World
    let kind: World.Kind

    static var handlers: Handlers<Liar> {
        Receive(\.input.place) { liar, _ in
            let number = liar.world.next()
            switch liar.kind {
            case .name: if number % 2 == 0 { liar.own.place(1) } else { liar.own.cancel(1, "") }
            case .number: liar.own.cancel(number, "")
            case .count: for _ in 0...(number % 2) { liar.own.place(1) }
            case .time: liar.own.place(1, after: .seconds(number % 2))
            }
            // The next run has another one.
            liar.own.place(0, after: .seconds(10))
        }
        Receive(\.input.cancel) { _, _, _ in }
        Receive(\.own.place) { _, _ in }
        Receive(\.own.cancel) { _, _, _ in }
    }
}
