import Automata
import AutomataFormats
import Testing

@Suite("BA")
struct BATests {
    @Test("line ends and empty lines don't matter, and brackets belong to a name")
    func lines() throws {
        for text in [
            "[0]\na,[0]->[1]\nb,[1]->[0]\n[1]\n", "\u{FEFF}[0]\r\n\r\na,[0]->[1]\r\nb,[1]->[0]\r\n[1]",
            "a,[0]->[1]\nb,[1]->[0]\n[1]\n[1]\n",
        ] {
            guard case .dfa(let dfa) = try Format.ba.read(text) else {
                Issue.record("no DFA: \(text)")
                continue
            }
            #expect(dfa.stateNames == ["[0]", "[1]"])
            #expect(dfa.alphabet == ["a", "b"])
            #expect(dfa.initialState == 0)
            #expect(dfa.finalStates == [1])
            #expect(dfa.accepts("aba"))
        }
    }

    @Test("a carriage return inside a line is an error at its place")
    func carriageReturns() throws {
        for (text, line, column) in [("p\ra,p->q\rq\r", 1, 2), ("p\na,p->q\r\r\nq\n", 2, 7)] {
            let error = #expect(throws: FormatError.self) { try Format.ba.read(text) }
            #expect(error?.line == line && error?.column == column, "\(error as Any)")
            #expect(error?.message == "expected the end of the line after a carriage return")
        }
    }

    @Test("without accepting states all states accept")
    func noAcceptingStates() throws {
        #expect(try Format.ba.read("p\na,p->q\n").asEpsilonNFA.finalStates == [0, 1])
        #expect(try Format.ba.read("p\n").asEpsilonNFA.finalStates == [0])
    }

    @Test("all lines before the transitions are initial states, and without transitions the first one")
    func severalInitialStates() throws {
        let nfa = try Format.ba.read("p\nq\na,p->q\n").asEpsilonNFA
        #expect(nfa.initialStates == [0, 1])
        #expect(nfa.finalStates == [0, 1])
        let isolated = try Format.ba.read("p\nq\np\n").asEpsilonNFA
        #expect(isolated.initialStates == [0])
        #expect(isolated.finalStates == [0, 1])
    }

    @Test("names may have blanks and parts of '->'")
    func names() throws {
        let text = "p-\n-,>q->p-\n ,p-->>q\n>q\np-\n"
        let automaton = try Format.ba.read(text)
        #expect(automaton.asEpsilonNFA.stateNames == [">q", "p-"])
        #expect(automaton.asEpsilonNFA.alphabet == [" ", "-"])
        #expect(try Format.ba.writeText(automaton) == text)
    }

    @Test("states are numbered in natural order, so that those without names keep their numbers")
    func numbers() throws {
        #expect(try Format.ba.read("[10]\na,[10]->[2]\n").asEpsilonNFA.stateNames == ["[2]", "[10]"])
        let automaton = try Format.ba.read("q2\na,q2->q0\na,q0->q1\nq1\n").asEpsilonNFA
        #expect(automaton.stateNames == nil)
        #expect(automaton.initialStates == [2])
        #expect(try Format.ba.writeText(.nfa(automaton.removingEpsilonMoves())) == "q2\na,q0->q1\na,q2->q0\nq1\n")
    }

    @Test("new states stand in for initial and accepting ones, and notes tell so")
    func newStates() throws {
        let nfa = try NFA(alphabet: ["a"], transitions: [("p", "a", "start")], initial: [], final: [])
        let written = try Format.ba.write(.nfa(nfa))
        #expect(String(decoding: written.bytes, as: UTF8.self) == "_start\na,p->start\naccept\n")
        #expect(written.notes.count == 2)
        let empty = try Format.ba.write(try Format.att.read(""))
        #expect(String(decoding: empty.bytes, as: UTF8.self) == "q0\nq1\n")
    }

    @Test("several initial states are written, a line each; without transitions one that accepts")
    func severalInitialStatesWritten() throws {
        let nfa = try NFA(alphabet: ["a"], transitions: [("p", "a", "q")], initial: ["p", "q"], final: ["q"])
        let written = try Format.ba.write(.nfa(nfa))
        #expect(String(decoding: written.bytes, as: UTF8.self) == "p\nq\na,p->q\nq\n")
        #expect(written.notes.count == 1)
        var builder = NFA.Builder(alphabet: ["a"])
        try builder.addStates(3)
        builder.insertInitial(0)
        builder.insertInitial(1)
        builder.insertFinal(1)
        let isolated = try Format.ba.write(.nfa(try builder.build()))
        #expect(String(decoding: isolated.bytes, as: UTF8.self) == "q1\nq1\n")
        #expect(isolated.notes.count == 3)
    }

    @Test("names that the text can't hold are refused", arguments: ["", "a,b", "a->b", "a\nb", "a\r", "\u{FEFF}a"])
    func refusedNames(name: String) throws {
        let symbol = try DFA(alphabet: Alphabet([name]), transitions: [("p", name, "p")], initial: "p", final: ["p"])
        #expect(throws: FormatError.self) { try Format.ba.write(.dfa(symbol)) }
        let state = try DFA(alphabet: ["a"], transitions: [(name, "a", name)], initial: name, final: [name])
        #expect(throws: FormatError.self) { try Format.ba.write(.dfa(state)) }
    }

    @Test("names count against the budget while a text is read")
    func namesTakeMemory() throws {
        let long = String(repeating: "x", count: 100_000)
        let text = Array((0..<50).map { "a,p\($0)\(long)->q\n" }.joined().utf8)
        let options = ReadOptions(budget: Budget(maximumBytes: 1_000_000))
        let error = #expect(throws: FormatError.self) {
            try text.withUnsafeBytes { try Format.ba.read($0, options: options) }
        }
        #expect(error?.limit == .budgetExceeded(statesBuilt: 5, limit: .bytes(1_000_000)))
    }
}
