import StatechartTestSupport
import Statecharts
import Testing

@Suite struct RandomChartTests {
    /// Seeds of which most don't lead to endless runs.
    static let seeds: Range<UInt64> = 0..<60

    @Test func theSeedAloneDecides() {
        var (first, second) = (RandomChart(seed: 7), RandomChart(seed: 7))
        #expect(first.chart == second.chart)
        #expect(first.inputs(20) == second.inputs(20))
        #expect(first.chart != RandomChart(seed: 8).chart)
    }

    @Test func allKindsOfStatesOccur() {
        let charts = Self.seeds.map { RandomChart(seed: $0).chart }
        let kinds = Set(charts.flatMap { $0.states.map(\.kind) })
        #expect(kinds == Set(Statechart.State.Kind.allCases).subtracting([.regions]))
        #expect(charts.contains { !$0.submachines.isEmpty })
        #expect(charts.contains { $0.states.contains { $0.transitions.contains { !$0.joinedSources.isEmpty } } })
    }

    @Test func featuresCanBeSwitchedOff() {
        for seed in Self.seeds {
            let chart = RandomChart(seed: seed, features: []).chart
            #expect(chart.states.allSatisfy { $0.kind == .state && $0.deferred.isEmpty })
            #expect(chart.states.flatMap(\.transitions).allSatisfy { $0.targets.count < 2 && !$0.isLocal })
        }
    }

    /// Rule 1, whatever happens.
    @Test(arguments: seeds) func configurationsAreLegal(seed: UInt64) {
        var random = RandomChart(seed: seed)
        let failures = random.failures()
        let inputs = random.inputs(20)
        var interpreter = ReferenceInterpreter(
            random.chart, isTrue: { $0 != "g2" && $0 != "e1" }, fails: failures.contains, limit: 30)
        interpreter.start()
        for input in inputs {
            #expect(isLegal(interpreter))
            switch input {
            case .event(let name): interpreter.send(name)
            case .time(let duration): interpreter.advance(by: duration)
            case .start, .guards: break
            }
        }
        #expect(isLegal(interpreter))
    }

    private func isLegal(_ interpreter: ReferenceInterpreter) -> Bool {
        let (chart, active) = (interpreter.chart, interpreter.active)
        return active.contains(chart.root)
            && active.allSatisfy { state in
                let children = chart.children(of: state)
                let count = children.count(where: active.contains)
                return (chart.parent(of: state).map(active.contains) ?? true)
                    && count == (chart.isOrthogonal(state) ? children.count : min(children.count, 1))
            }
    }
}
