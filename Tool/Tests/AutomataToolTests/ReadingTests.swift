import Foundation
import Testing

/// The diagnostics of texts, which are the same in every command that reads automata.
@Suite struct ReadingTests {
    /// Commands that read x.mata, alone or beside another file.
    static let commands = [
        "info x.mata", "table x.mata", "accepts x.mata 0", "run x.mata 0", "shortest x.mata", "longest x.mata",
        "convert x.mata", "draw x.mata", "trim x.mata", "complete x.mata", "reverse x.mata", "determinize x.mata",
        "minimize x.mata", "minimize x.mata --steps", "reduce x.mata", "remove-epsilon x.mata", "complement x.mata",
        "complement good.mata --over x.mata", "star x.mata", "prefixes x.mata", "suffixes x.mata", "factors x.mata",
        "subsequences x.mata", "cyclic-shift x.mata", "restrict-lengths x.mata --at-most 3",
        "rename-symbols x.mata --name 0=1", "homomorphism x.mata --image 0=1",
        "inverse-homomorphism x.mata --image a=0", "project x.mata --onto 0", "substitute x.mata --for 0=good.mata",
        "substitute good.mata --for 0=x.mata", "union x.mata good.mata", "union good.mata x.mata",
        "intersection good.mata x.mata", "difference good.mata x.mata", "symmetric-difference good.mata x.mata",
        "concatenate good.mata x.mata", "shuffle good.mata x.mata", "quotient good.mata x.mata",
        "neighborhood 0 --over x.mata", "eval x.mata", "included good.mata x.mata", "equivalent x.mata good.mata",
        "disjoint x.mata good.mata", "empty x.mata", "universal x.mata", "finite x.mata", "unambiguous x.mata",
        "deterministic x.mata", "minimal x.mata", "count x.mata", "words x.mata", "rank x.mata 0", "unrank x.mata 0",
        "sample x.mata --length 1", "to-regex x.mata", "to-grammar x.mata",
    ]

    private func run(_ command: String, on text: String) throws -> Tool.Outcome {
        let folder = try TemporaryFolder()
        try folder.write("x.mata", text)
        try folder.write("good.mata", "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final q\np 0 q\n")
        return try Tool.run(line: command, in: folder)
    }

    @Test(arguments: commands) func aWrongNameIsToldWithTheFormat(_ command: String) throws {
        let text = try String(
            contentsOf: Tool.examples.appendingPathComponent("ends-with-01.jff"), encoding: .utf8)
        let outcome = try run(command, on: text)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("x.mata:1:1: error: expected '@NFA', "))
        #expect(outcome.errors.hasSuffix("; the content looks like another format: --from jff reads it\n"))
    }

    @Test(arguments: commands) func inkIsToldAsSuch(_ command: String) throws {
        let outcome = try run(command, on: "[[[0, 1, 2], [0, 1, 2]]]")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("x.mata: error: this is ink; automata sketch makes an automaton of it"))
    }

    @Test(arguments: commands) func aFinalStateWithoutTransitionsIsNoted(_ command: String) throws {
        let outcome = try run(command, on: "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final q z\np 0 q\n")
        let note = "x.mata: note: the final state 'z' has no transitions and isn't initial; check its name\n"
        #expect(outcome.status < 2)
        #expect(outcome.errors.components(separatedBy: note).count == 2)
    }
}
