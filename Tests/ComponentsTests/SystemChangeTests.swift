import AlgorithmSupport
import Components
import Foundation
import Testing

private struct Numbers: PortProtocol {
    let number = Message<(Int, Int)>()
    let ask = Command<Int, Int>()
}

private struct Later: PortProtocol { let send = Message<Int>() }
private struct Orders: PortProtocol {
    let send = Message<Int>()
    let ask = Message<Int>()
    let add = Message<String>()
    let remove = Message<String>()
    let seen = Command<Void, [Int]>()
}

/// Sends numbers, each once, and makes and ends receivers of its own.
private struct Sender: Component {
    let orders = Input<Orders>()
    let output = Output<Numbers>(isOptional: true)
    let own = EventPort<Later>()
    let context = ComponentContext()
    let name: Int
    var sent = 0
    var answers: [CommandError?] = []

    static var handlers: Handlers<Sender> {
        Receive(\.orders.send) { sender, count in
            for _ in 0..<count {
                sender.sent += 1
                sender.output.number(sender.name, sender.sent)
            }
        }
        Receive(\.orders.ask) { sender, number in
            sender.output.ask(number, within: number % 4 == 0 ? .microseconds(number) : nil)
            sender.own.send(1, after: .microseconds(number))
        }
        Receive(\.own.send) { sender, _ in
            sender.sent += 1
            sender.output.number(sender.name, sender.sent)
        }
        ReceiveAnswer(\.output.ask) { sender, _, result in
            if case .failure(let error) = result { sender.answers.append(error) } else { sender.answers.append(nil) }
        }
        Receive(\.orders.add) { sender, name in
            guard !sender.context.assembly.contains(name) else { return }
            do throws(ComponentError) {
                let receiver = try sender.context.assembly.add(name) { Receiver() }
                try sender.context.assembly.connect(sender.output.reference, to: receiver.input)
            } catch {
                // Another sender was quicker.
                if case .diverged = error { throw error }
            }
        }
        Receive(\.orders.remove) { sender, name in try? sender.context.assembly.remove(name) }
        Receive(\.orders.seen) { sender in
            [
                sender.sent, sender.answers.count { $0 == nil }, sender.answers.count { $0 == .noReceiver },
                sender.answers.count { $0 == .unanswered }, sender.answers.count { $0 == .timedOut },
            ]
        }
    }
}

private struct Receiver: Component {
    let input = Input<Numbers>()
    let orders = Input<Orders>()
    let output = Output<Numbers>(isOptional: true)
    var numbers: [Int: [Int]] = [:]
    var kept: [Responder<Int>] = []

    static var handlers: Handlers<Receiver> {
        Receive(\.input.ask) { receiver, number, respond in
            switch number % 3 {
            case 0: respond(number)
            case 1: receiver.kept.append(respond)
            default: break
            }
        }
        Receive(\.orders.ask) { _, _ in }
        Receive(\.input.number) { receiver, sender, number in
            receiver.numbers[sender, default: []].append(number)
            receiver.output.number(sender, number)
        }
        Receive(\.orders.seen) { receiver in receiver.numbers[0, default: []] }
        Receive(\.orders.send) { _, _ in }
        Receive(\.orders.add) { _, _ in }
        Receive(\.orders.remove) { _, _ in }
    }
}

