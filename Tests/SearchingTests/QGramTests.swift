import Automata
import AutomataTestSupport
import ByteScanning
import RegularExpressions
import Searching
import Testing

@Suite struct QGramTests {
    /// Random words over few letters, so that many have grams in common.
    private func words(_ count: Int, lengths: ClosedRange<Int>, _ random: inout SplitMix64) -> [[UInt8]] {
        (0..<count).map { _ in
            (0..<lengths.lowerBound + random.draw(lengths.count)).map { _ in UInt8(97 + random.draw(10)) }
        }
    }

    private func searcher(_ words: [[UInt8]], ignoringCase: Bool = false) throws -> Searcher {
        try Searcher(
            for: words.map { word in
                let text = String(decoding: word, as: UTF8.self)
                return try RegularExpression(
                    parsing: ignoringCase ? text.map { "[\($0)\($0.uppercased())]" }.joined() : text)
            })
    }

    private func table(_ searcher: Searcher) -> QGramTable? {
        if case .grams(let table) = searcher.filters.prefilter { table } else { nil }
    }

    @Test func gramsAreFoundByTheirDefinition() {
        var random = SplitMix64(seed: 1)
        var markCount = 0
        for count in [1, 2, 4, 8] {
            for (length, offset) in [(1, 0), (2, 3), (4, 0), (5, 1), (8, 0)] {
                let bits = 12
                let cells = (0..<1 << bits).map { _ in
                    (0..<count).reduce(0 as UInt8) { cell, bit in random.draw(5) < 2 ? cell : cell | 1 << UInt8(bit) }
                }
                let mask: UInt64 = (random.draw(2) == 0 ? .max : 0xDFDF_DFDF_DFDF_DFDF) >> UInt64(64 - 8 * length)
                func table(_ bytes: NibbleProduct) -> Prefilter {
                    .grams(
                        QGramTable(
                            cells: cells, bits: bits, offset: offset, count: count, length: length, mask: mask,
                            bytes: automata_factors([[bytes]])))
                }
                PrefilterTests.forEachText(&random) { text in
                    let expected = text.indices.filter { position in
                        position + offset + count + length - 1 <= text.endIndex
                            && (0..<count).allSatisfy { index in
                                let gram = (0..<length).reduce(0 as UInt64) {
                                    $0 | UInt64(text[position + offset + index + $1]) << UInt64(8 * $1)
                                }
                                let cell = cells[automata_gram_hash(gram & mask, Int32(bits))]
                                return cell >> UInt8(count - 1 - index) & 1 != 0
                            }
                    }
                    .map { $0 - text.startIndex }
                    // Those with a byte that few positions have.
                    let rare = expected.filter { text[text.startIndex + $0 + offset] >= 0xF0 }
                    markCount += rare.count
                    for width in PrefilterTests.widths {
                        let all = table(NibbleProduct(low: .max, high: .max))
                        #expect(PrefilterTests.positions(all, in: text, vectors: Int32(width)) == expected)
                        let some = table(NibbleProduct(low: .max, high: 0x8000))
                        let found = Set(PrefilterTests.positions(some, in: text, vectors: Int32(width)))
                        #expect(found.isSuperset(of: rare) && found.isSubset(of: expected))
                    }
                }
            }
        }
        #expect(markCount > 500)
    }

