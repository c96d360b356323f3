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

    @Test func errorsTellTheirPlaces() throws {
        let folder = try TemporaryFolder()
        try folder.write("patterns", "a\n(b\n")
        var outcome = try Tool.run(line: "match --patterns patterns missing", in: folder)
        #expect(outcome.status == 2 && outcome.errors.contains("patterns:2:"))
        outcome = try Tool.run(line: "match a missing", in: folder)
        #expect(outcome.status == 2 && outcome.errors.contains("missing"))
        #expect(try Tool.run(line: "match", in: folder).status == 2)
    }
}
