import Automata
import AutomataTestSupport
import Testing

@Suite("Cyclic shift")
struct CyclicShiftTests {
    private static func word(_ text: String) throws -> NFA {
        let alphabet: Alphabet = ["a", "b", "c"]
        return try NFA.words(within: 0, of: alphabet.word(text), over: alphabet)
    }

    private static func accepted(_ automaton: some FiniteAutomaton) -> Set<String> {
        Set(WordSet(automaton, upTo: 4).words.map { automaton.alphabet.text($0) })
    }

    @Test(arguments: [
        ("", [""]), ("a", ["a"]), ("ab", ["ab", "ba"]), ("abc", ["abc", "bca", "cab"]), ("aab", ["aab", "aba", "baa"]),
        ("abab", ["abab", "baba"]),
    ])
    func conjugatesOfAWord(word: String, expected: [String]) throws {
        #expect(try Self.accepted(Self.word(word).cyclicShift()) == Set(expected))
    }

    @Test func knownLanguages() throws {
        let loopThenB = try DFA(
            alphabet: ["a", "b"], transitions: [("x", "a", "x"), ("x", "b", "y")], initial: "x", final: ["y"])
        let oneB = try DFA(
            alphabet: ["a", "b"], transitions: [("x", "a", "x"), ("x", "b", "y"), ("y", "a", "y")], initial: "x",
            final: ["y"])
        #expect(try loopThenB.cyclicShift().minimized() == oneB.minimized())
        #expect(try oneB.cyclicShift().minimized() == oneB.minimized())
        let empty = try NFA(alphabet: ["a"], transitions: [("x", "a", "x")], initial: ["x"], final: [])
        #expect(try empty.cyclicShift().stateCount == 0)
    }

    @Test func laws() throws {
        var random = SplitMix64(seed: 24)
        for _ in 0..<60 {
            var shape = RandomShape.mixed(&random, maximumStates: 4)
            shape.symbols = 2
            let a = try RandomAutomata.epsilonNFA(shape, &random)
            let b = try RandomAutomata.epsilonNFA(shape, &random)
            let shift = try a.cyclicShift()
            #expect(shift.trimmed() == shift)
            #expect(try a.isIncluded(in: shift))
            #expect(try shift.cyclicShift().isEquivalent(to: shift))
            #expect(try a.reversed().cyclicShift().isEquivalent(to: shift.reversed()))
            #expect(try a.union(b).cyclicShift().isEquivalent(to: shift.union(b.cyclicShift())))
            #expect(try a.concatenation(b).cyclicShift().isEquivalent(to: b.concatenation(a).cyclicShift()))
            let nfa = try a.removingEpsilonMoves()
            #expect(try nfa.cyclicShift().isEquivalent(to: shift))
            #expect(try a.determinized().cyclicShift().isEquivalent(to: shift))
            // With one letter there is nothing to shift.
            shape.symbols = 1
            let unary = try RandomAutomata.epsilonNFA(shape, &random)
            #expect(try unary.cyclicShift().isEquivalent(to: unary))
        }
    }

    @Test func sizeAndModel() throws {
        // The copies of a state have the states before and behind it, which are all, and itself
        // twice.
        let chain = EpsilonNFA(try Self.word("abcabc"))
        #expect(chain.stateCount == 7)
        #expect(try chain.cyclicShift().stateCount == 7 * 8)
        #expect(try Automaton.dfa(chain.determinized()).cyclicShift().model == .nfa)
        #expect(try Automaton.epsilonNFA(chain).cyclicShift().model == .epsilonNFA)
        // All states of the complete graph are initial and final, so that each has a state in the
        // middle.
        let pairs = (0..<6).flatMap { source in (0..<6).map { ("\(source)", "a", "\($0)") } }
        let names = (0..<6).map(String.init)
        let complete = EpsilonNFA(
            try NFA(alphabet: ["a"], transitions: pairs, initial: names, final: names))
        let shift = try complete.cyclicShift()
        #expect(shift.stateCount == 6 * 13)
        #expect(shift.transitionCount == 6 * (2 * 36 + 12))
    }

    @Test func budgets() throws {
        let chain = EpsilonNFA(try NFA.words(within: 0, of: Array(repeating: 0, count: 2_000), over: ["a"]))
        #expect(throws: AutomataError.budgetExceeded(statesBuilt: 2_002, limit: .states(2_001))) {
            try chain.cyclicShift(budget: Budget(maximumStates: 2_001))
        }
        #expect(throws: AutomataError.self) { try chain.cyclicShift(budget: Budget(maximumBytes: 1 << 16)) }
        #expect(throws: AutomataError.cancelled(statesBuilt: 0)) {
            try chain.cyclicShift(budget: Budget(isCancelled: { true }))
        }
        let exact = try Self.word("abc").cyclicShift(budget: Budget(maximumStates: 20))
        #expect(exact.stateCount <= 20)
        #expect(throws: AutomataError.self) { try Self.word("abc").cyclicShift(budget: Budget(maximumStates: 19)) }
    }
}
