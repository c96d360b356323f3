import Drawing
import StatechartFormats
import Statecharts
import TestSupport
import Testing
import XMLSupport

/// Pictures of parts of charts.
@Suite struct ExcerptTests {
    private static func chart() throws -> Statechart {
        try StatechartFormat.json.chart(
            from: """
                {
                  "format": "statechart", "name": "c",
                  "states": [
                    {"name": "off", "transitions": [{"on": "power", "to": "slow"}]},
                    {"name": "on", "entry": ["hum"], "transitions": [{"on": "power", "to": "off"}], "states": [
                      {"name": "slow", "transitions": [{"on": "kick", "to": "off"}, {"on": "up", "to": "fast"}]},
                      {"name": "fast", "transitions": [{"on": "kick", "to": "off"}, {"on": "jam", "to": "stuck"}], "states": [
                        {"name": "hot", "transitions": [{"on": "melt", "to": "stuck"}, {"on": "cool", "to": "fast"}]}]}]},
                    {"name": "stuck"}]
                }
                """)
    }

    /// The arrows in Graphviz's language.
    private static func arrows(_ excerpt: StatechartExcerpt) throws -> [String] {
        StatechartPicture.dot.text(of: try chart(), showing: excerpt).split(separator: "\n").map { line in
            String(line.drop { $0 == " " })
        }.filter { $0.contains(" -> ") }
    }

