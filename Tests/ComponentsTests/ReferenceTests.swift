import Components
import Foundation
import Testing

/// Random assemblies, run by the library and by a naive reference.
///
/// `COMPONENTS_CASES` is the number of cases, 200 unless it is set.
struct ReferenceTests {
    @Test func randomAssembliesHaveTheTraceOfTheReference() throws {
        let count = ProcessInfo.processInfo.environment["COMPONENTS_CASES"].flatMap(Int.init) ?? 200
        var (lineCount, failureCount) = (0, 0)
        for seed in 0..<UInt64(count) {
            let random = RandomCase(seed: seed)
            let expected = ReferenceRun(random).lines
            let lines = try random.trace()
            lineCount += lines.count
            guard lines != expected else { continue }
            let first =
                zip(lines, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? min(lines.count, expected.count)
            let context = lines[max(0, first - 5)..<first].joined(separator: "\n")
            Issue.record(
                """
                seed \(seed), line \(first), after
                \(context)
                library:   \(lines[first...].prefix(3))
                reference: \(expected[first...].prefix(3))
                """)
            failureCount += 1
            if failureCount == 4 { return }
        }
        #expect(lineCount > 10 * count)
    }
}
