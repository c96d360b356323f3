import Automata
import AutomataTestSupport
import TestSupport
import Testing

/// Every small automaton, or every third one in a short run, and every operation on it, against the
/// reference.
@Suite struct SmallScopeTests {
    private static let tests = words(symbols: 2, upTo: 6)

    @Test(arguments: 0...2) func everyNFAOverTwoSymbols(_ states: Int) throws {
        let all = SmallAutomata(states: states, symbols: 2)
        for number in all.numbers { try Self.check(all[number]) }
    }

    @Test(arguments: 0...2) func everyEpsilonNFAOverOneSymbol(_ states: Int) throws {
        let all = SmallAutomata(states: states, symbols: 1, hasMoves: true)
        for number in all.numbers { try Self.check(all[number]) }
    }

    @Test func sampleWithThreeStates() throws {
        var random = SplitMix64(seed: 3)
        for hasMoves in [false, true] {
            let all = SmallAutomata(states: 3, symbols: 2, hasMoves: hasMoves)
            for _ in 0..<400 { try Self.check(all[random.draw(all.count)]) }
        }
    }

    /// A million automata: minutes in a release build.
    @Test(.enabled(if: TestScope.isLong, "\(TestScope.hint)"), arguments: 0..<16)
    func everyNFAWithThreeStatesUpToRenaming(_ part: Int) throws {
        let all = SmallAutomata(states: 3, symbols: 2, startsInZero: true)
        var count = 0
        for number in stride(from: part, to: all.count, by: 16) where number <= all.renamed(number) {
            try Self.check(all[number])
            count += 1
        }
        print("part \(part): \(count) automata agree")
    }

    /// All operations keep the language; those with a unique result have it.
    private static func check(_ reference: ReferenceAutomaton) throws {
        let alphabet = try RandomAutomata.alphabet(reference.symbolCount)
        let automaton = try reference.epsilonNFA(alphabet)
        let expected = try reference.minimalDFA(alphabet)
        let words = reference.symbolCount == 2 ? tests : words(symbols: reference.symbolCount, upTo: 6)
        let language = reference.language(upTo: 6)
        let nfa = try automaton.removingEpsilonMoves()
        let dfa = try nfa.determinized()
        let total = try nfa.determinized(total: true)
        let matcher = Matcher(dfa)

        for (word, isAccepted) in zip(words, language)
        where automaton.accepts(word) != isAccepted || nfa.accepts(word) != isAccepted
            || dfa.accepts(word) != isAccepted || total.accepts(word) != isAccepted
            || matcher.accepts(symbols: word) != isAccepted
        {
            Issue.record("the word \(word), \(isAccepted ? "accepted" : "rejected") by\n\(automaton)")
        }

        func keepsLanguage(_ result: ReferenceAutomaton, _ operation: String) throws {
            if try result.minimalDFA(alphabet) != expected { Issue.record("\(operation) of\n\(automaton)") }
        }
        try keepsLanguage(ReferenceAutomaton(nfa), "removal of epsilon moves")
        try keepsLanguage(ReferenceAutomaton(dfa), "determinization")
        try keepsLanguage(ReferenceAutomaton(total), "total determinization")
        try keepsLanguage(ReferenceAutomaton(automaton.trimmed()), "trimming with epsilon moves")
        try keepsLanguage(ReferenceAutomaton(nfa.trimmed()), "trimming")
        try keepsLanguage(ReferenceAutomaton(total.trimmed()), "trimming a DFA")
        try keepsLanguage(ReferenceAutomaton(automaton.completed()), "completion with epsilon moves")
        try keepsLanguage(ReferenceAutomaton(nfa.completed()), "completion")
        try keepsLanguage(ReferenceAutomaton(dfa.completed()), "completion of a DFA")
        let reversed = try reference.reversed().minimalDFA(alphabet)
        if try ReferenceAutomaton(automaton.reversed()).minimalDFA(alphabet) != reversed
            || ReferenceAutomaton(nfa.reversed()).minimalDFA(alphabet) != reversed
            || ReferenceAutomaton(dfa.reversed()).minimalDFA(alphabet) != reversed
        {
            Issue.record("reversal of\n\(automaton)")
        }

        if try dfa.trimmed() != dfa || !total.isTotal || !dfa.completed().isTotal {
            Issue.record("the shape of\n\(automaton)")
        }
        if automaton.isEmpty != (expected.stateCount == 0) { Issue.record("emptiness of\n\(automaton)") }
        for algorithm in MinimizationAlgorithm.allCases where algorithm != .revuz || automaton.isFinite {
            if try dfa.minimized(using: algorithm) != expected || total.minimized(using: algorithm) != expected {
                Issue.record("minimization by \(algorithm) of\n\(automaton)")
            }
        }
        if try nfa.minimized() != expected || automaton.minimized() != expected {
            Issue.record("minimization of\n\(automaton)")
        }
    }
}
