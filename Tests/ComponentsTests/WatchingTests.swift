import AlgorithmSupport
import Components
import Testing

/// Keeps what it hears of a run.
struct Tracer: Component {
    let reports = Input<Reports>()
    var events: [TraceEvent] = []
    var numbers: [Int] = []
    var names: [String] = []
    /// How much had been heard whenever reports were missed.
    var missedAfter: [Int] = []
    var heardCount: Int { events.count + names.count }

    static var handlers: Handlers<Tracer> {
        Receive(\.reports.happened) { tracer, number, event in
            tracer.numbers.append(number)
            tracer.events.append(event)
        }
        Receive(\.reports.added) { $0.names.append("+" + $1.name) }
        Receive(\.reports.removed) { $0.names.append("-" + $1) }
        Receive(\.reports.missed) { $0.missedAfter.append($0.heardCount) }
    }
}

extension Assembly {
    /// Adds a component that watches the run.
    mutating func addTracer() -> PartReference<Tracer> {
        let tracer = add("tracer") { Tracer() }
        report(to: tracer.reports)
        return tracer
    }
}

extension TraceEvent {
    /// Whether the event is one of a component that watches, or of a report.
    func concerns(_ watcher: String) -> Bool { component == watcher || id?.sender == "#reports" }
}

/// Says each report on, which others then handle.
private struct Speaker: Component {
    let reports = Input<Reports>()
    let output = Output<M1>()

    static var handlers: Handlers<Speaker> {
        Receive(\.reports.happened) { speaker, number, _ in speaker.output.one(number) }
        Receive(\.reports.added) { _, _ in }
        Receive(\.reports.removed) { _, _ in }
        Receive(\.reports.missed) { _ in }
    }
}

/// Says each number on, at once and later.
private struct Echo: Component {
    let input = Input<M1>()
    let own = EventPort<M2>()
    let output = Output<M1>()

    static var handlers: Handlers<Echo> {
        Receive(\.input.one) { echo, number in
            echo.output.one(number)
            echo.own.two(number, after: .seconds(1))
        }
        Receive(\.own.two) { $0.output.one($1) }
    }
}

private struct Asking: PortProtocol { let ask = Message<Void>() }

/// Asks a register.
private struct Asker: Component {
    let orders = Input<Asking>()
    let register = Output<RegisterRequests>()
    let news = Input<PartReports>()
    var answer: Assembly?
    var names: [String] = []

    static var handlers: Handlers<Asker> {
        Receive(\.orders.ask) { $0.register.list() }
        ReceiveAnswer(\.register.list) { asker, _, answer in asker.answer = try? answer.get() }
        Receive(\.news.added) { $0.names.append("+" + $1.name) }
        Receive(\.news.removed) { $0.names.append("-" + $1) }
        Receive(\.news.missed) { $0.names.append("…") }
    }
}

/// Two echoes in a row.
private struct Pipe: Component {
    let input = ProxyInput<M1>()
    let output = ProxyOutput<M1>()

    func addContents(to assembly: inout Assembly, of pipe: PartReference<Pipe>) {
        let (first, second) = (assembly.add("first") { Echo() }, assembly.add("second") { Echo() })
        assembly.connect(pipe.input, to: first.input)
        assembly.connect(first.output, to: second.input)
        assembly.connect([second.output], to: [pipe.output], as: .pointToPoint)
    }
}

struct WatchingTests {
    /// A source, whose messages go to a sink.
    private func makePair() -> (Assembly, PartReference<Source>, PartReference<Sink>) {
        var assembly = Assembly()
        let source = assembly.add("source") { Source() }
        let sink = assembly.add("sink") { Sink() }
        assembly.connect(source.output, to: sink.input)
        return (assembly, source, sink)
    }

