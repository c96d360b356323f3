import AlgorithmSupport
import Automata
import StatechartAnalysis
import StatechartTestSupport
import Statecharts

/// Runs of random charts, each beside its flattened form.
struct RandomFlattening {
    private(set) var chartCount = 0
    private(set) var truncatedCount = 0
    private(set) var inputCount = 0

    private static let guards = ["g0", "g1", "g2", "e0", "e1"]

    /// A run of a chart, and the states in which its flattened form may be.
    private struct Run {
        let flat: FlattenedStatechart
        let guards = Guards()
        var behavior: NotingBehavior
        var machine: StateMachine<NotingBehavior>
        var states: [StateID]

        /// Returns the targets of the letters that begin with an input and agree with the guards.
        func targets(_ input: String) -> [StateID] {
            states.flatMap { state in
                flat.dfa.transitions(from: state).filter { transition in
                    let name = flat.dfa.alphabet.name(of: transition.symbol)
                    let parts = name.split(separator: "[")
                    guard parts[0] == input || parts[0].hasPrefix(input + "'") else { return false }
                    return parts.count == 1
                        || parts[1].dropLast().split(separator: ",").allSatisfy { agrees(String($0)) }
                }.map(\.target)
            }
        }

        private func agrees(_ answer: String) -> Bool {
            answer.hasPrefix("!")
                ? !guards.holding.contains(String(answer.dropFirst())) : guards.holding.contains(answer)
        }

        /// Goes on with an input; returns a difference.
        mutating func follow(_ input: String) -> String? {
            let targets = targets(input)
            states = targets.filter { flat.configurations[Int($0)] == machine.activeStateNames }
            guard states.isEmpty, !(flat.isTruncated && targets.isEmpty) else { return nil }
            return "\(input) leads to \(machine.activeStateNames), not \(targets.map { flat.configurations[Int($0)] })"
        }
    }

    /// Returns the first difference between a random chart and its flattened form.
    mutating func difference(seed: UInt64, features: RandomChart.Features) throws -> String? {
        var source = RandomChart(seed: seed, features: features, sizes: 3...9)
        var options = AnalysisOptions(limit: 400)
        options.allowsTruncation = true
        (options.maximumPendingEvents, options.maximumSteps) = (2, 100)
        let flat = try source.chart.flattened(options)
        let inputs = source.inputs(30)
        let compiled = try CompiledStatechart<NotingBehavior>(source.chart)
        let guards = Guards()
        var random = SplitMix64(seed: seed)
        guards.holding = Set(Self.guards.filter { _ in random.unit() < 0.3 })
        var behavior = NotingBehavior(
            log: Log(), isTrue: { guards.holding.contains($0) }, fails: { _ in false })
        chartCount += 1
        if flat.isTruncated { truncatedCount += 1 }
        let limits = StateMachineLimits(steps: 100, events: 10_000)
        guard let machine = try? StateMachine(compiled, running: &behavior, limits: limits) else { return nil }
        var run = Run(
            flat: flat, behavior: behavior, machine: machine, states: Array(flat.dfa.initialStates))
        run.guards.holding = guards.holding
        if flat.configurations.first == [] {
            if let difference = run.follow("start") { return "seed \(seed): \(difference)" }
        } else if flat.configurations.first != machine.activeStateNames {
            return "seed \(seed): the start is \(flat.configurations.first ?? [])"
        }
        for input in inputs where !run.states.isEmpty {
            inputCount += 1
            switch input {
            case .start: break
            case .guards(let names): (guards.holding, run.guards.holding) = (names, names)
            case .event(let name):
                guard flat.dfa.alphabet.names.contains(where: { $0 == name || $0.hasPrefix(name + "[") }) else { break }
                guard (try? run.machine.send(.init(rawValue: name), to: &run.behavior)) != nil else { return nil }
                if let difference = run.follow(name) { return "seed \(seed): \(difference)" }
            case .time(let time):
                let end = run.machine.time + time
                while let deadline = run.machine.deadline, deadline <= end, !run.states.isEmpty {
                    guard let timer = run.machine.snapshot.timers.first else { break }
                    let name = Self.name(timer, source.chart)
                    let next = try? run.machine.advance(until: deadline, limit: 1, to: &run.behavior)
                    guard next != nil else { return nil }
                    if let difference = run.follow(name) { return "seed \(seed): \(difference)" }
                }
                try run.machine.advance(until: end, to: &run.behavior)
            }
        }
        return nil
    }

    /// Returns the letter of a timer.
    private static func name(_ timer: StateMachineSnapshot<Never>.Timer, _ chart: Statechart) -> String {
        guard let state = timer.state else { return "+\(timer.event.name)" + (timer.id.isEmpty ? "" : "#" + timer.id) }
        let delays = chart.states[chart.index(of: state) ?? 0].transitions.compactMap {
            if case .after(let delay) = $0.trigger { delay } else { nil }
        }
        return "+\(delays[timer.place].delay)@\(state)"
    }
}
