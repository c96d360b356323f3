import StatechartAnalysis
import Statecharts
import Testing

/// The parts of charts that runs have covered.
@Suite struct CoverageTests {
    private static let door: Statechart = {
        var chart = Statechart("Door")
        for name in ["open", "closed", "locked"] { chart.add(Statechart.State(name)) }
        chart[1].transitions = [.init(.events(["push"]), to: ["closed"])]
        chart[2].transitions = [.init(.events(["pull"]), to: ["open"]), .init(.events(["turn"]), to: ["locked"])]
        return chart
    }()

    @Test func runsAddUp() throws {
        var coverage = try StatechartCoverage(of: Self.door)
        #expect(coverage.states == ["open", "closed", "locked"] && coverage.transitions.count == 3)
        let first = try StatechartSession(Self.door, recorder: &coverage)
        #expect(coverage.missingStates == ["closed", "locked"] && coverage.missingTransitions == coverage.transitions)
        for event in ["push", "kick", "pull"] { try first.send(event, recorder: &coverage) }
        #expect(coverage.missingTransitions.map(\.title) == ["closed#2 (turn -> locked)"])
        #expect(coverage.pairCount == 1)
        // The last transition of a run and the first one of the next run are no pair.
        let second = try StatechartSession(Self.door, recorder: &coverage)
        try second.send("push", recorder: &coverage)
        #expect(coverage.pairCount == 1)
        try second.send("turn", recorder: &coverage)
        #expect(coverage.missingStates == [] && coverage.missingTransitions == [] && coverage.pairCount == 2)
    }

    /// States of submachines have the names that they have in a run.
    @Test func submachines() throws {
        var chart = Statechart("House")
        chart.submachines = [Self.door]
        var front = Statechart.State("front")
        front.submachine = "Door"
        chart.add(front)
        var coverage = try StatechartCoverage(of: chart)
        let session = try StatechartSession(chart, recorder: &coverage)
        try session.send("push", recorder: &coverage)
        #expect(coverage.missingStates == ["front.locked"])
        #expect(coverage.missingTransitions.map(\.title) == ["front.closed#1", "front.closed#2"])
    }

    @Test func faultyCharts() {
        var chart = Self.door
        chart[1].transitions[0].targets = ["nowhere"]
        #expect(throws: StatechartError.self) { try StatechartCoverage(of: chart) }
    }
}
