import Automata
import AutomataTestSupport
import RegularExpressions
import Searching
import Synchronization
import Testing

/// Matches at a position, ends in pieces, and searches that are cancelled.
@Suite struct AnchoredSearchTests {
    private func expressions(_ index: Int) throws -> [RegularExpression] {
        try [ExpressionCorpus.programmer[index], ["b", "a+", "\\bx", "(?m)^.", ""][index % 5]].map {
            try RegularExpression(parsing: $0)
        }
    }

    private func text(_ random: inout SplitMix64) -> [UInt8] {
        let alphabet = Array("aabcx 0\n_Bé".utf8)
        return (0..<random.draw(14)).map { _ in alphabet[random.draw(alphabet.count)] }
    }

    @Test func longestMatchesAreThoseOfTheDefinition() throws {
        var matchCount = 0
        for index in ExpressionCorpus.programmer.indices {
            let expressions = try expressions(index)
            let naive = NaiveSearch(expressions: expressions)
            let searchers = [try Searcher(for: expressions), try Searcher(for: expressions, lazily: true)]
            var random = SplitMix64(seed: UInt64(index))
            for _ in 0..<10 {
                let text = text(&random)
                for position in 0...text.count {
                    let expected = naive.longestMatch(in: text, at: position)
                    for searcher in searchers {
                        let found = searcher.longestMatch(in: text, at: position)
                        #expect(found?.range == expected?.range, "\(index) in \(text) at \(position)")
                        #expect(found.map { searcher.patterns(of: $0) } == expected?.patterns)
                        #expect(found?.pattern == expected?.patterns.first)
                        if found != nil { matchCount += 1 }
                    }
                }
            }
        }
        #expect(matchCount > 3_000)
    }

    @Test func endsInPiecesAreThoseOfTheWhole() throws {
        var (endCount, earlyCount) = (0, 0)
        for index in ExpressionCorpus.programmer.indices {
            let expressions = try expressions(index)
            for lazily in [false, true] {
                let searcher = try Searcher(for: expressions, lazily: lazily)
                var random = SplitMix64(seed: UInt64(index))
                for _ in 0..<10 {
                    let text = text(&random)
                    let expected = searcher.ends(in: text)
                    var scan = searcher.startEnds()
                    var found: [Searcher.End] = []
                    var position = 0
                    while position < text.count {
                        let end = min(text.count, position + random.draw(4))
                        try scan.feed(Array(text[position..<end])) { end in
                            found.append(end)
                            return true
                        }
                        #expect(scan.consumedCount == end)
                        if found.last?.endOffset == end { earlyCount += 1 }
                        position = end
                    }
                    let copy = scan
                    scan.finish { end in
                        found.append(end)
                        return true
                    }
                    #expect(scan.isOver && !copy.isOver)
                    #expect(found == expected, "\(index) in \(text)")
                    endCount += found.count
                }
            }
        }
        #expect(endCount > 3_000 && earlyCount > 500)
    }

    @Test func aFunctionEndsTheSearchForEnds() throws {
        let searcher = try Searcher(for: [RegularExpression(parsing: "a")])
        var scan = searcher.startEnds()
        var count = 0
        #expect(
            try !scan.feed("aaaa") { _ in
                count += 1
                return count < 2
            })
        #expect(scan.isOver && count == 2)
        #expect(try !scan.feed("a") { _ in true })
    }

    /// Parts of each size are searched as the whole text is.
    @Test func partsMakeNoDifference() throws {
        for index in ExpressionCorpus.programmer.indices {
            let expressions = try expressions(index)
            for lazily in [false, true] {
                let searcher = try Searcher(for: expressions, lazily: lazily)
                var random = SplitMix64(seed: UInt64(index))
                for _ in 0..<6 {
                    let text = text(&random)
                    let expected = searcher.matches(in: text)
                    for partSize in [1, 2, 3, 7] {
                        var found: [Searcher.Match] = []
                        try text.withUnsafeBytes { text in
                            try searcher.forEachMatch(in: text, partSize: partSize, budget: .default) { match in
                                found.append(match)
                                return true
                            }
                        }
                        #expect(found == expected, "\(index) in \(text) by \(partSize)")
                    }
                }
            }
        }
    }

    /// A search that would take hours is cancelled: each byte has a new set of thousands of states.
    @Test(arguments: [false, true]) func slowSearchesAreCancelled(inPieces: Bool) throws {
        let expression = try RegularExpression(parsing: "[ab]*a[ab]{5000}x")
        let searcher = try Searcher(for: [expression], lazily: true)
        var random = SplitMix64(seed: 1)
        let text = (0..<1 << 21).map { _ in UInt8(97 + random.draw(2)) }
        let checkCount = Mutex(0)
        let budget = Budget(isCancelled: {
            checkCount.withLock { count in
                count += 1
                return count > 5
            }
        })
        #expect(throws: AutomataError.cancelled(statesBuilt: 0)) {
            if inPieces {
                var scan = searcher.start(budget: budget)
                try scan.feed(text) { _ in true }
            } else {
                try searcher.forEachMatch(in: text, budget: budget) { _ in true }
            }
        }
        #expect(checkCount.withLock { $0 } == 6)
    }
}
