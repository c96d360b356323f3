import Automata
import AutomataTestSupport
import Testing

@Suite("Reachability, trimming and reversal")
struct StructureTests {
    @Test func trimKeepsNamesAndOrder() throws {
        let nfa = NFA.sample(
            ["a"], [("lost", "a", "q"), ("p", "a", "q"), ("p", "a", "dead"), ("q", "a", "r")], ["p"], ["r"])
        #expect(nfa.accessibleStates.map(nfa.name).sorted() == ["dead", "p", "q", "r"])
        #expect(nfa.coaccessibleStates.map(nfa.name).sorted() == ["lost", "p", "q", "r"])
        #expect(nfa.trimmed().stateNames == ["p", "q", "r"])
        #expect(nfa.trimmed().trimmed() == nfa.trimmed())
    }

    @Test(arguments: 0..<150)
    func lawsOfTrimming(_ seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let shape = RandomShape.mixed(&random)
        let automaton = try RandomAutomata.epsilonNFA(shape, &random)
        let dfa = try RandomAutomata.dfa(shape, &random)
        let trim = automaton.trimmed()
        #expect(trim == automaton.accessiblePart().coaccessiblePart())
        #expect(trim == automaton.coaccessiblePart().accessiblePart())
        #expect(trim.accessibleStates.count == trim.stateCount)
        #expect(trim.coaccessibleStates.count == trim.stateCount)
        #expect(NFA(dfa).trimmed() == NFA(dfa.trimmed()))
        for _ in 0..<40 {
            let word = RandomWords.word(over: automaton.alphabet, below: 8, &random)
            #expect(automaton.accepts(word) == trim.accepts(word))
            #expect(dfa.accepts(word) == dfa.trimmed().accepts(word))
        }
    }

    @Test(arguments: 0..<150)
    func lawsOfReversal(_ seed: Int) throws {
        var random = SplitMix64(seed: UInt64(1_000 + seed))
        let automaton = try RandomAutomata.epsilonNFA(RandomShape.mixed(&random), &random)
        let nfa = try automaton.removingEpsilonMoves()
        #expect(automaton.reversed().reversed() == automaton)
        #expect(nfa.reversed().reversed() == nfa)
        for _ in 0..<40 {
            let word = RandomWords.word(over: automaton.alphabet, below: 8, &random)
            #expect(automaton.accepts(word) == automaton.reversed().accepts(word.reversed()))
            #expect(nfa.accepts(word) == nfa.reversed().accepts(word.reversed()))
        }
    }
}

enum RandomWords {
    /// A word of up to `limit` symbols; the empty one over an empty alphabet.
    static func word(over alphabet: Alphabet, below limit: Int, _ random: inout SplitMix64) -> [Symbol] {
        alphabet.count == 0 ? [] : (0..<random.draw(limit + 1)).map { _ in Symbol(random.draw(alphabet.count)) }
    }
}
