import StatechartAnalysis
import Statecharts
import Testing

@Suite("States that nothing tells apart") struct IndistinguishableTests {
    private func findings(_ chart: Statechart) throws -> [AnalysisFinding] {
        try chart.analyzed(for: .init(reportsIndistinguishable: true)).findings.filter { $0.kind == .indistinguishable }
    }

    @Test("States with the same outputs in all runs") func states() throws {
        let chart = Statechart(lines: "a go b click\nb go c clack\nc go d click\nd go a clack\nd +100 d x\nb +100 b x")
        let found = try findings(chart)
        #expect(found.map(\.subject) == ["a, c", "b, d"] && found.allSatisfy(\.isConfirmed))
        #expect(found.map(\.events) == [["go", "go"], ["go", "go", "go"]])
        #expect(try findings(Statechart(lines: "a go b click\nb go a clack")).isEmpty)
    }

    @Test("Configurations whose states differ only together") func configurations() throws {
        var chart = Statechart("main", isOrthogonal: true)
        // The parity of all events: which region had an odd number of them doesn't matter.
        chart.addRegion("l", "l0 x l1\nl1 x l0")
        chart.addRegion("r", "r0 x r1\nr1 x r0")
        for (state, other) in [("l0", "r1"), ("l1", "r0")] {
            let index = try #require(chart.index(of: state))
            chart[index].transitions.append(.init(.events(["y"]), if: .isActive(other), do: [.perform("never")]))
        }
        #expect(try findings(chart).map(\.subject) == ["l0, l1", "r0, r1"])
    }

    @Test("Timers of different ages tell states apart") func timers() throws {
        // A second timer of the same delay, which is older in one of the states.
        let chart = Statechart(lines: "a x b\na y c\nb +100 d beep\nc +200 d beep\nd z a")
        #expect(try findings(chart).isEmpty)
        let same = Statechart(lines: "a x b\na y c\nb +100 d beep\nc +100 d beep\nd z a")
        #expect(try findings(same).map(\.subject) == ["b, c"])
    }

    @Test("A guard may tell states apart") func guards() throws {
        var chart = Statechart(lines: "a go b click\nb go a click")
        chart[1].transitions[0].condition = .any([.named("open"), .not(.named("open"))])
        chart[2].transitions[0].condition = .any([.named("open"), .not(.named("open"))])
        #expect(try findings(chart).map(\.isConfirmed) == [false])
    }
}
