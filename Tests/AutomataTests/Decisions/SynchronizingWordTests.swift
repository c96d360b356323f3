import AlgorithmSupport
import Automata
import AutomataTestSupport
import Testing
import WorkLimits

@Suite struct SynchronizingWordTests {
    /// Černý's automata, whose shortest synchronizing words have (n − 1)² symbols.
    @Test(arguments: 2...12) func lengthsAreSquares(count: Int) throws {
        var builder = DFA.Builder(alphabet: ["a", "b"])
        try builder.addStates(count)
        for state in 0..<count {
            try builder.addTransition(from: StateID(state), on: 0, to: StateID((state + 1) % count))
            try builder.addTransition(from: StateID(state), on: 1, to: StateID(state == count - 1 ? 0 : state))
        }
        let dfa = try builder.build()
        let word = try #require(try dfa.shortestSynchronizingWord())
        #expect(word.length == (count - 1) * (count - 1))
        #expect(targets(of: word.word, in: dfa)?.count == 1)
    }

    @Test func oneStateNeedsNoSymbol() throws {
        var builder = DFA.Builder(alphabet: ["a"])
        // Without states, no word leads to a state.
        #expect(try builder.build().shortestSynchronizingWord() == nil)
        try builder.addStates(1)
        #expect(try builder.build().shortestSynchronizingWord()?.word == [])
    }

    /// All words in order, up to a length that no shortest word exceeds, on DFAs with and without
    /// missing transitions.
    @Test(arguments: 0..<4 as Range<UInt64>) func agreesWithAllWordsInOrder(seed: UInt64) throws {
        var random = SplitMix64(seed: 900 + seed)
        var (foundCount, missingCount) = (0, 0)
        for _ in 0..<100 {
            let shape = RandomShape(
                states: 2 + random.draw(3), symbols: 1 + random.draw(2), density: random.draw(2) == 0 ? 1 : 0.8)
            let dfa = try RandomAutomata.dfa(shape, &random)
            // Subsets of at least two of the states.
            let longest = (1 << shape.states) - shape.states
            let expected = words(symbols: shape.symbols, upTo: longest)
                .first { targets(of: $0, in: dfa)?.count == 1 }
            #expect(try dfa.shortestSynchronizingWord()?.word == expected)
            if expected == nil { missingCount += 1 } else { foundCount += 1 }
        }
        #expect(foundCount > 20 && missingCount > 20)
    }

    @Test func subsetsCountAsStates() throws {
        var random = SplitMix64(seed: 7)
        let dfa = try RandomAutomata.dfa(RandomShape(states: 60, symbols: 2, density: 1), &random)
        let word = try #require(try dfa.shortestSynchronizingWord())
        #expect(targets(of: word.word, in: dfa)?.count == 1)
        let error = #expect(throws: AutomataError.self) {
            try dfa.shortestSynchronizingWord(budget: Budget(maximumStates: 20))
        }
        #expect(error?.isBudgetExceeded == true)
    }

    /// Two automata of Černý side by side: thousands of subsets can be reached, but no pair of
    /// states of both can be merged, which is found before the subsets exceed the budget.
    @Test(arguments: [3, 8, 20]) func pairsRuleOutAWord(count: Int) throws {
        var builder = DFA.Builder(alphabet: ["a", "b"])
        try builder.addStates(2 * count)
        for state in 0..<2 * count {
            let (half, place) = (state / count * count, state % count)
            try builder.addTransition(from: StateID(state), on: 0, to: StateID(half + (place + 1) % count))
            try builder.addTransition(
                from: StateID(state), on: 1, to: StateID(half + (place == count - 1 ? 0 : place)))
        }
        #expect(try builder.build().shortestSynchronizingWord(budget: Budget(maximumStates: 2 * count)) == nil)
    }

    /// The states to which a word leads from all states, or `nil` if some state can't read it.
    private func targets(of word: [Symbol], in dfa: DFA) -> Set<StateID>? {
        var targets = Set(dfa.states)
        for symbol in word {
            let next = targets.map { dfa.target(from: $0, on: symbol) }
            if next.contains(nil) { return nil }
            targets = Set(next.compactMap { $0 })
        }
        return targets
    }
}
