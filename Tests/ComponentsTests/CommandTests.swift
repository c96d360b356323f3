import Components
import Testing

private struct Asking: PortProtocol {
    let double = Command<Int, Int>()
    let count = Command<Void, Int>()
    let later = Command<Int, String>()
}

private struct Orders: PortProtocol {
    let ask = Message<(Int, Duration?)>()
    let askLater = Message<(Int, Duration?)>()
}

private struct Releases: PortProtocol {
    let release = Message<Void>()
    let forget = Message<Void>()
}

/// Doubles even numbers, and answers others when it is told to.
private struct Server: Component {
    let requests = Input<Asking>()
    let releases = Input<Releases>()
    var count = 0
    var waiting: [(Int, Responder<String>)] = []

    static var handlers: Handlers<Server> {
        Receive(\.requests.double) { server, number in
            server.count += 1
            if number < 0 { throw Failed() }
            if number % 2 == 1 { throw CommandError.refused("\(number) is odd") }
            return 2 * number
        }
        Receive(\.requests.count) { $0.count }
        Receive(\.requests.later) { server, number, respond in server.waiting.append((number, respond)) }
        Receive(\.releases.release) { server in
            for (number, respond) in server.waiting { respond("number \(number)") }
            server.waiting = []
        }
        Receive(\.releases.forget) { server in server.waiting = [] }
    }
}

private struct Client: Component {
    let orders = Input<Orders>()
    let service = Output<Asking>()
    var log: [String] = []

    static var handlers: Handlers<Client> {
        Receive(\.orders.ask) { client, number, limit in client.service.double(number, within: limit) }
        Receive(\.orders.askLater) { client, number, limit in client.service.later(number, within: limit) }
        ReceiveAnswer(\.service.double) { client, number, result in client.log.append("\(number): \(result)") }
        ReceiveAnswer(\.service.later) { client, number, result in client.log.append("\(number): \(result)") }
    }
}

/// Messages that want an answer.
struct CommandTests {
    private let client: PartReference<Client>
    private let server: PartReference<Server>
    private let simulation: Simulation

    init() throws {
        var assembly = Assembly()
        client = assembly.add("client") { Client() }
        server = assembly.add("server") { Server() }
        assembly.connect(client.service, to: server.requests)
        var options = Simulation.Options()
        options.traceLimit = 100
        simulation = try Simulation(assembly, options)
    }

    private func log() throws -> [String] { try simulation.with(client) { $0.log } }

    @Test func answersComeWithTheirRequests() throws {
        let orders = try simulation.port(\.orders, of: client)
        orders.ask(4, nil)
        orders.ask(5, nil)
        try simulation.run()
        #expect(try log() == ["4: success(8)", "5: failure(5 is odd)"])
        #expect(simulation.failures.isEmpty)
        #expect(simulation.text.contains("#server/1 server.answer to client.service.double(8) because of #client/1"))
        #expect(simulation.text.contains("#server/2 server.answer to client.service.double(refused: 5 is odd)"))
        let answers = simulation.trace.filter { $0.message == "answer to client.service.double" }.map(\.body)
        #expect(answers.first as? Int == 8)
        #expect(answers.last as? CommandError == .refused("5 is odd"))
    }

    @Test func respondersAnswerLater() throws {
        let orders = try simulation.port(\.orders, of: client)
        orders.askLater(1, .seconds(10))
        orders.ask(2, .seconds(10))
        try simulation.run()
        #expect(try log() == ["2: success(4)"])
        try simulation.port(\.releases, of: server).release()
        try simulation.run()
        #expect(try log() == ["2: success(4)", "1: success(\"number 1\")"])
        #expect(simulation.deadline == nil)
    }

    @Test func timeLimits() throws {
        try simulation.port(\.orders, of: client).askLater(1, .seconds(10))
        try simulation.run()
        try simulation.advance(by: .seconds(9))
        #expect(try log() == [])
        try simulation.advance(by: .seconds(1))
        #expect(try log() == ["1: failure(no answer within the time limit)"])
        // The late answer has no effect.
        try simulation.port(\.releases, of: server).release()
        try simulation.run()
        #expect(try log().count == 1)
    }

    @Test func droppedRespondersAreNoAnswer() throws {
        try simulation.port(\.orders, of: client).askLater(1, nil)
        try simulation.run()
        try simulation.port(\.releases, of: server).forget()
        try simulation.run()
        #expect(try log() == ["1: failure(\(CommandError.unanswered))"])
    }

    @Test func endedReceivers() throws {
        let orders = try simulation.port(\.orders, of: client)
        orders.askLater(1, nil)
        try simulation.run()
        orders.ask(2, nil)
        try simulation.step()
        try simulation.assembly.remove("server")
        orders.ask(3, nil)
        try simulation.run()
        let reasons: [CommandError] = [.unanswered, .unanswered, .noReceiver]
        #expect(Set(try log()) == Set(zip(1..., reasons).map { "\($0): failure(\($1))" }))
    }

    @Test func nobodyReceives() throws {
        let orders = try simulation.port(\.orders, of: client)
        try simulation.assembly.disconnect(server.requests)
        orders.ask(1, nil)
        try simulation.run()
        #expect(try log() == ["1: failure(\(CommandError.noReceiver))"])
        #expect(simulation.text.contains("client.answer to client.service.double(no receiver)"))
    }

