import Components
import TestSupport
import Testing

private struct Requests: PortProtocol {
    let fetch = Message<Int>()
    let cancel = Message<Void>()
}

private struct Replies: PortProtocol {
    let fetched = Message<Int>()
    let failed = Message<Void>()
}

private struct Orders: PortProtocol { let go = Message<[String]>() }
private struct Waiting: PortProtocol { let late = Message<Void>() }

/// Sends what it is told to send.
private struct Client: Component {
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
private struct Server: Component {
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
private func talk() throws -> Contract {
    try Contract(mayEnd: [true, false], transitions: [(0, .send("fetch"), 1), (1, .receive("fetched"), 0)])
}

private func makeAssembly(
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

private func breach(_ action: Contract.Action, _ expected: Contract.Action...) -> ContractBreach {
    ContractBreach(part: "client", contract: "talk", action: action, expected: expected)
}

extension [ComponentFailure] {
    fileprivate var breaches: [ContractBreach] {
        compactMap { if case .breach(let breach)? = $0.error as? ComponentError { breach } else { nil } }
    }
}

struct ContractTests {
    // MARK: - Values

    @Test func invalidContractsAreErrors() {
        func error(_ mayEnd: [Bool], _ transitions: [Contract.Transition]) -> String {
            do throws(ContractError) {
                _ = try Contract(mayEnd: mayEnd, transitions: transitions)
                return ""
            } catch { return error.description }
        }
        #expect(error([], []) == "a contract needs a state; add the start")
        #expect(error([true], [(0, .timeout, 1)]) == "unknown state 1; number the states from 0 to 0")
        #expect(error([true], [(-1, .timeout, 0)]) == "unknown state -1; number the states from 0 to 0")
        #expect(
            error([true, true], [(0, .send("a"), 1), (0, .send("a"), 0)])
                == "two transitions on !a leave state 0; keep one")
        #expect(error([true], [(0, .send("a"), 0), (0, .receive("a"), 0)]) == "")
        for name in ["", "a b", "(", "x*", "a|b", "a+", "!a", "?", "a\u{7}"] {
            #expect(error([true], [(0, .send(name), 0)]).hasPrefix("invalid action '!"), "\(name)")
        }
    }

    @Test func actionsAreTexts() throws {
        for action in [Contract.Action.send("a"), .receive("port.a"), .timeout, .receive("timeout")] {
            #expect(try Contract.Action(action.description) == action)
        }
        for text in ["", "a", "!", "?", "time out", "! a"] {
            #expect(throws: ContractError.invalidAction(text)) { try Contract.Action(text) }
        }
    }

    @Test func tablesTellTargets() throws {
        let contract = try Contract(
            mayEnd: [true, false], actions: [.timeout],
            transitions: [(0, .send("a"), 1), (1, .receive("b"), 0), (1, .send("a"), 1)])
        #expect(contract.actions == [.timeout, .send("a"), .receive("b")])
        #expect(contract.allowed(in: 0) == [.send("a")])
        #expect(contract.allowed(in: 1) == [.send("a"), .receive("b")])
        #expect(contract.target(from: 1, on: 2) == 0)
        #expect(contract.target(from: 0, on: 0) == nil)
    }

    // MARK: - Checks

    private func findings(_ change: (inout Assembly, PartReference<Client>, PartReference<Server>) throws -> Void)
        throws -> [String]
    {
        var (assembly, client, server) = try makeAssembly()
        try change(&assembly, client, server)
        let errors = assembly.check().filter { $0.isError && $0.message.contains("contract") }
        if !errors.isEmpty { #expect(throws: ComponentError.self) { try Simulation(assembly) } }
        return errors.map(\.message)
    }

    private func one(_ actions: Contract.Action...) throws -> Contract {
        try Contract(mayEnd: [true], transitions: actions.map { (0, $0, 0) })
    }

    @Test func validContractsHaveNoFindings() throws {
        #expect(try findings { _, _, _ in } == [])
        #expect(
            try findings { assembly, client, server in
                assembly.add(
                    try one(.send("requests.fetch"), .receive("failed"), .timeout), named: "more",
                    to: client.replies, client.requests)
                assembly.add(try talk().reversed(), named: "talk", to: server.requests, server.replies)
            } == [])
    }

    @Test func wrongPortsAreFound() throws {
        #expect(
            try findings { assembly, client, server in
                assembly.add(try talk(), named: "talk", to: client.requests, client.replies)
                assembly.add(try talk(), named: "a", to: [])
                assembly.add(try talk(), named: "b", to: PortReference("nobody", "x"))
                assembly.add(try talk(), named: "c", to: client.requests, server.replies)
                assembly.add(try talk(), named: "d", to: client.requests, PortReference("client", "reply"))
                assembly.add(try talk(), named: "e", to: client.requests, client.replies, client.replies)
                assembly.add(try talk(), named: "f", to: PortReference("client", "waiting"))
                assembly.add(try talk(), named: "g h", to: client.requests, client.replies)
            } == [
                "'client' has two contracts 'talk'; rename one",
                "the contract 'a' has no ports; name those of a part",
                "unknown part 'nobody' of the contract 'b'; add it or fix the name",
                "the contract 'c' has ports of 'client' and 'server'; give each part one of its own",
                "unknown port 'reply' of 'client' in the contract 'd'; fix the name",
                "client.replies is twice in the contract 'e'; remove one",
                "client.waiting leads to the component itself; remove it from the contract 'f', where timeout stands "
                    + "for its messages",
                "invalid contract name 'g h'; use letters and digits without '.' and spaces",
            ])
    }

