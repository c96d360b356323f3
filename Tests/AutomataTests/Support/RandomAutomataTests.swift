import Automata
import AutomataTestSupport
import Testing

/// The generators are the ground that other tests stand on.
@Suite struct RandomAutomataTests {
    @Test func sequenceIsThePublishedOne() {
        var random = SplitMix64(seed: 1_234_567)
        #expect(random.next() == 6_457_827_717_110_365_317)
        #expect(random.next() == 3_203_168_211_198_807_973)
    }

    @Test func sameSeedSameMachine() throws {
        for seed in 0..<50 as Range<UInt64> {
            var (one, two) = (SplitMix64(seed: seed), SplitMix64(seed: seed))
            let shape = RandomShape.mixed(&one)
            _ = RandomShape.mixed(&two)
            #expect(try RandomAutomata.dfa(shape, &one) == RandomAutomata.dfa(shape, &two))
            #expect(try RandomAutomata.epsilonNFA(shape, &one) == RandomAutomata.epsilonNFA(shape, &two))
            #expect(try RandomAutomata.nfa(shape, &one) == RandomAutomata.nfa(shape, &two))
        }
    }

    @Test func familiesHaveTheirShape() throws {
        #expect(try Families.dfa(50, 3, seed: 1).isTotal)
        #expect(try Families.dup(50, 3, seed: 1).transitionCount == 150)
        #expect(try Families.kth(3).accepts("babb"))
        #expect(try !Families.kth(3).accepts("aabab"))
        #expect(try Families.chain(4).accepts("aaaa"))
        #expect(words(symbols: 2, upTo: 3).count == 15)
    }
}
