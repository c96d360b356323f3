@_spi(Tool) import Automata
import AutomataTestSupport
import RegularExpressions
@_spi(Tool) import Searching
import Testing

@Suite struct SearcherTests {
    private func searcher(_ patterns: String..., options: RegularExpression.Options = .init()) throws -> Searcher {
        try Searcher(for: patterns.map { try RegularExpression(parsing: $0, options: options) })
    }

    private func ranges(_ searcher: Searcher, _ text: String) -> [Range<Int>] {
        searcher.matches(in: text).map(\.range)
    }

    @Test func matchesAreLeftmostAndLongest() throws {
        #expect(try ranges(searcher("abcd|bc"), "abcabcd") == [1..<3, 3..<7])
        #expect(try ranges(searcher("a|ab|abc"), "abcab") == [0..<3, 3..<5])
        #expect(try ranges(searcher("a*"), "baac") == [0..<0, 1..<3, 4..<4])
        #expect(try ranges(searcher(""), "ab") == [0..<0, 1..<1, 2..<2])
        #expect(try ranges(searcher("[^\\s\\S]"), "ab") == [])
        #expect(try ranges(searcher("x"), "") == [])
        #expect(try ranges(searcher("x*"), "") == [0..<0])
    }

    @Test func assertionsAreAboutTheTextAround() throws {
        #expect(try ranges(searcher(#"\bfoo\b"#), "foo foot xfoo foo") == [0..<3, 14..<17])
        #expect(try ranges(searcher(#"(?m)^a+$"#), "aa\nab\na") == [0..<2, 6..<7])
        #expect(try ranges(searcher(#"^a|b$"#), "aabb") == [0..<1, 3..<4])
        #expect(try ranges(searcher(#"\b"#), "ab c") == [0..<0, 2..<2, 3..<3, 4..<4])
        #expect(try ranges(searcher(#"\Ba\B"#), "aaa a") == [1..<2])
    }

    @Test func wordsStayInLines() throws {
        func ranges(_ pattern: String, _ text: String) throws -> [Range<Int>] {
            let options = RegularExpression.Options(anchorsMatchLines: true, enablesBooleanOperators: true)
            let expression = try RegularExpression(parsing: pattern, options: options)
            return try Searcher(for: [expression], withinLines: true).matches(in: text).map(\.range)
        }
        #expect(try ranges(#"a[^b]*"#, "axx\nyab\na") == [0..<3, 5..<6, 8..<9])
        #expect(try ranges(#"a\s*b"#, "a\nb a b") == [4..<7])
        #expect(try ranges(#"^(.*a.*&!(.*b.*))$"#, "ca\nab\nac") == [0..<2, 6..<8])
        #expect(try ranges("!(x)", "x\nab") == [0..<0, 1..<1, 2..<4])
        // Each line is a text of its own.
        for pattern in [#"\Aa"#, #"a\z"#, #"\ba\b"#] {
            #expect(try ranges(pattern, "a\na\n\na") == [0..<1, 2..<3, 5..<6])
        }
        let searcher = try Searcher(for: [RegularExpression(parsing: "^a|b$")], withinLines: true)
        #expect(searcher.matches(in: "aab\nab\na").map(\.range) == [0..<1, 2..<3, 4..<5, 5..<6, 7..<8])
    }

    @Test func patternsHaveNumbers() throws {
        let searcher = try searcher("[a-z]+", "if|else", "[0-9]+", "else")
        let matches = searcher.matches(in: "if x1 else")
        #expect(matches.map(\.range) == [0..<2, 3..<4, 4..<5, 6..<10])
        #expect(matches.map(\.pattern) == [0, 0, 2, 0])
        #expect(matches.map { searcher.patterns(of: $0) } == [[0, 1], [0], [2], [0, 1, 3]])
        #expect(searcher.patternCount == 4)
        let text = Array("if x1 else".utf8)
        text.withUnsafeBytes { bytes in
            #expect(searcher.hasMatch(in: bytes))
            #expect(searcher.firstMatch(in: bytes)?.range == 0..<2)
        }
    }

