import Automata
import AutomataTestSupport
import Testing

/// Enumeration against running every word through the automaton.
@Suite struct WordTests {
    /// The accepted words up to a length, by trying all.
    private func naiveWords(_ dfa: DFA, upTo length: Int) -> [[Letter]] {
        words(symbols: dfa.alphabet.count, upTo: length).filter { dfa.accepts($0) }.map(letters)
    }

    /// Of named symbols, letters are the symbols' numbers.
    private func letters(_ word: [Symbol]) -> [Letter] { word.map(\.rawValue) }

    @Test func everyWordInOrder() throws {
        var random = SplitMix64(seed: 11)
        for _ in 0..<300 {
            let shape = RandomShape.mixed(&random, symbols: [0, 1, 2, 3])
            let dfa = try RandomAutomata.dfa(shape, &random)
            let length = shape.symbols == 3 ? 5 : 7
            let expected = naiveWords(dfa, upTo: length)
            #expect(Array(try dfa.words(ofLengths: 0...length)) == expected, "\(shape)")
            // Without a bound the same words come first.
            #expect(Array(try dfa.words().prefix(expected.count)) == expected, "\(shape)")
        }
    }

    @Test func nondeterministicAutomataGiveEachWordOnce() throws {
        var random = SplitMix64(seed: 12)
        for _ in 0..<100 {
            let shape = RandomShape.mixed(&random, maximumStates: 7, symbols: [1, 2])
            let automaton = try RandomAutomata.epsilonNFA(shape, &random)
            let expected = words(symbols: shape.symbols, upTo: 6).filter { automaton.accepts($0) }.map(letters)
            #expect(Array(try automaton.words(ofLengths: 0...6)) == expected)
            let longer = Array(try Automaton.epsilonNFA(automaton).words(ofLengths: 2...6))
            #expect(longer == expected.filter { $0.count > 1 })
        }
    }

    @Test func cursorGoesBothWays() throws {
        var random = SplitMix64(seed: 13)
        for _ in 0..<200 {
            let dfa = try RandomAutomata.dfa(RandomShape.mixed(&random, symbols: [1, 2, 3]), &random)
            let lengths = 1 + random.draw(2)...5
            let expected = naiveWords(dfa, upTo: 5).filter { lengths.contains($0.count) }
            var cursor = try dfa.words(ofLengths: lengths).cursor()
            var forward: [[Letter]] = []
            while try cursor.moveToNext() { forward.append(cursor.word) }
            #expect(forward == expected)
            #expect(try !cursor.moveToNext())
            #expect(cursor.word.isEmpty)
            var backward: [[Letter]] = []
            while try cursor.moveToPrevious() { backward.append(cursor.word) }
            #expect(backward == expected.reversed())
            #expect(try !cursor.moveToPrevious())
            #expect(try cursor.moveToNext() == !expected.isEmpty)
            #expect(cursor.word == expected.first ?? [])
        }
    }

    @Test func neighborsOfAnyWord() throws {
        var random = SplitMix64(seed: 14)
        for _ in 0..<150 {
            let dfa = try RandomAutomata.dfa(RandomShape.mixed(&random, maximumStates: 6, symbols: [1, 2]), &random)
            let list = try dfa.words()
            let all = words(symbols: dfa.alphabet.count, upTo: 9)
            let accepted = all.filter { dfa.accepts($0) }
            for (index, word) in all.enumerated() where word.count <= 5 {
                let before = all[..<index].last { dfa.accepts($0) }
                let word = letters(word)
                #expect(try list.last(before: word) == before.map(letters))
                if let after = all[(index + 1)...].first(where: { dfa.accepts($0) }) {
                    #expect(try list.first(after: word) == letters(after))
                } else if dfa.isFinite, accepted.allSatisfy({ $0.count < 9 }) {
                    #expect(try list.first(after: word) == nil)
                }
            }
        }
    }

    @Test func lettersThatAreNotInTheAlphabetHaveNeighborsToo() throws {
        let dfa = try DFA(
            alphabet: ["a", "b"], transitions: [("p", "a", "q"), ("q", "b", "p")], initial: "p", final: ["p"])
        let list = try dfa.words()
        #expect(try list.first(after: [0, 7]) == [0, 1, 0, 1])
        #expect(try list.last(before: [0, .max]) == [0, 1])
        #expect(try list.last(before: [.max, 0]) == [0, 1])
        #expect(try list.first(after: [.max, .max]) == [0, 1, 0, 1])
        #expect(try list.last(before: []) == nil)
    }

