import Automata
import Testing

@Suite("Transition tables")
struct TransitionTableTests {
    @Test func aLongNamePadsNoOtherRow() throws {
        let long = String(repeating: "x", count: 1_000)
        let dfa = try DFA(
            alphabet: ["a", "b"], transitions: [("p", "a", long), ("p", "b", "p")], initial: "p", final: [long])
        let lines = try dfa.transitionTable().split(separator: "\n")
        let spaces = String(repeating: " ", count: 81)
        #expect(lines[0] == "   δ\(spaces)a\(spaces)b")
        #expect(lines[1] == "→  p\(spaces)\(long)  p")
        #expect(lines[2] == " ← \(long)  –\(spaces)–")
    }

    @Test func epsilonMovesComeLast() throws {
        let automaton = try EpsilonNFA(
            alphabet: ["a"], transitions: [("p", "a", "q"), ("p", "", "q"), ("p", "", "p")], initial: ["p"], final: [])
        #expect(
            try automaton.transitionTable() == """
                   δ  a    ε
                →  p  {q}  {p,q}
                   q  ∅    ∅

                """)
    }

    @Test func largeTablesAreCutWhereTheyAreDescribed() throws {
        var builder = EpsilonNFA.Builder(alphabet: try Alphabet((0..<50).map(String.init)))
        try builder.addStates(300)
        let lines = try builder.build().description.split(separator: "\n")
        #expect(lines.count == 202)
        #expect(lines[0].hasSuffix("38  39  …  ε"))
        #expect(lines[1].hasSuffix("∅   ∅   …  ∅"))
        #expect(lines[201] == "   … (300 states in all)")
    }

    @Test func withoutStates() throws {
        #expect(try DFA.Builder(alphabet: ["a"]).build().transitionTable() == " δ  a\n")
    }

    /// A name of a megabyte in each of ten thousand rows.
    @Test func memoryIsBounded() throws {
        let long = String(repeating: "x", count: 1 << 20)
        var builder = EpsilonNFA.Builder(alphabet: ["a"])
        let target = try builder.state(named: long)
        for name in 0..<10_000 {
            try builder.addTransition(from: try builder.state(named: String(name)), on: 0, to: target)
        }
        let automaton = try builder.build()
        let budget = Budget(maximumBytes: 64 << 20)
        let nfa = try automaton.removingEpsilonMoves()
        #expect(nfa.stateCount == 0)
        for automaton in [Automaton(mostSpecific: automaton), .epsilonNFA(automaton)] {
            #expect(throws: AutomataError.budgetExceeded(statesBuilt: 0, limit: .bytes(64 << 20))) {
                try automaton.transitionTable(budget: budget)
            }
        }
    }

    /// Very many cells are refused before they are looked at.
    @Test func cellsAreCountedFirst() throws {
        var builder = DFA.Builder(alphabet: try Alphabet((0..<50_000).map(String.init)))
        try builder.addStates(100_000)
        let dfa = try builder.build()
        #expect(throws: AutomataError.self) { try dfa.transitionTable(budget: .default) }
    }

    @Test func theLimitIsExact() throws {
        let nfa = NFA.kthFromTheEnd(3)
        let table = try nfa.transitionTable()
        #expect(try nfa.transitionTable(budget: Budget(maximumBytes: table.utf8.count)) == table)
        #expect(throws: AutomataError.self) {
            try nfa.transitionTable(budget: Budget(maximumBytes: table.utf8.count - 1))
        }
    }
}
