import Foundation
import FoundationXML
import Testing

@Suite struct RecognizingTests {
    private static let sketch = Tool.examples.appendingPathComponent("sketch.ndjson").path
    private static let circle =
        "["
        + (0...40).map { "[\(100 + 50 * cos(Double($0) * 0.16)), \(100 + 50 * sin(Double($0) * 0.16))]" }
        .joined(separator: ", ") + "]"
    private static let line = "[[0, 0], [40, 1], [80, -1], [120, 0], [160, 1]]"

    private func objects(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    @Test func aSketchIsUnderstood() throws {
        let outcome = try Tool.run("recognize", Self.sketch, "--sketch")
        // The scribble is unknown.
        #expect(outcome.status == 1)
        #expect(outcome.errors.isEmpty)
        let fields = outcome.lines.map { $0.split(separator: "\t") }
        #expect(
            fields.map { $0[1] } == [
                "state", "state", "state", "transition", "transition", "cycle", "transition", "unknown",
            ])
        #expect(fields[0][3].hasPrefix("center 12"))
        #expect(fields[2].contains("around state 2"))
        #expect(fields[3].contains("from state 1 to state 2"))
        #expect(fields[4].contains("from state 2 to state 1"))
        #expect(fields[5].contains("from state 1 to itself"))
    }

    /// What `Documentation/tool.md` shows of the sketch is what is said and drawn today, after a
    /// new model, too.
    @Test func theSketchIsDocumentedAsItIs() throws {
        let folder = try TemporaryFolder()
        let outcome = try Tool.run("recognize", Self.sketch, "--sketch", "--draw", "sketch.svg", in: folder)
        let documentation = Tool.packageRoot.appendingPathComponent("Documentation")
        let page = try String(contentsOf: documentation.appendingPathComponent("tool.md"), encoding: .utf8)
        for line in outcome.lines {
            #expect(page.contains("\n    \(line)\n"), "Documentation/tool.md has another line")
        }
        let picture = try String(contentsOf: documentation.appendingPathComponent("sketch.svg"), encoding: .utf8)
        let isSame = try folder.read("sketch.svg") == picture
        let remedy = "automata recognize Examples/sketch.ndjson --sketch --draw Documentation/sketch.svg --force"
        #expect(isSame, "draw it anew: \(remedy)")
    }

    @Test func charactersAreRead() throws {
        let folder = try TemporaryFolder()
        let oval =
            "["
            + (0...40).map { "[\(30 * cos(Double($0) * 0.16)), \(50 * sin(Double($0) * 0.16))]" }
            .joined(separator: ", ") + "]"
        let bar = "[[8, 0], [6, 30], [4, 60], [2, 90]]"
        let cross = "{\"strokes\": [[[0, 0], [50, 1], [100, 0]], [[50, -50], [50, 0], [51, 50]]]}"
        try folder.write("a.json", "[\(oval), \(bar), \(cross)]")
        let outcome = try Tool.run("recognize", "a.json", "--characters", "--alphabet", "01+", in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.lines.map { $0.split(separator: "\t")[1] } == ["0", "1", "+"])
        let letters = try Tool.run("recognize", "a.json", "--characters", "--alphabet", "olt", "--json", in: folder)
        let elements = try objects(letters.output)
        #expect(elements.prefix(2).map { $0["character"] as? String } == ["o", "l"])
        let candidates = try #require(elements[0]["candidates"] as? [[String: Any]])
        #expect(candidates.first?["character"] as? String == "o")
        // Without an alphabet, it may be several characters.
        let open = try Tool.run("recognize", "a.json", "--characters", "--threshold", "1", in: folder)
        #expect(open.status == 1)
        #expect(open.lines.allSatisfy { $0.split(separator: "\t")[1] == "unknown" })
        #expect(try Tool.run("recognize", "a.json", "--characters", "--sketch", in: folder).status == 2)
        #expect(try Tool.run("recognize", "a.json", "--alphabet", "01", in: folder).status == 2)
        for alphabet in ["", "0Ω", "é", "A"] {
            let refused = try Tool.run("recognize", "a.json", "--characters", "--alphabet", alphabet, in: folder)
            #expect(refused.status == 2 && refused.errors.contains("--alphabet needs one or more of the characters"))
        }
    }

