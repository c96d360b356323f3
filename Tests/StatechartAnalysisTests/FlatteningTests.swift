import Automata
import StatechartAnalysis
import StatechartTestSupport
import Statecharts
import TestSupport
import Testing

@Suite("Flattened statecharts") struct FlatteningTests {
    @Test("A chart of two regions has the product of their states") func regions() throws {
        var chart = Statechart("main", isOrthogonal: true)
        for region in ["a", "b"] {
            let parent = chart.add(.init(region))
            for (from, to) in [("1", "2"), ("2", "1")] {
                var state = Statechart.State(region + from)
                state.transitions = [.init(.events([.init("go" + region)]), to: [region + to])]
                chart.add(state, in: parent)
            }
        }
        let flat = try chart.flattened(limit: 10)
        #expect(flat.dfa.stateCount == 4)
        #expect(flat.dfa.alphabet.names == ["goa", "gob"])
        #expect(flat.configurations == [["a1", "b1"], ["a2", "b1"], ["a1", "b2"], ["a2", "b2"]])
    }
}

@Suite("Random charts and their flattened forms") struct RandomFlatteningTests {
    @Test(
        "Both make the same steps",
        arguments: [
            RandomChart.Features.all.subtracting([.timeouts, .delays, .submachines]),
            .all.subtracting([.submachines]),
        ])
    func agreement(features: RandomChart.Features) throws {
        var runs = RandomFlattening()
        for seed in 0..<UInt64(TestScope.isLong ? 10_000 : 300) {
            if let difference = try runs.difference(seed: seed, features: features) {
                Issue.record("\(difference)")
                return
            }
        }
        #expect(runs.truncatedCount < runs.chartCount * 9 / 10)
    }
}
