import Components
import Testing

private struct Deadlines: PortProtocol {
    let begin = Message<Void>()
    let cancel = Message<Void>()
    let number = Message<Int>()
    let told = Command<Void, [String]>()
}

private struct Own: PortProtocol { let tick = Message<Int>() }

private struct Asking: PortProtocol {
    let never = Command<Int, Int>()
    let forget = Command<Int, Int>()
}

/// Keeps some commands unanswered, and forgets others.
private struct Server: Component {
    let requests = Input<Asking>()
    var kept: [Responder<Int>] = []

    static var handlers: Handlers<Server> {
        Receive(\.requests.never) { server, _, responder in server.kept.append(responder) }
        Receive(\.requests.forget) { _, _, _ in }
    }
}

/// Sets timers and stays in a place until it is opened; then tells what came.
private struct Waiter: Component {
    let input = Input<Deadlines>()
    let own = EventPort<Own>()
    let output = Output<M1>(isOptional: true)
    let service = Output<Asking>(isOptional: true)
    let place: Place
    var told: [String] = []

    static var handlers: Handlers<Waiter> {
        Receive(\.input.begin) { waiter in
            waiter.output.one(1, after: .microseconds(1))
            waiter.own.tick(2, after: .microseconds(2))
            waiter.service.never(3, within: .microseconds(3))
            waiter.service.forget(4)
            waiter.place.stay()
        }
        Receive(\.input.cancel) { waiter in
            let timer = waiter.own.tick(6, after: .microseconds(1))
            waiter.place.stay()
            timer.cancel()
        }
        Receive(\.input.number) { $0.told.append("number \($1)") }
        Receive(\.input.told) { $0.told }
        Receive(\.own.tick) { $0.told.append("tick \($1)") }
        ReceiveAnswer(\.service.never) { $0.told.append("\($1): \($2)") }
        ReceiveAnswer(\.service.forget) { $0.told.append("\($1): \($2)") }
    }
}

/// Opens a place by a timer.
private struct Opener: Component {
    let input = Input<M1>()
    let own = EventPort<Own>()
    let place: Place

    static var handlers: Handlers<Opener> {
        Receive(\.input.one) { opener, _ in opener.own.tick(0, after: .milliseconds(1)) }
        Receive(\.own.tick) { opener, _ in opener.place.open() }
    }
}

/// Timers of components that run side by side.
struct SystemTimerTests {
    /// Its time has come, but the component is busy.
    @Test func aTimerCanBeCancelledUntilItsMessageIsSent() async throws {
        let place = Place()
        var assembly = Assembly()
        let waiter = assembly.add("waiter", execution: .blocking) { Waiter(place: place) }
        let opener = assembly.add("opener") { Opener(place: place) }
        let system = try ComponentSystem(assembly)
        let port = try system.port(\.input, of: waiter)
        port.cancel()
        while place.counts.inside == 0 { await Task.yield() }
        try system.port(\.input, of: opener).one(0)
        await system.idle()
        #expect(try await port.told() == [])
        await system.end()
    }

    /// The mailbox is full when all timers fire; the opener's fires last.
    @Test(arguments: MailboxBound.Policy.allCases, [false, true])
    func timersNeedNoRoom(_ policy: MailboxBound.Policy, isRecording: Bool) async throws {
        let place = Place()
        var assembly = Assembly()
        let waiter = assembly.add("waiter", mailbox: .init(capacity: 1, policy), execution: .blocking) {
            Waiter(place: place)
        }
        let sink = assembly.add("sink") { Sink() }
        let server = assembly.add("server") { Server() }
        let opener = assembly.add("opener") { Opener(place: place) }
        assembly.connect(waiter.output, to: sink.input)
        assembly.connect(waiter.service, to: server.requests)
        var options = ComponentSystem.Options()
        options.isRecording = isRecording
        let system = try ComponentSystem(assembly, options)
        let port = try system.port(\.input, of: waiter)
        port.begin()
        while place.counts.inside == 0 { await Task.yield() }
        port.number(5)
        try system.port(\.input, of: opener).one(0)
        await system.idle()
        #expect(system.failures.isEmpty)
        let told = try await port.told()
        let expected = [
            "number 5", "tick 2", "3: failure(no answer within the time limit)",
            "4: failure(\(CommandError.unanswered))",
        ]
        #expect(told.sorted() == expected.sorted())
        await system.end()
        guard isRecording else { return }
        let replay = try Simulation(replaying: system.recording, of: assembly)
        try replay.run()
        #expect(replay.trace.map(\.description) == system.trace.map(\.description))
        #expect(system.trace.contains { $0.kind == .handled && $0.component == "sink" })
        #expect(!system.trace.contains { if case .lost = $0.kind { true } else { false } })
    }
}
