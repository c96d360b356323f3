import Automata
import AutomataTestSupport
import CompiledObjects
import RegularExpressions
import Searching
import Testing

/// Searchers that are saved and loaded.
@Suite struct CompiledSearcherTests {
    /// Searchers with each kind of filter, with contexts and with words.
    private func searchers() throws -> [Searcher] {
        let expressions = [
            ["needle"], ["[0-9]+ms", "error"], ["a*b", "^c$"], ["[a-z_][a-z0-9_]*"], ["(a|b)*a(a|b){3}", "\\bx\\b"],
            ["."], [""], [], ["\"[^\"]*\""], ["alpha|beta|gamma|delta|epsilon|zeta|eta|theta"],
        ]
        var searchers = try expressions.map { try Searcher(for: $0.map { try RegularExpression(parsing: $0) }) }
        searchers.append(try Searcher(for: [RegularExpression(parsing: "^a.*b$")], withinLines: true))
        var random = SplitMix64(seed: 3)
        let words = (0..<2_000).map { _ in (0..<5 + random.draw(6)).map { _ in UInt8(97 + random.draw(26)) } }
        searchers.append(try Searcher(forWords: words))
        searchers.append(try Searcher(forWords: [[UInt8]]()))
        return searchers
    }

    private func text(_ random: inout SplitMix64) -> [UInt8] {
        let pieces = ["a", "ab", "b", "needle", " ", "\n", "12ms", "error", "x", "\"", "gamma", "zeta", "c\n", "_"]
        return (0..<random.draw(40)).flatMap { _ in Array(pieces[random.draw(pieces.count)].utf8) }
    }

    @Test func loadedSearchersFindTheSame() throws {
        var kinds: Set<String> = []
        for searcher in try searchers() {
            let bytes = try searcher.compiledBytes()
            #expect(bytes.count % 64 == 0)
            let loaded = try Searcher(compiled: bytes.span.bytes)
            #expect(try loaded.compiledBytes() == bytes)
            #expect(loaded.patternCount == searcher.patternCount && loaded.tableByteCount == searcher.tableByteCount)
            #expect((loaded.filters.firstEnd == nil) == (searcher.filters.firstEnd == nil))
            #expect((loaded.filters.runs == nil) == (searcher.filters.runs == nil))
            switch searcher.filters.prefilter {
            case nil: kinds.insert(searcher.filters.firstEnd == nil ? "none" : "first end")
            case .pair: kinds.insert("pair")
            case .factors: kinds.insert("factors")
            case .grams: kinds.insert("grams")
            }
            var random = SplitMix64(seed: 7)
            for _ in 0..<20 {
                let text = text(&random)
                let matches = searcher.matches(in: text)
                #expect(loaded.matches(in: text) == matches)
                #expect(loaded.ends(in: text) == searcher.ends(in: text))
            }
        }
        #expect(kinds == ["none", "first end", "pair", "factors", "grams"])
    }

    @Test func lazySearchersAreRefused() throws {
        let searcher = try Searcher(for: [RegularExpression(parsing: "a")], lazily: true)
        #expect(throws: AutomataError.self) { try searcher.compiledBytes() }
    }

    @Test func otherBytesAreRefused() throws {
        let bytes = try Searcher(for: [RegularExpression(parsing: "ab")]).compiledBytes()
        func error(_ change: (inout [UInt8]) -> Void) -> CompiledObjectError? {
            var changed = bytes
            change(&changed)
            do throws(CompiledObjectError) {
                _ = try Searcher(compiled: changed.span.bytes)
                return nil
            } catch { return error }
        }
        func isDamaged(_ error: CompiledObjectError?) -> Bool { if case .damaged? = error { true } else { false } }
        #expect(error { $0 = [] } == .unrecognized)
        #expect(error { $0 = Array("a text".utf8) } == .unrecognized)
        #expect(error { $0[8] = 2 } == .otherVersion(2))
        #expect(error { $0[16..<20] = [1, 2, 3, 4] } == .otherByteOrder)
        #expect(
            error {
                $0[12] = 2
                $0 = DamagedObjects.sealed($0)
            } == .otherKind("matcher", expected: "searcher"))
        for count in 8..<bytes.count { #expect(isDamaged(error { $0.removeLast(count) }) || count > bytes.count - 8) }
        #expect(isDamaged(error { $0 += repeatElement(0, count: 64) }))
        // Each bit is in the checksum.
        for bit in 160..<8 * bytes.count {
            #expect(isDamaged(error { $0[bit / 8] ^= 1 << UInt8(bit % 8) }), "bit \(bit)")
        }
        #expect(error { _ in } == nil)
    }

    /// An object that someone damaged and sealed is refused, or it can be searched with.
    @Test func damageIsFoundOrHarmless() throws {
        var (refusedCount, loadedCount) = (0, 0)
        let others = try searchers().map { try $0.compiledBytes() }
        for (index, bytes) in others.enumerated() where bytes.count < 1 << 20 || index % 2 == 0 {
            var random = SplitMix64(seed: UInt64(index))
            let short = DamagedObjects.shortened(bytes, &random)
            #expect(throws: CompiledObjectError.self) { try Searcher(compiled: short.span.bytes) }
            for _ in 0..<(bytes.count < 1 << 16 ? 400 : 20) {
                let changed = DamagedObjects.changed(bytes, &random)
                guard let searcher = try? Searcher(compiled: changed.span.bytes) else {
                    refusedCount += 1
                    continue
                }
                loadedCount += 1
                let text = text(&random)
                for match in searcher.matches(in: text) { _ = searcher.patterns(of: match) }
                _ = searcher.ends(in: text)
                _ = searcher.longestMatch(in: text, at: random.draw(text.count + 1))
                _ = try? searcher.labeledDFA()
                text.withUnsafeBytes { _ = SearcherTests.twoPassRanges(searcher, in: $0) }
            }
        }
        #expect(refusedCount > 500 && loadedCount > 500)
    }
}