    @Test func jsonHasEverything() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.json", "[{\"id\": \"c\\\"1\", \"points\": \(Self.circle)}, \(Self.line)]")
        try folder.write("states", "# x y r\n-20 0 20\n\n180 0 20 # the other\n")
        let outcome = try Tool.run("recognize", "a.json", "--json", "--states", "states", in: folder)
        #expect(outcome.status == 0)
        let elements = try objects(outcome.output)
        #expect(elements.count == 2)
        #expect(elements[0]["file"] as? String == "a.json")
        #expect(elements[0]["labels"] as? [String: String] == ["id": "c\"1"])
        #expect(elements[0]["kind"] as? String == "state")
        #expect(elements[0]["points"] as? Int == 41)
        #expect(elements[1]["kind"] as? String == "transition")
        let candidates = try #require(elements[0]["candidates"] as? [[String: Any]])
        let probabilities = candidates.compactMap { $0["probability"] as? Double }
        #expect(probabilities.count == 4)
        #expect(abs(probabilities.reduce(0, +) - 1) < 1e-9)
        #expect(probabilities == probabilities.sorted(by: >))
        let circle = try #require(candidates[0]["geometry"] as? [String: Any])
        #expect(abs(try #require(circle["radius"] as? Double) - 50) < 2)
        // Drawn without a head, either end may be the tail.
        let joined = try #require(elements[1]["relation"] as? [String: Int])
        #expect(Set([joined["from"], joined["to"]]) == [1, 2])
    }

    @Test func kindsAndThresholds() throws {
        let outcome = try Tool.run("recognize", "-", "--allow", "cycle,unknown", "--json", input: Self.circle)
        #expect(try objects(outcome.output)[0]["candidates"].map { ($0 as? [Any])?.count } == 2)
        let strict = try Tool.run("recognize", "-", "--threshold", "1", input: Self.circle)
        #expect(strict.status == 1)
        #expect(strict.output.hasPrefix("1\tunknown\t"))
        #expect(try Tool.run("recognize", "-", "--threshold", "0", input: Self.circle).output.hasPrefix("1\tstate\t"))
    }

    private static func circle(_ x: Double, _ radius: Double) -> String {
        let points = (0...40).map { "[\(x + radius * cos(Double($0) * 0.16)), \(radius * sin(Double($0) * 0.16))]" }
        return "[" + points.joined(separator: ", ") + "]"
    }

    @Test func statesThatCameLaterTakeDanglingEnds() throws {
        // The first state's outer ring comes last; only from it on does the line's beginning
        // attach.
        let arrow = "[[94, 0], [100, 1], [150, 0], [200, 0], [185, 8], [200, 0], [185, -8]]"
        let elements = [arrow, Self.circle(250, 40), Self.circle(0, 20), Self.circle(0, 42)]
        let text = elements.map { "{\"points\": \($0)}\n" }.joined()
        let outcome = try Tool.run("recognize", "-", "--sketch", input: text)
        #expect(outcome.lines.map { $0.split(separator: "\t")[1] } == ["transition", "state", "state", "state"])
        #expect(outcome.lines[0].hasSuffix("\tfrom state 2 to state 1"))
        #expect(outcome.lines[3].hasSuffix("\taround state 2"))
        let narrow = try Tool.run("recognize", "-", "--sketch", "--attach-within", "0.2", input: text)
        #expect(narrow.lines[0].hasSuffix("\tto state 1"))
        #expect(try Tool.run("recognize", "-", "--attach-within", "-1", input: text).status == 2)
        let json = try Tool.run("recognize", "-", "--sketch", "--attach-within", "0.2", "--json", input: text)
        let relation = try #require(try objects(json.output)[0]["relation"] as? [String: Any])
        #expect(relation["touches"] as? Int == 1 && relation["end"] as? String == "tip")
    }

