import Components
import TestSupport
import Testing

struct Duties: PortProtocol {
    let work = Message<Int>()
    let ask = Command<Int, Int>()
}

private struct Works: PortProtocol { let work = Message<Int>() }

/// The ways in which a server fails.
struct Fault {
    /// It fails at messages whose number is a multiple.
    var every = Int.max
    /// Each second start fails, from the first restart on.
    var isInStart = false
    /// It fails as it is told to end.
    var isWhileStopping = false
    /// It answers questions two at a time.
    var keepsReplies = false
}

/// Fails as it should.
private struct Server: Component {
    let duties = Input<Duties>()
    let overflow = Output<M1>()
    let context = ComponentContext()
    let fault: Fault
    var replies: [Responder<Int>] = []

    mutating func start() throws {
        if fault.isInStart, context.restartCount % 2 == 1 { throw Faulty() }
    }

    mutating func end() {
        // The channel has room for one.
        if fault.isWhileStopping { for number in 0..<2 { overflow.one(number) } }
    }

    static var handlers: Handlers<Server> {
        Receive(\.duties.work) { server, number in
            if number % server.fault.every == 0 { throw Faulty() }
        }
        Receive(\.duties.ask) { server, number, reply in
            if number % server.fault.every == 0 { throw Faulty() }
            server.replies.append(reply)
            guard !server.fault.keepsReplies || server.replies.count == 2 else { return }
            for reply in server.replies { reply(number) }
            server.replies = []
        }
    }
}

/// Sends works and questions in turn, numbered from one.
private struct Client: Component {
    let orders = Input<Burst>()
    let duties = Output<Duties>()
    let context = ComponentContext()
    var sent = 0

    mutating func start() { sent = context.saved as? Int ?? 0 }

    static var handlers: Handlers<Client> {
        Receive(\.orders.send) { client, count in
            for _ in 0..<count {
                client.sent += 1
                if client.sent % 2 == 0 { client.duties.ask(client.sent) } else { client.duties.work(client.sent) }
            }
            client.context.saved = client.sent
        }
        ReceiveAnswer(\.duties.ask) { _, _, _ in }
    }
}

/// Hears the works, too.
private struct Witness: Component {
    let works = Input<Works>()
    static var handlers: Handlers<Witness> { Receive(\.works.work) { _, _ in } }
}

/// Fails when it is told to.
private struct Sibling: Component {
    let orders = Input<Burst>()
    static var handlers: Handlers<Sibling> { Receive(\.orders.send) { _, _ in throw Faulty() } }
}

/// A fault under a policy, and what the policy promises.
struct FaultCase: Sendable, CustomTestStringConvertible {
    enum Policy: Sendable {
        /// Nobody restarts the component.
        case ends
        case restarts(Supervision)

        static func restarts(_ scope: Supervision.Scope = .one, keepsMessages: Bool = true) -> Policy {
            .restarts(.init(scope, maximumRestarts: .max, keepsMessages: keepsMessages))
        }
    }

    let name: String
    /// The number of messages that are sent at once; `nil` for all.
    var burst: Int? = Self.burst
    static let burst = 10
    var fault = Fault()
    var policy: Policy
    var mailbox = MailboxBound()
    /// The component that fails.
    var subject = "server"
    /// Whether a sibling fails once a burst, which restarts the server.
    var hasSibling = false
    var kind = Assembly.Channel.Kind.publishSubscribe
    /// Whether another component on the channel hears the works.
    var hasWitness = true
    /// The number of failures of others, such as supervisors that give up.
    var otherFailures = 0
    let promise: @Sendable (FaultRun) -> Void

    var testDescription: String { name }

    fileprivate struct Parts {
        let client: PartReference<Client>
        let sibling: PartReference<Sibling>
    }

    fileprivate func makeAssembly() -> (Assembly, Parts) {
        var assembly = Assembly()
        let client = assembly.add("client") { Client() }
        let sibling = assembly.add("sibling") { Sibling() }
        let server = assembly.add("server", mailbox: mailbox) { [fault] in Server(fault: fault) }
        let witness = assembly.add("witness") { Witness() }
        assembly.connect([server.overflow], to: [], as: .pointToPoint, capacity: 1)
        assembly.connect(client.duties, to: server.duties, as: kind, capacity: 4)
        if hasWitness { assembly.connect(client.duties, to: witness.works) }
        if case .restarts(let policy) = policy {
            if subject == "client" {
                assembly.supervise(client, by: policy)
            } else {
                assembly.supervise(sibling, server, by: policy)
            }
        }
        return (assembly, Parts(client: client, sibling: sibling))
    }

