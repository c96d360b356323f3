import Automata
import AutomataCounting
import Testing

@Suite struct SamplingTests {
    /// The sum of the squared differences from what is expected, each in proportion to it.
    private func chiSquare(_ words: [[Letter]], among all: [[Letter]]) -> Double {
        var counts: [[Letter]: Int] = [:]
        for word in words { counts[word, default: 0] += 1 }
        #expect(Set(counts.keys).isSubset(of: Set(all)))
        let expected = Double(words.count) / Double(all.count)
        return all.reduce(0) { sum, word in
            let difference = Double(counts[word] ?? 0) - expected
            return sum + difference * difference / expected
        }
    }

    /// What the statistic exceeds in one of a thousand cases, by the approximation of Wilson and
    /// Hilferty (doi:10.1073/pnas.17.12.684).
    private func limit(_ all: [[Letter]]) -> Double {
        let freedom = Double(all.count - 1)
        let root = 1 - 2 / (9 * freedom) + 3.09 * (2 / (9 * freedom)).squareRoot()
        return freedom * root * root * root
    }

    @Test func wordsOfALengthAreUniform() throws {
        let dfa = try Samples.fibonacci()
        let all = Array(try dfa.words(ofLengths: 10...10))
        #expect(all.count == 144)
        var generator = SeededGenerator(seed: 41)
        let words = try WordSampler(dfa, ofLength: 10).words(40_000, using: &generator)
        #expect(words.count == 40_000)
        #expect(chiSquare(words, among: all) < limit(all))
    }

    @Test func wordsUpToALengthAreUniform() throws {
        var random = SeededGenerator(seed: 42)
        for _ in 0..<6 {
            let automaton = try Samples.epsilonNFA(states: 4, symbols: 2, density: 0.3, &random)
            let all = Array(try automaton.words(ofLengths: 0...6))
            if all.count < 2 { continue }
            var generator = SeededGenerator(seed: 43)
            let sampler = try WordSampler(Automaton.epsilonNFA(automaton), upToLength: 6)
            let words = try sampler.words(all.count * 200, using: &generator)
            #expect(chiSquare(words, among: all) < limit(all), "\(automaton)")
        }
    }

    @Test func membersOfClassesAreUniform() throws {
        var builder = DFA.Builder(alphabet: try .bytes([[97...101], [102...103, 105...105]]))
        try builder.addStates(2)
        try builder.addTransition(from: 0, on: 0 as Symbol, to: 0)
        try builder.addTransition(from: 0, on: 1 as Symbol, to: 1)
        try builder.addTransition(from: 1, on: 0 as Symbol, to: 1)
        builder.initialState = 0
        builder.insertFinal(1)
        let dfa = try builder.build()
        let all = Array(try dfa.words(ofLengths: 0...3))
        var generator = SeededGenerator(seed: 44)
        let words = try WordSampler(dfa, upToLength: 3).words(all.count * 100, using: &generator)
        #expect(chiSquare(words, among: all) < limit(all))
    }

    /// Draws whose first bits lie on a border between two choices.
    private struct Borders: RandomNumberGenerator {
        var numbers: [UInt64]

        mutating func next() -> UInt64 { numbers.isEmpty ? 0 : numbers.removeFirst() }
    }

    @Test func bordersAreDecidedExactly() throws {
        let all = try DFA(
            alphabet: ["a", "b"], transitions: [("p", "a", "p"), ("p", "b", "p")], initial: "p", final: ["p"])
        // Both letters lead to one state, and so are one choice: the letter is drawn by itself.
        var generator = Borders(numbers: [1 << 63, 0, 1 << 63, .max])
        #expect(try WordSampler(all, ofLength: 2).word(using: &generator) == [0, 1])
        // Two states, and a border at one half.
        let dfa = try DFA(
            alphabet: ["a", "b"], transitions: [("p", "a", "q"), ("p", "b", "r"), ("q", "a", "q"), ("r", "b", "r")],
            initial: "p", final: ["q", "r"])
        let sampler = try WordSampler(dfa, ofLength: 3)
        for (number, letter) in [(1 << 63 - 1, 0), (1 << 63, 1), (1 << 63 + 1, 1), (0, 0), (UInt64.max, 1)] {
            var generator = Borders(numbers: [number])
            #expect(try sampler.word(using: &generator)?.first == Letter(letter))
        }
        // A third is no binary fraction: one more number decides.
        let third = UInt64.max / 3
        let border = try WordSampler(
            DFA(
                alphabet: ["a", "b", "c"],
                transitions: [("p", "a", "q"), ("p", "b", "r"), ("q", "a", "t"), ("r", "b", "t"), ("r", "c", "t")],
                initial: "p", final: ["t"]), ofLength: 2)
        for (numbers, letter) in [([third, third - 1], 0), ([third, third + 1], 1), ([third, third, third + 1], 1)] {
            var generator = Borders(numbers: numbers)
            #expect(try border.word(using: &generator)?.first == Letter(letter))
        }
    }

