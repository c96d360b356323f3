import Foundation
import Testing

/// Expressions over automata in files.
@Suite struct EvalTests {
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
        ("neighborhood(<ab>, 1) & b.mata?", ["b"]),
        ("neighborhood(<a>, 1) - neighborhood(<a>, 0)", ["", "aa"]),
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
        let folder = try TemporaryFolder.letters()
        try folder.write("a-b.mata", folder.read("c.mata"))
        try folder.write("odd name(1).mata", folder.read("a.mata"))
        try folder.write("with \"quotes\".mata", folder.read("b.mata"))
        #expect(try folder.language(["eval", expression]) == Set(expected))
    }

    @Test(arguments: [
        ("", 1, "expected a file's name, '(' or a word in <>, found the end of the expression"),
        ("(a.mata", 8, "expected ')', found the end of the expression"),
        ("a.mata |", 9, "expected a file's name, '(' or a word in <>"),
        ("a.mata & )", 10, "found ')'"),
        ("a.mata )", 8, "expected an operator or the end, found ')'"),
        ("é | )", 5, "found ')'"),
        ("a.mata{x}", 8, "expected a number, found 'x'"),
        ("a.mata{3,2}", 7, "the minimum 3 exceeds the maximum 2; swap them"),
        ("a.mata{9999999}", 8, "the number is larger than 1000000"),
        ("b.mata | nothing(a.mata)", 10, "unknown function 'nothing'; the functions are: minimize, "),
        ("shuffle(a.mata)", 15, "too few arguments for shuffle; write shuffle(a, b)"),
        ("reverse(a.mata, b.mata)", 1, "too many arguments for reverse; write reverse(a)"),
        ("any(a.mata)", 1, "too many arguments for any; write any()"),
        ("reverse()", 9, "expected a file's name, '(' or a word in <>"),
        ("lengths(a.mata, 3)", 17, "expected '{', found '3'"),
        ("lengths(a.mata)", 15, "too few arguments for lengths; write lengths(a, {2,5})"),
        ("lengths(a.mata, {5,3})", 17, "the minimum 5 exceeds the maximum 3"),
        ("neighborhood(a.mata, 1)", 14, "expected a word in <>, found 'a'"),
        ("neighborhood(<a>, b)", 19, "expected a number, found 'b'"),
        ("a.mata <ab", 8, "missing '>' at the end of this word"),
        ("a.mata > b.mata", 8, "expected an operator or the end, found '>'"),
        ("a.mata 'b.mata", 8, "missing closing quote"),
        ("a.mata ''", 8, "the name of a file is missing between the quotes"),
        ("a.mata + b.mata", 8, "this + may mean union or repetition; write a | b for union, a+ b for repetition"),
        ("a.mata+(b.mata)", 7, "this + may mean union or repetition"),
        ("a.mata && b.mata", 9, "found '&'; write a & b for intersection, a | b for union"),
        ("a.mata || b.mata", 9, "found '|'; write a & b for intersection, a | b for union"),
        ("union(a.mata, b.mata)", 1, "unknown function 'union'; write a | b"),
        ("b.mata complement(a.mata)", 8, "unknown function 'complement'; write !a"),
        ("a.mata & -", 10, "found '-'; if a file's name begins with -, put it in quotes"),
    ])
    func errorsOfExpressionsHaveTheirPlace(expression: String, column: Int, message: String) throws {
        let outcome = try Tool.run("eval", expression, in: TemporaryFolder.letters())
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("expression:1:\(column): error: "), "\(outcome.errors)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    /// As deep as a command line is long.
    @Test func nestingHasNoBound() throws {
        let folder = try TemporaryFolder.letters()
        func nested(_ depth: Int, _ operators: String = "") -> String {
            let end = String(repeating: operators + ")", count: depth)
            return String(repeating: "(", count: depth) + "a.mata" + end
        }
        #expect(try folder.language(["eval", nested(60_000)]) == ["a"])
        #expect(try folder.language(["eval", nested(400, "?")]) == ["", "a"])
        #expect(try folder.language(["eval", nested(200, String(repeating: "*", count: 200))]).count == 4)
        #expect(try folder.language(["eval", String(repeating: "!", count: 50_001) + "a.mata & a.mata"]).isEmpty)
        for sign in ["|", " - b.mata |", "^ a.mata ^"] {
            let many = Array(repeating: "a.mata", count: 3_000).joined(separator: sign)
            #expect(try folder.language(["eval", many]) == ["a"])
        }
        let outcome = try Tool.run("eval", String(nested(60_000).dropLast()), in: folder)
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("expression:1:120006: error: expected ')'"))
    }

    @Test func signsOfBooksAreOperatorsToo() throws {
        let folder = try TemporaryFolder.letters()
        #expect(try folder.language(["eval", "¬a.mata∩(a.mata∪b.mata∪c.mata)∖c.mata"]) == ["b"])
        #expect(try folder.language(["eval", "a.mata \\ b.mata △ c.mata"]) == ["a", "c"])
    }

    @Test func standardInputIsQuoted() throws {
        let folder = try TemporaryFolder.letters()
        let outcome = try Tool.shell("automata eval '\"-\" b.mata' < a.mata | automata shortest -", in: folder)
        #expect(outcome.output == "ab\n")
        let help = try Tool.run("eval", "--help", in: folder).output
        #expect(help.contains("automata eval '\"-\" & b.mata' < a.mata"))
    }

    /// What may be meant by a name is told where there is no such file.
    @Test(arguments: [
        (
            "a.mata-b.mata",
            "a.mata-b.mata: error: there is no such file; put spaces around a - that subtracts\n"
        ),
        ("a.mata\\b", "a.mata\\b: error: there is no such file; put spaces around a \\ that subtracts\n"),
        (
            "reverse (a.mata)",
            "reverse: error: there is no such file; write the ( of a function directly after its name\n"
        ),
        ("~a.mata", "~a.mata: error: there is no such file; write !a for complement\n"),
        ("other.mata", "other.mata: error: can't open: No such file or directory\n"),
    ])
    func missingFiles(expression: String, message: String) throws {
        let outcome = try Tool.run("eval", expression, in: TemporaryFolder.letters())
        #expect(outcome.status == 2)
        #expect(outcome.errors == message)
    }

    /// What fails is shown, by the line and the column in characters.
    @Test func failuresHaveTheirPlaceInTheExpression() throws {
        let folder = try TemporaryFolder.letters()
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
        let expected =
            "expression:1:12: error: 'a.mata' and 'bytes.json' can't be combined: the symbols are names on one side"
        #expect(mixed.errors.hasPrefix(expected), "\(mixed.errors)")
        #expect(mixed.errors.contains("convert one side first: automata regex --named"), "\(mixed.errors)")
        #expect(mixed.status == 2)
    }

    @Test func wordsOfLongerSymbolsAreSplitAtTheSeparator() throws {
        let folder = try TemporaryFolder.letters()
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

    @Test func bracketsInWordsAreEscaped() throws {
        let folder = try TemporaryFolder.letters()
        let outcome = try Tool.shell("automata eval '<a\\>\\\\b>' | automata shortest -", in: folder)
        #expect(outcome.output == "a>\\b\n")
    }

    /// Names that look alike are different files.
    @Test func filesAreToldApartByTheirBytes() throws {
        let folder = try TemporaryFolder.letters()
        let (composed, decomposed) = ("\u{E9}.mata", "e\u{301}.mata")
        try folder.write("one", folder.read("a.mata"))
        try folder.write("other", folder.read("b.mata"))
        #expect(try Tool.shell("mv one '\(composed)'; mv other '\(decomposed)'", in: folder).status == 0)
        #expect(try folder.language(["eval", "'\(composed)' | '\(decomposed)'"]) == ["a", "b"])
        #expect(try folder.language(["eval", "'\(decomposed)' - '\(composed)'"]) == ["b"])
        let both = try Tool.run("convert", composed, decomposed, "--output-dir", "made", "--to", "json", in: folder)
        #expect(both.status == 0, "\(both.errors)")
    }

    @Test func complementsInExpressionsAreOverAllSymbols() throws {
        let folder = try TemporaryFolder.letters()
        #expect(try folder.language(["eval", "!a.mata & (b.mata | c.mata)"]) == ["b", "c"])
        #expect(try folder.language(["complement", "a.mata"]) == ["", "aa", "aaa"])
    }
}
