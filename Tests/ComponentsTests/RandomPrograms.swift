import AlgorithmSupport
import Components

// Components whose behavior is random, for both the library and the reference.

struct Letters: PortProtocol {
    let a = Message<Int>()
    let b = Message<Int>()
    let c = Message<Int>()
}

struct LaterLetters: PortProtocol {
    let b = Message<Int>()
    let c = Message<Int>()
    let d = Message<Int>()
}

struct Questions: PortProtocol { let question = Command<Int, Int>() }

/// Something that a handler does with the number that it got, less one.
enum Operation {
    case send(output: Int, message: Int)
    case own(Int)
    case later(Int, seconds: Int)
    case ask(limit: Int?)
    case release
    case spawn
    case endOther(String)
    case disconnect
    case end
    case fail
}

/// The behavior of a component: a function of the seed, the port and the message.
struct RandomProgram {
    let seed: UInt64
    let names: [String]
    let isFirstOutputPointToPoint: Bool

    static let messages = ["a", "b", "c", "d"]

    func operations(_ port: String, _ message: String, _ number: Int) -> [Operation] {
        if number <= 0 { return [] }
        let text = "\(port).\(message).\(number % 2)"
        var generator = SeededGenerator(seed: text.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
        return (0..<Int.random(in: 0...3, using: &generator)).map { _ in operation(&generator) }
    }

    private func operation(_ generator: inout SeededGenerator) -> Operation {
        switch Int.random(in: 0..<40, using: &generator) {
        case 0..<16:
            .send(output: Int.random(in: 0...1, using: &generator), message: Int.random(in: 0...2, using: &generator))
        case 16..<20: .own(Int.random(in: 0...2, using: &generator))
        case 20..<24:
            .later(Int.random(in: 0...2, using: &generator), seconds: Int.random(in: 0...3, using: &generator))
        case 24..<31: .ask(limit: [nil, 0, 2].randomElement(using: &generator)!)
        case 31..<33: .release
        case 33, 34: .spawn
        case 35: .endOther(names.randomElement(using: &generator)!)
        case 36: .disconnect
        case 37: .end
        case 38: .fail
        default: .send(output: 0, message: 0)
        }
    }

    /// What the answer to a question is: at once, never, later, refused, or a failure.
    func answer(_ number: Int) -> Int { Int((seed &+ UInt64(number)) % 5) }
}

/// A component that follows a program.
struct RandomComponent: Component {
    let one = Input<Letters>()
    let two = Input<LaterLetters>()
    let answers = Input<Questions>()
    let out = Output<Letters>(isOptional: true)
    let further = Output<LaterLetters>(isOptional: true)
    let questions = Output<Questions>(isOptional: true)
    let own = EventPort<Letters>()
    let context = ComponentContext()
    let program: RandomProgram
    var kept: [Responder<Int>] = []
    var childCount = 0

    /// Components that others make don't make more at their start.
    let isChild: Bool

    init(_ program: RandomProgram, isChild: Bool = false) { (self.program, self.isChild) = (program, isChild) }

    mutating func start() throws { try perform("start", "start", isChild ? 0 : 2) }
    mutating func end() { out.a(0) }

    static var handlers: Handlers<RandomComponent> {
        Receive(\.one.a) { try $0.perform("one", "a", $1) }
        Receive(\.one.b) { try $0.perform("one", "b", $1) }
        Receive(\.one.c) { try $0.perform("one", "c", $1) }
        Receive(\.two.b) { try $0.perform("two", "b", $1) }
        Receive(\.two.c) { try $0.perform("two", "c", $1) }
        Receive(\.two.d) { try $0.perform("two", "d", $1) }
        Receive(\.own.a) { try $0.perform("own", "a", $1) }
        Receive(\.own.b) { try $0.perform("own", "b", $1) }
        Receive(\.own.c) { try $0.perform("own", "c", $1) }
        Receive(\.answers.question) { (component: inout RandomComponent, number: Int, respond: Responder<Int>) in
            switch component.program.answer(number) {
            case 0: respond(2 * number)
            case 1: break
            case 2: component.kept.append(respond)
            case 3: respond.refuse("no")
            default:
                try component.perform("answers", "question", number)
                respond(number)
            }
        }
        ReceiveAnswer(\.questions.question) { component, number, result in
            try component.perform("questions", "\(result)", number)
        }
    }

    private mutating func perform(_ port: String, _ message: String, _ number: Int) throws {
        for operation in program.operations(port, message, number) { try perform(operation, number - 1) }
    }

