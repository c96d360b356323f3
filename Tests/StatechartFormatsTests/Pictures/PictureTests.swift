import StatechartFormats
import Statecharts
import Testing

@Suite struct StatechartPictureTests {
    /// A chart with a state of each shape.
    static let door = """
        {
          "format": "statechart", "name": "door",
          "states": [
            {"name": "closed", "entry": ["lock"], "defer": "ring", "transitions": [
              {"on": "open", "if": "isFree", "to": "opened", "do": [{"raise": "bell"}]},
              {"on": "tick", "do": ["count"]},
              {"on": "kick", "to": "closed"}]},
            {"name": "opened", "kind": "orthogonal", "transitions": [{"after": "1.5s", "to": "closed"}], "states": [
              {"name": "light", "states": [
                {"name": "last", "kind": "shallowHistory", "transitions": [{"to": "on"}]},
                {"name": "on", "transitions": [{"on": "dim", "to": "dark"}]},
                {"name": "dark", "submachine": "lamp"}]},
              {"name": "sound", "states": [{"name": "mute", "transitions": [{"on": "break", "to": "broken"}]}]}]},
            {"name": "broken", "kind": "final"}],
          "submachines": [{"name": "lamp", "states": [{"name": "x"}]}]
        }
        """

    private static func chart() throws -> Statechart { try StatechartFormat.json.chart(from: door) }

    private static let highlight: StatechartHighlight = {
        var highlight = StatechartHighlight(active: ["dark.x"])
        highlight.exited = ["on"]
        highlight.entered = ["dark", "dark.x"]
        highlight.transitions = [.init(source: "on", index: 0)]
        return highlight
    }()

