import Components

/// A client and a server, and contracts for the client.
enum ContractExample {
    struct Requests: PortProtocol {
        let fetch = Message<Int>()
        let cancel = Message<Void>()
    }

    struct Replies: PortProtocol {
        let fetched = Message<Int>()
        let failed = Message<Void>()
    }

    struct Orders: PortProtocol { let go = Message<[String]>() }
    struct Waiting: PortProtocol { let late = Message<Void>() }

    /// Sends what it is told to send.
    struct Client: Component {
        let orders = Input<Orders>()
        let requests = Output<Requests>()
        let replies = Input<Replies>()
        let waiting = EventPort<Waiting>()
        let context = ComponentContext()
        var fetched: [Int] = []
        var lateCount = 0
        var atStart: [String] = []

        mutating func start() throws {
            if context.restartCount == 0 { act(atStart) }
        }

        func act(_ words: [String]) {
            for word in words {
                switch word {
                case "fetch": requests.fetch(1)
                case "later": requests.fetch(0, after: .seconds(1))
                case "wait": waiting.late(after: .seconds(1))
                default: requests.cancel()
                }
            }
        }

        static var handlers: Handlers<Client> {
            Receive(\.orders.go) { client, words in client.act(words) }
            Receive(\.replies.fetched) { client, number in client.fetched.append(number) }
            Receive(\.replies.failed) { client in client.fetched.append(-1) }
            Receive(\.waiting.late) { client in client.lateCount += 1 }
        }
    }

    /// Answers each request with as many replies as its number says.
    struct Server: Component {
        let requests = Input<Requests>()
        let replies = Output<Replies>()
        var requestCount = 0

        static var handlers: Handlers<Server> {
            Receive(\.requests.fetch) { server, count in
                server.requestCount += 1
                for number in 0..<count { server.replies.fetched(number) }
            }
            Receive(\.requests.cancel) { server in
                server.requestCount += 1
                server.replies.failed()
            }
        }
    }

    /// `(!fetch ?fetched)*`
    static func talk() throws -> Contract {
        try Contract(mayEnd: [true, false], transitions: [(0, .send("fetch"), 1), (1, .receive("fetched"), 0)])
    }

    static func makeAssembly(
        _ contract: Contract? = nil, atStart: [String] = []
    ) throws -> (Assembly, client: PartReference<Client>, server: PartReference<Server>) {
        var assembly = Assembly()
        let client = assembly.add("client") { Client(atStart: atStart) }
        let server = assembly.add("server") { Server() }
        assembly.connect(client.requests, to: server.requests)
        assembly.connect(server.replies, to: client.replies)
        assembly.add(try contract ?? talk(), named: "talk", to: client.requests, client.replies)
        return (assembly, client, server)
    }

    static func breach(_ action: Contract.Action, _ expected: Contract.Action...) -> ContractBreach {
        ContractBreach(part: "client", contract: "talk", action: action, expected: expected)
    }

    /// A contract that allows actions in any order.
    static func one(_ actions: Contract.Action...) throws -> Contract {
        try Contract(mayEnd: [true], transitions: actions.map { (0, $0, 0) })
    }
}

extension [ComponentFailure] {
    var breaches: [ContractBreach] {
        compactMap { if case .breach(let breach)? = $0.error as? ComponentError { breach } else { nil } }
    }
}

extension Contract {
    /// The contract of the other side.
    func reversed() throws -> Contract {
        var transitions: [Transition] = []
        for state in mayEnd.indices {
            for (number, action) in actions.enumerated() {
                guard let target = target(from: state, on: number) else { continue }
                switch action {
                case .send(let name): transitions.append((state, .receive(name), target))
                case .receive(let name): transitions.append((state, .send(name), target))
                case .timeout: transitions.append((state, .timeout, target))
                }
            }
        }
        return try Contract(mayEnd: mayEnd, transitions: transitions)
    }
}