    private mutating func perform(_ operation: Operation, _ number: Int) throws {
        switch operation {
        case .send(0, let message): [out.a, out.b, out.c][message](number)
        case .send(_, let message): [further.b, further.c, further.d][message](number)
        case .own(let message): [own.a, own.b, own.c][message](number)
        case .later(let message, let seconds): [own.a, own.b, own.c][message](number, after: .seconds(seconds))
        case .ask(let limit): questions.question(number, within: limit.map { .seconds($0) })
        case .release:
            for respond in kept { respond(number) }
            kept = []
        case .spawn:
            childCount += 1
            let program = program
            let child = try context.assembly.add("\(context.name)x\(childCount)") {
                RandomComponent(program, isChild: true)
            }
            try context.assembly.connect(
                out.reference, to: child.one, as: program.isFirstOutputPointToPoint ? .pointToPoint : .publishSubscribe)
        case .endOther(let name): try? context.assembly.remove(name)
        case .disconnect: try? context.assembly.disconnect(further.reference)
        case .end: context.end()
        case .fail: throw Failed()
        }
    }
}

/// A random assembly with a random script from outside.
struct RandomCase {
    struct Node {
        let name: String
        let program: RandomProgram
        let mailbox: MailboxBound
    }

    struct Wiring {
        let senders: [PortReference]
        let receivers: [PortReference]
        let kind: Assembly.Channel.Kind
    }

    enum Command {
        case send(Int, port: Int, message: Int, Int)
        case step
        case run
        case advance(seconds: Int)
    }

    var nodes: [Node] = []
    var wirings: [Wiring] = []
    var script: [Command] = []

    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let names = (0..<Int.random(in: 1...5, using: &generator)).map { "n\($0)" }
        let isPointToPoint = Bool.random(using: &generator)
        for name in names {
            let program = RandomProgram(
                seed: generator.next(), names: names, isFirstOutputPointToPoint: isPointToPoint)
            let policy = MailboxBound.Policy.allCases.randomElement(using: &generator)!
            let bound = Int.random(in: 0...2, using: &generator) == 0 ? Int.random(in: 1...4, using: &generator) : 1000
            nodes.append(.init(name: name, program: program, mailbox: .init(capacity: bound, policy)))
        }
        let kinds: [Assembly.Channel.Kind] = [.publishSubscribe, .pointToPoint]
        wire(names, "out", "one", isPointToPoint ? .pointToPoint : .publishSubscribe, &generator)
        wire(names, "further", "two", kinds.randomElement(using: &generator)!, &generator)
        wire(names, "questions", "answers", kinds.randomElement(using: &generator)!, &generator)
        for _ in 0..<Int.random(in: 1...12, using: &generator) {
            switch Int.random(in: 0...9, using: &generator) {
            case 0, 1: script.append(.step)
            case 2: script.append(.run)
            case 3: script.append(.advance(seconds: Int.random(in: 0...3, using: &generator)))
            default:
                script.append(
                    .send(
                        Int.random(in: names.indices, using: &generator),
                        port: Int.random(in: 0...1, using: &generator),
                        message: Int.random(in: 0...2, using: &generator), Int.random(in: 1...5, using: &generator)))
            }
        }
        script += [.run, .advance(seconds: 20)]
    }

    /// Joins outputs and inputs by one or two channels, of disjoint ports.
    private mutating func wire(
        _ names: [String], _ output: String, _ input: String, _ kind: Assembly.Channel.Kind,
        _ generator: inout SeededGenerator
    ) {
        var groups: [(senders: [PortReference], receivers: [PortReference])] = [([], []), ([], [])]
        for name in names {
            let (sending, receiving) = (
                Int.random(in: 0...2, using: &generator), Int.random(in: 0...2, using: &generator)
            )
            if sending < 2 { groups[sending].senders.append(PortReference(name, output)) }
            if receiving < 2 { groups[receiving].receivers.append(PortReference(name, input)) }
        }
        for group in groups where !group.senders.isEmpty {
            wirings.append(.init(senders: group.senders, receivers: group.receivers, kind: kind))
        }
    }

    /// Runs the case by the library, and returns its trace.
    func trace() throws -> [String] {
        var assembly = Assembly()
        let parts = nodes.map { node in
            let program = node.program
            return assembly.add(node.name, mailbox: node.mailbox) { RandomComponent(program) }
        }
        for wiring in wirings { assembly.connect(wiring.senders, to: wiring.receivers, as: wiring.kind) }
        var options = Simulation.Options()
        options.traceLimit = 1_000_000
        let simulation = try Simulation(assembly, options)
        for command in script {
            switch command {
            case .step: simulation.step()
            case .run: try simulation.run(limit: 100_000)
            case .advance(let seconds): try simulation.advance(by: .seconds(seconds), limit: 100_000)
            case .send(let node, let port, let message, let number):
                if port == 0 {
                    guard let port = try? simulation.port(\.one, of: parts[node]) else { continue }
                    [port.a, port.b, port.c][message](number)
                } else {
                    guard let port = try? simulation.port(\.two, of: parts[node]) else { continue }
                    [port.b, port.c, port.d][message](number)
                }
            }
        }
        return simulation.trace.map(\.description)
    }
}
