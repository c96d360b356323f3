import Foundation
import Testing

/// `automata match`, as somebody uses it in place of grep.
@Suite struct MatchTests {
    private static let log = "2026-11-26 error 12ms\n2026-11-27 info\nterror 7ms\n\nerror 345ms"

    private func run(_ arguments: String..., input: String = log) throws -> Tool.Outcome {
        try Tool.start(["match"] + arguments, input: input).finish()
    }

    @Test func linesArePrinted() throws {
        var outcome = try run(#"\berror\b"#)
        #expect(outcome.status == 0 && outcome.lines == ["2026-11-26 error 12ms", "error 345ms"])
        outcome = try run("--line-number", "^.*info$|^$")
        #expect(outcome.output == "2:2026-11-27 info\n4:\n")
        outcome = try run("nothing")
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(try run("--quiet", "info").status == 0)
        #expect(try run("--operators", "^(.*error.*&!(.*terror.*))$").lines.count == 2)
    }

    @Test func matchesAreCountedAndPrinted() throws {
        #expect(try run("--only-matching", "[0-9]+ms").lines == ["12ms", "7ms", "345ms"])
        #expect(try run("-o", "abcd|bc", input: "abcabcd").lines == ["bc", "abcd"])
        #expect(try run("-o", "--count", "[0-9]+").lines == ["9"])
        #expect(try run("--count", "[0-9]+").lines == ["4"])
        // As grep does: a line with an empty match is found, and nothing is printed.
        var outcome = try run("-o", "x*")
        #expect(outcome.status == 0 && outcome.output.isEmpty)
        outcome = try run("--count", "x*")
        #expect(outcome.lines == ["5"])
        #expect(try run("x*", input: "").status == 1)
        #expect(try run("-n", #"o\s*"#, input: "o\n\no \n").lines == ["1:o", "3:o "])
        #expect(
            try run("--json", "7ms").lines == [
                #"{"file": "-", "line": 3, "start": 45, "end": 48, "patterns": [1], "text": "7ms"}"#
            ])
    }

    @Test func linesWithoutMatchesArePrinted() throws {
        #expect(try run("-v", "error").output == "2026-11-27 info\n\n")
        #expect(try run("-vn", "info|ms").output == "4:\n")
        #expect(try run("-vc", "error").lines == ["2"])
        #expect(try run("-v", "").status == 1)
        #expect(try run("--json", "--count", "info").status == 2)
        #expect(try run("-vq", "nothing").status == 0)
        let outcome = try run("-v", "--ids", "error")
        #expect(outcome.status == 2 && outcome.errors.contains("--invert-match"))
    }

    /// Once a line is known to be meant, the rest of it isn't searched.
    @Test func linesAreCountedOnce() throws {
        let input = (0..<3_000).map { "line \($0) of \($0 % 7)\n" }.joined() + "\n\n"
        for (expression, count) in [(".", 3_000), ("[a-z]", 3_000), ("", 3_002), ("of [12]$", 858), ("[0-9]+", 3_000)] {
            for option in ["-c", "-n", "-o", "-v", "--ids"] {
                let outcome = try run(option, "--", expression, input: input)
                switch option {
                case "-c": #expect(outcome.lines == ["\(count)"])
                case "-v": #expect(outcome.output.count { $0 == "\n" } == 3_002 - count)
                case "-o": #expect(outcome.lines.count >= (expression.isEmpty ? 0 : count))
                default: #expect(outcome.lines.count == count, "\(option) \(expression)")
                }
            }
        }
    }

    @Test func searchEndsBehindANumberOfLines() throws {
        #expect(try run("-m1", "ms").lines == ["2026-11-26 error 12ms"])
        #expect(try run("-m", "2", "-o", "[0-9]+").lines == ["2026", "11", "26", "12", "2026", "11", "27"])
        #expect(try run("-m2", "-c", "error").lines == ["2"])
        #expect(try run("-m1", "-v", "error").lines == ["2026-11-27 info"])
        #expect(try run("-m1", "--ids", "error").lines == ["1:2026-11-26 error 12ms"])
        let outcome = try run("-m0", "error")
        #expect(outcome.status == 1 && outcome.output.isEmpty)
    }

    @Test func expressionsAreNamedByOptions() throws {
        #expect(try run("-e", "info", "-e", "-2[67]", "-c").lines == ["2"])
        #expect(try run("--regexp=info", "--regexp=7ms", "--ids").lines == ["1:2026-11-27 info", "2:terror 7ms"])
        #expect(try run("-e", "info", "--patterns", "file").status == 2)
        // What is behind it may look like an option, of this command, of grep or of none.
        let input = "a -w\n-f.h\n--help\n-c\n"
        for (expression, line) in [("-w", "a -w"), ("-f.h", "-f.h"), ("--help", "--help"), ("-c", "-c")] {
            #expect(try run("-e", expression, input: input).lines == [line])
        }
    }

