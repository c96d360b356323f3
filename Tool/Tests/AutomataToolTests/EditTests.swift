import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Documents that are edited through the server of `automata edit`, and their files.
@Suite struct EditTests {
    private static let example = Tool.examples.appendingPathComponent("ends-with-01.jff").path

    @Test func aSketchIsSavedAfterEveryCommand() async throws {
        let folder = try TemporaryFolder()
        var editor = try await RunningEditor("a.sketch", in: folder)
        let document = try await editor.documents()[0]
        #expect(document["name"] as? String == "a.sketch" && document["format"] as? String == "sketch")
        #expect(document["isSaved"] as? Bool == true && document["isUntitled"] as? Bool == false)
        try await editor.draw()
        try await editor.command(["do": "setWords", "words": [["word": "a", "want": "accept"]]])
        let scene = try await editor.get("documents/1/scene")
        editor.kill()
        let verdicts = try Tool.run("accepts", "a.sketch", "a", "", in: folder)
        #expect(verdicts.lines == ["accepted\ta", "rejected\t"])
        editor = try await RunningEditor("a.sketch", in: folder)
        let again = try await editor.get("documents/1/scene")
        for key in ["elements", "order", "problems", "words"] {
            #expect((scene[key] as? NSArray) == (again[key] as? NSArray))
        }
        editor.kill()
    }

    @Test func anotherFormatIsWrittenOnCommand() async throws {
        let folder = try TemporaryFolder()
        #expect(try Tool.run("convert", Self.example, "-o", "a.jff", in: folder).status == 0)
        let before = try folder.read("a.jff")
        var editor = try await RunningEditor("a.jff", in: folder)
        try await editor.command(["do": "addState", "at": [300, 300], "name": "new"])
        #expect(try await editor.documents()[0]["isSaved"] as? Bool == false)
        editor.kill()
        #expect(try folder.read("a.jff") == before)
        // What wasn't written is there again.
        editor = try await RunningEditor("a.jff", in: folder)
        #expect(try await editor.documents()[0]["isSaved"] as? Bool == false)
        #expect(try await editor.post("documents/1/save").status == 200)
        #expect(try folder.read("a.jff").contains("name=\"new\""))
        #expect(try await editor.documents()[0]["isSaved"] as? Bool == true)
        // Another program changes it.
        try await editor.command(["do": "addState", "at": [400, 300], "name": "newer"])
        try folder.write("a.jff", before)
        let conflict = try await editor.post("documents/1/save")
        #expect(conflict.status == 409)
        #expect(conflict.json["error"] as? String == "The file was changed by another program.")
        #expect(try folder.read("a.jff") == before)
        #expect(try await editor.post("documents/1/reload").status == 200)
        let reopened = try await editor.get("documents/1/scene")
        #expect((reopened["spoken"] as? String)?.contains("new") == false)
        try await editor.command(["do": "addState", "at": [400, 300], "name": "newer"])
        try folder.write("a.jff", before + " ")
        #expect(try await editor.post("documents/1/save?force=true").status == 200)
        #expect(try folder.read("a.jff").contains("name=\"newer\""))
        editor.kill()
    }

    /// What wasn't written is there again, whatever became of the file.
    @Test func whatWasNotWrittenIsRecovered() async throws {
        let folder = try TemporaryFolder()
        var editor = try await RunningEditor("new.jff", "./new.jff", in: folder)
        #expect(try await editor.documents().count == 1)
        try await editor.draw()
        editor.kill()
        #expect(!folder.exists("new.jff"))
        editor = try await RunningEditor("new.jff", in: folder)
        #expect(((try await editor.get("documents/1/scene"))["elements"] as? [Any])?.count == 4)
        #expect(try await editor.post("documents/1/save").status == 200)
        try await editor.command(["do": "addState", "at": [400, 300], "name": "late"])
        editor.kill()
        // Another program was later: both are kept.
        try await Task.sleep(for: .milliseconds(20))
        try folder.write("new.jff", try folder.read("new.jff") + "\n")
        editor = try await RunningEditor("new.jff", in: folder)
        #expect((try await editor.get("documents/1/scene")["spoken"] as? String)?.contains("late") == false)
        editor.kill()
        #expect(try folder.read("state/automata/new-unsaved.sketch").contains("late"))
        // A damaged one is no obstacle.
        editor = try await RunningEditor("new.jff", in: folder)
        try await editor.command(["do": "addState", "at": [400, 300]])
        editor.kill()
        let unsaved = try FileManager.default.contentsOfDirectory(atPath: folder.path("state/automata/unsaved"))
        try folder.write("state/automata/unsaved/\(try #require(unsaved.first))", "")
        editor = try await RunningEditor("new.jff", in: folder)
        #expect(try await editor.documents()[0]["isSaved"] as? Bool == true)
        editor.kill()
        // Two new documents, and names that would hide.
        editor = try await RunningEditor(in: folder)
        for name in ["", "", ".hidden.jff", String(repeating: "long", count: 100) + ".jff"] {
            #expect(try await editor.post("documents?name=\(name)").status == 200)
        }
        let documents = try await editor.documents()
        for id in documents.compactMap({ $0["id"] as? Int }) {
            try await editor.command(["do": "addState", "at": [0, 0]], of: id)
        }
        #expect(try await editor.documents().allSatisfy { $0["isSaved"] as? Bool == true })
        #expect(Set(documents.compactMap { $0["name"] as? String }).count == documents.count)
        editor.kill()
    }

