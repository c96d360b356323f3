import AlgorithmSupport
import Statecharts

/// A chart with one fault of output or transfer: a transition has another chart's action, or leads
/// to another state.
struct ChartMutation {
    let mutant: Statechart

    /// Makes a mutant; `nil` if the chart has no place for the fault, or the mutant isn't valid.
    init?(_ chart: Statechart, _ random: inout SplitMix64) {
        func pick<Element>(_ list: [Element]) -> Element? {
            list.isEmpty ? nil : list[Int(random.next() % UInt64(list.count))]
        }
        var mutant = chart
        let places = chart.states.indices.flatMap { state in
            chart.states[state].transitions.indices.map { (state, $0) }
        }
        guard let (state, index) = pick(places) else { return nil }
        if random.next() % 2 == 0 {
            let names = chart.states.flatMap(\.transitions).flatMap(\.actions).compactMap(\.performed)
            var actions = chart[state].transitions[index].actions
            guard let name = pick(names + ["none"]) else { return nil }
            actions.removeAll { $0.performed != nil }
            mutant[state].transitions[index].actions = (name == "none" ? [] : [.perform(name)]) + actions
        } else {
            let names = chart.states.dropFirst().filter { !$0.kind.isPseudostate && $0.kind != .choice }.map(\.name)
            guard chart[state].transitions[index].targets.count == 1, let target = pick(names) else { return nil }
            mutant[state].transitions[index].targets = [target]
        }
        guard mutant != chart, (try? CompiledStatechart<ExpressionBehavior>(mutant)) != nil else { return nil }
        self.mutant = mutant
    }
}

extension Statechart {
    /// Creates a chart of 2 to 12 states that react to all of 2 or 3 events, with few outputs.
    init(randomFlat random: inout SplitMix64) {
        self.init("main")
        func draw(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        let (stateCount, eventCount) = (2 + draw(11), 2 + draw(2))
        for state in 0..<stateCount {
            var found = State("s\(state)")
            for event in 0..<eventCount {
                let output = draw(3)
                found.transitions.append(
                    .init(
                        .events([.init("e\(event)")]), to: ["s\(draw(stateCount))"],
                        do: output == 0 ? [] : [.perform("o\(output)")]))
            }
            add(found)
        }
    }
}

extension Statechart.Action {
    fileprivate var performed: String? { if case .perform(let name) = self { name } else { nil } }
}
