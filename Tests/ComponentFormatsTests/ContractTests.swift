import ComponentContracts
import ComponentFormats
import Components
import Testing

/// Sends `fetch` for `go`, and `cancel` for `stop`; a client that may be told to do both.
private let client = """
    <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" name="Client">
      <state id="s">
        <transition event="go"><send event="fetch" target="#_requests"/></transition>
        <transition event="stop"><send event="cancel" target="#_requests"/></transition>
        <transition event="fetched"/>
      </state>
    </scxml>
    """

struct ContractTests {
    private func text(_ contracts: String) -> String {
        """
        {
          "components": {
            "client": {
              "chart": "client.scxml",
              "in": {"orders": ["go", "stop"], "replies": "fetched"},
              "out": {"requests": ["fetch", "cancel"]},
              "contracts": \(contracts)
            }
          },
          "environment": {"orders": "client.orders", "replies": "client.replies", "requests": "client.requests"}
        }
        """
    }

    private var options: AssemblyDocument.Options {
        var options = AssemblyDocument.Options()
        options.makeContract = { try Contract($0) }
        return options
    }

    private func document(_ contracts: String) throws -> AssemblyDocument {
        try read(text(contracts), ["client.scxml": client], options)
    }

    private func errors(_ contracts: String) -> [String] {
        ComponentFormatsTests.errors(text(contracts), ["client.scxml": client], options)
    }

    @Test func runsWatchContracts() throws {
        let document = try document(
            #"{"talk": {"ports": ["requests", "replies"], "messages": "(!fetch (?fetched | !cancel))*"}}"#)
        let run = try ComponentRun(document)
        for message in ["orders.go", "replies.fetched", "orders.go", "orders.stop"] { try run.send(message) }
        #expect(run.takeNotes() == [])
        try run.send("orders.stop")
        #expect(
            run.takeNotes().map(\.kind) == [
                .end(
                    "'client' breaks its contract 'talk' by !cancel; expected !fetch; mend the component or the contract"
                )
            ])
        #expect(run.takeReceived().map(\.name) == ["fetch", "fetch", "cancel"])
    }

    @Test func contractsInsideOthersAreWatched() throws {
        let inner = text(#"{"talk": {"ports": "requests", "messages": "!fetch"}}"#)
        let outer = """
            {
              "components": {"shop": {"assembly": "inner.json"}},
              "environment": {"orders": "shop.orders", "replies": "shop.replies", "requests": "shop.requests"}
            }
            """
        let document = try read(outer, ["inner.json": inner, "client.scxml": client], options)
        #expect(document.assembly.contracts.map(\.ports) == [[PortReference("shop.client", "requests")]])
        let run = try ComponentRun(document)
        for message in ["orders.go", "orders.go"] { try run.send(message) }
        #expect(run.takeNotes().map(\.component) == ["shop.client"])
    }

    @Test func writtenContractsAreReadAgain() throws {
        let first = try document(
            #"{"a": {"ports": "requests", "messages": "!fetch*"}, "b": {"messages": "?fetched", "ports": ["replies"]}}"#
        )
        let second = try read(first.json, ["client.scxml": client], options)
        #expect(second.assembly.contracts == first.assembly.contracts)
        #expect(second.assembly.contracts.map(\.name) == ["a", "b"])
        #expect(second.json == first.json)
    }

    @Test func errorsHavePlaces() {
        #expect(
            errors(#"{"a b": {"ports": "requests", "messages": "!fetch"}}"#) == [
                "a.json:7:21: invalid name 'a b' of a contract; use letters and digits without '.' and spaces"
            ])
        #expect(errors(#"{"a": {"messages": "!x"}}"#) == ["a.json:7:21: a contract lacks the key 'ports'; add it"])
        #expect(errors(#"{"a": {"ports": []}}"#) == ["a.json:7:21: a contract lacks the key 'messages'; add it"])
        #expect(
            errors(#"{"a": {"ports": "requests", "states": 3, "messages": "!fetch"}}"#) == [
                "a.json:7:48: unknown key 'states' in a contract; expected ports, messages"
            ])
        #expect(
            errors(#"{"a": {"ports": "requests", "messages": "!fetch | cancel"}}"#) == [
                "a.json:7:70: 'cancel' has no direction; write !cancel to send it, or ?cancel to receive it"
            ])
        #expect(
            errors(#"{"a": {"ports": "requests", "messages": "!\u0066etch )"}}"#) == [
                "a.json:7:60: column 8: this ')' has no '('; remove it"
            ])
        #expect(
            errors(#"{"a": {"ports": "request", "messages": "!fetch"}, "b": {"ports": "requests", "messages": "!go"}}"#)
                == [
                    "a.json:7:21: unknown port 'request' of 'client' in the contract 'a'; fix the name",
                    "a.json:7:70: no port of the contract 'b' sends 'go'; fix the name, or add its port",
                ])
    }

    @Test func contractsAreBoundedTogether() {
        // Each has 2¹⁶ states for two actions.
        let large = "(!fetch | !cancel)* !fetch" + String(repeating: " (!fetch | !cancel)", count: 15)
        let contracts = (0..<100).map { #""c\#($0)": {"ports": "requests", "messages": "\#(large)"}"# }
        var options = options
        // Made once, as it takes long.
        let contract = Result { try Contract(large) }
        options.makeContract = { _ in try contract.get() }
        let errors = ComponentFormatsTests.errors(
            text("{\(contracts.joined(separator: ", "))}"), ["client.scxml": client], options)
        #expect(errors.count == 1)
        #expect(
            errors[0].hasSuffix(
                ": the contracts have more than 10000000 pairs of a state and an action; simplify them"))
    }

    @Test func containersHaveNoContracts() {
        #expect(
            ComponentFormatsTests.errors(
                #"""
                {"components": {"a": {"components": {"b": {"in": {"p": "m"}}}, "environment": {"p": "b.p"},
                  "contracts": {"c": {"ports": "p", "messages": "?m"}}}}}
                """#, [:], options) == [
                    "a.json:2:17: a component with 'components' has no contracts; give 'c' to a component inside"
                ])
    }

    @Test func contractsAreNeverIgnored() {
        #expect(
            ComponentFormatsTests.errors(
                text(#"{"talk": {"ports": "requests", "messages": "!fetch"}}"#), ["client.scxml": client]
            ) == ["a.json:7:63: contracts can't be watched here; set 'makeContract' to Contract.init"])
    }
}
