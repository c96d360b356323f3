import Automata
import AutomataTestSupport
import Glibc
import RegularExpressions
import Testing

@Suite struct ProgrammerSyntaxTests {
    typealias Options = RegularExpression.Options

    private func check(
        _ pattern: String, _ options: Options = Options(), accepts accepted: [String], rejects rejected: [String],
        location: SourceLocation = #_sourceLocation
    ) throws {
        let matcher = try ExpressionMatcher(pattern, options)
        for text in accepted {
            #expect(matcher.accepts(text), "\(pattern) and \(text.debugDescription)", sourceLocation: location)
        }
        for text in rejected {
            #expect(!matcher.accepts(text), "\(pattern) and \(text.debugDescription)", sourceLocation: location)
        }
    }

    @Test func characters() throws {
        try check("", accepts: [""], rejects: ["a"])
        try check("a.c", accepts: ["abc", "a.c"], rejects: ["ac", "a\nc", "abcd", "xabc"])
        try check("\\.\\*\\\\\\/\\\"", accepts: [".*\\/\""], rejects: ["a"])
        try check("\\x41\\x{42}\\103\\o{104}\\u0045\\u{46}\\U00000047\\N{U+48}", accepts: ["ABCDEFGH"], rejects: [])
        try check("\\cA\\e\\a\\f\\n\\r\\t\\0", accepts: ["\u{1}\u{1B}\u{7}\u{C}\n\r\t\0"], rejects: [])
        try check("\"\"#%~", accepts: ["\"\"#%~"], rejects: ["#%~"])
        try check("a\\{,3}b{x}}]{,", accepts: ["a{,3}b{x}}]{,"], rejects: ["ab"])
        try check("a&b!", accepts: ["a&b!"], rejects: [])
        try check("\\Qa.b*\\Ec", accepts: ["a.b*c"], rejects: ["axb*c"])
        try check("\\Qab\\E+", accepts: ["ab", "abbb"], rejects: ["abab"])
        // A quotation of nothing stands for nothing, so that what is before it is repeated, as PCRE
        // and RE2 have it.
        try check("a\\Q\\E+b\\E*(?#note)\\Q\\E?", accepts: ["a", "aaa", "abb"], rejects: ["", "ba"])
    }

    @Test func classes() throws {
        try check("[a-cx]", accepts: ["a", "b", "c", "x"], rejects: ["d", "", "ab"])
        try check("[^a-c]", accepts: ["d", "\n"], rejects: ["a", ""])
        try check("[]a][^]a][a-][-a][a\\-z]", accepts: ["]b-a-", "aba--"], rejects: ["]]-a-", "]b-ab"])
        try check("[[:alpha:]][[:^digit:]][[:punct:][:space:]]", accepts: ["ax.", "Zy "], rejects: ["1x.", "a1."])
        try check("[\\d-x][\\]\\[]", accepts: ["5]", "-[", "x["], rejects: ["y]"])
        try check("[\\b][\\x41-\\x43][\\101]", accepts: ["\u{8}BA"], rejects: [])
        try check("\\d\\D\\w\\W\\s\\S", accepts: ["1a_! x", "0-Z\n\u{B}z"], rejects: ["aaaaaa"])
        try check("\\h\\v\\H\\V\\N", accepts: ["\t\nab\r"], rejects: ["a\nab\r", "\tabcd"])
        try check("\\R", accepts: ["\n", "\r\n", "\r", "\u{B}"], rejects: ["\n\r", ""])
        try check("[^\\s\\S]|a", accepts: ["a"], rejects: ["", "b"])
        try check("[[a]", accepts: ["[", "a"], rejects: [":"])
        try check("[a[:x]", accepts: ["a", "[", ":", "x"], rejects: [])
    }

    private static let spaces: [(String, [ClosedRange<UInt32>])] = [
        ("\\s", [0x09...0x0D, 0x20...0x20]),
        ("\\v", [0x0A...0x0D, 0x85...0x85, 0x2028...0x2029]),
        (
            "\\h",
            [
                0x09...0x09, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x180E...0x180E, 0x2000...0x200A,
                0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
            ]
        ),
    ]

