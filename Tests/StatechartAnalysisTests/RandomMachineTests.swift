import AlgorithmSupport
import Automata
import Machines
import StatechartAnalysis
import StatechartTestSupport
import Statecharts
import TestSupport
import Testing

/// A chart without guards of a program that runs on its own.
private struct PlainRun {
    var behavior: ExpressionBehavior
    var machine: StateMachine<ExpressionBehavior>
    private var wasEnded = false

    init?(_ chart: Statechart) throws {
        behavior = ExpressionBehavior(for: chart)
        let compiled = try CompiledStatechart<ExpressionBehavior>(chart)
        let limits = StateMachineLimits(steps: 100, events: 10_000)
        guard let machine = try? StateMachine(compiled, running: &behavior, limits: limits) else { return nil }
        self.machine = machine
    }

    /// Returns the outputs since the last call.
    mutating func outputs() -> [String] {
        defer {
            behavior.log = []
            wasEnded = machine.hasEnded
        }
        return behavior.log.map(\.label) + (machine.hasEnded && !wasEnded ? ["ended"] : [])
    }

    /// Returns the outputs of an event; `nil` if its steps have no end.
    mutating func send(_ event: String) -> [String]? {
        guard (try? machine.send(event, to: &behavior)) != nil else { return nil }
        return outputs()
    }
}

@Suite("Random charts as Mealy machines") struct RandomMachineTests {
    private static let features = RandomChart.Features.all.subtracting([.timeouts, .delays, .submachines])

    private func options() -> AnalysisOptions {
        var options = AnalysisOptions(limit: 400)
        (options.maximumPendingEvents, options.maximumSteps) = (2, 100)
        return options
    }

    private func chart(_ seed: UInt64, _ sizes: ClosedRange<Int> = 3...9) -> Statechart {
        RandomChart(seed: seed, features: Self.features, sizes: sizes).chart.withoutGuards
    }

    @Test("A machine has the outputs of the engine") func agreement() throws {
        var (runCount, inputCount) = (0, 0)
        for seed in 0..<UInt64(TestScope.isLong ? 10_000 : 300) {
            let chart = chart(seed)
            guard let flat = try? chart.flattenedMachine(options()), var run = try PlainRun(chart) else { continue }
            let machine = flat.machine
            var random = SplitMix64(seed: seed)
            var state = machine.initialState
            let first = run.outputs()
            if let start = machine.inputs.symbol(named: "start") {
                let transition = machine.transition(from: state, on: start)
                #expect(transition.map { machine.outputs.name(of: $0.output) } == first.joined(separator: ","))
                guard let transition else { continue }
                state = transition.target
            } else {
                #expect(first.isEmpty, "seed \(seed)")
            }
            runCount += 1
            for _ in 0..<30 where !run.machine.hasEnded {
                let input = Symbol(random.next() % UInt64(machine.inputs.count))
                if machine.inputs.name(of: input) == "start" { continue }
                let outputs = run.send(machine.inputs.name(of: input))
                guard let transition = machine.transition(from: state, on: input), let outputs else {
                    #expect(outputs == nil || flat.statechart.isTruncated, "seed \(seed)")
                    break
                }
                inputCount += 1
                let expected = outputs.isEmpty ? "-" : outputs.joined(separator: ",")
                #expect(machine.outputs.name(of: transition.output) == expected, "seed \(seed)")
                state = transition.target
                #expect(flat.statechart.configurations[Int(state)] == run.machine.activeStateNames, "seed \(seed)")
            }
        }
        #expect(runCount > 200 && inputCount > 2000, "\(runCount) \(inputCount)")
    }

    @Test("The comparison of charts agrees with that of their machines") func comparison() throws {
        var counts = (equal: 0, confirmed: 0, possible: 0)
        for seed in 0..<UInt64(TestScope.isLong ? 5000 : 200) {
            let chart = chart(seed, 3...7)
            var random = SplitMix64(seed: seed)
            let mutants = [chart] + (0..<3).compactMap { _ in ChartMutation(chart, &random)?.mutant }
            for mutant in mutants {
                guard let one = try? chart.flattenedMachine(options()), !one.statechart.isTruncated,
                    let other = try? mutant.flattenedMachine(options()), !other.statechart.isTruncated,
                    one.statechart.endlessCount + other.statechart.endlessCount == 0,
                    one.machine.inputs.names == other.machine.inputs.names
                else { continue }
                let comparison = try chart.comparison(with: mutant, options())
                let expected = try one.machine.shortestDifference(from: other.machine)
                #expect(comparison.isEquivalent == (expected == nil), "seed \(seed)")
                guard let difference = comparison.difference, let expected else {
                    counts.equal += 1
                    continue
                }
                let hasStart = one.machine.inputs.symbol(named: "start") != nil
                #expect(difference.events.count == expected.word.count - (hasStart ? 1 : 0), "seed \(seed)")
                if difference.isConfirmed { counts.confirmed += 1 } else { counts.possible += 1 }
            }
        }
        print("Differences of random charts: \(counts.confirmed) confirmed, \(counts.possible) possible")
        #expect(counts.possible == 0 && counts.equal > 100 && counts.confirmed > 50, "\(counts)")
    }

