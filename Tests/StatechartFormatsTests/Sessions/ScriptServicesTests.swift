import StatechartScripts
import Statecharts
import Testing

/// What scripts of a chart get from their session: its clock, its log, and later syntax.
struct ScriptServicesTests {
    /// Each way to ask for the time gives that of the session, in every place of a script.
    @Test func timeIsTheSessions() throws {
        let run = try ScriptedSession(
            """
            <datamodel><data id='t' expr='0'/></datamodel>
            <state id='s'>
                <transition event='go' cond='Date.now() === +new Date()'>
                    <assign location='t' expr='new Date().getTime() - t'/><log expr='t'/>
                    <script>console.log(Date.now() - Date.parse(Date()))</script>
                    <foreach array='[Date.now()]' item='now'><log expr='now - Date.now()'/></foreach>
                </transition>
            </state>
            """)
        try run.session.send("go")
        try run.session.advance(until: .seconds(5))
        try run.session.send("go")
        // The first time is the clock's start.
        #expect(run.log.count == 6)
        #expect(run.log[3] == "5000" && run.log[2] == "0" && run.log[5] == "0")
        #expect(run.log[1] == "console 0" && run.log[4] == "console 0")
    }

    /// Without functions, and without what the session itself declares.
    @Test func variablesAreListed() throws {
        let run = try ScriptedSession(
            """
            <datamodel><data id='n' expr='1'/><data id='none'/><data id='loop'/></datamodel>
            <script>var _own = {list: ['a']}; var twice = function (n) { return 2 * n; }; loop = []; loop[0] = loop</script>
            <state id='s'><transition event='go'><assign location='n' expr='n + 1'/></transition></state>
            """)
        try run.session.send("go")
        let expected: [String: Value?] = [
            "n": .number(2), "none": .null, "loop": nil, "_own": .record(["list": .list([.text("a")])]),
        ]
        #expect(run.session.variables == expected)
    }

    /// Looking at variables changes nothing, and ends.
    @Test func listingRunsNoGetters() throws {
        let run = try ScriptedSession(
            """
            <datamodel><data id='n' expr='1'/><data id='list' expr='[1, [2], , {a: null}]'/></datamodel>
            <script>var g = {get next() { return ++n; }}, deep = [{a: {get end() { for (;;); }}}]</script>
            <script>var p = new Proxy({}, {})</script>
            <state id='s'/>
            """)
        for _ in 0..<2 {
            let variables = run.session.variables
            #expect(variables["n"] == .some(.number(1)) && variables["list"] != .some(nil))
            for name in ["g", "deep", "p"] { #expect(variables[name] == .some(nil), "\(name)") }
        }
    }

    @Test func consoleWritesTheLog() throws {
        let run = try ScriptedSession(
            """
            <state id='s'>
                <transition event='go' cond="console.log('condition') || true">
                    <log expr="'first'"/><script>console.log('a', [1], {b: 2})</script><log expr="'last'"/>
                    <script>console.log('before'); null.x</script>
                </transition>
            </state>
            """)
        try run.session.send("go")
        #expect(run.log == ["console condition", "first", "console a [1] {\"b\":2}", "last", "console before"])
    }

    /// Also where no action follows.
    @Test func conditionsWriteTheLog() throws {
        let content = "<state id='s'><transition event='go' cond=\"console.log('no')\" target='s'/></state>"
        let run = try ScriptedSession(content)
        try run.session.send("go")
        #expect(run.log == ["console no"])
        var context = StatechartContext()
        context.makeScripts = { try ECMAScript(named: $0) }
        let session = try StatechartSession(ScriptedSession.chart(content), in: context)
        try session.send("go")
        #expect(session.behavior.log.map(\.label) == ["console"])
    }

    /// Two scripts have blocks with variables of the same name, and functions that keep them.
    @Test func blocksOfScriptsAreApart() throws {
        let run = try ScriptedSession(
            """
            <script>var f, g; { let n = 1; f = function () { return n++ } }</script>
            <script>{ let n = 10; g = function () { return n++ } } { const k = 1 }</script>
            <state id='s'><transition event='go'>
                <log expr='[f(), g(), f(), g()].join()'/>
                <log expr="Object.keys(this).filter(function (k) { return k.indexOf('$') >= 0 }).join()"/>
            </transition></state>
            """)
        try run.session.send("go")
        #expect(run.log == ["1,10,2,11", ""] && run.failures.isEmpty, "\(run.failures)")
    }

    /// Messages show the line of the chart, not what is compiled.
    @Test func messagesShowTheSource() throws {
        let run = try ScriptedSession(
            "<state id='s'><transition event='go'><script>function f() {} a b c</script></transition></state>")
        try run.session.send("go")
        #expect(run.failures.count == 1 && run.failures.allSatisfy { !$0.utf8.contains(UInt8(ascii: "_")) })
    }

    @Test func laterSyntaxInEveryPlace() throws {
        let run = try ScriptedSession(
            """
            <datamodel><data id='list' expr='[1, 2, 3].map(x => x * 2)'/><data id='sum' expr='0'/><data id='i' expr='7'/></datamodel>
            <script>const limit = 3; let names = new Map(); for (let i = 0; i &lt; limit; i++) names.set(`n${i}`, i);</script>
            <state id='s'>
                <transition event='go' cond='list.some(x => x > limit)' target='t'>
                    <script>for (const x of list) sum += x</script><log label='sum' expr='`${sum} of ${names.size}`'/>
                    <log expr='i'/>
                </transition>
            </state>
            <state id='t'/>
            """)
        try run.session.send("go")
        #expect(run.log == ["sum 12 of 3", "7"] && run.failures.isEmpty && run.active == ["t"])
    }

    /// The calculator of Qt's examples: `substr` and `eval`.
    @Test func theClassicCalculator() throws {
        let run = try ScriptedSession(
            """
            <datamodel><data id='text' expr="''"/></datamodel>
            <state id='s'>
                <transition event='digit.*'><assign location='text' expr="text + _event.name.substr(_event.name.lastIndexOf('.') + 1)"/></transition>
                <transition event='plus'><assign location='text' expr="text + '+'"/></transition>
                <transition event='equals'><log expr='eval(text)'/></transition>
            </state>
            """)
        for event in ["digit.1", "digit.2", "plus", "digit.3", "equals"] { try run.session.send(event) }
        #expect(run.log == ["15"] && run.failures.isEmpty)
    }
}
