import Automata
import AutomataTestSupport
import ByteScanning
import RegularExpressions
import Searching
import Testing

@Suite struct PrefilterTests {
    /// The widths of vectors that this machine has, with 0 for plain C.
    static let widths = [0, 16, 32, 64].filter { $0 <= VectorWidth.widest }

    /// The positions that a filter marks.
    static func positions(_ filter: Prefilter, in text: ArraySlice<UInt8>, vectors: Int32) -> [Int] {
        var marks = [UInt64](repeating: .max, count: CandidatePositions.wordCount)
        return text.withUnsafeBufferPointer { text in
            marks.withUnsafeMutableBufferPointer { marks in
                guard let marks = marks.baseAddress else { return [] }
                var marked = CandidatePositions(filter, in: text, marks: marks, vectors: vectors)
                var positions: [Int] = []
                var position = marked.first(from: 0)
                while position < text.count {
                    positions.append(position)
                    position = marked.first(from: position + 1)
                }
                return positions
            }
        }
    }

    /// Texts of every length around a group of 64 positions and a block, at every alignment.
    static func forEachText(_ random: inout SplitMix64, _ body: (ArraySlice<UInt8>) -> Void) {
        let text = (0..<9_000).map { _ in UInt8(random.draw(8) == 0 ? random.draw(256) : 97 + random.draw(6)) }
        for count in Array(0..<140) + [4_095, 4_096, 4_097, 4_100, 8_300] {
            let start = random.draw(70)
            body(text[start..<start + count])
        }
    }

    @Test func pairsAreFoundByAllVectors() {
        var random = SplitMix64(seed: 1)
        var markCount = 0
        for (offset, distance) in [(0, 0), (0, 1), (3, 2), (1, 40), (0, 100)] {
            let (first, second) = (UInt8(97 + random.draw(6)), UInt8(97 + random.draw(6)))
            let filter = Prefilter.pair(
                first: first, second: distance == 0 ? first : second, offset: offset, distance: distance)
            Self.forEachText(&random) { text in
                let expected = text.indices.filter {
                    $0 + offset + distance < text.endIndex && text[$0 + offset] == first
                        && text[$0 + offset + distance] == (distance == 0 ? first : second)
                }
                .map { $0 - text.startIndex }
                markCount += expected.count
                for width in Self.widths {
                    #expect(Self.positions(filter, in: text, vectors: Int32(width)) == expected)
                }
            }
        }
        #expect(markCount > 5_000)
    }

    @Test func factorsAreFoundByAllVectors() {
        var random = SplitMix64(seed: 2)
        var markCount = 0
        for length in 1...4 {
            // Bytes that each set has at each index, of any value.
            let sets: [[Set<UInt8>]] = (0..<8).map { _ in
                (0..<length).map { _ in Set((0..<3).map { _ in UInt8(random.draw(3) == 0 ? random.draw(256) : 97) }) }
            }
            let products = sets.map {
                $0.map { bytes in
                    NibbleProduct.parts(of: bytes).reduce(NibbleProduct(low: 0, high: 0)) { $0.union($1) }
                }
            }
            func has(_ product: NibbleProduct, _ byte: UInt8) -> Bool {
                product.low >> UInt16(byte & 15) & 1 != 0 && product.high >> UInt16(byte >> 4) & 1 != 0
            }
            let filter = Prefilter.factors(automata_factors(products), offset: length - 1)
            Self.forEachText(&random) { text in
                let expected = text.indices.filter { position in
                    position + 2 * length - 1 <= text.endIndex
                        && products.contains { product in
                            (0..<length).allSatisfy { has(product[$0], text[position + length - 1 + $0]) }
                        }
                }
                .map { $0 - text.startIndex }
                markCount += expected.count
                for width in Self.widths {
                    #expect(Self.positions(filter, in: text, vectors: Int32(width)) == expected)
                }
            }
        }
        #expect(markCount > 5_000)
    }

