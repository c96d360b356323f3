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

    @Test("Values of different types differ, though they have the same text") func types() throws {
        func chart(_ label: String, _ value: Value) -> Statechart {
            var chart = Statechart(lines: "a go b\nb go a")
            chart[1].transitions[0].actions = [.log(label, .literal(value))]
            return chart
        }
        let found = try chart("v", .number(1)).difference(from: chart("v", .text("1")))
        #expect(found?.firstOutputs == ["v=1"] && found?.secondOutputs == ["v='1'"] && found?.isConfirmed == true)
        for text in ["true", "null", "[1]", "-1"] {
            #expect(try chart("v", .text(text)).difference(from: chart("v", .boolean(true))) != nil)
        }
        #expect(try chart("", .text("v=1")).difference(from: chart("v", .number(1))) != nil)
        #expect(try chart("v", .text("on")).isEquivalent(to: chart("v", .text("on"))))
        // A variable has its value, too.
        var variable = chart("v", .null)
        variable[1].transitions[0].actions = [.log("v", .variable("x"))]
        variable.root.variables = [.init("x", .literal(.text("1")))]
        variable[1].transitions[0].condition = .expression(try .init(parsing: "x == '1'"))
        #expect(try variable.isEquivalent(to: chart("v", .text("1"))))
        #expect(try variable.difference(from: chart("v", .number(1)))?.isConfirmed == true)
        // Nothing depends on the variable, so that its values aren't explored.
        variable[1].transitions[0].condition = nil
        let unknown = try variable.comparison(with: chart("v", .text("1")))
        #expect(unknown.isEquivalent && unknown.omissions.count == 1)
        #expect(try variable.difference(from: chart("w", .text("1")))?.isConfirmed == true)
    }

    @Test("The run of a possible difference can be made, or says what it needs") func reasons() throws {
        var one = Statechart(lines: "a +1000 b x")
        one[1].transitions[0].condition = .named("open")
        let guarded = try #require(try one.difference(from: Statechart(lines: "a +1000 b y")))
        #expect(guarded.events == ["+1000"] && !guarded.isConfirmed, "\(guarded)")
        #expect(guarded.reason == "if 'open' doesn't hold", "\(guarded)")
        var start = Statechart(lines: "a go b")
        start[1].entry = [[.choose([.init(if: .named("loud"), do: [.perform("beep")])])]]
        let first = try #require(try start.difference(from: Statechart(lines: "a go b")))
        #expect(first.events.isEmpty && first.reason == "if 'loud' holds at the start", "\(first)")
        // No times lead to an order in which both charts have other timers.
        let light = Statechart(lines: "x on y\ny +500 x dark")
        let parts = try #require(try light.difference(from: Statechart(lines: "x on y\ny +200 w\nw +300 x dark")))
        #expect(!parts.isConfirmed && !parts.reason.isEmpty)
        #expect(parts.events.allSatisfy { !$0.contains("@") }, "\(parts)")
        #expect(try toggle.difference(from: Statechart(lines: "a push a"))?.reason == "")
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
