import Automata
import AutomataTestSupport
import Glibc
import Testing

@Suite struct GrowthTests {
    private static func growth(_ transitions: [(String, String, String)], final: [String]) throws -> LanguageGrowth {
        try NFA(alphabet: ["a", "b", "c"], transitions: transitions, initial: ["p"], final: final).growth()
    }

    @Test func textbookGrowth() throws {
        #expect(try Self.growth([("p", "a", "q")], final: ["q"]) == .finite)
        // a*, a*b*, a*b*c*
        #expect(try Self.growth([("p", "a", "p")], final: ["p"]) == .polynomial(degree: 0))
        #expect(
            try Self.growth([("p", "a", "p"), ("p", "b", "q"), ("q", "b", "q")], final: ["p", "q"])
                == .polynomial(degree: 1))
        #expect(
            try Self.growth(
                [
                    ("p", "a", "p"), ("p", "b", "q"), ("p", "c", "r"), ("q", "b", "q"), ("q", "c", "r"),
                    ("r", "c", "r"),
                ], final: ["p", "q", "r"]) == .polynomial(degree: 2))
        #expect(try Self.growth([("p", "a", "p"), ("p", "b", "p")], final: ["p"]) == .exponential)
        #expect(try Self.growth([("p", "a", "q"), ("q", "b", "p"), ("q", "c", "p")], final: ["p"]) == .exponential)
    }

    /// Many runs, few words: a*a*, and all sums of 2 and 3.
    @Test func runsAreNotWords() throws {
        #expect(
            try Self.growth([("p", "a", "p"), ("p", "a", "q"), ("q", "a", "q")], final: ["q"]) == .polynomial(degree: 0)
        )
        #expect(
            try Self.growth(
                [("p", "a", "x"), ("x", "a", "p"), ("p", "a", "y"), ("y", "a", "z"), ("z", "a", "p")], final: ["p"])
                == .polynomial(degree: 0))
        #expect(
            try Self.growth(
                [("p", "a", "x"), ("x", "a", "p"), ("p", "a", "y"), ("y", "b", "z"), ("z", "a", "p")], final: ["p"])
                == .exponential)
    }

    /// A loop on a class of two bytes reads 2ⁿ words of n bytes.
    @Test func classesCountTheirMembers() throws {
        let (a, b, c) = (UInt8(ascii: "a"), UInt8(ascii: "b"), UInt8(ascii: "c"))
        var builder = DFA.Builder(alphabet: try .bytes([[a...b], [c...c]]))
        try builder.addStates(2)
        try builder.addTransition(from: 0, on: 1 as Symbol, to: 0)
        try builder.addTransition(from: 0, on: 0 as Symbol, to: 1)
        builder.initialState = 0
        builder.insertFinal(1)
        let once = try builder.build()
        #expect(try once.growth() == .polynomial(degree: 0))
        try builder.addTransition(from: 1, on: 0 as Symbol, to: 1)
        let looping = try builder.build()
        #expect(try looping.growth() == .exponential)
        #expect(try NFA(looping).growth() == .exponential)
        #expect(try Automaton.dfa(once).growth() == .polynomial(degree: 0))
    }

    /// The number of words up to a length, for that length and for twice as many, tells the degree.
    @Test(arguments: 0..<10 as Range<UInt64>)
    func growthIsThatOfTheCounts(_ seed: UInt64) throws {
        var random = SplitMix64(seed: 10_000 + seed)
        for _ in 0..<30 {
            var shape = RandomShape.mixed(&random, maximumStates: 7, symbols: [1, 2])
            shape.density = [0.3, 0.5, 0.8][random.draw(3)]
            let automaton = try RandomAutomata.epsilonNFA(shape, &random)
            let dfa = try automaton.determinized()
            let expected = Self.growthByCounting(dfa)
            #expect(try dfa.growth() == expected, "\(dfa)")
            #expect(try automaton.growth() == expected, "\(automaton)")
            #expect(try automaton.removingEpsilonMoves().growth() == expected)
            #expect((expected == .finite) == automaton.isFinite)
        }
    }

    private static func growthByCounting(_ dfa: DFA) -> LanguageGrowth {
        var runs = dfa.states.map { $0 == dfa.initialState ? 1.0 : 0 }
        var total = 0.0
        var half = 0.0
        var atStates = 0.0
        let length = 1_000
        for step in 0..<length * 2 {
            total += dfa.finalStates.reduce(0) { $0 + runs[Int($1)] }
            if step == dfa.stateCount { atStates = total }
            if step == length - 1 { half = total }
            var next = runs.map { _ in 0.0 }
            for transition in dfa.transitions { next[Int(transition.target)] += runs[Int(transition.source)] }
            runs = next
            if total > 1e30 { return .exponential }
            if runs.allSatisfy({ $0 == 0 }) { return .finite }
        }
        return total == atStates ? .finite : .polynomial(degree: Int((log2(total / half)).rounded()) - 1)
    }

    @Test func budgetsHold() throws {
        // Ambiguous, not exponential at first sight, and with many subsets: a's and b's that only
        // some runs tell apart.
        var random = SplitMix64(seed: 4)
        let nfa = try RandomAutomata.nfa(RandomShape(states: 60, symbols: 2, density: 1), &random)
        #expect(throws: AutomataError.self) { try nfa.growth(budget: Budget(isCancelled: { true })) }
        let chain = try NFA(
            alphabet: ["a"],
            transitions: [("p", "a", "p"), ("p", "a", "q"), ("q", "a", "q"), ("q", "a", "r"), ("r", "a", "r")],
            initial: ["p"], final: ["r"])
        #expect(throws: AutomataError.self) { try chain.growth(budget: Budget(maximumStates: 1)) }
        #expect(try chain.growth() == .polynomial(degree: 0))
    }
}