    @Test func longWordsAreAcceptedAndAlikeForOneSeed() throws {
        var random = SeededGenerator(seed: 45)
        let dfa = try Samples.dfa(states: 30, symbols: 3, density: 0.8, finalDensity: 0.2, &random)
        let sampler = try WordSampler(dfa, ofLength: 2000)
        var generator = SeededGenerator(seed: 46)
        let words = try sampler.words(20, using: &generator)
        #expect(words.allSatisfy { dfa.alphabet.symbols(ofLetters: $0).map(dfa.accepts) == true && $0.count == 2000 })
        #expect(Set(words).count == 20)
        var again = SeededGenerator(seed: 46)
        #expect(try sampler.words(20, using: &again) == words)
    }

    @Test func emptyLanguagesGiveNothing() throws {
        var generator = SeededGenerator(seed: 47)
        let dfa = try Samples.fibonacci()
        #expect(try WordSampler(dfa, ofLength: 0).word(using: &generator) == [])
        let empty = try DFA(alphabet: ["a"], transitions: [], initial: "p", final: [])
        #expect(try WordSampler(empty, upToLength: 9).word(using: &generator) == nil)
        // No longer than any word, however long that is.
        let single = try DFA(alphabet: ["a"], transitions: [("p", "a", "q")], initial: "p", final: ["q"])
        #expect(try WordSampler(single, ofLength: Int.max).word(using: &generator) == nil)
        #expect(try WordSampler(single, ofLength: 1).word(using: &generator) == [0])
        #expect(try WordSampler(single, upToLength: Int.max).word(using: &generator) == [0])
        let even = try DFA(
            alphabet: ["a"], transitions: [("p", "a", "q"), ("q", "a", "p")], initial: "p", final: ["p"])
        #expect(try WordSampler(even, ofLength: 5).words(3, using: &generator).isEmpty)
        #expect(try WordSampler(even, ofLength: 6).words(2, using: &generator).count == 2)
    }

    @Test func budgetsAndCancellation() throws {
        let dfa = try Samples.fibonacci()
        var generator = SeededGenerator(seed: 48)
        #expect(throws: AutomataError.budgetExceeded(statesBuilt: 0, limit: .bytes(1000))) {
            try WordSampler(dfa, ofLength: 1000, budget: Budget(maximumBytes: 1000))
        }
        for length in [1 << 26, 1 << 40, Int.max] {
            #expect(throws: AutomataError.wordTooLong(length, limit: 67_108_863)) {
                try WordSampler(dfa, ofLength: length)
            }
        }
        #expect {
            try WordSampler(dfa, ofLength: 100).words(1 << 40, using: &generator)
        } throws: {
            ($0 as? AutomataError)?.isBudgetExceeded ?? false
        }
        #expect {
            try WordSampler(dfa, ofLength: 10, budget: Budget(isCancelled: { true }))
        } throws: {
            ($0 as? AutomataError)?.isCancelled ?? false
        }
    }

    /// A known sequence, so that seeds mean the same for ever.
    @Test func theGeneratorKeepsItsSequence() {
        var generator = SeededGenerator(seed: 0)
        let numbers = (0..<3).map { _ in generator.next() }
        #expect(numbers == [0x99EC_5F36_CB75_F2B4, 0xBF6E_1F78_4956_452A, 0x1A5F_849D_4933_E6E0])
    }
}
