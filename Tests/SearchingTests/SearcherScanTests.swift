import Automata
import AutomataTestSupport
import RegularExpressions
import Searching
import Synchronization
import Testing

@Suite struct SearcherScanTests {
    private func searcher(_ patterns: String...) throws -> Searcher {
        try Searcher(for: patterns.map { try RegularExpression(parsing: $0) })
    }

    /// The matches in a text that comes in pieces of some sizes, again and again.
    private func matches(
        _ searcher: Searcher, _ text: [UInt8], pieces sizes: [Int], budget: Budget = .default
    ) throws -> (matches: [Searcher.Match], maximumHeld: Int) {
        var scan = searcher.start(budget: budget)
        var matches: [Searcher.Match] = []
        var (position, index, maximumHeld) = (0, 0, 0)
        while position < text.count {
            let end = min(text.count, position + sizes[index % sizes.count])
            try scan.feed(Array(text[position..<end])) { match in
                matches.append(match)
                return true
            }
            #expect(scan.consumedCount == end)
            maximumHeld = max(maximumHeld, scan.bufferedByteCount)
            (position, index) = (end, index + 1)
        }
        scan.finish { match in
            matches.append(match)
            return true
        }
        #expect(scan.isOver && scan.bufferedByteCount == 0)
        return (matches, maximumHeld)
    }

    /// The corpus on random texts, cut at every position, into single bytes and at random.
    @Test func piecesMakeNoDifference() throws {
        var matchCount = 0
        for (index, text) in ExpressionCorpus.programmer.enumerated() {
            let other = ["b", "a+", "\\bx", "(?m)^.", "", "[a-z]+"][index % 6]
            let expressions = try [text, other].map { try RegularExpression(parsing: $0) }
            let searcher = try Searcher(for: expressions)
            let lazy = try Searcher(for: expressions, lazily: true)
            var random = SplitMix64(seed: UInt64(index))
            for _ in 0..<6 {
                let alphabet = Array("aabcx 0\n_Bé".utf8)
                let bytes = (0..<random.draw(24)).map { _ in alphabet[random.draw(alphabet.count)] }
                let expected = searcher.matches(in: bytes)
                matchCount += expected.count
                for cut in 0...bytes.count {
                    let found = try matches(searcher, bytes, pieces: [cut, bytes.count - cut].filter { $0 > 0 })
                    #expect(found.matches == expected, "\(text) and \(other) in \(bytes) cut at \(cut)")
                }
                for sizes in [[1], [2, 1], [3, 1, 5]] {
                    let found = try matches(searcher, bytes, pieces: sizes)
                    #expect(found.matches == expected, "\(text) and \(other) in \(bytes) by \(sizes)")
                    let own = try matches(lazy, bytes, pieces: sizes).matches
                    #expect(own.map(\.range) == expected.map(\.range), "lazily \(text) and \(other) by \(sizes)")
                }
            }
        }
        #expect(matchCount > 1_000)
    }

    /// Texts of several pieces and blocks, beside the search in the whole.
    @Test(arguments: [
        #"\berror\b.*"#, "[a-z_][a-z0-9_]*", #"\d{4}-\d{2}-\d{2}"#, "(?s)e.*r", "zebra", "a*b|a", "a{1000}b",
        "[a-z]+@[a-z]+",
        #"\b[a-z]+$"#, "(a|b)*abb",
    ])
    func longTextsAreSearched(pattern: String) throws {
        let searcher = try searcher(pattern, "z")
        var random = SplitMix64(seed: 7)
        let words = [
            "error", "zebra", "2026-11-26", "a", "aaaaaaaaaaaaaaaaaaaaaaaa", "abb", "x_1", "me@home", "\n", ".", "é",
        ]
        var text: [UInt8] = []
        while text.count < 60_000 {
            text += words[random.draw(words.count)].utf8
            if random.draw(3) > 0 { text.append(0x20) }
        }
        let expected = searcher.matches(in: text)
        for sizes in [[1], [17, 4_000, 1], [4_096], [10_000, 3], [65_536]] {
            #expect(try matches(searcher, text, pieces: sizes).matches == expected, "by \(sizes)")
        }
    }

