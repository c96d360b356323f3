import Automata
import Testing

@Test func endsWith01() throws {
    let nfa = try NFA(
        alphabet: ["0", "1"],
        transitions: [("p", "0", "p"), ("p", "1", "p"), ("p", "0", "q"), ("q", "1", "r")],
        initial: ["p"], final: ["r"])
    #expect(nfa.accepts("1101"))
    #expect(!nfa.accepts("110"))
    print(nfa)
}
