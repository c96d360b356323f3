import AlgorithmSupport
import Statecharts

/// Charts as people draw them, of random sizes: each state has its name, and each target is there.
struct OrdinaryCharts {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    private mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(max(bound, 1))) }

    /// Draws a chart.
    ///
    /// - Parameters:
    ///   - count: The number of states, without the marks in them.
    ///   - transitionCount: The number of transitions.
    mutating func chart(_ count: Int, transitionCount: Int) -> Statechart {
        var chart = Statechart("chart")
        for number in 0..<count {
            // Mostly a sibling of a recent state.
            let parent = below(3) == 0 ? below(chart.states.count) : chart.parents[chart.states.count - 1]
            let isSimple = chart.states[parent].kind == .state || chart.states[parent].kind == .orthogonal
            var state = Statechart.State("s\(number)", below(6) == 0 ? .orthogonal : .state)
            if below(8) == 0 { state.kind = below(2) == 0 ? .final : .choice }
            if below(4) == 0 { state.entry = [[.perform("act\(number)")]] }
            chart.add(state, in: isSimple ? parent : 0)
        }
        for index in chart.states.indices.dropFirst() where chart.states.indices.contains(index) {
            let isComposite = chart.parents.dropFirst().contains(index)
            if !isComposite, chart.states[index].kind == .orthogonal { chart[index].kind = .state }
            if isComposite, below(4) == 0 {
                var mark = Statechart.State(
                    "m\(index)", [.shallowHistory, .entryPoint, .exitPoint, .junction][below(4)])
                mark.transitions = [.init(.always, to: [chart.states[1 + below(count)].name])]
                chart.add(mark, in: index)
            }
        }
        for number in 0..<transitionCount {
            let (source, target) = (1 + below(count), 1 + below(chart.states.count - 1))
            var transition = Statechart.Transition(
                .events([.init("event\(number % 9)")]), if: below(5) == 0 ? .named("guard\(number)") : nil,
                to: [chart.states[target].name], do: below(4) == 0 ? [.raise("other"), .perform("something")] : [])
            if below(25) == 0 { transition.targets.append(chart.states[1 + below(count)].name) }
            chart[source].transitions.append(transition)
        }
        return chart
    }
}
