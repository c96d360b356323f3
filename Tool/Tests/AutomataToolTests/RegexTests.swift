import Foundation
import Testing

/// Automata of regular expressions on the command line.
@Suite struct RegexTests {
    @Test func smallestDFA() throws {
        let folder = try TemporaryFolder()
        let made = try Tool.run("regex", "(a|b)*a(a|b){2}", "-o", "kth.json", in: folder)
        #expect(made.status == 0, "\(made.errors)")
        let info = try Tool.run("info", "kth.json", in: folder)
        #expect(info.output.contains("8"))
        let words = try Tool.run("accepts", "kth.json", "abb", "bab", "babbab", in: folder)
        #expect(words.status == 1)
        #expect(words.output.contains("rejected\tbab"))
    }

    @Test func constructionsByName() throws {
        let folder = try TemporaryFolder()
        for (construction, model) in [
            ("thompson", "ε-NFA"), ("glushkov", "NFA"), ("follow", "NFA"), ("partial-derivatives", "NFA"),
            ("derivatives", "DFA"),
        ] {
            let made = try Tool.run(
                "regex", "--syntax", "textbook", "(a+b)*·a·(a+b)", "--using", construction, "-o",
                "\(construction).json", in: folder)
            #expect(made.status == 0, "\(made.errors)")
            #expect(try Tool.run("info", "\(construction).json", in: folder).output.contains(model))
        }
        #expect(try Tool.run("equivalent", "thompson.json", "derivatives.json", in: folder).status == 0)
    }

    @Test func options() throws {
        let folder = try TemporaryFolder()
        let cases: [([String], String, String)] = [
            (["b+c", "--search", "-i"], "aBCd", "ac"), (["a&b!", "--operators"], "never", "a&b!"),
            (["a.b", "--dot-all"], "a\nb", "ab"), (["a b # c", "--extended"], "ab", "a b"),
            (["^a$\\n^b$", "--multiline"], "a\nb", "ab"), (["é.", "--unit", "scalars"], "éü", "é"),
        ]
        for (index, (arguments, accepted, rejected)) in cases.enumerated() {
            let made = try Tool.start(["regex"] + arguments + ["-o", "\(index).json"], in: folder).finish()
            #expect(made.status == (accepted == "never" ? 2 : 0), "\(made.errors)")
            if accepted == "never" { continue }
            #expect(try Tool.run("accepts", "\(index).json", accepted, in: folder).status == 0)
            #expect(try Tool.run("accepts", "\(index).json", rejected, in: folder).status == 1)
        }
    }

    @Test func aFileOfExpressions() throws {
        let folder = try TemporaryFolder()
        try folder.write("patterns", "ab\n\na(b\n[a-c]+\n")
        let failed = try Tool.run("regex", "--file", "patterns", "--output-dir", "out", "--keep-going", in: folder)
        #expect(failed.status == 2)
        #expect(failed.errors.contains("patterns:3:2:"))
        #expect(try Tool.run("accepts", "out/3.json", "abc", in: folder).status == 0)
        for (text, isNoted) in [("a(b+eps)", true), ("epsilon", true), ("reps+'eps'", false)] {
            let read = try Tool.run("regex", "--syntax", "textbook", text, in: folder)
            #expect(read.status == 0 && read.errors.contains("write ε or #E for the empty word") == isNoted)
        }
        let several = try Tool.run("regex", "a", "b", in: folder)
        #expect(several.status == 2)
        #expect(several.errors.contains("--output-dir"))
    }

    @Test func errors() throws {
        let folder = try TemporaryFolder()
        let syntax = try Tool.run("regex", "a(b", in: folder)
        #expect(syntax.status == 2)
        #expect(syntax.errors.contains("expression:1:2:"))
        #expect(try Tool.run("regex", in: folder).status == 2)
        #expect(try Tool.run("regex", "a", "--alphabet", "ab", in: folder).status == 2)
        let large = try Tool.run("regex", "((a{1000}){1000}){1000}", in: folder)
        #expect(large.status == 2)
        #expect(large.errors.contains("--max-states"))
        let nested = String(repeating: "(", count: 30_000) + "a" + String(repeating: ")", count: 30_000)
        #expect(try Tool.run("regex", nested, "-o", "nested.json", in: folder).status == 0)
    }