    @Test("Tests of the Wp-method find every fault of output or transfer", arguments: [false, true])
    func mutants(isFlat: Bool) throws {
        var counts = (charts: 0, killed: 0, equivalent: 0, larger: 0)
        for seed in 0..<UInt64(TestScope.isLong ? 4000 : 150) {
            var random = SplitMix64(seed: seed)
            let chart = isFlat ? Statechart(randomFlat: &random) : chart(seed, 3...8)
            guard let machine = try plainMachine(chart), case let count = try machine.minimized().stateCount,
                2...12 ~= count
            else { continue }
            let suite = try chart.tests(.wp(), options())
            #expect(suite.missing.isEmpty, "seed \(seed)")
            #expect(try passes(chart, suite), "seed \(seed)")
            counts.charts += 1
            for _ in 0..<20 {
                guard let mutant = ChartMutation(chart, &random)?.mutant, let other = try plainMachine(mutant),
                    other.inputs.names == machine.inputs.names
                else { continue }
                // One configuration more needs longer tests.
                if try other.minimized().stateCount > count {
                    counts.larger += 1
                } else if try machine.isEquivalent(to: other) {
                    counts.equivalent += 1
                } else {
                    #expect(try !passes(mutant, suite), "seed \(seed): \(mutant)")
                    counts.killed += 1
                }
            }
        }
        print(
            "Mutants of \(counts.charts) charts: \(counts.killed) killed, \(counts.equivalent) equivalent, "
                + "\(counts.larger) with more configurations")
        #expect(counts.charts > 10 && counts.killed > 200, "\(counts)")
    }

    /// Returns the machine of a complete exploration without steps that have no end.
    private func plainMachine(_ chart: Statechart) throws -> MealyMachine? {
        guard let flat = try? chart.flattenedMachine(options()), !flat.statechart.isTruncated,
            flat.statechart.endlessCount == 0
        else { return nil }
        return flat.machine
    }

    /// Returns whether a chart has the outputs of all tests.
    private func passes(_ chart: Statechart, _ suite: StatechartTestSuite) throws -> Bool {
        for test in suite.tests {
            guard var run = try PlainRun(chart) else { return false }
            guard run.outputs() == test.startOutputs else { return false }
            for step in test.steps {
                guard let event = step.event else { return false }
                guard run.send(event) == step.outputs else { return false }
            }
        }
        return true
    }
}

@Suite("Tests of random charts") struct RandomSuiteTests {
    private func options() -> AnalysisOptions {
        var options = AnalysisOptions(limit: 300)
        options.allowsTruncation = true
        (options.maximumPendingEvents, options.maximumSteps) = (2, 100)
        return options
    }

    @Test("Without guards and timers, all is covered that runs reach") func completeness() throws {
        var (count, steps, goals) = (0, 0, 0)
        let features = RandomChart.Features.all.subtracting([.timeouts, .delays, .submachines])
        for seed in 0..<UInt64(TestScope.isLong ? 3000 : 80) {
            let chart = RandomChart(seed: seed, features: features, sizes: 3...9).chart.withoutGuards
            let report = try chart.analyzed(options())
            // Steps without end aren't tests.
            let isEndless = report.findings.contains { $0.kind == .livelock }
            guard !report.isTruncated, report.omissions.isEmpty, !isEndless else { continue }
            let methods: [(StatechartTestMethod, AnalysisFinding.Kind)] = [
                (.states, .unreachable), (.transitions, .deadTransition),
            ]
            for (method, kind) in methods {
                let suite = try chart.tests(method, options())
                #expect(suite.missing.count == report.findings.count { $0.kind == kind }, "seed \(seed)")
                count += suite.tests.count
                steps += suite.tests.map(\.steps.count).reduce(0, +)
                goals += suite.goalCount - suite.missing.count
            }
            for method in [StatechartTestMethod.pairs, .configurations, .w(), .wp()] {
                let suite = try chart.tests(method, options())
                #expect(!suite.missing.contains { $0.hasPrefix("the run") }, "seed \(seed)")
            }
        }
        print("Tests of random charts: \(count) with \(steps) steps cover \(goals) states and transitions")
        #expect(goals > 300 && steps < goals * 2)
    }

    @Test("Timers and guards leave some parts, which are told") func timers() throws {
        var counts = (tests: 0, goals: 0, missing: 0, unrealized: 0)
        for seed in 0..<UInt64(TestScope.isLong ? 3000 : 60) {
            let chart = RandomChart(seed: seed, features: .all.subtracting(.submachines), sizes: 3...9).chart
            for method in [StatechartTestMethod.transitions, .configurations, .wp()] {
                guard let suite = try? chart.tests(method, options()) else { continue }
                counts.tests += suite.tests.count
                counts.goals += suite.goalCount
                counts.missing += suite.missing.count
                counts.unrealized += suite.missing.count { $0.hasPrefix("the run") }
                #expect(suite.tests.allSatisfy { $0.steps.count <= 100 }, "seed \(seed)")
            }
        }
        print(
            "Tests of charts with timers and guards: \(counts.tests) for \(counts.goals) goals, \(counts.missing) "
                + "missing, \(counts.unrealized) of them words without times")
        #expect(counts.tests > 100)
    }
}
