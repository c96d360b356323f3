import Automata
import AutomataTestSupport
import RegularExpressions
import Testing

/// Long inputs, which are read in several chunks at once: each result is compared with that of one
/// run.
@Suite("Long inputs of a matcher")
struct LongInputTests {
    /// Verdict, acceptance and count of a scan, after each piece.
    private struct Outcome: Equatable {
        var verdict: Matcher.Scan.Verdict
        var isAccepting: Bool
        var consumedCount: Int

        init(_ scan: Matcher.Scan) {
            verdict = scan.verdict
            isAccepting = scan.isAccepting
            consumedCount = scan.consumedCount
        }
    }

    private func prepared(_ dfa: DFA) -> Matcher {
        let matcher = Matcher(dfa).readingWithoutShuffles
        matcher.longInputs?.makeTables()
        return matcher
    }

    /// Feeds the bytes from `offset` on to both ways of reading, cut at the same places.
    ///
    /// - Returns: the number of bytes that were read in chunks.
    @discardableResult
    private func compare(_ matcher: Matcher, _ text: [UInt8], from offset: Int = 0, cuts: [Int] = []) -> Int {
        text.withUnsafeBytes { text in
            var scan = matcher.start()
            var plain = matcher.withoutAccelerations.start()
            var start = offset
            for end in cuts + [text.count] {
                let piece = UnsafeRawBufferPointer(rebasing: text[start..<end])
                scan.feed(piece)
                plain.feed(piece)
                #expect(Outcome(scan) == Outcome(plain), "after \(end) of \(text.count) from \(offset)")
                start = end
            }
            let rest = UnsafeRawBufferPointer(rebasing: text[offset...])
            #expect(matcher.accepts(rest) == plain.isAccepting)
            return scan.chunkProgress.byteCount
        }
    }

    /// Those around the least length of a round, with and without what is read before it, and
    /// around the greatest one.
    private static let lengths = [
        2046, 2047, 2558, 2560, 4097, 9000, 20_000, 50_000, 262_143, 262_655, 300_000,
    ]