    /// Each word is marked wherever it stands, and with random bytes behind it.
    @Test(arguments: [2...4, 3...9, 4...4, 5...12, 6...7, 7...12, 11...20, 16...40])
    func allWordsAreMarked(lengths: ClosedRange<Int>) throws {
        var random = SplitMix64(seed: UInt64(lengths.lowerBound))
        var steps = BudgetSteps(BudgetWatch(.unlimited))
        for ignoringCase in [false, true] {
            let words = words(150, lengths: lengths, &random)
            let levels = try PrefixLevels(searcher(words, ignoringCase: ignoringCase).automaton, &steps)
            var grams = QGramPlanner(levels)
            let found = try grams.plan(&steps)
            let plan = try #require(found)
            #expect(plan.offset == 0 && plan.count + plan.length - 1 <= lengths.lowerBound)
            let filter = Prefilter.grams(try grams.table(of: plan, &steps))
            for word in words {
                // Of bytes that words have not, which are passed, or of any.
                var text = [UInt8](repeating: UInt8(ascii: "0"), count: random.draw(2) * random.draw(9_000))
                text += (0..<random.draw(150)).map { _ in UInt8(random.draw(256)) }
                let position = text.count
                text += ignoringCase ? word.map { random.draw(2) == 0 ? $0 : $0 - 32 } : word
                text += (0..<random.draw(20)).map { _ in UInt8(random.draw(256)) }
                for width in PrefilterTests.widths {
                    let found = PrefilterTests.positions(filter, in: text[...], vectors: Int32(width))
                    #expect(found.contains(position))
                }
            }
        }
    }

    @Test func manyWordsAreFilteredByGrams() throws {
        var random = SplitMix64(seed: 3)
        #expect(try table(searcher(words(4, lengths: 5...9, &random))) == nil)
        #expect(try table(searcher(words(400, lengths: 5...9, &random)))?.count == 2)
        #expect(try table(searcher(words(400, lengths: 8...9, &random)))?.count == 4)
        #expect(try table(searcher(words(400, lengths: 11...12, &random)))?.count == 8)
        let insensitive = try #require(try table(searcher(words(400, lengths: 5...9, &random), ignoringCase: true)))
        #expect(insensitive.mask == 0xDFDF_DFDF)
        // No two of these bytes differ in one bit only.
        let bytes = "[abdghkmnpsuvyz12478CEFIJLOQRTWX]"
        // Too many grams at each offset.
        var steps = BudgetSteps(BudgetWatch(.unlimited))
        var grams = QGramPlanner(
            try PrefixLevels(Searcher(for: [RegularExpression(parsing: bytes + "{20}")]).automaton, &steps))
        var plan = try grams.plan(&steps)
        #expect(plan == nil)
        // Too many at the first ones only.
        grams = QGramPlanner(
            try PrefixLevels(Searcher(for: [RegularExpression(parsing: bytes + "{6}zebra")]).automaton, &steps))
        plan = try grams.plan(&steps)
        #expect(try #require(plan).offset > 0)
    }

    /// Searches beside the definition: at each position the longest word, if there is one.
    @Test(arguments: [2...4, 3...9, 5...12, 7...12, 11...14])
    func searchesAgreeWithTheDefinition(lengths: ClosedRange<Int>) throws {
        var random = SplitMix64(seed: UInt64(lengths.upperBound))
        let words = words(300, lengths: lengths, &random)
        let all = Set(words)
        let searcher = try searcher(words)
        #expect(lengths.lowerBound == 2 || table(searcher) != nil)
        for count in [0, 1, 10, 100, 1_000] {
            var text: [UInt8] = []
            for _ in 0..<count {
                text += words[random.draw(words.count)].dropLast(random.draw(3))
                text += (0..<random.draw(12)).map { _ in UInt8(97 + random.draw(12)) }
            }
            var expected: [Range<Int>] = []
            var position = 0
            while position < text.count {
                let end = (position + 1...position + lengths.upperBound).last {
                    $0 <= text.count && all.contains(Array(text[position..<$0]))
                }
                if let end { expected.append(position..<end) }
                position = end ?? position + 1
            }
            #expect(searcher.matches(in: text).map(\.range) == expected)
            for width in PrefilterTests.widths {
                let found = text.withUnsafeBytes { SearcherTests.ranges(searcher, in: $0, vectors: Int32(width)) }
                #expect(found == expected)
            }
            for size in [1, 7, 5_000] {
                var scan = searcher.start()
                var found: [Range<Int>] = []
                for start in stride(from: 0, to: text.count, by: size) {
                    try scan.feed(Array(text[start..<min(text.count, start + size)])) {
                        found.append($0.range)
                        return true
                    }
                }
                scan.finish {
                    found.append($0.range)
                    return true
                }
                #expect(found == expected, "by \(size)")
            }
        }
    }
}
