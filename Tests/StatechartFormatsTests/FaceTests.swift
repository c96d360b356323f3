import StatechartFormats
import StatechartTestSupport
import Statecharts
import TestSupport
import Testing

/// Random charts with many timers on everything that runs charts, and after conversions.
@Suite struct FaceTests {
    private static var converted: [FaceComparison.Face] {
        StatechartFormat.complete.map { format in
            FaceComparison.Face("\(format)") { chart, isTrue, fails in
                guard let text = try? format.text(of: chart) else { return nil }
                return try ExpressionRunner(try format.chart(from: text), isTrue: isTrue, fails: fails)
            }
        }
    }

    private static var faces: [FaceComparison.Face] {
        FaceComparison.ownFaces + converted + [
            FaceComparison.Face("snapshots") { try SnapshotRunner($0, isTrue: $1, fails: $2) }
        ]
    }

    @Test(arguments: 0..<4) func allFacesDoAsTheReference(batch: Int) throws {
        var comparison = FaceComparison(Self.faces)
        let count = TestScope.isLong ? 1250 : 75
        for seed in 0..<count {
            // Half of the charts have only what SCXML can hold.
            let features: RandomChart.Features = seed % 2 == 0 ? .all : [.scxml, .timeouts, .deferral]
            let difference = try comparison.difference(seed: UInt64(batch * 1_000_000 + seed), features)
            #expect(difference == nil)
        }
        // So much that the comparison means something.
        let occurrences = comparison.occurrences
        #expect(occurrences.timed > 6 * count, "\(occurrences)")
        #expect(occurrences.simultaneous > 3 * count, "\(occurrences)")
        #expect(occurrences.canceled > 3 * count, "\(occurrences)")
        #expect(occurrences.canceledWhenDue > count / 4, "\(occurrences)")
        #expect(occurrences.deferred > count / 4, "\(occurrences)")
        #expect(occurrences.recalled > count / 10, "\(occurrences)")
        #expect(occurrences.nestedCompletions > count / 10, "\(occurrences)")
        #expect(occurrences.recordedHistories > count / 10, "\(occurrences)")
        let inputs = comparison.inputCounts
        #expect(inputs.count == Self.faces.count && inputs.values.allSatisfy { $0 > 5 * count }, "\(inputs)")
    }
}

/// The engine with a snapshot, written and read again, after each input.
private struct SnapshotRunner: ChartRunner {
    static var kinds: Set<Substring> { ExpressionRunner.kinds }

    private var runner: ExpressionRunner

    init(_ chart: Statechart, isTrue: @escaping (String) -> Bool, fails: @escaping (String) -> Bool) throws {
        runner = try ExpressionRunner(chart, isTrue: isTrue, fails: fails)
    }

    var configuration: [String] { runner.configuration }
    var trace: [String] { runner.trace }
    var isDone: Bool { runner.isDone }
    var deadline: Duration? { runner.deadline }

    mutating func start() throws {
        try runner.start()
        try restore()
    }

    mutating func send(_ event: String) throws {
        try runner.send(event)
        try restore()
    }

    mutating func advance(by duration: Duration) throws {
        try runner.advance(by: duration)
        try restore()
    }

    private mutating func restore() throws {
        guard let machine = runner.machine else { return }
        let text = ExpressionSnapshot(machine.snapshot, runner.behavior).jsonBytes
        let snapshot = try text.withUnsafeBytes { try ExpressionSnapshot(json: $0) }
        runner.machine = try StateMachine(runner.chart, restoring: snapshot.machine, limits: .beyondReference)
    }
}