/// Changes of a system while it runs.
struct SystemChangeTests {
    @Test(arguments: [Assembly.Channel.Kind.publishSubscribe, .pointToPoint])
    func partsAreAddedJoinedAndRemoved(_ kind: Assembly.Channel.Kind) async throws {
        var assembly = Assembly()
        let sender = assembly.add("sender") { Sender(name: 0) }
        let first = assembly.add("first") { Receiver() }
        assembly.connect([sender.output], to: [first.input], as: kind)
        let system = try ComponentSystem(assembly)
        let orders = try system.port(\.orders, of: sender)
        orders.send(1)
        await system.idle()
        let second = try system.assembly.add("second", execution: .blocking) { Receiver() }
        try system.assembly.connect([sender.output], to: [second.input], as: kind)
        try system.assembly.disconnect(first.input)
        // After the changes, as they were made before.
        orders.send(1)
        await system.idle()
        #expect(try await system.port(\.orders, of: first).seen() == [1])
        #expect(try await system.port(\.orders, of: second).seen() == [2])
        #expect(throws: ComponentError.duplicatePart("second")) { try system.assembly.add("second") { Receiver() } }
        try system.assembly.remove("second")
        #expect(!system.assembly.contains("second"))
        let third = try system.assembly.add("second") { Receiver() }
        try system.assembly.connect([sender.output], to: [third.input, first.input], as: kind)
        orders.send(1)
        await system.idle()
        let seen = try await (
            system.port(\.orders, of: first).seen(), system.port(\.orders, of: third).seen()
        )
        if kind == .publishSubscribe { #expect(seen == ([1, 3], [3])) } else { #expect((seen.0 + seen.1).contains(3)) }
        await system.end()
        #expect(throws: ComponentError.notRunning) { try system.assembly.add("late") { Receiver() } }
    }

    /// What waits in a point-to-point channel goes to a receiver that comes later.
    @Test func messagesWaitForReceiversThatAreAdded() async throws {
        var assembly = Assembly()
        let sender = assembly.add("sender") { Sender(name: 0) }
        assembly.connect([sender.output], to: [], as: .pointToPoint)
        let system = try ComponentSystem(assembly)
        try system.port(\.orders, of: sender).send(100)
        await system.idle()
        let receiver = try system.assembly.add("receiver") { Receiver() }
        try system.assembly.connect(sender.output, to: receiver.input, as: .pointToPoint)
        await system.idle()
        #expect(try await system.port(\.orders, of: receiver).seen() == Array(1...100))
        await system.end()
    }

    /// Two point-to-point channels become one, while messages wait in both.
    @Test func channelsAreJoinedWithWhatWaits() async throws {
        struct Box: Component {
            let inside = ProxyInput<Numbers>()
            func addContents(to assembly: inout Assembly, of box: PartReference<Box>) {
                let receiver = assembly.add("receiver") { Receiver() }
                assembly.connect(box.inside, to: receiver.input, as: .pointToPoint)
            }
        }
        var assembly = Assembly()
        let sender = assembly.add("sender") { Sender(name: 0) }
        assembly.connect([sender.output], to: [], as: .pointToPoint)
        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        let port = try system.port(\.orders, of: sender)
        port.send(100)
        await system.idle()
        let box = try system.assembly.add("box") { Box() }
        try system.assembly.connect(sender.output, to: box.inside, as: .pointToPoint)
        port.send(100)
        await system.idle()
        #expect(system.trace.filter { $0.kind == .handled && $0.component == "box.receiver" }.count == 200)
        try system.assembly.remove("box")
        await system.end()
        try expectSameTrace(system, assembly)
    }

    /// Two point-to-point channels become one, which has too little room for what waits.
    @Test func joinedChannelsLoseWhatHasNoRoom() async throws {
        struct Eager: Component {
            let output = Output<M1>()
            mutating func start() { for number in 0..<5 { output.one(number) } }
            static var handlers: Handlers<Eager> {}
        }
        struct Box: Component {
            let outside = ProxyOutput<M1>()
            func addContents(to assembly: inout Assembly, of box: PartReference<Box>) {
                let eager = assembly.add("eager") { Eager() }
                assembly.connect(eager.output, to: box.outside, as: .pointToPoint)
            }
        }
        var assembly = Assembly()
        let burster = assembly.add("burster") { Burster() }
        assembly.connect([burster.output], to: [], as: .pointToPoint, capacity: 3)
        func change(_ assembly: RunningAssembly, _ run: () async throws -> Void) async throws -> PartReference<Sink> {
            let box = try assembly.add("box") { Box() }
            try await run()
            try assembly.connect([box.outside, burster.output], to: [], as: .pointToPoint)
            let sink = try assembly.add("sink") { Sink() }
            try assembly.connect(burster.output, to: sink.input, as: .pointToPoint)
            try await run()
            return sink
        }
        var options = Simulation.Options()
        options.traceLimit = 1000
        let simulation = try Simulation(assembly, options)
        let sink = try await change(simulation.assembly) { try simulation.run() }
        #expect(try simulation.with(sink) { $0.numbers } == [0, 1, 2])
        var recorded = ComponentSystem.Options()
        recorded.isRecording = true
        let system = try ComponentSystem(assembly, recorded)
        _ = try await change(system.assembly) { await system.idle() }
        await system.end()
        for (trace, failures) in [(simulation.trace, simulation.failures), (system.trace, system.failures)] {
            #expect(failures.isEmpty)
            let lost = trace.filter { $0.kind == .lost(.full) }.compactMap(\.id?.description)
            #expect(lost == ["box.eager/4", "box.eager/5"])
            #expect(trace.count { $0.kind == .handled && $0.component == "sink" } == 3)
        }
        try expectSameTrace(system, assembly)
    }

    /// The value of a component and its run-time parts are freed when it ends.
    @Test func memoryOfEndedComponentsIsFreed() async throws {
        struct Mortal: Component {
            let input = Input<M1>()
            let own = EventPort<M1>()
            let output = Output<M1>(isOptional: true)
            let life: Life
            mutating func start() { own.one(1, after: .seconds(100_000)) }
            static var handlers: Handlers<Mortal> {
                Receive(\.input.one) { $0.output.one($1) }
                Receive(\.own.one) { _, _ in }
            }
        }
        let population = Population()
        var assembly = Assembly()
        let source = assembly.add("source") { Source() }
        assembly.connect([source.output], to: [])
        let system = try ComponentSystem(assembly)
        for number in 0..<500 {
            let part = try system.assembly.add("mortal") { Mortal(life: Life(in: population)) }
            try system.assembly.connect(source.output, to: part.input)
            try system.assembly.connect(part.output, to: part.input)
            try system.port(\.orders, of: source).one(number)
            try system.assembly.remove("mortal")
            await system.idle()
            // The reference has a sample.
            try await population.settle(at: 1)
            #expect(population.count == 1)
            _ = part
        }
        await system.end()
        try await population.settle(at: 0)
        #expect(population.count == 0)
    }

    /// A component that makes, wires and ends others, as in a simulation.
    @Test func componentsMakeOthers() async throws {
        var assembly = Assembly()
        let manager = assembly.add("manager") { ChangeTests.Manager() }
        assembly.connect([manager.output], to: [])
        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        let port = try system.port(\.orders, of: manager)
        for _ in 0..<30 { port.send(3) }
        await system.idle()
        for number in 0..<90 { #expect(!system.assembly.contains("worker\(number)"), "\(number)") }
        // Each third worker fails, unless it has ended before by a zero that another one got, too.
        #expect(!system.failures.isEmpty)
        #expect(system.failures.allSatisfy { $0.component.hasPrefix("worker") })
        await system.end()
        try expectSameTrace(system, assembly)
    }
}

/// Changes by chance, from several tasks and from handlers, while messages are sent.
extension SystemChangeTests {
    private actor Counts {
        var counts: [String: Int] = [:]
        func add(_ others: [String: Int]) { counts.merge(others, uniquingKeysWith: +) }
    }

    /// `COMPONENTS_CHURN` is the number of runs, 20 unless it is set.
    @Test func nothingIsLostOrRepeatedByChanges() async throws {
        let count = ProcessInfo.processInfo.environment["COMPONENTS_CHURN"].flatMap(Int.init) ?? 20
        let counts = Counts()
        for seed in 0..<UInt64(count) {
            let isRecording = seed % 4 != 3
            let kind: Assembly.Channel.Kind = seed % 2 == 0 ? .publishSubscribe : .pointToPoint
            var assembly = Assembly()
            let senders = (0..<3).map { number in assembly.add("s\(number)") { Sender(name: number) } }
            for sender in senders { assembly.connect([sender.output], to: [], as: kind) }
            var options = ComponentSystem.Options()
            options.isRecording = isRecording
            let system = try ComponentSystem(assembly, options)
            await withTaskGroup(of: Void.self) { group in
                for task in 0..<3 {
                    group.addTask {
                        await counts.add(
                            churn(system, senders, kind, SeededGenerator(seed: seed * 3 + UInt64(task)), task))
                    }
                }
            }
            await system.idle()
            for sender in senders {
                let seen = try await system.port(\.orders, of: sender).seen()
                await counts.add([
                    "answered": seen[1], "no receiver": seen[2], "unanswered": seen[3], "timed out": seen[4],
                ])
            }
            await system.end()
            #expect(system.failures.isEmpty)
            if isRecording {
                try expectSameTrace(system, assembly, seed)
                await counts.add(expectEachOnce(system, kind, seed))
            }
        }
        let total = await counts.counts
        print("churn:", total.sorted { $0.key < $1.key }.map { "\($0) \($1)" }.joined(separator: ", "))
        for kind in [
            "added", "connected", "disconnected", "removed", "refused", "sent", "handled", "lost: ended",
            "lost: no receiver", "answered", "no receiver", "unanswered", "timed out",
        ] {
            #expect(total[kind, default: 0] > 0, "\(kind)")
        }
    }

    /// Each message is handled or lost, at most once by each receiver, in the order of sending.
    private func expectEachOnce(
        _ system: ComponentSystem, _ kind: Assembly.Channel.Kind, _ seed: UInt64
    ) -> [String: Int] {
        var counts: [String: Int] = [:]
        var fates: [MessageID: [String]] = [:]
        var last: [String: Int] = [:]
        for event in system.trace {
            // Ports from outside count each for itself.
            guard let id = event.id, id.sender.hasPrefix("s") else { continue }
            switch event.kind {
            case .sent:
                fates[id] = fates[id] ?? []
                counts["sent", default: 0] += 1
            case .handled:
                counts["handled", default: 0] += 1
                fates[id, default: []].append(event.component)
                let pair = "\(id.sender) \(event.component)"
                // Handlers use names again.
                #expect(event.component.hasPrefix("h") || last[pair, default: 0] < id.number, "seed \(seed): \(id)")
                last[pair] = id.number
            case .lost(let reason):
                counts["lost: \(reason.rawValue)", default: 0] += 1
                fates[id, default: []].append(event.component)
            case .failed, .restarted: break
            }
        }
        for (id, fates) in fates {
            #expect(!fates.isEmpty, "seed \(seed): \(id) is neither handled nor lost")
            let others = fates.filter { !$0.hasPrefix("h") }
            #expect(Set(others).count == others.count, "seed \(seed): \(id) twice: \(fates)")
            if kind == .pointToPoint { #expect(fates.count == 1, "seed \(seed): \(id) \(fates)") }
        }
        return counts
    }
}

private func churn(
    _ system: ComponentSystem, _ senders: [PartReference<Sender>], _ kind: Assembly.Channel.Kind,
    _ seeded: SeededGenerator, _ task: Int
) async -> [String: Int] {
    var (generator, counts): (SeededGenerator, [String: Int]) = (seeded, [:])
    var receivers: [PartReference<Receiver>] = []
    func attempt(_ name: String, _ body: () throws(ComponentError) -> Void) {
        do throws(ComponentError) {
            try body()
            counts[name, default: 0] += 1
        } catch { counts["refused", default: 0] += 1 }
    }
    guard let ports = try? senders.map({ try system.port(\.orders, of: $0) }) else { return [:] }
    for number in 0..<60 {
        let sender = Int.random(in: senders.indices, using: &generator)
        let receiver = receivers.randomElement(using: &generator)
        switch Int.random(in: 0..<12, using: &generator) {
        case 0, 1:
            attempt("added") { () throws(ComponentError) in
                receivers.append(try system.assembly.add("t\(task)r\(number)") { Receiver() })
            }
        case 2, 3, 4:
            guard let receiver else { continue }
            attempt("connected") { () throws(ComponentError) in
                try system.assembly.connect(senders[sender].output, to: receiver.input, as: kind)
            }
        case 5:
            guard let receiver else { continue }
            attempt("disconnected") { () throws(ComponentError) in try system.assembly.disconnect(receiver.input) }
        case 6:
            guard let receiver else { continue }
            attempt("removed") { () throws(ComponentError) in try system.assembly.remove(receiver.name) }
        case 7: if kind == .publishSubscribe { ports[sender].add("h\(number % 4)") }
        case 8: ports[sender].remove("h\(number % 4)")
        case 9: ports[sender].ask(number)
        default: ports[sender].send(Int.random(in: 1...20, using: &generator))
        }
    }
    return counts
}
