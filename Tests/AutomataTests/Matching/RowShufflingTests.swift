import Automata
import AutomataTestSupport
import ByteScanning
import RegularExpressions
import Testing

/// Automata of few rows, which are read by shuffles: each result is compared with that of one run.
@Suite struct RowShufflingTests {
    /// Feeds a text to both ways of reading, cut at the same places.
    private func compare(_ matcher: Matcher, _ text: [UInt8], cuts: [Int] = []) {
        var (scan, plain) = (matcher.start(), matcher.withoutAccelerations.start())
        var start = 0
        for end in cuts + [text.count] {
            let piece = Array(text[start..<end])
            let (found, expected) = (scan.feed(piece), plain.feed(piece))
            #expect(found == expected && scan.isAccepting == plain.isAccepting)
            #expect(scan.consumedCount == plain.consumedCount, "after \(end) of \(text.count)")
            start = end
        }
    }

    @Test func agreesWithOneRun() throws {
        var shuffledCount = 0
        for seed in 0..<120 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let kind = LongInputMachine.Kind.allCases[Int(seed % 4)]
            let machine = try LongInputMachine(
                kind, states: 1 + random.draw(15), symbols: 1 + random.draw(8), &random, dies: random.draw(2) == 0,
                decides: random.draw(2) == 0)
            let matcher = Matcher(machine.dfa)
            if matcher.shuffling != nil { shuffledCount += 1 }
            for _ in 0..<20 {
                let text = machine.text(1 + random.draw(120), &random)
                compare(matcher, text)
                compare(matcher, text, cuts: [random.draw(text.count + 1)])
            }
            let text = machine.text(1_000 + random.draw(3_000), &random)
            compare(matcher, text)
            compare(matcher, text, cuts: [17, 500, 980])
        }
        #expect(VectorWidth.widest == 0 || shuffledCount > 60)
    }

    /// Every length around a block and its units, with a byte that decides at every place.
    @Test func decisionsAreFoundWhereTheyAre() throws {
        let matcher = Matcher(try RegularExpression(parsing: "[a-z]*(!(.|\\n)*)?").minimalDFA())
        #expect(VectorWidth.widest == 0 || matcher.shuffling != nil)
        for count in [0, 1, 15, 16, 17, 31, 32, 33, 959, 960, 961, 975, 976, 1_920, 2_000] {
            var text = [UInt8](repeating: UInt8(ascii: "a"), count: count)
            compare(matcher, text)
            for place in Set([0, 1, 8, 15, 16, 479, 480, 481, 959, 960, count - 1]) where text.indices.contains(place) {
                for byte in "?!".utf8 {
                    text[place] = byte
                    compare(matcher, text)
                }
                text[place] = UInt8(ascii: "a")
            }
        }
    }

    /// Where nothing leads to the dead row, it needs no lane.
    @Test func sixteenLiveRowsAreShuffled() throws {
        var random = SplitMix64(seed: 2)
        for (states, isShuffled) in [(15, true), (16, true), (17, false)] {
            let machine = try LongInputMachine(.counter, states: states, symbols: 2, &random)
            let matcher = Matcher(machine.dfa)
            #expect((matcher.shuffling != nil) == (isShuffled && VectorWidth.widest > 0))
            compare(matcher, machine.text(5_000, &random), cuts: [1_000, 1_960])
        }
    }

    @Test func largeTablesAreNotShuffled() throws {
        #expect(Matcher(try RegularExpression(parsing: "[a-z]{20}").minimalDFA()).shuffling == nil)
        #expect(
            Matcher(try RegularExpression(parsing: "é", options: .init(unit: .scalars)).minimalDFA()).shuffling == nil)
    }

    /// Vectors and plain C on random shuffles.
    @Test func vectorsAgreeWithPlainC() {
        var random = SplitMix64(seed: 5)
        for _ in 0..<50 {
            let classCount = 1 + random.draw(12)
            let second = (0..<256).map { _ in UInt16(random.draw(classCount)) }
            let first = second.map { $0 * UInt16(classCount) }
            let targets = (0..<classCount * classCount * 16).map { _ in
                UInt8(random.draw(20) < 19 ? 2 + random.draw(14) : random.draw(16))
            }
            let text = (0..<16 * random.draw(200)).map { _ in UInt8(random.draw(256)) }
            let start = UInt8(random.draw(16))
            let results = [0, VectorWidth.widest].map { width in
                first.withUnsafeBufferPointer { first in
                    second.withUnsafeBufferPointer { second in
                        targets.withUnsafeBufferPointer { targets in
                            var shuffles = automata_shuffles(
                                first: first.baseAddress, second: second.baseAddress, targets: targets.baseAddress)
                            var row = start
                            let count = automata_shuffle(width, text, text.count, &shuffles, &row, 0, 1)
                            return [count, Int(row)]
                        }
                    }
                }
            }
            #expect(results[0] == results[1])
            var expected = Int(start)
            for pair in stride(from: 0, to: results[0][0], by: 2) {
                expected = Int(targets[16 * Int(first[Int(text[pair])] + second[Int(text[pair + 1])]) + expected])
            }
            #expect(results[0][1] == expected && results[0][0] % 960 == 0 || results[0][0] == text.count)
        }
    }
}
