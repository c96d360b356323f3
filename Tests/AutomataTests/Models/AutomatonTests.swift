@_spi(Tool) import Automata
import Testing

@Suite("An automaton of any model, and its table")
struct AutomatonTests {
    private let nfa = NFA.sample(["a", "b"], [("p", "a", "p"), ("p", "a", "q"), ("q", "b", "q")], ["p"], ["q"])

    @Test func answersAsItsModelDoes() throws {
        let dfa = try nfa.determinized()
        for (automaton, name) in [
            (Automaton.nfa(nfa), "NFA"), (.dfa(dfa), "DFA"), (.epsilonNFA(EpsilonNFA(nfa)), "ε-NFA"),
        ] {
            #expect(automaton.model.rawValue == name)
            #expect(automaton.alphabet == ["a", "b"])
            #expect(automaton.accepts("aab"))
            #expect(!automaton.accepts("ba"))
            #expect(automaton.initialStates == [0])
            #expect(automaton.stateCount == 2 || name == "DFA")
            #expect(automaton.states.contains { automaton.isFinal($0) })
        }
        #expect(Automaton.nfa(nfa).stateNames == ["p", "q"])
        #expect(Automaton.nfa(nfa).state(named: "q") == 1)
        #expect(Automaton(mostSpecific: EpsilonNFA(dfa: dfa)) == .dfa(dfa))
    }

    @Test func tablesLookAsInTextbooks() throws {
        #expect(
            try nfa.transitionTable() == """
                   δ  a      b
                →  p  {p,q}  ∅
                 ← q  ∅      {q}

                """)
        #expect(try Automaton.nfa(nfa).description == nfa.transitionTable())
    }

    /// Names may come from anybody's file.
    @Test func controlCharactersAreEscapedWherePeopleRead() throws {
        let nfa = NFA.sample(["\u{1B}[31m"], [("a\nb", "\u{1B}[31m", "\u{9B}c")], ["a\nb"], ["\u{9B}c"])
        for text in [
            try nfa.transitionTable(), try nfa.run(on: [0]).description, try DFA(nfa).run(on: [0]).description,
        ] {
            #expect(text.contains(#"a\nb"#))
            #expect(text.contains(#"\u{001B}[31m"#) || text.contains(#"\u{1B}[31m"#))
            #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" })
        }
        #expect("plain ε".printable == "plain ε")
        #expect("a\u{202E}b\u{2066}\u{200F}\u{2028}".printable == #"a\u{202E}b\u{2066}\u{200F}\u{2028}"#)
        // Signs that join letters belong to words.
        #expect("\u{200D}".printable == "\u{200D}")
    }

    @Test func descriptionsOfLargeAutomataAreCut() throws {
        var builder = DFA.Builder(alphabet: .bytes)
        try builder.addStates(100_000)
        builder.initialState = 0
        let text = try builder.build().description
        #expect(text.count < 60_000)
        #expect(text.hasSuffix("… (100000 states in all)\n"))
        #expect(text.split(separator: "\n").first?.hasSuffix("…") == true)
    }

    /// Names that differ in their last bytes only once shared their slots.
    @Test func similarNamesSpreadOverTheIndex() throws {
        var table = NameTable()
        for number in 0..<50_000 {
            let name = "aaaaa" + String(UnicodeScalar(UInt8(33 + number % 94))) + String(number / 94)
            #expect(try table.intern(name).isNew)
        }
        #expect(table.count == 50_000)
    }
}

extension EpsilonNFA {
    fileprivate init(dfa: DFA) { self.init(NFA(dfa)) }
}
