import Components
import Testing

private typealias Client = ContractExample.Client
private typealias Server = ContractExample.Server

struct ContractRunTests {
    // MARK: - Runs

    @Test func whatIsAllowedRunsOn() throws {
        let (assembly, client, _) = try ContractExample.makeAssembly()
        let simulation = try Simulation(assembly)
        let orders = try simulation.port(\.orders, of: client)
        orders.go(["fetch"])
        #expect(try simulation.step())
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
        let (assembly, client, server) = try ContractExample.makeAssembly()
        var options = Simulation.Options()
        options.traceLimit = 100
        let simulation = try Simulation(assembly, options)
        let port = try simulation.port(\.orders, of: client)
        port.go(["fetch", "cancel", "fetch"])
        try simulation.run()
        #expect(simulation.failures.breaches == [ContractExample.breach(.send("requests.cancel"), .receive("fetched"))])
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
        var (assembly, client, server) = try ContractExample.makeAssembly()
        assembly.mock(server) {
            Receive(\.requests.fetch) { server, _ in for _ in 0..<2 { server.replies.fetched(7) } }
        }
        assembly.waitForRestart(["client"])
        let simulation = try Simulation(assembly)
        try simulation.port(\.orders, of: client).go(["fetch"])
        try simulation.run()
        #expect(simulation.failures.breaches == [ContractExample.breach(.receive("fetched"), .send("fetch"))])
        #expect(try simulation.with(client) { $0.fetched } == [7])
    }

    @Test func theStartIsWatched() throws {
        let (assembly, _, server) = try ContractExample.makeAssembly(atStart: ["cancel", "fetch"])
        let simulation = try Simulation(assembly)
        try simulation.run()
        #expect(simulation.failures.breaches == [ContractExample.breach(.send("requests.cancel"), .send("fetch"))])
        // What comes after the breach is watched from the state before it.
        #expect(try simulation.with(server) { $0.requestCount } == 1)
    }

    @Test func messagesForLaterAreWatchedWhenTheyAreSent() throws {
        let (assembly, client, server) = try ContractExample.makeAssembly()
        let simulation = try Simulation(assembly)
        try simulation.port(\.orders, of: client).go(["later", "later"])
        try simulation.run()
        #expect(simulation.failures.isEmpty)
        try simulation.advance(by: .seconds(1))
        #expect(simulation.failures.breaches == [ContractExample.breach(.send("fetch"), .receive("fetched"))])
        #expect(simulation.failures.first?.time == .seconds(1))
        #expect(try simulation.with(server) { $0.requestCount } == 1)
    }

    @Test func timeoutsAreFreeUnlessMentioned() throws {
        // (timeout !cancel)*
        let strict = try Contract(mayEnd: [true, false], transitions: [(0, .timeout, 1), (1, .send("cancel"), 0)])
        for (contract, breaches) in [
            (try ContractExample.talk(), []),
            (strict, [ContractBreach(part: "client", contract: "talk", action: .timeout, expected: [.send("cancel")])]),
        ] {
            let (assembly, client, _) = try ContractExample.makeAssembly(contract)
            let simulation = try Simulation(assembly)
            try simulation.port(\.orders, of: client).go(["wait", "wait"])
            try simulation.advance(by: .seconds(2))
            #expect(simulation.failures.breaches == breaches)
            if breaches.isEmpty { #expect(try simulation.with(client) { $0.lateCount } == 2) }
        }
    }

    @Test func restartedComponentsBeginAfresh() throws {
        var (assembly, client, server) = try ContractExample.makeAssembly()
        assembly.supervise(client)
        // So that no reply comes.
        assembly.mock(server) {}
        let simulation = try Simulation(assembly)
        let port = try simulation.port(\.orders, of: client)
        port.go(["fetch", "fetch"])
        try simulation.run()
        #expect(simulation.failures.breaches == [ContractExample.breach(.send("fetch"), .receive("fetched"))])
        #expect(simulation.contractStates(ofPart: "client") == ["talk": 0])
        port.go(["fetch"])
        try simulation.run()
        #expect(simulation.failures.count == 1)
        #expect(simulation.contractStates(ofPart: "client") == ["talk": 1])
        port.go(["cancel"])
        try simulation.run()
        #expect(
            simulation.failures.breaches.last == ContractExample.breach(.send("requests.cancel"), .receive("fetched")))
    }