    @Test func optionsOfGrepAreExplained() throws {
        for (option, word) in [
            ("-w", #"\b"#), ("-rn", "folder"), ("-nr", "folder"), ("-A3", "--line-number"), ("--context=2", "lines"),
            ("-h", "names"), ("-nh", "names"),
            ("--color", "--only-matching"), ("-b", "--json"), ("-L", "--count prints 0"), ("-s", "2>/dev/null"),
        ] {
            let outcome = try run(option, "error")
            #expect(outcome.status == 2 && outcome.errors.contains(word) && outcome.errors.contains("Usage"))
        }
    }

    @Test func shortOptionsAreGrouped() throws {
        #expect(try run("-nm2", "e").output == "1:2026-11-26 error 12ms\n3:terror 7ms\n")
        #expect(try run("-oeterror").lines == ["terror"])
        #expect(try run("-ne", "-oe", "-einfo").lines == ["2:2026-11-27 info"])
        #expect(try run("-c", "--", "-nm2", "-").lines == ["0"])
        #expect(try run("-h").output.contains("USAGE"))
        #expect(try run("-w", "--help").output.contains("USAGE"))
        #expect(try run("-vce", "info").lines == ["4"])
        #expect(try !run("--help").output.contains("--search"))
    }

    @Test func expressionsWithoutAMatchAreNoted() throws {
        var outcome = try run("-F", "12ms\n2026")
        #expect(outcome.status == 1 && outcome.errors.contains("can never match a line"))
        outcome = try run("-e", "info", "-e", "o^i")
        #expect(outcome.status == 0 && outcome.errors.contains("expression 2 can never match a line"))
        outcome = try run("-e", "info", "-e", "o^i", "--lazy")
        #expect(outcome.status == 0 && outcome.errors.contains("expression 2 can never match a line"))
        outcome = try run("-e", "a\nb")
        #expect(outcome.status == 1 && outcome.errors.contains("can never match a line"))
        #expect(try run("info").errors.isEmpty)
    }

    @Test func emptyExpressionsMatchEverywhere() throws {
        #expect(try run("-c", "-e", "", input: "a\nb\n").output == "2\n")
        let outcome = try run("-c", "--regexp=", "a")
        #expect(outcome.status == 2 && outcome.errors.contains("Missing value for '--regexp'"))
    }

    @Test func fixedStringsStandForThemselves() throws {
        #expect(try run("-oF", "a.b c[*]|\\", input: "axb c[*]|\\ a.b c[*]|\\é").lines == ["a.b c[*]|\\"])
        #expect(try run("-F", "--ignore-case", "É.", input: "é. éx\néx").lines == ["é. éx"])
        let punctuation = ##"!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~ 0aZ"##
        #expect(try run("-F", "--", punctuation, input: punctuation).lines == [punctuation])
    }

    @Test func patternsComeFromFiles() throws {
        let folder = try TemporaryFolder()
        try folder.write("patterns", "error\n[a-z]+\n[0-9]+ms\n")
        try folder.write("a.log", Self.log)
        try folder.write("b.log", "ok\n")
        let outcome = try Tool.run(line: "match --patterns patterns --ids -o a.log b.log", in: folder)
        #expect(
            outcome.lines == [
                "a.log:1,2:error", "a.log:3:12ms", "a.log:2:info", "a.log:2:terror", "a.log:3:7ms", "a.log:1,2:error",
                "a.log:3:345ms", "b.log:2:ok",
            ])
    }

    @Test func patternsMayHaveEndsOfLinesOfWindows() throws {
        let folder = try TemporaryFolder()
        try folder.write("patterns", "info\r\n7ms\r\n")
        try folder.write("a.log", Self.log)
        #expect(try Tool.run(line: "match -c --patterns patterns a.log", in: folder).output == "2\n")
    }

    @Test func errorsTellTheirPlaces() throws {
        let folder = try TemporaryFolder()
        try folder.write("patterns", "a\n(b\n")
        var outcome = try Tool.run(line: "match --patterns patterns missing", in: folder)
        #expect(outcome.status == 2 && outcome.errors.contains("patterns:2:"))
        outcome = try Tool.run(line: "match a missing", in: folder)
        #expect(outcome.status == 2 && outcome.errors.contains("missing"))
        #expect(try Tool.run(line: "match", in: folder).status == 2)
    }

