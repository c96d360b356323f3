import Foundation
import Testing

/// `--json` of the commands that print words, runs, numbers and tables.
@Suite struct ResultsForProgramsTests {
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("m.mata", Sample.endsWith01)
        try folder.write("bytes.mata", Sample.bytes)
        try folder.write("finite.mata", "@NFA-explicit\n%Alphabet-auto\n%Initial x\n%Final y\nx on y\nx off y\n")
        try folder.write("none.mata", "@NFA-explicit\n%Alphabet-auto\n%Initial x\n%Final y\nx a x\ny a x\n")
        try folder.write(
            "moves.json",
            """
            {"format": "automata", "version": 1, "kind": "epsilon-NFA", "alphabet": ["a"], "states": ["p", "q"], \
            "initial": ["p"], "final": ["q"], "transitions": [["p", null, "q"], ["q", "a", "q"]]}
            """)
        try folder.write("r.grm", "S → aS | b\n")
        try folder.write("c.grm", "S → aSb | ε\n")
        return folder
    }

    @Test(arguments: [
        (
            "accepts m.mata 01 10 2 --json", 1,
            """
            {"word": "01", "accepted": true}
            {"word": "10", "accepted": false}
            {"word": "2", "accepted": false, "reason": "the symbol '2' at position 1 of the word is not in the alphabet"}

            """
        ),
        ("accepts m.mata --input m.mata --json --quiet", 1, ""),
        (
            "run m.mata 01 --json", 0,
            #"""
            {"accepted": true, "word": ["0", "1"], "sets": [["p"], ["p", "q"], ["p", "r"]], "run": ["p", "q", "r"]}

            """#
        ),
        ("run none.mata a --json", 1, #"{"accepted": false, "word": ["a"], "sets": [["x"], ["x"]]}"# + "\n"),
        (
            "run m.mata 2 --json", 1,
            #"{"accepted": false, "reason": "the symbol '2' at position 1 of the word is not in the alphabet"}"# + "\n"
        ),
        ("shortest m.mata --json", 0, #"{"word": ["0", "1"]}"# + "\n"),
        ("shortest none.mata --json", 1, #"{"word": null, "reason": "no word is accepted"}"# + "\n"),
        ("longest bytes.mata --bytes --json", 0, #"{"word": ["A", "\u0000", "\n"]}"# + "\n"),
        (
            "longest m.mata --json", 1,
            #"{"word": null, "reason": "there is no longest word: infinitely many are accepted"}"# + "\n"
        ),
        ("words finite.mata --json", 0, "[\"off\"]\n[\"on\"]\n"),
        (
            "words bytes.mata --bytes --json", 0,
            #"""
            ["A", "\u0000", "\n"]
            ["A", {"bytes": [255]}, "\n"]

            """#
        ),
        ("count m.mata --length 100 --json", 0, #"{"count": "316912650057057350374175801344"}"# + "\n"),
        ("count m.mata --recurrence --json", 0, #"{"coefficients": ["2"], "initialTerms": ["0", "0", "1"]}"# + "\n"),
        ("count m.mata --series --json", 0, #"{"numerator": ["0", "0", "1"], "denominator": ["1", "-2"]}"# + "\n"),
        (
            "table m.mata --json", 0,
            #"""
            {"symbols": ["0", "1"], "states": [{"name": "p", "initial": true, "final": false, "targets": [["p", "q"], ["p"]]}, {"name": "r", "initial": false, "final": true, "targets": [[], []]}, {"name": "q", "initial": false, "final": false, "targets": [[], ["r"]]}]}

            """#
        ),
        (
            "grammar --class r.grm --json", 0,
            #"{"file": "r.grm", "type": 3, "class": "regular", "properties": ["right-linear"]}"# + "\n"
        ),
    ])
    func objects(line: String, status: Int32, output: String) throws {
        let outcome = try Tool.run(line: line, in: Self.folder())
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect(outcome.output == output)
    }

    @Test func growthAndReasons() throws {
        let folder = try Self.folder()
        let rate = try object(of: "count m.mata --growth --json", in: folder)
        #expect(rate["lowerBound"] as? Double == 2 && rate["upperBound"] as? Double == 2)
        let grammar = try object(of: "grammar --class c.grm --json", in: folder)
        #expect(grammar["type"] as? Int == 2 && grammar["class"] as? String == "context-free")
        #expect(grammar["properties"] as? [String] == ["linear"])
        #expect((grammar["reason"] as? String)?.contains("aSb") == true)
        let refused = try Tool.run(line: "grammar c.grm --json", in: folder)
        #expect(refused.status == 2 && refused.errors.contains("--json needs --class"))
        let table = try object(of: "table moves.json --json", in: folder)
        let states = try #require(table["states"] as? [[String: Any]])
        #expect(states.map { $0["epsilonTargets"] as? [String] } == [["q"], []])
        let file = try object(of: "accepts m.mata --input m.mata --json", in: folder)
        #expect(file["file"] as? String == "m.mata" && file["accepted"] as? Bool == false)
        // As the format JSON spells it; people read ε.
        #expect(try object(of: "info moves.json --json", in: folder)["kind"] as? String == "epsilon-NFA")
        #expect(try Tool.run(line: "info moves.json", in: folder).output.contains("ε-NFA"))
    }

    private func object(of line: String, in folder: TemporaryFolder) throws -> [String: Any] {
        let output = try Tool.run(line: line, in: folder).output
        return try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any], "\(output)")
    }
}
