import AlgorithmSupport
import Components
import Testing

private struct Talk: PortProtocol {
    let say = Message<(Int, Int)>()
    let ask = Command<Int, Int>()
}

private struct Own: PortProtocol {
    let tick = Message<Int>()
}

/// Answers, forwards, sets timers, fails and ends by chance.
private struct Talker: Component {
    let context = ComponentContext()
    let input = Input<Talk>()
    let output = Output<Talk>()
    let own = EventPort<Own>()
    var heard: [Int] = []

    static var handlers: Handlers<Talker> {
        Receive(\.input.say) { talker, depth, value in
            talker.heard.append(value)
            try talker.react(depth, value)
        }
        Receive(\.input.ask) { talker, value in
            if value % 5 == 0 { throw CommandError.refused("five") }
            return value &* 31 &+ talker.heard.count
        }
        ReceiveAnswer(\.output.ask) { talker, request, answer in
            talker.heard.append(request &+ ((try? answer.get()) ?? -1))
        }
        Receive(\.own.tick) { talker, value in
            talker.heard.append(value)
            try talker.react(1, value)
        }
    }

    mutating func react(_ depth: Int, _ value: Int) throws {
        guard depth > 0 else { return }
        let random = Int.random(in: 0..<100, using: &context.generator)
        let seconds = context.time.components.seconds
        switch random {
        case 0..<50: output.say(depth - 1, value &+ random &+ Int(seconds))
        case 50..<65:
            output.say(depth - 1, value &* 3)
            output.say(depth - 1, value &* 5)
        case 65..<80: output.ask(value &+ random, within: random < 70 ? .microseconds(50) : nil)
        case 80..<95: own.tick(value, after: .microseconds(random * 5))
        case 95:
            context.end()
            if value % 2 == 0 { throw Broken() }
        case 96: throw Broken()
        default: break
        }
    }

    struct Broken: Error {}
}

/// Gets each message at two ports.
private struct Twin: Component {
    let visits = Input<Visits>()
    let first = Input<M1>()
    let second = Input<M1>()
    let place: Place
    var told: [String] = []

    static var handlers: Handlers<Twin> {
        Receive(\.visits.begin) { $0.place.stay() }
        Receive(\.visits.isOnMainActor) { _ in false }
        Receive(\.first.one) { $0.told.append("first \($1)") }
        Receive(\.second.one) { $0.told.append("second \($1)") }
    }
}

struct ReplayTests {
    /// A message goes to two ports of a component, whose mailbox has room for one of the two.
    @Test(arguments: [MailboxBound.Policy.dropNewest, .dropOldest])
    func oneOfTwoCopiesIsLost(_ policy: MailboxBound.Policy) async throws {
        let place = Place()
        var assembly = Assembly()
        let burster = assembly.add("burster") { Burster() }
        let twin = assembly.add("twin", mailbox: .init(capacity: 1, policy), execution: .blocking) {
            Twin(place: place)
        }
        assembly.connect(burster.output, to: twin.first, twin.second)
        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        try system.port(\.visits, of: twin).begin()
        while place.counts.inside == 0 { await Task.yield() }
        try system.port(\.orders, of: burster).send(1)
        while !system.trace.contains(where: { $0.kind == .lost(.full) }) { await Task.yield() }
        place.open()
        await system.idle()
        let replay = try Simulation(replaying: system.recording, of: assembly)
        try replay.run()
        #expect(replay.trace.map(\.description) == system.trace.map(\.description))
        #expect(try replay.with(twin) { $0.told } == [policy == .dropNewest ? "first 0" : "second 0"])
        await system.end()
    }

    /// Makes an assembly of talkers with channels, mailboxes and threads by chance.
    private func assembly(_ seed: UInt64) -> (Assembly, [PartReference<Talker>]) {
        var generator = SeededGenerator(seed: seed)
        var assembly = Assembly()
        let count = Int.random(in: 2...6, using: &generator)
        let parts = (0..<count).map { number in
            let policy = MailboxBound.Policy.allCases.randomElement(using: &generator)!
            let capacity = Bool.random(using: &generator) ? 1_000_000 : Int.random(in: 1...20, using: &generator)
            let execution: ComponentExecution = Int.random(in: 0..<4, using: &generator) == 0 ? .blocking : .shared
            return assembly.add("talker\(number)", mailbox: .init(capacity: capacity, policy), execution: execution) {
                Talker()
            }
        }
        for (number, part) in parts.enumerated() where Bool.random(using: &generator) {
            let delay = Bool.random(using: &generator) ? Duration.microseconds(100) : .zero
            let policy = Supervision(
                maximumRestarts: 20, within: .seconds(100), after: delay, atMost: .milliseconds(1),
                keepsMessages: Bool.random(using: &generator))
            assembly.supervise(part, by: policy, as: "supervisor\(number)")
        }
        var inputs = parts.shuffled(using: &generator)
        for part in parts {
            let kind: Assembly.Channel.Kind = Bool.random(using: &generator) ? .publishSubscribe : .pointToPoint
            let number = Int.random(in: 0...min(2, inputs.count), using: &generator)
            let receivers = inputs.prefix(number).map(\.input)
            inputs.removeFirst(number)
            assembly.connect([part.output], to: receivers, as: kind)
        }
        return (assembly, parts)
    }

