import StatechartFormats
import Testing

/// Texts as the tools' own documentation shows them.
@Suite struct OtherTextsTests {
    @Test(arguments: xstate + plantUML + mermaid + smcat + sismic + sct)
    func isRead(_ text: OtherText) throws { try text.check() }

    static let xstate = [
        OtherText(
            .xstate,
            """
            {"id": "light", "initial": "green", "states": {
              "green": {"after": {"1000": "yellow"}, "on": {"PUSH": {"target": "yellow", "actions": ["beep", {"type": "log"}]}}},
              "yellow": {"after": {"500.5": {"target": "red", "guard": "isNight"}}},
              "red": {"type": "final", "entry": "stop", "tags": ["t"]}}}
            """,
            "light", " green", "  PUSH / beep; log -> yellow", "  after 1.0 seconds -> yellow", " yellow",
            "  after 0.5005 seconds [isNight] -> red", " red (final) entry stop", "4: 'tags' is left out"),
        // Version 5 leaves its source only with `reenter`.
        OtherText(
            .xstate,
            """
            {"initial": "a", "states": {"a": {"initial": "b", "on": {"IN": ".c", "OUT": {"target": ".c", "reenter": true},
              "SELF": "a", "AGAIN": {"target": "a", "reenter": true}}, "states": {"b": {"on": {"B": {"target": "b"}}}, "c": {}}}}}
            """,
            "-", " a", "  IN local -> c", "  OUT -> c", "  SELF local -> b", "  AGAIN -> a", "  b", "   B", "  c"),
        // Version 4 leaves it except for targets within, and `internal`.
        OtherText(
            .xstate,
            """
            {"initial": "a", "states": {"a": {"id": "x", "initial": "b", "on": {"IN": ".c", "OUT": {"target": "#y"},
              "SELF": "a", "STAY": {"target": "#y", "internal": true}, "": {"target": "a", "cond": "g"}},
              "states": {"b": {}, "c": {"id": "y"}}}}}
            """,
            "-", " a", "  always [g] -> a", "  IN, STAY local -> c", "  OUT -> c", "  SELF -> a", "  b", "  c"),
        OtherText(
            .xstate,
            """
            {"id": "m", "type": "parallel", "context": {"n": 3, "l": [1, "a"]}, "states": {
              "p": {"initial": "q", "states": {"q": {"on": {"E": {"target": "#m.r.s", "guard": {"type": "and", "guards":
                ["g", {"type": "not", "guards": ["h"]}, {"type": "stateIn", "params": {"state": {"r": "t"}}}]}}}}}},
              "r": {"initial": "s", "states": {"s": {}, "t": {}, "h": {"type": "history", "history": "deep", "target": "t"}}}}}
            """,
            "m (orthogonal) n=3 l=[1, 'a']", " p", "  q", "   E [g && !h && in t] -> s", " r", "  s", "  t",
            "  h (deepHistory)", "   always -> t"),
        OtherText(
            .xstate,
            """
            {"initial": "load", "states": {"load": {"invoke": {"id": "f", "src": "fetch", "onDone": {"target": "ok", "actions":
              {"type": "xstate.assign", "params": {"assignment": {"n": 1}}}}, "onError": [{"target": "no", "guard": "g"},
              {"target": "load", "reenter": true}]}}, "ok": {"onDone": "no", "initial": "x", "states": {"x": {"type": "final"}}}, "no": {}}}
            """,
            "-", " load invoke 'fetch' f", "  done.invoke.f / n = 1 -> ok", "  error.platform.f [g] -> no",
            "  error.platform.f -> load", " ok", "  done -> no", "  x (final)", " no"),
        // An exact name comes before a wildcard, and a shorter event isn't a longer one.
        OtherText(
            .xstate,
            """
            {"initial": "a", "states": {"a": {"on": {"*": {"actions": "any"}, "k.*": {"actions": "all"}, "k": {"actions": "one"},
              "k.l": {"actions": "two"}}}}}
            """,
            "-", " a", "  k [_event.name == 'k'] / one", "  k.l / two", "  k / all", "  * / any"),
        OtherText(
            .xstate,
            #"{"initial": "a", "states": {"a": {"on": {"E": "b"}, "states": {"b": {}}}}}"#,
            "1:47: 'b' is within the state itself; write '.b'"),
        OtherText(
            .xstate, #"{"initial": "a", "states": {"a": {"after": {"LONG": "a"}}}}"#,
            "1:45: the delay 'LONG' is named in the program; write a number of milliseconds"),
        OtherText(
            .xstate, #"{"on": {"E": {"cond": "a"}, "F": {"guard": "a"}}}"#,
            "1:35: the configuration has both 'cond' of XState 4 and 'guard' of XState 5; write it for one version"),
        OtherText(
            .xstate,
            """
            {"initial": "a", "states": {"a": {"initial": "b", "states": {"b": {}}, "exit": [{"type": "xstate.raise", "event": "E"},
              {"type": "p", "params": {"x": 1}}]}, "b": {"on": {"E": "a.b"}}}}
            """,
            "-", " a exit raise E; p", "  b", " b_", "  E -> b",
            "2: 'params' is left out", "2: a second state 'b' is named 'b_'"),
    ]