    // Rule 1: all that happens is told, in its order, and nothing changes by it.
    @Test func randomRunsAreTheSameWhenWatched() throws {
        var count = 0
        for seed in 0..<60 as Range<UInt64> {
            let random = RandomCase(seed: seed)
            if random.isShuffled { continue }
            let (alone, watched) = (try random.run(), try random.run(isWatched: true))
            #expect(watched.lines.filter { !$0.contains("tracer") && !$0.contains("#reports") } == alone.lines)
            #expect(watched.reports == alone.lines, "seed \(seed)")
            count += alone.lines.count
        }
        #expect(count > 1000)
    }

    // Rule 2: nobody hears of reports, nor of all that they cause.
    @Test func consequencesOfReportsAreNotReported() throws {
        var (assembly, source, _) = makePair()
        let tracer = assembly.addTracer()
        let speaker = assembly.add("speaker") { Speaker() }
        let echo = assembly.add("echo") { Echo() }
        let sink = assembly.add("echoes") { Sink() }
        assembly.report(to: speaker.reports)
        assembly.connect(speaker.output, to: echo.input)
        assembly.connect(echo.output, to: sink.input)
        var options = Simulation.Options()
        options.traceLimit = 1000
        let simulation = try Simulation(assembly, options)
        try simulation.port(\.orders, of: source).one(7)
        try simulation.run(limit: 100)
        try simulation.advance(by: .seconds(10), limit: 100)
        // Sent and handled, twice.
        #expect(try simulation.with(tracer) { $0.numbers } == [1, 2, 3, 4])
        #expect(try simulation.with(sink) { $0.numbers } == [1, 2, 3, 4, 1, 2, 3, 4])
        #expect(Set(simulation.trace.compactMap(\.id)).count == simulation.trace.count { $0.kind == .sent })
        // What the same components do for others is told.
        try simulation.port(\.input, of: echo).one(1)
        try simulation.run(limit: 100)
        #expect(try simulation.with(tracer) { $0.numbers.count } > 4)
    }