    /// A round loop without a head is a state unless its own state is known, whenever that is
    /// drawn.
    @Test func aLoopMayComeBeforeItsState() throws {
        let loop =
            "["
            + (0...30).map { step in
                let angle = (112.5 + 315 * Double(step) / 30) / 180 * Double.pi
                return "[\(100 + 22 * cos(angle)), \(40 + 22 * sin(angle))]"
            }.joined(separator: ", ") + "]"
        let state =
            "["
            + (0...40).map { "[\(100 + 40 * cos(Double($0) * 0.16)), \(100 + 40 * sin(Double($0) * 0.16))]" }
            .joined(separator: ", ") + "]"
        for (elements, kinds) in [([state, loop], ["state", "cycle"]), ([loop, state], ["cycle", "state"])] {
            let text = elements.map { "{\"points\": \($0)}\n" }.joined()
            let outcome = try Tool.run("recognize", "-", "--sketch", input: text)
            #expect(outcome.lines.map { $0.split(separator: "\t")[1].description } == kinds)
            #expect(outcome.output.contains("from state 1 to itself"))
        }
    }

    @Test func aRejectionIsExplained() throws {
        let outcome = try Tool.run("recognize", "-", "--threshold", "1", input: Self.circle)
        #expect(outcome.lines[0].hasSuffix("%, below the threshold of 100.0 %"))
        let json = try objects(try Tool.run("recognize", "-", "--threshold", "1", "--json", input: Self.circle).output)
        #expect(json[0]["rejected"] as? Bool == true && json[0]["threshold"] as? Double == 1)
        let plain = try objects(try Tool.run("recognize", "-", "--json", input: Self.circle).output)
        #expect(plain[0]["rejected"] as? Bool == false)
    }

    @Test func strokesOneByOne() throws {
        let text = "{\"strokes\": [\(Self.circle), \(Self.line)]}"
        #expect(try Tool.run("recognize", "-", input: text).lines.count == 1)
        let outcome = try Tool.run("recognize", "-", "--separate", input: text)
        #expect(outcome.lines.map { $0.split(separator: "\t")[1] } == ["state", "transition"])
    }

    @Test func evaluation() throws {
        let outcome = try Tool.run("recognize", Self.sketch, "--sketch", "--evaluate")
        #expect(outcome.status == 0)
        #expect(outcome.lines.last == "8 of 8 right: accuracy 100.00 %, macro-F1 100.00 %")
        let wrong = try Tool.run(
            "recognize", "-", "--evaluate", "--label", "kind", "--json",
            input: "[{\"kind\": \"cycle\", \"points\": \(Self.circle)}, {\"kind\": \"x\", \"points\": []}]")
        #expect(wrong.status == 1)
        #expect(wrong.errors.contains("an element isn't counted: its label 'kind'"))
        let matrix = try objects(wrong.output)[0]
        #expect(matrix["elements"] as? Int == 1)
        #expect((matrix["confusion"] as? [String: [String: Int]])?["cycle"]?["state"] == 1)
    }

    @Test func nothingToEvaluate() throws {
        let unlabeled = try Tool.run("recognize", "-", "--evaluate", input: "[\(Self.circle)]")
        #expect(unlabeled.status == 2)
        #expect(unlabeled.output.isEmpty)
        #expect(unlabeled.errors.contains("no element's label 'element' is state, transition, cycle"))
        let empty = try Tool.run("recognize", "-", "--evaluate", "--json", input: "[]")
        #expect(empty.status == 2)
        #expect(empty.errors.contains("there are no elements to compare"))
    }

