import StatechartScripts
import Statecharts
import Synchronization
import TestSupport
import Testing

/// Many sessions, and sessions without end.
@Suite struct SessionLimitsTests {
    private static func child(_ content: String, _ model: String = "ecmascript") -> String {
        "<content><scxml version='1.0' datamodel='\(model)'>\(content)</scxml></content>"
    }

    private struct Weak<Object: AnyObject & Sendable>: Sendable {
        private(set) weak var object: Object?
    }

    private struct WeakSession {
        private(set) weak var session: StatechartSession?
    }

    /// Sessions that end, and those that are cancelled, leave nothing, nor do their scripts.
    @Test func endedSessionsAreReleased() throws {
        let made = Mutex<[Weak<ECMAScript>]>([])
        var children: [WeakSession] = []
        let count = TestScope.isLong ? 10_000 : 2_000
        do {
            let run = try ScriptedSession(
                """
                <state id='s'>
                    <invoke id='ends'>\(Self.child("<datamodel><data id='x'>[1]</data></datamodel><final id='f'><donedata><content expr='x'/></donedata></final>"))</invoke>
                    <invoke id='stays'>\(Self.child("<datamodel><data id='x' expr='[_event]'/></datamodel><state id='a'><invoke>\(Self.child("<state/>", "automata"))</invoke></state>"))</invoke>
                    <transition event='again' target='s'/>
                </state>
                """, model: "automata", onScripts: { scripts in made.withLock { $0.append(Weak(object: scripts)) } })
            for number in 0..<count / 2 {
                if number % 50 == 0 { children += run.session.children.map { WeakSession(session: $0) } }
                try run.session.send("again")
            }
            #expect(run.session.children.map(\.invokeID) == ["stays"])
            #expect(made.withLock { $0.count { $0.object != nil } } == 1)
        }
        #expect(made.withLock { $0.count } >= count)
        #expect(made.withLock { $0.allSatisfy { $0.object == nil } })
        #expect(children.count == count / 100 && children.allSatisfy { $0.session == nil })
    }

    /// Sessions that send events to each other know each other, but not for ever.
    @Test func rootsAreReleased() throws {
        weak var root: StatechartSession?
        weak var kid: StatechartSession?
        for _ in 0..<100 {
            let run = try ScriptedSession(
                """
                <state id='s'><invoke id='kid'>\(Self.child("<state><onentry><send event='x' delay='1s' target='#_parent'/></onentry></state>"))</invoke>
                <transition event='x'><send event='y' target='#_kid' delay='1s'/></transition></state>
                """)
            try run.session.advance(by: .seconds(1))
            (root, kid) = (run.session, run.session.children[0])
            #expect(root != nil && kid != nil)
        }
        #expect(root == nil && kid == nil)
    }

    /// A chart that invokes itself does so until a limit, which is small enough for the stack.
    @Test func aChartThatInvokesItself() throws {
        let content = """
            <state id='s'><invoke src='itself'/><transition event='error.execution'><log label='deep'/></transition></state>
            """
        let run = try ScriptedSession(content, model: "automata", files: ["itself": content])
        #expect(run.log == ["deep"])
        var (depth, session) = (0, run.session)
        while let child = session.children.first { (depth, session) = (depth + 1, child) }
        #expect(depth == 32)
    }

    @Test func manyChildrenAtOnce() throws {
        let count = TestScope.isLong ? 9_000 : 1_000
        let kid =
            "<invoke>\(Self.child("<state><onentry><send event='up' target='#_parent'/></onentry><transition event='stop' target='f'/></state><final id='f'/>", "automata"))</invoke>"
        let kids = String(repeating: kid, count: count)
        let run = try ScriptedSession(
            """
            <datamodel><data id='n' expr='0'/></datamodel>
            <state id='s'>\(kids)
                <transition event='up'><assign location='n' expr='n + 1'/></transition>
                <transition event='look'><log expr='n'/></transition><transition event='leave' target='t'/></state>
            <state id='t'><transition event='look'><log expr='n'/></transition></state>
            """, model: "automata")
        try run.session.send("look")
        #expect(run.session.children.count == count && run.log == ["\(count)"])
        #expect(Set(run.session.children.compactMap(\.invokeID)).count == count)
        #expect(Set(run.session.children.map(\.id)).count == count)
        try run.session.send("leave")
        #expect(run.session.children.isEmpty)
    }

    @Test func childrenOverTheLimitAreErrors() throws {
        let kid = "<invoke>\(Self.child("<state/>", "automata"))</invoke>"
        let run = try ScriptedSession(
            """
            <state id='s'>\(String(repeating: kid, count: 30))
                <transition event='error.execution'><log label='full'/></transition></state>
            """, model: "automata", limits: .init(steps: 1000, events: 20))
        #expect(run.session.children.count == 19 && run.log.count == 11)
    }

