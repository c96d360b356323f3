import Foundation
import Testing

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
