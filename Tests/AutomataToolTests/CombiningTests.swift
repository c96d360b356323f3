import Foundation
import Testing

/// Commands that make automata of automata, and expressions.
@Suite struct CombiningTests {
    /// The words of up to three symbols over a, b and c.
    private static let words: [String] = (0..<3).reduce(into: [[""]]) { lengths, _ in
        lengths.append(lengths[lengths.count - 1].flatMap { word in ["a", "b", "c"].map { word + $0 } })
    }.flatMap { $0 }

    /// A folder in which a.mata accepts the word a, and so on, and all.mata every word over a and b.
    static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for letter in ["a", "b", "c"] {
            try folder.write(
                "\(letter).mata", "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final q\np \(letter) q\n")
        }
        try folder.write("all.mata", "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final p\np a p\np b p\n")
        try folder.write("words", words.map { $0 + "\n" }.joined())
        return folder
    }

    /// Which of the short words the result of a command accepts.
    private func language(_ arguments: [String], in folder: TemporaryFolder) throws -> Set<String> {
        let made = try Tool.start(arguments + ["-o", "result.json", "--force"], in: folder).finish()
        #expect(made.status == 0, "\(made.errors)")
        let outcome = try Tool.run("accepts", "result.json", "--words-from", "words", in: folder)
        #expect(outcome.status < 2, "\(outcome.errors)")
        let prefix = "accepted\t"
        return Set(
            outcome.output.split(separator: "\n").filter { $0.hasPrefix(prefix) }.map {
                String($0.dropFirst(prefix.count))
            })
    }

    /// The command line with spaces between its arguments, the words that the result accepts.
    @Test(arguments: [
        ("union a.mata b.mata c.mata", ["a", "b", "c"]),
        ("intersection all.mata b.mata", ["b"]),
        ("intersect all.mata c.mata", []),
        ("symmetric-difference a.mata b.mata", ["a", "b"]),
        ("concatenate a.mata b.mata c.mata", ["abc"]),
        ("star a.mata", ["", "a", "aa", "aaa"]),
        ("star a.mata --at-least 2", ["aa", "aaa"]),
        ("star a.mata --at-least 1 --at-most 2", ["a", "aa"]),
        ("star a.mata --at-most 0", [""]),
        ("complement a.mata", ["", "aa", "aaa"]),
        ("reduce a.mata", ["a"]),
        ("shuffle a.mata b.mata c.mata", ["abc", "acb", "bac", "bca", "cab", "cba"]),
        ("restrict-lengths all.mata --at-most 1", ["", "a", "b"]),
        ("restrict-lengths all.mata --at-least 2 --at-most 2", ["aa", "ab", "ba", "bb"]),
        ("prefixes b.mata", ["", "b"]),
        ("suffixes b.mata", ["", "b"]),
        ("factors b.mata", ["", "b"]),
        ("subsequences b.mata", ["", "b"]),
        ("residual a.mata --by a", [""]),
        ("neighbourhood ab --alphabet ab", ["a", "b", "aa", "ab", "bb", "aab", "aba", "abb", "bab"]),
        ("neighbourhood ab --distance 0", ["ab"]),
        ("homomorphism all.mata --image a=cc --image b=", ["", "cc"]),
        ("homomorphism a.mata --image a=a,c --separator ,", ["ac"]),
        ("inverse-homomorphism all.mata --image c=ab", ["", "c", "cc", "ccc"]),
        ("rename-symbols a.mata --name a=c", ["c"]),
        ("project all.mata --onto b", ["", "b", "bb", "bbb"]),
        ("substitute a.mata --for a=b.mata", ["b"]),
        ("complement a.mata --alphabet b", ["", "b", "bb", "bbb"]),
        ("complement a.mata --over a.mata", ["", "aa", "aaa"]),
        ("quotient all.mata a.mata --left", ["", "a", "b", "aa"]),
    ])
    func commandsMakeTheLanguage(line: String, expected: [String]) throws {
        let folder = try Self.folder()
        let result = try language(line.split(separator: " ").map(String.init), in: folder)
        if line.hasPrefix("quotient") {
            #expect(result.count == 15)
            #expect(result.isSuperset(of: expected))
        } else {
            #expect(result == Set(expected))
        }
    }

    @Test func quotientsTakeOffTheEndOrTheBeginning() throws {
        let folder = try Self.folder()
        _ = try Tool.run("concatenate", "a.mata", "b.mata", "c.mata", "-o", "abc.mata", in: folder)
        _ = try Tool.run("concatenate", "b.mata", "c.mata", "-o", "bc.mata", in: folder)
        _ = try Tool.run("difference", "abc.mata", "a.mata", "b.mata", "-o", "same.mata", in: folder)
        #expect(try language(["quotient", "abc.mata", "bc.mata"], in: folder) == ["a"])
        #expect(try language(["quotient", "same.mata", "bc.mata", "--right"], in: folder) == ["a"])
        #expect(try language(["quotient", "abc.mata", "a.mata", "--left"], in: folder) == ["bc"])
        #expect(try language(["quotient", "abc.mata", "bc.mata", "--left"], in: folder).isEmpty)
        #expect(try language(["prefixes", "abc.mata"], in: folder) == ["", "a", "ab", "abc"])
        #expect(try language(["suffixes", "abc.mata"], in: folder) == ["", "c", "bc", "abc"])
        #expect(try language(["factors", "abc.mata"], in: folder) == ["", "a", "b", "c", "ab", "bc", "abc"])
        #expect(
            try language(["subsequences", "abc.mata"], in: folder) == ["", "a", "b", "c", "ab", "bc", "ac", "abc"])
    }

    /// An expression and the words that its value accepts.
    @Test(arguments: [
        ("a.mata", ["a"]),
        ("a.mata b.mata", ["ab"]),
        ("a.mata | b.mata c.mata", ["a", "bc"]),
        ("a.mata b.mata?", ["a", "ab"]),
        ("(a.mata b.mata)?", ["", "ab"]),
        ("a.mata+", ["a", "aa", "aaa"]),
        ("a.mata{2}", ["aa"]),
        ("a.mata{1,2}", ["a", "aa"]),
        ("a.mata{ 2 , }", ["aa", "aaa"]),
        ("a.mata{2}?", ["", "aa"]),
        ("a.mata | b.mata & b.mata", ["a", "b"]),
        ("b.mata | a.mata - b.mata", ["a", "b"]),
        ("a.mata - a.mata & b.mata", ["a"]),
        ("a.mata ^ b.mata - a.mata", ["a", "b"]),
        ("a.mata | a.mata ^ a.mata", ["a"]),
        ("a.mata - b.mata - a.mata", []),
        ("!a.mata & (a.mata | b.mata)", ["b"]),
        ("!!a.mata", ["a"]),
        ("!a.mata b.mata & (a.mata | b.mata | a.mata b.mata)", ["b"]),
        ("!a.mata* & a.mata a.mata", []),
        ("prefixes(a.mata b.mata)", ["", "a", "ab"]),
        ("suffixes(a.mata b.mata)", ["", "b", "ab"]),
        ("factors(a.mata b.mata)", ["", "a", "b", "ab"]),
        ("subsequences(a.mata b.mata c.mata)", ["", "a", "b", "c", "ab", "ac", "bc", "abc"]),
        ("left-quotient(a.mata b.mata, a.mata)", ["b"]),
        ("right-quotient(a.mata b.mata, b.mata)", ["a"]),
        ("shuffle(a.mata b.mata, c.mata)", ["abc", "acb", "cab"]),
        ("reverse(a.mata b.mata)", ["ba"]),
        ("<ab> | <>", ["", "ab"]),
        ("a.mata<b>", ["ab"]),
        ("<ab> - a.mata", ["ab"]),
        ("lengths(a.mata*, {2})", ["aa"]),
        ("lengths(a.mata*, {2,})", ["aa", "aaa"]),
        ("lengths((a.mata | b.mata)*, {0, 1})", ["", "a", "b"]),
        ("neighbourhood(<ab>, 1) & b.mata?", ["b"]),
        ("neighbourhood(<a>, 1) - neighbourhood(<a>, 0)", ["", "aa"]),
        ("project(<abcb>, <bc>)", ["bcb"]),
        ("project(project(<abcb>, <bc>), <b>)", ["bb"]),
        ("any() & !a.mata & !<b>", []),
        ("any() - a.mata | <b><c> | <c>", ["b", "c", "bc"]),
        ("lengths(!(any()* a.mata any()*), {1,2}) | <b>", ["b", "bb"]),
        ("left-quotient(<abc>, <ab>)", ["c"]),
        ("minimize(a.mata | b.mata) determinize(trim(reduce(c.mata)))", ["ac", "bc"]),
        ("'a.mata'\"b.mata\"", ["ab"]),
        ("a-b.mata", ["c"]),
        ("'odd name(1).mata' | \"with \\\"quotes\\\".mata\"", ["a", "b"]),
    ])
    func expressionsMakeTheLanguage(expression: String, expected: [String]) throws {
        let folder = try Self.folder()
        try folder.write("a-b.mata", folder.read("c.mata"))
        try folder.write("odd name(1).mata", folder.read("a.mata"))
        try folder.write("with \"quotes\".mata", folder.read("b.mata"))
        #expect(try language(["eval", expression], in: folder) == Set(expected))
    }

    @Test(arguments: [
        ("", 1, "expected a file's name, a word in <> or '(', found the end of the expression"),
        ("(a.mata", 8, "expected ')', found the end of the expression"),
        ("a.mata |", 9, "expected a file's name, a word in <> or '('"),
        ("a.mata & )", 10, "found ')'"),
        ("a.mata )", 8, "expected an operator or the end, found ')'"),
        ("é | )", 5, "found ')'"),
        ("a.mata{x}", 8, "expected a number, found 'x'"),
        ("a.mata{3,2}", 11, "the most, 2, is fewer than the least, 3"),
        ("a.mata{9999999}", 15, "more than 1000000 is too many"),
        ("b.mata | nothing(a.mata)", 10, "there is no function 'nothing'; there are: minimize, "),
        ("shuffle(a.mata)", 15, "shuffle takes more arguments: shuffle(a, b)"),
        ("reverse(a.mata, b.mata)", 1, "reverse takes fewer arguments: reverse(a)"),
        ("any(a.mata)", 5, "expected ',' or ')', found 'a'"),
        ("reverse()", 9, "expected a file's name, a word in <> or '('"),
        ("lengths(a.mata, 3)", 17, "expected '{', found '3'"),
        ("lengths(a.mata)", 15, "lengths takes more arguments: lengths(a, {2,5})"),
        ("lengths(a.mata, {5,3})", 21, "the most, 3, is fewer than the least, 5"),
        ("neighbourhood(a.mata, 1)", 15, "expected a word in <>, found 'a'"),
        ("neighbourhood(<a>, b)", 20, "expected a number, found 'b'"),
        ("a.mata <ab", 8, "this word has no '>' at its end"),
        ("a.mata > b.mata", 8, "expected an operator or the end, found '>'"),
        ("a.mata 'b.mata", 8, "this quote has no end"),
        ("a.mata ''", 8, "the name of a file is missing between the quotes"),
    ])
    func errorsOfExpressionsHaveTheirPlace(expression: String, column: Int, message: String) throws {
        let outcome = try Tool.run("eval", expression, in: Self.folder())
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("expression:1:\(column): error: "), "\(outcome.errors)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    /// As deep as a command line is long.
    @Test func nestingHasNoBound() throws {
        let folder = try Self.folder()
        func nested(_ depth: Int, _ operators: String = "") -> String {
            let end = String(repeating: operators + ")", count: depth)
            return String(repeating: "(", count: depth) + "a.mata" + end
        }
        #expect(try language(["eval", nested(60_000)], in: folder) == ["a"])
        #expect(try language(["eval", nested(400, "?")], in: folder) == ["", "a"])
        #expect(try language(["eval", nested(200, String(repeating: "*", count: 200))], in: folder).count == 4)
        #expect(try language(["eval", String(repeating: "!", count: 50_001) + "a.mata & a.mata"], in: folder).isEmpty)
        for sign in ["|", " - b.mata |", "^ a.mata ^"] {
            let many = Array(repeating: "a.mata", count: 3_000).joined(separator: sign)
            #expect(try language(["eval", many], in: folder) == ["a"])
        }
        let outcome = try Tool.run("eval", String(nested(60_000).dropLast()), in: folder)
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("expression:1:120006: error: expected ')'"))
    }

    @Test func signsOfBooksAreOperatorsToo() throws {
        let folder = try Self.folder()
        #expect(try language(["eval", "¬a.mata∩(a.mata∪b.mata∪c.mata)∖c.mata"], in: folder) == ["b"])
        #expect(try language(["eval", "a.mata \\ b.mata △ c.mata"], in: folder) == ["a", "c"])
    }

    @Test func differencesNeedWhiteSpace() throws {
        let outcome = try Tool.run("eval", "a.mata-b.mata", in: Self.folder())
        #expect(outcome.status == 2)
        #expect(
            outcome.errors
                == "a.mata-b.mata: error: there is no such file; a - that subtracts has white space around it\n"
        )
    }

    /// What fails is shown, by the line and the column in characters.
    @Test func failuresHaveTheirPlaceInTheExpression() throws {
        let folder = try Self.folder()
        try folder.write("kth.mata", Sample.kth(20))
        let large = try Tool.run("eval", "<é> |\n 'a.mata' | !kth.mata", "--max-states", "1000", in: folder)
        #expect(
            large.errors.hasPrefix("expression:2:13: error: the result needs more than 1,000 states"), "\(large.errors)"
        )
        try folder.write(
            "bytes.json",
            """
            {"format": "automata", "version": 1, "kind": "DFA", "alphabet": {"bytes": [[[97, 97]]]}, "states": 1, \
            "initial": [0], "final": [0], "transitions": []}
            """)
        let mixed = try Tool.run("eval", "<é> a.mata bytes.json", in: folder)
        #expect(mixed.errors.hasPrefix("expression:1:12: error: the symbols are names on one side"), "\(mixed.errors)")
        #expect(mixed.status == 2)
    }

    @Test func wordsOfLongerSymbolsAreSplitAtTheSeparator() throws {
        let folder = try Self.folder()
        try folder.write("machine.mata", "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final q\np coin q\nq button p\n")
        for (expression, word) in [
            ("machine.mata & <coin button coin>", "coin button coin"),
            ("left-quotient(machine.mata, <coin button>)", "coin"),
            ("project(lengths(machine.mata, {3}), <coin>)", "coin coin"),
        ] {
            let line = "automata eval '\(expression)' --separator ' ' | automata shortest - --separator ' '"
            #expect(try Tool.shell(line, in: folder).output == word + "\n")
        }
        let residual = try Tool.run("residual", "machine.mata", "--by", "coin button", "--separator", " ", in: folder)
        try folder.write("rest.mata", residual.output)
        #expect(try Tool.run("equivalent", "machine.mata", "rest.mata", in: folder).status == 0)
        let unknown = try Tool.run("residual", "machine.mata", "--by", "coin x", "--separator", " ", in: folder)
        #expect(unknown.status == 2)
        #expect(unknown.errors.contains("the symbol 'x' at position 2 of the word is not in the alphabet"))
    }

    @Test func epsilonMovesAreRemovedForMata() throws {
        let folder = try Self.folder()
        let outcome = try Tool.run("subsequences", "a.mata", "-o", "parts.mata", in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.errors == "a.mata: note: 1 ε-move was removed, as .mata has none\n")
        #expect(try folder.read("parts.mata").hasPrefix("@NFA-explicit"))
        #expect(try language(["eval", "parts.mata b.mata"], in: folder) == ["b", "ab"])
        try folder.write("kth.mata", Sample.kth(50))
        let limited = try Tool.run("subsequences", "kth.mata", "--to", "mata", "--max-memory", "1K", in: folder)
        #expect(limited.status == 2)
    }

    @Test func bracketsInWordsAreEscaped() throws {
        let folder = try Self.folder()
        let outcome = try Tool.shell("automata eval '<a\\>\\\\b>' | automata shortest -", in: folder)
        #expect(outcome.output == "a>\\b\n")
    }

    @Test(arguments: [
        ("neighbourhood ab --alphabet a", "the symbol 'b' at position 2 of the word is not in the alphabet"),
        ("neighbourhood ab --all-symbols", "--all-symbols needs an automaton"),
        ("neighbourhood ab --distance -1", "--distance"),
        ("complement a.mata --all-symbols", "with --alphabet, or name a file that has them with --over"),
        ("universal a.mata --all-symbols", "with --alphabet, or name a file that has them with --over"),
        ("shortest a.mata --rejected --all-symbols", "with --alphabet, or name a file that has them with --over"),
        ("shortest a.mata --over b.mata", "are about --rejected words"),
        ("complement a.mata --over -", "--over takes a file"),
        ("complement a.mata --over b.mata --alphabet b", "exclude each other"),
        ("homomorphism a.mata --image a", "isn't of the form symbol=…"),
        ("homomorphism a.mata --image a=b --image a=c", "'a' is given twice"),
        ("homomorphism a.mata --image x=b", "the symbol 'x' is not in the alphabet"),
        ("inverse-homomorphism a.mata --image x=b", "the symbol 'b' at position 1 of the word is not in the alphabet"),
        ("rename-symbols a.mata --name a=", "'a' needs a name"),
        ("rename-symbols a.mata --name x=y", "the symbol 'x' is not in the alphabet"),
        ("project a.mata --onto ax", "the symbol 'x' at position 2 of the word is not in the alphabet"),
        ("substitute a.mata --for x=b.mata", "the symbol 'x' is not in the alphabet"),
        ("substitute a.mata --for a=", "'a' needs a file"),
        ("substitute a.mata --for a=missing.mata", "missing.mata"),
    ])
    func wrongArgumentsAreErrors(line: String, message: String) throws {
        let outcome = try Tool.start(line.split(separator: " ").map(String.init), in: Self.folder()).finish()
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func symbolsThatHaveAnEqualsSign() throws {
        let folder = try Self.folder()
        try folder.write("signs.att", "0\t1\t=\n1\t2\ta\n2\n")
        #expect(try language(["homomorphism", "signs.att", "--image", "==b"], in: folder) == ["ba"])
        #expect(try language(["rename-symbols", "signs.att", "--name", "==c"], in: folder) == ["ca"])
    }

    /// Symbols that look alike are different ones, and only their bytes tell.
    @Test func symbolsAreToldApartByTheirBytes() throws {
        let folder = try Self.folder()
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        try folder.write("alike.att", "0\t1\t\(composed)\n1\t2\t\(decomposed)\n2\n")
        for (command, option) in [("rename-symbols", "--name"), ("homomorphism", "--image")] {
            let images = "\(option) '\(composed)=x' \(option) '\(decomposed)=y'"
            let outcome = try Tool.shell("automata \(command) alike.att \(images) | automata shortest -", in: folder)
            #expect(outcome.output == "xy\n", "\(command): \(outcome.errors)")
        }
    }

    /// What one file may take isn't what each of several may.
    @Test func filesShareTheLimits() throws {
        let folder = try Self.folder()
        try folder.write("large.mata", Sample.kth(2_000))
        for (files, memory, status) in [
            ("large.mata", "200K", 0), ("large.mata large.mata large.mata large.mata large.mata large.mata", "200K", 2),
        ] {
            let outcome = try Tool.shell("automata union \(files) --max-memory \(memory) -o u.mata --force", in: folder)
            #expect(outcome.status == status, "\(files): \(outcome.errors)")
            if status == 2 { #expect(outcome.errors.contains("--max-memory raises the limit")) }
        }
    }

    @Test func classesTakeAllBytes() throws {
        let folder = try Self.folder()
        try folder.write(
            "bytes.json",
            """
            {"format": "automata", "version": 1, "kind": "DFA", "alphabet": {"bytes": [[[97, 97]]]}, "states": 1, \
            "initial": [0], "final": [0], "transitions": [[0, 0, 0]]}
            """)
        #expect(try language(["complement", "bytes.json"], in: folder).isEmpty)
        #expect(try language(["complement", "bytes.json", "--alphabet", "ab"], in: folder).contains("aba"))
        let all = try language(["complement", "bytes.json", "--all-symbols"], in: folder)
        #expect(all == Set(Self.words.filter { $0.contains { $0 != "a" } }))
        #expect(try Tool.run("universal", "bytes.json", in: folder).status == 0)
        let outcome = try Tool.run("universal", "bytes.json", "--all-symbols", "--json", in: folder)
        #expect(outcome.status == 1)
        #expect(try language(["eval", "bytes.json <b>"], in: folder) == ["b", "ab", "aab"])
        let rejected = try Tool.run("shortest", "bytes.json", "--rejected", "--all-symbols", in: folder)
        #expect(rejected.output == "b\n")
        for command in [["homomorphism", "--image", "a=b"], ["rename-symbols", "--name", "a=b"]] {
            let outcome = try Tool.start(command + ["bytes.json"], in: folder).finish()
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("automata inverse-homomorphism makes names of characters first"))
        }
        let named = try Tool.shell(
            "automata inverse-homomorphism bytes.json --image a=a | automata homomorphism - --image a=bb", in: folder)
        #expect(named.status == 0)
    }

    /// A word's symbols are told apart from the others of their class.
    @Test func wordsCutClasses() throws {
        let folder = try Self.folder()
        try folder.write(
            "letters.json",
            """
            {"format": "automata", "version": 1, "kind": "DFA", "alphabet": {"scalars": [[[97, 99]]]}, "states": 1, \
            "initial": [0], "final": [0], "transitions": [[0, 0, 0]]}
            """)
        let near = ["neighbourhood", "ab", "--distance", "0", "--over", "letters.json"]
        #expect(try language(near, in: folder) == ["ab"])
        let edits = ["neighbourhood", "ab", "--over", "letters.json"]
        #expect(try language(edits, in: folder).isSuperset(of: ["a", "b", "ab", "cb", "ac", "abc", "cab"]))
        #expect(try language(edits, in: folder).isDisjoint(with: ["", "c", "ba", "cc", "bca"]))
        #expect(try language(["project", "letters.json", "--onto", "ac"], in: folder).contains("aca"))
        #expect(try language(["project", "letters.json", "--onto", "ac"], in: folder).isDisjoint(with: ["b", "ab"]))
        let foreign = try Tool.run("neighbourhood", "ax", "--over", "letters.json", in: folder)
        #expect(foreign.status == 2)
        #expect(foreign.errors.contains("the symbol 'x' at position 2 of the word is not in the alphabet"))
    }

    /// Nobody keeps files open, nor a place on the stack for each.
    @Test func anyNumberOfFilesIsJoined() throws {
        let folder = try Self.folder()
        let outcome = try Tool.shell(
            "ulimit -n 40; automata union $(yes a.mata | head -n 3000) -o all-a.json && automata equivalent a.mata all-a.json",
            in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let many = try Tool.shell("automata concatenate $(yes a.mata | head -n 3000) | automata shortest -", in: folder)
        #expect(many.output == String(repeating: "a", count: 3_000) + "\n")
    }

    /// Names that look alike are different files.
    @Test func filesAreToldApartByTheirBytes() throws {
        let folder = try Self.folder()
        let (composed, decomposed) = ("\u{E9}.mata", "e\u{301}.mata")
        try folder.write("one", folder.read("a.mata"))
        try folder.write("other", folder.read("b.mata"))
        #expect(try Tool.shell("mv one '\(composed)'; mv other '\(decomposed)'", in: folder).status == 0)
        #expect(try language(["eval", "'\(composed)' | '\(decomposed)'"], in: folder) == ["a", "b"])
        #expect(try language(["eval", "'\(decomposed)' - '\(composed)'"], in: folder) == ["b"])
        let both = try Tool.run("convert", composed, decomposed, "--output-dir", "made", "--to", "json", in: folder)
        #expect(both.status == 0, "\(both.errors)")
    }

    @Test func smallLimitsAreNamed() throws {
        let folder = try Self.folder()
        try folder.write("kth.mata", Sample.kth(12))
        let outcome = try Tool.run("complement", "kth.mata", "--max-memory", "5K", in: folder)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("5,120 bytes"), "\(outcome.errors)")
    }

    /// What the process may take bounds the work as well.
    @Test func limitsOfTheProcessAreHeeded() throws {
        let folder = try Self.folder()
        try folder.write("kth.mata", Sample.kth(24))
        for command in ["complement kth.mata", "eval '!kth.mata'"] {
            let outcome = try Tool.shell("ulimit -v 400000; automata \(command) -o new.json", in: folder)
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("this process may take no more"), "\(outcome.errors)")
        }
    }

    @Test func complementsInExpressionsAreOverAllSymbols() throws {
        let folder = try Self.folder()
        #expect(try language(["eval", "!a.mata & (b.mata | c.mata)"], in: folder) == ["b", "c"])
        #expect(try language(["complement", "a.mata"], in: folder) == ["", "aa", "aaa"])
    }

    @Test func formatsMix() throws {
        let folder = try Self.folder()
        for (name, format) in [("b", "jff"), ("c", "att")] {
            #expect(try Tool.run("convert", "\(name).mata", "-o", "\(name).\(format)", in: folder).status == 0)
        }
        #expect(try language(["eval", "a.mata & !(b.jff | c.att)"], in: folder) == ["a"])
        #expect(try language(["union", "b.jff", "c.att", "a.mata"], in: folder) == ["a", "b", "c"])
        // The first file's format is that of the result.
        #expect(try Tool.run("union", "b.jff", "a.mata", in: folder).output.hasPrefix("<?xml"))
        #expect(try Tool.run("eval", "a.mata | b.jff", in: folder).output.hasPrefix("@NFA"))
        #expect(try Tool.run("eval", "a.mata | b.jff", "--to", "dot", in: folder).output.hasPrefix("digraph"))
    }

    @Test func symbolsOfTwoKindsDoNotMix() throws {
        let folder = try Self.folder()
        try folder.write(
            "bytes.json",
            """
            {"format": "automata", "version": 1, "kind": "DFA", "alphabet": {"bytes": [[[97, 97]], [[98, 99]]]}, "states": 1, \
            "initial": [0], "final": [0], "transitions": []}
            """)
        #expect(try Tool.run("info", "bytes.json", in: folder).status == 0)
        for arguments in [["union", "a.mata", "bytes.json"], ["equivalent", "a.mata", "bytes.json"]] {
            let outcome = try Tool.start(arguments, in: folder).finish()
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("no alphabet has both"))
        }
    }

    @Test func formulasAreReadJointly() throws {
        let folder = try TemporaryFolder()
        let head = "@NFA-bits\n%Alphabet-auto\n%Initial p\n%Final q\n"
        try folder.write("left.mata", head + "p a0 q\n")
        try folder.write("right.mata", head + "p a1 q\n")
        try folder.write("both.mata", head + "p a0 & a1 q\n")
        #expect(try Tool.run("included", "both.mata", "left.mata", in: folder).status == 0)
        #expect(try Tool.run("included", "left.mata", "both.mata", in: folder).status == 1)
        let same = try Tool.shell(
            "automata eval '(left.mata & right.mata) ^ both.mata' | automata empty - --quiet", in: folder)
        #expect(same.status == 0, "\(same.errors)")
        let different = try Tool.shell(
            "automata eval '(left.mata | right.mata) ^ both.mata' | automata empty - --quiet", in: folder)
        #expect(different.status == 1, "\(different.errors)")
        let outcome = try Tool.run("disjoint", "left.mata", "right.mata", in: folder)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("(1 symbol)"))
    }

    @Test func resultsComeWholeOrNotAtAll() throws {
        let folder = try Self.folder()
        try folder.write("there.mata", "mine")
        let refused = try Tool.run("union", "a.mata", "b.mata", "-o", "there.mata", in: folder)
        #expect(refused.status == 2)
        #expect(try folder.read("there.mata") == "mine")
        let missing = try Tool.run("eval", "a.mata | missing.mata", "-o", "new.mata", in: folder)
        #expect(missing.status == 2)
        #expect(missing.errors.hasPrefix("missing.mata: "))
        #expect(!folder.exists("new.mata"))
        try folder.write("kth.mata", Sample.kth(20))
        let large = try Tool.run("eval", "!kth.mata", "--max-states", "1000", "-o", "new.mata", in: folder)
        #expect(large.status == 2)
        #expect(large.errors.contains("--max-states"))
        #expect(!folder.exists("new.mata"))
    }
}
