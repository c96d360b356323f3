import Automata
import AutomataTestSupport
import RegularExpressions
import Testing

/// Matchers that are saved and loaded.
@Suite struct CompiledMatcherTests {
    /// Matchers of each kind of alphabet and each width of cells.
    private func matchers() throws -> [Matcher] {
        var matchers: [Matcher] = []
        for seed in 0..<30 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            matchers.append(Matcher(try RandomAutomata.dfa(RandomShape.mixed(&random), &random)))
        }
        for (text, unit) in [
            ("[a-z]+|é", RegularExpression.Options.Unit.scalars), ("(?s).*ab", .bytes), ("a|bc", .bytes),
        ] {
            let expression = try RegularExpression(parsing: text, options: .init(unit: unit))
            matchers.append(Matcher(try expression.nfa().minimized()))
        }
        var random = SplitMix64(seed: 1)
        for (states, symbols, density) in [(100, 3, 1.0), (30_000, 3, 1), (1_000, 3_000, 0.001)] {
            let shape = RandomShape(states: states, symbols: symbols, density: density)
            matchers.append(Matcher(try RandomAutomata.dfa(shape, &random)))
        }
        return matchers
    }

    @Test func loadedMatchersAcceptTheSame() throws {
        var (acceptedCount, widths) = (0, Set<String>())
        for matcher in try matchers() {
            let bytes = matcher.compiledBytes()
            let loaded = try Matcher(compiled: bytes.span.bytes)
            #expect(loaded.compiledBytes() == bytes)
            #expect(loaded.alphabet == matcher.alphabet && loaded.unit == matcher.unit)
            #expect(loaded.tableByteCount == matcher.tableByteCount)
            switch loaded.table.cells {
            case .bytes: widths.insert("bytes")
            case .shorts: widths.insert("shorts")
            case .words: widths.insert("words")
            case .sparse: widths.insert("sparse")
            }
            for word in words(symbols: min(matcher.alphabet.count, 3), upTo: 5) {
                #expect(loaded.accepts(symbols: word) == matcher.accepts(symbols: word))
                let text = matcher.alphabet.text(word)
                #expect(loaded.accepts(text) == matcher.accepts(text))
                if loaded.accepts(symbols: word) { acceptedCount += 1 }
            }
        }
        #expect(acceptedCount > 500)
        #expect(widths == ["bytes", "shorts", "words", "sparse"])
    }

    /// An object that someone damaged and sealed is refused, or it can be matched with.
    @Test func damageIsFoundOrHarmless() throws {
        var (refusedCount, loadedCount) = (0, 0)
        for (index, matcher) in try matchers().enumerated() {
            let bytes = matcher.compiledBytes()
            var random = SplitMix64(seed: UInt64(index))
            let texts = [
                [], Array("aab".utf8), (0..<4_096).map { _ in UInt8(97 + random.draw(3)) }, [0xC3, 0xA9, 0xFF],
            ]
            for _ in 0..<(bytes.count < 1 << 12 ? 300 : 20) {
                let changed = DamagedObjects.changed(bytes, &random)
                guard let loaded = try? Matcher(compiled: changed.span.bytes) else {
                    refusedCount += 1
                    continue
                }
                loadedCount += 1
                for text in texts { _ = loaded.accepts(text) }
                for word in words(symbols: min(matcher.alphabet.count, 3), upTo: 3) {
                    _ = loaded.accepts(symbols: word)
                }
                _ = loaded.accepts(symbols: [0, 4_000_000_000, 5])
            }
            let short = DamagedObjects.shortened(bytes, &random)
            #expect(throws: CompiledObjectError.self) { try Matcher(compiled: short.span.bytes) }
        }
        #expect(refusedCount > 500 && loadedCount > 500)
    }
}
