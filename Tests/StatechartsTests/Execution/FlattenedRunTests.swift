import StatechartTestSupport
import Statecharts
import Testing

/// Runs of flattened charts against runs that a recorder keeps from being flattened.
@Suite struct FlattenedRunTests {
    /// Guards and actions are asked in the same order and see the same, limits are reached at the
    /// same place, and the same is left in queues then.
    @Test(arguments: [StateMachineLimits(steps: 100, events: 100), .init(steps: 4, events: 2)])
    func aRandomChartRunsTheSameFlattenedOrNot(limits: StateMachineLimits) throws {
        var runs = FlattenedRuns()
        for seed in 0..<200 as Range<UInt64> {
            let difference = try runs.difference(seed: seed, limits: limits)
            #expect(difference == nil)
        }
        #expect(runs.chartCount > 180 && runs.flattenedInputCount > 15 * runs.chartCount)
        #expect(runs.limitedInputCount > runs.chartCount)
    }
}
