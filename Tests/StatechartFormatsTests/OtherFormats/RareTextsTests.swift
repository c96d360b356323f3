import StatechartFormats
import Statecharts
import Testing

/// Texts that other tools take, but that charts hold only in part or otherwise.
@Suite struct RareTextsTests {
    /// What a format doesn't hold is counted.
    @Test func lossesAreTold() {
        var chart = Statechart("c")
        chart.root.variables = [.init("n", .literal(.number(1)))]
        chart.root.entry = [[.perform("a")]]
        var state = Statechart.State("s")
        state.invocations = [.init(.none), .init(.none)]
        state.entry = [[.assign("n", .variable("n")), .raise("e")]]
        state.deferred = ["d"]
        state.transitions = [.init(.always, if: .not(.expression(.variable("n"))))]
        chart.add(state)
        let (invocations, variables) = (("invocations", 2), ("variables", 1))
        let shared = [("conditions with expressions", 1), ("actions", 1)]
        let raising = "XState runs actions such as 'xstate.raise' only if the program implements them (1)"
        for (format, losses) in [
            (StatechartFormat.plantUML, [invocations, variables] + shared + [("parts of the root", 1)]),
            (.xstate, [invocations] + shared + [("deferred events", 1)]), (.csv, [variables]), (.scxml, []),
        ] {
            let sentences = losses.map { "\($0) are left out or kept as text in \(format.rawValue) (\($1))" }
            #expect(format.losses(of: chart) == (format == .xstate ? [raising] : []) + sentences)
        }
    }

    @Test(arguments: xstate + diagrams + sismic) func isRead(_ text: OtherText) throws {
        let found = try text.found()
        #expect(found == text.lines, "\(found)")
    }

    static let xstate = [
        // A key may have dots.
        OtherText(
            .xstate, #"{"initial": "a.b", "states": {"x": {}, "a.b": {"on": {"E": "x"}}}}"#, "- initial a.b", " x",
            " a.b",
            "  E -> x"),
        // Events have no blanks here.
        OtherText(
            .xstate,
            """
            {"on": {"insert card": {"actions": {"type": "xstate.raise", "event": "insert card"}},
              "insert_card.now": {"actions": "a"}, "log out": {"actions": "b"}}}
            """,
            "-", " insert_card [_event.name == 'insert_card'] / raise insert_card", " insert_card.now / a",
            " log_out / b",
            "1: the event 'insert card' is named 'insert_card' (2 times)",
            "2: the event 'log out' is named 'log_out'"),
        // An actor gets the event, not the chart itself.
        OtherText(
            .xstate,
            """
            {"initial": "a", "states": {"a": {"entry": [{"type": "xstate.sendTo", "target": "p", "event": {"type": "E", "value": 1}},
              {"type": "xstate.sendTo", "event": "F"}, {"type": "p", "exec": 1}, {"type": "xstate.raise", "event": "G", "x": 1},
              {"type": "q", "params": 3}]}}}
            """,
            "-", " a entry send E to #_p; send F; p; raise G; q", "1: 'value' is left out", "2: 'exec' is left out",
            "2: 'x' is left out", "3: 'params' is left out"),
        OtherText(
            .xstate, #"{"entry": {"type": "xstate.sendTo", "target": {"id": "p"}, "event": "E"}}"#,
            "1:47: expected the name of a receiver, found an object"),
        OtherText(
            .xstate,
            """
            {"initial": "a", "on": {"R": "b"}, "states": {"a": {"on": {"E": {"target": "b",
              "cond": {"type": "xstate.guard", "name": "isOk", "predicate": null}}}}, "b": {}}}
            """,
            "-", " R -> b", " a", "  E [isOk] -> b", " b"),
        OtherText(
            .xstate, #"{"on": {"E": {"guard": {"type": "xstate.foo"}}}}"#,
            "1:24: the guard 'xstate.foo' can't be read; name a guard of the program in its place"),
        OtherText(
            .xstate, #"{"id": "m", "on": {"R": "a"}, "states": {"a": {}}}"#,
            "1:25: 'a' is within the state itself; write '.a' or '#m.a'"),
        // A history without a target leads to the initial state around it, or to all regions.
        OtherText(
            .xstate,
            """
            {"initial": "p", "states": {"p": {"initial": "b", "states": {"a": {}, "h": {"type": "history"}, "b": {}}},
              "q": {"type": "parallel", "states": {"h": {"type": "history", "history": "deep"}, "r": {}, "s": {}}}}}
            """,
            "-", " p initial b", "  a", "  p.h (shallowHistory)", "   always -> b", "  b", " q (orthogonal)",
            "  q.h (deepHistory)", "   always -> r, s", "  r", "  s",
            "1: a state 'h' is named by its path, as others have this key (2 times)"),
        OtherText(
            .xstate,
            """
            {"initial": "a", "states": {"a": {"on": {"mouse.*": "b", "mouse.click": {"guard": "g"}, "key.up": {"guard": "g"}}},
              "b": {}}}
            """,
            "-", " a", "  mouse.click, key.up [g]", "  mouse -> b", " b"),
    ]

