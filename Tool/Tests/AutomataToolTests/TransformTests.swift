import Foundation
import Testing

@Suite struct TransformTests {
    /// The object that `info --json` prints for a file.
    private func info(_ file: String, in folder: TemporaryFolder) throws -> [String: Any] {
        let outcome = try Tool.run("info", "--json", file, in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    @Test func minimizesToTheExtensionOfTheOutput() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.mata", Sample.endsWith01)
        for name in ["b.mata", "b.jff", "b.att", "b.json", "b.dot", "b.ba"] {
            let outcome = try Tool.run("minimize", "a.mata", "-o", name, in: folder)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let result = try info(name, in: folder)
            #expect(result["states"] as? Int == 3)
            #expect(result["transitions"] as? Int == 6)
            #expect(result["kind"] as? String == "DFA")
            #expect(result["minimal"] as? Bool == true)
        }
        #expect(folder.files == ["a.mata", "b.att", "b.ba", "b.dot", "b.jff", "b.json", "b.mata"])
    }

    @Test func withoutAnOutputTheResultIsPrintedInTheInputsFormat() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.mata", Sample.endsWith01)
        let plain = try Tool.run("convert", "a.mata", in: folder)
        #expect(plain.output.hasPrefix("@NFA"))
        #expect(plain.errors.isEmpty)
        let dash = try Tool.run("convert", "a.mata", "-o", "-", in: folder)
        #expect(dash.output == plain.output)
        let dot = try Tool.run("convert", "a.mata", "--to", "dot", in: folder)
        #expect(dot.output.hasPrefix("digraph"))
        // What an option says goes before what the name says.
        _ = try Tool.run("convert", "a.mata", "-o", "b.txt", "--to", "json", in: folder)
        #expect(try folder.read("b.txt").hasPrefix("{"))
        _ = try Tool.run("convert", "a.mata", "-o", "c", in: folder)
        #expect(try folder.read("c") == plain.output)
    }

