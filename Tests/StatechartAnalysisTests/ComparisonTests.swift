import StatechartAnalysis
import Statecharts
import Testing

@Suite("Comparisons of statecharts by their outputs") struct ComparisonTests {
    private let toggle = Statechart(lines: "off push on click\non push off clack")

    @Test("A refactoring keeps the outputs") func refactoring() throws {
        let longer = Statechart(lines: "a push b click\nb push c clack\nc push d click\nd push a clack")
        let comparison = try toggle.comparison(with: longer)
        #expect(comparison.isEquivalent && comparison.configurationCounts == (2, 4) && !comparison.areSilent)
        #expect(try longer.isEquivalent(to: toggle))
        var options = AnalysisOptions()
        options.outputs = .states
        let difference = try toggle.difference(from: longer, options)
        #expect(difference?.events == [] && difference?.firstOutputs == ["off"] && difference?.isConfirmed == true)
    }

    @Test("The shortest run shows a difference, confirmed by the engine") func difference() throws {
        let other = Statechart(lines: "a push b click\nb push c clack\nc push d click\nd push a click")
        let difference = try #require(try toggle.difference(from: other))
        #expect(difference.events == ["push", "push", "push", "push"] && difference.isConfirmed)
        #expect(difference.firstOutputs == ["clack"] && difference.secondOutputs == ["click"])
        let more = Statechart(lines: "off push on click\non push off clack\non stop end bye")
        let found = try #require(try toggle.difference(from: more))
        #expect(found.events == ["push", "stop"] && found.firstOutputs == [] && found.isConfirmed)
        #expect(found.secondOutputs == ["bye", "ended"])
    }

    @Test("An event that only one chart names is one of all others for a wildcard") func wildcard() throws {
        let any = Statechart(lines: "a * a beep")
        #expect(try any.isEquivalent(to: Statechart(lines: "a * b beep\nb x a beep\nb * a beep")))
        let found = try any.difference(from: Statechart(lines: "a * b beep\nb x a\nb * a beep"))
        #expect(found?.events == ["x", "x"] || found?.events == ["other", "x"], "\(String(describing: found))")
    }

    @Test("Timers correspond by their delays") func timers() throws {
        let light = Statechart(lines: "off on on\non +500 off dark")
        #expect(try light.isEquivalent(to: Statechart(lines: "x on y\ny +500 z dark\nz on y")))
        let slower = Statechart(lines: "x on y\ny +600 x dark")
        let found = try #require(try light.difference(from: slower))
        #expect(found.events == ["on", "+500"] && found.isConfirmed, "\(found)")
        #expect(found.firstOutputs == ["dark"] && found.secondOutputs == [])
        // A chart with other timers may do the same.
        let parts = Statechart(lines: "x on y\ny +200 w\nw +300 x dark")
        let possible = try #require(try light.difference(from: parts))
        #expect(!possible.isConfirmed && possible.secondOutputs == [])
        // Other timers don't matter if they have no outputs.
        #expect(try light.isEquivalent(to: Statechart(lines: "x on y\ny +500 x dark\nx +100 z\nz on y")))
    }

    @Test("A timer isn't the same if it began in another step") func ages() throws {
        var both = Statechart("main", isOrthogonal: true)
        both.addRegion("l", "l0 one l1\nl1 +100 l2 ring")
        both.addRegion("r", "r0 two r1\nr1 +100 r2 ring")
        // The second timer begins when the first one ends, and not at the event.
        let later = Statechart(
            lines: """
                a one b
                a two c
                b two bc
                b +100 b2 ring
                c one bc
                c +100 c2 ring
                bc +100 d ring
                b2 two d
                c2 one d
                d +100 e ring
                """)
        let found = try #require(try both.difference(from: later))
        #expect(found.isConfirmed && found.events.first == "one", "\(found)")
    }

    @Test("Guards with one name have one answer") func guards() throws {
        var (one, other) = (Statechart(lines: "a go b x\nb go a y"), Statechart(lines: "a go b x\nb go a y"))
        one[1].transitions[0].condition = .named("open")
        #expect(try one.difference(from: other)?.letters == ["go[!open]"])
        other[1].transitions[0].condition = .not(.not(.named("open")))
        let comparison = try one.comparison(with: other)
        #expect(comparison.isEquivalent && comparison.abstractedGuards == [])
        other[1].transitions[0].condition = .not(.named("open"))
        #expect(try one.difference(from: other)?.isConfirmed == false)
    }

    @Test("A difference near the start needs few configurations of large charts") func laziness() throws {
        func counter(_ first: String) -> Statechart {
            var chart = Statechart("main", isOrthogonal: true)
            for region in 0..<14 {
                let (a, b, event) = ("r\(region)a", "r\(region)b", "e\(region)")
                let lines = "\(a) \(event) \(b) x\(region)\n\(b) \(event) \(a) y\(region)"
                chart.addRegion("r\(region)", region == 0 ? lines + first : lines)
            }
            return chart
        }
        let comparison = try counter("").comparison(with: counter("\nr0b z r0a z"))
        #expect(comparison.difference?.events == ["e0", "z"])
        #expect(comparison.configurationCounts.first < 100, "\(comparison.configurationCounts)")
        let error = #expect(throws: AnalysisError.self) {
            try counter("").comparison(with: counter(""), AnalysisOptions(limit: 100))
        }
        #expect("\(String(describing: error))".contains("more than 100 configurations"))
    }

    @Test("Charts without outputs are told") func silence() throws {
        let comparison = try Statechart(lines: "a go b").comparison(with: Statechart(lines: "a x b\nb y a"))
        #expect(comparison.isEquivalent && comparison.areSilent)
        #expect(throws: AnalysisError.self) {
            var options = AnalysisOptions()
            options.events = ["nothing"]
            _ = try toggle.comparison(with: toggle, options)
        }
    }
}