    /// White space is that of PCRE.
    @Test(arguments: spaces)
    func spacesAreComplete(pattern: String, ranges: [ClosedRange<UInt32>]) throws {
        let members = ranges.flatMap(Array.init)
        for unit in [Options.Unit.utf8, .scalars] {
            let matcher = try ExpressionMatcher(pattern, Options(unit: unit))
            let accepted = (0...0x3100 as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
                .filter { matcher.accepts(String($0)) }
            #expect(accepted.map(\.value) == members, "\(unit)")
        }
        let matcher = try ExpressionMatcher(pattern, Options(unit: .bytes))
        #expect((0...UInt8.max).filter { matcher.accepts([$0]) } == members.compactMap { UInt8(exactly: $0) })
    }

    private static let namedClasses: [(String, @Sendable (Int32) -> Bool)] = [
        ("alpha", { isalpha($0) != 0 }), ("digit", { isdigit($0) != 0 }), ("alnum", { isalnum($0) != 0 }),
        ("upper", { isupper($0) != 0 }), ("lower", { islower($0) != 0 }), ("space", { isspace($0) != 0 }),
        ("blank", { isblank($0) != 0 }), ("punct", { ispunct($0) != 0 }), ("print", { isprint($0) != 0 }),
        ("graph", { isgraph($0) != 0 }), ("cntrl", { iscntrl($0) != 0 }), ("xdigit", { isxdigit($0) != 0 }),
        ("word", { isalnum($0) != 0 || $0 == 0x5F }), ("ascii", { _ in true }),
    ]

    /// Named classes are those of the C library.
    @Test(arguments: namedClasses)
    func namedClassesAreComplete(name: String, contains: @Sendable (Int32) -> Bool) throws {
        for (pattern, isNegated) in [("[[:\(name):]]", false), ("[[:^\(name):]]", true)] {
            let matcher = try ExpressionMatcher(pattern, Options(unit: .bytes))
            let members = (0...UInt8.max).filter { ($0 < 0x80 && contains(Int32($0))) != isNegated }
            #expect((0...UInt8.max).filter { matcher.accepts([$0]) } == members, "\(pattern)")
        }
    }

    @Test func quantifiers() throws {
        try check("a*b+c?", accepts: ["b", "aabbc"], rejects: ["a", "bcc"])
        try check("a{2}b{1,2}c{2,}d{0}", accepts: ["aabcc", "aabbccc"], rejects: ["abcc", "aabbbcc", "aabc"])
        try check("a*?b+?c??d{1,2}?", accepts: ["bd", "aabbcdd"], rejects: ["", "bddd"])
        try check("(ab|c){2}", accepts: ["abab", "abc", "cc"], rejects: ["ab", "abcab"])
        try check("a**", accepts: ["", "aaa"], rejects: ["b"])
        try check("(a{2}){3}", accepts: ["aaaaaa"], rejects: ["aaaaa"])
        try check("a(?#one)+(b)(?#two)(?#three){2}", accepts: ["abb", "aabb"], rejects: ["ab", "bb"])
        try check("(?x)a (?#one) # two\n (?#three) ?", accepts: ["", "a"], rejects: ["aa"])
    }

    @Test func groups() throws {
        try check("(a)(?:b)(?<n>c)(?P<m>d)(?'o'e)(?|f|g)(?#h)", accepts: ["abcdef", "abcdeg"], rejects: ["abcdefh"])
        try check("(|a)b()", accepts: ["b", "ab"], rejects: ["a"])
        try check("a|b|", accepts: ["a", "b", ""], rejects: ["ab"])
    }

    @Test func flags() throws {
        try check("(?i)aB(?-i)c", accepts: ["ABc", "abc"], rejects: ["abC"])
        try check("((?i)a)b(?i:c)d", accepts: ["AbCd", "abcd"], rejects: ["aBcd", "abcD"])
        try check("(?i)[a-c][^x]", accepts: ["By", "ay"], rejects: ["BX", "bx"])
        try check("a", Options(ignoresCase: true), accepts: ["A", "a"], rejects: ["b"])
        try check("(?s).(?-s).", accepts: ["\na"], rejects: ["a\n"])
        try check(".", Options(dotMatchesNewline: true), accepts: ["\n"], rejects: [""])
        try check("(?x) a b # c\n [ ] \\ d", accepts: ["ab  d"], rejects: ["ab d", "a b"])
        try check("(?x)a {2} +", Options(), accepts: ["aa", "aaaa"], rejects: ["a", "aaa"])
        try check("(?o)a*&!(aa)", accepts: ["", "a", "aaa"], rejects: ["aa", "b"])
        try check("(?o)!(.*ab.*)&[ab]{2}", accepts: ["aa", "ba", "bb"], rejects: ["ab", "b"])
        try check("(?o)!!a", accepts: ["a"], rejects: ["b", ""])
        try check("(?o)!a*b", accepts: ["cb", "bb"], rejects: ["b", "aab"])
        try check("(?o)a\\&b\\!(?-o)&!", accepts: ["a&b!&!"], rejects: [])
    }

    @Test func anchors() throws {
        try check("^ab$", accepts: ["ab"], rejects: ["ab\n", "xab"])
        try check("(^a|b)c", accepts: ["ac", "bc"], rejects: ["aac"])
        try check("x(^a|b)c", accepts: ["xbc"], rejects: ["xac", "ac"])
        try check("(a$|b)c?", accepts: ["a", "bc", "b"], rejects: ["ac"])
        try check("(?m)a\\n^b$\\nc$", accepts: ["a\nb\nc"], rejects: ["ab\nc"])
        try check("(?m)(a|\\n)(^b|$)*\\n?", accepts: ["a", "\nb", "\n", "a\n"], rejects: ["ab"])
        try check("\\bfoo\\b.*", accepts: ["foo", "foo bar", "foo-"], rejects: ["foobar"])
        try check(".*\\btnG=", accepts: ["tnG=", "?tnG="], rejects: ["btnG="])
        try check("a\\Bb\\b-\\B-", accepts: ["ab--"], rejects: ["ab-"])
        try check("(\\b\\w+\\b\\W*)*", accepts: ["", "a b", "ab, cd."], rejects: [".a"])
        try check("(\\b|a)*", accepts: ["", "a", "aa"], rejects: ["b"])
        try check("\\B", accepts: [""], rejects: ["a"])
        try check("\\b", accepts: [], rejects: ["", "a"])
    }

    @Test func textAround() throws {
        let search = Options(allowsTextAround: true)
        try check("ab", search, accepts: ["ab", "xxab\nyy"], rejects: ["a", "ba"])
        try check("^ab", search, accepts: ["ab", "abx"], rejects: ["xab"])
        try check("ab$", search, accepts: ["ab", "xab"], rejects: ["abx"])
        try check("^ab|cd$", search, accepts: ["abx", "xcd"], rejects: ["xab", "cdx"])
        try check("\\bab\\b", search, accepts: ["x ab y", "ab"], rejects: ["xab", "abx"])
    }

    @Test func charactersBeyondASCII() throws {
        for unit in [Options.Unit.utf8, .scalars] {
            let options = Options(unit: unit)
            try check("é+", options, accepts: ["é", "éé"], rejects: ["", "e"])
            try check("[à-ê]x", options, accepts: ["éx", "àx"], rejects: ["ëx", "ex"])
            try check("[^a]", options, accepts: ["é", "\u{10FFFF}", "\u{800}", "\n"], rejects: ["a", "éé"])
            try check(".", options, accepts: ["€", "😀"], rejects: ["\n", ""])
            try check("\\xe9\\u20AC", options, accepts: ["é€"], rejects: [])
            try check("(?i)É\\u212A", options, accepts: ["ék", "ÉK", "é\u{212A}"], rejects: ["ex"])
            try check("(?i)[σ]+", options, accepts: ["Σσς"], rejects: ["s"])
            // Classes with names stay within ASCII, in brackets as outside, though ſ is a case of
            // s, and the Kelvin sign of k.
            for name in ["\\w", "[\\w]", "[[:alpha:]]", "[[:lower:]]", "[[:upper:]]", "[^\\W]"] {
                try check("(?i)" + name, options, accepts: ["s", "K"], rejects: ["ſ", "\u{212A}"])
            }
            try check("(?i)[\\W]", options, accepts: ["ſ", "\u{212A}", "!"], rejects: ["s", "k", "S"])
            try check("(?i)[\\dk]", options, accepts: ["K", "\u{212A}", "7"], rejects: ["ſ"])
            try check("(?i)[^\\dk]", options, accepts: ["ſ", "a"], rejects: ["K", "\u{212A}", "7"])
            try check("(?i)[a-z]", options, accepts: ["ſ", "S", "\u{212A}"], rejects: ["ä"])
            for capital in ["\\p{Lu}", "[\\p{Lu}]"] {
                try check("(?i)" + capital, options, accepts: ["Ä", "ä"], rejects: ["1", "ª"])
            }
            for other in ["\\P{Lu}", "[\\P{Lu}]", "[^\\p{Lu}]", "\\p{^Lu}"] {
                try check("(?i)" + other, options, accepts: ["1", "ª"], rejects: ["Ä", "ä"])
            }
            try check("\\p{Lu}\\pL*", options, accepts: ["Ärger", "Ω"], rejects: ["ärger", "Ä1"])
            try check("[\\p{Greek}\\p{Nd}]+\\P{L}", options, accepts: ["αβ٣!", "ω "], rejects: ["αa"])
            try check(
                "\\p{^Greek}[\\p{script=Latin}\\p{gc=Sc}]", options, accepts: ["a€", "!b"], rejects: ["αa", "a!"])
        }
        try check("é+", accepts: ["é", "éé"], rejects: ["\u{C3}"])
        try check("[é-ü]", accepts: ["é", "ü"], rejects: ["è", "e"])
        try check("[^é]", accepts: ["è", "e"], rejects: ["é"])
        #expect(try ExpressionMatcher("\\xe9[\\x80-\\xff][^a]").accepts([0xE9, 0x80, 0xFF]))
        #expect(try !ExpressionMatcher("\\xe9").accepts("é"))
        let raw = try RegularExpression(parsing: [0xFF, UInt8(ascii: "+")])
        #expect(try raw.dfa().accepts([0, 0].map { _ in raw.alphabet.symbol(for: 0xFF as UInt8) ?? 0 }))
    }

    @Test(arguments: [
        ("a(b", 1, 2, RegularExpressionError.Reason.syntax), ("a)b", 1, 2, .syntax), ("[a", 1, 1, .syntax),
        ("a[^", 1, 2, .syntax),
        ("*a", 1, 1, .syntax), ("a|+", 1, 3, .syntax), ("(?", 1, 1, .syntax), ("(?:", 1, 1, .syntax),
        ("(?z)", 1, 3, .syntax),
        ("a\n\nb[z-a]", 3, 3, .syntax), ("a{3,2}", 1, 2, .syntax), ("{2}", 1, 1, .syntax), ("a\\", 1, 2, .syntax),
        ("\\y", 1, 1, .syntax), ("[\\y]", 1, 2, .syntax), ("\\xg", 1, 1, .syntax), ("\\x{110000}", 1, 1, .syntax),
        ("\\u{D800}", 1, 1, .syntax), ("[[:foo:]]", 1, 2, .syntax), ("[[.a.]]", 1, 2, .syntax),
        ("\\p{Foo}", 1, 1, .syntax),
        ("\\p{L", 1, 1, .syntax), ("(a)\\1", 1, 4, .notRegular), ("\\k<n>", 1, 1, .notRegular),
        ("(?P=n)", 1, 1, .notRegular),
        ("(?=a)", 1, 1, .notRegular), ("(?!a)", 1, 1, .notRegular), ("(?<=a)", 1, 1, .notRegular),
        ("(?<!a)", 1, 1, .notRegular),
        ("(?>a)", 1, 1, .notRegular), ("a++", 1, 2, .notRegular), ("xa{2}+", 1, 3, .notRegular),
        ("(?R)", 1, 1, .notRegular),
        ("(?1)", 1, 1, .notRegular), ("(?(1)a|b)", 1, 1, .notRegular), ("\\X", 1, 1, .notRegular),
        ("(*UTF)a", 1, 1, .syntax),
        ("(?<1n", 1, 1, .syntax), ("(?#a", 1, 1, .syntax), ("a{99999999999}", 1, 3, .tooLarge), ("\\Z", 1, 1, .syntax),
        // A repetition for Python, five characters for PCRE and RE2.
        ("a{,3}", 1, 2, .syntax), ("{,}", 1, 1, .syntax), ("\\Q\\E+", 1, 5, .syntax),
        ("(?o)a&!", 1, 7, .syntax), ("(?o)(!|a)", 1, 6, .syntax), ("[\\x80é]", 1, 1, .syntax), ("\\c", 1, 1, .syntax),
        ("\\o{8}", 1, 1, .syntax), ("\\8", 1, 1, .notRegular), ("[\\9]", 1, 2, .syntax), ("(?x)(a #)", 1, 5, .syntax),
    ])
    func errors(_ pattern: String, _ line: Int, _ column: Int, _ reason: RegularExpressionError.Reason) {
        let error = #expect(throws: RegularExpressionError.self, "\(pattern)") {
            try RegularExpression(parsing: pattern)
        }
        guard let error else { return }
        #expect((error.line, error.column) == (line, column), "\(pattern): \(error)")
        #expect(error.reason == reason, "\(pattern): \(error)")
        #expect(!error.message.isEmpty)
    }

