import Automata
import AutomataTestSupport
import RegularExpressions
import Searching
import Testing

@Suite struct FirstEndDFATests {
    private static let patterns = [
        #"[a-z]+@[a-z]+\.(com|org)"#, "[a-z]+=[0-9]+;", "a*b", "[ab]*cc|[a-z]+d", #"\b[a-z]+[0-9]$"#, "(?m)^[a-z ]+;$",
        "[a-z]+c.*x",
        "[^\\n]+@x", "[a-z]{3}[0-9]", "(?s)[a-z].{5}[0-9]!",
    ]

    /// Places of several distances from each other at which words may begin and end.
    @Test(arguments: patterns) func passingMakesNoDifference(pattern: String) throws {
        let searcher = try Searcher(for: [RegularExpression(parsing: pattern)])
        var random = SplitMix64(seed: UInt64(pattern.utf8.count))
        let noise = ["aaa", " ", "abab", "\n", "-", "zz y", "a"]
        let pieces = ["me@home.com", "k=12;", "b", "cc", "ad", " x1\n", "\nab cd;\n", "acx", "x@x", "abc1", "a.....7!"]
        var matchCount = 0
        for distance in [0, 3, 40, 400, 3_000] {
            var text: [UInt8] = []
            while text.count < 40 * (distance + 200) {
                for _ in 0..<random.draw(distance + 1) / 2 { text += noise[random.draw(noise.count)].utf8 }
                text += pieces[random.draw(pieces.count)].utf8
            }
            text.withUnsafeBytes { text in
                let expected = SearcherTests.twoPassRanges(searcher, in: text)
                matchCount += expected.count
                for width in PrefilterTests.widths {
                    #expect(SearcherTests.ranges(searcher, in: text, vectors: Int32(width)) == expected)
                }
            }
        }
        #expect(matchCount > 0)
    }

    /// A stretch ends with the first end of all words, and no word begins before it and ends
    /// behind.
    @Test func stretchesAreThoseOfTheDefinition() throws {
        var count = 0
        for pattern in Self.patterns {
            let expressions = [try RegularExpression(parsing: pattern)]
            let ends = try #require(FirstEndDFA(Searcher(for: expressions).automaton))
            var random = SplitMix64(seed: 1)
            for _ in 0..<40 {
                let alphabet = Array("aabcx=1; .@\nd".utf8)
                let text = (0..<random.draw(40)).map { _ in alphabet[random.draw(alphabet.count)] }
                let expected = NaiveSearch(expressions: expressions).ends(in: text).first?.endOffset ?? text.count
                let matches = NaiveSearch(expressions: expressions).matches(in: text)
                var progress = ChunkProgress()
                let stretch = text.withUnsafeBufferPointer {
                    ends.pass($0, from: 0, behind: AssertionResolution.Side.nothing.rawValue, &progress)
                }
                #expect(stretch.end == expected, "\(pattern) in \(text)")
                #expect(stretch.start <= matches.first?.range.lowerBound ?? text.count, "\(pattern) in \(text)")
                count += stretch.start > 0 ? 1 : 0
            }
        }
        #expect(count > 100)
    }

    @Test func theyAreMadeWhereNoFilterIsGood() throws {
        func ends(_ pattern: String) throws -> FirstEndDFA? {
            try Searcher(for: [RegularExpression(parsing: pattern)]).filters.firstEnd
        }
        #expect(try ends("[a-z]+@x") != nil)
        #expect(try ends("zebra") == nil)
        #expect(try ends("[a-z]+") == nil)
        #expect(try ends("x*") == nil)
        #expect(try ends("[a-z]+[0-9].{60}x") == nil)
    }
}
