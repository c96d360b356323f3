import Automata
import AutomataCounting
import Testing

@Suite struct RankingTests {
    @Test func placesInTheListOfAllWords() throws {
        var random = SeededGenerator(seed: 31)
        for round in 0..<80 {
            let symbols = 1 + round % 3
            let dfa = try Samples.dfa(
                states: Int.random(in: 0...6, using: &random), symbols: symbols,
                density: [0.4, 0.7, 1][round % 3], &random)
            let ranking = try WordRanking(dfa)
            let all = (0...5).flatMap { Samples.words(symbols: symbols, length: $0) }
            var rank = 0
            var ranksOfLength = [Int](repeating: 0, count: 6)
            for symbols in all {
                let word = symbols.map(\.rawValue)
                #expect(try ranking.rank(of: word) == BigInteger(rank))
                #expect(try ranking.rank(of: word, withinLength: true) == BigInteger(ranksOfLength[word.count]))
                guard dfa.accepts(symbols) else { continue }
                #expect(try ranking.word(at: BigInteger(rank)) == word)
                let place = BigInteger(ranksOfLength[word.count])
                #expect(try ranking.word(at: place, ofLength: word.count) == word)
                rank += 1
                ranksOfLength[word.count] += 1
            }
            for (length, count) in ranksOfLength.enumerated() {
                #expect(try ranking.word(at: BigInteger(count), ofLength: length) == nil)
            }
            #expect(try ranking.word(at: -1) == nil)
            if dfa.isFinite, let count = try dfa.wordCount() { #expect(try ranking.word(at: count) == nil) }
        }
    }

    @Test func largePlacesThereAndBack() throws {
        var random = SeededGenerator(seed: 32)
        for states in [2, 5, 20, 60] {
            let dfa = try Samples.dfa(states: states, symbols: 3, density: 0.9, &random)
            if dfa.isFinite { continue }
            let ranking = try WordRanking(dfa)
            for bits in [1, 20, 64, 100, 400] {
                let limbs = (0...bits / 64).map { _ in UInt(truncatingIfNeeded: random.next()) }
                let rank = BigInteger(limbs: limbs) >> (64 - bits % 64)
                let word = try #require(try ranking.word(at: rank))
                #expect(dfa.accepts(try #require(dfa.alphabet.symbols(ofLetters: word))))
                #expect(try ranking.rank(of: word) == rank)
                let within = try ranking.rank(of: word, withinLength: true)
                #expect(try ranking.word(at: within, ofLength: word.count) == word)
                // The place before it has the word before it.
                if rank > 0 { #expect(try dfa.words().last(before: word) == ranking.word(at: rank - 1)) }
            }
        }
    }

    @Test func thinLanguagesHaveLongWordsAtLargePlaces() throws {
        // One word of each even length.
        let dfa = try DFA(
            alphabet: ["a"], transitions: [("p", "a", "q"), ("q", "a", "p")], initial: "p", final: ["p"])
        let ranking = try WordRanking(dfa)
        #expect(try ranking.word(at: 12_345)?.count == 24_690)
        #expect(try ranking.rank(of: Array(repeating: 0, count: 24_690)) == 12_345)
        // Around the length at which lengths are no longer tried one by one.
        for place in 2_046...2_050 {
            #expect(try ranking.word(at: BigInteger(place))?.count == 2 * place)
            #expect(try ranking.rank(of: Array(repeating: 0, count: 2 * place)) == BigInteger(place))
        }
        #expect {
            try ranking.word(at: BigInteger(10).power(30))
        } throws: {
            ($0 as? AutomataError)?.isBudgetExceeded ?? false
        }
        #expect {
            try ranking.word(at: 1_000_000, budget: Budget(isCancelled: { true }))
        } throws: {
            ($0 as? AutomataError)?.isCancelled ?? false
        }
    }

    @Test func classesAreRankedByTheirMembers() throws {
        let alphabet = try Alphabet.bytes([
            [UInt8(ascii: "x")...UInt8(ascii: "z"), UInt8(ascii: "a")...UInt8(ascii: "c")],
            [UInt8(ascii: "d")...UInt8(ascii: "w")],
        ])
        var builder = DFA.Builder(alphabet: alphabet)
        try builder.addStates(2)
        try builder.addTransition(from: 0, on: 0 as Symbol, to: 1)
        try builder.addTransition(from: 0, on: 1 as Symbol, to: 0)
        try builder.addTransition(from: 1, on: 0 as Symbol, to: 0)
        try builder.addTransition(from: 1, on: 1 as Symbol, to: 1)
        builder.initialState = 0
        builder.insertFinal(1)
        let dfa = try builder.build()
        let ranking = try WordRanking(Automaton.dfa(dfa))
        var rank = 0
        for word in try dfa.words(ofLengths: 0...3) {
            #expect(try ranking.rank(of: word) == BigInteger(rank))
            #expect(try ranking.word(at: BigInteger(rank)) == word)
            rank += 1
        }
        #expect(BigInteger(rank) == (try dfa.wordCount(upToLength: 3)))
        #expect(try ranking.rank(of: [.max, 0, 0]) == BigInteger(rank))
    }
}