    @Test func foldersAreSearched() throws {
        let folder = try TemporaryFolder()
        try folder.write("logs/b/c.log", "no\nerror 1\n")
        try folder.write("logs/a.txt", "error 2\nerror 3")
        try folder.write("logs/.hidden", "error 4\n")
        try folder.write("logs/image", "error 5\0\n")
        for jobs in [1, 2, 8] {
            var outcome = try Tool.run(line: "match error logs --jobs \(jobs) -n", in: folder)
            #expect(outcome.status == 0)
            #expect(outcome.lines == ["logs/a.txt:1:error 2", "logs/a.txt:2:error 3", "logs/b/c.log:2:error 1"])
            #expect(outcome.errors.contains("logs/image"))
            outcome = try Tool.run(line: "match error logs --count --jobs \(jobs)", in: folder)
            #expect(outcome.lines == ["logs/a.txt:2", "logs/b/c.log:1", "logs/image:1"])
        }
        #expect(try Tool.run(line: "match nothing logs", in: folder).status == 1)
        #expect(try Tool.run(line: "match -q error logs", in: folder).output.isEmpty)
        #expect(
            try Tool.run(line: "match -l error logs", in: folder).lines == ["logs/a.txt", "logs/b/c.log", "logs/image"])
        #expect(try Tool.run(line: "match -no error logs/image logs/a.txt", in: folder).lines.count == 2)
        // What is found by a link is found without it.
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("logs/link"), withDestinationPath: folder.path("logs/a.txt"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("logs/nowhere"), withDestinationPath: "missing")
        try FileManager.default.createDirectory(
            atPath: folder.path("empty"), withIntermediateDirectories: false)
        #expect(try Tool.run(line: "match -l error empty logs/link logs", in: folder).lines.count == 4)
        // What can't be read is told, and the rest is searched.
        let outcome = try Tool.run(line: "match error missing logs", in: folder)
        #expect(outcome.status == 2 && outcome.errors.contains("missing") && outcome.lines.count == 3)
    }

    /// Standard input comes in pieces of any size, and lines of any length.
    @Test func standardInputIsReadByLines() throws {
        let long = String(repeating: "x", count: 700_000)
        let input =
            (0..<20_000).map { "line \($0) \($0 % 10 == 0 ? "error" : "ok")\n" }.joined() + "\(long)error\nerror"
        #expect(try run("--count", "error", input: input).lines == ["2002"])
        // Each line is a text of its own, wherever pieces end.
        #expect(try run("--count", #"\Aline|error\z"#, input: input).lines == ["20002"])
        let lines = try run("-n", "^line 1999[0-9] error|error$", input: input).lines
        #expect(lines.count == 2_002 && lines.last == "20002:error" && lines[1_999] == "19991:line 19990 error")
        #expect(try run("--json", "error$", input: "a\nerror").lines[0].contains(#""line": 2, "start": 2, "end": 7"#))
        let outcome = try run("x*error", "--max-memory", "100K", input: long)
        #expect(outcome.status == 2 && outcome.errors.contains("--max-memory"))
    }

    /// Files are read in pieces as standard input is, and names are printed as they are.
    @Test func filesAreReadByLines() throws {
        let folder = try TemporaryFolder()
        let long = String(repeating: "x", count: 700_000)
        let text = (0..<30_000).map { "line \($0)\($0 % 10 == 0 ? " error" : "")\n" }.joined() + "\(long)error\nerror"
        try folder.write("a.log", text)
        let outcome = try Tool.run(line: "match -n error a.log", in: folder)
        let piped = try run("-n", "error", input: text)
        #expect(outcome.status == 0 && outcome.output == piped.output)
        #expect(outcome.lines.count == 3_002 && outcome.lines.last == "30002:error")
        let names = try Tool.shell(
            #"printf 'error\n' >$'n\xffame'; automata match -l error . | od -An -tx1; automata match error $'n\xffame' . | od -An -tx1"#,
            in: folder)
        #expect(names.output.contains("6e ff 61 6d 65") && !names.output.contains("5c 78"))
    }

    /// Much output of several files, in their order, and without keeping it all.
    @Test func outputOfSeveralFilesIsInOrder() throws {
        let folder = try TemporaryFolder()
        let line = String(repeating: "x", count: 99)
        let text = (0..<100_000).map { "\($0) \(line)\n" }.joined()
        for name in ["a", "b", "c", "d"] { try folder.write(name, text) }
        let expected = ["a", "b", "c", "d"].map { name in
            text.split(separator: "\n").map { "\(name):\($0)\n" }.joined()
        }
        for jobs in [1, 4] {
            let outcome = try Tool.run(line: "match x a b c d -j\(jobs) --timeout 60s", in: folder)
            #expect(outcome.status == 0 && outcome.output == expected.joined())
        }
        let first = try Tool.shell("automata match x a b c d | head -n 1", in: folder)
        #expect(first.output == "a:0 \(line)\n")
    }

    @Test func tooLargeAutomataAreMadeLazily() throws {
        let expression = "[ab]*a[ab]{41}x"
        let input = "aab\n" + String(repeating: "ab", count: 30) + "x\n"
        var outcome = try run(expression, "--max-states", "10000", input: input)
        #expect(outcome.status == 2 && outcome.errors.contains("--lazy"))
        outcome = try run(expression, "--max-states", "10000", "--lazy", "-n", input: input)
        #expect(outcome.status == 0 && outcome.lines.count == 1 && outcome.lines[0].hasPrefix("2:ab"))
    }
}