    @Test func agreesWithOneRunOnRandomMachines() throws {
        var chunkedCount = 0
        var plainCount = 0
        for seed in 0..<240 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let machine = try LongInputMachine(&random)
            let matcher = prepared(machine.dfa)
            for _ in 0..<6 {
                let length = Self.lengths[random.draw(Self.lengths.count)]
                let text = machine.text(length + random.draw(3), &random)
                let cuts = (0..<random.draw(5)).map { _ in 16 + random.draw(text.count - 16) }.sorted()
                let count = compare(matcher, text, from: random.draw(16), cuts: cuts)
                if count > 0 { chunkedCount += 1 } else { plainCount += 1 }
            }
        }
        // Both ways are taken often.
        #expect(chunkedCount > 300)
        #expect(plainCount > 300)
    }

    /// Cells of each width for single bytes, and of both for pairs.
    @Test(arguments: [(20, 3), (200, 3), (300, 16), (300, 100), (300, 255)])
    func everyWidthOfCell(_ states: Int, _ symbols: Int) throws {
        var random = SplitMix64(seed: UInt64(states * symbols))
        let machine = try LongInputMachine(.reset, states: states, symbols: symbols, &random)
        let matcher = prepared(machine.dfa)
        let pairs = try #require(matcher.longInputs?.tables).pairs
        switch (states, symbols) {
        case (20, 3):
            guard case .bytes = matcher.table.cells, case .shorts = pairs?.cells else { Issue.record(); return }
        case (200, 3):
            guard case .shorts = matcher.table.cells, case .shorts = pairs?.cells else { Issue.record(); return }
        case (300, 16):
            guard case .shorts = matcher.table.cells, case .words = pairs?.cells else { Issue.record(); return }
        case (300, 100):
            guard case .shorts = matcher.table.cells, pairs == nil else { Issue.record(); return }
        default:
            guard case .words = matcher.table.cells, pairs == nil else { Issue.record(); return }
        }
        for offset in 0..<16 {
            let text = machine.text(30_000 + offset, &random)
            #expect(compare(matcher, text, from: offset) > 0)
        }
    }

    /// The input dies or is decided on each side of each seam, and where a start is looked back
    /// for.
    @Test(arguments: [UInt8(ascii: "x"), UInt8(ascii: "y")])
    func decidedAtEverySeam(_ deciding: UInt8) throws {
        // After `a` or `b` it is known where the run is; `x` has no transition, and after `y` all
        // is accepted.
        let alphabet = try Alphabet.bytes([
            [97...97], [98...98], [0...96, 99...119, 122...255], [120...120], [121...121],
        ])
        let names = alphabet.symbols.map { alphabet.text([$0]) }
        let dfa = try DFA(
            alphabet: alphabet,
            transitions: ["p", "q"].flatMap { state in
                [(state, names[0], "p"), (state, names[1], "q"), (state, names[2], state), (state, names[4], "all")]
            } + names.map { ("all", $0, "all") },
            initial: "p", final: ["q", "all"])
        let matcher = prepared(dfa)
        var random = SplitMix64(seed: 9)
        let text = (0..<12_288).map { _ in UInt8(97 + random.draw(3)) }
        #expect(compare(matcher, text, cuts: [4096]) >= 8192)
        let chunkSize = 1024
        for seam in stride(from: 4096, through: 12_288, by: chunkSize) {
            for place in max(4090, seam - 70)..<min(text.count, seam + 20) {
                var text = text
                text[place] = deciding
                compare(matcher, text, cuts: [4096])
                #expect(matcher.accepts(text) == (deciding == UInt8(ascii: "y")))
            }
        }
        for place in 0..<40 {
            var text = text
            text[place * 307] = deciding
            compare(matcher, text)
            // Whatever decides first counts.
            text[min(place * 307 + random.draw(3000), text.count - 1)] = UInt8(ascii: "x")
            compare(matcher, text)
        }
    }

    @Test func countersAreReadByOneRun() throws {
        for modulus in [2, 16, 1000, 10_006] {
            var random = SplitMix64(seed: 3)
            let machine = try LongInputMachine(.counter, states: modulus, symbols: 2, &random)
            let matcher = prepared(machine.dfa)
            #expect(matcher.longInputs?.tables == nil)
            #expect(compare(matcher, machine.text(100_000, &random)) == 0)
        }
    }

    @Test func inputsThatDoNotConvergeAreReadByOneRun() throws {
        let matcher = prepared(try RegularExpression(parsing: "[a-z]*(;[a-z]*)?").minimalDFA())
        var text = [UInt8](repeating: 97, count: 300_000)
        #expect(compare(matcher, text) == 0)
        for place in stride(from: 0, to: text.count, by: 9973) {
            text[place] = UInt8(ascii: ";")
            compare(matcher, text)
            text[place] = 97
        }
    }

    /// After a failure one run reads on, until the input converges again.
    @Test func chunksAreTriedAgain() throws {
        let matcher = prepared(try RegularExpression(parsing: "([a-z]*(;[a-z]*)?\\n)*").minimalDFA())
        let letters = [UInt8](repeating: 97, count: 100_000)
        let lines = [UInt8](String(repeating: "letters\n", count: 60_000).utf8)
        for text in [letters + lines, lines + letters + lines, lines + letters + [59] + letters] {
            for size in [2048, 5000, 70_000, text.count] {
                compare(matcher, text, cuts: Array(stride(from: size, to: text.count, by: size)))
            }
        }
        #expect(compare(matcher, lines + letters + lines) > lines.count)
    }

    @Test func tablesAreMadeWhenEnoughHasBeenRead() throws {
        let dfa = try RegularExpression(parsing: "([a-z]+ )*").minimalDFA()
        let text = [UInt8](String(repeating: "some words and others ", count: 20_000).utf8)
        let short = Matcher(dfa).readingWithoutShuffles
        for _ in 0..<1000 { #expect(short.accepts(Array(text[..<2046]))) }
        #expect(short.longInputs?.tables == nil)
        let matcher = Matcher(dfa).readingWithoutShuffles
        let byteCount = matcher.tableByteCount
        #expect(matcher.longInputs?.tables == nil)
        #expect(matcher.accepts(text))
        #expect(matcher.longInputs?.tables != nil)
        #expect(matcher.tableByteCount > byteCount + 131_072)
        var scan = matcher.start()
        scan.feed(text)
        #expect(scan.chunkProgress.byteCount > text.count - 10_000)
        #expect(scan.isAccepting)
        #expect(matcher.withoutAccelerations.tableByteCount == byteCount)
    }

    @Test func threadsShareAMatcher() async throws {
        let matcher = Matcher(try RegularExpression(parsing: "([a-z]+ )*").minimalDFA()).readingWithoutShuffles
        let text = [UInt8](String(repeating: "some words and others ", count: 2_000).utf8)
        let accepted = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { (0..<20).count { _ in matcher.accepts(text) } } }
            return await group.reduce(0, +)
        }
        #expect(accepted == 160)
        #expect(matcher.longInputs?.tables != nil)
    }
}
