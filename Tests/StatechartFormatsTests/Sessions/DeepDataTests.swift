import Statecharts
import TestSupport
import Testing

/// Values of scripts that nest 100,000 deep, wherever they could leave the script.
@Suite struct DeepDataTests {
    /// More than a session and a thread have otherwise, as each level takes some 200 bytes.
    private static let (memoryLimit, stackSize) = (1 << 26, 1 << 25)
    private static let deep =
        "<script>var deep = []; for (var i = 0; i &lt; 100000; i++) deep = [deep];</script>"

    /// Begins a session, and sends events.
    ///
    /// - Returns: What it has logged.
    private func log(_ content: String, _ events: String...) throws -> [String] {
        var result = Result<[String], any Error>.success([])
        let isDone = onThread(of: Self.stackSize) {
            result = Result {
                let run = try ScriptedSession(content, memoryLimit: Self.memoryLimit)
                for event in events { try run.session.send(event) }
                return run.log
            }
        }
        #expect(isDone)
        return try result.get()
    }

    @Test(arguments: [
        "<send event='e'><content expr='deep'/></send>", "<send event='e'><param name='p' expr='deep'/></send>",
        "<send event='e' namelist='deep'/>", "<raise event='e'><automata:content expr='deep'/></raise>",
        "<log expr='deep'/>", "<send eventexpr='deep'/>", "<send event='e' targetexpr='[deep]'/>",
        "<script>JSON.stringify(deep)</script>", "<script>'' + deep</script>",
        "<script>JSON.parse(new Array(100001).join('['))</script>",
    ])
    func actionsFail(action: String) throws {
        let log = try log(
            """
            \(Self.deep)
            <state id='s'><transition event='go'>\(action)<log label='after'/></transition>
                <transition event='error.execution'><log label='error'/></transition>
                <transition event='look'><log expr="deep[0][0].length + typeof _event.data"/></transition>
                <transition event='e'><log label='came'/></transition></state>
            """, "go", "look")
        // What is raised comes, without the data.
        #expect(log == ["error"] + (action.hasPrefix("<raise") ? ["came"] : []) + ["1undefined"])
    }

    /// Within a session such a value goes from place to place.
    @Test func assigningStaysInside() throws {
        let log = try log(
            """
            <datamodel><data id='x'/></datamodel>\(Self.deep)
            <state id='s'><transition event='go'><assign location='x' expr='[deep]'/>
                <foreach array='x' item='y'><log expr='y === deep'/></foreach></transition></state>
            """, "go")
        #expect(log == ["true"])
    }

    /// The end comes without the data that can't be had.
    @Test(arguments: ["<content expr='deep'/>", "<param name='p' expr='deep'/>"])
    func endsComeWithoutData(data: String) throws {
        let state = try log(
            """
            \(Self.deep)
            <state id='s'><state id='a'><transition event='go' target='f'/></state>
                <final id='f'><donedata>\(data)</donedata></final>
                <transition event='error.execution'><log label='error'/></transition>
                <transition event='done.state.s'><log label='done' expr='typeof _event.data'/></transition></state>
            """, "go")
        #expect(state == ["error", "done undefined"])
        let invocation = try log(
            """
            <state id='s'><invoke id='kid'><content><scxml version='1.0' datamodel='ecmascript'>
                \(Self.deep)<final id='f'><donedata>\(data)</donedata></final></scxml></content></invoke>
                <transition event='done.invoke.kid'><log label='done' expr='typeof _event.data'/></transition></state>
            """)
        #expect(invocation == ["done undefined"])
    }

    @Test(arguments: ["deep", "[deep]"]) func argumentsFail(argument: String) throws {
        let log = try log(
            """
            \(Self.deep)
            <state id='s'><invoke id='kid'><param name='x' expr='\(argument)'/><content><scxml version='1.0'
                datamodel='ecmascript'><datamodel><data id='x'/></datamodel>
                <state><onentry><log label='begun'/></onentry></state></scxml></content></invoke>
                <transition event='error.execution'><log label='error'/></transition></state>
            """)
        #expect(log == ["error"])
    }

    /// JSON that is too deep isn't JSON, but a text as any other.
    @Test func deepJSONIsAText() throws {
        let text = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        let log = try log(
            """
            <datamodel><data id='x'>\(text)</data></datamodel>
            <state id='s'><transition event='go'><send event='e'><content>\(text)</content></send></transition>
                <transition event='e'><log expr='x.length'/><log expr='_event.data.length'/></transition></state>
            """, "go")
        #expect(log == ["200000", "200000"])
    }
}
