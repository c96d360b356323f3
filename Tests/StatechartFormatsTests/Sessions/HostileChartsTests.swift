import Dispatch
import Glibc
import StatechartScripts
import Statecharts
import Synchronization
import Testing

/// Charts whose scripts throw, loop, fill the memory or change what isn't theirs.
@Suite struct HostileChartsTests {
    // MARK: - Failures in every place

    private static let failing = [
        "(function () { throw 1 })()", "nobody", "null.member", "'' + {toString: function () { throw 2 }}",
        "(function f() { return 1 + f() })()", "({get a() { throw {} }}).a", "1 +", "1), (2", "new Array(-1)",
    ]

    /// What fails as `go` comes; the rest of the block isn't carried out.
    private static let actions: [(place: String, content: @Sendable (String) -> String)] = [
        ("assign", { "<assign location='x' expr=\"\($0)\"/>" }), ("log", { "<log expr=\"\($0)\"/>" }),
        ("script", { "<script>\($0)</script>" }),
        ("param", { "<send event='e'><param name='p' expr=\"\($0)\"/></send>" }),
        ("content", { "<send event='e'><content expr=\"\($0)\"/></send>" }),
        ("delayexpr", { "<send event='e' delayexpr=\"\($0)\"/>" }), ("eventexpr", { "<send eventexpr=\"\($0)\"/>" }),
        ("targetexpr", { "<send event='e' targetexpr=\"\($0)\"/>" }),
        ("typeexpr", { "<send event='e' typeexpr=\"\($0)\"/>" }), ("sendidexpr", { "<cancel sendidexpr=\"\($0)\"/>" }),
        ("foreach", { "<foreach array=\"\($0)\" item='i'><log label='in the loop'/></foreach>" }),
        ("foreach's body", { "<foreach array='[1]' item='i'><log expr=\"\($0)\"/></foreach>" }),
        ("location", { "<assign location=\"\($0)\" expr='1'/>" }),
    ]

    @Test(arguments: actions.map(\.place)) func failuresInActionsAreEvents(place: String) throws {
        let content = try #require(Self.actions.first { $0.place == place }).content
        for script in Self.failing {
            let run = try ScriptedSession(
                """
                <datamodel><data id='x' expr='1'/></datamodel>
                <state id='s' initial='s1'>
                    <transition event='error.execution'><log label='error' expr='_event.name'/></transition>
                    <transition event='*'><log label='other' expr='_event.name'/></transition>
                    <state id='s1'><transition event='go' target='s2'>\(content(script))<log label='after'/></transition></state>
                    <state id='s2'><onentry><log label='entered' expr='x'/></onentry></state>
                </state>
                """)
            try run.session.send("go")
            #expect(run.log == ["entered 1", "error error.execution"], "\(script)")
            #expect(run.active == ["s2"])
        }
    }

    @Test(arguments: failing) func failuresInConditionsAreEvents(script: String) throws {
        let run = try ScriptedSession(
            """
            <state id='s'>
                <transition event='go' cond="\(script)" target='fail'/>
                <transition event='go' target='s'><if cond="\(script)"><log label='if'/><elseif cond='true'/><log label='elseif'/></if></transition>
                <transition event='error.execution'><log expr='_event.name'/></transition>
            </state><state id='fail'/>
            """)
        try run.session.send("go")
        #expect(run.active == ["s"] && run.log == ["elseif", "error.execution", "error.execution"])
    }

    @Test(arguments: failing) func failuresInDataAndEndsAreEvents(script: String) throws {
        let data = try ScriptedSession(
            """
            <datamodel><data id='x' expr="\(script)"/><data id='y' expr='2'/></datamodel>
            <state id='s'><transition event='error.execution' target='t'><log expr='typeof x'/><log expr='y'/></transition></state>
            <state id='t'/>
            """)
        #expect(data.active == ["t"] && data.log == ["undefined", "2"])
        let end = try ScriptedSession(
            """
            <state id='s' initial='s1'>
                <transition event='error.execution'><log label='error'/></transition>
                <transition event='done.state.s' target='t'><log expr='typeof _event.data'/></transition>
                <state id='s1'><transition event='go' target='f'/></state>
                <final id='f'><donedata><content expr="\(script)"/></donedata></final>
            </state><state id='t'/>
            """)
        try end.session.send("go")
        #expect(end.active == ["t"] && end.log.first == "error")
        let whole = try ScriptedSession("<final id='f'><donedata><content expr=\"\(script)\"/></donedata></final>")
        #expect(whole.session.hasEnded)
    }