    @Test func dot() throws {
        #expect(
            try Self.chart().dot(highlighting: Self.highlight) == #"""
                digraph "door" {
                  compound=true
                  newrank=true
                  fontname="Helvetica"
                  node [fontname="Helvetica", fontsize=12]
                  edge [fontname="Helvetica", fontsize=10]
                  s10 [shape=circle, style=filled, fillcolor=black, width=0.16, fixedsize=true, label=""]
                  s1 [shape=box, margin=0, label=<<table border="0" cellspacing="0" cellpadding="4"><tr><td>closed</td></tr><hr/><tr><td>entry / lock<br align="left"/>ring / defer<br align="left"/>tick / count<br align="left"/></td></tr></table>>, style="rounded"]
                  subgraph cluster_s2 {
                    label="opened"
                    style="rounded"
                    penwidth=2
                    s2 [shape=point, style=invis, width=0]
                    subgraph cluster_s3 {
                      label="light"
                      style="rounded,dashed"
                      penwidth=2
                      s3 [shape=point, style=invis, width=0]
                      s11 [shape=circle, style=filled, fillcolor=black, width=0.16, fixedsize=true, label=""]
                      s4 [shape=circle, width=0.32, fixedsize=true, label="H", xlabel="last"]
                      s5 [shape=box, label="on", style="rounded,dashed"]
                      s6 [shape=box, label="dark : lamp", style="rounded,filled", fillcolor="#ccddee", penwidth=2.5]
                    }
                    subgraph cluster_s7 {
                      label="sound"
                      style="rounded,dashed"
                      s7 [shape=point, style=invis, width=0]
                      s12 [shape=circle, style=filled, fillcolor=black, width=0.16, fixedsize=true, label=""]
                      s8 [shape=box, label="mute", style="rounded"]
                    }
                  }
                  s9 [shape=doublecircle, width=0.16, fixedsize=true, label="", xlabel="broken"]
                  s10 -> s1
                  s11 -> s5
                  s12 -> s8
                  s1 -> s2 [label="open [isFree] / raise bell", lhead=cluster_s2]
                  s1 -> s1 [label="kick"]
                  s2 -> s1 [label="after 1.5 s", ltail=cluster_s2]
                  s4 -> s5
                  s5 -> s6 [label="dim", penwidth=2.5]
                  s8 -> s9 [label="break"]
                }

                """#)
    }

    @Test func mermaid() throws {
        #expect(
            try Self.chart().mermaid(highlighting: Self.highlight) == #"""
                ---
                title: door
                ---
                stateDiagram-v2
                  state closed
                  closed : entry / lock
                  closed : ring / defer
                  closed : tick / count
                  state opened {
                    state light {
                      state "H" as last
                      state on
                      state "dark #58; lamp" as s6
                      [*] --> on
                      last --> on
                      on --> s6 : dim
                    }
                    --
                    state sound {
                      state mute
                      [*] --> mute
                    }
                  }
                  state broken
                  broken --> [*]
                  [*] --> closed
                  closed --> opened : open [isFree] / raise bell
                  closed --> closed : kick
                  opened --> closed : after 1.5 s
                  opened --> broken : break (from mute)
                  classDef active fill:#cde,stroke-width:3px
                  class s6 active
                  classDef entered stroke-width:3px
                  class s6 entered
                  classDef exited stroke-dasharray:3
                  class on exited

                """#)
    }

    @Test func plantUML() throws {
        #expect(
            try Self.chart().plantUML(highlighting: Self.highlight) == #"""
                @startuml door
                hide empty description
                state closed
                state opened ##[bold] {
                  state light ##[bold] {
                    state last <<history>>
                    state on ##[dashed]
                    state "dark : lamp" as s6 #CCDDEE ##[bold]
                    [*] --> on
                  }
                  --
                  state sound {
                    state mute
                    [*] --> mute
                  }
                }
                state broken <<end>>
                [*] --> closed
                closed : entry / lock
                closed : ring / defer
                closed : tick / count
                closed --> opened : open [isFree] / raise bell
                closed --> closed : kick
                opened --> closed : after 1.5 s
                last --> on
                on -[bold]-> s6 : dim
                mute --> broken : break
                @enduml

                """#)
    }

    /// Arrows between a state and those within it stay, as loops where a format has no others.
    @Test func arrowsIntoAndOutOfInsidesStay() throws {
        let chart = try StatechartFormat.json.chart(
            from: """
                {
                  "format": "statechart", "name": "c",
                  "states": [
                    {"name": "outer", "transitions": [{"on": "down", "to": "b"}], "states": [
                      {"name": "a", "transitions": [{"on": "up", "to": "outer"}]},
                      {"name": "b", "transitions": [{"on": "far", "to": "inner"}]}]},
                    {"name": "other", "states": [{"name": "inner", "transitions": [{"on": "out", "to": "outer"}]}]}]
                }
                """)
        let lines = chart.mermaid().split(separator: "\n").filter { $0.contains(" : ") }.map { $0.drop { $0 == " " } }
        #expect(
            lines == [
                "outer --> outer : down (to b)", "outer --> outer : up (from a)",
                "outer --> other : far (from b) (to inner)", "other --> outer : out (from inner)",
            ])
        for text in [chart.dot(), chart.mermaid(), chart.plantUML(), chart.svg()] {
            for event in ["down", "up", "far", "out"] { #expect(text.contains(event), "\(event) in \(text)") }
        }
    }

    @Test func highlightsAreDrawn() throws {
        let chart = try Self.chart()
        let svg = chart.svg(highlighting: Self.highlight)
        func count(_ part: String) -> Int { svg.split(separator: "\n").count { $0.contains(part) } }
        #expect(count("class=\"line marked\"") == 1)
        #expect(count("stroke-dasharray=\"2 3\"") == 1)
        #expect(count("<path class=\"line\"") > 5)
        #expect(svg.split(separator: "\n").count { $0.hasPrefix("<path") && $0.contains("stroke-width=\"2.8\"") } == 1)
        #expect(!chart.svg().contains("stroke-width=\"2.8\""))
    }

    @Test func stepsAreHighlighted() throws {
        let chart = try Self.chart()
        var recording = StatechartRecording<Never>()
        recording.began(event: "open", cause: .sent, at: .zero)
        recording.left("closed")
        recording.took(source: "closed", 0)
        recording.entered("opened")
        var highlight = StatechartHighlight()
        highlight.add(try #require(recording.steps.last))
        #expect(highlight.exited == ["closed"])
        #expect(highlight.entered == ["opened"])
        #expect(highlight.transitions == [.init(source: "closed", index: 0)])
        #expect(chart.svg(highlighting: highlight) != chart.svg())
    }

    @Test func allNamesAndLabelsAreShown() throws {
        let chart = try Self.chart()
        let svg = chart.svg(drawsSubmachines: true)
        let names = chart.states.dropFirst().map(\.name).filter { $0 != "dark" } + ["dark : lamp", "x"]
        let labels = [
            "open [isFree] / raise bell", "tick / count", "kick", "after 1.5 s", "entry / lock", "ring / defer",
        ]
        for text in names + labels { #expect(svg.contains(">\(text)</text>"), "\(text)") }
        #expect(svg.contains("<title>door</title>"))
        #expect(chart.svg(title: "a < b").contains("<title>a &lt; b</title>"))
        #expect(svg.contains("From closed on open [isFree] / raise bell to opened."))
    }

    @Test func actionsAreSeparatedOnce() {
        var chart = Statechart("c")
        var state = Statechart.State("s")
        let actions: [Statechart.Action] = [.script("a = 1;"), .script("b =\n2 ;; "), .raise("x", nil)]
        state.transitions = [.init(.events(["go"]), do: actions)]
        chart.add(state)
        #expect(chart.svg().contains(">go / a = 1; b = 2; raise x</text>"))
    }

    @Test func longTextsAreShortenedAndKeptAsTitles() throws {
        var chart = Statechart("c")
        let name = String(repeating: "long", count: 40)
        var state = Statechart.State(name)
        let events = (0..<60).map { Statechart.EventPattern("event\($0)") }
        state.transitions = [.init(.events(events), to: [name])]
        chart.add(state)
        let svg = chart.svg()
        #expect(svg.contains("<title>\(name)</title>"))
        #expect(svg.contains("event58, event59</title>"))
        #expect(!svg.contains(">\(name)</text>"))
        #expect(svg.contains(" …</text>"))
    }

    @Test func missingTargetsAreListed() throws {
        var chart = Statechart("c")
        var state = Statechart.State("a")
        state.transitions = [.init(.events(["go"]), to: ["nowhere"])]
        chart.add(state)
        #expect(chart.svg().contains(">go → nowhere</text>"))
    }

    @Test(arguments: StatechartPicture.allCases)
    func formatsAreKnownByTheirExtensions(picture: StatechartPicture) {
        #expect(StatechartPicture(fileExtension: picture.fileExtension) == picture)
        #expect(StatechartPicture(fileExtension: "scxml") == nil)
        #expect(StatechartPicture(fileExtension: "gv") == .dot)
    }
}