    /// Also before a last newline it is in PCRE and Python.
    @Test func dollarIsTheVeryEnd() throws {
        for pattern in ["a$", "a\\z"] {
            let dfa = try RegularExpression(parsing: pattern + "|b\n").dfa()
            #expect(dfa.accepts(try dfa.alphabet.word("a")), "\(pattern)")
            #expect(!dfa.accepts(try dfa.alphabet.word("a\n")), "\(pattern)")
        }
        let lines = try RegularExpression(parsing: "(?m)a$\nb|a\n?\\z").dfa()
        for text in ["a", "a\n", "a\nb"] { #expect(lines.accepts(try lines.alphabet.word(text)), "\(text)") }
    }

    @Test func theErrorForCapitalZTellsWhatToWrite() throws {
        let error = try #require(throws: RegularExpressionError.self) { try RegularExpression(parsing: "a\\Z") }
        #expect(error.description.contains("write \\z for the end of the text, \\n?\\z where a newline may follow"))
    }

    @Test func theErrorForABackReferenceNamesTheCharacter() throws {
        let error = try #require(throws: RegularExpressionError.self) { try RegularExpression(parsing: "(a)\\1") }
        #expect(error.description.contains("write \\x01 for the character with code 1"))
    }

    @Test func textThatIsNotUTF8() {
        for unit in [Options.Unit.utf8, .scalars] {
            #expect(throws: RegularExpressionError.self) {
                try RegularExpression(parsing: [0x61, 0xFF], options: Options(unit: unit))
            }
        }
    }

