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
        #expect(
            conflict.json["error"] as? String
                == "The file was changed by another program; save over it, or open it again.")
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
        let opened = try await editor.post("documents?name=x.jff", jff).json["id"] as? Int
        #expect(try await editor.documents()[1]["id"] as? Int == opened)
        #expect(try await editor.post("documents?name=x.jff", Array("?".utf8)).status == 422)
        try await editor.command(["do": "layOut"], of: 2)
        editor.kill()
        editor = try await RunningEditor(in: folder)
        #expect(
            Set(try await editor.documents().compactMap { $0["name"] as? String }) == ["untitled.sketch", "x.sketch"])
        #expect(try await editor.post("documents/1/commands", Array("[]".utf8)).status == 400)
        #expect(try await editor.post("documents/9/commands").status == 410)
        for path in ["documents/x/scene", "documents/1/fly", "elsewhere"] {
            #expect(try await editor.post(path).status == 404)
        }
        editor.kill()
    }

    /// What a page sends to a document never reaches another one, whatever was opened since.
    @Test func documentsKeepTheirNumbers() async throws {
        let folder = try TemporaryFolder()
        var editor = try await RunningEditor("a.sketch", "b.sketch", in: folder)
        let before = try await editor.documents().compactMap { $0["id"] as? Int }
        #expect(try await editor.post("documents/\(before[0])/close").status == 200)
        #expect(try await editor.post("documents/\(before[0])/commands").status == 410)
        editor.kill()
        editor = try await RunningEditor("c.sketch", "b.sketch", "./a.sketch", in: folder)
        let after = try await editor.documents().compactMap { $0["id"] as? Int }
        #expect(after[1] == before[1] && after[2] == before[0] && after[0] != before[0])
        editor.kill()
        // A new document has no number that was used before.
        editor = try await RunningEditor(in: folder)
        let first = try #require(try await editor.documents()[0]["id"] as? Int)
        _ = try await editor.post("documents")
        #expect(try await editor.post("documents/\(first)/close").status == 200)
        _ = try await editor.post("documents")
        let ids = try await editor.documents().compactMap { $0["id"] as? Int }
        #expect(ids.count == 2 && !ids.contains(first))
        editor.kill()
    }

    @Test func closingAsksWhatMayBeLost() async throws {
        let folder = try TemporaryFolder()
        var editor = try await RunningEditor("a.jff", "b.sketch", "c.jff", in: folder)
        try await editor.draw()
        try await editor.command(["do": "addState", "at": [0, 0]], of: 2)
        var closing = try await editor.post("documents/1/close")
        #expect(closing.status == 409 && closing.json["error"] as? String == "unsaved")
        for place in [3, 2] { #expect(try await editor.post("documents/\(place)/close").status == 200) }
        #expect(try await editor.post("documents/1/close?as=kept").status == 200)
        editor.kill()
        // A document without a name comes back unless it is thrown away.
        editor = try await RunningEditor(in: folder)
        try await editor.draw()
        closing = try await editor.post("documents/1/close")
        #expect(closing.status == 409 && closing.json["error"] as? String == "unnamed")
        #expect(try await editor.post("documents/1/close?as=kept").status == 200)
        editor.kill()
        editor = try await RunningEditor(in: folder)
        #expect(((try await editor.get("documents/1/scene"))["elements"] as? [Any])?.count == 4)
        #expect(try await editor.post("documents/1/close?as=discarded").status == 200)
        editor.kill()
        editor = try await RunningEditor(in: folder)
        #expect(((try await editor.get("documents/1/scene"))["elements"] as? [Any])?.isEmpty == true)
        editor.kill()
        #expect(folder.exists("state/automata/discarded/untitled.sketch"))
    }

    /// Documents with one name have their folders in it, which results haven't.
    @Test func resultsOfDocumentsWithOneNameAreThereAgain() async throws {
        let folder = try TemporaryFolder()
        for name in ["x", "y"] {
            try FileManager.default.createDirectory(
                at: folder.url.appendingPathComponent(name), withIntermediateDirectories: false)
        }
        var editor = try await RunningEditor("x/a.sketch", "y/a.sketch", in: folder)
        try await editor.draw()
        #expect(try await editor.post("documents/1/derive", ["steps": "determinize"]).status == 200)
        try await editor.command(["do": "setChain", "stages": [["do": "union", "with": "y/a.sketch"]]])
        try await editor.command(["do": "addState", "at": [0, 0], "name": "mine"], of: 3)
        let chain = try await editor.ask(["ask": "chain"])
        #expect(chain["command"] as? String == "automata union x/a.sketch y/a.sketch --to mata")
        editor.kill()
        editor = try await RunningEditor(in: folder)
        #expect((try await editor.get("documents/1/scene")["spoken"] as? String)?.contains("mine") == true)
        editor.kill()
    }

    /// A file's name turns no text around that follows it.
    @Test func namesHaveNoSignsOfDirection() async throws {
        let folder = try TemporaryFolder()
        let editor = try await RunningEditor("a\u{202E}hctek.sketch", in: folder)
        try await editor.command(["do": "addState", "at": [0, 0]])
        #expect(try await editor.documents()[0]["name"] as? String == "a\u{FFFD}hctek.sketch")
        #expect(folder.exists("a\u{202E}hctek.sketch"))
        editor.kill()
    }

    @Test func aReadOnlyFileIsNotOverwritten() async throws {
        let folder = try TemporaryFolder()
        let empty = "{\"format\": \"automata-sketch\", \"version\": 1}"
        try folder.write("a.sketch", empty)
        let path = folder.url.appendingPathComponent("a.sketch").path
        chmod(path, 0o444)
        var editor = try await RunningEditor("a.sketch", in: folder)
        try await editor.command(["do": "addState", "at": [0, 0]])
        #expect(try await editor.documents()[0]["isSaved"] as? Bool == false)
        #expect(try folder.read("a.sketch") == empty)
        let saving = try await editor.post("documents/1/save?force=true")
        #expect(saving.status == 422 && (saving.json["error"] as? String)?.contains("read-only") == true)
        #expect(try await editor.post("documents/1/close").status == 409)
        editor.kill()
        // What wasn't written is there again.
        chmod(path, 0o644)
        editor = try await RunningEditor("a.sketch", in: folder)
        #expect(try await editor.post("documents/1/save").status == 200)
        #expect(try folder.read("a.sketch").contains("states"))
        editor.kill()
    }

    /// A file of an editor that was killed while it wrote is removed, and no other.
    @Test func staleFilesAreRemoved() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("state/automata/unsaved"), withIntermediateDirectories: true)
        let state = "state/automata"
        let stale = [".a.sketch.1x9z.tmp", "\(state)/.untitled.sketch.0.tmp", "\(state)/unsaved/.f0.sketch.z.tmp"]
        let others = [
            ".b.sketch.1x9z.tmp", ".a.sketch.tmp", ".a.sketch.1-2.tmp", "a.sketch.1x9z.tmp", ".a.sketch.9.tmp",
        ]
        for name in stale + others {
            try folder.write(name, "")
            guard name != others.last else { continue }
            let path = folder.url.appendingPathComponent(name).path
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -100)], ofItemAtPath: path)
        }
        let editor = try await RunningEditor("a.sketch", in: folder)
        editor.kill()
        #expect((stale + others).filter(folder.exists) == others)
    }

    @Test func filesThatCannotBeEditedAreErrors() throws {
        let folder = try TemporaryFolder()
        try folder.write("bad.jff", "<structure><type>fa</type>")
        try folder.write("picture.svg", "<svg/>")
        for (file, message) in [
            ("bad.jff", "bad.jff:1:"),
            ("new.doc", "new.doc: error: an automaton can't be saved as .doc; name it .sketch or .jff"),
            ("new.svg", "can't be saved as .svg"), ("picture.svg", "error: "),
        ] {
            let outcome = try Tool.run("edit", "--no-open", file, in: folder)
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
        }
    }
}
