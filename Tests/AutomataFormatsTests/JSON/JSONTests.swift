import Automata
import AutomataFormats
import Testing

@Suite("JSON")
struct JSONTests {
    @Test("what is written")
    func written() throws {
        let automaton = try EpsilonNFA(
            alphabet: ["0", "\"\u{1}é"], transitions: [("p", "\"\u{1}é", "p"), ("p", "", "q")], initial: ["p"],
            final: ["q"])
        #expect(
            try Format.json.writeText(.epsilonNFA(automaton)) == """
                {
                  "format": "automata",
                  "version": 1,
                  "kind": "epsilon-NFA",
                  "alphabet": ["0", "\\"\\u0001é"],
                  "states": ["p", "q"],
                  "initial": ["p"],
                  "final": ["q"],
                  "transitions": [
                    ["p", null, "q"],
                    ["p", "\\"\\u0001é", "p"]
                  ]
                }

                """)
    }

    @Test("the kind is kept, even where a more specific one would do")
    func kind() throws {
        let dfa = try DFA(alphabet: ["a"], transitions: [("p", "a", "q")], initial: "p", final: ["q"])
        for automaton in [Automaton.dfa(dfa), .nfa(NFA(dfa)), .epsilonNFA(EpsilonNFA(NFA(dfa)))] {
            #expect(try Format.json.read(try Format.json.write(automaton).bytes) == automaton)
        }
    }

    @Test("names that aren't UTF-8 are kept byte by byte")
    func invalidNames() throws {
        let text: [UInt8] =
            Array("@NFA\n%Initial ".utf8) + [0xFF, 0xFE] + Array("\nx ".utf8) + [0xC0] + Array(" y\n".utf8)
        let automaton = try Format.mata.read(text)
        for format in [Format.json, .mata, .dot] {
            #expect(try format.read(try format.write(automaton).bytes) == automaton, "\(format)")
        }
        #expect(throws: FormatError.self) { try Format.jflap.write(automaton) }
    }

    @Test("states and symbols by number or by name")
    func references() throws {
        let byName =
            Malformed.json
            + #""states": ["p", "q"], "initial": ["p"], "final": ["q"], "transitions": [["p", "a", "q"]]}"#
        let byNumber =
            Malformed.json
            + #""states": ["p", "q"], "initial": [0], "final": [1], "transitions": [[0, 0, 1]]}"#
        #expect(try Format.json.read(byName) == Format.json.read(byNumber))
    }

    @Test("states and symbols by the bytes of a name that isn't UTF-8")
    func referencesByBytes() throws {
        func text(_ state: String, _ symbol: String) -> String {
            #"{"format": "automata", "version": 1, "kind": "DFA", "alphabet": ["a", {"bytes": [254]}], "#
                + #""states": ["p", {"bytes": [113, 255]}], "initial": ["p"], "final": [\#(state)], "#
                + #""transitions": [["p", \#(symbol), \#(state)]]}"#
        }
        let byBytes = try Format.json.read(text(#"{"bytes": [113, 255]}"#, #"{"bytes": [254]}"#))
        #expect(try byBytes == Format.json.read(text("1", "1")))
        let byBytesOfText = try Format.json.read(text(#"{"bytes": [112]}"#, #"{"bytes": [97]}"#))
        #expect(try byBytesOfText == Format.json.read(text("0", "0")))
        #expect(throws: FormatError.self) { try Format.json.read(text(#"{"bytes": [113]}"#, "1")) }
        #expect(throws: FormatError.self) { try Format.json.read(text("1", #"{"bytes": [256]}"#)) }
    }
}
