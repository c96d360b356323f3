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

@Suite("Guards of flattened statecharts") struct FlattenedGuardTests {
    @Test("A guard without a value makes two letters, or nondeterminism") func guards() throws {
        var chart = Statechart("main")
        for name in ["a", "b"] { chart.add(.init(name)) }
        chart[1].transitions = [.init(.events(["go"]), if: .named("open"), to: ["b"])]
        let flat = try chart.flattened(limit: 10)
        #expect(flat.dfa.alphabet.names == ["go", "go[!open]", "go[open]"])
        #expect(flat.dfa.targetName("a", "go") == nil && flat.dfa.targetName("a", "go[open]") == "b")
        #expect(flat.dfa.targetName("a", "go[!open]") == "a" && flat.dfa.targetName("b", "go") == "b")
        let plain = try flat.withoutAnswers()
        #expect(plain.alphabet.names == ["go"] && plain.transitionCount == 3)
    }

    @Test("A history and a deferred event are parts of configurations") func memory() throws {
        var chart = Statechart("main")
        chart.add(.init("busy"))
        chart.add(.init("idle"))
        chart[1].deferred = ["job"]
        chart[1].transitions = [.init(.events(["done"]), to: ["idle"])]
        chart[2].transitions = [.init(.events(["job"]), to: ["busy"])]
        var options = AnalysisOptions(limit: 20)
        options.maximumPendingEvents = 2
        let flat = try chart.flattened(options)
        // One configuration for each number of jobs that wait, and the idle one.
        #expect(flat.configurations == [["busy"], ["idle"], ["busy"], ["busy"]] && flat.isTruncated)
        #expect(flat.hasMorePending && !flat.asksTooMuch)
    }

    @Test("Endless steps are counted, and too many guards told apart from pending events") func missingMoves() throws {
        var chart = Statechart("main")
        for name in ["a", "b"] { chart.add(.init(name)) }
        chart[1].transitions = [.init(.events(["go"]), to: ["b"])]
        chart[2].transitions = [.init(.events(["i"]), to: ["b"], do: [.raise("i")])]
        let flat = try chart.flattened()
        #expect(flat.endlessCount == 1 && !flat.isTruncated)
        chart[2].transitions = [.init(.always, if: .named("x"), to: ["b"])]
        let guarded = try chart.flattened()
        #expect(guarded.asksTooMuch && !guarded.hasMorePending)
    }
}

extension DFA {
    /// Returns the name of a state's target.
    fileprivate func targetName(_ state: String, _ symbol: String) -> String? {
        guard let state = states.first(where: { name(of: $0) == state }) else { return nil }
        return transitions(from: state).first { alphabet.name(of: $0.symbol) == symbol }.map { name(of: $0.target) }
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

    @Test("Steps without the engine lead where its own steps lead") func directSteps() throws {
        for seed in 0..<UInt64(TestScope.isLong ? 10_000 : 300) {
            let chart = RandomChart(seed: seed, features: .all.subtracting([.submachines]), sizes: 3...9).chart
            var options = AnalysisOptions(limit: 300)
            options.allowsTruncation = true
            (options.maximumPendingEvents, options.maximumSteps) = (2, 100)
            let flat = try chart.flattened(options)
            let report = try chart.analyzed(for: .init(reportsUnhandled: true), options)
            options.makesDirectSteps = false
            let other = try chart.flattened(options)
            #expect(flat.dfa == other.dfa && flat.configurations == other.configurations, "seed \(seed)")
            #expect(flat.isTruncated == other.isTruncated, "seed \(seed)")
            let otherReport = try chart.analyzed(for: .init(reportsUnhandled: true), options)
            #expect(report.findings == otherReport.findings, "seed \(seed)")
        }
    }

    /// Twelve guards in regions have 3¹² combinations of answers, each a letter.
    @Test func lettersCountAsMemory() throws {
        var chart = Statechart("guards", isOrthogonal: true)
        for number in 0..<12 {
            chart.addRegion("r\(number)", "a\(number) e b\(number)")
            let source = try #require(chart.index(of: "a\(number)"))
            chart[source].transitions[0].condition = .named("g\(number)")
        }
        let options = AnalysisOptions(limit: 100_000, budget: Budget(maximumBytes: 20_000_000))
        #expect(throws: AnalysisError.self) { try chart.flattened(options) }
    }
}
