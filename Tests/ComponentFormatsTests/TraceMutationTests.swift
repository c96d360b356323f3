import AlgorithmSupport
import ComponentFormats
import Components
import TestSupport
import Testing

/// Damages traces: a reader must throw or read, and what it reads is written as the same.
///
/// `Scripts/fuzz mutations` raises the number of texts and the seed by the environment.
struct TraceMutationTests {
    @Test(arguments: 0..<4) func damagedTracesAreReadOrRefused(index: Int) throws {
        let whole = try RandomAssembly(UInt64(index)).record()
        // Long texts would mostly stay as they are.
        let lines = whole.text.split(separator: UInt8(ascii: "\n")).prefix(8)
        let end = Array("{\"event\": \"end\", \"count\": \(lines.count - 1)}".utf8)
        let text = Array((lines + [end[...]]).joined(separator: [UInt8(ascii: "\n")]))
        var random = SplitMix64(seed: UInt64(TestScope.mutationSeed) << 8 | UInt64(index))
        var readCount = 0
        for round in 0...TestScope.mutationCount {
            let damaged = round == 0 ? text : random.damaged(text)
            let (events, error) = try Recording(damaged).read()
            #expect((error == nil) || error?.message.isEmpty == false)
            readCount += events.count
            let output = Recording()
            let writer = TraceWriter(of: Assembly(), to: output.write)
            for event in events { writer.write(event) }
            try writer.finish()
            let again = try output.read()
            #expect(again.error == nil && again.events.map(\.description) == events.map(\.description))
        }
        #expect(readCount > lines.count)
    }
}