    @Test func pipes() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.mata", Sample.endsWith01)
        let outcome = try Tool.shell(
            """
            cat a.mata | automata determinize - | automata convert - --to jff | automata minimize - --to att \
            | automata info - --from att --json
            """, in: folder)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.output.contains("\"states\": 3"))
        let named = try Tool.run(
            "convert", "-", "--from", "mata", "-o", "out.json", input: Sample.endsWith01, in: folder)
        #expect(named.status == 0)
        #expect(folder.exists("out.json"))
    }

    @Test func aReaderThatGoesAwayIsNoError() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.mata", Sample.kth(14))
        let outcome = try Tool.shell("automata determinize a.mata | head -n 1; echo ${PIPESTATUS[0]}", in: folder)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.lines.last == "141")
    }

    @Test func aFullDiskIsAnError() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.mata", Sample.endsWith01)
        let outcome = try Tool.shell("automata convert a.mata >/dev/full", in: folder)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("No space left on device"))
        let device = try Tool.run("convert", "a.mata", "-o", "/dev/full", in: folder)
        #expect(device.status == 2)
        let sink = try Tool.run("convert", "a.mata", "-o", "/dev/null", in: folder)
        #expect(sink.status == 0)
        #expect(
            try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType != .typeRegular)
    }

    @Test func existingFilesAreReplacedWithForceOnly() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.mata", Sample.endsWith01)
        try folder.write("b.mata", "mine")
        let refused = try Tool.run("minimize", "a.mata", "-o", "b.mata", in: folder)
        #expect(refused.status == 2)
        #expect(refused.errors.contains("--force"))
        #expect(try folder.read("b.mata") == "mine")
        #expect(try Tool.run("minimize", "a.mata", "-o", "b.mata", "--force", in: folder).status == 0)
        #expect(try folder.read("b.mata").hasPrefix("@NFA"))
        let own = try Tool.run("minimize", "a.mata", "-o", "./a.mata", in: folder)
        #expect(own.status == 2)
        #expect(try folder.read("a.mata") == Sample.endsWith01)
        #expect(try Tool.run("minimize", "a.mata", "-o", "a.mata", "--force", in: folder).status == 0)
        #expect(try folder.read("a.mata") != Sample.endsWith01)
        #expect(folder.files == ["a.mata", "b.mata"])
    }

    @Test func placesThatAreNoFile() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.mata", Sample.endsWith01)
        let own = try Tool.run("convert", "a.mata", "-o", ".", "--force", in: folder)
        #expect(own.status == 2)
        #expect(own.errors.contains("folder"))
        let missing = try Tool.run("convert", "a.mata", "-o", "missing/b.mata", in: folder)
        #expect(missing.status == 2)
        #expect(missing.errors == "missing/b.mata: error: there is no folder missing; mkdir -p makes it\n")
        let output = try Tool.run("convert", "a.mata", "b.json", in: folder)
        #expect(output.status == 2)
        #expect(output.errors == "b.json: error: there is no such file; write -o b.json if this is the output\n")
        #expect(folder.files == ["a.mata"])
    }

    @Test func aLinkStaysALink() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.mata", Sample.endsWith01)
        try folder.write("real/b.mata", "old")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("b.mata"), withDestinationPath: "real/b.mata")
        #expect(try Tool.run("minimize", "a.mata", "-o", "b.mata", "-f", in: folder).status == 0)
        #expect(try folder.read("real/b.mata").hasPrefix("@NFA"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("b.mata")) == "real/b.mata")
    }

    @Test func theOptionsOfTheAlgorithms() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.mata", Sample.endsWith01)
        let named = try Tool.run("determinize", "a.mata", "--names", "--to", "json", in: folder)
        #expect(named.output.contains("{p,q}"))
        let results = try ["automatic", "valmari", "hopcroft", "moore", "brzozowski"].map {
            try Tool.run("minimize", "a.mata", "--algorithm", $0, in: folder).output
        }
        #expect(Set(results).count == 1)
        try folder.write("dead.mata", "@NFA-explicit\n%Alphabet-auto\n%Initial x\n%Final y\nx a y\nx b z\n")
        let steps = try Tool.run("minimize", "dead.mata", "--steps", in: folder)
        #expect(steps.output.contains("\ndropped: {z"), "\(steps.output)")
        let cyclic = try Tool.run("minimize", "a.mata", "--algorithm", "revuz", in: folder)
        #expect(cyclic.status == 2)
        #expect(cyclic.errors.contains("cycle"))

        try folder.write("c.mata", "@NFA-explicit\n%Alphabet-auto\n%Initial x\n%Final y\nx a y\ny b y\nz a y\n")
        #expect(try Tool.run("complete", "c.mata", "-o", "total.json", in: folder).status == 0)
        let total = try info("total.json", in: folder)
        #expect(total["total"] as? Bool == true)
        #expect(total["states"] as? Int == 4)
        #expect(try Tool.run("minimize", "c.mata", "--total", "-o", "minimal.json", in: folder).status == 0)
        #expect(try info("minimal.json", in: folder)["states"] as? Int == 3)
        #expect(try Tool.run("trim", "c.mata", "-o", "trim.json", in: folder).status == 0)
        #expect(try info("trim.json", in: folder)["states"] as? Int == 2)
        #expect(try Tool.run("reverse", "trim.json", "-o", "reverse.json", in: folder).status == 0)
        let reverse = try info("reverse.json", in: folder)
        #expect(reverse["initial"] as? [String] == ["y"])
        #expect(reverse["final"] as? [String] == ["x"])
    }

    @Test func epsilonMoves() throws {
        let folder = try TemporaryFolder()
        let float = Tool.examples.appendingPathComponent("float-literal.jff").path
        let before = try info(float, in: folder)
        #expect(before["kind"] as? String == "epsilon-NFA")
        #expect((before["epsilonMoves"] as? Int ?? 0) > 0)
        #expect(try Tool.run("remove-epsilon", float, "-o", "nfa.json", in: folder).status == 0)
        let after = try info("nfa.json", in: folder)
        #expect(after["epsilonMoves"] as? Int == 0)
        #expect(after["kind"] as? String != "epsilon-NFA")
        let words = Tool.examples.appendingPathComponent("words/float-literal.accepted").path
        #expect(try Tool.run("accepts", "nfa.json", "--words-from", words, in: folder).status == 0)
    }

    @Test func writersTellWhatTheyChange() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "two.mata", "@NFA-explicit\n%Alphabet-auto\n%Initial x y\n%Final y\nx a y\ny b x\n")
        let outcome = try Tool.run("convert", "two.mata", "-o", "two.jff", in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.errors.hasPrefix("two.mata: note: "))
        #expect(try Tool.run("convert", "two.mata", "-o", "q.jff", "--quiet", in: folder).errors.isEmpty)
    }
}
