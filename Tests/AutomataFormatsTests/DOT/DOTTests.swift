import Automata
import AutomataFormats
import Testing

@Suite("DOT")
struct DOTTests {
    @Test("what is written")
    func written() throws {
        let nfa = try NFA(
            alphabet: ["0", "1"],
            transitions: [("p", "0", "p"), ("p", "1", "p"), ("p", "0", "q q"), ("q q", "1", "r")],
            initial: ["p"], final: ["r"])
        #expect(
            try Format.dot.writeText(.nfa(nfa)) == """
                digraph automaton {
                  rankdir=LR;
                  alphabet="0,1";
                  node [shape=circle];
                  p;
                  "q q";
                  r [shape=doublecircle];
                  _start [shape=point, style=invis];
                  _start -> p;
                  p -> p [label="0,1"];
                  p -> "q q" [label="0"];
                  "q q" -> r [label="1"];
                }

                """)
    }

    @Test("a graph as foma prints it")
    func foma() throws {
        let text = """
            digraph A {
            rankdir = LR;
            node [shape=circle,style=filled] 0
            node [shape=doublecircle,style=filled] 1
            node [shape=circle,style=filled] 2
            0 -> 2 [label="a "];
            0 -> 1 [label="d e "];
            2 -> 2 [label="b "];
            2 -> 1 [label="c "];
            }
            """
        let read = try Array(text.utf8).withUnsafeBytes { try Format.dot.readWithNotes($0) }
        let automaton = read.automaton.asEpsilonNFA
        #expect(automaton.alphabet == ["a", "b", "c", "d", "e"])
        #expect(automaton.name(of: automaton.initialStates.first ?? 9) == "0")
        #expect(automaton.finalStates.map(automaton.name) == ["1"])
        #expect(automaton.accepts("abbc") && automaton.accepts("e") && !automaton.accepts("b"))
        #expect(read.notes.count == 1)
    }

    @Test("a graph as OpenFst draws it")
    func openFst() throws {
        let automaton = try Format.dot.read(
            """
            digraph FST {
            rankdir = LR;
            size = "8.5,11";
            center = 1;
            0 [label = "0", shape = circle, style = solid, fontsize = 14]
            \t0 -> 1 [label = "x", fontsize = 14];
            1 [label = "1", shape = doublecircle, style = bold, fontsize = 14]
            \t1 -> 0 [label = "y", fontsize = 14];
            }
            """
        ).asEpsilonNFA
        #expect(automaton.initialStates == [1] && automaton.finalStates == [1])
        #expect(automaton.stateNames == ["0", "1"])
        #expect(automaton.accepts("yx"))
    }

    @Test("chains, groups, defaults with their scope, markers, HTML labels and joined strings")
    func grammar() throws {
        let automaton = try Format.dot.read(
            """
            strict digraph "a graph" {
              // a comment
              # another
              i [shape=none, label="start"]; i -> A:n;
              subgraph cluster { node [peripheries=2]; C }
              edge [label=<x<br/><b>&lt;</b>>]
              A -> B -> {C D} /* in
              between */
              edge [label=""]
              D -> A; D -> B [label="y" + ", 'z,'"]
              B [label="the B"]
            }
            """
        ).asEpsilonNFA
        #expect(automaton.stateNames == ["A", "C", "the B", "D"])
        #expect(automaton.initialStates == [0])
        #expect(automaton.finalStates == [1])
        #expect(automaton.alphabet == ["<", "x", "y", "z,"])
        #expect(automaton.transitionCount == 2 + 4 + 1 + 2)
        #expect(automaton.epsilonTargets(from: 3) == [0])
    }

    @Test(
        "labels of edges",
        arguments: [
            ("a", ["a"]), ("a,b", ["a", "b"]), ("a, b", ["a", "b"]), ("a\\nb\\l", ["a", "b"]), (",", [","]),
            ("',',a", [",", "a"]), ("''''", ["'"]), ("'", ["'"]), ("\\\\", ["\\"]), ("&amp;", ["&"]), ("a/b", ["a/b"]),
            ("'ε'", ["ε"]), ("'ɛ'", ["ɛ"]), ("b a ", ["a", "b"]),
        ])
    func labels(label: String, symbols: [String]) throws {
        let text = "digraph { 0 -> 1 [label=\"\(label)\"]; 1 [shape=doublecircle] }"
        let automaton = try Format.dot.read(text).asEpsilonNFA
        #expect(automaton.alphabet.names == symbols)
        #expect(automaton.epsilonMoveCount == 0)
    }

    @Test(
        "ε in all its spellings",
        arguments: ["", "ε", "ϵ", "ɛ", "&epsilon;", "epsilon", "λ", "&lambda;", "&#955;", "<eps>", "@0@"])
    func epsilon(label: String) throws {
        let automaton = try Format.dot.read("digraph { 0 -> 1 [label=\"\(label)\"] }").asEpsilonNFA
        #expect(automaton.epsilonMoveCount == 1)
        #expect(automaton.alphabet.count == 0)
    }
}

@Suite("JFLAP")
struct JFLAPTests {
    @Test("version 4 has no <automaton>, and elements of others are skipped")
    func versionFour() throws {
        let automaton = try Format.jflap.read(
            """
            <?xml version="1.0"?><!--Created with JFLAP 4-->
            <structure>
              <type> fa </type>
              <state id="5"><x>1.5</x><label>l</label><initial/></state>
              <state id="7" name="end"><final/></state>
              <note><text>hello</text></note>
              <transition><from> 5 </from><to>7</to><read>a b</read></transition>
              <transition><from>7</from><to>5</to></transition>
            </structure>
            """
        ).asEpsilonNFA
        #expect(automaton.stateNames == ["q5", "end"])
        #expect(automaton.alphabet == ["a b"])
        #expect(automaton.epsilonTargets(from: 1) == [0])
        #expect(automaton.initialStates == [0] && automaton.finalStates == [1])
    }

    @Test("names that stand twice are made unique, and a note tells so")
    func duplicateNames() throws {
        let states = ["p", "p", "p_2", "p"].enumerated().map { "<state id=\"\($0)\" name=\"\($1)\"/>" }.joined()
        let text = "<structure><type>fa</type><automaton>\(states)</automaton></structure>"
        let read = try Array(text.utf8).withUnsafeBytes { try Format.jflap.readWithNotes($0) }
        #expect(read.automaton.asEpsilonNFA.stateNames == ["p", "p_3", "p_2", "p_4"])
        #expect(read.notes.count == 1)
    }

    @Test("several initial states become one with epsilon moves, and a note tells so")
    func severalInitialStates() throws {
        let nfa = try NFA(
            alphabet: ["a"], transitions: [("p", "a", "start")], initial: ["p", "start"], final: ["start"])
        let written = try Format.jflap.write(.nfa(nfa))
        let again = try Format.jflap.read(written.bytes).asEpsilonNFA
        #expect(again.stateNames == ["p", "start", "_start"])
        #expect(again.initialStates == [2])
        #expect(again.epsilonMoveCount == 2)
        #expect(again.accepts("") && again.accepts("a") && !again.accepts("aa"))
        #expect(written.notes.count == 1)
    }

    @Test("characters that XML has not are refused", arguments: ["\u{1}", "", "\u{FFFE}"])
    func refused(name: String) throws {
        let dfa = try DFA(alphabet: Alphabet([name]), transitions: [("p", name, "p")], initial: "p", final: ["p"])
        #expect(throws: FormatError.self) { try Format.jflap.write(.dfa(dfa)) }
    }
}
