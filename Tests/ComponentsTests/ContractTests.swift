import Components
import TestSupport
import Testing

private typealias Client = ContractExample.Client
private typealias Server = ContractExample.Server

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
        var (assembly, client, server) = try ContractExample.makeAssembly()
        try change(&assembly, client, server)
        let errors = assembly.check().filter { $0.isError && $0.message.contains("contract") }
        if !errors.isEmpty { #expect(throws: ComponentError.self) { try Simulation(assembly) } }
        return errors.map(\.message)
    }

    @Test func validContractsHaveNoFindings() throws {
        #expect(try findings { _, _, _ in } == [])
        #expect(
            try findings { assembly, client, server in
                assembly.add(
                    try ContractExample.one(.send("requests.fetch"), .receive("failed"), .timeout), named: "more",
                    to: client.replies, client.requests)
                assembly.add(try ContractExample.talk().reversed(), named: "talk", to: server.requests, server.replies)
            } == [])
    }

    @Test func wrongPortsAreFound() throws {
        #expect(
            try findings { assembly, client, server in
                assembly.add(try ContractExample.talk(), named: "talk", to: client.requests, client.replies)
                assembly.add(try ContractExample.talk(), named: "a", to: [])
                assembly.add(try ContractExample.talk(), named: "b", to: PortReference("nobody", "x"))
                assembly.add(try ContractExample.talk(), named: "c", to: client.requests, server.replies)
                assembly.add(
                    try ContractExample.talk(), named: "d", to: client.requests, PortReference("client", "reply"))
                assembly.add(
                    try ContractExample.talk(), named: "e", to: client.requests, client.replies, client.replies)
                assembly.add(try ContractExample.talk(), named: "f", to: PortReference("client", "waiting"))
                assembly.add(try ContractExample.talk(), named: "g h", to: client.requests, client.replies)
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
        let left = Output<ContractExample.Requests>(isOptional: true)
        let right = Output<ContractExample.Requests>(isOptional: true)
        let inside = ProxyInput<ContractExample.Requests>()

        func addContents(to assembly: inout Assembly, of double: PartReference<Double>) {
            let server = assembly.add("server") { Server() }
            assembly.connect(double.inside, to: server.requests)
        }
    }

    @Test func wrongMessagesAreFound() throws {
        #expect(
            try findings { assembly, client, _ in
                let double = assembly.add("double") { Double() }
                assembly.add(try ContractExample.one(.send("fetc")), named: "a", to: client.requests)
                assembly.add(try ContractExample.one(.receive("fetch")), named: "b", to: client.requests)
                assembly.add(try ContractExample.one(.send("fetched")), named: "c", to: client.replies)
                assembly.add(try ContractExample.one(.send("fetch")), named: "d", to: double.left, double.right)
                assembly.add(
                    try ContractExample.one(.send("fetch"), .send("requests.fetch")), named: "e", to: client.requests)
                assembly.add(
                    try ContractExample.one(.send("left.fetch"), .send("right.fetch")), named: "f", to: double.left,
                    double.right)
                assembly.add(try ContractExample.one(.receive("fetch")), named: "g", to: double.inside)
            } == [
                "no port of the contract 'a' sends 'fetc'; fix the name, or add its port",
                "'?fetch' of the contract 'b' isn't possible: client.requests sends the message; write !fetch",
                "'!fetched' of the contract 'c' isn't possible: client.replies receives the message; write ?fetched",
                "'!fetch' of the contract 'd' is left.fetch or right.fetch; write !left.fetch or !right.fetch",
                "'!fetch' and '!requests.fetch' of the contract 'e' are one message; keep one of them",
                "double.inside is a proxy port; give the contract 'g' to the component inside",
            ])
    }
}