    /// Runs in a simulation.
    ///
    /// - Parameter seed: The seed of a shuffled run; `nil` for the order in which messages are sent.
    func simulate(_ count: Int, seed: UInt64?) throws -> FaultRun {
        let (assembly, parts) = makeAssembly()
        var options = Simulation.Options()
        (options.traceLimit, options.isShuffled, options.seed) = (.max, seed != nil, seed ?? 0)
        let simulation = try Simulation(assembly, options)
        let orders = try simulation.port(\.orders, of: parts.client)
        let sibling = try simulation.port(\.orders, of: parts.sibling)
        for _ in 0..<count / (burst ?? count) {
            orders.send(burst ?? count)
            if hasSibling { sibling.send(1) }
            try simulation.run()
        }
        // So that nothing is awaited any more.
        if simulation.assembly.contains("server") { try simulation.assembly.remove("server") }
        try simulation.run()
        return FaultRun(simulation.trace, self, isOrdered: seed == nil)
    }

    /// Runs on many threads, and again as recorded.
    func runOnThreads(_ count: Int) async throws -> FaultRun {
        let (assembly, parts) = makeAssembly()
        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        let orders = try system.port(\.orders, of: parts.client)
        let sibling = try system.port(\.orders, of: parts.sibling)
        for _ in 0..<count / (burst ?? count) {
            orders.send(burst ?? count)
            if hasSibling { sibling.send(1) }
        }
        await system.idle()
        if system.assembly.contains("server") { try system.assembly.remove("server") }
        await system.idle()
        let run = FaultRun(system.trace, self, isOrdered: false)
        await system.end()
        try expectSameTrace(system, assembly)
        return run
    }
}

/// What became of the messages of a run with faults.
struct FaultRun {
    /// Whether bursts were handled one after the other, in the order of sending.
    let isOrdered: Bool
    private(set) var works = 0
    private(set) var asks = 0
    /// The messages that the server began to handle, also those at which it failed.
    private(set) var handled = 0
    private(set) var lost: [MessageLoss: Int] = [:]
    private(set) var answered = 0
    private(set) var errors: [String: Int] = [:]
    /// The answers that the client handled.
    private(set) var heard = 0
    /// The answers to a client that had failed meanwhile.
    private(set) var unheard = 0
    private(set) var failures = 0
    private(set) var restarts = 0
    /// The works that another component on the channel handled.
    private(set) var witnessed = 0
    /// The failures of components that should have none.
    private(set) var others = 0

    var sent: Int { works + asks }
    var lostCount: Int { lost.values.reduce(0, +) }

    init(_ trace: [TraceEvent], _ testCase: FaultCase, isOrdered: Bool) {
        self.isOrdered = isOrdered
        var answers: Set<MessageID> = []
        var siblings: Set = [testCase.subject]
        if testCase.hasSibling { siblings.insert("sibling") }
        for event in trace {
            switch event.kind {
            case .sent where event.message == "duties.work": works += 1
            case .sent where event.message == "duties.ask": asks += 1
            case .sent where event.message == "answer to client.duties.ask":
                if let id = event.id { answers.insert(id) }
                switch event.body {
                case is Int: answered += 1
                case let error as CommandError where error.hasFailed: errors["failed", default: 0] += 1
                case let error as CommandError where error == .noReceiver || error == .unanswered:
                    errors["no receiver", default: 0] += 1
                default: errors["unexpected", default: 0] += 1
                }
            case .sent: break
            case .handled where event.component == "witness": witnessed += 1
            case .handled where event.component == "server": handled += 1
            case .handled: if event.id.map(answers.contains) == true { heard += 1 }
            case .lost(let reason):
                guard let id = event.id else { continue }
                if answers.contains(id) {
                    unheard += 1
                } else if id.sender == "client" {
                    lost[reason, default: 0] += 1
                }
            case .failed:
                if event.component == testCase.subject { failures += 1 }
                if !siblings.contains(event.component) { others += 1 }
            case .restarted: if event.component == testCase.subject { restarts += 1 }
            }
        }
    }
}

extension CommandError {
    fileprivate var hasFailed: Bool { if case .failed = self { true } else { false } }
}
