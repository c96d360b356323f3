import AlgorithmSupport
import StatechartFormats
import Statecharts
import TestSupport
import Testing

@Suite struct DamagedTextsTests {
    /// What is read of a damaged text can be written in JSON, and is read again as the same.
    @Test(arguments: StatechartFormat.complete)
    func damagedTextsAreRefusedOrRead(format: StatechartFormat) throws {
        let seed = UInt64(TestScope.mutationSeed)
        var (charts, random) = (RandomCharts(seed: seed, for: format.rawValue), SplitMix64(seed: seed))
        var readCount = 0
        for _ in 0..<TestScope.mutationCount {
            let text = Array(try format.text(of: charts.chart()).utf8)
            for _ in 0..<10 {
                guard let chart = try? read(random.damaged(text), format),
                    let again = try? StatechartFormat.json.text(of: chart)
                else {
                    continue
                }
                readCount += 1
                #expect(try StatechartFormat.json.chart(from: again) == chart)
            }
        }
        #expect(readCount > 0)
    }

    @Test(arguments: StatechartFormat.complete)
    func truncatedTextsAreRefused(format: StatechartFormat) throws {
        var charts = RandomCharts(seed: 7, for: format.rawValue)
        let text = Array(try format.text(of: charts.chart()).utf8).dropLast()
        for count in 0..<text.count {
            #expect(throws: StatechartFormatError.self) { try read(Array(text[..<count]), format) }
        }
    }

    @Test(arguments: StatechartFormat.complete)
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
            try format.document(from: UnsafeRawBufferPointer(bytes)).chart
        }
    }
}
