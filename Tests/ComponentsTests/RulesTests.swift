import Components
import Testing

/// Sends when it is freed.
private final class LastWords: @unchecked Sendable {
    let say: (@Sendable () -> Void)?
    init(_ say: (@Sendable () -> Void)?) { self.say = say }
    deinit { say?() }
}

/// The rules of messages, ports and channels.
struct RulesTests {
    @Test("R1. A message is received by the handler of its name, with the arguments of the call.")
    func names() throws {
        var assembly = Assembly()
        let source = assembly.add("source") { Source() }
        let (one, two) = (assembly.add("one") { Sink() }, assembly.add("two") { Sink2() })
        assembly.connect(source.output, to: one.input, two.input)
        let simulation = try Simulation(assembly)
        let port = try simulation.port(\.orders, of: source)
        port.one(1)
        port.two(2)
        port.one(3)
        try simulation.run()
        #expect(try simulation.with(one) { $0.numbers } == [1, 3])
        #expect(try simulation.with(two) { $0.numbers } == [2])
    }

    @Test("R2. Of one channel, each receiver gets the messages that its port's protocol names, and no others.")
    func protocolsOnPorts() throws {
        var assembly = Assembly()
        let source = assembly.add("source") { Source() }
        let one = assembly.add("one") { Sink() }
        let two = assembly.add("two") { Sink2() }
        let three = assembly.add("three") { Sink3() }
        assembly.connect(source.output, to: one.input, two.input, three.input)
        let simulation = try Simulation(assembly)
        let port = try simulation.port(\.orders, of: source)
        for number in 0..<3 {
            port.one(number)
            port.two(10 + number)
            port.three(20 + number)
        }
        try simulation.run()
        #expect(try simulation.with(one) { $0.numbers } == [0, 1, 2])
        #expect(try simulation.with(two) { $0.numbers } == [10, 11, 12])
        #expect(try simulation.with(three) { $0.numbers } == [20, 21, 22])
    }

    @Test("R3. A message of publish–subscribe goes to all receivers; it is lost if there are none.")
    func publishSubscribe() throws {
        var assembly = Assembly()
        let source = assembly.add("source") { Source() }
        let (first, second) = (assembly.add("first") { Sink() }, assembly.add("second") { Sink() })
        assembly.connect(source.output, to: first.input)
        assembly.connect(source.output, to: second.input)
        var options = Simulation.Options()
        options.traceLimit = 100
        let simulation = try Simulation(assembly, options)
        let port = try simulation.port(\.orders, of: source)
        port.one(1)
        port.two(2)
        try simulation.run()
        #expect(try simulation.with(first) { $0.numbers } == [1])
        #expect(try simulation.with(second) { $0.numbers } == [1])
        #expect(simulation.trace.filter { $0.kind == .lost(.noReceiver) }.map(\.id?.description) == ["source/2"])
        try simulation.assembly.remove("second")
        port.one(3)
        try simulation.run()
        #expect(try simulation.with(first) { $0.numbers } == [1, 3])
    }

    @Test(
        "R4. A message of point-to-point goes to exactly one receiver that is ready; receivers share the load in turn.")
    func pointToPoint() throws {
        var assembly = Assembly()
        let burster = assembly.add("burster") { Burster() }
        let sinks = (0..<3).map { number in assembly.add("sink\(number)") { Sink() } }
        assembly.connect([burster.output], to: sinks.map(\.input), as: .pointToPoint)
        let simulation = try Simulation(assembly)
        try simulation.port(\.orders, of: burster).send(9)
        try simulation.run()
        let numbers = try sinks.map { try simulation.with($0) { $0.numbers } }
        #expect(numbers == [[0, 3, 6], [1, 4, 7], [2, 5, 8]])
    }

