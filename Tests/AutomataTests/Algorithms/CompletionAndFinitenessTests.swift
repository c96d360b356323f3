import Automata
import AutomataTestSupport
import Testing

/// Completion, canonical numbering, isomorphism, emptiness and finiteness.
@Suite struct CompletionAndFinitenessTests {
    static func partial() throws -> DFA {
        try DFA(alphabet: ["a", "b"], transitions: [("p", "a", "q"), ("q", "b", "p")], initial: "p", final: ["q"])
    }

    @Test func completionAddsASinkWhereNeeded() throws {
        let partial = try Self.partial()
        let completed = try partial.completed()
        #expect(!partial.isTotal && completed.isTotal)
        #expect(completed.stateNames == ["p", "q", "sink"])
        #expect(completed.target(from: 0, on: 1) == 2 && completed.target(from: 2, on: 0) == 2)
        #expect(try completed.completed() == completed)
        let named = try DFA(
            alphabet: ["a", "b"], transitions: [("sink", "a", "sink'")], initial: "sink", final: ["sink'"])
        #expect(try named.completed().stateNames == ["sink", "sink'", "sink''"])
        let empty = try DFA.Builder(alphabet: ["a"]).build().completed()
        #expect(empty.stateCount == 1 && empty.isTotal && empty.isEmpty)
    }

    @Test func completionOfNondeterministicAutomata() throws {
        let nfa = try NFA(Self.partial()).completed()
        #expect(nfa.stateCount == 3 && nfa.transitionCount == 6)
        #expect(try nfa.completed() == nfa)
        let noInitial = try NFA(alphabet: ["a"], transitions: [("p", "a", "p")], initial: [], final: ["p"]).completed()
        #expect(noInitial.initialStates == [1] && noInitial.isEmpty)
        let moves = try EpsilonNFA(
            alphabet: ["a"], transitions: [("p", "", "q"), ("q", "a", "q")], initial: ["p"], final: ["q"])
        #expect(try moves.completed().stateCount == 3 && moves.completed().epsilonMoveCount == 1)
        #expect(try moves.completed().completed() == moves.completed())
    }

    @Test func completionKeepsToTheBudget() throws {
        let names = (0..<50_000).map(String.init)
        var builder = NFA.Builder(alphabet: try Alphabet(names))
        try builder.addStates(2_000_000)
        try builder.addTransition(from: 0, on: 7, to: 1)
        builder.insertInitial(0)
        builder.insertFinal(1)
        let nfa = try builder.build()
        let (automaton, dfa) = (EpsilonNFA(nfa), try DFA(nfa))
        let errors = [
            #expect(throws: AutomataError.self) { try automaton.completed(budget: .default) },
            #expect(throws: AutomataError.self) { try nfa.completed(budget: .default) },
            #expect(throws: AutomataError.self) { try dfa.completed(budget: .default) },
        ]
        #expect(errors.allSatisfy { $0?.isBudgetExceeded == true })
        #expect(throws: AutomataError.tooLarge("transitions")) { try dfa.completed(budget: .unlimited) }
        #expect(try dfa.minimized().stateCount == 2)
        #expect(try dfa.minimized(total: true).stateCount == 3)
        #expect(try Self.partial().completed(budget: .default) == Self.partial().completed())
    }

    @Test(arguments: 0..<10 as Range<UInt64>) func completionKeepsTheLanguage(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<40 {
            let shape = RandomShape.mixed(&random, maximumStates: 8, symbols: [1, 2, 3])
            let tests = words(symbols: shape.symbols, upTo: 5)
            let dfa = try RandomAutomata.dfa(shape, &random)
            let total = try dfa.completed()
            #expect(total.isTotal)
            #expect(tests.allSatisfy { dfa.accepts($0) == total.accepts($0) })
            let nfa = try RandomAutomata.nfa(shape, &random)
            let completed = try nfa.completed()
            #expect(tests.allSatisfy { nfa.accepts($0) == completed.accepts($0) })
            let cells = completed.states.flatMap { state in completed.alphabet.symbols.map { (state, $0) } }
            #expect(cells.allSatisfy { !completed.targets(from: $0.0, on: $0.1).isEmpty })
            #expect(!completed.initialStates.isEmpty && completed.isTotal)
            #expect(nfa.isTotal == (completed == nfa))
            let moves = try RandomAutomata.epsilonNFA(shape, &random)
            let complete = try moves.completed()
            #expect(tests.allSatisfy { moves.accepts($0) == complete.accepts($0) })
        }
    }

    @Test func numberingIsBreadthFirstInAlphabetOrder() throws {
        let dfa = try DFA(
            alphabet: ["a", "b"],
            transitions: [("u", "a", "s"), ("s", "b", "x"), ("s", "a", "y"), ("x", "a", "z"), ("y", "b", "w")],
            initial: "s", final: ["w"])
        #expect(dfa.canonicallyNumbered().stateNames == ["s", "y", "x", "w", "z", "u"])
        #expect(dfa.canonicallyNumbered().canonicallyNumbered() == dfa.canonicallyNumbered())
        let empty = try DFA.Builder(alphabet: ["a"]).build()
        #expect(empty.canonicallyNumbered() == empty)
    }

    @Test func epsilonCyclesAreFinite() throws {
        let harmless = try EpsilonNFA(
            alphabet: ["a"], transitions: [("p", "", "q"), ("q", "", "p"), ("q", "a", "r")], initial: ["p"],
            final: ["r"])
        #expect(harmless.isFinite && !harmless.isEmpty)
        let infinite = try EpsilonNFA(
            alphabet: ["a"], transitions: [("p", "", "q"), ("q", "a", "p"), ("q", "", "r")], initial: ["p"],
            final: ["r"])
        #expect(!infinite.isFinite)
        let useless = try EpsilonNFA(
            alphabet: ["a"], transitions: [("p", "a", "p"), ("p", "", "q")], initial: ["p"], final: ["r"])
        #expect(useless.isFinite && useless.isEmpty)
    }

    /// A language of an *n*-state automaton is infinite just where it has a word with *n* to 2*n* -
    /// 1 symbols.
    @Test(arguments: 0..<10 as Range<UInt64>) func emptinessAndFinitenessByWords(seed: UInt64) throws {
        var random = SplitMix64(seed: 90 + seed)
        for _ in 0..<60 {
            var shape = RandomShape.mixed(&random, maximumStates: 4, symbols: [1, 2])
            shape.density = [0.3, 0.6, 1][random.draw(3)]
            let automaton = try RandomAutomata.epsilonNFA(shape, &random)
            let count = automaton.stateCount
            let accepted = words(symbols: shape.symbols, upTo: max(0, 2 * count - 1)).filter { automaton.accepts($0) }
            let isInfinite = count > 0 && accepted.contains { $0.count >= count }
            #expect(automaton.isEmpty == accepted.isEmpty)
            #expect(automaton.isFinite == !isInfinite)
            let nfa = try automaton.removingEpsilonMoves()
            #expect(nfa.isFinite == !isInfinite && nfa.isEmpty == accepted.isEmpty)
            let dfa = try nfa.determinized()
            #expect(dfa.isFinite == !isInfinite && dfa.isEmpty == accepted.isEmpty)
        }
    }
}
