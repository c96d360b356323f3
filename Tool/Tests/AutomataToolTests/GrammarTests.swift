import Foundation
import Testing

/// Grammars on the command line.
@Suite struct GrammarTests {
    @Test func toAutomataAndBack() throws {
        let folder = try TemporaryFolder()
        try folder.write("even.grm", "S → 1S | 0A | ε\nA → 1A | 0S\n")
        let made = try Tool.run("grammar", "even.grm", "-o", "even.jff", in: folder)
        #expect(made.status == 0, "\(made.errors)")
        #expect(try Tool.run("accepts", "even.jff", "", "1001", "1", in: folder).status == 0)
        #expect(try Tool.run("accepts", "even.jff", "10", in: folder).status == 1)
        let right = try Tool.run("to-grammar", "even.jff", in: folder)
        #expect(right.output == "S → 0A | 1S | ε\nA → 0S | 1A\n")
        let left = try Tool.run("to-grammar", "even.jff", "--left", in: folder)
        #expect(left.output == "S → A0 | S1 | ε\nA → S0 | A1\n")
        let strict = try Tool.run("to-grammar", "even.jff", "--strict", in: folder)
        #expect(strict.output == "S' → 0A | 1S | 1 | ε\nA → 0S | 0 | 1A\nS → 0A | 1S | 1\n")
        for options in ["", "--strict", "--strict --left", "--left", "--letters --trim", "--left --letters"] {
            let again = try Tool.shell(
                "automata minimize even.jff | automata to-grammar - \(options) | automata grammar - | automata equivalent even.jff -",
                in: folder)
            #expect(again.status == 0, "\(options): \(again.errors)")
        }
    }

    @Test func classes() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.grm", "S -> aSb | ab")
        try folder.write("b.grm", "S -> aA\nA -> Sb | b")
        try folder.write("c.grm", "S -> 0S | 1")
        try folder.write("d.grm", "S -> AB\nAB -> BA")
        try folder.write("e.grm", "S -> aA\naA -> a")
        #expect(
            try Tool.run("grammar", "--class", "a.grm", in: folder).output
                == "type 2, context-free (linear)\n  not type 3: S → aSb has terminals on both sides of its nonterminal\n"
        )
        let all = try Tool.run("grammar", "--class", ".", in: folder)
        #expect(all.status == 0)
        #expect(all.output.contains("c.grm: type 3, regular (right-linear)\n"))
        #expect(all.output.contains("d.grm: type 1, context-sensitive (monotonic)\n  not type 2: AB → BA has more"))
        #expect(all.output.contains("e.grm: type 0, unrestricted\n  not type 1: aA → a has a right side"))
        let mixed = try Tool.run("grammar", "b.grm", in: folder)
        #expect(mixed.status == 2)
        #expect(mixed.errors.contains("S → aA") && mixed.errors.contains("A → Sb"))
    }

    @Test func printing() throws {
        let folder = try TemporaryFolder()
        try folder.write("g.grm", "S -> a B | a\nA -> S\nS -> a\n")
        let printed = try Tool.run("grammar", "--print", "g.grm", in: folder)
        #expect(printed.output == "S → aB | a\nA → S\n")
        // B is in capitals and has no production.
        #expect(printed.errors.contains("B is a nonterminal"))
        #expect(try Tool.run("grammar", "--print", "--trim", "g.grm", in: folder).output == "S → a\n")
        let standardInput = try Tool.run("grammar", "-", "--print", input: "S->λ", in: folder)
        #expect(standardInput.output == "S → ε\n")
    }

    @Test func severalFilesAndErrors() throws {
        let folder = try TemporaryFolder()
        try folder.write("in/a.grm", "S -> aS | b")
        try folder.write("in/b.grm", "S -> Sa | b")
        let made = try Tool.run("grammar", "in", "--output-dir", "out", "--to", "json", in: folder)
        #expect(made.status == 0, "\(made.errors)")
        #expect(try Tool.run("accepts", "out/a.json", "aab", in: folder).status == 0)
        #expect(try Tool.run("accepts", "out/b.json", "baa", in: folder).status == 0)
        try folder.write("c.grm", "S -> aS | eps")
        let letters = try Tool.run("grammar", "c.grm", in: folder)
        #expect(letters.errors.contains("'eps' is read as a word of terminals; write ε or \"\" for the empty word"))
        try folder.write("bad.grm", "S = aS")
        let sign = try Tool.run("grammar", "bad.grm", in: folder)
        #expect(
            sign.errors.contains(
                "bad.grm:1:3: error: this line has no arrow (→, -> or ::=); write -> in place of this ="))
        try folder.write("bad.grm", "S -> a\nS b")
        let bad = try Tool.run("grammar", "bad.grm", in: folder)
        #expect(bad.status == 2)
        #expect(bad.errors.contains("bad.grm:2:1:"))
        #expect(try Tool.run("grammar", "--class", "--print", "bad.grm", in: folder).status == 2)
        #expect(try Tool.run("grammar", "--class", "in/a.grm", "-o", "x", in: folder).status == 2)
        #expect(try Tool.run("grammar", in: folder).status == 2)
        let written = try Tool.run("to-grammar", "out/a.json", "-o", "in/a.grm", in: folder)
        #expect(written.status == 2)
        #expect(written.errors.contains("--force"))
        #expect(try Tool.run("to-grammar", "out/a.json", "-o", "in/a.grm", "--force", in: folder).status == 0)
        let small = try Tool.run("grammar", "in/b.grm", "--max-states", "1", in: folder)
        #expect(small.status == 2)
        #expect(small.errors.contains("--max-states"))
    }
}