    @Test(arguments: ExpressionCorpus.programmer)
    func whatIsPrintedIsReadAgain(_ pattern: String) throws {
        var readCount = 0
        for unit in Options.Unit.allCases {
            guard let expression = try? RegularExpression(parsing: pattern, options: Options(unit: unit)) else {
                continue
            }
            readCount += 1
            let printed = try expression.text()
            let domain: Options.Unit = unit == .scalars ? .scalars : .bytes
            let again = try RegularExpression(parsing: printed, options: Options(unit: domain))
            let difference = try again.minimalDFA().symmetricDifference(expression.minimalDFA())
            #expect(difference.isEmpty, "\(pattern) printed as \(printed)")
            if expression.hasAssertions { continue }
            let textbook = try expression.text(syntax: .textbook)
            let third = try RegularExpression(
                parsing: textbook, syntax: .textbook, options: Options(alphabet: expression.alphabet))
            #expect(try third.minimalDFA() == expression.minimalDFA(), "\(pattern) printed as \(textbook)")
        }
        #expect(readCount > 0)
    }

    @Test func everyConstructionOfTheCorpus() throws {
        for pattern in ExpressionCorpus.programmer {
            let expression = try RegularExpression(parsing: pattern)
            let minimal = try expression.minimalDFA()
            for construction in ExpressionConstruction.allCases {
                #expect(
                    try expression.automaton(using: construction).minimized() == minimal,
                    "\(pattern) by \(construction)")
            }
        }
    }

    /// Texts that are changed at random are either read or refused at a place within them, and
    /// never end the process.
    @Test func mutations() throws {
        var random = SplitMix64(seed: 66)
        let pieces = ExpressionCorpus.programmer.map { Array($0.utf8) }
        var readCount = 0
        let signs = Array("()[]{}|*+?\\^$.-&!:#<>=,09aPpx".utf8)
        for round in 0..<3000 {
            var text = pieces[random.draw(pieces.count)]
            for _ in 0...random.draw(4) {
                let place = random.draw(text.count + 1)
                switch random.draw(4) {
                case 0: text.insert(signs[random.draw(signs.count)], at: place)
                case 1: if place < text.count { text.remove(at: place) }
                case 2: text.insert(contentsOf: pieces[random.draw(pieces.count)], at: place)
                default: if place < text.count { text[place] = UInt8(random.draw(256)) }
                }
            }
            let options = Options(
                unit: Options.Unit.allCases[round % 3], ignoresCase: random.chance(0.3),
                ignoresWhitespace: random.chance(0.2), enablesBooleanOperators: random.chance(0.5))
            do {
                let expression = try RegularExpression(parsing: text, options: options)
                _ = try? expression.nfa(budget: Budget(maximumStates: 2000))
                _ = try expression.text()
                readCount += 1
            } catch let error as RegularExpressionError {
                let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                let (line, column) = (error.line ?? 0, error.column ?? 0)
                #expect((1...lines.count).contains(line))
                #expect((1...lines[line - 1].count + 1).contains(column))
            }
        }
        #expect(readCount > 500)
    }
}
