import Automata
import AutomataTestSupport
import Testing

@Suite struct AmbiguityTests {
    private static func nfa(
        _ transitions: [(String, String, String)], initial: [String], final: [String]
    ) throws -> NFA {
        try NFA(alphabet: ["a", "b"], transitions: transitions, initial: initial, final: final)
    }

    @Test func textbookDegrees() throws {
        // "Ends with ab" has one run a word.
        let unambiguous = try Self.nfa(
            [("p", "a", "p"), ("p", "b", "p"), ("p", "a", "q"), ("q", "b", "r")], initial: ["p"], final: ["r"])
        #expect(try unambiguous.ambiguityDegree() == .unambiguous)
        #expect(try unambiguous.isUnambiguous())
        #expect(try unambiguous.ambiguity() == nil)
        // "Has an a" has a run for each a: linear.
        let linear = try Self.nfa(
            [("p", "a", "p"), ("p", "b", "p"), ("p", "a", "q"), ("q", "a", "q"), ("q", "b", "q")], initial: ["p"],
            final: ["q"])
        #expect(try linear.ambiguityDegree() == .polynomial(degree: 1))
        let found = try #require(try linear.ambiguity())
        #expect(found.witness.description == "aa")
        #expect(Set([found.first.states, found.second.states]) == [[0, 0, 1], [0, 1, 1]])
        // Two a's that are chosen: quadratic.
        let quadratic = try Self.nfa(
            [
                ("p", "a", "p"), ("p", "a", "q"), ("q", "a", "q"), ("q", "a", "r"), ("r", "a", "r"),
            ], initial: ["p"], final: ["r"])
        #expect(try quadratic.ambiguityDegree() == .polynomial(degree: 2))
        // Two ways to read two letters, again and again.
        let exponential = try Self.nfa(
            [("p", "a", "q"), ("p", "a", "r"), ("q", "b", "p"), ("r", "b", "p")], initial: ["p"], final: ["p"])
        #expect(try exponential.ambiguityDegree() == .exponential)
        #expect(try exponential.ambiguity()?.witness.description == "ab")
        // Two starts, one way each.
        let finite = try Self.nfa([("p", "a", "p"), ("q", "a", "q")], initial: ["p", "q"], final: ["p", "q"])
        #expect(try finite.ambiguityDegree() == .finite)
        #expect(try finite.ambiguity()?.witness.word == [])
        #expect(try DFA(Self.nfa([("p", "a", "p")], initial: ["p"], final: ["p"])).ambiguityDegree() == .unambiguous)
    }

    @Test func uselessStatesDoNotCount() throws {
        let nfa = try Self.nfa(
            [("p", "a", "q"), ("p", "a", "dead"), ("dead", "a", "dead"), ("late", "a", "q"), ("late", "a", "p")],
            initial: ["p"], final: ["q"])
        #expect(try nfa.isUnambiguous())
        #expect(try NFA.Builder(alphabet: ["a"]).build().ambiguityDegree() == .unambiguous)
    }

    @Test func epsilonMovesAreChoices() throws {
        let twoWays = try EpsilonNFA(
            alphabet: ["a"], transitions: [("p", "", "q"), ("p", "", "r"), ("q", "a", "s"), ("r", "a", "s")],
            initial: ["p"], final: ["s"])
        #expect(try twoWays.ambiguityDegree() == .finite)
        let found = try #require(try twoWays.ambiguity())
        #expect(found.witness.description == "a")
        #expect(found.first != found.second)
        // A choice at the end counts, and one that is taken again and again is exponential.
        let end = try EpsilonNFA(
            alphabet: ["a"], transitions: [("p", "a", "q"), ("q", "", "r")], initial: ["p"], final: ["q", "r"])
        #expect(try end.ambiguityDegree() == .finite)
        let again = try EpsilonNFA(
            alphabet: ["a"],
            transitions: [("p", "", "q"), ("p", "", "r"), ("q", "a", "p"), ("r", "", "s"), ("s", "a", "p")],
            initial: ["p"], final: ["p"])
        #expect(try again.ambiguityDegree() == .exponential)
        #expect(try Automaton.epsilonNFA(again).ambiguityDegree() == .exponential)
        // One way to do nothing.
        let alone = try EpsilonNFA(
            alphabet: ["a"], transitions: [("p", "", "q"), ("q", "a", "q")], initial: ["p"], final: ["q"])
        #expect(try alone.ambiguityDegree() == .unambiguous)
        #expect(try Automaton.epsilonNFA(alone).isUnambiguous())
    }

    @Test func aCycleOfEpsilonMovesIsInfinitelyAmbiguous() throws {
        let cycle = try EpsilonNFA(
            alphabet: ["a"], transitions: [("p", "a", "q"), ("q", "", "r"), ("r", "", "q")], initial: ["p"],
            final: ["q"])
        #expect(try cycle.ambiguityDegree() == .infinite)
        let found = try #require(try cycle.ambiguity())
        #expect(found.witness.description == "a")
        #expect(found.first.moves.count == 1 && found.second.moves.count == 3)
        #expect(NaiveRuns.isAccepting(found.second, cycle, [0]))
        let useless = try EpsilonNFA(
            alphabet: ["a"], transitions: [("p", "a", "q"), ("r", "", "s"), ("s", "", "r")], initial: ["p"],
            final: ["q"])
        #expect(try useless.ambiguityDegree() == .unambiguous)
    }

