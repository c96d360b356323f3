import Foundation
import Testing

/// Panels, results and exercises, as pages get them from the server of `automata edit`.
@Suite struct PanelTests {
    private static let example = Tool.examples.appendingPathComponent("ends-with-01.jff").path

    @Test func panelsShowWhatTheToolPrints() async throws {
        let folder = try TemporaryFolder()
        #expect(try Tool.run("convert", Self.example, "-o", "a.sketch", in: folder).status == 0)
        let editor = try await RunningEditor("a.sketch", in: folder)
        let expression = try await editor.ask(["ask": "expression"])["text"] as? String
        #expect(try Tool.run("to-regex", "a.sketch", in: folder).output == "\(expression ?? "")\n")
        let grammar = try await editor.ask(["ask": "grammar"])["text"] as? String
        #expect(try Tool.run("to-grammar", "a.sketch", in: folder).output == grammar)
        let stages = [["do": "determinize"], ["do": "minimize"], ["do": "complement"]]
        try await editor.command(["do": "setChain", "stages": stages])
        let chain = try await editor.ask(["ask": "chain"])
        let command = try #require(chain["command"] as? String)
        #expect(
            command == "automata determinize a.sketch --to mata | automata minimize - | automata complement -")
        // The commands make the automaton that the panel shows.
        let derived = try await editor.post("documents/1/derive", ["chain": 2])
        #expect(derived.json["id"] as? Int == (try await editor.documents()[1]["id"] as? Int))
        #expect(try await editor.documents().map { $0["name"] as? String } == ["a.sketch", "a-chain.sketch"])
        #expect(try Self.shell("\(command) > b.mata", folder) == 0)
        #expect(try Tool.run("equivalent", "b.mata", "state/automata/a-chain.sketch", in: folder).status == 0)
        editor.kill()
    }

    @Test func aSolutionStaysSecret() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "week.exercise",
            """
            {"format": "automata-exercise", "version": 1, "title": "Odd", "task": "An odd number of a",
             "expression": "a(aa)*", "words": [{"word": "a", "want": "accept"}]}
            """)
        var editor = try await RunningEditor("week.exercise", in: folder)
        let listed = try #require(try await editor.documents().first)
        #expect(listed["name"] as? String == "week.sketch")
        #expect((listed["exercise"] as? [String: Any])?["title"] as? String == "Odd")
        let scene = try await editor.get("documents/1/scene")
        #expect((scene["words"] as? [[String: Any]])?.count == 1)
        #expect(try await editor.post("documents/1/check").json["problems"] is [String])
        try await editor.draw()
        let wrong = try await editor.post("documents/1/check").json
        #expect(wrong["right"] as? Bool == false && wrong["tries"] as? Int == 1)
        #expect(wrong["verdict"] as? String == "Not yet: it should accept aaa")
        try await editor.command(["do": "setTargets", "element": "s2", "symbol": "a", "targets": ["s1"]])
        let right = try await editor.post("documents/1/check").json
        #expect(right["solved"] as? Bool == true && right["tries"] as? Int == 2)
        for answer in [
            try await editor.get("documents"), try await editor.get("documents/1/exercise"),
            try await editor.get("documents/1/scene"), wrong, right,
        ] {
            #expect(!"\(answer)".contains("(aa)"))
        }
        editor.kill()
        #expect(!(try folder.read("week.sketch").contains("(aa)")))
        // The score is there again, and the file is an automaton like any other.
        editor = try await RunningEditor("week.exercise", in: folder)
        let again = try await editor.get("documents/1/exercise")
        #expect(again["solved"] as? Bool == true && again["tries"] as? Int == 2)
        editor.kill()
        #expect(
            try Tool.run("accepts", "week.sketch", "aaa", "aa", in: folder).lines == ["accepted\taaa", "rejected\taa"])
    }

    @Test func anyFileCanBeComparedWithASolution() async throws {
        let folder = try TemporaryFolder()
        let editor = try await RunningEditor("mine.sketch", "--solution", Self.example, in: folder)
        try await editor.draw()
        let answer = try await editor.post("documents/1/check").json
        #expect(answer["verdict"] as? String == "Not yet: it should accept 01, and it shouldn't accept a")
        // So are a new document and a result.
        #expect(try await editor.post("documents").status == 200)
        #expect(try await editor.post("documents/1/derive", ["steps": "determinize"]).status == 200)
        #expect(try await editor.post("documents/2/check").json["problems"] is [String])
        #expect(try await editor.post("documents/3/check").json["verdict"] as? String == answer["verdict"] as? String)
        editor.kill()
        let missing = try Tool.run("edit", "--no-open", "a.sketch", "--solution", "none.jff", in: folder)
        #expect(missing.status == 2 && missing.errors.contains("none.jff"))
        try folder.write("empty.exercise", "{}")
        let bad = try Tool.run("edit", "--no-open", "empty.exercise", in: folder)
        #expect(bad.status == 2 && bad.errors.contains("empty.exercise:1:1: expected"), "\(bad.errors)")
    }

    @Test func aSolutionIsNoAnswer() async throws {
        let folder = try TemporaryFolder()
        #expect(try Tool.run("convert", Self.example, "-o", "a.sketch", in: folder).status == 0)
        let exercise = { (solution: String) in
            "{\"format\": \"automata-exercise\", \"version\": 1, \"solution\": \"\(solution)\"}"
        }
        try folder.write("a.exercise", exercise("a.sketch"))
        try folder.write("b.exercise", exercise("a.sketch"))
        try folder.write("c.exercise", exercise("pipe"))
        #expect(mkfifo(folder.url.appendingPathComponent("pipe").path, 0o600) == 0)
        for (files, message) in [
            (["a.exercise"], "a.exercise: error: the answer would be written over the solution"),
            (["b.exercise", "a.sketch"], "a.sketch: error: this is the solution of an open exercise"),
            (["a.sketch", "b.exercise"], "this is the solution of an open exercise"), (["pipe"], "this isn't a file"),
            (["c.exercise"], "c.exercise: the solution: "),
            (["a.sketch", "--solution", "a.sketch"], "the solution is the edited file itself"),
            (["b.exercise", "--solution", "a.sketch"], "the exercise has a solution of its own"),
        ] {
            let outcome = try Tool.run(line: "edit --no-open \(files.joined(separator: " "))", in: folder)
            #expect(outcome.status == 2 && outcome.errors.contains(message), "\(files): \(outcome.errors)")
        }
    }

    /// Chains of random stages make the automata that their commands make.
    @Test func chainsAreCommands() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a.sketch", "")
        let editor = try await RunningEditor("x.sketch", "y z.sketch", in: folder)
        var random = Dice(state: 7)
        let names = [
            "determinize", "minimize", "complement", "reverse", "complete", "trim", "star", "remove-epsilon", "union",
            "intersection", "difference", "concatenate",
        ]
        for round in 0..<12 {
            for id in 1...2 {
                try await editor.command(["do": "clear"], of: id)
                var states: [String] = []
                for x in 0..<3 {
                    let isFinal = Bool.random(using: &random)
                    let added = try await editor.command(
                        ["do": "addState", "at": [90 * x, 0], "final": isFinal], of: id)
                    let answers = try #require(added.json["answers"] as? [[String: Any]])
                    states += try #require(answers[0]["inserted"] as? [String])
                }
                try await editor.command(["do": "setInitial", "element": states[0], "is": true], of: id)
                for state in states {
                    for symbol: Any in ["a", "b", NSNull()] {
                        let targets = states.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
                        try await editor.command(
                            ["do": "setTargets", "element": state, "symbol": symbol, "targets": targets], of: id)
                    }
                }
            }
            let stages = (0..<3).map { _ in
                ["do": names.randomElement(using: &random) ?? "trim", "with": "y z.sketch"]
            }
            try await editor.command(["do": "setChain", "stages": stages])
            let command = try #require(try await editor.ask(["ask": "chain"])["command"] as? String)
            #expect(
                try Self.shell(
                    "\(command) --to mata > c.mata".replacing("--to mata --to mata", with: "--to mata"), folder) == 0)
            let derived = try await editor.post("documents/1/derive", ["chain": 2])
            #expect(derived.status == 200)
            let name = try #require(try await editor.documents().last?["name"] as? String)
            let outcome = try Tool.run("equivalent", "c.mata", "state/automata/\(name)", in: folder)
            #expect(outcome.status == 0, "round \(round): \(command)")
        }
        editor.kill()
    }

    private static func shell(_ command: String, _ folder: TemporaryFolder) throws -> Int32 {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", "automata() { \"$TOOL\" \"$@\"; }; \(command)"]
        shell.environment = ["TOOL": Tool.executable.path]
        shell.currentDirectoryURL = folder.url
        try shell.run()
        shell.waitUntilExit()
        return shell.terminationStatus
    }

    @Test func documentsOfOneNameAreToldApart() async throws {
        let folder = try TemporaryFolder()
        for (name, expression) in [("x", "a"), ("y", "b")] {
            try FileManager.default.createDirectory(
                at: folder.url.appendingPathComponent(name), withIntermediateDirectories: false)
            #expect(try Tool.run("regex", expression, "--named", "-o", "\(name)/p.mata", in: folder).status == 0)
        }
        let editor = try await RunningEditor("x/p.mata", "y/p.mata", "q.sketch", in: folder)
        #expect(try await editor.documents().map { $0["name"] as? String } == ["x/p.mata", "y/p.mata", "q.sketch"])
        try await editor.command(["do": "setChain", "stages": [["do": "compare", "with": "y/p.mata"]]])
        let answer = try await editor.ask(["ask": "chain"])
        let stage = try #require((answer["stages"] as? [[String: Any]])?.first)
        #expect((stage["missing"] as? [String: Any])?["text"] as? String == "b")
        #expect(answer["command"] as? String == "automata equivalent x/p.mata y/p.mata")
        editor.kill()
    }

    @Test func whatAFormatCannotHoldIsToldOrKept() async throws {
        let folder = try TemporaryFolder()
        #expect(try Tool.run("convert", Self.example, "-o", "a.jff", in: folder).status == 0)
        try folder.write("solution.jff", try folder.read("a.jff"))
        var editor = try await RunningEditor("a.jff", "--solution", "solution.jff", in: folder)
        try await editor.command(["do": "setChain", "stages": [["do": "trim"]]])
        #expect(try await editor.post("documents/1/check").json["right"] as? Bool == true)
        #expect(try await editor.documents()[0]["isSaved"] as? Bool == false)
        editor.kill()
        editor = try await RunningEditor("a.jff", "--solution", "solution.jff", in: folder)
        #expect(try await editor.get("documents/1/exercise")["solved"] as? Bool == true)
        let notes = try await editor.post("documents/1/save").json["notes"] as? [String]
        #expect(notes == ["the chain isn't kept", "the score of the exercise isn't kept"])
        editor.kill()
        // A document that is opened again keeps its score, and an exercise its words.
        try folder.write(
            "b.exercise",
            """
            {"format": "automata-exercise", "version": 1, "expression": "a", "words": [{"word": "a", "want": "accept"}]}
            """)
        editor = try await RunningEditor("b.exercise", in: folder)
        #expect(try await editor.post("documents/1/reload").status == 200)
        #expect((try await editor.get("documents/1/scene")["words"] as? [Any])?.count == 1)
        try await editor.draw()
        #expect(try await editor.post("documents/1/check").json["solved"] as? Bool == true)
        #expect(try await editor.post("documents/1/reload").status == 200)
        #expect(try await editor.get("documents/1/exercise")["solved"] as? Bool == true)
        editor.kill()
    }

    @Test func anExplosionEndsAndNothingWaitsForIt() async throws {
        let folder = try TemporaryFolder()
        let editor = try await RunningEditor("a.sketch", in: folder)
        try await editor.draw()
        let derived = try await editor.post("documents/1/derive", ["expression": "(a|b){30}a(a|b)*"])
        #expect(derived.status == 200)
        let stages = [["do": "reverse"], ["do": "determinize"], ["do": "trim"]]
        try await editor.command(["do": "setChain", "stages": stages], of: 2)
        async let exploding = editor.ask(["ask": "chain"], of: 2)
        try await editor.command(["do": "addState", "at": [10, 10]])
        let found = try #require(try await exploding["stages"] as? [[String: Any]])
        #expect(found.count == 2 && found[1]["isLimit"] as? Bool == true)
        for request in [["steps": "fly"], ["expression": "("], ["grammar": "->"], ["expression": "a{2000}"]] {
            #expect(try await editor.post("documents/2/derive", request).status == 422)
        }
        #expect(try await editor.post("documents/9/ask").status == 410)
        #expect(try await editor.post("documents/1/check").status == 404)
        editor.kill()
    }
}

/// The numbers of Knuth's linear congruence, the high half of each word first.
private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 32 | state << 32
    }
}
