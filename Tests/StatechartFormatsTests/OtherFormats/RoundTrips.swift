import AlgorithmSupport
import StatechartFormats
import StatechartTestSupport
import Statecharts
import TestSupport
import Testing

/// Random charts of what a format can hold.
struct FormatCharts: Sendable, CustomTestStringConvertible {
    var format: StatechartFormat
    var features: RandomChart.Features
    /// Changes a chart to what the format holds.
    var change: @Sendable (inout Statechart) -> Void = { _ in }
    /// A Boolean value that indicates whether transitions come back in another order.
    var reorders = false

    var testDescription: String { format.rawValue }
}

@Suite struct OtherRoundTripTests {
    static let charts = [
        FormatCharts(
            format: .xstate,
            features: [
                .regions, .histories, .forks, .localTransitions, .eventless, .prefixes, .raises, .sends, .delays,
                .finals,
                .timeouts, .choices, .orthogonalRoot,
            ],
            change: simplify),
        FormatCharts(
            format: .plantUML,
            features: [
                .regions, .histories, .forks, .joins, .eventless, .prefixes, .raises, .delays, .finals, .completions,
                .deferral, .timeouts, .choices, .points,
            ],
            change: simplifyDrawing),
        FormatCharts(
            format: .mermaid,
            features: [
                .regions, .histories, .forks, .joins, .eventless, .prefixes, .raises, .delays, .finals, .completions,
                .deferral, .timeouts, .choices,
            ],
            change: { chart in
                simplifyDrawing(&chart)
                for index in Set(chart.parents) {
                    (chart[index].entry, chart[index].exit, chart[index].deferred) = ([], [], [])
                }
                for index in chart.states.indices where chart.parents.contains(index) {
                    chart[index].transitions.removeAll { $0.targets.isEmpty }
                }
            },
            reorders: true),
    ]

    /// Charts that are read run as those that were written.
    @Test(arguments: charts)
    func chartsRunAsBefore(_ test: FormatCharts) throws {
        var count = 0
        for seed in 0..<UInt64(TestScope.isLong ? 1000 : 60) {
            var source = RandomChart(seed: seed, features: test.features, sizes: 4...20)
            var chart = source.chart
            test.change(&chart)
            var text = try test.format.text(of: chart)
            if test.reorders {
                let read = try test.format.chart(from: text)
                for state in chart.states {
                    let others = read.index(of: state.name).map { Self.plain(read[$0]) } ?? []
                    let difference = Self.plain(state).symmetricDifference(others)
                    #expect(difference.isEmpty, "seed \(seed), \(state.name)")
                }
                chart = read
                text = try test.format.text(of: chart)
            }
            let read = try test.format.chart(from: text)
            // The order of some transitions may change at first.
            var trips = [try test.format.text(of: read)]
            for _ in 0..<3 { trips.append(try test.format.text(of: test.format.chart(from: trips[trips.count - 1]))) }
            #expect(trips[3] == trips[2], "seed \(seed)")
            let guards = Guards()
            let holds = { (name: String) in guards.holding.contains(name) }
            var runners = try [chart, read].map { try ExpressionRunner($0, isTrue: holds, fails: { _ in false }) }
            for (number, input) in ([.start] + source.inputs(30)).enumerated() {
                if case .guards(let names) = input { guards.holding = names }
                guard let expected = try? runners[0].response(to: input) else { break }
                let found = try runners[1].response(to: input)
                guard found.configuration == expected.configuration, found.trace == expected.trace else {
                    try Issue.record(
                        "seed \(seed), input \(number) \(input): \(found), not \(expected)\n\(text)\(StatechartFormat.json.text(of: read))"
                    )
                    return
                }
                count += 1
            }
        }
        #expect(count > 600)
    }

    /// Returns the transitions of a state, except joins, in no order.
    private static func plain(_ state: Statechart.State) -> Set<Statechart.Transition> {
        Set(
            state.transitions.filter(\.joinedSources.isEmpty).map { transition in
                var transition = transition
                transition.targets.sort()
                return transition
            })
    }

    /// Makes one block of several, and removes actions of histories, which few formats have.
    @Sendable static func simplify(_ chart: inout Statechart) {
        for index in chart.states.indices {
            chart[index].entry = [chart[index].entry.flatMap { $0 }].filter { !$0.isEmpty }
            chart[index].exit = [chart[index].exit.flatMap { $0 }].filter { !$0.isEmpty }
            guard chart[index].kind.isHistory else { continue }
            for number in chart[index].transitions.indices { chart[index].transitions[number].actions = [] }
        }
    }

    /// Makes a chart that drawings hold: the root and final states have no actions, sent events
    /// have no identifiers, internal transitions come first, and joins need no completion.
    @Sendable static func simplifyDrawing(_ chart: inout Statechart) {
        let histories = chart.states.map { $0.kind.isHistory ? $0.transitions : [] }
        simplify(&chart)
        func simple(_ actions: [Statechart.Action]) -> [Statechart.Action] {
            actions.compactMap { action in
                switch action {
                case .send(var send):
                    send.id = nil
                    return .send(send)
                case .cancel: return nil
                default: return action
                }
            }
        }
        for index in chart.states.indices {
            chart[index].entry = chart[index].entry.map(simple)
            chart[index].exit = chart[index].exit.map(simple)
            chart[index].initialActions = simple(chart[index].initialActions)
            for number in chart[index].transitions.indices {
                chart[index].transitions[number].actions = simple(chart[index].transitions[number].actions)
            }
        }
        (chart.root.entry, chart.root.exit, chart.root.transitions, chart.root.deferred) = ([], [], [], [])
        for index in chart.states.indices {
            if chart[index].kind == .final { (chart[index].entry, chart[index].exit) = ([], []) }
            if chart[index].kind.isHistory {
                chart[index].transitions = histories[index]
                for number in histories[index].indices {
                    chart[index].transitions[number].actions = simple(histories[index][number].actions)
                }
            }
            let transitions = chart[index].transitions.filter { !$0.targets.contains(chart.name) }
            chart[index].transitions =
                transitions.filter(\.targets.isEmpty) + transitions.filter { !$0.targets.isEmpty }
            for number in chart[index].transitions.indices where !chart[index].transitions[number].joinedSources.isEmpty
            {
                if chart[index].transitions[number].targets.isEmpty {
                    chart[index].transitions[number].joinedSources = []
                }
                if chart[index].transitions[number].trigger == .completion {
                    chart[index].transitions[number].trigger = .always
                    chart[index].transitions[number].condition = .named("e0")
                }
            }
        }
    }
}
