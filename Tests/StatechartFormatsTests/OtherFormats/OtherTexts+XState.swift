import StatechartFormats

extension OtherTextsTests {
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
            "-", " a", "  always [g] -> a", "  IN, STAY local -> c", "  OUT -> c", "  SELF -> a", "  b", "  c",
            "1: 'id' is left out (2 times)"),
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
            "- n=null", " load invoke 'fetch' f", "  done.invoke.f / n = 1 -> ok", "  error.platform.f [g] -> no",
            "  error.platform.f -> load", " ok", "  done -> no", "  x (final)", " no",
            "2: the variable 'n' isn't in 'context'; it begins as null"),
        // Events with blanks stay distinct.
        OtherText(
            .xstate, #"{"initial": "a", "states": {"a": {"on": {"a b": "x", "a_b": "y"}}, "x": {}, "y": {}}}"#, "-",
            " a",
            "  a-b -> x", "  a_b -> y", " x", " y", "1: the event 'a b' is named 'a-b'"),
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
            .xstate, #"{"initial": "a", "states": {"a": {"after": {"LONG": "b"}}, "b": {}}}"#, "-", " a",
            "  xstate.after.LONG -> b", " b",
            "1: the delay 'LONG' is named in the program; its end is the event 'xstate.after.LONG'"),
        OtherText(
            .xstate, #"{"on": {"E": {"cond": "a"}, "F": {"guard": "a"}}}"#,
            "1:35: the configuration has both 'cond' of XState 4 and 'guard' of XState 5; write it for one version"),
        OtherText(
            .xstate,
            """
            {"initial": "a", "states": {"a": {"initial": "b", "states": {"b": {}}, "exit": [{"type": "xstate.raise", "event": "E"},
              {"type": "p", "params": {"x": 1}}]}, "b": {"on": {"E": "a.b"}}}}
            """,
            "-", " a exit raise E; p({\"x\": 1})", "  a.b", " b", "  E -> a.b",
            "1: a state 'b' is named by its path, as others have this key"),
    ]
}