    @Test func contractsOutliveReplacements() throws {
        var (assembly, client, server) = try ContractExample.makeAssembly(atStart: ["fetch"])
        let contracts = assembly.contracts
        assembly.add(try ContractExample.talk().reversed(), named: "talk", to: server.requests, server.replies)
        assembly.replace("client") { Client(atStart: ["cancel"]) }
        assembly.mock(server) {}
        #expect(assembly.contracts.first == contracts.first)
        let simulation = try Simulation(assembly)
        try simulation.run()
        #expect(simulation.failures.breaches.map(\.part) == ["client"])
        _ = client
    }

    @Test func mocksAreWatchedAlsoAfterARestart() throws {
        var (assembly, client, server) = try ContractExample.makeAssembly(atStart: ["fetch"])
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
        let orders = ProxyInput<ContractExample.Orders>()

        func addContents(to assembly: inout Assembly, of shop: PartReference<Shop>) {
            let client = assembly.add("client") { Client() }
            let server = assembly.add("server") { Server() }
            assembly.connect(client.requests, to: server.requests)
            assembly.connect(server.replies, to: client.replies)
            assembly.connect(shop.orders, to: client.orders)
            guard let contract = try? ContractExample.talk() else { return }
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
        let orders = Output<ContractExample.Orders>()
        func start() { orders.go(["cancel"]) }
    }

    @Test func severalContractsHoldTogether() throws {
        var (assembly, client, server) = try ContractExample.makeAssembly()
        // At most one request in all; the first contract is fine with the second.
        let once = try Contract(mayEnd: [true, true], transitions: [(0, .send("fetch"), 1)])
        assembly.add(once, named: "once", to: client.requests)
        let simulation = try Simulation(assembly)
        let orders = try simulation.port(\.orders, of: client)
        orders.go(["fetch"])
        try simulation.run()
        orders.go(["fetch"])
        #expect(try simulation.step())
        #expect(
            simulation.failures.breaches == [
                ContractBreach(part: "client", contract: "once", action: .send("fetch"), expected: [])
            ])
        #expect(try simulation.with(server) { $0.requestCount } == 1)
    }

    @Test func manyContractsOfOnePortStepTogetherOrNotAtAll() throws {
        var (assembly, client, server) = try ContractExample.makeAssembly(
            ContractExample.one(.send("fetch"), .receive("fetched")))
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
        let orders = Input<ContractExample.Orders>()
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
            (try ContractExample.one(.send("ask")), []),
        ] {
            var assembly = Assembly()
            let asker = assembly.add("asker") { Asker() }
            let answerer = assembly.add("answerer") { Answerer() }
            assembly.connect(asker.asking, to: answerer.asking)
            assembly.add(contract, named: "c", to: asker.asking)
            assembly.add(try ContractExample.one(.receive("ask")), named: "c", to: answerer.asking)
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

    /// Supervised components break their contracts by commands again and again, side by side.
    @Test func restartsInSystemsBeginAfreshAndRepeat() async throws {
        var assembly = Assembly()
        let askers = (0..<4).map { number in assembly.add("asker\(number)") { Asker() } }
        let answerer = assembly.add("answerer") { Answerer() }
        assembly.connect(askers.map(\.asking), to: [answerer.asking])
        // One command in all.
        let once = try Contract(mayEnd: [true, true], transitions: [(0, .send("ask"), 1)])
        for asker in askers {
            assembly.add(once, named: "once", to: asker.asking)
            assembly.supervise(asker, by: Supervision(maximumRestarts: 1_000), as: "supervisor-\(asker.name)")
        }
        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        for _ in 0..<50 {
            for asker in askers { try system.port(\.orders, of: asker).go(["first", "second", "third"]) }
        }
        await system.idle()
        // The second command of each order breaks it, and the first one of all but the first order
        // doesn't: the component is fresh.
        #expect(system.failures.breaches.count == 200)
        let replay = try Simulation(replaying: system.recording, of: assembly)
        try replay.run()
        #expect(replay.trace.map(\.description) == system.trace.map(\.description))
        // Those of different components have no order.
        #expect(replay.failures.map(\.description).sorted() == system.failures.map(\.description).sorted())
        await system.end()
    }

    @Test func systemsWatch() async throws {
        for (words, expected) in [
            (["fetch"], []),
            (["fetch", "cancel"], [ContractExample.breach(.send("requests.cancel"), .receive("fetched"))]),
            (["cancel"], [ContractExample.breach(.send("requests.cancel"), .send("fetch"))]),
        ] {
            for atStart in [false, true] {
                let (assembly, client, _) = try ContractExample.makeAssembly(atStart: atStart ? words : [])
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
