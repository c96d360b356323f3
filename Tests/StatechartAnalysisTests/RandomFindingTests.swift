import StatechartAnalysis
import StatechartTestSupport
import Statecharts
import TestSupport
import Testing

@Suite("Findings about random charts") struct RandomFindingTests {
    private static let features = RandomChart.Features.all.subtracting([.timeouts, .delays, .submachines])

    private func options() -> AnalysisOptions {
        var options = AnalysisOptions(limit: 300)
        (options.maximumPendingEvents, options.maximumSteps) = (2, 100)
        options.events = nil
        return options
    }

    @Test("A search over snapshots finds the same, at the same distances") func reference() throws {
        var (completeCount, neverCount) = (0, 0)
        // The last two charts end with different histories.
        for seed in Array(0..<UInt64(TestScope.isLong ? 10_000 : 300)) + [616, 955] {
            let chart = RandomChart(seed: seed, features: Self.features, sizes: 3...9).chart.withoutGuards
            guard (try? CompiledStatechart<NotingBehavior>(chart)) != nil else { continue }
            let events = RandomChart.events + ["i", "i.j"]
            var options = options()
            options.events = try chart.known(events)
            guard
                let reference = try ReferenceExploration(
                    chart, events: options.events ?? [], limit: options.limit,
                    maximumPending: options.maximumPendingEvents, steps: options.maximumSteps)
            else { continue }
            let names = reference.stateDistances.keys.sorted()
            let report = try chart.analyzed(for: .init(never: names.map { .isActive($0) }), options)
            #expect((report.isTruncated || !report.omissions.isEmpty) == !reference.isComplete, "seed \(seed)")
            guard reference.isComplete else { continue }
            completeCount += 1
            #expect(report.configurationCount == reference.distances.count, "seed \(seed)")
            let never = report.findings.filter { $0.kind == .never }
            #expect(never.map(\.events.count) == names.map { reference.stateDistances[$0] }, "seed \(seed)")
            #expect(report.findings.filter { !$0.isConfirmed }.isEmpty, "seed \(seed)")
            neverCount += never.count
            let livelocks = report.findings.filter { $0.kind == .livelock }
            let endless = Dictionary(livelocks.map { ($0.events.last ?? "", $0.events.count) }) { min($0, $1) }
            #expect(endless == reference.endless, "seed \(seed)")
            let unreachable = Set(report.findings.filter { $0.kind == .unreachable }.map(\.subject))
            #expect(unreachable.isDisjoint(with: reference.entered), "seed \(seed)")
            #expect(unreachable.count == chart.activeStateCount - reference.entered.count, "seed \(seed)")
            let deadCount = report.findings.count { $0.kind == .deadTransition }
            let transitions = try CompiledStatechart<NotingBehavior>(chart).transitionCount
            #expect(deadCount == transitions - reference.taken.count, "seed \(seed)")
        }
        #expect(completeCount > 100 && neverCount > 500)
    }

    @Test("Runs without guards of a program are confirmed") func confirmation() throws {
        var counts = (confirmed: 0, possible: 0)
        for seed in 0..<UInt64(TestScope.isLong ? 3000 : 60) {
            let chart = RandomChart(seed: seed, features: .all.subtracting(.submachines), sizes: 3...9).chart
            let names = chart.states.filter { !$0.kind.isPseudostate && $0.kind != .choice }.map(\.name)
            let report = try chart.analyzed(for: .init(never: names.map { .isActive($0) }), options())
            for finding in report.findings where finding.kind == .never {
                let isAbstract = finding.letters.contains { $0.contains("[") }
                if isAbstract { #expect(!finding.isConfirmed, "seed \(seed): \(finding)") }
                if finding.isConfirmed { counts.confirmed += 1 } else { counts.possible += 1 }
            }
        }
        print("Runs of random charts: \(counts.confirmed) confirmed, \(counts.possible) possible")
        #expect(counts.confirmed > counts.possible / 2, "\(counts)")
    }
}

extension CompiledStatechart {
    /// The number of transitions that a recorder can tell apart.
    fileprivate var transitionCount: Int {
        Set(
            storage.tables.transitionSources.map {
                StatechartRecording<Never>.Transition(source: $0.state, index: $0.index)
            }
        ).count
    }
}

extension Statechart {
    fileprivate var activeStateCount: Int { states.count { !$0.kind.isPseudostate } }

    /// Returns the events to which the chart may react.
    fileprivate func known(_ events: [String]) throws -> [String] {
        let compiled = try CompiledStatechart<NotingBehavior>(self)
        var numbers: Set<Int> = []
        return events.filter { name in
            let number = compiled.number(ofEvent: name)
            return compiled.storage.tables.core.pointee.hasReaction[number] && numbers.insert(number).inserted
        }
    }
}
