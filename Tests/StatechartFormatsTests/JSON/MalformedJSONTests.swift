import StatechartFormats
import Testing

/// Texts that aren't statecharts in JSON, with the whole message.
@Suite struct MalformedJSONTests {
    @Test(arguments: [
        ("", "1:1: expected a statechart, found the end of the file"),
        ("[]", "1:1: expected a statechart, found '[]'"),
        ("{", "1:2: expected a key in quotes, found the end of the file"),
        ("{}", #"1:1: expected "format": "statechart" in the statechart"#),
        (#"{"format": "x"}"#, "1:2: expected the format 'statechart'"),
        (#"{"format": "statechart"} x"#, "1:26: expected the end of the statechart, found 'x'"),
        (#"{"format": "statechart", "version": 2}"#, "1:26: expected version 1"),
        (#"{"format": "statechart", "format": "statechart"}"#, "1:26: duplicate key 'format'; remove one of the two"),
        (#"{"format": "statechart", "nam": "x"}"#, "1:26: unknown key 'nam' in a statechart; did you mean 'name'?"),
        (#"{"format": "statechart", "states": {}}"#, "1:36: expected a list of states, found '{}}'"),
        (#"{"format": "statechart", "states": [1]}"#, "1:37: expected a state, found '1]}'"),
        (#"{"format": "statechart", "states": ["#, "1:37: expected a state, found the end of the file"),
        (#"{"format": "statechart", "states": [{}]}"#, "1:37: expected the key 'name' in a state"),
        (
            #"{"format": "statechart", "states": [{"name": "a", "version": 1}]}"#,
            "1:51: expected the key 'version' in statecharts only, found it in a state"
        ),
        (
            #"{"format": "statechart", "states": [{"name": "a", "kind": "finale"}]}"#,
            "1:59: unknown kind of state 'finale'; did you mean 'final'?"
        ),
        (#"{"format": "statechart", "submachines": [[]]}"#, "1:42: expected a statechart, found '[]]}'"),
        (#"{"format": "statechart", "submachines": 1}"#, "1:41: expected a list of statecharts, found '1}'"),
        (#"{"format": "statechart", "initial": 1}"#, "1:37: expected a name or a list of names, found '1}'"),
        (
            #"{"format": "statechart", "defer": ["a", ""]}"#,
            "1:41: an event has no name; write '*' for all events"
        ),
        (
            #"{"format": "statechart", "transitions": [{"on": ""}]}"#,
            "1:49: an event has no name; write '*' for all events"
        ),
        (#"{"format": "statechart", "sealed": 1}"#, "1:36: expected true or false, found '1}'"),
        (
            #"{"format": "statechart", "variables": {"x": "1 +"}}"#,
            "1:49: in the expression '1 +': expected a value, a name, '(', '[', '!' or '-', found the "
                + "end of the line"
        ),
        (
            #"{"format": "statechart", "entry": ["a", ["b"]]}"#,
            "1:35: expected a list of actions or a list of such lists, found a mixture"
        ),
        (
            #"{"format": "statechart", "entry": [1]}"#,
            "1:36: expected the name of an action, or an action in braces, found '1]}'"
        ),
        (#"{"format": "statechart", "entry": "a"}"#, #"1:35: expected a list of actions, found '"a"}'"#),
        (
            #"{"format": "statechart", "exit": [{}]}"#,
            "1:35: expected an action with one of the keys 'perform', 'raise', 'send', 'cancel', "
                + "'assign', 'log', 'choose', 'forEach', 'addRegion', 'removeRegion', 'script', 'custom'"
        ),
        (
            #"{"format": "statechart", "exit": [{"rais": "e"}]}"#,
            "1:36: unknown key 'rais' in an action; did you mean 'raise'?"
        ),
        (
            #"{"format": "statechart", "exit": [{"raise": "e", "log": ""}]}"#,
            "1:35: expected an action with one of the keys 'perform', 'raise', 'send', 'cancel', "
                + "'assign', 'log', 'choose', 'forEach', 'addRegion', 'removeRegion', 'script', 'custom'"
        ),
        (
            #"{"format": "statechart", "exit": [{"raise": "e", "after": "1s"}]}"#,
            "1:50: the key 'after' doesn't belong to 'raise'"
        ),
        (
            #"{"format": "statechart", "exit": [{"assign": "x"}]}"#,
            "1:35: expected the key 'value' together with 'assign'"
        ),
        (
            #"{"format": "statechart", "exit": [{"forEach": "x"}]}"#,
            "1:35: expected the key 'in' together with 'forEach'"
        ),
        (#"{"format": "statechart", "exit": [{"removeRegion": false}]}"#, "1:52: expected true, found false"),
        (
            #"{"format": "statechart", "exit": [{"send": 1}]}"#,
            #"1:44: expected a text or {"expression": …}, found '1}]}'"#
        ),
        (#"{"format": "statechart", "exit": [{"send": {}}]}"#, "1:44: expected the key 'expression'"),
        (
            #"{"format": "statechart", "exit": [{"send": {"expression": 1e999}}]}"#,
            "1:59: the number is too large; write a smaller number"
        ),
        (
            #"{"format": "statechart", "exit": [{"choose": [{"if": "g", "when": "true"}]}]}"#,
            "1:47: expected either 'if' or 'when', found both"
        ),
        (
            #"{"format": "statechart", "transitions": [{"on": "e", "after": 1}]}"#,
            "1:42: expected one of the keys 'on', 'after' and 'completion', found more"
        ),
        (
            #"{"format": "statechart", "transitions": [{"after": -1}]}"#,
            "1:52: expected a time of at least 0: a number of milliseconds, or a text such as 1.5s or 250ms"
        ),
        (
            #"{"format": "statechart", "transitions": [{"after": "soon"}]}"#,
            "1:52: expected a time of at least 0: a number of milliseconds, or a text such as 1.5s or 250ms"
        ),
        (
            #"{"format": "statechart", "transitions": [{"if": "g", "when": "true"}]}"#,
            #"1:42: expected either 'if' or 'when', found both; write {"all": […]} for 'if'"#
        ),
        (
            #"{"format": "statechart", "transitions": [{"if": {}}]}"#,
            "1:49: expected a condition with one of the keys 'when', 'active', 'not', 'all', 'any'"
        ),
        (
            #"{"format": "statechart", "transitions": [{"if": {"not": "g", "active": "a"}}]}"#,
            "1:49: expected a condition with one of the keys 'when', 'active', 'not', 'all', 'any'"
        ),
        (
            #"{"format": "statechart", "transitions": [{"if": 1}]}"#,
            "1:49: expected the name of a guard, or a condition in braces, found '1}]}'"
        ),
        (
            #"{"format": "statechart", "transitions": [{"when": "a == == b"}]}"#,
            "1:57: in the expression 'a == == b': expected a value, a name, '(', '[', '!' or '-', found '=='"
        ),
        (
            #"{"format": "statechart", "transitions": [{"when": "\"a\" =="}]}"#,
            #"1:51: in the expression '"a" ==': expected a value, a name, '(', '[', '!' or '-', found the "#
                + "end of the line"
        ),
        (
            #"{"format": "statechart", "transitions": [{"when": null}]}"#,
            "1:51: expected an expression in quotes, found 'null}]}'"
        ),
        (#"{"format": "statechart", "transitions": [{"to": ["a", 1]}]}"#, "1:55: expected a string, found '1]}]}'"),
    ])
    func textsAreRefusedWithTheirPlace(text: String, message: String) {
        #expect { try StatechartFormat.json.chart(from: text) } throws: { "\($0)" == message }
    }

    @Test func errorsNameTheText() {
        #expect { try StatechartFormat.json.chart(from: "{", name: "door.json") } throws: {
            "\($0)" == "door.json:1:2: expected a key in quotes, found the end of the file"
        }
    }
}
