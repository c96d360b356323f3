import Foundation
import Testing

@Suite struct InspectionTests {
    private static let endsWith01 = Tool.examples.appendingPathComponent("ends-with-01.mata").path

    @Test func acceptsTellsByItsExitCode() throws {
        let all = try Tool.run("accepts", Self.endsWith01, "01", "1101")
        #expect(all.status == 0)
        #expect(all.output == "accepted\t01\naccepted\t1101\n")
        let some = try Tool.run("accepts", Self.endsWith01, "01", "10", "")
        #expect(some.status == 1)
        #expect(some.output == "accepted\t01\nrejected\t10\nrejected\t\n")
        #expect(some.errors.isEmpty)
        #expect(try Tool.run("accepts", "/nonexistent", "01").status == 2)
        let quiet = try Tool.run("accepts", "--quiet", Self.endsWith01, "10")
        #expect(quiet.status == 1)
        #expect(quiet.output.isEmpty)
    }

    /// Folders may have JSON documents of other kinds, which are named and left out.
    @Test func otherDocumentsInFoldersAreSkipped() throws {
        let folder = try TemporaryFolder()
        let automaton = try String(
            contentsOf: Tool.examples.appendingPathComponent("ends-with-01.json"), encoding: .utf8)
        try folder.write("all/a.json", automaton)
        try folder.write("all/b.json", #"{"channels": [], "components": {}}"#)
        try folder.write("all/c.json", #"{"format": "statechart", "version": 1}"#)
        try folder.write("all/d.json", #"{"format": "features"}"#)
        let all = try Tool.run("info", "all", "--json", in: folder)
        #expect(all.status == 0 && all.lines.count == 1, "\(all)")
        #expect(
            all.errors == """
                all/b.json: note: skipped, as this is an assembly of components; automata components check reads it
                all/c.json: note: skipped, as this is a statechart; automata statechart info reads it
                all/d.json: note: skipped, as this is a feature model; automata features info reads it

                """)
        let named = try Tool.run("info", "all/b.json", in: folder)
        #expect(named.status == 2)
        #expect(
            named.errors
                == "all/b.json: error: this is an assembly of components; automata components check reads it\n")
        // What is damaged may be an automaton.
        try folder.write("all/b.json", #"{"channels": [}"#)
        #expect(try Tool.run("info", "all", in: folder).status == 2)
    }

    @Test func linesOfWordsHaveALimit() throws {
        let outcome = try Tool.run("accepts", Self.endsWith01, "--words-from", "/dev/zero", "--max-memory", "1M")
        #expect(outcome.status == 2)
        #expect(
            outcome.errors.contains("/dev/zero:1: error: this line is longer than 262,144 bytes"), "\(outcome.errors)")
    }

    @Test func wordsThatLookLikeOptionsAndStrangeSymbols() throws {
        let folder = try TemporaryFolder()
        try folder.write("m.mata", "@NFA-explicit\n%Alphabet-auto\n%Initial x\n%Final y\nx - y\nx \"ε\" y\n")
        let outcome = try Tool.run("accepts", "m.mata", "--", "-", "--", "-x", in: folder)
        #expect(outcome.status == 1)
        #expect(outcome.lines.count == 3)
        #expect(outcome.lines[0] == "accepted\t-")
        #expect(outcome.lines[1] == "rejected\t--")
        #expect(outcome.lines[2].hasPrefix("rejected\t-x\t(the symbol 'x' at position 2"))
    }

    @Test func wordsFromAFileAndFromAPipe() throws {
        let folder = try TemporaryFolder()
        try folder.write("words", "01\n\n1101\nabc")
        let outcome = try Tool.run("accepts", Self.endsWith01, "--words-from", "words", in: folder)
        #expect(outcome.status == 1)
        #expect(outcome.lines.map { $0.prefix(8) } == ["accepted", "rejected", "accepted", "rejected"])
        let piped = try Tool.run("accepts", Self.endsWith01, "--words-from", "-", input: "01\n0101\n")
        #expect(piped.status == 0)
        #expect(piped.lines.count == 2)
        try folder.write("words", "01\r\n\r\n1101\r\n")
        let windows = try Tool.run("accepts", Self.endsWith01, "--words-from", "words", in: folder)
        #expect(windows.lines == ["accepted\t01", "rejected\t", "accepted\t1101"])
        try folder.write("none", "")
        #expect(try Tool.run("accepts", Self.endsWith01, "--words-from", "none", in: folder).output.isEmpty)
    }

    @Test func separators() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "m.mata", "@NFA-explicit\n%Alphabet-auto\n%Initial x\n%Final y\nx coin y\ny push x\n")
        let outcome = try Tool.run(
            "accepts", "m.mata", "-s", " ", "coin", "coin push coin", "coin push", "", in: folder)
        #expect(outcome.status == 1)
        #expect(outcome.lines.map { $0.prefix(8) } == ["accepted", "accepted", "rejected", "rejected"])
        for command in ["accepts", "run"] {
            let whole = try Tool.run(command, "m.mata", "coin", in: folder)
            #expect(whole.output.contains("; --separator splits words into symbols such as 'coin'"), "\(whole)")
            #expect(try !Tool.run(command, "m.mata", "-s", " ", "con", in: folder).output.contains("--separator"))
        }
        let comma = try Tool.run("accepts", "m.mata", "--separator", ", ", "coin, push, coin", in: folder)
        #expect(comma.status == 0)
        try folder.write("word", "coin push coin")
        #expect(try Tool.run("accepts", "m.mata", "-s", " ", "--input", "word", in: folder).status == 0)
        try folder.write("word", "coin push ")
        #expect(try Tool.run("accepts", "m.mata", "-s", " ", "--input", "word", in: folder).status == 1)
    }

    @Test func aWholeFileIsOneWord() throws {
        let folder = try TemporaryFolder()
        try folder.write("word", String(repeating: "10", count: 500_000) + "1")
        for file in ["m.mata", "m.json", "nfa.mata"] {
            let command = file.hasPrefix("nfa") ? "convert" : "minimize"
            #expect(try Tool.run(command, Self.endsWith01, "-o", file, in: folder).status == 0)
            let outcome = try Tool.run("accepts", file, "--input", "word", in: folder)
            #expect(outcome.status == 0)
            #expect(outcome.output == "accepted\tword\n")
            #expect(try Tool.run("accepts", file, "--input", "-", input: "01").status == 2)
            #expect(try Tool.run("accepts", file, "--input", "-", input: "01", in: folder).status == 0)
            // The newline is a symbol too, and not one of these.
            let newline = try Tool.run("accepts", file, "--input", "-", input: "01\n", in: folder)
            #expect(newline.status == 1)
            #expect(newline.output.contains("not in the alphabet"))
        }
    }

    @Test func whatFollowsACertainVerdictStillCounts() throws {
        let folder = try TemporaryFolder()
        try folder.write("all.mata", "@NFA-explicit\n%Alphabet-auto\n%Initial x\n%Final x\nx 0 x\nx 1 x\n")
        let long = String(repeating: "01", count: 300_000)
        for (word, isAccepted) in [("", true), ("0110", true), (long, true), ("01x1", false), (long + "x", false)] {
            try folder.write("word", word)
            let outcome = try Tool.run("accepts", "all.mata", "--input", "word", in: folder)
            #expect(outcome.status == (isAccepted ? 0 : 1))
            #expect(outcome.output.contains("the symbol 'x' at position") == !isAccepted)
            let line = try Tool.run("accepts", "all.mata", "--words-from", "word", "--quiet", in: folder)
            #expect(line.status == (isAccepted ? 0 : 1))
        }
        // A word that no run survives is rejected as such, and its later symbols aren't looked at.
        let dead = try Tool.run("accepts", Self.endsWith01, "--input", "-", input: "0x1")
        #expect(dead.output == "rejected\t-\t(the symbol 'x' at position 2 of the word is not in the alphabet)\n")
    }

    @Test func bytes() throws {
        let folder = try TemporaryFolder()
        try folder.write("m.mata", Sample.bytes)
        try Data([65, 255, 10]).write(to: URL(fileURLWithPath: folder.path("word")))
        #expect(try Tool.run("accepts", "m.mata", "--bytes", "--input", "word", in: folder).status == 0)
        try Data([65, 254, 10]).write(to: URL(fileURLWithPath: folder.path("word")))
        #expect(try Tool.run("accepts", "m.mata", "--bytes", "--input", "word", in: folder).status == 1)
        // Without --bytes the symbols are called 65 and so on.
        #expect(try Tool.run("accepts", "m.mata", "-s", " ", "65 255 10", in: folder).status == 0)
        #expect(try Tool.run("info", "m.mata", "--bytes", "--json", in: folder).output.contains("\"transitions\": 4"))
    }

    @Test func standardInputHoldsTheAutomaton() throws {
        #expect(try Tool.run("accepts", "-", "01", input: Sample.endsWith01).status == 0)
    }

    @Test(arguments: [
        ("shortest ends.mata", 0, "01\n"),
        ("shortest ends.mata --rejected", 0, "\n"),
        ("shortest ends.mata --separator ,", 0, "0,1\n"),
        ("shortest all.mata", 0, "\n"),
        ("shortest all.mata --rejected", 1, ""),
        ("shortest all.mata --rejected --alphabet a,cc --separator ,", 0, "cc\n"),
        ("shortest all.mata --rejected --alphabet bca", 0, "c\n"),
        ("shortest all.mata --rejected --over ends.mata", 0, "0\n"),
        ("shortest none.mata", 1, ""),
        ("shortest missing.mata", 2, ""),
        ("shortest cycle.mata --synchronizing", 0, "baab\n"),
        ("shortest all.mata --synchronizing", 0, "\n"),
        ("shortest none.mata --synchronizing", 1, ""),
        ("shortest stateless.mata --synchronizing", 1, ""),
        ("shortest ends.mata --synchronizing", 2, ""),
    ])
    func shortestWords(line: String, status: Int32, output: String) throws {
        let folder = try TemporaryFolder.letters()
        try folder.write("ends.mata", Sample.endsWith01)
        try folder.write("none.mata", "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final q\np a p\n")
        try folder.write("stateless.mata", "@NFA-explicit\n%Alphabet-auto\n")
        try folder.write(
            "cycle.mata", "@NFA-explicit\n%Alphabet-auto\n%Initial p\np a q\nq a r\nr a p\np b p\nq b q\nr b p\n")
        let outcome = try Tool.run(line: line, in: folder)
        #expect(outcome.status == status)
        #expect(outcome.output == output)
    }

    @Test(arguments: [
        ("few.mata", 0, "bba\n", ""),
        ("few.mata --separator ,", 0, "b,b,a\n", ""),
        ("all.mata", 1, "", "all.mata: note: there is no longest word: infinitely many are accepted"),
        ("none.mata", 1, "", "none.mata: note: no word is accepted"),
        ("missing.mata", 2, "", "missing.mata"),
    ])
    func longestWords(line: String, status: Int32, output: String, note: String) throws {
        let folder = try TemporaryFolder.letters()
        try folder.write("none.mata", "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final q\np a p\n")
        try folder.write(
            "few.mata",
            "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final s\np a q\np b q\np b r\nq b s\nr b q\nr b t\nt a s\n")
        let outcome = try Tool.run(line: "longest " + line, in: folder)
        #expect(outcome.status == status)
        #expect(outcome.output == output)
        #expect(note.isEmpty ? outcome.errors.isEmpty : outcome.errors.contains(note))
    }

    @Test func infoAnalyzesAmbiguityAndGrowth() throws {
        let folder = try TemporaryFolder()
        let head = "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final q\n"
        try folder.write("twice.mata", head + "p a p\np a q\nq a q\n")
        try folder.write("kth.mata", Sample.kth(12))
        let list = try Tool.run("info", "twice.mata", "--analyze", in: folder)
        #expect(list.output.contains("ambiguity      polynomial of degree 1\n"))
        #expect(list.output.contains("growth         polynomial of degree 0\n"))
        let json = try Tool.run("info", "twice.mata", "kth.mata", "--analyze", "--json", in: folder)
        #expect(
            json.lines[0].hasSuffix(
                "\"ambiguity\": \"polynomial\", \"ambiguityDegree\": 1, \"growth\": \"polynomial\", \"growthDegree\": 0}"
            ))
        #expect(
            json.lines[1].hasSuffix(
                "\"ambiguity\": \"unambiguous\", \"ambiguityDegree\": null, \"growth\": \"exponential\", \"growthDegree\": null}"
            ))
        let table = try Tool.run("info", "twice.mata", "kth.mata", "--analyze", in: folder)
        #expect(table.lines[0].hasSuffix("  ambiguity        growth         "))
        #expect(table.lines[1].hasSuffix("  polynomial 1     polynomial 0"))
        // Cycles of 5, 7 and 11 symbols, whose pairs of states tell the ambiguity.
        var cycles = "@NFA-explicit\n%Alphabet-auto\n%Initial i\n%Final"
        for length in [5, 7, 11] { cycles += " c\(length)_0" }
        for length in [5, 7, 11] {
            cycles += "\ni a c\(length)_0"
            for place in 0..<length { cycles += "\nc\(length)_\(place) a c\(length)_\((place + 1) % length)" }
        }
        try folder.write("cycles.mata", cycles + "\n")
        let known = try Tool.run("info", "cycles.mata", "--analyze", in: folder)
        #expect(known.output.contains("ambiguity      finite\ngrowth         polynomial of degree 0\n"))
        let limited = try Tool.run("info", "cycles.mata", "--analyze", "--max-states", "10", in: folder)
        #expect(limited.status == 0)
        #expect(limited.output.contains("ambiguity      unknown, as the limits don't suffice; --max-states"))
        #expect(try !Tool.run("info", "--json", "twice.mata", in: folder).output.contains("ambiguity"))
    }

    @Test func infoTellsTheProperties() throws {
        let outcome = try Tool.run("info", "--json", Self.endsWith01)
        let object = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(object["kind"] as? String == "NFA")
        #expect(object["format"] as? String == "mata")
        #expect(object["states"] as? Int == 3)
        #expect(object["transitions"] as? Int == 4)
        #expect(object["symbols"] as? Int == 2)
        #expect(object["initial"] as? [String] == ["p"])
        #expect(object["final"] as? [String] == ["r"])
        #expect(object["deterministic"] as? Bool == false)
        #expect(object["total"] as? Bool == false)
        #expect(object["minimal"] is NSNull)
        #expect(object["empty"] as? Bool == false)
        #expect(object["finite"] as? Bool == false)
        let plain = try Tool.run("info", Self.endsWith01)
        #expect(plain.lines.contains { $0.split(separator: " ").map(String.init) == ["states", "3"] })
    }

    @Test func tableIsATextbooks() throws {
        let outcome = try Tool.run("table", Self.endsWith01)
        #expect(outcome.status == 0)
        #expect(outcome.lines.count == 4)
        #expect(outcome.lines[1].hasPrefix("→"))
        #expect(outcome.lines[1].contains("{p,q}"))
    }

    @Test func aTableThatNobodyCouldReadIsRefused() throws {
        let folder = try TemporaryFolder()
        let transitions = (0..<2000).map { "q\($0) a\($0) q\($0 + 1)\n" }.joined()
        try folder.write("wide.mata", "@NFA-explicit\n%Alphabet-auto\n%Initial q0\n%Final q2000\n" + transitions)
        let outcome = try Tool.run("table", "wide.mata", in: folder)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("too large for a table: 2,001 states and 2,000 symbols"))
    }

    @Test func runShowsTheWay() throws {
        let accepted = try Tool.run("run", Self.endsWith01, "101")
        #expect(accepted.status == 0)
        #expect(accepted.output.contains("accepted"))
        #expect(accepted.output.contains("{p, q}"))
        let rejected = try Tool.run("run", Self.endsWith01, "10")
        #expect(rejected.status == 1)
        #expect(rejected.output.contains("rejected"))
        #expect(try Tool.run("run", Self.endsWith01, "").status == 1)
        let unknown = try Tool.run("run", Self.endsWith01, "1x1")
        #expect(unknown.status == 1)
        #expect(unknown.output.contains("'x'"))
    }

    @Test func examplesDoWhatTheySay() throws {
        let words = try FileManager.default.contentsOfDirectory(
            atPath: Tool.examples.appendingPathComponent("words").path)
        #expect(words.count >= 14)
        let automata = try FileManager.default.contentsOfDirectory(atPath: Tool.examples.path)
        for list in words {
            let parts = list.split(separator: ".").map(String.init)
            let files = automata.filter { $0.hasPrefix(parts[0] + ".") }
            #expect(!files.isEmpty)
            for file in files {
                let outcome = try Tool.run(
                    "accepts", Tool.examples.appendingPathComponent(file).path, "--words-from",
                    Tool.examples.appendingPathComponent("words/\(list)").path)
                #expect(
                    outcome.lines.allSatisfy { $0.hasPrefix(parts[1]) }, "\(file): \(outcome.output)\(outcome.errors)")
                #expect(outcome.lines.count > 3)
            }
        }
    }
}
