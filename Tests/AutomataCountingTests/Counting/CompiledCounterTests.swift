import Automata
import AutomataCounting
import AutomataTestSupport
import Testing

/// Counters that are saved and loaded.
@Suite struct CompiledCounterTests {
    private func counters() throws -> [WordCounter] {
        var counters = try (0..<20 as Range<UInt64>).map { seed in
            var random = SplitMix64(seed: seed)
            return try WordCounter(RandomAutomata.dfa(RandomShape.mixed(&random), &random))
        }
        for shape in [
            RandomShape(states: 60, symbols: 3, density: 0.9),
            RandomShape(states: 20, symbols: 3, density: 0.5, isAcyclic: true),
        ] {
            var random = SplitMix64(seed: 5)
            counters.append(try WordCounter(RandomAutomata.dfa(shape, &random)))
        }
        return counters
    }

    @Test func loadedCountersCountTheSame() throws {
        for counter in try counters() {
            let bytes = counter.compiledBytes()
            let loaded = try WordCounter(compiled: bytes.span.bytes)
            #expect(loaded.compiledBytes() == bytes)
            #expect(try loaded.counts(upToLength: 20) == counter.counts(upToLength: 20))
            #expect(try loaded.count(upToLength: 300) == counter.count(upToLength: 300))
            #expect(try loaded.countOfAllWords() == counter.countOfAllWords())
            #expect(loaded.method(forLength: 1_000) == counter.method(forLength: 1_000))
        }
    }

    /// An object that someone damaged and sealed is refused, or it can be counted with.
    @Test func damageIsFoundOrHarmless() throws {
        var (refusedCount, loadedCount) = (0, 0)
        let budget = Budget(maximumStates: 1_000, maximumBytes: 1 << 24)
        for (index, counter) in try counters().enumerated() {
            let bytes = counter.compiledBytes()
            var random = SplitMix64(seed: UInt64(index))
            let short = DamagedObjects.shortened(bytes, &random)
            #expect(throws: CompiledObjectError.self) { try WordCounter(compiled: short.span.bytes) }
            for _ in 0..<200 {
                let changed = DamagedObjects.changed(bytes, &random)
                guard let loaded = try? WordCounter(compiled: changed.span.bytes) else {
                    refusedCount += 1
                    continue
                }
                loadedCount += 1
                _ = try? loaded.counts(upToLength: 8, budget: budget)
                for method in [CountingMethod.automatic, .iteration, .matrix, .recurrence] {
                    _ = try? loaded.count(ofLength: 30, using: method, budget: budget)
                    _ = try? loaded.count(upToLength: 30, using: method, budget: budget)
                }
                _ = try? loaded.countOfAllWords(budget: budget)
                _ = try? loaded.growthRate(budget: budget)
                _ = try? loaded.recurrence(budget: budget)
            }
        }
        #expect(refusedCount > 300 && loadedCount > 300)
    }
}