    @Test("R5. A message of point-to-point is kept until a component is ready, in the order of sending.")
    func pointToPointKeeps() throws {
        var assembly = Assembly()
        let burster = assembly.add("burster") { Burster() }
        assembly.connect([burster.output], to: [], as: .pointToPoint)
        let simulation = try Simulation(assembly)
        try simulation.port(\.orders, of: burster).send(4)
        try simulation.run()
        let sink = try simulation.assembly.add("sink") { Sink() }
        try simulation.assembly.connect(burster.output, to: sink.input, as: .pointToPoint)
        try simulation.run()
        #expect(try simulation.with(sink) { $0.numbers } == [0, 1, 2, 3])
    }

    @Test("R6. The sender of one message more than a point-to-point channel holds fails.")
    func fullChannel() throws {
        var assembly = Assembly()
        let burster = assembly.add("burster") { Burster() }
        assembly.connect([burster.output], to: [], as: .pointToPoint, capacity: 3)
        let simulation = try Simulation(assembly)
        try simulation.port(\.orders, of: burster).send(4)
        try simulation.run()
        #expect(simulation.failures.map(\.component) == ["burster"])
        #expect(simulation.failures.first?.error as? ComponentError == .fullChannel("burster", capacity: 3))
    }

    @Test("R7. What a component sends to its event port it handles as a message from outside, after those that wait.")
    func eventPorts() throws {
        struct Own: PortProtocol { let tick = Message<Int>() }
        struct Ticker: Component {
            let input = Input<M1>()
            let own = EventPort<Own>()
            var log: [String] = []

            static var handlers: Handlers<Ticker> {
                Receive(\.input.one) { ticker, number in
                    ticker.log.append("one \(number)")
                    ticker.own.tick(number)
                }
                Receive(\.own.tick) { ticker, number in ticker.log.append("tick \(number)") }
            }
        }
        var assembly = Assembly()
        let ticker = assembly.add("ticker") { Ticker() }
        let simulation = try Simulation(assembly)
        let port = try simulation.port(\.input, of: ticker)
        port.one(1)
        port.one(2)
        try simulation.run()
        #expect(try simulation.with(ticker) { $0.log } == ["one 1", "one 2", "tick 1", "tick 2"])
    }

    @Test(
        "R8. A message for later is sent at its time, in the order of times; a cancelled one isn't, nor one of a component that has ended."
    )
    func timers() throws {
        struct Own: PortProtocol { let ring = Message<String>() }
        struct Alarm: Component {
            let input = Input<M1>()
            let own = EventPort<Own>()
            let context = ComponentContext()
            var log: [String] = []
            var timer: MessageTimer?

            mutating func start() {
                own.ring("late", after: .seconds(3))
                own.ring("early", after: .seconds(1))
                own.ring("also early", after: .seconds(1))
                timer = own.ring("never", after: .seconds(2))
            }

            static var handlers: Handlers<Alarm> {
                Receive(\.own.ring) { $0.log.append("\($0.context.time): \($1)") }
                Receive(\.input.one) { alarm, number in
                    if number == 0 { alarm.timer?.cancel() } else { alarm.context.end() }
                }
            }
        }
        var assembly = Assembly()
        let alarm = assembly.add("alarm") { Alarm() }
        let simulation = try Simulation(assembly)
        #expect(simulation.deadline == .seconds(1))
        try simulation.advance(by: .seconds(1))
        try simulation.port(\.input, of: alarm).one(0)
        try simulation.advance(by: .milliseconds(1500))
        #expect(try simulation.with(alarm) { $0.log } == ["1.0 seconds: early", "1.0 seconds: also early"])
        #expect(simulation.time == .milliseconds(2500))
        #expect(simulation.deadline == .seconds(3))
        try simulation.port(\.input, of: alarm).one(1)
        try simulation.run()
        #expect(simulation.deadline == nil)
    }

