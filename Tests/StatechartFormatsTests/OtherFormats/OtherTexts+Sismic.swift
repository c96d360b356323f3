import StatechartFormats

extension OtherTextsTests {
    static let sismic = [
        OtherText(
            .sismic,
            """
            statechart:
              name: Simple
              preamble: x = 1
              root state:
                name: root
                initial: s1
                on entry: x = 0
                states:
                  - name: s1
                    on exit: |
                      y = 2
                      send('gone')
                    transitions:
                      - target: s2
                        event: go
                        guard: x > 1 and  y
                        action: x = 5   # a comment
                  - name: s2
                    type: final
            """,
            "root entry x = 0", " s1 exit y = 2; raise gone", "  go [x > 1 and y] / x = 5 -> s2", " s2 (final)",
            "3: the preamble is left out; its variables aren't known",
            "7: Python code is kept as names of guards and actions (4 times)"),
        OtherText(
            .sismic,
            """
            statechart:
              name: elevator
              root state:
                name: active
                parallel states:
                - name: moving
                  initial: closed
                  states:
                  - name: closed
                    transitions:
                    - guard: after(10)
                      target: open
                    - {}
                  - name: open
                    contract:
                      - before: x
                - name: 'floor''s'
            """,
            "active (orthogonal)", " moving", "  closed", "   after 10.0 seconds -> open", "   always", "  open",
            " floor's", "15: contracts are left out"),
        OtherText(
            .sismic,
            """
            statechart:
              name: h
              root state:
                name: r
                initial: a
                states:
                  - name: a
                    initial: b
                    transitions:
                      - event: x
                        target: c
                        priority: low
                      - event: y
                        guard: active("b")
                        target: c
                        priority: high
                    states:
                      - name: b
                      - name: h
                        type: deep history
                        memory: b
                  - name: c
                    transitions:
                      - event: back
                        target: h
            """,
            "r", " a", "  y [in b] -> c", "  x -> c", "  b", "  h (deepHistory)", "   always -> b", " c", "  back -> h"),
        OtherText(
            .sismic,
            "statechart:\n  name: f\n  root state:\n    name: r\n    on entry: >\n      a\n      b\n    on exit:\n      if x:\n        y = 1\n",
            "9:7: expected code, found an object"),
        OtherText(
            .sismic,
            "statechart:\n  name: f\n  root state:\n    name: r\n    on entry: >\n      a\n      b\n    on exit: |\n      if x:\n        y = 1\n",
            "r entry a b exit if x:\n  y = 1",
            "5: Python code is kept as names of guards and actions (2 times)"),
        OtherText(
            .sismic, "statechart:\n  name: f\n  root state: &anchor\n    name: r\n",
            "3:15: expected a plain value, found '&anchor'; write the value out, as anchors and tags can't be read"),
        OtherText(
            .sismic, "statechart:\n  root state:\n    name: r\n    initial: q\n    states:\n      - name: p\n",
            "4:14: unknown state 'q'; expected p, r"),
        OtherText(
            .sismic, "statechart:\n  root state:\n    name: r\n   initial: q\n",
            "4:4: unexpected key 'initial'; check the indentation"),
        OtherText(
            .sismic, "statechart:\n  root state:\n    name: r\n    state: 1\n",
            "4:5: unknown key 'state' in a state; did you mean 'states'?"),
    ]

    static func sct(_ regions: String, specification: String = "") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <xmi:XMI xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="x" xmlns:sgraph="y">
        <sgraph:Statechart xmi:id="_1" name="c" specification="\(specification)">\(regions)</sgraph:Statechart></xmi:XMI>
        """
    }

    static let sct = [
        OtherText(
            .sct,
            sct(
                """
                <regions xmi:id="r" name="main region"><vertices xsi:type="sgraph:Entry" xmi:id="e">
                <outgoingTransitions xmi:id="t" specification="" target="a"/></vertices>
                <vertices xsi:type="sgraph:State" xmi:id="a" name="Off" specification="entry / x = 1; raise y&#xA;exit / z">
                <outgoingTransitions xmi:id="u" specification="press [x > 0] / light.on" target="b"/></vertices>
                <vertices xsi:type="sgraph:State" xmi:id="b" name="On">
                <outgoingTransitions xmi:id="v" specification="after 10 s" target="f"/></vertices>
                <vertices xsi:type="sgraph:FinalState" xmi:id="f"/></regions>
                """, specification: "interface: in event press"),
            "c", " Off entry x = 1; raise y exit z", "  press [x > 0] / light.on -> On", " On",
            "  after 10.0 seconds -> final", " final (final)",
            "3: declarations of events, variables and operations are left out"),
        OtherText(
            .sct,
            sct(
                """
                <regions><vertices xsi:type="sgraph:State" xmi:id="a" name="A"><regions name="one"><vertices xsi:type="sgraph:State"
                xmi:id="b" name="B"/><vertices xsi:type="sgraph:Entry" xmi:id="h" kind="DEEP_HISTORY"/></regions>
                <regions name="two"><vertices xsi:type="sgraph:State" xmi:id="d" name="B"/></regions></vertices></regions>
                """),
            "c", " A (orthogonal)", "  one", "   B", "   history (deepHistory)", "    always -> B", "  two", "   B_",
            "5: a second state 'B' is named 'B_'"),
        OtherText(
            .sct,
            sct(
                """
                <regions><vertices xsi:type="sgraph:State" xmi:id="a" name="A"><outgoingTransitions specification="e" target="c"/></vertices>
                <vertices xsi:type="sgraph:Choice" xmi:id="c"><outgoingTransitions specification="else / n" target="a"/>
                <outgoingTransitions specification="[x]" target="b"/></vertices>
                <vertices xsi:type="sgraph:State" xmi:id="b" name="B"/></regions>
                """),
            "c", " A", "  e -> choice", " choice (choice)", "  always [x] -> B", "  always / n -> A", " B"),
        OtherText(
            .sct,
            sct(
                "<regions><vertices xsi:type='sgraph:State' xmi:id='a' name='A' specification='every 1 s / x'/></regions>"
            ),
            "3:67: the reaction 'every 1 s / x' depends on cycles; use 'after' and a transition to the state itself"),
        OtherText(
            .sct,
            sct(
                "<regions><vertices xsi:type='sgraph:State' xmi:id='a'><outgoingTransitions target='z'/></vertices></regions>"
            ),
            "3:112: unknown target of a transition"),
        OtherText(
            .sct, sct("<regions><vertices xsi:type='sgraph:Entry' xmi:id='a' name='x'/></regions>"),
            "3:67: the named entry 'x' can't be read"),
        OtherText(.sct, "<a/>", "1:1: expected a <Statechart> of YAKINDU or itemis CREATE"),
        OtherText(
            .sct,
            sct(
                """
                <regions><vertices xsi:type='sgraph:State' xmi:id='a' name='A'><outgoingTransitions specification='go' target='s'/></vertices>
                <vertices xsi:type='sgraph:Synchronization' xmi:id='s'><outgoingTransitions target='b'/><outgoingTransitions target='d'/></vertices>
                <vertices xsi:type='sgraph:State' xmi:id='p' name='P'><regions name='r'><vertices xsi:type='sgraph:State' xmi:id='b'
                name='B'/></regions><regions name='t'><vertices xsi:type='sgraph:State' xmi:id='d' name='D'/></regions></vertices></regions>
                """),
            "c", " A", "  go -> B, D", " P (orthogonal)", "  r", "   B", "  t", "   D"),
    ]
}
