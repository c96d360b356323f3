import Components
import Foundation
import Testing

/// `automata components inspect`, and `run --inspect`.
@Suite(.serialized) struct ComponentInspectionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func inspect(_ path: String) async throws -> RunningEditor {
        try await RunningEditor(path, command: ["components", "inspect"], in: folder)
    }

    /// Asks for the run until a condition holds.
    @discardableResult
    private func run(_ editor: RunningEditor, _ holds: ([String: Any]) -> Bool) async throws -> [String: Any] {
        while true {
            let run = try await editor.get("run")
            if holds(run) { return run }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    // MARK: - Other programs

    private static let greeting = #"{"news": "run", "version": 1, "allowsControl": true}"# + "\n"

    @Test func systemIsWatchedAndPaused() async throws {
        var assembly = Assembly()
        let counter = assembly.add("counter") { Counter() }
        let system = try ComponentSystem(assembly)
        let inspector = try system.inspect(at: folder.path("socket"), allowsControl: true)
        let editor = try await inspect("socket")
        defer { editor.kill() }
        try await run(editor) { $0["partCount"] as? Int == 1 }
        #expect(try await editor.post("pause").status == 200)
        try await run(editor) { $0["isPaused"] as? Bool == true }
        let port = try system.port(\.input, of: counter)
        for number in 1...3 { port.count(number) }
        let waiting = try await run(editor) { $0["waitingCount"] as? Int == 3 }
        #expect(waiting["waiting"] as? [String] == (1...3).map { "#outside/\($0) counter.input.count(\($0))" })
        let counts = waiting["waitingCounts"] as? [[String: Any]]
        #expect(counts?.map { $0["part"] as? String } == ["counter"] && counts?.map { $0["count"] as? Int } == [3])
        #expect(try await editor.post("step").status == 200)
        try await run(editor) { $0["waitingCount"] as? Int == 2 }
        #expect(try await editor.post("run").status == 200)
        try await run(editor) { $0["waitingCount"] as? Int == 0 && $0["isPaused"] as? Bool == false }
        try system.setBreakpoints([.message(\.input.count, of: counter)])
        port.count(4)
        let stopped = try await run(editor) { $0["isPaused"] as? Bool == true }
        #expect(stopped["stop"] as? String == "#outside/4 counter.input.count(4)")
        let back = try await editor.post("back")
        #expect(back.status == 422 && (back.json["error"] as? String)?.contains("use the program itself") == true)
        // The program ends while its page is open.
        await system.end()
        let ended = try await run(editor) { $0["hasEnded"] as? Bool == true }
        #expect(ended["problem"] is NSNull)
        let refusal = try await editor.post("pause")
        #expect((refusal.json["error"] as? String)?.hasPrefix("the run has ended") == true)
        inspector.close()
    }

    @Test(arguments: [
        (greeting, "the program has closed the connection"),
        ("{\"error\": \"this program has 16 listeners; close one of them\"}\n", "this program has 16 listeners"),
        (greeting + "{\"news\": 1]\n", "isn't of the protocol of inspectors"),
    ]) func programThatFails(lines: String, problem: String) async throws {
        let program = try PlayedProgram(at: folder.path("socket"))
        let editor = try await inspect("socket")
        defer { editor.kill() }
        program.tell(lines)
        program.end()
        let last = try await run(editor) { $0["problem"] is String }
        #expect((last["problem"] as? String)?.contains(problem) == true && last["allowsControl"] as? Bool == false)
        #expect(try await editor.post("pause").status == 422)
    }

    // Also without a stream of news, and though the program is there, but silent.
    @Test func programThatIsSilent() async throws {
        let program = try PlayedProgram(at: folder.path("socket"))
        let editor = try await inspect("socket")
        defer { editor.kill() }
        program.tell(Self.greeting)
        for problem in ["the program hasn't answered for 5 seconds", "hasn't answered the request before"] {
            let refusal = try await editor.post("pause")
            #expect(refusal.status == 422 && (refusal.json["error"] as? String)?.contains(problem) == true)
        }
        program.end()
        try await run(editor) { $0["problem"] is String }
        let refusal = try await editor.post("step")
        #expect(refusal.status == 422 && refusal.json["error"] as? String == "the program has closed the connection")
    }

    @Test func firstLookShowsTheRun() async throws {
        var assembly = Assembly()
        let counter = assembly.add("counter") { Counter() }
        let system = try ComponentSystem(assembly)
        let inspector = try system.inspect(at: folder.path("socket"), allowsControl: true)
        let editor = try await inspect("socket")
        defer { editor.kill() }
        #expect(try await editor.get("run")["partCount"] as? Int == 1)
        #expect(try await editor.post("pause").status == 200)
        withExtendedLifetime((inspector, counter)) {}
        await system.end()
    }

    @Test(arguments: [
        ("none", "there is no such socket; start the program"), ("file", "this isn't a socket; name the one"),
        (".", "this isn't a socket; name the one"), ("file/socket", "Not a directory; name the socket"),
        ("dead", "the program of this socket has ended; start it again"),
        (String(repeating: "x", count: 200), "it has more than 107 bytes"), ("", "it has more than 107 bytes, or none"),
    ]) func wrongSockets(path: String, message: String) throws {
        try folder.write("file", "text")
        PlayedProgram.leaveSocket(at: folder.path("dead"))
        let outcome = try Tool.run("components", "inspect", path, "--no-open", in: folder)
        #expect(outcome.status == 2 && outcome.output.isEmpty && outcome.errors.contains(message), "\(outcome)")
    }

    @Test(.enabled(if: getuid() != 0, "the superuser may use all sockets")) func socketOfAnotherUser() throws {
        let program = try PlayedProgram(at: folder.path("socket"))
        chmod(folder.path("socket"), 0)
        let outcome = try Tool.run("components", "inspect", "socket", "--no-open", in: folder)
        #expect(outcome.status == 2 && outcome.errors.contains("the socket isn't yours; run this command as the user"))
        withExtendedLifetime(program) {}
    }

    // MARK: - Runs of the tool

    @Test func runGoesForwardsAndBack() async throws {
        let file = Tool.examples.appendingPathComponent("components/expenses.json").path
        let editor = try await RunningEditor(
            file, "button.fetch", command: ["components", "run", "--inspect"], in: folder)
        defer { editor.kill() }
        let start = try await editor.get("run")
        #expect(start["isPaused"] as? Bool == true && start["waitingCount"] as? Int == 1)
        #expect((start["next"] as? String)?.contains("model.button.fetch") == true)
        let step = try await editor.post("step").json
        #expect((step["states"] as? [String: [String]])?["model"] == ["Fetching"])
        #expect((try await editor.post("back").json["states"] as? [String: [String]])?["model"] == ["NoExpenses"])
        let later = try await editor.post("send", Array("+5s".utf8)).json
        #expect((later["states"] as? [String: [String]])?["model"] == ["Showing"] && later["time"] as? Int == 5000)
        let wrong = try await editor.post("send", Array("button.fetsch".utf8))
        #expect(wrong.status == 422 && (wrong.json["error"] as? String)?.hasPrefix("unknown message 'fetsch'") == true)
    }

    @Test func endlessScriptsLeaveThePage() async throws {
        try folder.write(
            "door.json",
            #"{"components": {"door": {"chart": "door.scxml", "in": {"hand": ["push", "spin"]}}}, "#
                + #""environment": {"hand": "door.hand"}}"#)
        try folder.write(
            "door.scxml",
            """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript" name="Door">
              <state id="closed">
                <transition event="push" target="open"/>
                <transition event="spin"><script>while (true) {}</script></transition>
              </state>
              <state id="open"/>
            </scxml>
            """)
        let editor = try await RunningEditor("door.json", command: ["components", "run", "--inspect"], in: folder)
        defer { editor.kill() }
        _ = try await editor.post("send", Array("hand.spin".utf8))
        let spun = try await editor.post("step").json
        let problem = spun["problem"] as? String
        #expect(problem?.hasPrefix("'door': an action fails: the script") == true, "\(problem ?? "")")
        _ = try await editor.post("send", Array("hand.push".utf8))
        let pushed = try await editor.post("step").json
        #expect((pushed["states"] as? [String: [String]])?["door"] == ["open"] && pushed["problem"] is NSNull)
    }

    @Test func runsThatCannotBegin() throws {
        let outcome = try Tool.run("components", "run", "none.json", "--inspect", "--no-open", in: folder)
        #expect(outcome.status == 2 && outcome.errors.hasPrefix("none.json: error: "))
        let file = Tool.examples.appendingPathComponent("components/expenses.json").path
        let wrong = try Tool.run("components", "run", file, "button.fetsch", "--inspect", "--no-open", in: folder)
        #expect(wrong.status == 2 && wrong.errors.contains("unknown message 'fetsch'"))
    }
}

private struct Counts: PortProtocol { let count = Message<Int>() }

private struct Counter: Component {
    let input = Input<Counts>()
    static var handlers: Handlers<Counter> { Receive(\.input.count) { _, _ in } }
}

/// A program with a socket that says what the test wants.
private final class PlayedProgram: @unchecked Sendable {
    // Unchecked, because each test uses it on one thread at a time.
    private let listener: Int32
    private var client: Int32 = -1

    init(at path: String) throws {
        listener = try #require(Self.bind(path))
        listen(listener, 1)
    }

    deinit {
        close(listener)
        if client >= 0 { close(client) }
    }

    /// Leaves a socket at which nobody listens.
    static func leaveSocket(at path: String) { bind(path).map { _ = close($0) } }

    func tell(_ text: String) {
        client = accept(listener, nil, nil)
        let bytes = Array(text.utf8)
        _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    func end() { shutdown(client, Int32(SHUT_RDWR)) }

    private static func bind(_ path: String) -> Int32? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return result == 0 ? descriptor : nil
    }
}