    @Test func classesGiveTheirMembers() throws {
        let alphabet = try Alphabet.bytes([["b"..."c", "x"..."x"], ["a"..."a"]].map { $0.map { $0.bytes } })
        var builder = DFA.Builder(alphabet: alphabet)
        try builder.addStates(2)
        try builder.addTransition(from: 0, on: 0 as Symbol, to: 1)
        try builder.addTransition(from: 0, on: 1 as Symbol, to: 1)
        try builder.addTransition(from: 1, on: 1 as Symbol, to: 1)
        builder.initialState = 0
        builder.insertFinal(1)
        let dfa = try builder.build()
        let texts = try dfa.words().prefix(8).map { alphabet.text(ofLetters: $0) }
        #expect(texts == ["a", "b", "c", "x", "aa", "ba", "ca", "xa"])
        #expect(alphabet.symbols(ofLetters: try alphabet.letters("xa")) == [0, 1])
        #expect(try alphabet.letters("b,a", separator: ",") == [0x62, 0x61])
        #expect(alphabet.symbols(ofLetters: [0x62, 0x7A]) == nil)
        #expect(throws: AutomataError.unknownSymbol("z", position: 1)) { try alphabet.letters("bz") }
    }

    @Test func surrogatesAreNoLetters() throws {
        let alphabet = try Alphabet.scalars([["\u{D7FE}"..."\u{E001}"]])
        var builder = DFA.Builder(alphabet: alphabet)
        try builder.addStates(2)
        try builder.addTransition(from: 0, on: 0 as Symbol, to: 1)
        builder.initialState = 0
        builder.insertFinal(1)
        let dfa = try builder.build()
        #expect(Array(try dfa.words()) == [[0xD7FE], [0xD7FF], [0xE000], [0xE001]])
        #expect(try dfa.words().first(after: [0xDABC]) == [0xE000])
        #expect(try dfa.words().last(before: [0xDABC]) == [0xD7FF])
    }

    @Test func namesOfSeveralLettersAreSetApart() throws {
        let alphabet: Alphabet = ["coin", "go"]
        #expect(alphabet.text(ofLetters: [0, 1, 1]) == "coin go go")
        #expect(alphabet.text(ofLetters: [0, 1], separator: "/") == "coin/go")
        #expect(try alphabet.letters("go/coin", separator: "/") == [1, 0])
        #expect(alphabet.text(ofLetters: []) == "")
    }

    @Test func longWordsOfLargeAutomata() throws {
        let chain = try Families.chain(3000)
        let words = Array(try chain.words())
        #expect(words.count == 1)
        #expect(words.first?.count == 3000)
        // Cycles of 2, 3, 5, 7 and 11 states: layers repeat after 2310.
        var builder = NFA.Builder(alphabet: ["a"])
        for length in [2, 3, 5, 7, 11] {
            let start = StateID(builder.stateCount)
            try builder.addStates(length)
            for offset in 0..<length {
                try builder.addTransition(
                    from: start + offset, on: 0 as Symbol, to: start + (offset + 1) % length)
            }
            builder.insertInitial(start)
            builder.insertFinal(start)
        }
        let cycles = try builder.build()
        let lengths = try cycles.words().prefix(3000).map(\.count)
        let expected = (0...).lazy.filter { n in [2, 3, 5, 7, 11].contains { n % $0 == 0 } }.prefix(3000)
        #expect(lengths == Array(expected))
    }

    @Test func budgetsAndCancellation() throws {
        let chain = try Families.chain(20_000)
        var cursor = try chain.words(budget: Budget(maximumBytes: 1 << 20)).cursor()
        #expect(throws: AutomataError.budgetExceeded(statesBuilt: 0, limit: .bytes(1 << 20))) {
            try cursor.moveToNext()
        }
        #expect {
            try chain.words(budget: Budget(isCancelled: { true }))
        } throws: {
            ($0 as? AutomataError)?.isCancelled ?? false
        }
        #expect(try Families.kth(4).words(ofLengths: 0...3).first { _ in true } == nil)
    }
}

extension ClosedRange<Unicode.Scalar> {
    fileprivate var bytes: ClosedRange<UInt8> { UInt8(ascii: lowerBound)...UInt8(ascii: upperBound) }
}
