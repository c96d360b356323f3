import Automata
import AutomataTestSupport
import RegularExpressions
import Searching
import Testing

/// Words, whose automaton is a trie: each search is compared with that of the minimal DFA.
@Suite struct WordTrieTests {
    private func minimal(_ expressions: [RegularExpression], withinLines: Bool) throws -> Searcher {
        // An expression that isn't a word, and has none.
        let none = try RegularExpression(parsing: "a*&!(a*)", options: .init(enablesBooleanOperators: true))
        return try Searcher(for: expressions + [none], withinLines: withinLines)
    }

    private func hasTrie(_ expressions: [RegularExpression]) throws -> Bool {
        var trie = WordTrie(withinLines: false, budget: .default)
        return try expressions.enumerated().allSatisfy { try trie.add($0.element, pattern: $0.offset) }
    }

    @Test(arguments: [false, true]) func agreesWithTheMinimalDFA(withinLines: Bool) throws {
        var (matchCount, trieCount) = (0, 0)
        for seed in 0..<150 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let alphabet = Array([UInt8](arrayLiteral: 97, 98, 65, 66, 10, 0xC3, 0xA9))
            let ignoresCase = random.draw(3) == 0
            let words = (0..<1 + random.draw(12)).map { _ in
                (0..<random.draw(5)).map { _ in alphabet[random.draw(alphabet.count)] }
            }
            let expressions = try words.map { word in
                let text = word.map { byte in
                    switch byte {
                    case 10: "\\n"
                    case 0x80...: "\\x" + String(byte, radix: 16)
                    default: String(UnicodeScalar(byte))
                    }
                }
                return try RegularExpression(parsing: text.joined(), options: .init(ignoresCase: ignoresCase))
            }
            if try hasTrie(expressions) { trieCount += 1 }
            let own = try Searcher(for: expressions, withinLines: withinLines)
            let plain = try Searcher(forWords: words, withinLines: withinLines)
            let expected = try minimal(expressions, withinLines: withinLines)
            for _ in 0..<20 {
                let text = (0..<random.draw(60)).map { _ in alphabet[random.draw(alphabet.count)] }
                let matches = expected.matches(in: text)
                matchCount += matches.count
                for searcher in ignoresCase ? [own] : [own, plain] {
                    let found = searcher.matches(in: text)
                    #expect(found.map(\.range) == matches.map(\.range), "\(words) in \(text)")
                    #expect(
                        found.map { searcher.patterns(of: $0) } == matches.map { expected.patterns(of: $0) },
                        "\(words) in \(text)")
                }
            }
        }
        #expect(matchCount > 10_000 && trieCount == 150)
    }

    @Test func alternativesAreWordsOfOnePattern() throws {
        let expressions = try ["one|two|on", "two"].map { try RegularExpression(parsing: $0) }
        #expect(try hasTrie(expressions))
        let searcher = try Searcher(for: expressions)
        let matches = searcher.matches(in: "on one two")
        #expect(matches.map(\.range) == [0..<2, 3..<6, 7..<10])
        #expect(matches.map { searcher.patterns(of: $0) } == [[0], [0], [0, 1]])
    }

    @Test func othersAreNoWords() throws {
        for text in ["a*", "^a", "a|b*", "[ab]a{2,3}"] { #expect(try !hasTrie([RegularExpression(parsing: text)])) }
        // Sets of letters that other words tell apart.
        let texts = ["[ab]c", "a", "b"]
        let searcher = try Searcher(for: texts.map { try RegularExpression(parsing: $0) })
        #expect(searcher.matches(in: "acab").map(\.range) == [0..<2, 2..<3, 3..<4])
    }

    @Test func budgetsHold() throws {
        let words = (0..<10_000).map { Array(String($0 * 7_919).utf8) }
        #expect(throws: AutomataError.self) {
            try Searcher(forWords: words, budget: Budget(maximumStates: 100, maximumBytes: 1 << 30))
        }
        // One word is as long as many.
        let word = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* $0) }
        #expect(throws: AutomataError.budgetExceeded(statesBuilt: 201, limit: .states(100))) {
            try Searcher(forWords: [word.prefix(200)], budget: Budget(maximumStates: 100))
        }
        #expect(throws: AutomataError.self) {
            try Searcher(forWords: [word], budget: Budget(maximumStates: 100))
        }
        #expect(throws: AutomataError.self) {
            try Searcher(forWords: [word], budget: Budget(maximumBytes: 1 << 20))
        }
        #expect(try Searcher(forWords: [word.prefix(99)], budget: Budget(maximumStates: 100)).patternCount == 1)
        #expect(throws: AutomataError.cancelled(statesBuilt: 0)) {
            try Searcher(forWords: [word], budget: Budget(isCancelled: { true }))
        }
        // Words are counted while they are taken, not when all of them are held.
        var taken = 0
        let many = (0..<1_000_000).lazy.map { number -> [UInt8] in
            taken = max(taken, number)
            return Array(String(number).utf8)
        }
        #expect(throws: AutomataError.budgetExceeded(statesBuilt: 0, limit: .bytes(5 << 20))) {
            try Searcher(forWords: many, budget: Budget(maximumBytes: 5 << 20))
        }
        #expect(taken > 10_000 && taken < 100_000)
        // An expression that is much shorter than its word.
        var builder = RegularExpression.Builder(alphabet: .bytes)
        var node = try builder.symbols([97])
        for _ in 0..<24 { node = builder.concatenation([node, node]) }
        let expression = builder.build(node)
        #expect(throws: AutomataError.budgetExceeded(statesBuilt: 0, limit: .bytes(1 << 20))) {
            try Searcher(for: [expression], budget: Budget(maximumBytes: 1 << 20))
        }
        #expect(throws: AutomataError.cancelled(statesBuilt: 0)) {
            try Searcher(for: [expression], budget: Budget(isCancelled: { true }))
        }
        #expect(try Searcher(forWords: [[UInt8]]()).matches(in: "abc").isEmpty)
        #expect(try Searcher(forWords: [[UInt8]()]).matches(in: "ab").map(\.range) == [0..<0, 1..<1, 2..<2])
    }
}