    @Test("R9. All messages are handled in the order in which they were sent.")
    func totalOrder() throws {
        var assembly = Assembly()
        let (a, b) = (assembly.add("a") { Sink() }, assembly.add("b") { Sink() })
        var options = Simulation.Options()
        options.traceLimit = 100
        let simulation = try Simulation(assembly, options)
        let (first, second) = (try simulation.port(\.input, of: a), try simulation.port(\.input, of: b))
        first.one(1)
        second.one(2)
        second.one(3)
        first.one(4)
        try simulation.run()
        #expect(simulation.trace.filter { $0.kind == .handled }.map(\.component) == ["a", "b", "b", "a"])
    }

    @Test("R10. What a component sends while it handles a message has that message as its cause, also later.")
    func causes() throws {
        struct Own: PortProtocol { let again = Message<Int>() }
        struct Echo: Component {
            let input = Input<M1>()
            let output = Output<M1>(isOptional: true)
            let own = EventPort<Own>()
            static var handlers: Handlers<Echo> {
                Receive(\.input.one) { echo, number in
                    echo.output.one(number + 1)
                    echo.own.again(number, after: .seconds(1))
                }
                Receive(\.own.again) { _, _ in }
            }
        }
        var assembly = Assembly()
        let first = assembly.add("first") { Echo() }
        let second = assembly.add("second") { Echo() }
        assembly.connect(first.output, to: second.input)
        var options = Simulation.Options()
        options.traceLimit = 100
        let simulation = try Simulation(assembly, options)
        try simulation.port(\.input, of: first).one(1)
        try simulation.advance(by: .seconds(2))
        #expect(
            simulation.trace.filter { $0.kind == .sent }.map(\.description) == [
                "0.0 seconds: #outside/1 to first.input.one(1)",
                "0.0 seconds: #first/1 first.output.one(2) because of #outside/1",
                "0.0 seconds: #second/1 second.output.one(3) because of #first/1",
                "1.0 seconds: #first/2 first.own.again(1) because of #outside/1",
                "1.0 seconds: #second/2 second.own.again(2) because of #first/1",
            ])
    }

    @Test("R11. Two runs of an assembly with the same messages have the same trace.")
    func repeatable() throws {
        var assembly = Assembly()
        let source = assembly.add("source") { Source() }
        let sinks = (0..<3).map { number in assembly.add("sink\(number)") { Sink() } }
        assembly.connect([source.output], to: sinks.map(\.input), as: .pointToPoint)
        let runs: [(UInt64, Bool)] = [(1, false), (1, false), (1, true), (1, true), (2, true)]
        let texts = try runs.map { seed, isShuffled in
            var options = Simulation.Options()
            (options.seed, options.isShuffled, options.traceLimit) = (seed, isShuffled, 1000)
            let simulation = try Simulation(assembly, options)
            let port = try simulation.port(\.orders, of: source)
            for number in 0..<50 { port.one(number) }
            try simulation.run()
            return simulation.text
        }
        #expect(texts[0] == texts[1])
        #expect(texts[2] == texts[3])
        #expect(texts[2] != texts[0])
        #expect(texts[4] != texts[2])
    }

    @Test("R12. A shuffled run keeps the order of a sender's messages to a receiver.")
    func shuffled() throws {
        var assembly = Assembly()
        let source = assembly.add("source") { Source() }
        let (one, two) = (assembly.add("one") { Sink() }, assembly.add("two") { Sink2() })
        assembly.connect(source.output, to: one.input, two.input)
        for seed in 0..<20 {
            var options = Simulation.Options()
            (options.seed, options.isShuffled) = (UInt64(seed), true)
            let simulation = try Simulation(assembly, options)
            let port = try simulation.port(\.orders, of: source)
            for number in 0..<20 {
                port.one(number)
                port.two(number)
            }
            try simulation.run()
            #expect(try simulation.with(one) { $0.numbers } == Array(0..<20))
            #expect(try simulation.with(two) { $0.numbers } == Array(0..<20))
        }
    }

    @Test("R13. A component that throws has failed: it gets no further message, and its waiting ones are lost.")
    func failures() throws {
        var assembly = Assembly()
        let fragile = assembly.add("fragile") { Fragile() }
        var options = Simulation.Options()
        options.traceLimit = 100
        let simulation = try Simulation(assembly, options)
        let port = try simulation.port(\.input, of: fragile)
        for number in [1, -1, 2, 3] { port.one(number) }
        try simulation.run()
        port.one(4)
        try simulation.run()
        #expect(simulation.failures.map(\.component) == ["fragile"])
        #expect(simulation.failures.first?.error is Failed)
        #expect(simulation.trace.filter { $0.kind == .lost(.ended) }.map(\.id?.number) == [3, 4, 5])
        #expect(!simulation.assembly.contains("fragile"))
    }

    @Test("R14. A component that ends gets no further message; its end comes after its last one, and can send.")
    func ends() throws {
        struct Leaver: Component {
            let input = Input<M1>()
            let output = Output<M1>()
            let context = ComponentContext()
            static var handlers: Handlers<Leaver> {
                Receive(\.input.one) { leaver, number in
                    leaver.context.end()
                    leaver.output.one(number)
                }
            }
            mutating func end() { output.one(100) }
        }
        var assembly = Assembly()
        let leaver = assembly.add("leaver") { Leaver() }
        let sink = assembly.add("sink") { Sink() }
        assembly.connect(leaver.output, to: sink.input)
        let simulation = try Simulation(assembly)
        let port = try simulation.port(\.input, of: leaver)
        port.one(1)
        port.one(2)
        try simulation.run()
        #expect(try simulation.with(sink) { $0.numbers } == [1, 100])
        let error = ComponentError.unknownPart("leaver", hasEnded: true)
        #expect(throws: error) { try simulation.port(\.input, of: leaver) }
    }

    @Test("R15. The limit of a run ends loops.")
    func loops() throws {
        struct Loop: Component {
            let own = EventPort<M1>()
            mutating func start() { own.one(0) }
            static var handlers: Handlers<Loop> { Receive(\.own.one) { $0.own.one($1 + 1) } }
        }
        var assembly = Assembly()
        assembly.add("loop") { Loop() }
        let simulation = try Simulation(assembly)
        #expect(throws: ComponentError.tooManySteps(limit: 100)) { try simulation.run(limit: 100) }
        #expect(throws: ComponentError.tooManySteps(limit: 100)) { try simulation.advance(by: .seconds(1), limit: 100) }
    }
    @Test("R15. The limit ends loops of messages that are sent for later, too, also without delay.", arguments: [0, 1])
    func timedLoops(nanoseconds: Int) throws {
        struct Loop: Component {
            let own = EventPort<M1>()
            let nanoseconds: Int
            mutating func start() { own.one(0, after: .zero) }
            static var handlers: Handlers<Loop> {
                Receive(\.own.one) { $0.own.one($1 + 1, after: .nanoseconds($0.nanoseconds)) }
            }
        }
        var assembly = Assembly()
        assembly.add("loop") { Loop(nanoseconds: nanoseconds) }
        let simulation = try Simulation(assembly)
        #expect(throws: ComponentError.tooManySteps(limit: 100)) { try simulation.advance(by: .seconds(1), limit: 100) }
        #expect(simulation.time < .microseconds(1))
    }

    /// The trace frees the bodies that it has no room for, and these may send.
    @Test func bodiesThatATraceFreesMaySend() throws {
        struct Words: PortProtocol {
            let say = Message<LastWords>()
        }
        struct Listener: Component {
            let words = Input<Words>()
            static var handlers: Handlers<Listener> { Receive(\.words.say) { _, _ in } }
        }
        var assembly = Assembly()
        let listener = assembly.add("listener") { Listener() }
        var options = Simulation.Options()
        options.traceLimit = 1
        let simulation = try Simulation(assembly, options)
        nonisolated(unsafe) let words = try simulation.port(\.words, of: listener)
        for _ in 0..<3 { words.say(LastWords { words.say(LastWords(nil)) }) }
        try simulation.run()
        #expect(simulation.trace.count == 1 && simulation.removedTraceEventCount == 11)
    }
}