    /// The witness is the first word, in order, on which runs by hand count two.
    @Test(arguments: 0..<8 as Range<UInt64>)
    func witnessesAreTheLeast(_ seed: UInt64) throws {
        var random = SplitMix64(seed: 6_000 + seed)
        for _ in 0..<40 {
            var shape = RandomShape.mixed(&random, maximumStates: 5, symbols: [1, 2])
            shape.density = [0.4, 0.7, 1][random.draw(3)]
            let nfa = try RandomAutomata.nfa(shape, &random)
            try Self.check(EpsilonNFA(nfa), nfa.ambiguity(), nfa.isUnambiguous(), symbols: shape.symbols)
            let moving = try RandomAutomata.epsilonNFA(shape, &random).trimmed()
            let found = try moving.ambiguity()
            if try moving.ambiguityDegree() == .infinite {
                let ambiguity = try #require(found)
                #expect(NaiveRuns.isAccepting(ambiguity.first, moving, ambiguity.witness.word))
                #expect(NaiveRuns.isAccepting(ambiguity.second, moving, ambiguity.witness.word))
                #expect(ambiguity.first != ambiguity.second)
            } else {
                try Self.check(moving, found, moving.isUnambiguous(), symbols: shape.symbols)
            }
        }
    }

    private static func check(
        _ automaton: EpsilonNFA, _ found: Ambiguity?, _ isUnambiguous: Bool, symbols: Int
    ) throws {
        let expected = words(symbols: symbols, upTo: 6).first { NaiveRuns.count(automaton, $0) > 1 }
        #expect(isUnambiguous == (found == nil))
        if let expected { #expect(found?.witness.word == expected, "\(automaton)") }
        guard let found else { return }
        let word = found.witness.word
        #expect(NaiveRuns.count(automaton, word) > 1)
        #expect(NaiveRuns.isAccepting(found.first, automaton, word))
        #expect(NaiveRuns.isAccepting(found.second, automaton, word))
        #expect(found.first != found.second)
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func degreesAreThoseOfTheCriteria(_ seed: UInt64) throws {
        var random = SplitMix64(seed: 7_000 + seed)
        var degrees = Set<AmbiguityDegree>()
        for _ in 0..<60 {
            // Along an order with loops, polynomial degrees are frequent; otherwise they are rare.
            let nfa = try random.chance(0.5) ? Self.loops(4, &random) : Self.small(&random)
            let degree = try nfa.ambiguityDegree()
            #expect(degree == NaiveRuns.degree(nfa.trimmed()), "\(nfa)")
            #expect(try EpsilonNFA(nfa).ambiguityDegree() == degree)
            degrees.insert(degree)
        }
        #expect(degrees.count >= 4)
    }

    private static func small(_ random: inout SplitMix64) throws -> NFA {
        var shape = RandomShape(states: 2 + random.draw(2), symbols: 1 + random.draw(2), density: 1)
        shape.density = [0.5, 0.8, 1.2][random.draw(3)]
        return try RandomAutomata.nfa(shape, &random)
    }

    private static func loops(_ states: Int, _ random: inout SplitMix64) throws -> NFA {
        var builder = NFA.Builder(alphabet: ["a", "b"])
        try builder.addStates(states)
        for source in 0..<states {
            for symbol in 0..<2 as Range<Symbol> {
                for target in source..<states where random.chance(target == source ? 0.6 : 0.35) {
                    try builder.addTransition(from: StateID(source), on: symbol, to: StateID(target))
                }
            }
        }
        builder.insertInitial(0)
        builder.insertFinal(StateID(states - 1))
        return try builder.build()
    }

    /// What epsilon moves do to the degree, seen on the automaton in which each is a letter of its
    /// own for runs to differ by.
    @Test(arguments: 0..<6 as Range<UInt64>)
    func degreesWithEpsilonMoves(_ seed: UInt64) throws {
        var random = SplitMix64(seed: 8_000 + seed)
        for _ in 0..<40 {
            var shape = RandomShape(states: 3, symbols: 1, density: 0.7)
            shape.epsilonDensity = 0.6
            let automaton = try RandomAutomata.epsilonNFA(shape, &random).trimmed()
            let degree = try automaton.ambiguityDegree()
            // The numbers of runs on the words of the one letter, as long as nothing goes round for
            // ever.
            if degree == .infinite { continue }
            let counts = (0..<12).map { NaiveRuns.count(automaton, Array(repeating: 0, count: $0)) }
            switch degree {
            case .unambiguous: #expect(counts.allSatisfy { $0 <= 1 })
            case .finite: #expect(counts.contains { $0 > 1 } && counts.allSatisfy { $0 <= 27 })
            case .polynomial(let degree):
                #expect(counts.enumerated().allSatisfy { $1 <= 27 * Self.power($0 + 1, degree) })
                #expect(try #require(counts.last) > 1 || counts[10] > 1 || counts[9] > 1)
            case .exponential: #expect(try #require(counts.max()) >= 4)
            case .infinite: break
            }
        }
    }

    private static func power(_ base: Int, _ exponent: Int) -> Int {
        (0..<exponent).reduce(1) { power, _ in power * base }
    }

    @Test func budgetsHold() throws {
        var random = SplitMix64(seed: 9)
        let nfa = try RandomAutomata.nfa(RandomShape(states: 400, symbols: 2, density: 1.6), &random)
        for budget in [Budget(maximumStates: 5), Budget(maximumBytes: 100), Budget(isCancelled: { true })] {
            #expect(throws: AutomataError.self) { try nfa.ambiguityDegree(budget: budget) }
        }
        #expect(throws: AutomataError.cancelled(statesBuilt: 0)) {
            try EpsilonNFA(nfa).isUnambiguous(budget: Budget(isCancelled: { true }))
        }
        #expect(try nfa.ambiguityDegree() == .exponential)
    }
}