    static let plantUML = [
        OtherText(
            .plantUML,
            """
            @startuml
            [*] --> State1
            State1 --> [*]
            State1 : this is a string
            State1 : this is another string

            State1 -> State2
            State2 --> [*]
            @enduml
            """,
            "-", " State1", "  done -> final", "  done -> State2", " final (final)", " State2", "  done -> final",
            "4: descriptions of states are left out"),
        OtherText(
            .plantUML,
            """
            @startuml
            scale 350 width
            [*] --> NotShooting
            state NotShooting {
              [*] --> Idle
              Idle --> Configuring : EvConfig
              Configuring --> Idle : EvConfig [ok] / save; raise Saved
            }
            @enduml
            """,
            "-", " NotShooting", "  Idle", "   EvConfig -> Configuring", "  Configuring",
            "   EvConfig [ok] / save; raise Saved -> Idle"),
        OtherText(
            .plantUML,
            """
            [*] -> State1
            State1 --> State2 : Succeeded
            state State3 {
              state "Accumulate Enough Data" as long1
              long1 : Just a test
              [*] --> long1
              long1 --> long1 : New Data
              long1 --> ProcessData
              State2 --> [H]: Resume
            }
            State3 --> State2 : Pause
            State2 --> State3[H*]: DeepResume
            """,
            "-", " State1", "  Succeeded -> State2", " State2", "  Resume -> history", "  DeepResume -> history_",
            " State3",
            "  Pause -> State2", "  long1", "   New_Data -> long1", "   done -> ProcessData", "  ProcessData",
            "  history (shallowHistory)", "   always -> long1", "  history_ (deepHistory)", "   always -> long1",
            "4: long names of states are left out",
            "5: descriptions of states are left out", "7: spaces in events become underscores, as in 'New_Data'"),
        OtherText(
            .plantUML,
            """
            state fork_state <<fork>>
            [*] --> fork_state
            fork_state --> State2
            fork_state --> State3
            state join_state <<join>>
            State2 --> join_state
            State3 --> join_state
            join_state --> State4
            State4 --> [*]
            """,
            "- initial State2, State3", " State2", "  always with State3 -> State4", " State3", " State4",
            "  done -> final", " final (final)"),
        OtherText(
            .plantUML,
            """
            [*] --> Active
            state Active {
              [*] -> NumLockOff
              NumLockOff --> NumLockOn : EvNumLockPressed
              NumLockOn --> NumLockOff : EvNumLockPressed
              --
              [*] -> CapsLockOff
              CapsLockOff --> CapsLockOn : EvCapsLockPressed
            }
            """,
            "-", " Active (orthogonal)", "  Active_region", "   NumLockOff", "    EvNumLockPressed -> NumLockOn",
            "   NumLockOn", "    EvNumLockPressed -> NumLockOff", "  Active_region_", "   CapsLockOff",
            "    EvCapsLockPressed -> CapsLockOn", "   CapsLockOn"),
        OtherText(
            .plantUML,
            """
            @startuml name
            ' a comment
            /' a longer
            comment '/
            skinparam state {
              BackgroundColor red
            }
            state c <<choice>>
            state end3 <<end>>
            Req_Id --> c : go
            c --> Low : [Id <= 10]
            c -up-> High : [else]
            Low -[#blue,bold]-> end3
            High <-left- end3x
            note left of Low : a note
            note right of High
              more
            end note
            @enduml
            ignored
            """,
            "name", " c (choice)", "  always [Id <= 10] -> Low", "  always -> High", " end3 (final)", " Req_Id",
            "  go -> c",
            " Low", "  done -> end3", " High", " end3x", "  done -> High", "15: notes are left out"),
        OtherText(
            .plantUML,
            """
            state Somp {
              state entry1 <<entryPoint>>
              state exitA <<exitPoint>>
              state sin
              entry1 --> sin
              sin -> exitA : after 3 s
            }
            Foo --> entry1 : e, f
            exitA --> Foo : / x
            Somp : entry / a; b
            Somp : exit/ c
            Somp : do / work
            Somp : k / defer
            Somp : tick [!(a && b) || in sin] / d
            """,
            "-", " Somp entry a; b exit c do work defer k", "  tick [!(a && b) || in sin] / d", "  entry1 (entryPoint)",
            "   always -> sin", "  exitA (exitPoint)", "   always / x -> Foo", "  sin", "   after 3.0 seconds -> exitA",
            " Foo",
            "  e, f -> entry1"),
        OtherText(
            .plantUML, "!include x\n",
            "1:1: expected a state or an arrow, found '!include'; run PlantUML's preprocessor first, with -preproc"),
        OtherText(.plantUML, "state a {\n", "1:1: expected a closing '}' for the state"),
        OtherText(
            .plantUML, "state p <<inputPin>>",
            "1:9: a state of kind <<inputpin>> can't be read; use <<entryPoint>> or <<exitPoint>>, or a plain state"),
        OtherText(.plantUML, "a ==> b", "1:3: expected an arrow such as '-->', or ':', found '==>'"),
    ]

