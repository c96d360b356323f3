import Automata
import AutomataTestSupport
import Testing

@Suite("Epsilon closure and removal")
struct EpsilonRemovalTests {
    /// Hopcroft, Motwani, Ullman, 3rd ed., example 2.16: decimal numbers with an optional sign.
    private func decimals() throws -> EpsilonNFA {
        try EpsilonNFA(
            alphabet: ["+", "-", ".", "0"],
            transitions: [
                ("q0", "", "q1"), ("q0", "+", "q1"), ("q0", "-", "q1"), ("q1", "0", "q1"), ("q1", ".", "q2"),
                ("q1", "0", "q4"), ("q2", "0", "q3"), ("q4", ".", "q3"), ("q3", "0", "q3"), ("q3", "", "q5"),
            ], initial: ["q0"], final: ["q5"])
    }

    @Test func closures() throws {
        let automaton = try decimals()
        func closure(_ name: String) throws -> [String] {
            automaton.epsilonClosure(of: [try #require(automaton.state(named: name))]).map(automaton.name)
        }
        #expect(try closure("q0") == ["q0", "q1"])
        #expect(try closure("q3").sorted() == ["q3", "q5"])
        #expect(try closure("q4") == ["q4"])
        #expect(automaton.epsilonClosure(of: []).isEmpty)
    }

    @Test func decimalNumbers() throws {
        let nfa = try decimals().removingEpsilonMoves()
        for word in ["0.", ".0", "0.0", "+0.0", "-.0", "-00.00"] { #expect(nfa.accepts(word)) }
        for word in ["", "0", ".", "+", "+.", "0.0.", "+-0.", "0+"] { #expect(!nfa.accepts(word)) }
        #expect(!(nfa.stateNames ?? []).contains("q5"), "only an epsilon move entered q5")
        let dfa = try decimals().determinized()
        for word in ["0.", ".0", "-00.00"] { #expect(dfa.accepts(word)) }
    }

    @Test func cyclesOfMoves() throws {
        let automaton = try EpsilonNFA(
            alphabet: ["a"],
            transitions: [
                ("p", "", "q"), ("q", "", "r"), ("r", "", "p"), ("r", "a", "s"), ("s", "", "s"), ("s", "", "p"),
            ],
            initial: ["p"], final: ["q"])
        let nfa = try automaton.removingEpsilonMoves()
        #expect(nfa.accepts(""))
        #expect(nfa.accepts("aaa"))
        let idle = try EpsilonNFA(
            alphabet: ["a"], transitions: [("p", "", "q"), ("q", "", "p")], initial: ["p"], final: [])
        #expect(try idle.removingEpsilonMoves().transitionCount == 0)
    }

    @Test(arguments: 0..<200)
    func languageIsKept(_ seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var shape = RandomShape.mixed(&random, maximumStates: 14)
        shape.epsilonDensity = [0.2, 0.7, 1][seed % 3]
        let automaton = try RandomAutomata.epsilonNFA(shape, &random)
        let nfa = try automaton.removingEpsilonMoves()
        let dfa = try automaton.determinized()
        #expect(nfa.accessiblePart() == nfa)
        for _ in 0..<50 {
            let word = RandomWords.word(over: automaton.alphabet, below: 8, &random)
            #expect(automaton.accepts(word) == nfa.accepts(word))
            #expect(automaton.accepts(word) == dfa.accepts(word))
        }
    }

    /// A chain of a million moves costs its length, not its square.
    @Test func longChains() throws {
        var builder = EpsilonNFA.Builder(alphabet: ["a"])
        let count = 200_000
        try builder.addStates(count)
        for state in 0..<StateID(count - 1) {
            try builder.addEpsilonMove(from: state, to: state + 1)
        }
        try builder.addTransition(from: StateID(count - 1), on: 0 as Symbol, to: 0)
        builder.insertInitial(0)
        builder.insertFinal(StateID(count - 1))
        let nfa = try builder.build().removingEpsilonMoves()
        #expect(nfa.stateCount == 1)
        #expect(nfa.accepts("aaaa"))
    }

    @Test func budgetIsKept() throws {
        var builder = EpsilonNFA.Builder(alphabet: ["a"])
        let count = 4_000
        try builder.addStates(count)
        for state in 0..<StateID(count - 1) {
            try builder.addEpsilonMove(from: state, to: state + 1)
            try builder.addTransition(from: state, on: 0 as Symbol, to: state)
        }
        builder.insertInitial(0)
        builder.insertFinal(0)
        let automaton = try builder.build()
        do {
            _ = try automaton.removingEpsilonMoves(budget: Budget(maximumBytes: 1 << 20))
            Issue.record("eight million transitions don't fit a mebibyte")
        } catch {
            #expect(error.isBudgetExceeded)
        }
    }

    /// The limit is exact for few states, too, of which the loop asks once.
    @Test func limitOfStatesIsExact() throws {
        let moves = [("p", "", "q"), ("q", "a", "r"), ("r", "a", "p"), ("r", "b", "r")]
        for transitions in [moves, moves.map { ($0.0, $0.1.isEmpty ? "b" : $0.1, $0.2) }] {
            let automaton = try EpsilonNFA(
                alphabet: ["a", "b"], transitions: transitions, initial: ["p"], final: ["r"])
            let count = try automaton.removingEpsilonMoves().stateCount
            #expect(try automaton.removingEpsilonMoves(budget: Budget(maximumStates: count)).stateCount == count)
            #expect(throws: AutomataError.budgetExceeded(statesBuilt: count, limit: .states(count - 1))) {
                try automaton.removingEpsilonMoves(budget: Budget(maximumStates: count - 1))
            }
        }
    }
}