    @Test(arguments: failing) func failuresInInvocationsAreEvents(script: String) throws {
        let child = "<content><scxml version='1.0'><state/></scxml></content>"
        for invocation in [
            "<invoke srcexpr=\"\(script)\"/>", "<invoke><content expr=\"\(script)\"/></invoke>",
            "<invoke typeexpr=\"\(script)\">\(child)</invoke>",
            "<invoke><param name='x' expr=\"\(script)\"/>\(child)</invoke>",
        ] {
            let run = try ScriptedSession(
                """
                <state id='s'>\(invocation)<invoke id='other'>\(child)</invoke>
                <transition event='error.execution' ><log expr='_event.name'/></transition></state>
                """)
            #expect(
                run.log == ["error.execution"] && run.session.children.map(\.invokeID) == ["other"], "\(invocation)")
        }
        let finalize = try ScriptedSession(
            """
            <state id='s'><invoke id='kid'><content><scxml version='1.0'>
                <state><onentry><send event='hello' target='#_parent'/></onentry></state></scxml></content>
                <finalize><log expr="\(script)"/><log label='after'/></finalize></invoke>
            <transition event='*'><log expr='_event.name'/></transition></state>
            """)
        #expect(finalize.log.sorted() == ["error.execution", "hello"])
    }

    // MARK: - Without end

    private final class Flag: Sendable {
        let isOver = Mutex(false)
    }

    @Test(arguments: ["(function () { for (;;); })()", "(function f() { for (;;) try { f() } catch (e) {} })()"])
    func loopsInGuardsAreInterrupted(script: String) throws {
        let made = Mutex<[ECMAScript]>([])
        let run = try ScriptedSession(
            """
            <state id='s'><transition event='go' cond="\(script)" target='t'/>
            <transition event='error.execution' target='u'/></state><state id='t'/>
            <state id='u'><transition event='on' target='v'/><transition event='script' cond='true' target='s'/></state>
            <state id='v'/>
            """, onScripts: { scripts in made.withLock { $0.append(scripts) } })
        let scripts = try #require(made.withLock { $0.first })
        // On a thread of its own, as tests that loop keep those of tasks.
        let flag = Flag()
        let queue = DispatchQueue(label: "interrupter")
        queue.async {
            while !flag.isOver.withLock({ $0 }) {
                usleep(20_000)
                scripts.interrupt()
            }
        }
        defer { flag.isOver.withLock { $0 = true } }
        try run.session.send("go")
        #expect(run.active == ["u"])
        try run.session.send("script")
        #expect(run.active == ["u"])
        try run.session.send("on")
        #expect(run.active == ["v"])
    }

    /// A child that fills its memory fails; its parent goes on, with scripts.
    @Test(arguments: ["for (var a = [];;) a.push({})", "for (var s = 'x';;) s += s"])
    func memoryIsTheChildsOwn(script: String) throws {
        let run = try ScriptedSession(
            """
            <datamodel><data id='x' expr='1'/></datamodel>
            <state id='s'><invoke id='kid'><content><scxml version='1.0' datamodel='ecmascript'>
                <state id='a'><onentry><script>\(script)</script></onentry>
                    <transition event='error.execution' target='b'/></state>
                <final id='b'><donedata><content expr='1'/></donedata></final></scxml></content></invoke>
            <transition event='done.invoke'><log expr='x + 1'/></transition></state>
            """, memoryLimit: 8 << 20)
        #expect(run.log == ["2"], "\(run.failures)")
    }

    /// Once no script can run, reacting to that with one ends the call, and tells why.
    @Test(arguments: [
        "<transition event='error.*'><log expr='1'/></transition>",
        "<transition event='error.*'><if cond='true'><log label='if'/></if></transition>",
        "<transition event='error.*' cond='true'/>",
        "<transition event='error.*'><raise event='x' xmlns:a='urn:automata:statechart'><a:content expr='1'/></raise></transition>",
        "<transition event='error.*'><send id='i' eventexpr='1'/></transition>",
    ])
    func errorsWithoutScripts(handler: String) throws {
        let run = try ScriptedSession(
            """
            <state id='s'><transition event='go'><script>for (var a = [];;) a.push({})</script></transition>
                \(handler)<transition event='x' target='t'/><transition event='end' target='t'/></state><state id='t'/>
            """, memoryLimit: 8 << 20)
        let reason = "the script's data are lost, because it ran out of memory or time or was interrupted; start again"
        #expect(throws: StateMachineError.scriptsEnded(reason: reason)) { try run.session.send("go") }
        #expect(run.active == ["s"] && run.failures.count < 5)
        // What needs no script still runs.
        #expect(StateMachineError.scriptsEnded(reason: reason).description == reason)
        try run.session.send("end")
        #expect(run.active == ["t"])
    }

    @Test func eventlessGuardsThatFailEnd() throws {
        let run = try? ScriptedSession("<state id='s'><transition cond='nobody' target='t'/></state><state id='t'/>")
        #expect(run == nil || run?.active == ["s"])
    }

    /// Data of events that wait are bounded over all queues of a session.
    @Test func dataOfEventsThatWaitAreBounded() throws {
        let run = try ScriptedSession(
            """
            <datamodel><data id='x' expr="new Array(1 &lt;&lt; 20).join('x')"/><data id='n' expr='0'/></datamodel>
            <state id='s'><transition event='error.execution' target='t'/>
            <transition event='go'><foreach array='new Array(9000).join(1).split(1)' item='i'>
                <assign location='n' expr='n + 1'/><send event='e' delay='1s'><content expr='x'/></send></foreach></transition></state>
            <state id='t'><onentry><log expr='n'/></onentry></state>
            """)
        try run.session.send("go")
        #expect(run.active == ["t"] && run.log.first.flatMap { Int($0) } ?? 9999 < 100)
    }

    // MARK: - What isn't theirs

    @Test(arguments: [
        "_event = {name: 'x'}", "_event.name = 'x'", "_event.data.value = 7; _event.data = 8", "delete _event.name",
        "_sessionid = 'x'", "_ioprocessors.scxml.location = 'x'; _ioprocessors = 1", "_name = 'x'",
        "In = function () { return true }",
        "for (var k in _event) delete _event[k]", "this._event = 1", "delete this._event",
        "Object.defineProperty(_event, 'name', {get: function () { throw 1 }})",
        "Object.defineProperty(this, '_event', {get: function () { throw 1 }})",
    ])
    func systemVariablesStay(script: String) throws {
        let run = try ScriptedSession(
            """
            <state id='s'>
                <transition event='go'><script>\(script)</script></transition>
                <transition event='error.execution'/>
                <transition event='look'><log expr='_event.name + _event.data.value'/><log expr='_sessionid'/><log expr='_ioprocessors.scxml.location'/></transition>
            </state>
            """)
        let data = Value.record(["value": .number(1)])
        for _ in 0..<2 {
            try run.session.send("go", data)
            try run.session.send("look", data)
        }
        let seen = ["look1", "session", "#_scxml_session"]
        #expect(run.log == seen + seen && run.active == ["s"])
    }

    @Test func poisonedPrototypes() throws {
        let run = try ScriptedSession(
            """
            <datamodel><data id='x'>{"a": [1, {"b": 2}]}</data></datamodel>
            <script>
            Object.defineProperty(Object.prototype, 'name', {get: function () { throw 1 }, set: function () { throw 2 }});
            Object.defineProperty(Object.prototype, 'data', {get: function () { throw 1 }, set: function () { throw 2 }});
            Object.defineProperty(Array.prototype, '0', {set: function () { throw 3 }, get: function () { throw 4 }});
            Object.prototype.toString = Object.prototype.valueOf = Object.prototype.hasOwnProperty = function () { throw 5 };
            Object.keys = Array.isArray = JSON.stringify = JSON.parse = Object = Array = Error = null;
            Function.prototype.call = Function.prototype.apply = null;
            </script>
            <state id='s'>
                <transition event='go'><send event='back'><param name='a' expr='x'/><param name='name' expr='1'/></send></transition>
                <transition event='back' target='t'><log expr='_event.name'/><log expr='_event.data.a.a[1].b'/><log expr='_event.data.name'/></transition>
            </state>
            <state id='t'><transition event='go'><foreach array='[4, 5]' item='i' index='k'><log expr='10 * k + i'/></foreach></transition></state>
            """)
        try run.session.send("go", .record(["name": .number(3)]))
        try run.session.send("go")
        #expect(run.log == ["back", "2", "1", "4", "15"])
    }

    /// Getters run as data are copied; what they do there is an error, or nothing.
    @Test func gettersInData() throws {
        let run = try ScriptedSession(
            """
            <datamodel><data id='n' expr='0'/></datamodel>
            <state id='s'>
                <transition event='go'><send event='back'><param name='a' expr='({get x() { n++; return n }})'/></send></transition>
                <transition event='bad'><send event='back'><param name='a' expr='({get x() { throw 1 }})'/></send></transition>
                <transition event='loop'><send event='back'><param name='a' expr='({get x() { return this }})'/></send></transition>
                <transition event='back'><log expr='_event.data.a.x'/><log expr='_event.data.a.x'/></transition>
                <transition event='error.execution'><log label='error'/></transition>
            </state>
            """)
        try run.session.send("go")
        try run.session.send("bad")
        try run.session.send("loop")
        #expect(run.log == ["1", "1", "error", "error"])
    }
}