    /// Where each piece would make a search read all that is held once more.
    @Test func hardTextsTakeLinearTime() throws {
        let count = 300_000
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: count)
        for sizes in [[1], [1_000]] {
            #expect(try matches(searcher("a{4000}b"), text, pieces: sizes).matches.isEmpty)
            #expect(try matches(searcher("a*b"), text, pieces: sizes).matches.isEmpty)
            #expect(try matches(searcher("a|a*b"), text, pieces: sizes).matches.count == count)
            #expect(try matches(searcher("a{2}|(a{3})+b"), text, pieces: sizes).matches.count == count / 2)
        }
    }

    /// Pieces that are searched in several parts, and words that reach from one to the next.
    @Test func largePiecesAreSearchedInParts() throws {
        let letters = [UInt8](repeating: UInt8(ascii: "a"), count: 3 << 20)
        let text = letters + Array("b cab ".utf8) + letters + Array("c".utf8)
        for pattern in ["a*b", "[a-z]+", "c.*b", "a{2}|(a{3})+b"] {
            let searcher = try searcher(pattern)
            let expected = searcher.matches(in: text)
            #expect(try matches(searcher, text, pieces: [text.count]).matches == expected, "\(pattern)")
            #expect(try matches(searcher, text, pieces: [10, 5 << 20]).matches == expected, "\(pattern)")
        }
    }

    @Test func cancellingIsHeededWithinAPiece() throws {
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: 8 << 20)
        var budget = Budget.default
        let count = Mutex(0)
        budget.isCancelled = {
            count.withLock {
                $0 += 1
                return $0 > 3
            }
        }
        var scan = try searcher("ab").start(budget: budget)
        #expect(throws: AutomataError.self) { try scan.feed(text) { _ in true } }
        #expect(scan.isOver)
    }

    @Test func littleIsHeld() throws {
        let line = Array("2026-11-26 error: disk full, 12ms\n".utf8)
        let text = (0..<3_000).flatMap { _ in line }
        for pattern in ["error.*", "[0-9]+ms", #"\bfull\b"#, "zebra", "(?s)full.*"] {
            let found = try matches(searcher(pattern), text, pieces: [1_000])
            #expect(found.maximumHeld <= 40, "\(pattern) held \(found.maximumHeld)")
        }
    }

    @Test func matchesAreReportedAsSoonAsTheyAreCertain() throws {
        var scan = try searcher("ab?").start()
        var ends: [Int] = []
        let add = { (match: Searcher.Match) in
            ends.append(match.range.upperBound)
            return true
        }
        try scan.feed(Array("xa".utf8), add)
        #expect(ends.isEmpty && scan.bufferedByteCount == 1)
        try scan.feed(Array("b".utf8), add)
        try scan.feed(Array("a".utf8), add)
        #expect(ends == [3])
        scan.finish(add)
        #expect(ends == [3, 4])
        #expect(try !scan.feed(Array("a".utf8), add))
        #expect(ends == [3, 4])
    }

    @Test func functionsStopIt() throws {
        var scan = try searcher("a").start()
        var count = 0
        let isGoingOn = try scan.feed(Array("aaaa".utf8)) { _ in
            count += 1
            return count < 2
        }
        #expect(!isGoingOn && scan.isOver && scan.bufferedByteCount == 0 && count == 2)
    }

    @Test func heldBytesAreLimited() throws {
        var scan = try searcher("a.*z").start(budget: Budget(maximumStates: 100, maximumBytes: 10_000))
        #expect(throws: AutomataError.self) {
            for _ in 0..<20 { try scan.feed([UInt8](repeating: UInt8(ascii: "a"), count: 1_000)) { _ in true } }
        }
        #expect(scan.isOver && scan.bufferedByteCount == 0)
        #expect(try !scan.feed([1]) { _ in true })
    }
}