    @Test func automataAndUTF8AreSearched() throws {
        let nfa = try RegularExpression(parsing: "(a|b)*abb", syntax: .textbook).nfa()
        #expect(try Searcher(forLanguagesOf: [nfa]).matches(in: "aabbxabbabb").map(\.range) == [0..<4, 5..<11])
        #expect(try ranges(searcher("é.", options: .init(unit: .utf8)), "aéüb") == [1..<5])
        #expect(throws: AutomataError.self) { try searcher("é", options: .init(unit: .scalars)) }
        #expect(throws: AutomataError.self) {
            try Searcher(
                for: [RegularExpression(parsing: "(a|b)*a(a|b){20}", syntax: .programmer)],
                budget: Budget(maximumStates: 100, maximumBytes: 1 << 20))
        }
    }

    /// Every expression of the corpus on texts that have its own words, beside the definition.
    @Test func agreesWithTheDefinition() throws {
        var matchCount = 0
        for (index, text) in ExpressionCorpus.programmer.enumerated() {
            let expression = try RegularExpression(parsing: text, options: .init(enablesBooleanOperators: false))
            let other = try RegularExpression(parsing: ["b", "a+", "\\bx", "(?m)^.", ""][index % 5])
            let searcher = try Searcher(for: [expression, other])
            let naive = NaiveSearch(expressions: [expression, other])
            var random = SplitMix64(seed: UInt64(index))
            for _ in 0..<40 {
                let alphabet = Array("aabcx 0\n_Bé".utf8)
                let bytes = (0..<random.draw(14)).map { _ in alphabet[random.draw(alphabet.count)] }
                let expected = naive.matches(in: bytes)
                matchCount += expected.count
                check(searcher, bytes, expected, "\(text) in \(String(decoding: bytes, as: UTF8.self))")
            }
        }
        #expect(matchCount > 5_000)
    }

    /// Both ways to search, against the definition.
    private func check(_ searcher: Searcher, _ bytes: [UInt8], _ expected: [NaiveSearch.Match], _ comment: Comment) {
        let found = searcher.matches(in: bytes)
        #expect(found.map(\.range) == expected.map(\.range), comment)
        #expect(found.map { searcher.patterns(of: $0) } == expected.map(\.patterns), comment)
        bytes.withUnsafeBytes { text in
            for width in PrefilterTests.widths {
                #expect(Self.ranges(searcher, in: text, vectors: Int32(width)) == expected.map(\.range), comment)
            }
            #expect(Self.twoPassRanges(searcher, in: text) == expected.map(\.range), comment)
        }
    }

    /// Matches found with vectors of a width.
    static func ranges(_ searcher: Searcher, in text: UnsafeRawBufferPointer, vectors: Int32) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        searcher.forEachMatch(in: text, vectors: vectors) { match in
            ranges.append(match.range)
            return .next
        }
        return ranges
    }

    /// Matches found by two passes alone.
    static func twoPassRanges(_ searcher: Searcher, in text: UnsafeRawBufferPointer) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        searcher.automaton.withReading(of: text) { reading in
            var (cursor, rows) = (SearchCursor(), LazyDFA<MatchableRows<SearchDFA>>?.none)
            var search = TwoPassSearch(reading, searcher.automaton, &rows)
            let open = search.run(&cursor) { range, _ in
                ranges.append(range)
                return .next
            }
            #expect(open == nil)
        }
        return ranges
    }

    /// Where trying each position would take quadratic time, on texts of several blocks.
    @Test func hardTextsTakeLinearTime() throws {
        let count = 200_000
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: count)
        #expect(try searcher("a*b").matches(in: text).isEmpty)
        let ones = try searcher("a|a*b").matches(in: text)
        #expect(ones.count == count && ones.enumerated().allSatisfy { $1.range == $0..<$0 + 1 })
        let last = try searcher("a|a*b").matches(in: text + [UInt8(ascii: "b")])
        #expect(last.map(\.range) == [0..<count + 1])
        // The word of each position is known at the end of the text alone.
        let pairs = try searcher("a{2}|(a{3})+b").matches(in: text)
        #expect(pairs.count == count / 2)
    }

    /// Each end of each word, beside the definition, and from sets that are forgotten in between.
    @Test func endsAreThoseOfAllWords() throws {
        var endCount = 0
        for (index, text) in ExpressionCorpus.programmer.enumerated() {
            let expressions = try [text, ["b", "a+", "\\bx", "(?m)^.", ""][index % 5]].map {
                try RegularExpression(parsing: $0)
            }
            let searcher = try Searcher(for: expressions)
            let naive = NaiveSearch(expressions: expressions)
            var random = SplitMix64(seed: UInt64(index))
            for _ in 0..<20 {
                let alphabet = Array("aabcx 0\n_Bé".utf8)
                let bytes = (0..<random.draw(12)).map { _ in alphabet[random.draw(alphabet.count)] }
                let found = bytes.withUnsafeBytes { searcher.ends(in: $0) }
                endCount += found.count
                #expect(found == naive.ends(in: bytes), "\(text) in \(bytes)")
            }
        }
        #expect(endCount > 3_000)
    }

    /// Expressions whose DFA isn't made, beside those whose is.
    @Test func lazilyMadeStatesMakeNoDifference() throws {
        var matchCount = 0
        for (index, text) in ExpressionCorpus.programmer.enumerated() {
            let expressions = try [text, ["b", "a+", "\\bx", "(?m)^.", ""][index % 5]].map {
                try RegularExpression(parsing: $0)
            }
            let (complete, lazy) = (try Searcher(for: expressions), try Searcher(for: expressions, lazily: true))
            #expect(lazy.isLazy && !complete.isLazy)
            var random = SplitMix64(seed: UInt64(index))
            for _ in 0..<10 {
                let alphabet = Array("aabcx 0\n_Bé".utf8)
                let bytes = (0..<random.draw(30)).map { _ in alphabet[random.draw(alphabet.count)] }
                let (expected, found) = (complete.matches(in: bytes), lazy.matches(in: bytes))
                matchCount += expected.count
                #expect(found.map(\.range) == expected.map(\.range), "\(text) in \(bytes)")
                #expect(found.map { lazy.patterns(of: $0) } == expected.map { complete.patterns(of: $0) })
                #expect(bytes.withUnsafeBytes { lazy.ends(in: $0) == complete.ends(in: $0) })
            }
        }
        #expect(matchCount > 3_000)
    }

    /// Sets that take more room than they may are forgotten, and made anew.
    @Test func statesOfExplosionsAreForgotten() throws {
        let expressions = try ["[ab]*a[ab]{60}x", "y"].map { try RegularExpression(parsing: $0) }
        #expect(throws: AutomataError.self) {
            try Searcher(for: expressions, budget: Budget(maximumStates: 10_000, maximumBytes: 1 << 24))
        }
        let searcher = try Searcher(for: expressions, lazily: true)
        var random = SplitMix64(seed: 9)
        var (text, expected): ([UInt8], [Range<Int>]) = ([], [])
        while text.count < 500_000 {
            let start = text.count
            text +=
                (0..<random.draw(200)).map { _ in UInt8(ascii: random.draw(2) == 0 ? "a" : "b") } + [UInt8(ascii: "x")]
            let position = text.count - 62
            if position >= start, text[position] == UInt8(ascii: "a") { expected.append(start..<text.count) }
        }
        #expect(expected.count > 1_000)
        #expect(searcher.matches(in: text).map(\.range) == expected)
    }

    /// Sets that are so large that blocks are grouped.
    @Test func blocksOfLargeSetsAreGrouped() throws {
        let searcher = try Searcher(
            for: ["a{40000}b", "x+"].map { try RegularExpression(parsing: $0) }, lazily: true)
        let count = 5_000_000
        #expect(searcher.workingByteCount(forTextOf: count) < 20 << 20)
        var text = [UInt8](repeating: UInt8(ascii: "z"), count: count)
        var random = SplitMix64(seed: 4)
        var (position, expected): (Int, [Range<Int>]) = (0, [])
        while position + 30_000 < count {
            position += 1 + random.draw(20_000)
            let length = 1 + random.draw(random.draw(10) == 0 ? 9_000 : 3)
            for index in position..<position + length { text[index] = UInt8(ascii: "x") }
            expected.append(position..<position + length)
            position += length
        }
        #expect(searcher.matches(in: text).map(\.range) == expected)
    }

    /// A search that goes on with the next line behind each match.
    @Test func restsOfLinesAreSkipped() throws {
        var matchCount = 0
        for (index, text) in ExpressionCorpus.programmer.enumerated() {
            let expressions = try [text, ["b", "a+", "", "[a-z]+"][index % 4]].map {
                try RegularExpression(parsing: $0)
            }
            let searcher = try Searcher(for: expressions, withinLines: true)
            let lazy = try Searcher(for: expressions, withinLines: true, lazily: true)
            var random = SplitMix64(seed: UInt64(index))
            for size in [20, 20, 20, 300, 9_000] {
                let alphabet = Array("aabcx \n_B".utf8)
                let bytes = (0..<random.draw(size)).map { _ in alphabet[random.draw(alphabet.count)] }
                /// The beginning of the line behind the position of a match.
                func next(_ match: Searcher.Match) -> Int {
                    (bytes[match.range.lowerBound...].firstIndex(of: 0x0A) ?? bytes.count) + 1
                }
                var (least, expected): (Int, [Range<Int>]) = (0, [])
                for match in searcher.matches(in: bytes) where match.range.lowerBound >= least {
                    expected.append(match.range)
                    least = next(match)
                }
                matchCount += expected.count
                bytes.withUnsafeBytes { bytes in
                    for searcher in [searcher, lazy] {
                        var found: [Range<Int>] = []
                        searcher.forEachMatch(
                            in: bytes,
                            stepping: { match in
                                found.append(match.range)
                                return .skip(to: next(match))
                            })
                        #expect(found == expected, "\(text) in \(Array(bytes))")
                    }
                }
            }
        }
        #expect(matchCount > 10_000)
    }

    /// All kinds of texts that hold the same bytes.
    @Test func textsOfAllKindsAreSearched() throws {
        let searcher = try searcher("b+")
        let text = "abbäb"
        let bytes = Array(text.utf8)
        let expected = [1..<3, 5..<6]
        #expect(searcher.matches(in: text).map(\.range) == expected)
        #expect(searcher.matches(in: text[...]).map(\.range) == expected)
        #expect(searcher.matches(in: bytes).map(\.range) == expected)
        #expect(searcher.matches(in: bytes[...]).map(\.range) == expected)
        #expect(searcher.matches(in: bytes.span).map(\.range) == expected)
        #expect(searcher.matches(in: bytes.span.bytes).map(\.range) == expected)
        #expect(searcher.hasMatch(in: text.dropFirst(2)))
        #expect(searcher.firstMatch(in: text.dropFirst(2))?.range == 0..<1)
        #expect(searcher.ends(in: text).map(\.endOffset) == [2, 3, 6])
    }

    @Test func endsOfManySetsAreFound() throws {
        let searcher = try searcher("a.{12}b", "b[ab]{30}")
        var random = SplitMix64(seed: 3)
        let text = (0..<100_000).map { _ in UInt8(ascii: random.draw(2) == 0 ? "a" : "b") }
        let ends = text.withUnsafeBytes { searcher.ends(in: $0) }
        let expected = (0...text.count).compactMap { end -> Searcher.End? in
            let first = end >= 14 && text[end - 14] == UInt8(ascii: "a") && text[end - 1] == UInt8(ascii: "b")
            let second = end >= 31 && text[end - 31] == UInt8(ascii: "b")
            let patterns = (first ? [0] : []) + (second ? [1] : [])
            return patterns.isEmpty ? nil : Searcher.End(endOffset: end, patterns: patterns)
        }
        #expect(ends == expected)
    }

    /// The sets of a block take little room, their targets too.
    @Test func roomForSetsIsKnown() {
        for (rowCount, classCount) in [(2, 1), (320, 256), (100_000, 40), (1 << 20, 256)] {
            let blockSize = LazyDFASize.blockSize(rowCount: rowCount, classCount: classCount)
            #expect(blockSize >= 64 && blockSize * (rowCount / 4 + 4 * classCount) <= 34 << 20)
            let ofText = { LazyDFASize.byteCount(rowCount: rowCount, classCount: classCount, textByteCount: $0) }
            #expect(ofText(0) == 0 && ofText(1 << 30) >= 12 << 20 && ofText(1 << 30) < 2 << 30)
            #expect(ofText(.max) >= ofText(1 << 40))
        }
    }

    /// The table has a cell for each class, also where few of them lead anywhere.
    @Test func tablesAreWithinTheBudget() throws {
        var random = SplitMix64(seed: 3)
        var (symbols, finals): ([Symbol], [StateID]) = ([], [])
        for index in 0..<20_000 {
            symbols.append(Symbol(random.draw(256)))
            if index % 2_000 == 1_999 { finals.append(StateID(index + 1)) }
        }
        let rows = Transitions(
            stateCount: symbols.count + 1, sources: symbols.indices.map { StateID($0) }, symbols: symbols,
            targets: symbols.indices.map { StateID($0 + 1) })
        let word = NFA(alphabet: .bytes, rows: rows, initialStates: [0], finalStates: StateSet(finals))
        let searcher = try Searcher(forLanguagesOf: [word])
        #expect(searcher.tableByteCount > 16 << 20)
        #expect(throws: AutomataError.self) {
            try Searcher(forLanguagesOf: [word], budget: Budget(maximumBytes: 16 << 20))
        }
    }

    /// Where a word ends at each position of a text, each position makes a set.
    @Test func setsAreForgottenAtEveryStep() throws {
        let searcher = try Searcher(
            for: ["[ab]", "a[ab]{60}c"].map { try RegularExpression(parsing: $0) }, lazily: true)
        guard case .lazy(let graph) = searcher.engine else {
            Issue.record("states aren't made lazily")
            return
        }
        var sets = LazyDFA(OpenRows(graph, beginsEverywhere: true), classOfByte: graph.classOfByte)
        var set = sets.id(of: graph.startRows(behind: AssertionResolution.Side.nothing.rawValue))
        var random = SplitMix64(seed: 3)
        for _ in 0..<200_000 {
            set = sets.step(from: set, on: UInt8(ascii: random.draw(2) == 0 ? "a" : "b"))
            guard !sets.isFull else { break }
        }
        #expect(!sets.isFull && sets.discardCount > 0)
    }
}
