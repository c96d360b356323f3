import StatechartFormats

extension OtherTextsTests {
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
            "4: descriptions of states are left out (2 times)"),
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
            "5: descriptions of states are left out", "7: the event 'New Data' is named 'New_Data'"),
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
            " Low", "  done -> end3", " High", " end3x", "  done -> High", "15: notes are left out (2 times)"),
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
            " This is a state", "5: the event 'next ; x' is named 'next_;_x'"),
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
            "2: the event 'switch flicked' is named 'switch_flicked'"),
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
}
