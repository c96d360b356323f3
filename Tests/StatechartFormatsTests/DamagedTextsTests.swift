import StatechartFormats
import Statecharts
import TestSupport
import Testing
import WorkLimits

@Suite struct DamagedTextsTests {
    /// What is read of a damaged text can be written in JSON, and is read again as the same.
    @Test(arguments: StatechartFormat.allCases)
    func damagedTextsAreRefusedOrRead(format: StatechartFormat) throws {
        let seed = UInt64(TestScope.mutationSeed)
        var (charts, random) = (RandomCharts(seed: seed, for: format.rawValue), SplitMix64(seed: seed))
        func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
        for _ in 0..<TestScope.mutationCount {
            let text = Array(try format.text(of: charts.chart()).utf8)
            for _ in 0..<10 {
                var damaged = text
                for _ in 0...below(3) where !damaged.isEmpty {
                    let place = below(damaged.count)
                    let other = below(damaged.count)
                    switch below(6) {
                    case 0: damaged.removeSubrange(place...)
                    case 1: damaged[place] = UInt8(below(256))
                    case 2: damaged.remove(at: place)
                    case 3: damaged.insert(UInt8(below(256)), at: place)
                    case 4: damaged.swapAt(place, other)
                    default:
                        damaged.insert(
                            contentsOf: Array(damaged[place..<min(place + below(30), damaged.count)]), at: other)
                    }
                }
                guard let chart = try? read(damaged, format), let again = try? StatechartFormat.json.text(of: chart)
                else {
                    continue
                }
                #expect(try StatechartFormat.json.chart(from: again) == chart)
            }
        }
    }

    @Test(arguments: StatechartFormat.allCases)
    func truncatedTextsAreRefused(format: StatechartFormat) throws {
        var charts = RandomCharts(seed: 7, for: format.rawValue)
        let text = Array(try format.text(of: charts.chart()).utf8).dropLast()
        for count in 0..<text.count {
            #expect(throws: StatechartFormatError.self) { try read(Array(text[..<count]), format) }
        }
    }

    @Test(arguments: StatechartFormat.allCases)
    func anyBytesAreRefused(format: StatechartFormat) {
        var random = SplitMix64(seed: UInt64(TestScope.mutationSeed))
        for round in 0..<10 * TestScope.mutationCount {
            let bytes = (0..<random.next() % 100).map { _ in
                UInt8(truncatingIfNeeded: random.next()) & (round % 2 == 0 ? 0x7F : 0xFF)
            }
            #expect(throws: StatechartFormatError.self) { try read(bytes, format) }
        }
    }

    private func read(_ text: [UInt8], _ format: StatechartFormat) throws(StatechartFormatError) -> Statechart {
        try text.withUnsafeBufferPointer { (bytes) throws(StatechartFormatError) in
            try format.chart(from: UnsafeRawBufferPointer(bytes))
        }
    }
}