    @Test func memoryIsBounded() throws {
        let ink = "[" + String(repeating: "[[1,2]],", count: 1000) + "[[1,2]]]"
        let outcome = try Tool.run("recognize", "-", "--max-memory", "20K", input: ink)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("20480 bytes of memory; --max-memory raises the limit"))
        #expect(try Tool.run("recognize", "-", "--max-memory", "1M", input: ink).lines.count == 1001)
    }

    @Test func drawings() throws {
        let folder = try TemporaryFolder()
        try folder.write("ink/a.json", Self.circle)
        try folder.write("ink/deep/b.ndjson", Self.line + "\n" + Self.circle + "\n")
        try folder.write("ink/c.txt", "no ink")
        let outcome = try Tool.run("recognize", "ink", "--draw-dir", "out", "--grid", in: folder)
        #expect(outcome.status == 0)
        #expect(
            outcome.lines.map { $0.prefix { $0 != "\t" } } == [
                "ink/a.json:1", "ink/deep/b.ndjson:1", "ink/deep/b.ndjson:2",
            ])
        #expect(folder.files.filter { $0.hasPrefix("out/") } == ["out/a.svg", "out/deep/b.svg"])
        #expect(try folder.read("out/a.svg").contains("<circle"))
        #expect(try Tool.run("recognize", "ink", "--draw-dir", "out", in: folder).status == 2)
        #expect(try Tool.run("recognize", "ink", "--draw-dir", "out", "--force", in: folder).status == 0)
        #expect(try Tool.run("recognize", "ink/a.json", "--draw", "a.svg", in: folder).status == 0)
        let picture = XMLParser(data: Data(try folder.read("a.svg").utf8))
        #expect(picture.parse())
    }

    @Test func aModelOfOnesOwn() throws {
        let folder = try TemporaryFolder()
        try folder.write("model", "automata element model 1\nnonsense\n")
        let outcome = try Tool.run("recognize", "-", "--model", "model", input: Self.circle, in: folder)
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("model:2: error: expected "))
    }

    @Test func errorsHaveTheirPlace() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.json", "[[1, 2],\n [3, x]]")
        try folder.write("states", "1 2 3\n1 2 -3\n")
        let outcome = try Tool.run("recognize", "a.json", in: folder)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("a.json:2:6: error: expected a number, found 'x]]'"))
        try folder.write("b.json", Self.circle)
        #expect(
            try Tool.run("recognize", "b.json", "--states", "states", in: folder).errors.hasPrefix("states:2: error: "))
        try folder.write("note", "hello")
        #expect(
            try Tool.run("recognize", "note", in: folder).errors.contains(
                "--from (json, ndjson, inkml, dollar, xopp, excalidraw, tldraw, svg, unipen)"))
        #expect(try Tool.run("recognize", "note", "--from", "ndjson", in: folder).status == 2)
        try Data([0x1F, 0x8B, 8, 0]).write(to: folder.url.appendingPathComponent("a.jsonl.gz"))
        #expect(
            try Tool.run("recognize", "a.jsonl.gz", in: folder).errors.contains("the compressed file ends too early"))
        #expect(try Tool.run("recognize", ".", "--draw", "x.svg", in: folder).status == 2)
    }

    @Test func aDrawingBecomesAnAutomaton() throws {
        let folder = try TemporaryFolder()
        let outcome = try Tool.run("sketch", Self.sketch, "-o", "drawn.jff", in: folder)
        #expect(outcome.status == 0)
        // The scribble.
        #expect(outcome.errors.contains("1 stroke not understood; automata sketch --explain shows which"))
        let words = try Tool.run("accepts", "drawn.jff", "0", "1", "010", in: folder)
        #expect(words.lines == ["accepted\t0", "rejected\t1", "accepted\t010"])
        let back = try Tool.run("convert", "drawn.jff", "--to", "jff", in: folder)
        #expect(try back.output == folder.read("drawn.jff"))
        #expect(back.output.contains("<x>120.0"))
        #expect(try Tool.run("sketch", Self.sketch, "-o", "drawn.svg", in: folder).status == 0)
        _ = try XMLDocument(data: Data(folder.read("drawn.svg").utf8))
        #expect(try Tool.run("sketch", Self.sketch, "-o", "drawn.sketch", in: folder).status == 0)
        #expect(try folder.read("drawn.sketch").hasPrefix("{\"format\":\"automata-sketch\",\"version\":1,"))
        let again = try Tool.run("sketch", "drawn.sketch", in: folder)
        #expect(try again.output == folder.read("drawn.jff"))
        try folder.write("bad.sketch", "{}")
        let bad = try Tool.run("sketch", "bad.sketch", in: folder)
        #expect(bad.status == 2)
        #expect(bad.errors.contains("bad.sketch:1:1: error: expected \"format\":\"automata-sketch\""))
    }

    /// Every command reads a sketch, and writes one from any automaton.
    @Test func sketchesAreAFormatLikeOthers() throws {
        let folder = try TemporaryFolder()
        #expect(try Tool.run("sketch", Self.sketch, "-o", "a.sketch", in: folder).status == 0)
        #expect(try Tool.run("accepts", "a.sketch", "ab", in: folder).status < 2)
        let info = try Tool.run("info", "a.sketch", in: folder)
        #expect(info.output.contains("sketch"))
        // To another format and back, places are kept.
        #expect(try Tool.run("convert", "a.sketch", "-o", "a.jff", in: folder).status == 0)
        #expect(try Tool.run("convert", "a.jff", "-o", "b.sketch", in: folder).status == 0)
        #expect(try Tool.run("convert", "b.sketch", "-o", "b.jff", in: folder).status == 0)
        #expect(try folder.read("a.jff") == folder.read("b.jff"))
        #expect(try Tool.run("equivalent", "a.sketch", "b.jff", in: folder).status == 0)
        #expect(try Tool.run("minimize", "a.sketch", in: folder).output.hasPrefix("{\"format\":\"automata-sketch\""))
        // By content, from standard input and under another name.
        let text = try folder.read("a.sketch")
        #expect(try Tool.run("sketch", "-", input: text).output == folder.read("a.jff"))
        #expect(try Tool.run("convert", "-", "--to", "jff", input: text).output == folder.read("a.jff"))
        try folder.write("c.json", text)
        #expect(try Tool.run("convert", "c.json", "--to", "jff", in: folder).output == folder.read("a.jff"))
        // Beside texts, in folders, and as results of a batch.
        let both = try Tool.run("intersection", "b.jff", "a.sketch", "a.jff", "--to", "mata", in: folder)
        #expect(both.status == 0)
        let batch = try Tool.run("sketch", ".", "--output-dir", "out", "--to", "sketch", in: folder)
        #expect(batch.status == 0, "\(batch.errors)")
        #expect(try folder.read("out/a.sketch") == text)
        try folder.write("open.sketch", "{\"format\":\"automata-sketch\",\"states\":[{\"id\":1}]}")
        let open = try Tool.run("minimize", "open.sketch", in: folder)
        #expect(open.status == 2 && open.errors.contains("No initial state"))
    }

    @Test func anExplanationTellsStrokeByStroke() throws {
        let outcome = try Tool.run("sketch", Self.sketch, "--explain")
        #expect(outcome.status == 0)
        let fields = outcome.lines.map { $0.split(separator: "\t").map(String.init) }
        #expect(
            fields.map { $0[1] } == [
                "state", "state", "ring", "transition", "head", "transition", "loop", "transition", "text",
            ])
        #expect(fields[3][3] == "It leads from q0 to q1.")
        #expect(try Tool.run("sketch", Self.sketch, "--explain", "-o", "a.jff").status == 2)
    }

    @Test func aDrawingThatIsNoAutomatonSaysWhy() throws {
        let folder = try TemporaryFolder()
        let outcome = try Tool.run("sketch", "-", "-o", "a.jff", input: Self.circle, in: folder)
        #expect(outcome.status == 2)
        #expect(
            outcome.errors.contains(
                "-: error: No initial state: draw an arrow to a state; automata sketch --explain shows")
        )
        #expect(throws: (any Error).self) { try folder.read("a.jff") }
        let explanation = try Tool.run("sketch", "-", "--explain", input: Self.circle)
        #expect(explanation.lines.last == "problem\tNo initial state: draw an arrow to a state.")
        // A picture shows it all the same.
        #expect(try Tool.run("sketch", "-", "-o", "a.svg", input: Self.circle, in: folder).status == 0)
    }
}