    @Test func arrowsOfFoldedStatesAreToldOnce() throws {
        let figure = ChartFigure(try Self.chart(), showing: StatechartExcerpt(depth: 1))
        #expect(
            try Self.arrows(StatechartExcerpt(depth: 1)) == [
                "s4 -> s1", #"s1 -> s2 [label="power"]"#, #"s2 -> s1 [label="power"]"#, #"s2 -> s1 [label="kick"]"#,
                #"s2 -> s3 [label="2 transitions"]"#,
            ])
        #expect(figure.edges.last?.details == "jam\nmelt")
        #expect(figure.nodes.map(\.hiddenCount) == [0, 0, 3, 0, 0])
        let svg = try Self.chart().svg(showing: StatechartExcerpt(depth: 1))
        #expect(svg.contains("<title>jam\nmelt</title>") || svg.contains("<title>jam melt</title>"))
        #expect(svg.contains("data-state=\"on\"") && !svg.contains(">slow</text>") && !svg.contains("hum"))
    }

    @Test func statesAreFoldedByName() throws {
        let arrows = try Self.arrows(StatechartExcerpt(folding: ["fast", "nobody"]))
        #expect(
            arrows.filter { $0.hasPrefix("s4 ") } == [
                #"s4 -> s1 [label="kick"]"#, #"s4 -> s5 [label="jam"]"#, #"s4 -> s5 [label="melt"]"#,
            ])
    }

    @Test func insidesAreShownAlone() throws {
        let figure = ChartFigure(try Self.chart(), showing: StatechartExcerpt(of: "on", depth: 1))
        #expect(
            try Self.arrows(StatechartExcerpt(of: "on", depth: 1)) == [
                "s3 -> s1", #"s0 -> s1 [label="power (from off)"]"#, #"s1 -> s0 [label="kick (to off)"]"#,
                #"s1 -> s2 [label="up"]"#, #"s2 -> s0 [label="3 transitions"]"#,
            ])
        #expect(figure.edges.last?.details == "kick (to off)\njam (to stuck)\nmelt (to stuck)")
        let unknown = ChartFigure(try Self.chart(), showing: StatechartExcerpt(of: "nobody"))
        #expect(unknown.nodes.count == ChartFigure(try Self.chart()).nodes.count)
    }

    @Test func highlightsReachFoldedStates() throws {
        var highlight = StatechartHighlight(active: ["hot"])
        highlight.transitions = [.init(source: "hot", index: 0)]
        let svg = try Self.chart().svg(highlighting: highlight, showing: StatechartExcerpt(depth: 1))
        #expect(svg.split(separator: "\n").count { $0.contains("line marked") } == 1)
        #expect(svg.split(separator: "\n").count { $0.hasPrefix("<path") && $0.contains("stroke-width=\"2.8\"") } == 1)
    }

    @Test func partsKeepTheLaws() {
        var charts = OrdinaryCharts(seed: UInt64(TestScope.mutationSeed))
        var others = RandomCharts(seed: UInt64(TestScope.mutationSeed), for: "json")
        for number in 0..<TestScope.mutationCount / 4 {
            let chart = charts.chart(20, transitionCount: 25)
            let name = chart.states[number % chart.states.count].name
            for excerpt in [StatechartExcerpt(depth: 1 + number % 3), .init(of: name), .init(of: name, depth: 1)] {
                let faults = LayoutLaws(chart, isOrdinary: true, showing: excerpt).faults
                #expect(faults.isEmpty, "\(number) \(excerpt): \((try? StatechartFormat.json.text(of: chart)) ?? "")")
                let other = others.chart()
                for picture in StatechartPicture.allCases where picture != .html {
                    #expect(!picture.text(of: other, showing: excerpt).isEmpty)
                }
                #expect(LayoutLaws(other, isOrdinary: false, showing: excerpt).faults.isEmpty, "\(number) \(excerpt)")
            }
        }
    }

    // MARK: - Pages

    @Test func pagesHaveAPictureOfEachState() throws {
        let page = StatechartPicture.html.text(of: try Self.chart(), showing: StatechartExcerpt(depth: 1))
        let pictures = page.split(separator: "\n").filter { $0.hasPrefix("<template") }
        let starts = pictures.map { $0.prefix { $0 != ">" } }
        #expect(
            starts == [
                "<template data-state=\"\" data-title=\"c\" data-levels=\"1\" data-first",
                "<template data-state=\"\" data-title=\"c\" data-levels=\"all\"",
                "<template data-state=\"\" data-title=\"c\" data-levels=\"2\"",
                "<template data-state=\"on\" data-title=\"on\" data-levels=\"1\" data-parent=\"\"",
                "<template data-state=\"on\" data-title=\"on\" data-levels=\"2\" data-parent=\"\"",
                "<template data-state=\"fast\" data-title=\"fast\" data-levels=\"1\" data-parent=\"on\"",
            ])
        #expect(page.split(separator: "\n").count { $0 == "</svg>" } == 6)
    }

    /// Names can't end elements of the page.
    @Test func pagesAreSafe() {
        let page = StatechartPicture.html.text(of: HostileNamesTests.chart())
        #expect(!page.contains("<b>") && page.split(separator: "\n").count { $0 == "<script>" } == 1)
    }

    // MARK: - Rows and scripts

    @Test func regionsStandInRows() throws {
        var chart = Statechart("c")
        chart.add(.init("table", .orthogonal))
        for index in 1...10 {
            chart.add(.init("region\(index)"), in: 1)
            chart.add(.init("inner\(index)"), in: chart.states.count - 1)
        }
        let layout = ChartLayout(ChartFigure(chart))
        #expect(layout.boxes[1].width < 2 * layout.boxes[1].height, "\(layout.boxes[1])")
        #expect(LayoutLaws(chart, isOrdinary: true).faults.isEmpty)
    }

    @Test func longScriptsAreToldOnce() {
        var chart = Statechart("c")
        let script = "total = total + event.amount * rateOf(event.currency) - fee;"
        for name in ["a", "b"] {
            var state = Statechart.State(name)
            state.entry = [[.script(script)]]
            state.transitions = [.init(.events(["go"]), to: ["a"], do: [.script("once(" + script + ")")])]
            chart.add(state)
        }
        chart[1].transitions = []
        let svg = chart.svg()
        #expect(svg.split(separator: "\n").count { $0.contains(">entry / script 1</text>") } == 2)
        #expect(svg.contains(">script 1: total = total + ") && !svg.contains("script 2"))
        #expect(!chart.svg(showing: StatechartExcerpt(of: "nobody")).isEmpty)
        #expect(chart.dot().contains("event.amount") && !chart.dot().contains("script 1"))
    }
}
