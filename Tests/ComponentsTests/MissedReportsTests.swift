import Components
import Testing

/// Lists who lives, and numbers.
private struct Lister: Component {
    let news = Input<PartReports>()
    let input = Input<M1>()
    var names: [String] = []

    static var handlers: Handlers<Lister> {
        Receive(\.news.added) { $0.names.append("+" + $1.name) }
        Receive(\.news.removed) { $0.names.append("-" + $1) }
        Receive(\.news.missed) { $0.names.append("…") }
        Receive(\.input.one) { $0.names.append("\($1)") }
    }
}

/// Asks for numbers.
private struct Caller: Component {
    let input = Input<M1>()
    let output = Output<Counting>()
    var answers: [[Int]?] = []

    static var handlers: Handlers<Caller> {
        Receive(\.input.one) { caller, _ in caller.output.numbers() }
        ReceiveAnswer(\.output.numbers) { caller, _, answer in caller.answers.append(try? answer.get()) }
    }
}

private struct Counting: PortProtocol { let numbers = Command<Void, [Int]>() }

/// Stays in a handler until it may go on.
private struct Stayer: Component {
    let visits = Input<Visits>()
    let reports = Input<Reports>()
    let count = Input<Counting>()
    let place: Place
    var numbers: [Int] = []

    static var handlers: Handlers<Stayer> {
        Receive(\.visits.begin) { $0.place.stay() }
        Receive(\.visits.isOnMainActor) { _ in false }
        Receive(\.reports.happened) { stayer, number, _ in stayer.numbers.append(number) }
        Receive(\.reports.added) { _, _ in }
        Receive(\.reports.removed) { _, _ in }
        Receive(\.reports.missed) { $0.numbers.append(-1) }
        Receive(\.count.numbers) { $0.numbers }
    }
}

struct MissedReportsTests {
    /// A source, whose messages go to a sink.
    private func makePair() -> (Assembly, PartReference<Source>, PartReference<Sink>) {
        var assembly = Assembly()
        let source = assembly.add("source") { Source() }
        let sink = assembly.add("sink") { Sink() }
        assembly.connect(source.output, to: sink.input)
        return (assembly, source, sink)
    }

    // Rule 5: one that listens slowly loses reports, knows how many, and stops nobody.
    @Test(arguments: MailboxBound.Policy.allCases)
    func slowListenersLoseReports(_ policy: MailboxBound.Policy) throws {
        var (assembly, source, sink) = makePair()
        let tracer = assembly.add("tracer", mailbox: .init(capacity: 5, policy)) { Tracer() }
        assembly.report(to: tracer.reports)
        let simulation = try Simulation(assembly)
        try simulation.run()
        let port = try simulation.port(\.orders, of: source)
        for number in 0..<10 { port.one(number) }
        try simulation.run()
        #expect(simulation.failures.isEmpty)
        #expect(try simulation.with(sink) { $0.numbers } == Array(0..<10))
        let numbers = try simulation.with(tracer) { $0.numbers }
        #expect(numbers.count < 40 && numbers.count >= 5 && numbers == numbers.sorted())
        #expect(policy == .dropOldest ? numbers == Array(36...40) : numbers.first == 1)
        // The last ones are lost, too, and nothing follows.
        #expect(try simulation.with(tracer) { $0.missedAfter.last ?? 0 } > 0)
    }

    // Rule 5: who lives is told, or that something is missing, also if the loss comes last.
    @Test(arguments: MailboxBound.Policy.allCases, 1..<8)
    func listenersHearThatReportsAreMissing(_ policy: MailboxBound.Policy, _ capacity: Int) throws {
        var (assembly, _, _) = makePair()
        let tracer = assembly.add("tracer", mailbox: .init(capacity: capacity, policy)) { Tracer() }
        let simulation = try Simulation(assembly)
        try simulation.run()
        try simulation.assembly.report(to: tracer.reports)
        try simulation.assembly.remove("source")
        try simulation.assembly.remove("sink")
        try simulation.run()
        let (names, missedAfter) = try simulation.with(tracer) { ($0.names, $0.missedAfter) }
        let all = ["+source", "+sink", "+tracer", "-source", "-sink"]
        let heard = min(capacity, all.count)
        #expect(names == Array(policy == .dropOldest ? all.suffix(heard) : all.prefix(heard)))
        #expect(missedAfter.count == (capacity < all.count ? 1 : 0))
    }

    // What leaves the mailbox for another message is missing, too.
    @Test func otherMessagesTakeThePlacesOfReports() throws {
        var (assembly, _, _) = makePair()
        let lister = assembly.add("lister", mailbox: .init(capacity: 3, .dropOldest)) { Lister() }
        let simulation = try Simulation(assembly)
        try simulation.run()
        try simulation.assembly.report(to: lister.news)
        let port = try simulation.port(\.input, of: lister)
        for number in 1...2 { port.one(number) }
        try simulation.run()
        #expect(try simulation.with(lister) { $0.names } == ["+lister", "1", "…", "2"])
    }

    // Reports take the places of reports alone.
    @Test(arguments: MailboxBound.Policy.allCases)
    func otherMessagesStayInsteadOfReports(_ policy: MailboxBound.Policy) throws {
        var (assembly, source, _) = makePair()
        let stayer = assembly.add("stayer", mailbox: .init(capacity: 1, policy)) { Stayer(place: Place()) }
        let caller = assembly.add("caller") { Caller() }
        assembly.connect(caller.output, to: stayer.count)
        let simulation = try Simulation(assembly)
        try simulation.port(\.input, of: caller).one(1)
        #expect(try simulation.step())
        try simulation.assembly.report(to: stayer.reports)
        try simulation.port(\.orders, of: source).one(1)
        try simulation.run()
        #expect(try simulation.with(caller) { $0.answers } == [[]])
        #expect(try simulation.with(stayer) { $0.numbers }.contains(-1))
        #expect(simulation.failures.isEmpty)
    }

    @Test(arguments: MailboxBound.Policy.allCases)
    func slowListenersOfSystemsLoseReports(_ policy: MailboxBound.Policy) async throws {
        let place = Place()
        var (assembly, source, _) = makePair()
        let slow = assembly.add("slow", mailbox: .init(capacity: 5, policy), execution: .blocking) {
            Stayer(place: place)
        }
        assembly.report(to: slow.reports)
        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        try system.port(\.visits, of: slow).begin()
        while place.counts.inside == 0 { await Task.yield() }
        let port = try system.port(\.orders, of: source)
        for number in 0..<100 { await port.one.send(number) }
        place.open()
        await system.idle()
        let numbers = try await system.port(\.count, of: slow).numbers()
        #expect(system.failures.isEmpty)
        #expect(numbers.count < 400 && numbers.contains(-1))
        #expect(numbers.filter { $0 > 0 } == numbers.filter { $0 > 0 }.sorted())
        let replay = try Simulation(replaying: system.recording, of: assembly)
        try replay.run()
        #expect(try replay.with(slow) { $0.numbers }.starts(with: numbers))
        await system.end()
    }
}
