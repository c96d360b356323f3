import Automata
import AutomataTestSupport
import Testing

/// Automata of different models meet in one operation or question.
@Suite("Mixed models")
struct MixedModelsTests {
    /// One language as a DFA, an NFA, an ε-NFA, and an automaton of each model.
    private static func forms(
        of automaton: EpsilonNFA
    ) throws -> (dfa: DFA, nfa: NFA, epsilonNFA: EpsilonNFA, any: [Automaton]) {
        let (dfa, nfa) = (try automaton.determinized(), try automaton.removingEpsilonMoves())
        return (dfa, nfa, automaton, [.dfa(dfa), .nfa(nfa), .epsilonNFA(automaton)])
    }

    @Test func operationsAgreeWhateverTheModels() throws {
        for seed in 0..<60 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let left = try Self.forms(of: RandomAutomata.epsilonNFA(.mixed(&random, symbols: [2]), &random))
            let right = try Self.forms(of: RandomAutomata.epsilonNFA(.mixed(&random, symbols: [2]), &random))
            let union = try left.dfa.union(right.dfa).minimized()
            let intersection = try left.dfa.intersection(right.dfa).minimized()
            let difference = try left.dfa.difference(right.dfa).minimized()
            #expect(try left.dfa.union(right.nfa).minimized() == union)
            #expect(try left.nfa.union(right.dfa).minimized() == union)
            #expect(try left.epsilonNFA.intersection(right.dfa).minimized() == intersection)
            #expect(try left.dfa.intersection(right.epsilonNFA).minimized() == intersection)
            #expect(try left.dfa.difference(right.epsilonNFA).minimized() == difference)
            #expect(try left.nfa.difference(right.dfa).minimized() == difference)
            for one in left.any {
                for other in right.any {
                    let sum = try one.union(other)
                    #expect(sum.model == max(one.model, other.model))
                    #expect(try sum.minimized() == union)
                    #expect(try one.difference(other).model == one.model)
                    #expect(try one.isDisjoint(with: other) == intersection.isEmpty)
                    #expect(try one.inclusion(in: other).holds == difference.isEmpty)
                }
            }
        }
    }

    @Test func verdictsShowWhyNot() throws {
        for seed in 100..<160 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let left = try Self.forms(of: RandomAutomata.epsilonNFA(.mixed(&random, symbols: [2]), &random))
            let right = try Self.forms(of: RandomAutomata.epsilonNFA(.mixed(&random, symbols: [2]), &random))
            let expected = try left.nfa.symmetricDifference(right.nfa).shortestWord()
            for algorithm in InclusionAlgorithm.allCases {
                let verdict = try left.epsilonNFA.equivalence(to: right.dfa, using: algorithm)
                #expect(verdict.holds == (expected == nil))
                #expect(try verdict.counterexample()?.witness.word == expected?.word)
                let inclusion = try left.dfa.inclusion(in: right.nfa, using: algorithm)
                #expect(try inclusion.counterexample()?.word == left.dfa.difference(right.dfa).shortestWord()?.word)
            }
        }
    }

    @Test func conversionsKeepTheLanguage() throws {
        for seed in 200..<230 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let automaton = try RandomAutomata.epsilonNFA(.mixed(&random, symbols: [1, 2]), &random)
            let minimal = try automaton.minimized()
            for model in Automaton.Model.allCases {
                let converted = try Automaton(converting: automaton, to: model)
                #expect(converted.model == model)
                #expect(try converted.minimized() == minimal)
            }
            let nfa = try NFA(converting: automaton)
            #expect(try NFA(converting: nfa) == nfa)
            #expect(try EpsilonNFA(nfa).asEpsilonNFA == EpsilonNFA(nfa) && DFA(converting: minimal) == minimal)
        }
    }

    @Test func partsLeaveForeignStatesOut() throws {
        let dfa = try DFA(alphabet: ["a"], transitions: [("p", "a", "q"), ("q", "a", "p")], initial: "p", final: ["q"])
        #expect(dfa.restricted(to: [0, 100]).stateNames == ["p"])
        #expect(NFA(dfa).restricted(to: [1, 64]).stateNames == ["q"])
        #expect(EpsilonNFA(NFA(dfa)).restricted(to: [0, 1, 2]) == EpsilonNFA(NFA(dfa)))
    }
}