    static let mermaid = [
        OtherText(
            .mermaid,
            """
            ---
            title: Simple sample
            ---
            stateDiagram-v2
                [*] --> Still
                Still --> [*]

                Still --> Moving
                Moving --> Still
                Moving --> Crash
                Crash --> [*]
            """,
            "Simple sample", " Still", "  done -> final", "  done -> Moving", " final (final)", " Moving",
            "  done -> Still",
            "  done -> Crash", " Crash (final)"),
        OtherText(
            .mermaid,
            """
            stateDiagram-v2
              direction LR
              %% a comment
              [*] --> First
              First --> Second : next #59; x
              state First {
                  [*] --> fir
                  fir --> [*]
              }
              state "This is a state" as s2
              Second --> s2 : e [g] / a
            """,
            "-", " First", "  next_;_x -> Second", "  fir (final)", " Second", "  e [g] / a -> This is a state",
            " This is a state", "5: spaces in events become underscores, as in 'next_;_x'"),
        OtherText(
            .mermaid,
            """
            stateDiagram
                state if_state <<choice>>
                [*] --> IsPositive
                IsPositive --> if_state
                if_state --> False: [n < 0]
                if_state --> True : [n >= 0]
            """,
            "- initial IsPositive", " if_state (choice)", "  always [n < 0] -> False", "  always [n >= 0] -> True",
            " IsPositive",
            "  done -> if_state", " False", " True",
            "2: the choice 'if_state' has no branch for all other cases; add one with [else]"),
        OtherText(
            .mermaid,
            """
            stateDiagram-v2
                [*] --> Active
                state Active {
                    [*] --> NumLockOff
                    NumLockOff --> NumLockOn : EvNumLockPressed
                    --
                    [*] --> CapsLockOff
                }
            """,
            "-", " Active (orthogonal)", "  Active_region", "   NumLockOff", "    EvNumLockPressed -> NumLockOn",
            "   NumLockOn", "  CapsLockOff"),
        OtherText(
            .mermaid,
            """
            stateDiagram-v2
              classDef bad fill:#f00
              a:::bad --> b
              class b bad
              state a {
                c --> d : x
              }
              a --> b : go (from d)
              note right of a
                text
              end note
            """,
            "-", " a", "  done -> b", "  c", "   x -> d", "  d", "   go -> b", " b", "9: notes are left out"),
        OtherText(
            .mermaid,
            """
            stateDiagram-v2
              accDescr {
                text
              }
              state fork_state <<fork>>
                [*] --> fork_state
                fork_state --> State2
                fork_state --> State3
            """,
            "- initial State2, State3", " State2", " State3"),
        OtherText(.mermaid, "flowchart LR\n", "1:1: expected 'stateDiagram-v2', found 'flowchart'"),
        OtherText(.mermaid, "stateDiagram-v2\na --> b c", "2:9: expected ':' or the end of the line, found 'c'"),
        OtherText(
            .mermaid, "stateDiagram-v2\n}",
            "2:2: expected a state or an arrow, found the end of the file; remove the bracket that closes none"),
    ]

