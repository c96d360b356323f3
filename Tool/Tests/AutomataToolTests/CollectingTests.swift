import Foundation
import Testing

/// The samples of `automata edit --collect`, through its server and in their files.
@Suite struct CollectingTests {
    private static let circle: [[Double]] = (0...40).map { index in
        let angle = 0.3 + Double(index) / 40 * 2 * .pi
        return [100 + 40 * cos(angle), 100 + 40 * sin(angle)]
    }

    private func sample(_ name: String, _ strokes: [[[Double]]] = [circle]) -> [String: Any] {
        ["class": name, "strokes": strokes]
    }

    private func names(_ editor: RunningEditor) async throws -> [String] {
        let samples = try await editor.get("collection")["samples"] as? [[String: Any]] ?? []
        return samples.compactMap { $0["name"] as? String }
    }

    @Test func nothingIsWrittenBeforeConsent() async throws {
        let folder = try TemporaryFolder()
        let editor = try await RunningEditor("--collect", "new/hand", in: folder)
        let state = try await editor.get("collection")
        #expect(state["hasConsent"] as? Bool == false)
        #expect((state["consent"] as? [String])?.contains { $0.contains("new/hand") } == true)
        #expect((state["classes"] as? [[String: Any]])?.count == 44)
        let refusal = try await editor.post("collection/samples", sample("state"))
        #expect(refusal.status == 422)
        #expect(
            refusal.json["error"] as? String == "the collection isn't agreed to yet; agree on the page first")
        #expect(!folder.exists("new"))
        #expect(try await editor.post("collection/consent").status == 200)
        #expect(try folder.read("new/hand/consent.txt").hasPrefix("You are asked to draw"))
        #expect(try await editor.post("collection/samples", sample("state")).status == 200)
        #expect(folder.exists("new/hand/state-1.ndjson"))
        editor.kill()
    }

    @Test func samplesAreKeptTakenBackAndResumed() async throws {
        let folder = try TemporaryFolder()
        var editor = try await RunningEditor("--collect", "hand", in: folder)
        #expect(try await editor.post("collection/consent").status == 200)
        for name in ["state", "state", "unknown", "character-a", "character-epsilon", "state"] {
            #expect(try await editor.post("collection/samples", sample(name)).status == 200)
        }
        let all = [
            "character-a-1.ndjson", "character-epsilon-1.ndjson", "state-1.ndjson", "state-2.ndjson", "state-3.ndjson",
            "unknown-1.ndjson",
        ]
        #expect(Set(try await names(editor)) == Set(all))
        #expect(try folder.read("hand/state-1.ndjson").hasPrefix("{\"element\":\"state\",\"points\":[["))
        #expect(try folder.read("hand/unknown-1.ndjson").hasPrefix("{\"element\":\"reject\","))
        #expect(try folder.read("hand/character-epsilon-1.ndjson").hasPrefix("{\"label\":\"ε\","))
        // They are ink like any other.
        let matrix = try Tool.run("recognize", "hand/state-1.ndjson", "hand/state-2.ndjson", "--evaluate", in: folder)
        #expect(matrix.status == 0)
        #expect(try await editor.post("collection/remove?name=state-2.ndjson").status == 200)
        #expect(!folder.exists("hand/state-2.ndjson"))
        for name in ["state-2.ndjson", "consent.txt", "../hand/state-1.ndjson", ""] {
            #expect(try await editor.post("collection/remove?name=\(name)").status == 422)
        }
        #expect(folder.exists("hand/consent.txt"))
        editor.kill()
        // A number is never given again before a later one.
        editor = try await RunningEditor("--collect", "hand", in: folder)
        #expect(try await editor.get("collection")["hasConsent"] as? Bool == true)
        #expect(try await names(editor).sorted() == all.filter { $0 != "state-2.ndjson" })
        #expect(
            try await editor.post("collection/samples", sample("state")).json["name"] as? String == "state-4.ndjson")
        editor.kill()
    }

    @Test func damagedFilesAreToldAndStay() async throws {
        let folder = try TemporaryFolder()
        let damaged = ["state-1.ndjson": "{\"element\":\"state\",\"points\":[[1,2],[3", "state-2.ndjson": ""]
        for (name, text) in damaged { try folder.write("hand/" + name, text) }
        try folder.write("hand/state-3.ndjson", "{\"element\":\"cycle\",\"points\":[[1,2],[3,4]]}\n")
        try folder.write("hand/notes.txt", "mine")
        let editor = try await RunningEditor("--collect", "hand", in: folder)
        #expect(editor.notes.contains("hand/state-1.ndjson: note: the sample is left as it is, and isn't counted: "))
        #expect(editor.notes.contains("expected the label element 'state'"))
        let state = try await editor.get("collection")
        #expect((state["damaged"] as? [[String: Any]])?.count == 3)
        #expect((state["samples"] as? [Any])?.isEmpty == true)
        #expect(try await editor.post("collection/consent").status == 200)
        #expect(
            try await editor.post("collection/samples", sample("state")).json["name"] as? String == "state-4.ndjson")
        for (name, text) in damaged { #expect(try folder.read("hand/" + name) == text) }
        #expect(try await editor.post("collection/remove?name=state-1.ndjson").status == 422)
        editor.kill()
    }

    @Test func whatIsNoSampleIsRefused() async throws {
        let folder = try TemporaryFolder()
        let editor = try await RunningEditor("--collect", "hand", in: folder)
        #expect(try await editor.post("collection/consent").status == 200)
        let refused: [[String: Any]] = [
            sample("triangle"), sample("state", []), sample("state", [[]]), sample("state", [[[5, 5], [5, 5]]]),
            ["strokes": [Self.circle]], [:],
        ]
        for body in refused {
            let answer = try await editor.post("collection/samples", body)
            #expect(answer.status == 422 && answer.json["error"] is String, "\(body)")
        }
        #expect(try await editor.post("collection/samples", Array("{\"class\":".utf8)).status == 422)
        #expect(try await editor.post("collection/samples", [0xFF, 0]).status == 422)
        #expect(try await editor.post("documents").status == 404)
        #expect(folder.files.filter { $0.hasPrefix("hand") } == ["hand/consent.txt"])
        // A folder that goes takes the consent with it.
        try FileManager.default.removeItem(atPath: folder.path("hand"))
        #expect(try await editor.post("collection/samples", sample("state")).status == 422)
        #expect(!folder.exists("hand"))
        editor.kill()
    }

    @Test func aFolderThatCannotBeWrittenIsRefused() throws {
        let folder = try TemporaryFolder()
        try folder.write("file", "")
        func message(_ arguments: String...) throws -> String {
            let outcome = try Tool.run(line: "edit --no-open " + arguments.joined(separator: " "), in: folder)
            #expect(outcome.status == 2)
            return outcome.errors
        }
        #expect(try message("--collect file") == "file: error: this is a file; name a folder for the samples\n")
        #expect(try message("--collect file/hand").contains("file/hand: error: can't use this folder: Not a directory"))
        try FileManager.default.createDirectory(atPath: folder.path("locked"), withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path("locked"))
        let locked = "locked: error: the folder is read-only; allow writing to it, or name another\n"
        #expect(try message("--collect locked") == locked)
        #expect(try message("--collect locked/new/hand") == locked)
        #expect(
            try message("--collect hand a.sketch").contains(
                "--collect can't be combined with files, --solution or --model."))
        #expect(
            try message("--collect hand --model m").contains(
                "--collect can't be combined with files, --solution or --model."))
        #expect(folder.files == ["file"])
    }
}