    /// The number of a state's children isn't that of steps.
    @Test func moreChildrenThanSteps() throws {
        let kid = "<invoke>\(Self.child("<state/>", "automata"))</invoke>"
        let run = try ScriptedSession(
            """
            <state id='s'>\(String(repeating: kid, count: 100))
                <transition event='error.execution'><log label='full'/></transition></state>
            """, model: "automata", limits: .init(steps: 20, events: 40))
        #expect(run.session.children.count == 39 && run.log.count == 61)
        #expect(run.failures.allSatisfy { $0.contains("at most 40 charts can run at once") })
        // Children that lead to others without end are steps.
        #expect(throws: StateMachineError.self) {
            try ScriptedSession(
                """
                <state id='s'><invoke src='nowhere'/><transition event='error' target='s'/></state>
                """, model: "automata", limits: .init(steps: 20, events: 40))
        }
    }

    /// A child that sends without end, in one of many ways, ends the macrostep; the parent can
    /// leave it.
    @Test(arguments: [
        "<onentry><send event='x'/></onentry><transition event='x'><send event='x'/></transition>",
        "<onentry><send event='x'/></onentry><transition event='x'><send event='x'/><send event='x'/><send event='x'/></transition>",
        "<onentry><send event='x' target='#_parent'/></onentry><transition event='x'><send event='x' target='#_parent'/></transition>",
        "<onentry><send event='x' target='#_parent'/></onentry><transition event='x'><send event='x' target='#_parent'/><send event='x' target='#_parent'/></transition>",
        "<onentry><raise event='x'/></onentry><transition event='x'><raise event='x'/></transition>",
        "<onentry><raise event='x'/></onentry><transition event='x'><raise event='x'/><raise event='x'/></transition>",
    ])
    func aChildThatSendsWithoutEnd(content: String) throws {
        for steps in [200, 10_000] {
            let run = try ScriptedSession(
                """
                <state id='t'><transition event='go' target='s'/><transition event='*'/></state>
                <state id='s'><invoke id='kid' autoforward='true'>\(Self.child("<state>\(content)</state>", "automata"))</invoke>
                    <transition event='leave' target='t'/></state>
                """, model: "automata", limits: .init(steps: steps, events: 100))
            #expect(throws: StateMachineError.self) { try run.session.send("go") }
            #expect(run.active == ["s"])
            _ = try? run.session.send("leave")
            #expect(run.active == ["t"] && run.session.children.isEmpty)
            // What it had sent is taken, and that was all.
            _ = try? run.session.send("x")
            try run.session.send("x")
            #expect(run.active == ["t"] && run.session.deadline == nil)
        }
    }

    // MARK: - After the end

    /// Events to sessions that have ended go nowhere, and nothing is told twice.
    @Test func eventsToEndedSessions() throws {
        let run = try ScriptedSession(
            """
            <state id='s'>
                <invoke id='ends'>\(Self.child("<state><transition event='stop' target='f'/></state><final id='f'/>"))</invoke>
                <invoke id='stays'>\(Self.child("<state><transition event='x'><send event='never' target='#_parent'/></transition></state>"))</invoke>
                <transition event='stop'><send event='stop' target='#_ends'/></transition>
                <transition event='leave' target='t'/><transition event='*'><log expr='_event.name'/></transition></state>
            <state id='t'><transition event='*'><log expr='_event.name'/></transition></state>
            """)
        let children = run.session.children
        try run.session.send("stop")
        #expect(run.log == ["done.invoke.ends"])
        for _ in 0..<3 { #expect(try children[0].send("stop") == .ignored) }
        try run.session.send("stop")
        #expect(run.log == ["done.invoke.ends", "error.communication"])
        try run.session.send("leave")
        #expect(try children[1].send("x") == .ignored)
        try children[1].advance(by: .seconds(1))
        try run.session.send("end")
        #expect(run.log == ["done.invoke.ends", "error.communication", "end"])
        #expect(children.allSatisfy { $0.hasEnded && $0.children.isEmpty })
    }

    /// A session that is cancelled at the very time for which it has sent something sends it no
    /// more.
    @Test func theTimeOfTheCancellation() throws {
        let run = try ScriptedSession(
            """
            <state id='s'><invoke id='kid'>\(Self.child("<state><onentry><send event='late' target='#_parent' delay='1s'/></onentry></state>"))</invoke>
                <transition automata:after='1s' target='t'/><transition event='*'><log expr='_event.name'/></transition></state>
            <state id='t'><transition event='*'><log expr='_event.name'/></transition></state>
            """)
        try run.session.advance(by: .seconds(3))
        #expect(run.active == ["t"] && run.log.isEmpty)
    }

    /// The end of a session that is told late doesn't end the next one of the same identifier.
    @Test func theEndOfAnotherOfTheSameName() throws {
        let run = try ScriptedSession(
            """
            <state id='s'><invoke id='kid'>\(Self.child("<state><transition event='stop' target='f'/><transition event='ask'><send event='answer' target='#_parent'/></transition></state><final id='f'/>"))</invoke>
                <transition event='go'><send event='again'/><send event='stop' target='#_kid'/><send event='again'/></transition>
                <transition event='again' target='s'/><transition event='ask'><send event='ask' target='#_kid'/></transition>
                <transition event='*'><log expr='_event.name'/></transition></state>
            """)
        try run.session.send("go")
        #expect(run.session.children.count == 1)
        try run.session.send("ask")
        #expect(run.log.last == "answer")
    }

    /// Delayed events are cancelled by those who sent them, wherever they go.
    @Test func delayedEventsAcrossSessions() throws {
        let run = try ScriptedSession(
            """
            <state id='s'><invoke id='kid'>\(Self.child("""
                <state><onentry><send event='up' id='i' target='#_parent' delay='2s'/><send event='up2' id='j' target='#_parent' delay='2s'/></onentry>
                <transition event='cancel'><cancel sendid='i'/></transition><transition event='*'><log label='kid' expr='_event.name'/></transition></state>
                """))</invoke>
                <transition event='begin'><send event='down' id='i' target='#_kid' delay='2s'/><send event='down2' id='k' target='#_kid' delay='2s'/></transition>
                <transition event='cancel'><cancel sendid='j'/><cancel sendid='k'/><send event='cancel' target='#_kid'/></transition>
                <transition event='*'><log expr='_event.name + " " + _event.invokeid'/></transition></state>
            """)
        try run.session.send("begin")
        try run.session.advance(by: .seconds(1))
        try run.session.send("cancel")
        try run.session.advance(by: .seconds(1))
        // Each cancels its own: `i` of the child and `k` of the parent are gone.
        #expect(run.log == ["kid down", "up2 kid"])
    }
}