    private struct Double: Component {
        let left = Output<Requests>(isOptional: true)
        let right = Output<Requests>(isOptional: true)
        let inside = ProxyInput<Requests>()

        func addContents(to assembly: inout Assembly, of double: PartReference<Double>) {
            let server = assembly.add("server") { Server() }
            assembly.connect(double.inside, to: server.requests)
        }
    }

    @Test func wrongMessagesAreFound() throws {
        #expect(
            try findings { assembly, client, _ in
                let double = assembly.add("double") { Double() }
                assembly.add(try one(.send("fetc")), named: "a", to: client.requests)
                assembly.add(try one(.receive("fetch")), named: "b", to: client.requests)
                assembly.add(try one(.send("fetched")), named: "c", to: client.replies)
                assembly.add(try one(.send("fetch")), named: "d", to: double.left, double.right)
                assembly.add(try one(.send("fetch"), .send("requests.fetch")), named: "e", to: client.requests)
                assembly.add(
                    try one(.send("left.fetch"), .send("right.fetch")), named: "f", to: double.left, double.right)
                assembly.add(try one(.receive("fetch")), named: "g", to: double.inside)
            } == [
                "no port of the contract 'a' sends 'fetc'; fix the name, or add its port",
                "'?fetch' of the contract 'b' isn't possible: client.requests sends the message; write !fetch",
                "'!fetched' of the contract 'c' isn't possible: client.replies receives the message; write ?fetched",
                "'!fetch' of the contract 'd' is left.fetch or right.fetch; write !left.fetch or !right.fetch",
                "'!fetch' and '!requests.fetch' of the contract 'e' are one message; keep one of them",
                "double.inside is a proxy port; give the contract 'g' to the component inside",
            ])
    }

    // MARK: - Runs

    @Test func whatIsAllowedRunsOn() throws {
        let (assembly, client, _) = try makeAssembly()
        let simulation = try Simulation(assembly)
        let orders = try simulation.port(\.orders, of: client)
        orders.go(["fetch"])
        #expect(simulation.step())
        #expect(simulation.contractStates(ofPart: "client") == ["talk": 1])
        try simulation.run()
        orders.go(["fetch"])
        try simulation.run()
        #expect(simulation.failures.isEmpty)
        #expect(try simulation.with(client) { $0.fetched } == [0, 0])
        #expect(simulation.contractStates(ofPart: "client") == ["talk": 0])
        #expect(simulation.contractStates(ofPart: "server") == [:])
        #expect(simulation.assembly.current.contracts == assembly.contracts)
    }

