import ComponentFormats
import Testing

/// The types of messages at the ends of channels.
struct TypeTests {
    @Test func allReceiversCount() {
        let text = """
            {"components": {
              "a": {"out": {"o": {"m": "number"}}},
              "b": {"in": {"i": {"m": "text"}}},
              "c": {"in": {"i": {"m": "number"}}}},
             "channels": [{"from": "a.o", "to": ["b.i", "c.i"]}]}
            """
        #expect(
            errors(text) == [
                "a.json:5:24: a.o sends 'm' with \"number\", and b.i expects \"text\"; make the types equal"
            ])
    }

    @Test func entriesWithACommonPortAreOneChannel() {
        let text = """
            {"components": {
              "a": {"out": {"o": {"m": "number"}}},
              "b": {"in": {"i": {"m": "any"}}},
              "c": {"out": {"o": {"m": "text"}}},
              "d": {"in": {"i": {"m": "number"}}}},
             "channels": [{"from": "a.o", "to": "b.i"}, {"from": "c.o", "to": "b.i"}, {"from": "a.o", "to": "d.i"}]}
            """
        #expect(
            errors(text) == [
                "a.json:6:54: c.o sends 'm' with \"text\", and d.i expects \"number\"; make the types equal"
            ])
    }

    @Test func messagesThroughAssembliesHaveTypes() {
        let inner = """
            {"components": {
              "x": {"components": {"y": {"in": {"i": {"m": ["text"]}}}, "z": {"out": {"o": {"n": "text"}}}},
                "environment": {"p": "y.i", "q": "z.o"}}},
             "environment": {"p": "x.p", "q": "x.q"}}
            """
        let text = """
            {"components": {
              "a": {"out": {"o": {"m": ["number"]}}, "in": {"i": {"n": "none"}}},
              "b": {"assembly": "inner.json"}, "c": {"assembly": "inner.json"}},
             "channels": [{"from": "a.o", "to": ["b.p", "c.p"]}, {"from": ["b.q", "c.q"], "to": "a.i"}]}
            """
        #expect(
            errors(text, ["inner.json": inner]) == [
                "a.json:4:24: a.o sends 'm' with [\"number\"], and b.x.y.i expects [\"text\"]; make the types equal",
                // Once for the file.
                "inner.json:3:38: b.x.z.o sends 'n' with \"text\", and a.i expects \"none\"; make the types equal",
            ])
    }

    @Test func portsOfTheEnvironmentJoinPorts() {
        #expect(
            errors("{\"components\": {\"a\": {}}, \"environment\": {\"p\": [], \"q\": 7}}") == [
                "a.json:1:43: the port 'p' of the environment joins nothing; name a port",
                "a.json:1:57: expected a port, such as \"model.service\", or a list of ports, found '7}}'",
            ])
    }

    /// Components never wait, so that a mailbox whose senders shall wait is warned of.
    @Test func mailboxesThatLetComponentsWaitAreWarnedOf() throws {
        func warnings(_ policy: String, _ channels: String) throws -> [String] {
            try read(
                """
                {"components": {
                  "a": {"out": {"o": "m"}, "optional": "o"},
                  "b": {"in": {"i": "m"}, "mailbox": {"capacity": 1, "policy": "\(policy)"}},
                  "c": {"components": {"d": {"in": {"i": "m"}, "mailbox": {"policy": "\(policy)"}}},
                    "environment": {"p": "d.i"}}},
                 "channels": [\(channels)], "environment": {"e": "b.i", "f": "c.p"}}
                """
            ).warnings.map(\.description)
        }
        #expect(try warnings("wait", "") == [])
        #expect(try warnings("fail", #"{"from": "a.o", "to": ["b.i", "c.p"]}"#) == [])
        let found = try warnings("wait", #"{"from": "a.o", "to": ["b.i", "c.p"]}"#)
        let reason = "lets senders wait, but a.o is a component's, which never waits: a full mailbox lets the receiver "
        #expect(
            found == [
                "a.json:5:26: c.d.i \(reason)fail; choose another policy",
                "a.json:6:38: b.i \(reason)fail; choose another policy",
            ])
    }
}