    @Test func recordedRunsRepeatByteForByte() async throws {
        var messageCount = 0
        var kinds: Set<TraceEvent.Kind> = []
        for seed in 0..<60 as Range<UInt64> {
            var (assembly, parts) = assembly(seed)
            let tracer = seed % 3 == 0 ? assembly.addTracer() : nil
            var options = ComponentSystem.Options()
            options.seed = seed
            options.isRecording = true
            let system = try ComponentSystem(assembly, options)
            for (number, part) in parts.enumerated() {
                guard let port = try? system.port(\.input, of: part) else { continue }
                for value in 0..<20 { port.say(6, number * 100 + value) }
            }
            await system.idle()
            let early = system.recording
            await system.end()
            let expected = system.trace.map(\.description)
            let replay = try Simulation(replaying: system.recording, of: assembly)
            try replay.run()
            #expect(
                replay.failures.map(\.component).sorted() == system.failures.map(\.component).sorted(), "seed \(seed)")
            let found = replay.trace.map(\.description)
            let length = max(expected.count, found.count)
            let first = (0..<length).first { index in
                index >= expected.count || index >= found.count || expected[index] != found[index]
            }
            if let first {
                let (wanted, got) = (expected.dropFirst(first).first ?? "", found.dropFirst(first).first ?? "")
                Issue.record("seed \(seed), event \(first) of \(expected.count): expected \(wanted), got \(got)")
            }
            if let tracer {
                let replay = try Simulation(replaying: early, of: assembly)
                try replay.run()
                let told = try replay.with(tracer) { $0.events.map(\.description) }
                let happened = replay.trace.filter { !$0.concerns(tracer.name) }.map(\.description)
                // In any order: what doesn't depend on each other has none. A timer may have begun
                // whose reports aren't handled yet.
                let difference = told.sorted().difference(from: happened.sorted())
                #expect(difference.insertions.isEmpty, "seed \(seed): \(difference.insertions)")
                #expect(!told.isEmpty)
            }
            messageCount += system.trace.count { $0.kind == .sent }
            kinds.formUnion(system.trace.map(\.kind))
        }
        #expect(messageCount > 1000)
        #expect(kinds.isSuperset(of: [.lost(.full), .lost(.ended), .lost(.failed), .failed, .restarted]))
    }

    @Test func recordedRunsGoBackAndForwards() async throws {
        var positionCount = 0
        for seed in 0..<20 as Range<UInt64> {
            let (assembly, parts) = assembly(seed)
            var options = ComponentSystem.Options()
            (options.seed, options.isRecording) = (seed, true)
            let system = try ComponentSystem(assembly, options)
            for (number, part) in parts.enumerated() {
                guard let port = try? system.port(\.input, of: part) else { continue }
                for value in 0..<5 { port.say(3, number * 100 + value) }
            }
            await system.idle()
            await system.end()
            let expected = system.trace.map(\.description)
            let debugger = try Debugger(replaying: system.recording, of: assembly)
            #expect(debugger.lastPosition == system.trace.count { $0.kind == .handled })
            var views = [DebuggerView(debugger)]
            while let message = try debugger.step() {
                #expect(message.description == views.last?.next)
                views.append(DebuggerView(debugger))
            }
            #expect(debugger.position == debugger.lastPosition && views.last?.trace == expected, "seed \(seed)")
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<5 {
                let position = Int.random(in: 0...debugger.lastPosition, using: &generator)
                try debugger.move(to: position)
                #expect(DebuggerView(debugger) == views[position], "seed \(seed), position \(position)")
                positionCount += 1
            }
            #expect(throws: ComponentError.recordedRun) { try debugger.perform { _ in } }
            try debugger.move(to: 0)
            try debugger.setBreakpoints([.message("say", part: "talker0")])
            let hits = try debugger.hits().count
            #expect(
                hits
                    == system.trace.count {
                        $0.kind == .handled && $0.component == "talker0" && self.isSay($0, system.trace)
                    })
        }
        #expect(positionCount == 100)
    }

    private func isSay(_ event: TraceEvent, _ trace: [TraceEvent]) -> Bool {
        trace.contains { $0.kind == .sent && $0.id == event.id && $0.message.hasSuffix(".say") }
    }
}
