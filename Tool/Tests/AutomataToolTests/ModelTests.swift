import Foundation
import Testing

/// Models that replace the built-in ones.
@Suite struct ModelTests {
    /// The text of a built-in model, perhaps with another line and its checksum.
    private static func model(_ name: String, changing start: String = "", to line: String = "") throws -> String {
        let source = Tool.packageRoot.appendingPathComponent("Sources/Strokes/\(name).swift")
        let parts = try String(contentsOf: source, encoding: .utf8).components(separatedBy: "\"\"\"\n")
        var lines = try #require(parts.count > 1 ? parts[1] : nil).split(separator: "\n").map(String.init).dropLast()
        if !start.isEmpty {
            let index = try #require(lines.firstIndex { $0.hasPrefix(start) })
            lines[index] = line
        }
        let body = lines.map { $0 + "\n" }.joined()
        let sum = body.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        let digits = String(sum, radix: 16)
        return body + "end " + String(repeating: "0", count: 16 - digits.count) + digits + "\n"
    }

    private static let elements = "Elements/DefaultModel"
    private static let characters = "Characters/DefaultCharacterModel"

    private static func circle(_ x: Double) -> [[Double]] {
        (0...60).map { (step: Int) -> [Double] in
            let angle = Double(step) / 30 * Double.pi
            return [x + 40 * sin(angle), 200 - 40 * cos(angle)]
        }
    }

    private static func line(_ corners: [Double]...) -> [[Double]] {
        var points: [[Double]] = []
        for (start, end) in zip(corners, corners.dropFirst()) {
            for step in 0...12 {
                let share = Double(step) / 12
                let x: Double = start[0] + (end[0] - start[0]) * share
                let y: Double = start[1] + (end[1] - start[1]) * share
                points.append([x, y])
            }
        }
        return points
    }

    /// Two states, an arrow and an initial mark.
    private static let drawing: String = {
        let strokes: [[[Double]]] = [
            circle(150), circle(400), line([40, 200], [108, 200], [96, 192]),
            line([192, 200], [358, 200], [344, 190], [358, 200], [344, 210]),
            // The symbol x.
            line([262, 148], [282, 174]), line([282, 148], [262, 174]),
        ]
        return "\(strokes)"
    }()

    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("a.json", Self.drawing)
        try folder.write("elements.model", try Self.model(Self.elements))
        try folder.write("characters.model", try Self.model(Self.characters))
        try folder.write("blind.model", try Self.model(Self.elements, changing: "offsets ", to: "offsets 0 0 0 90"))
        try folder.write("unsure.model", try Self.model(Self.characters, changing: "threshold ", to: "threshold 1"))
        return folder
    }

    @Test func aFileTellsWhatItIsAModelOf() throws {
        let folder = try folder()
        let plain = try Tool.run("recognize", "a.json", in: folder)
        let same = try Tool.run(
            "recognize", "a.json", "--model", "characters.model", "--model", "elements.model", in: folder)
        #expect(same.output == plain.output && same.lines.count == 6)
        let blind = try Tool.run("recognize", "a.json", "--model", "blind.model", in: folder)
        #expect(blind.lines.allSatisfy { $0.contains("\tunknown\t") })
        let read = try Tool.run("recognize", "a.json", "--characters", "--model", "unsure.model", in: folder)
        #expect(read.lines.allSatisfy { $0.contains("\tunknown") } && read.lines.count == 6)
    }

    @Test func modelsThatDoNotFitAreRefused() throws {
        let folder = try folder()
        func message(_ line: String) throws -> String {
            let outcome = try Tool.run(line: line, in: folder)
            #expect(outcome.status == 2, "\(line)")
            return outcome.errors
        }
        #expect(
            try message("recognize a.json --model characters.model")
                == "characters.model: error: this is a model of characters; add --characters, or name a model of elements\n"
        )
        #expect(
            try message("recognize a.json --characters --model elements.model").contains(
                "this is a model of elements; leave out --characters, or name a model of characters"))
        #expect(
            try message("sketch a.json --model elements.model --model blind.model")
                == "blind.model: error: this is the second model of elements; name only one model\n")
        try folder.write("other", "hello\n")
        let expected =
            "other:1: error: expected 'automata element model 1' or 'automata character model 1'\n"
        #expect(try message("sketch a.json --model other") == expected)
        #expect(try message("edit --no-open --model other") == expected)
        try folder.write("cut", String(try folder.read("elements.model").dropLast(2000)))
        #expect(try message("sketch a.json --model cut").hasPrefix("cut:"))
        #expect(try message("sketch a.json --model none").contains("none: error: can't open"))
    }

    @Test func drawingsAreReadByModels() async throws {
        let folder = try folder()
        func sketch(_ options: String...) throws -> [String] {
            try Tool.start(["sketch", "a.json", "--explain"] + options, in: folder).finish().lines
        }
        let plain = try sketch()
        #expect(plain[0].hasPrefix("1\tstate\t") && !plain.contains { $0.contains("It isn't certain") })
        #expect(try sketch("--model", "elements.model", "--model", "characters.model") == plain)
        #expect(try !sketch("--model", "blind.model").contains { $0.hasPrefix("1\tstate\t") })
        #expect(try sketch("--model", "unsure.model").contains { $0.contains("It isn't certain") })
        let editor = try await RunningEditor("a.json", "b.sketch", "--model", "blind.model", in: folder)
        try await editor.command(["do": "draw", "strokes": [Self.circle(300)]], of: 2)
        for id in 1...2 {
            let elements = try await editor.get("documents/\(id)/scene")["elements"] as? [[String: Any]] ?? []
            #expect(!elements.isEmpty && elements.allSatisfy { $0["kind"] as? String == "ink" })
        }
        editor.kill()
    }
}