    @Test func unnamedDocumentsAndDroppedFilesAreKept() async throws {
        let folder = try TemporaryFolder()
        var editor = try await RunningEditor(in: folder)
        #expect(try await editor.documents().map { $0["isUntitled"] as? Bool } == [true])
        try await editor.draw()
        let jff = Array(try Data(contentsOf: URL(fileURLWithPath: Self.example)))
        #expect(try await editor.post("documents?name=x.jff", jff).json["id"] as? Int == 2)
        #expect(try await editor.post("documents?name=x.jff", Array("?".utf8)).status == 422)
        try await editor.command(["do": "layOut"], of: 2)
        editor.kill()
        editor = try await RunningEditor(in: folder)
        #expect(
            Set(try await editor.documents().compactMap { $0["name"] as? String }) == ["untitled.sketch", "x.sketch"])
        #expect(try await editor.post("documents/1/commands", Array("[]".utf8)).status == 400)
        for path in ["documents/9/scene", "documents/x/scene", "documents/1/fly", "elsewhere"] {
            #expect(try await editor.post(path).status == 404)
        }
        editor.kill()
    }

    @Test func filesThatCannotBeEditedAreErrors() throws {
        let folder = try TemporaryFolder()
        try folder.write("bad.jff", "<structure><type>fa</type>")
        try folder.write("picture.svg", "<svg/>")
        for (file, message) in [
            ("bad.jff", "bad.jff:1:"),
            ("new.doc", "new.doc: error: an automaton can't be kept as .doc; name it .sketch or .jff"),
            ("new.svg", "can't be kept as .svg"), ("picture.svg", "error: "),
        ] {
            let outcome = try Tool.run("edit", "--no-open", file, in: folder)
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
        }
    }
}

/// The tool while it serves the editor.
private struct RunningEditor {
    struct Answer {
        let status: Int
        let json: [String: Any]
    }

    private let process = Process()
    private let address: String
    private let token: String

    init(_ files: String..., in folder: TemporaryFolder) async throws {
        process.executableURL = Tool.executable
        process.arguments = ["edit", "--no-open", "--keep"] + files
        process.currentDirectoryURL = folder.url
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["XDG_STATE_HOME": folder.url.path + "/state"]) { $1 }
        let pipe = Pipe()
        process.standardError = pipe
        try process.run()
        var text = ""
        while !text.hasSuffix("\n") {
            let data = pipe.fileHandleForReading.availableData
            if data.isEmpty { break }
            text += String(decoding: data, as: UTF8.self)
        }
        let parts = text.split(separator: "#")
        try #require(parts.count == 2, "\(text)")
        address = String(parts[0])
        token = parts[1].trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Ends the editor at once, as a crash does.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private func send(_ path: String, _ method: String, _ body: [UInt8]?) async throws -> Answer {
        var request = URLRequest(url: try #require(URL(string: address + "api/" + path)))
        request.httpMethod = method
        request.httpBody = body.map { Data($0) }
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let (data, response) = try await URLSession.shared.data(for: request)
        let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return Answer(status: (response as? HTTPURLResponse)?.statusCode ?? 0, json: json ?? [:])
    }

    func get(_ path: String) async throws -> [String: Any] { try await send(path, "GET", nil).json }

    func post(_ path: String, _ body: [UInt8] = []) async throws -> Answer { try await send(path, "POST", body) }

    func documents() async throws -> [[String: Any]] {
        try await get("documents")["documents"] as? [[String: Any]] ?? []
    }

    @discardableResult
    func command(_ command: [String: Any], of id: Int = 1) async throws -> Answer {
        let body = try JSONSerialization.data(withJSONObject: ["page": "p1", "commands": [command]])
        let answer = try await post("documents/\(id)/commands", Array(body))
        #expect(answer.status == 200)
        return answer
    }

    /// Draws the automaton that accepts the word a.
    func draw() async throws {
        for command: [String: Any] in [
            ["do": "addState", "at": [100, 100]], ["do": "addState", "at": [250, 100], "final": true],
            ["do": "setInitial", "element": "s1", "is": true], ["do": "addTransition", "from": "s1", "to": "s2"],
            ["do": "setSymbols", "element": "t4", "symbols": ["a"]],
        ] {
            try await self.command(command)
        }
    }
}
