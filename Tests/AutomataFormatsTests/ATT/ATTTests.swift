import Automata
import AutomataFormats
import Testing

@Suite("AT&T text")
struct ATTTests {
    @Test("three and four columns, tabs and blanks, are read alike")
    func columns() throws {
        let expected = try DFA(
            alphabet: ["a", "b"], transitions: [("q0", "a", "q1"), ("q1", "b", "q1")], initial: "q0", final: ["q1"])
        for text in [
            "0\t1\ta\ta\n1\t1\tb\tb\n1\n", "0 1 a\n1 1 b\n1", "0  1\ta a 0\r\n1 1 b b\r\n1 0.0\r\n",
            "0\t1\ta\n1\t1\tb\n1\t0\n",
        ] {
            guard case .dfa(let dfa) = try Format.att.read(text) else {
                Issue.record("no DFA: \(text)")
                continue
            }
            #expect(dfa.transitions.elementsEqual(expected.transitions))
            #expect(dfa.finalStates == [1])
            #expect(dfa.initialState == 0)
            #expect(dfa.stateNames == nil)
            #expect(dfa.alphabet == expected.alphabet)
        }
    }

    @Test("the first line's source is initial, and dense numbers are the states'")
    func initialState() throws {
        let automaton = try Format.att.read("2\t0\ta\ta\n0\t1\ta\ta\n1\n").asEpsilonNFA
        #expect(automaton.initialStates == [2])
        #expect(automaton.finalStates == [1])
        #expect(automaton.stateNames == nil)
    }

    @Test("numbers with gaps are kept as names")
    func sparseNumbers() throws {
        let text = "7\t4000000000000\ta\ta\n4000000000000\n"
        let automaton = try Format.att.read(text)
        #expect(automaton.asEpsilonNFA.stateNames == ["7", "4000000000000"])
        #expect(try Format.att.writeText(automaton) == text)
    }

    @Test("a symbol table names the symbols and gives the alphabet")
    func symbolTable() throws {
        let automaton = try Format.att.read("0 1 1\n1 0 0\n1\n", symbolTable: "<eps>\t0\nzero\t1\none\t2\n")
            .asEpsilonNFA
        #expect(automaton.alphabet == ["zero", "one"])
        #expect(automaton.epsilonMoveCount == 1)
        #expect(automaton.accepts("zero zero", separator: " "))
    }

    @Test("ε in all its spellings", arguments: ["@0@", "<eps>", "@_EPSILON_SYMBOL_@", "ε"])
    func epsilon(name: String) throws {
        let automaton = try Format.att.read("0\t1\t\(name)\t\(name)\n1\n").asEpsilonNFA
        #expect(automaton.epsilonMoveCount == 1)
        #expect(automaton.alphabet.count == 0)
    }

    @Test("several initial states become one with epsilon moves, and a note tells so")
    func severalInitialStates() throws {
        let nfa = try NFA(
            alphabet: ["a"], transitions: [("p", "a", "q")], initial: ["p", "q"], final: ["q"])
        let written = try Format.att.write(.nfa(nfa))
        #expect(
            String(decoding: written.bytes, as: UTF8.self)
                == "2\t0\t@0@\t@0@\n2\t1\t@0@\t@0@\n0\t1\ta\ta\n1\n")
        #expect(written.notes.count == 1)
    }

    @Test("no text is the automaton without states, as foma and OpenFst print the empty language")
    func empty() throws {
        #expect(try Format.att.read("").asEpsilonNFA.stateCount == 0)
        let dead = try DFA(alphabet: ["a"], transitions: [("x", "a", "y")], initial: "y", final: ["x"])
        let written = try Format.att.write(.dfa(dead))
        #expect(written.bytes.isEmpty)
        #expect(written.notes.count == 2)
        #expect(written.notes[1].contains("a left out"))
    }

    @Test("symbols that the text can't hold are refused", arguments: ["", "a\tb", "@0@", "ε", "a\nb"])
    func refusedSymbols(name: String) throws {
        let dfa = try DFA(
            alphabet: Alphabet([name]), transitions: [("p", name, "p")], initial: "p", final: ["p"])
        #expect(throws: FormatError.self) { try Format.att.write(.dfa(dfa)) }
    }
}
