import StatechartFormats
import Statecharts
import Testing

/// What XState and charts don't have in common, and how much of it survives.
@Suite struct XStateLossTests {
    /// Parts that are left out are counted; parameters are parts of names, also in other formats.
    @Test func lossesOfReading() throws {
        let text = """
            {"initial": "a", "states": {"a": {"tags": ["t"], "on": {"GO": [
              {"target": "b", "guard": {"type": "x", "params": {"min": 3}}},
              {"target": "b", "guard": {"type": "x", "params": {"min": 1}}, "actions": ["x", {"type": "y", "params": {}}]}]}},
              "b": {"tags": [], "entry": {"type": "say it", "params": {"text": "({\\\"=", "all": [1, null]}}}}}
            """
        let found = [
            "-", " a", #"  GO [x({"min": 3})] -> b"#, #"  GO [x({"min": 1})] / x; y -> b"#,
            #" b entry say it({"all": [1, null], "text": "({\"="})"#,
        ]
        #expect(try summary(text, .xstate) == found + ["1: 'tags' is left out (2 times)"])
        var chart = try StatechartFormat.xstate.chart(from: text)
        for format in [StatechartFormat.scxml, .json, .xstate] {
            let again = try format.text(of: chart)
            #expect(try summary(again, format) == found)
            chart = try format.chart(from: again)
        }
        let written = Array(try StatechartFormat.xstate.text(of: chart).utf8)
        #expect(written.windows(of: #""guard": {"type": "x", "params": {"min": 3}}"#).contains(true))
        #expect(written.windows(of: #"{"type": "say it", "params": {"all": "#).contains(true))
    }

    /// Names that look like those of XState's own actions and guards stay names.
    @Test func namesOfBuiltInPartsStayNames() throws {
        var chart = Statechart("c")
        var state = Statechart.State("s")
        state.entry = [[.perform(#"xstate.raise({"event": "e"})"#), .perform("f({\"a\":1})"), .perform("g(({})")]]
        state.transitions = [
            .init(.always, if: .named(#"not({"guards": ["h"]})"#)), .init(.always, if: .named(#"h({"a": "b"})"#)),
        ]
        chart.add(state)
        let again = try StatechartFormat.xstate.chart(from: StatechartFormat.xstate.text(of: chart))
        #expect(again.states[1].entry == state.entry)
        #expect(again.states[1].transitions.map(\.condition) == state.transitions.map(\.condition))
    }

    /// A wildcard doesn't take errors of missing services, and XState has no transition for them.
    @Test func wildcardsTakeNoErrors() throws {
        let text = """
            {"initial": "a", "states": {"a": {"invoke": {"src": "f"}, "on": {"*": "b"}}, "b": {"on": {"*": "a"}}}}
            """
        let found = try summary(text, .xstate)
        let errors = "  error.execution, error.communication"
        #expect(found == ["-", " a invoke 'f' ", errors, "  * -> b", " b", errors, "  * -> a"])
        let chart = try StatechartFormat.xstate.chart(from: text)
        let session = try StatechartSession(chart)
        #expect(session.activeStateNames == ["a"])
        try session.send("E")
        #expect(session.activeStateNames == ["b"])
        let written = try StatechartFormat.xstate.text(of: chart)
        #expect(written.utf8.count { $0 == UInt8(ascii: "*") } == 2)
        #expect(try summary(written, .xstate) == found)
        #expect(!Array(written.utf8).windows(of: "error").contains(true))
    }

    /// Keys of several states are kept, although states have different names.
    @Test func keysAreKept() throws {
        let text = """
            {
              "initial": "home",
              "states": {
                "home": {
                  "initial": "on",
                  "states": {
                    "on": {
                      "on": {
                        "E": {"target": "off"}
                      }
                    },
                    "off": {
                    }
                  }
                },
                "off": {
                }
              }
            }

            """
        let chart = try StatechartFormat.xstate.chart(from: text)
        #expect(chart.states.map(\.name) == ["", "home", "on", "home.off", "off"])
        let written = try StatechartFormat.xstate.text(of: chart)
        #expect(written == text, "\(written)")
    }

    /// Names that the reader would change aren't shortened.
    @Test func otherNamesAreWrittenWhole() throws {
        var chart = Statechart("c")
        for (name, parent) in [("a", 0), ("x", 1), ("b", 0), ("b.x", 3)] { chart.add(.init(name), in: parent) }
        let again = try StatechartFormat.xstate.chart(from: StatechartFormat.xstate.text(of: chart))
        #expect(again.states.map(\.name) == chart.states.map(\.name))
    }

    /// Events get names that charts can have, and delays events.
    @Test func namesOfPrograms() throws {
        let text = """
            {"initial": "a", "states": {"a": {"on": {"go on": "b"}, "after": {"long wait": "b"},
              "entry": {"type": "xstate.send", "event": "go on", "delay": "later"}}, "b": {}}}
            """
        let found = try summary(text, .xstate)
        #expect(
            found == [
                "-", " a entry send go_on after later", "  go_on -> b", "  xstate.after.long_wait -> b", " b",
                "1: the event 'go on' is named 'go_on' (2 times)",
                "1: the delay 'long wait' is named in the program; its end is the event 'xstate.after.long_wait'",
                "2: the delay 'later' is named in the program",
            ])
        let chart = try StatechartFormat.xstate.chart(from: text)
        let written = Array(try StatechartFormat.xstate.text(of: chart).utf8)
        #expect(written.windows(of: #""after": {"#).contains(true))
        #expect(written.windows(of: #""long_wait": {"target": "b"}"#).contains(true))
    }

    /// Actions within actions are in tables and names of actions, and constants of scripts are
    /// values.
    @Test func textsAreWhole() throws {
        var chart = Statechart("c")
        chart.scriptLanguage = "ecmascript"
        chart.root.variables = [.init("n", .script("[0, \"t\"]"))]
        var state = Statechart.State("s")
        state.entry = [
            [
                .choose([
                    .init(
                        if: .named("g"),
                        do: [.raise("e", .value(.literal(.number(1)))), .log("", .literal(.text("l")))]),
                    .init(do: [.forEach(item: "i", index: nil, list: .variable("n"), do: [.perform("p")])]),
                ]), .raise("f"),
            ]
        ]
        state.invocations = [.init(.location(.literal(.text("k.scxml"))))]
        state.invocations[0].id = "k"
        chart.add(state)
        let whole = "if g { raise e with 1; log 'l' } else { for i in n { p } }"
        #expect(
            try StatechartFormat.csv.text(of: chart) == """
                State,Kind,Event,Guard,Actions,Target\r
                c,,initial,,,s\r
                s,,entry,,\(whole); raise f,\r
                s,,invoke,,k.scxml (k),\r

                """)
        let text = Array(try StatechartFormat.xstate.text(of: chart).utf8)
        #expect(text.windows(of: "\"\(whole)\"").contains(true))
        #expect(text.windows(of: #""context": {"n": [0, "t"]}"#).contains(true))
        #expect(
            StatechartFormat.xstate.losses(of: chart) == [
                "XState runs actions such as 'xstate.raise' only if the program implements them (1)",
                "invocations are left out or kept as text in xstate (1)",
                "actions are left out or kept as text in xstate (1)",
            ])
    }
}

extension [UInt8] {
    /// Returns for each place whether a text begins there.
    fileprivate func windows(of text: String) -> [Bool] { indices.map { self[$0...].starts(with: text.utf8) } }
}
