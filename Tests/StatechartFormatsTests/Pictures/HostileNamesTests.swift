import Foundation
import StatechartFormats
import StatechartTestSupport
import Statecharts
import TestSupport
import Testing

@Suite struct HostileNamesTests {
    static let names = [
        "", " ", "two words", "\"quoted\"", "back\\slash\\n", "<b>&amp;</b>", "état 🙂", "state", "end", "[*]", "--",
        "a --> b", "{", "}", "|", "#59;", ";", ":", "%% comment", "direction LR", "<<choice>>", "@enduml", "'x", "!x",
        "**bold**", "//x//", "a\nb", "\u{0}\u{1}\u{7F}", "\u{FFFE}\u{FFFF}", "e\u{301}", "]]>", "-->", "digraph", "a/b",
    ]

    static func chart() -> Statechart {
        var chart = Statechart("\"\\<>\n")
        for (index, name) in names.enumerated() {
            var state = Statechart.State(name)
            state.entry = [[.perform(name)]]
            state.transitions = [
                .init(
                    .events([.init(name)]), if: .named(name), to: [names[(index + 1) % names.count]], do: [.raise(name)]
                )
            ]
            chart.add(state, in: index % 3 == 1 ? index : 0)
        }
        return chart
    }

    @Test func svgIsWellFormed() throws {
        #expect(try ElementCounter.count(Self.chart().svg()) > 100)
    }

    /// What means something in the format stands only where the writer put it; only `digraph` is
    /// an ordinary name.
    @Test func textsKeepTheirForm() {
        let mermaid = Self.chart().mermaid()
        #expect(mermaid.split(separator: "\n").count { $0.contains("<<") } == 0)
        #expect(mermaid.split(separator: "\n").allSatisfy { !$0.lowercased().contains("direction") })
        #expect(mermaid.count { $0 == "{" } == mermaid.count { $0 == "}" })
        #expect(mermaid.split(separator: "\n").count { $0.contains("state \"") } == Self.names.count - 1)
        let plantUML = Self.chart().plantUML()
        #expect(plantUML.split(separator: "\n").count { $0.hasSuffix("@enduml") } == 1)
        #expect(plantUML.count { $0 == "{" } == plantUML.count { $0 == "}" })
        #expect(plantUML.split(separator: "\n").count { $0.contains("state \"") } == Self.names.count - 1)
    }

    /// In front PlantUML takes these for lists and titles, and loses them.
    @Test(arguments: [
        ("*", "<U+002A>"), ("* x", "<U+002A> x"), ("= x", "<U+003D> x"), ("#1", "<U+0023>1"), ("a*b=c#", "a*b=c#"),
        ("/' c '/", "/<U+0027> c '<U+002F>"), ("&#65;", "&<U+0023>65;"),
    ])
    func plantUMLShowsSigns(name: String, shown: String) {
        var chart = Statechart("")
        var state = Statechart.State(name)
        state.transitions = [.init(.events([.init(name)]), to: [name])]
        chart.add(state)
        let lines = chart.plantUML().split(separator: "\n")
        #expect(lines.contains("state \"\(shown)\" as s1") && lines.contains("s1 --> s1 : \(shown)"), "\(lines)")
    }

    @Test func blankLabelsAreLeftOut() {
        var chart = Statechart("")
        var state = Statechart.State("s")
        state.transitions = [.init(.events([.init("\t ")]), to: ["s"])]
        chart.add(state)
        for text in [chart.plantUML(), chart.mermaid()] {
            #expect(text.split(separator: "\n").contains { $0.hasSuffix("s --> s") }, "\(text)")
        }
    }

    /// Graphviz reads no piece of 16 KiB between two backslashes.
    @Test(arguments: [("x", "x"), ("🙂", "🙂"), ("\\", "\\\\"), ("&", "&amp;")])
    func longTextsOfDOTAreInPieces(letter: String, escaped: String) throws {
        var chart = Statechart(String(repeating: letter, count: 17_000))
        chart.add(.init("s"))
        let text = chart.dot()
        let ends = [UInt8(ascii: "\\"), UInt8(ascii: "\"")]
        #expect(text.utf8.split { ends.contains($0) }.allSatisfy { $0.count < 16_384 })
        let whole = text.replacingOccurrences(of: "\\\n", with: "")
        #expect(whole.hasPrefix("digraph \"\(String(repeating: escaped, count: 17_000))\" {"))
        if Graphviz.path != nil { #expect(Graphviz.accepts(text)) }
    }

    @Test(.enabled(if: Graphviz.path != nil, "dot is missing"))
    func graphvizReadsDOT() throws {
        #expect(Graphviz.accepts(Self.chart().dot()))
        #expect(try Graphviz.accepts(StatechartFormat.json.chart(from: StatechartPictureTests.door).dot()))
        var charts = RandomCharts(seed: 3, for: "json")
        var ordinary = OrdinaryCharts(seed: 3)
        for _ in 0..<30 {
            // Graphviz loses edges from records to clusters, and fails then.
            #expect(Graphviz.accepts(ordinary.chart(8, transitionCount: 10).dot()))
            let text = charts.chart().dot()
            #expect(Graphviz.accepts(text), "\(text)")
        }
    }

    /// Graphviz loses edges to nodes of the shape `record` in clusters.
    @Test(.enabled(if: Graphviz.path != nil, "dot is missing"))
    func graphvizLosesNoEdges() throws {
        let states = """
            <state id='n0'><transition event='e0' target='n4'/><transition event='e1' target='c'/></state>
            <state id='n1'><transition event='e0' target='n4'/></state>
            <state id='c'><state id='n2'><transition event='e0' target='n3'/><transition event='e1' target='n0'/></state>
              <state id='n3'><transition event='e0' target='c'/></state></state>
            <state id='n4'><onentry><raise event='x'/></onentry><transition event='e0' target='c'/></state>
            <state id='n5'><onentry><raise event='x'/></onentry><transition event='e0' target='n2'/>
              <transition event='e1' target='n4'/></state>
            """
        let chart = try StatechartFormat.scxml.chart(
            from: "<scxml version='1.0'><state id='o'>\(states)</state></scxml>")
        #expect(Graphviz.accepts(chart.dot()))
        for seed in 0..<UInt64(TestScope.isLong ? 150 : 20) {
            #expect(Graphviz.accepts(RandomChart(seed: seed, sizes: 4...40).chart.dot()), "seed \(seed)")
        }
    }
}