    /// Nested deeper than a command line may be long; and a DFA with 2⁴¹ states.
    @Test func boundedByTheBudgetAlone() throws {
        let folder = try TemporaryFolder()
        let open = String(repeating: "(", count: 100_000)
        let close = String(repeating: ")", count: 100_000)
        try folder.write("nested", open + "a" + close + "\n")
        let nested = try Tool.run("regex", "--file", "nested", "-o", "nested.json", in: folder)
        #expect(nested.status == 0, "\(nested.errors)")
        #expect(try Tool.run("accepts", "nested.json", "a", in: folder).status == 0)
        try folder.write("unbalanced", open + "a\n")
        let unbalanced = try Tool.run("regex", "--file", "unbalanced", in: folder)
        #expect(unbalanced.status == 2)
        #expect(unbalanced.errors.contains("unbalanced:1:100000:") && unbalanced.errors.utf8.count < 500)
        let nfa = try Tool.run("regex", "(a|b)*a(a|b){40}", "--using", "automatic", "-o", "kth.json", in: folder)
        #expect(nfa.status == 0, "\(nfa.errors)")
        for arguments in [["regex", "(a|b)*a(a|b){40}"], ["determinize", "kth.json"]] {
            let exploding = try Tool.start(arguments + ["--max-states", "10000"], in: folder).finish()
            #expect(exploding.status == 2)
            #expect(exploding.errors.contains("10,000 states") && exploding.output.isEmpty)
        }
    }
}

/// Automata of expressions beside those of textbooks.
@Suite struct NamedCharacterTests {
    @Test func meetTextbooks() throws {
        let folder = try TemporaryFolder()
        let made = try Tool.run("regex", "--named", "(0|1)*01", "-o", "named.jff", in: folder)
        #expect(made.status == 0, "\(made.errors)")
        #expect(
            try Tool.run("regex", "--syntax", "textbook", "(0+1)*01", "-o", "textbook.mata", in: folder).status == 0)
        #expect(try Tool.run("equivalent", "named.jff", "textbook.mata", in: folder).status == 0)
        let refused = try Tool.run("regex", "--named", "--unit", "scalars", "[^a]", in: folder)
        #expect(refused.status == 2)
        #expect(refused.errors.contains("more than 1,000 different characters"))
        #expect(refused.errors.count < 200)
        // No character lies between those around the surrogates.
        let around = try Tool.run("regex", "--named", "--unit", "scalars", "[\\x{D7F0}-\\x{E010}]", in: folder)
        #expect(around.lines.count { $0.hasPrefix("q0 ") } == 33)
        #expect(try Tool.run("regex", "--named", "--max-memory", "1K", "[a-z]{50}", in: folder).status == 2)
    }

    /// What a command prints of a language over classes, another one reads.
    @Test func wordsAreReadBack() throws {
        let folder = try TemporaryFolder()
        for (expression, word) in [("hello [a-z]+", "hello a"), ("\\\\", "\\"), ("a\\]-\\^", "a]-^")] {
            #expect(try Tool.run("regex", expression, "-o", "one.json", "--force", in: folder).status == 0)
            #expect(try Tool.run("shortest", "one.json", in: folder).output == word + "\n")
            #expect(try Tool.run("accepts", "one.json", "--", word, in: folder).status == 0)
        }
        #expect(try Tool.run("regex", "(0|1)*01", "-o", "two.json", in: folder).status == 0)
        #expect(try Tool.run("shortest", "two.json", "-s", ",", in: folder).output == "0,1\n")
        // Neither bytes nor names from a file need be UTF-8.
        let lines = [
            "automata regex '\\xff[\\x80-\\x90]' -o three.json && automata shortest three.json -s , >word",
            "automata accepts three.json -s , --words-from word --quiet",
            "automata accepts three.json -s , --input <(head -c -1 word) --quiet",
            "printf '0\\t1\\t\\xff\\n1\\t2\\ta\\n2\\n' >four.att && automata words four.att >word",
            "automata accepts four.att -s ' ' --words-from word --quiet",
            "automata accepts four.att -s ' ' --input <(head -c -1 word) --quiet",
        ]
        for line in lines {
            let outcome = try Tool.shell(line, in: folder)
            #expect(outcome.status == 0, "\(line): \(outcome.output)\(outcome.errors)")
        }
        let empty = try Tool.run("empty", "one.json", "--json", in: folder)
        #expect(empty.output.contains(#"["a", "]", "-", "^"]"#))
    }
}
