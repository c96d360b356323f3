import Automata
import AutomataTestSupport
import Testing

@Suite struct DistinguishabilityTableTests {
    /// Hopcroft, Motwani, Ullman: *Introduction to Automata Theory, Languages, and Computation*,
    /// figure 4.8, whose state D is inaccessible.
    private static func hopcroftMotwaniUllman() throws -> DFA {
        try DFA(
            alphabet: ["0", "1"],
            transitions: [
                ("A", "0", "B"), ("A", "1", "F"), ("B", "0", "G"), ("B", "1", "C"), ("C", "0", "A"), ("C", "1", "C"),
                ("D", "0", "C"), ("D", "1", "G"), ("E", "0", "H"), ("E", "1", "F"), ("F", "0", "C"), ("F", "1", "G"),
                ("G", "0", "G"), ("G", "1", "E"), ("H", "0", "G"), ("H", "1", "C"),
            ], initial: "A", final: ["C"])
    }

    @Test func theTextbooksExample() throws {
        let table = try Self.hopcroftMotwaniUllman().distinguishabilityTable()
        let names = table.blocks.map { Set($0.map(table.automaton.name)) }
        #expect(Set(names) == [["A", "E"], ["B", "H"], ["C"], ["F"], ["G"]])
        func mark(_ p: String, _ q: String) throws -> DistinguishabilityTable.Mark? {
            table.mark(
                of: try #require(table.automaton.state(named: p)), try #require(table.automaton.state(named: q)))
        }
        // The book's table: C from all others at once; then by one symbol; A and G by 01 only.
        #expect(try mark("C", "A").map { "\($0.round) \($0.symbol.map(String.init) ?? "")" } == "0 ")
        #expect(try mark("A", "B").map { "\($0.round) \($0.symbol.map(String.init) ?? "")" } == "1 1")
        #expect(try mark("A", "F").map { "\($0.round) \($0.symbol.map(String.init) ?? "")" } == "1 0")
        #expect(try mark("A", "G").map { "\($0.round) \($0.symbol.map(String.init) ?? "")" } == "2 0")
        #expect(try mark("A", "E") == nil)
        #expect(try mark("B", "H") == nil)
        #expect(table.roundCount == 3)
        let (a, g) = (try #require(table.automaton.state(named: "A")), try #require(table.automaton.state(named: "G")))
        #expect(table.distinguishingWord(of: a, g) == [0, 1])
        #expect(table.distinguishingWord(of: a, a) == nil)
    }

    @Test func text() throws {
        let dfa = try DFA(
            alphabet: ["0", "1"],
            transitions: [("a", "0", "b"), ("a", "1", "a"), ("b", "0", "c"), ("b", "1", "a"), ("c", "0", "c")],
            initial: "a", final: ["c"])
        let table = try dfa.distinguishabilityTable()
        #expect(
            table.description == """
                b     1
                c     0  0
                sink  2  1  0
                      a  b  c
                round 0: final states: {c}
                round 1:
                  {a,b} —0→ {b,c}
                  {b,sink} —0→ {c,sink}
                round 2:
                  {a,sink} —0→ {b,sink}
                blocks: {a} {b} {c} {sink}

                """)
        #expect(
            try table.text(showing: 2, budget: .default) == """
                b  1
                   a
                round 0: final states: {}
                round 1:
                  {a,b} —0→ {b,c}
                blocks: {a} {b}
                … (the first 2 of 4 states are shown)

                """)
        #expect(throws: AutomataError.self) { try table.text(budget: Budget(maximumBytes: 50)) }
        let one = try DFA(alphabet: ["a"], transitions: [("p", "a", "p")], initial: "p", final: ["p"])
        #expect(try one.distinguishabilityTable().description == "round 0: all states are final\nblocks: {p}\n")
        let none = try DFA.Builder(alphabet: ["a"]).build()
        #expect(try none.distinguishabilityTable().description == "round 0: no state is final\nblocks: {sink}\n")
    }

    /// Blocks and quotient are those of minimization; words tell the states apart and are as short
    /// as the rounds say.
    @Test(arguments: 0..<16 as Range<UInt64>) func agreesWithMinimization(seed: UInt64) throws {
        var random = SplitMix64(seed: 9900 + seed)
        for _ in 0..<60 {
            let shape = RandomShape.mixed(&random, maximumStates: 12)
            let dfa = try RandomAutomata.dfa(shape, &random)
            let table = try dfa.distinguishabilityTable()
            let total = table.automaton
            #expect(total.isTotal && total.accessibleStates.count == total.stateCount)
            #expect(try total.isEquivalent(to: dfa))
            #expect(try table.quotient.isEquivalent(to: dfa), "\(dfa)")
            #expect(try table.quotient.stateCount == dfa.minimized(total: true).stateCount, "\(shape)\n\(dfa)")
            #expect(table.quotient.isMinimal && table.quotient.isTotal)
            for p in total.states {
                for q in total.states {
                    let mark = table.mark(of: p, q)
                    #expect(mark == table.mark(of: q, p))
                    let isTogether = table.blocks.contains { $0.contains(p) && $0.contains(q) }
                    #expect((mark == nil) == isTogether)
                    guard let mark else { continue }
                    let word = try #require(table.distinguishingWord(of: p, q))
                    #expect(word.count == mark.round && word.first == mark.symbol)
                    let ends = [p, q].map { start in
                        word.reduce(start as StateID?) { state, symbol in
                            state.flatMap { total.target(from: $0, on: symbol) }
                        }.map { total.isFinal($0) }
                    }
                    #expect(ends[0] != ends[1])
                }
            }
            for round in 0..<table.roundCount {
                for block in table.blocks(afterRound: round) {
                    guard let first = block.first else { continue }
                    for state in block { #expect((table.mark(of: first, state)?.round ?? .max) > round) }
                }
            }
        }
    }

    @Test func otherModelsAreDeterminizedFirst() throws {
        let nfa = try NFA(
            alphabet: ["0", "1"], transitions: [("p", "0", "p"), ("p", "1", "p"), ("p", "0", "q"), ("q", "1", "r")],
            initial: ["p"], final: ["r"])
        let table = try nfa.distinguishabilityTable()
        #expect(table.automaton.stateNames == ["{p}", "{p,q}", "{p,r}"])
        #expect(table.blocks.count == 3)
    }

    /// A chain takes a round a state.
    @Test func budgets() throws {
        var builder = DFA.Builder(alphabet: ["a"])
        try builder.addStates(2000)
        for state in 0..<1999 as Range<StateID> { try builder.addTransition(from: state, on: 0, to: state + 1) }
        builder.initialState = 0
        builder.insertFinal(1999)
        let chain = try builder.build()
        #expect(try chain.distinguishabilityTable().roundCount == 2000)
        for budget in [Budget(maximumBytes: 1 << 20), Budget(maximumStates: 2000), Budget(isCancelled: { true })] {
            #expect(throws: AutomataError.self) { try chain.distinguishabilityTable(budget: budget) }
        }
    }
}