    @Test func partsOfASetAreTheSet() {
        var random = SplitMix64(seed: 3)
        for size in 0..<256 {
            let bytes = Set((0..<size).map { _ in UInt8(random.draw(256)) })
            let parts = NibbleProduct.parts(of: bytes)
            #expect(parts.reduce(0) { $0 + $1.count } == bytes.count)
            for byte in bytes {
                #expect(parts.filter { $0.low >> UInt16(byte & 15) & $0.high >> UInt16(byte >> 4) & 1 != 0 }.count == 1)
            }
        }
    }

    /// The filters that expressions get.
    @Test func filtersComeFromTheWords() throws {
        func filters(_ pattern: String) throws -> SearchFilters {
            try Searcher(for: [RegularExpression(parsing: pattern)]).filters
        }
        guard case .pair(let first, let second, 0, 5) = try filters("zebraq").prefilter else {
            Issue.record("no pair")
            return
        }
        #expect((first, second) == (UInt8(ascii: "z"), UInt8(ascii: "q")))
        // The hyphens tell more than the digits.
        guard case .pair(let hyphen, _, 4, 3) = try filters("[0-9]{4}-[0-9]{2}-[0-9]{2}").prefilter else {
            Issue.record("no pair")
            return
        }
        #expect(hyphen == UInt8(ascii: "-"))
        guard case .factors(let level, _) = try filters("error|warn|info").prefilter else {
            Issue.record("no factors")
            return
        }
        #expect(level.length == 4)
        #expect(try filters("a*").prefilter == nil)
        #expect(try filters("[^\\s\\S]").prefilter == nil)
        #expect(try filters("[a-z_][a-z0-9_]*").runs != nil)
        #expect(try filters("[0-9]+").runs != nil)
        #expect(try filters("[0-9]+x?").runs == nil)
        #expect(try filters(#"\b[0-9]+"#).runs == nil)
        #expect(try filters("x.*").loop?.isAcceptingWithin == true)
        #expect(try filters("x.*y").loop?.isAcceptingWithin == false)
    }

    /// Long texts, in which words cross groups and blocks, by each width and by two passes.
    @Test func searchesAgreeOnLongTexts() throws {
        let patterns = [
            "zebra", "abcd|bc", "zebra|quagga|okapi|kudu", #"[0-9]{1,3}(\.[0-9]{1,3}){3}:[0-9]+"#, "error|warn(ing)?",
            "[0-9]{4}-[0-9]{2}-[0-9]{2}", "[a-z_][a-z0-9_]*", #"\b[a-z]+\b"#, #"https?://[^\s]+"#, "x[a-z ]*!",
            #"(?m)^.*!$"#, "[^,]+", "a*", #"\bkudu\b"#, "[a-z]+@[a-z]+", "é+", "[\\x80-\\xff]{2}", "b.{70}b", "x",
        ]
        let fragments = [
            "zebra", "quagga", "kudu", "bc", "abcabcd", "10.0.0.7:80", "1.2", "error", "warning", "2026-11-26", "x_1",
            "https://a.b/c", "x", " ", "\n", "!", ",", "é", "a@b", "the quick brown fox jumps over the lazy dog ",
        ]
        var random = SplitMix64(seed: 4)
        for pattern in patterns {
            let both = try [pattern, "kudu|[0-9]+"].map {
                try RegularExpression(parsing: $0, options: .init(unit: .utf8))
            }
            let searcher = try Searcher(for: Array(both.prefix(1 + random.draw(2))))
            for count in [0, 3, 40, 300, 3_000] {
                let text = (0..<count).flatMap { _ in Array(fragments[random.draw(fragments.count)].utf8) }
                let expected = text.withUnsafeBytes { SearcherTests.twoPassRanges(searcher, in: $0) }
                for width in Self.widths {
                    let found = text.withUnsafeBytes { SearcherTests.ranges(searcher, in: $0, vectors: Int32(width)) }
                    #expect(found == expected, "\(pattern), \(count), \(width)")
                }
            }
        }
    }
}
