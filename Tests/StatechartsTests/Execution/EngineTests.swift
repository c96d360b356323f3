import StatechartTestSupport
import TestSupport
import Testing

/// Random charts on the engine and on the reference.
@Suite struct EngineTests {
    @Test(arguments: 0..<20)
    func runsAsTheReferenceDoes(batch: Int) throws {
        for seed in 0..<(TestScope.isLong ? 5000 : 50) {
            let difference = try EngineComparison.differenceFromReference(seed: UInt64(batch * 1_000_000 + seed))
            #expect(difference == nil)
        }
    }
}