    // Rule 4: a port that begins to watch while the run goes on hears who lives, and what follows.
    @Test func watchingBeginsWhileTheRunGoesOn() async throws {
        var (assembly, source, _) = makePair()
        let tracer = assembly.add("tracer") { Tracer() }
        let fragile = assembly.add("fragile") { Fragile() }
        let simulation = try Simulation(assembly)
        let port = try simulation.port(\.orders, of: source)
        port.one(1)
        try simulation.run()
        try simulation.assembly.report(to: tracer.reports)
        port.one(2)
        try simulation.run()
        try simulation.port(\.input, of: fragile).one(-1)
        try simulation.assembly.add("late") { Sink() }
        try simulation.run()
        try simulation.assembly.remove("late")
        try simulation.run()
        let (names, events) = try simulation.with(tracer) { ($0.names, $0.events.map(\.description)) }
        #expect(names == ["+source", "+sink", "+tracer", "+fragile", "+late", "-fragile", "-late"])
        #expect(
            events == [
                "0.0 seconds: #outside/2 to source.orders.one(2)", "0.0 seconds: #outside/2 handled by source",
                "0.0 seconds: #source/2 source.output.one(2) because of #outside/2",
                "0.0 seconds: #source/2 handled by sink",
                "0.0 seconds: #outside/3 to fragile.input.one(-1)", "0.0 seconds: #outside/3 handled by fragile",
                "0.0 seconds: fragile failed: Failed()",
            ])
        #expect(throws: ComponentError.self) { try simulation.assembly.report(to: PortReference("sink", "input")) }
        #expect(throws: ComponentError.self) { try simulation.assembly.report(to: PortReference("nobody", "input")) }
    }

    @Test func systemsReportWhatTheirRecordingsHave() async throws {
        var (assembly, source, _) = makePair()
        let tracer = assembly.add("tracer") { Tracer() }
        let fragile = assembly.add("fragile") { Fragile() }
        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        try system.assembly.report(to: tracer.reports)
        await system.idle()
        let port = try system.port(\.orders, of: source)
        for number in 0..<100 { port.one(number) }
        try system.port(\.input, of: fragile).one(-1)
        await system.idle()
        let replay = try Simulation(replaying: system.recording, of: assembly)
        try replay.run()
        #expect(replay.failures.map(\.component) == ["fragile"])
        #expect(replay.trace.map(\.description) == system.trace.map(\.description))
        let told = try replay.with(tracer) { $0.events.map(\.description) }
        let happened = system.trace.filter { !$0.concerns("tracer") }.map(\.description)
        #expect(told.sorted() == happened.sorted())
        #expect(told.count > 400)
        await system.end()
    }

    // Rule 5: a register tells who lives, with which channels.
    @Test func registersListWhoLives() throws {
        var (assembly, _, _) = makePair()
        let register = assembly.add("register") { Register() }
        let asker = assembly.add("asker") { Asker() }
        assembly.report(to: register.reports)
        assembly.connect(asker.register, to: register.requests)
        assembly.connect(register.changes, to: asker.news)
        let simulation = try Simulation(assembly)
        try simulation.assembly.remove("sink")
        try simulation.assembly.add("worker") { Sink() }
        try simulation.port(\.orders, of: asker).ask()
        try simulation.run()
        let (answer, names) = try simulation.with(asker) { ($0.answer, $0.names) }
        #expect(names == ["+source", "+sink", "+register", "+asker", "-sink", "+worker"])
        let list = try #require(answer)
        #expect(list.parts.map(\.name) == ["source", "worker", "register", "asker"])
        #expect(
            list.check().map(\.message) == [
                "source.orders has no channel",
                "source.output has no channel; connect it, or make it Output(isOptional: true)",
                "worker.input has no channel", "asker.orders has no channel",
            ])
    }

    @Test func registersTellThatReportsAreMissing() throws {
        var (assembly, _, _) = makePair()
        let register = assembly.add("register", mailbox: .init(capacity: 2, .dropNewest)) { Register() }
        let asker = assembly.add("asker") { Asker() }
        assembly.report(to: register.reports)
        assembly.connect(asker.register, to: register.requests)
        assembly.connect(register.changes, to: asker.news)
        let simulation = try Simulation(assembly)
        try simulation.run()
        #expect(try simulation.with(asker) { $0.names } == ["+source", "+sink", "…"])
    }

    @Test func theCurrentAssemblyIsThatWhichRuns() throws {
        var (assembly, source, sink) = makePair()
        let pipe = assembly.add("pipe") { Pipe() }
        let end = assembly.add("end") { Sink() }
        assembly.connect(source.output, to: sink.input, pipe.input)
        assembly.connect([pipe.output], to: [end.input], as: .pointToPoint)
        let simulation = try Simulation(assembly)
        let current = simulation.assembly.current
        #expect(current.parts.map(\.name) == assembly.parts.map(\.name))
        #expect(current.parts.map(\.ports) == assembly.parts.map(\.ports))
        #expect(Set(ends(of: current)) == Set(ends(of: assembly)))
        #expect(current.check().map(\.message) == assembly.check().map(\.message))
        #expect(current.channels.count == 5)
    }

    /// The pairs of ports that a channel joins.
    private func ends(of assembly: Assembly) -> [[PortReference]] {
        assembly.channels.flatMap { channel in
            channel.senders.flatMap { sender in channel.receivers.map { [sender, $0] } }
        }
    }

    // Rule 6: watchers are checked like channels.
    @Test func watchersAreChecked() {
        var (assembly, _, sink) = makePair()
        assembly.add("tracer") { Tracer() }
        assembly.report(to: sink.input)
        assembly.report(to: PortReference("tracer", "report"))
        assembly.report(to: PortReference("racer", "reports"))
        #expect(
            assembly.check().filter(\.isError).map(\.message) == [
                "sink.input receives no report: M1 has no message of Reports; give it one",
                "unknown input port 'report' of 'tracer' for reports; fix the name",
                "unknown part 'racer' for reports; add it or fix the name",
            ])
    }
}