    @Test func lostCommandsAreUnanswered() throws {
        var assembly = Assembly()
        let client = assembly.add("client") { Client() }
        let server = assembly.add("server", mailbox: .init(capacity: 1, .dropNewest)) { Server() }
        assembly.connect(client.service, to: server.requests)
        var options = Simulation.Options()
        options.traceLimit = 100
        let simulation = try Simulation(assembly, options)
        let orders = try simulation.port(\.orders, of: client)
        for number in [2, 4] { orders.ask(number, nil) }
        try simulation.run()
        #expect(try simulation.with(client) { $0.log } == ["4: failure(\(CommandError.unanswered))", "2: success(4)"])
        #expect(simulation.text.contains("client.answer to client.service.double(unanswered)"))
    }

    @Test func errorsSayWhatToDo() {
        #expect("\(CommandError.noReceiver)" == "nobody receives the command; connect its port to one that does")
        #expect(
            "\(CommandError.unanswered)"
                == "the receiver has ended, or lost or dropped the command; find in a trace what became of it")
        #expect("\(CommandError.refused(""))" == "the receiver refused the command")
    }

    @Test func errorsThatAreNoRefusalsFail() throws {
        let orders = try simulation.port(\.orders, of: client)
        orders.ask(-1, nil)
        try simulation.run()
        #expect(simulation.failures.map(\.component) == ["server"])
        #expect(try log() == ["-1: failure(the receiver failed: Failed())"])
    }

    @Test func answersForOneThatHasEndedAreLost() throws {
        try simulation.port(\.orders, of: client).askLater(1, .seconds(1))
        try simulation.run()
        try simulation.assembly.remove("client")
        try simulation.port(\.releases, of: server).release()
        try simulation.advance(by: .seconds(2))
        #expect(simulation.failures.isEmpty)
    }

    @Test func interceptsSeeRequestsAndAnswers() throws {
        struct Watching: Component {
            let orders = Input<Orders>()
            let requests = Input<Asking>()
            let service = Output<Asking>()
            var seen: [String] = []

            static var handlers: Handlers<Watching> {
                Intercept { watching, message in
                    watching.seen.append("\(message.port).\(message.name) \(message.body)")
                    return true
                }
                Receive(\.orders.ask) { watching, number, _ in watching.service.double(number) }
                Receive(\.orders.askLater) { watching, number, _ in watching.service.later(number) }
                Receive(\.requests.double) { _, number in
                    if number < 0 { throw CommandError.refused("negative") }
                    return 2 * number
                }
                Receive(\.requests.count) { _ in 0 }
                Receive(\.requests.later) { (_: inout Watching, _: Int, _: Responder<String>) in }
                ReceiveAnswer(\.service.double) { _, _, _ in }
                ReceiveAnswer(\.service.later) { _, _, _ in }
            }
        }
        var assembly = Assembly()
        let watching = assembly.add("watching") { Watching() }
        assembly.connect(watching.service, to: watching.requests)
        let simulation = try Simulation(assembly)
        let orders = try simulation.port(\.orders, of: watching)
        for number in [4, -1] { orders.ask(number, nil) }
        try simulation.run()
        let seen = try simulation.with(watching) { $0.seen }
        #expect(
            seen.filter { !$0.hasPrefix("orders") } == [
                "requests.double 4", "requests.double -1", "service.double 8", "service.double negative",
            ])
    }

    @Test func commandsFromOutside() throws {
        let port = try simulation.port(\.requests, of: server)
        #expect(try simulation.answer(to: port.double, 22) == 44)
        #expect(try simulation.answer(to: port.count, ()) == 1)
        #expect(throws: CommandError.refused("3 is odd")) { try simulation.answer(to: port.double, 3) }
        #expect(throws: CommandError.unanswered) { try simulation.answer(to: port.later, 3) }
        // Nobody outside handles the answer.
        port.double(4)
        port.double(5, within: .seconds(1))
        try simulation.advance(by: .seconds(2))
        #expect(try simulation.answer(to: port.count, ()) == 4)
    }
}

private struct KeptAnswers: PortProtocol {
    let ask = Command<Int, Int>()
    let fail = Message<Void>()
}

/// Keeps responders, and fails.
private struct Keeper: Component {
    let input = Input<KeptAnswers>()
    var kept: [Responder<Int>] = []

    static var handlers: Handlers<Keeper> {
        Receive(\.input.ask) { (keeper: inout Keeper, _: Int, responder: Responder<Int>) in
            keeper.kept.append(responder)
        }
        Receive(\.input.fail) { _ in throw Failed() }
    }
}

private struct KeptAsker: Component {
    let input = Input<M1>()
    let output = Output<KeptAnswers>()

    static var handlers: Handlers<KeptAsker> {
        Receive(\.input.one) { asker, number in asker.output.ask(number) }
        ReceiveAnswer(\.output.ask) { _, _, _ in }
    }
}

struct KeptResponderTests {
    @Test(arguments: [false, true]) func whoFailsAnswersInItsName(isSupervised: Bool) throws {
        var assembly = Assembly()
        let keeper = assembly.add("keeper") { Keeper() }
        let asker = assembly.add("asker") { KeptAsker() }
        assembly.connect(asker.output, to: keeper.input)
        if isSupervised { assembly.supervise(keeper) }
        var options = Simulation.Options()
        options.traceLimit = 100
        let simulation = try Simulation(assembly, options)
        try simulation.port(\.input, of: asker).one(1)
        try simulation.run()
        try simulation.port(\.input, of: keeper).fail()
        try simulation.run()
        let answer = try #require(simulation.trace.first { $0.port.hasPrefix("answer to asker") })
        #expect(answer.id?.sender == "keeper" && (isSupervised || answer.cause?.description == "outside/2"))
    }
}
