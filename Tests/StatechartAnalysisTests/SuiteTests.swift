import StatechartAnalysis
import Statecharts
import Testing

@Suite("Tests made from a statechart") struct SuiteTests {
    private let door = Statechart(
        lines: """
            open push closed
            closed pull open
            closed turn locked click
            locked turn closed clack
            closed +500 end beep
            """)

    private func lines(_ suite: StatechartTestSuite) -> [String] {
        suite.tests.map { $0.arguments.joined(separator: " ") }
    }

    @Test("States and transitions are covered by short walks") func coverage() throws {
        let states = try door.tests(.states)
        #expect(lines(states) == ["push turn turn +500"] && states.missing.isEmpty, "\(states)")
        let transitions = try door.tests()
        #expect(transitions.missing.isEmpty && transitions.goalCount == 5)
        #expect(lines(transitions) == ["push pull push turn turn +500"], "\(lines(transitions))")
        let last = try #require(transitions.tests.first?.steps.last)
        #expect(last.wait == .milliseconds(500) && last.outputs == ["beep", "ended"] && last.configuration == ["end"])
        #expect(transitions.tests[0].startConfiguration == ["open"])
        #expect(transitions.tests[0].steps[3].outputs == ["click"])
        let configurations = try door.tests(.configurations)
        #expect(configurations.missing.isEmpty && configurations.goalCount == 4)
    }

    @Test("Pairs of transitions, each after the other") func pairs() throws {
        let suite = try door.tests(.pairs)
        // Pull, turn and the timer follow two transitions, and each of two others is followed by
        // one.
        #expect(suite.missing.isEmpty && suite.goalCount == 5 + 8, "\(suite.goalCount) \(lines(suite))")
        #expect(suite.tests.map(\.steps.count).reduce(0, +) <= 14, "\(lines(suite))")
    }

    @Test("A timer without a delay ends after its event, and names are taken as they are") func zeroTimers() throws {
        let chart = Statechart(lines: "a go b\nb +0 c beep\nc =x a\na \\y a")
        let suite = try chart.tests()
        #expect(suite.missing.isEmpty, "\(suite.missing)")
        #expect(lines(suite) == ["\\\\\\y go +0 \\\\=x"], "\(lines(suite))")
        #expect(suite.tests.first?.steps.dropFirst(2).first?.outputs == ["beep"])
    }

    @Test("What only a guard's answer reaches is missing") func guards() throws {
        var chart = door
        chart[2].transitions[1].condition = .named("key")
        let suite = try chart.tests(.transitions)
        #expect(
            suite.missing == [
                "the transition closed#2 (turn -> locked)", "the transition locked#1 (turn -> closed)",
            ])
        #expect(lines(suite) == ["push pull push +500"] && suite.abstractedGuards == [])
        var options = AnalysisOptions()
        options.guards = ["key": true]
        #expect(try lines(chart.tests(.transitions, options)) == ["push pull push turn turn +500"])
        options.guards = ["key": false]
        #expect(try chart.analyzed(options).findings.map(\.kind) == [.unreachable, .deadTransition, .deadTransition])
        chart = Statechart(lines: "a go b")
        chart[0].transitions = [.init(.always, if: .named("x"), to: ["b"])]
        #expect(try chart.tests().missing.first == "the start, which asks guards or has no end")
    }

    @Test("Words of the Wp-method ignore events, too") func words() throws {
        let toggle = Statechart(lines: "off push on click\non push off clack\non stop off")
        let suite = try toggle.tests(.wp())
        #expect(suite.outputs == .effects && suite.missing.isEmpty)
        #expect(lines(suite).contains("stop push") && lines(suite).contains("push push push"), "\(lines(suite))")
        // Without outputs the tester sees the states.
        let silent = try Statechart(lines: "off push on\non push off").tests(.w())
        #expect(silent.outputs == [.actions, .sent, .logs, .end, .states] && lines(silent) == ["push push push"])
    }

    @Test("Random walks depend only on the seed") func random() throws {
        let suite = try door.tests(.random(count: 5, length: 10, seed: 3))
        #expect(suite.tests.count == 5 && suite.tests.contains { $0.steps.contains(where: \.isIgnored) })
        #expect(try lines(door.tests(.random(count: 5, length: 10, seed: 3))) == lines(suite))
        #expect(try lines(door.tests(.random(count: 5, length: 10, seed: 4))) != lines(suite))
    }

    @Test("Limits and invoked charts are told") func limits() throws {
        #expect(throws: AnalysisError.self) { try door.tests(.pairs, AnalysisOptions(limit: 2)) }
        var options = AnalysisOptions()
        options.budget.isCancelled = { true }
        for method in [StatechartTestMethod.transitions, .wp(), .random(count: 3)] {
            #expect(throws: AnalysisError.self) { try door.tests(method, options) }
        }
        var chart = door
        chart[1].invocations = [.init(.location(.literal(.text("other"))))]
        let omission = "invoked charts don't run; their events come from outside"
        #expect(try chart.tests().omissions == [omission])
        #expect(try chart.comparison(with: door).omissions == [omission])
    }

    @Test("Timers of regions end in the order of their durations") func timers() throws {
        var chart = Statechart("main", isOrthogonal: true)
        chart.addRegion("x", "x1 +300 x2 a\nx2 reset x1")
        chart.addRegion("y", "y1 +500 y2 b\ny2 reset y1")
        let suite = try chart.tests(.configurations)
        #expect(suite.missing.isEmpty, "\(suite.missing)")
        #expect(suite.tests.allSatisfy { $0.steps.allSatisfy { !$0.configuration.isEmpty } })
        #expect(try chart.tests(.pairs).missing.isEmpty)
    }
}