    @Test func whatMayNotBeSentIsNot() throws {
        let (assembly, client, server) = try makeAssembly()
        var options = Simulation.Options()
        options.traceLimit = 100
        let simulation = try Simulation(assembly, options)
        let port = try simulation.port(\.orders, of: client)
        port.go(["fetch", "cancel", "fetch"])
        try simulation.run()
        #expect(simulation.failures.breaches == [breach(.send("requests.cancel"), .receive("fetched"))])
        #expect(simulation.failures.count == 1)
        #expect(
            simulation.failures.first.map { "\($0.error)" }
                == "'client' breaks its contract 'talk' by !requests.cancel; expected ?fetched; mend the component or "
                + "the contract")
        #expect(try simulation.with(server) { $0.requestCount } == 1)
        #expect(!simulation.assembly.contains("client"))
        // Numbers have no gaps.
        #expect(simulation.trace.compactMap(\.id).filter { $0.sender == "client" }.allSatisfy { $0.number == 1 })
        _ = client
    }

    @Test func whatMayNotBeReceivedIsNotHandled() throws {
        var (assembly, client, server) = try makeAssembly()
        assembly.mock(server) {
            Receive(\.requests.fetch) { server, _ in for _ in 0..<2 { server.replies.fetched(7) } }
        }
        assembly.waitForRestart(["client"])
        let simulation = try Simulation(assembly)
        try simulation.port(\.orders, of: client).go(["fetch"])
        try simulation.run()
        #expect(simulation.failures.breaches == [breach(.receive("fetched"), .send("fetch"))])
        #expect(try simulation.with(client) { $0.fetched } == [7])
    }

    @Test func theStartIsWatched() throws {
        let (assembly, _, server) = try makeAssembly(atStart: ["cancel", "fetch"])
        let simulation = try Simulation(assembly)
        try simulation.run()
        #expect(simulation.failures.breaches == [breach(.send("requests.cancel"), .send("fetch"))])
        // What comes after the breach is watched from the state before it.
        #expect(try simulation.with(server) { $0.requestCount } == 1)
    }

    @Test func messagesForLaterAreWatchedWhenTheyAreSent() throws {
        let (assembly, client, server) = try makeAssembly()
        let simulation = try Simulation(assembly)
        try simulation.port(\.orders, of: client).go(["later", "later"])
        try simulation.run()
        #expect(simulation.failures.isEmpty)
        try simulation.advance(by: .seconds(1))
        #expect(simulation.failures.breaches == [breach(.send("fetch"), .receive("fetched"))])
        #expect(simulation.failures.first?.time == .seconds(1))
        #expect(try simulation.with(server) { $0.requestCount } == 1)
    }

    @Test func timeoutsAreFreeUnlessMentioned() throws {
        // (timeout !cancel)*
        let strict = try Contract(mayEnd: [true, false], transitions: [(0, .timeout, 1), (1, .send("cancel"), 0)])
        for (contract, breaches) in [
            (try talk(), []),
            (strict, [ContractBreach(part: "client", contract: "talk", action: .timeout, expected: [.send("cancel")])]),
        ] {
            let (assembly, client, _) = try makeAssembly(contract)
            let simulation = try Simulation(assembly)
            try simulation.port(\.orders, of: client).go(["wait", "wait"])
            try simulation.advance(by: .seconds(2))
            #expect(simulation.failures.breaches == breaches)
            if breaches.isEmpty { #expect(try simulation.with(client) { $0.lateCount } == 2) }
        }
    }

    @Test func restartedComponentsBeginAfresh() throws {
        var (assembly, client, server) = try makeAssembly()
        assembly.supervise(client)
        // So that no reply comes.
        assembly.mock(server) {}
        let simulation = try Simulation(assembly)
        let port = try simulation.port(\.orders, of: client)
        port.go(["fetch", "fetch"])
        try simulation.run()
        #expect(simulation.failures.breaches == [breach(.send("fetch"), .receive("fetched"))])
        #expect(simulation.contractStates(ofPart: "client") == ["talk": 0])
        port.go(["fetch"])
        try simulation.run()
        #expect(simulation.failures.count == 1)
        #expect(simulation.contractStates(ofPart: "client") == ["talk": 1])
        port.go(["cancel"])
        try simulation.run()
        #expect(simulation.failures.breaches.last == breach(.send("requests.cancel"), .receive("fetched")))
    }

    @Test func contractsOutliveReplacements() throws {
        var (assembly, client, server) = try makeAssembly(atStart: ["fetch"])
        let contracts = assembly.contracts
        assembly.add(try talk().reversed(), named: "talk", to: server.requests, server.replies)
        assembly.replace("client") { Client(atStart: ["cancel"]) }
        assembly.mock(server) {}
        #expect(assembly.contracts.first == contracts.first)
        let simulation = try Simulation(assembly)
        try simulation.run()
        #expect(simulation.failures.breaches.map(\.part) == ["client"])
        _ = client
    }

    @Test func mocksAreWatchedAlsoAfterARestart() throws {
        var (assembly, client, server) = try makeAssembly(atStart: ["fetch"])
        // Messages that the mock drops count once.
        let twice = try Contract(
            mayEnd: [true, true, true], transitions: [(0, .receive("fetch"), 1), (1, .receive("fetch"), 2)])
        assembly.add(twice, named: "twice", to: server.requests)
        assembly.mock(server) {}
        let simulation = try Simulation(assembly)
        try simulation.assembly.restart("server")
        try simulation.run()
        #expect(simulation.contractStates(ofPart: "server") == ["twice": 1])
        _ = client
    }

    /// A component with a contract of its own contents.
    private struct Shop: Component {
        let orders = ProxyInput<Orders>()

        func addContents(to assembly: inout Assembly, of shop: PartReference<Shop>) {
            let client = assembly.add("client") { Client() }
            let server = assembly.add("server") { Server() }
            assembly.connect(client.requests, to: server.requests)
            assembly.connect(server.replies, to: client.replies)
            assembly.connect(shop.orders, to: client.orders)
            guard let contract = try? talk() else { return }
            assembly.add(contract, named: "talk", to: client.requests, client.replies)
        }
    }

    @Test func contentsHaveContracts() throws {
        var assembly = Assembly()
        let shop = assembly.add("shop") { Shop() }
        let source = assembly.add("source") { Starter() }
        assembly.connect(source.orders, to: shop.orders)
        #expect(assembly.contracts.map(\.ports.first?.part) == ["shop.client"])
        let simulation = try Simulation(assembly)
        // Also those of components that are added to a run.
        try simulation.assembly.add("other") { Shop() }
        #expect(simulation.contractStates(ofPart: "other.client") == ["talk": 0])
        try simulation.run()
        #expect(simulation.failures.breaches.map(\.part) == ["shop.client"])
        var replaced = assembly
        replaced.replace("shop") { Server() }
        #expect(replaced.contracts == [])
    }

    private struct Starter: Component {
        let orders = Output<Orders>()
        func start() { orders.go(["cancel"]) }
    }

    @Test func severalContractsHoldTogether() throws {
        var (assembly, client, server) = try makeAssembly()
        // At most one request in all; the first contract is fine with the second.
        let once = try Contract(mayEnd: [true, true], transitions: [(0, .send("fetch"), 1)])
        assembly.add(once, named: "once", to: client.requests)
        let simulation = try Simulation(assembly)
        let orders = try simulation.port(\.orders, of: client)
        orders.go(["fetch"])
        try simulation.run()
        orders.go(["fetch"])
        #expect(simulation.step())
        #expect(
            simulation.failures.breaches == [
                ContractBreach(part: "client", contract: "once", action: .send("fetch"), expected: [])
            ])
        #expect(try simulation.with(server) { $0.requestCount } == 1)
    }

    @Test func manyContractsOfOnePortStepTogetherOrNotAtAll() throws {
        var (assembly, client, server) = try makeAssembly(one(.send("fetch"), .receive("fetched")))
        let once = try Contract(
            mayEnd: [true, true, true], transitions: [(0, .send("fetch"), 1), (1, .send("fetch"), 2)])
        for number in 0..<20_000 {
            let contract =
                number == 10_000 ? try Contract(mayEnd: [true, true], transitions: [(0, .send("fetch"), 1)]) : once
            assembly.add(contract, named: "c\(number)", to: client.requests)
        }
        assembly.waitForRestart(["client"])
        let simulation = try Simulation(assembly)
        let orders = try simulation.port(\.orders, of: client)
        for _ in 0..<2 {
            orders.go(["fetch"])
            try simulation.run()
        }
        #expect(simulation.failures.breaches.map(\.contract) == ["c10000"])
        let states = simulation.contractStates(ofPart: "client")
        #expect(states.filter { $0.key != "talk" }.allSatisfy { $0.value == 1 })
        #expect(states.count == 20_001)
        #expect(try simulation.with(server) { $0.requestCount } == 1)
    }

    // MARK: - Commands

    private struct Asking: PortProtocol { let ask = Command<Int, Int>() }

    private struct Asker: Component {
        let asking = Output<Asking>()
        let orders = Input<Orders>()
        var answers: [Int] = []

        static var handlers: Handlers<Asker> {
            Receive(\.orders.go) { asker, words in for _ in words { asker.asking.ask(1) } }
            ReceiveAnswer(\.asking.ask) { asker, _, answer in asker.answers.append((try? answer.get()) ?? -1) }
        }
    }

    private struct Answerer: Component {
        let asking = Input<Asking>()
        static var handlers: Handlers<Answerer> { Receive(\.asking.ask) { _, number in number + 1 } }
    }

    @Test func answersAreReceived() throws {
        for (contract, expected) in [
            // One at a time.
            (
                try Contract(mayEnd: [true, false], transitions: [(0, .send("ask"), 1), (1, .receive("ask"), 0)]),
                [ContractBreach(part: "asker", contract: "c", action: .send("ask"), expected: [.receive("ask")])]
            ),
            // Answers are free if they aren't mentioned.
            (try one(.send("ask")), []),
        ] {
            var assembly = Assembly()
            let asker = assembly.add("asker") { Asker() }
            let answerer = assembly.add("answerer") { Answerer() }
            assembly.connect(asker.asking, to: answerer.asking)
            assembly.add(contract, named: "c", to: asker.asking)
            assembly.add(try one(.receive("ask")), named: "c", to: answerer.asking)
            let simulation = try Simulation(assembly)
            let orders = try simulation.port(\.orders, of: asker)
            orders.go(["once"])
            try simulation.run()
            #expect(try simulation.with(asker) { $0.answers } == [2])
            orders.go(["once", "twice"])
            try simulation.run()
            #expect(simulation.failures.breaches == expected)
        }
    }

    // MARK: - Systems

    @Test func systemsWatch() async throws {
        for (words, expected) in [
            (["fetch"], []), (["fetch", "cancel"], [breach(.send("requests.cancel"), .receive("fetched"))]),
            (["cancel"], [breach(.send("requests.cancel"), .send("fetch"))]),
        ] {
            for atStart in [false, true] {
                let (assembly, client, _) = try makeAssembly(atStart: atStart ? words : [])
                var options = ComponentSystem.Options()
                options.isRecording = true
                let system = try ComponentSystem(assembly, options)
                if !atStart { try system.port(\.orders, of: client).go(words) }
                await system.idle()
                #expect(system.failures.breaches == expected)
                let replay = try Simulation(replaying: system.recording, of: assembly)
                try replay.run()
                #expect(replay.failures.breaches == expected)
                #expect(replay.trace.map(\.description) == system.trace.map(\.description))
                await system.end()
            }
        }
    }
}

extension Contract {
    /// The contract of the other side.
    fileprivate func reversed() throws -> Contract {
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