    static let diagrams = [
        // Only states have reactions and states within them.
        OtherText(
            .mermaid,
            """
            stateDiagram-v2
              state f <<fork>>
              f : e / act
              a --> f
              f --> b
              f --> c
            """,
            "-", " a", "  done -> b, c", " b", " c",
            "2: reactions of a fork or a join are left out; only states have reactions"),
        OtherText(
            .plantUML,
            """
            @startuml
            state f <<fork>>
            state f {
              x --> y
            }
            @enduml
            """,
            "4:3: a fork or a join has states within it; move them out of it"),
        OtherText(
            .smcat, "initial -> p; p -> r { r; }; r -> t { p; };", "-", " p", "  always -> r", "  r", "   always -> t",
            " t"),
        OtherText(
            .smcat, "initial; a; a => initial;",
            "1:13: an arrow leads to 'initial', which isn't a state; let it lead to a state"),
        OtherText(
            .plantUML, "[*] --> A\n[*] --> B\n[*] --> A\n", "-", " A", " B",
            "2: a second arrow from the initial dot is left out; one state can be entered"),
        OtherText(
            .mermaid, "stateDiagram\n[*] --> A\nA --> B : go\n[*] --> B\n", "-", " A", "  go -> B", " B",
            "4: a second arrow from the initial dot is left out; one state can be entered"),
        // One arrow for each region is meant.
        OtherText(
            .plantUML,
            "state P {\nstate X {\nx1 --> x2 : e\n}\n--\nstate Y {\ny1 --> y2 : e\n}\n}\n[*] --> x2\n[*] --> y2\n[*] --> y1\n",
            "- initial x2, y2", " P (orthogonal)", "  X", "   x1", "    e -> x2", "   x2", "  Y", "   y1",
            "    e -> y2",
            "   y2", "12: a second arrow from the initial dot is left out; one state can be entered"),
        OtherText(
            .plantUML, "state On {\n[*] --> Idle\n}\nstate Off {\n[*] --> Idle\n}\n",
            "5:1: the initial state 'Idle' is already a state of 'On'; give the inner state another name"),
        OtherText(
            .plantUML, "A --> B : key(x, y), hit\nA --> C : f(g(1, 2)) [z] / w(1, 2)\n", "-", " A", "  key, hit -> B",
            "  f [z] / w(1, 2) -> C", " B", " C",
            "1: parameters of events are left out (2 times)"),
        OtherText(
            .plantUML, "My chart, a text\n\n@startuml\nA --> B : e\nnewpage\nB --> A : f\n@enduml\n", "-", " A",
            "  e -> B", " B", "5: further pages are left out"),
        OtherText(
            .plantUML, "@startuml\nA --> B : e\n@enduml\n\n@startuml\n[*] --> Z\n@enduml\n", "-", " A", "  e -> B",
            " B",
            "5: further diagrams are left out"),
        OtherText(
            .mermaid, "stateDiagram-v2\nA --> B : e\nstateDiagram-v2\nC --> B : e\n", "-", " A", "  e -> B", " B",
            "3: further diagrams are left out"),
        OtherText(
            .plantUML, "state c <<choice>>\nA --> c : go\nc --> D : else / x\nc --> B : n < 0\nc --> E : yes\n", "-",
            " c (choice)", "  always [n < 0] -> B", "  always [yes] -> E", "  always / x -> D", " A", "  go -> c", " D",
            " B",
            " E"),
        OtherText(
            .plantUML, "state c <<choice>>\nc --> D : e [g]\n",
            "2:1: the arrow from a choice has the event 'e'; write only its guard"),
        OtherText(
            .mermaid, "stateDiagram-v2\nA --> B %% a comment\nA --> C : e %% another\n", "-", " A", "  done -> B",
            "  e -> C", " B", " C"),
    ]

    static let sismic = [
        OtherText(
            .sismic,
            """
            statechart:
              root state:
                name: r
                states:
                  - name: a
                    on entry: send('go', n=1)
                    transitions:
                      - {}
                      - event: e
                        guard: True
                        action: ring
                      - event: f
                        guard: False
                      - event: g
                        guard: not active('b')
                      - event: h
                        guard: x > 1
                  - name: b
            """,
            "r", " a entry raise go", "  always", "  e / ring", "  f [false]", "  g [!in b]", "  h [x > 1]", " b",
            "6: arguments of sent events are left out", "17: Python code is kept as names of guards and actions")
    ]
}
