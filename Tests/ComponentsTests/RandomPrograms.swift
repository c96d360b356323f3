import AlgorithmSupport
import Components
import Statecharts

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

/// A component that contains others, which only its proxies show.
struct RandomBox: Component {
    let one = ProxyInput<Letters>()
    let out = ProxyOutput<Letters>()
    let contents: [RandomCase.Node]
    let kind: Assembly.Channel.Kind

    func addContents(to assembly: inout Assembly, of box: PartReference<RandomBox>) {
        let parts = contents.map { node in
            assembly.add(node.localName, mailbox: node.mailbox) { RandomComponent(node.program) }
        }
        assembly.connect([box.one], to: parts.map(\.one), as: kind)
        assembly.connect(parts.map(\.out), to: [box.out], as: kind)
    }
}

/// A chart: `a` begins work, `b` or two seconds end it, and `c` while it works ends all.
struct RandomChart: StatechartComponent {
    enum State: String, StatechartSymbol { case idle, busy, done }
    enum Event: String, StatechartSymbol { case a, b, c }
    enum Action: String, StatechartSymbol { case began, ended, late }
    typealias Payload = Int

    let one = Input<Letters>()
    let out = Output<Letters>(isOptional: true)

    static let chart: Statechart = .init("Random", for: Self.self) {
        Simple(.idle) { On(.a, to: .busy, do: .began) }
        Simple(.busy) {
            On(.b, to: .idle, do: .ended)
            On(.c, to: .done)
            After(.seconds(2), to: .idle, do: .late)
        }
        Final(.done)
    }

    mutating func perform(_ action: Action, in step: inout Step<RandomChart>) {
        switch action {
        case .began: if let number = step.payload, number > 0 { out.a(number - 1) }
        case .ended: if let number = step.payload, number > 0 { out.b(number - 1) }
        case .late: out.c(0)
        }
    }
}