    static let smcat = [
        OtherText(
            .smcat,
            """
            initial,
            doing: entry/ write exit/ save,
            final;
            initial => doing;
            doing => final: done [ok] / report;
            """,
            "-", " doing entry write exit save", "  done [ok] / report -> final", " final (final)"),
        OtherText(
            .smcat,
            """
            # a comment
            on => off: switch flicked /
                       light off;
            off -> on: switch;
            """,
            "-", " on", "  switch_flicked / light off -> off", " off", "  switch -> on",
            "2: spaces in events become underscores, as in 'switch_flicked'"),
        OtherText(
            .smcat,
            """
            initial, "tape player off", "tape player on" {
              stopped, playing, paused;
              stopped => playing : play;
              playing => stopped : stop;
              playing => paused  : pause;
            };
            initial           => "tape player off";
            "tape player off" => stopped           : power;
            "tape player on"  => "tape player off" : power;
            """,
            "-", " tape player off", "  power -> stopped", " tape player on", "  power -> tape player off", "  stopped",
            "   play -> playing", "  playing", "   stop -> stopped", "   pause -> paused", "  paused"),
        OtherText(
            .smcat,
            "a { initial, history, b, c; initial => b; b => c: e; }, ^ch, d; a => ^ch; ^ch => d: [x > 1]; ^ch => history: [else];",
            "-", " a", "  always -> ^ch", "  history (shallowHistory)", "   always -> b", "  b", "   e -> c", "  c",
            " ^ch (choice)",
            "  always [x > 1] -> d", "  always -> history", " d"),
        OtherText(
            .smcat, "p [type=parallel label=\"P\" color=\"red\"] { r1 { a => b: e; }, r2; }, q; q << p: stop; ",
            "-", " p (orthogonal)", "  stop -> q", "  r1", "   a", "    e -> b", "   b", "  r2", " q",
            "1: labels of states are left out"),
        OtherText(
            .smcat,
            "]f, ]j, x.deephistory; a => ]f: go; ]f => b; ]f => c; b => ]j; c => ]j; ]j => d; a => a [type=internal]: i;",
            "-", " x.deephistory (deepHistory)", "  always -> a", " a", "  go -> b, c", "  i local -> a", " b",
            "  always with c -> d",
            " c", " d"),
        OtherText(.smcat, "a, b", "1:5: expected ';' or ',', found the end of the file"),
        OtherText(.smcat, "a { b;", "1:1: expected a closing '}' for the state"),
        OtherText(.smcat, "a [=3];", "1:4: expected an attribute or ']', found '=3];'"),
    ]

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
            "7: Python code is kept as names of guards and actions"),
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
            "r entry a b exit if x:\n  y = 1", "5: Python code is kept as names of guards and actions"),
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
            "3:112: a transition without a known target"),
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
