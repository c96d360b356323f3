import Automata
import AutomataTestSupport
import LanguageExpressions
import Testing

/// How expressions over automata are read and written.
@Suite("Expressions over automata: syntax")
struct LanguageSyntaxTests {
    private func parsed(_ text: String) throws -> LanguageExpression { try LanguageExpression(parsing: text) }

    @Test(
        "operators bind as they should",
        arguments: [
            ("a | b ^ c", "a | (b ^ c)", "(a | b) ^ c"),
            ("a ^ b - c", "a ^ (b - c)", "(a ^ b) - c"),
            ("a - b & c", "a - (b & c)", "(a - b) & c"),
            ("a & b c", "a & (b c)", "(a & b) c"),
            ("!a b", "(!a) b", "!(a b)"),
            ("!a & b", "(!a) & b", "!(a & b)"),
            ("!a*", "!(a*)", "(!a)*"),
            ("a b*", "a (b*)", "(a b)*"),
            ("a | b*", "a | (b*)", "(a | b)*"),
            ("a - b - c", "(a - b) - c", "a - (b - c)"),
            ("a ^ b ^ c", "(a ^ b) ^ c", "a ^ (b ^ c)"),
            ("a | b | c", "((a | b | c))", "a | c | b"),
            ("a | b | c | d", "(a | (b | c)) | d", "(a | b) & (c | d)"),
            ("a & b & c & d", "(a & b) & (c & d)", "(a & b) (c & d)"),
            ("a b c d e", "a (b (c d) e)", "a (b (c d))* e"),
            ("a | b | c", "!!(a | b) | !(!(c))", "!(a | b) | c"),
            ("a | (b | c)?", "a | ((b | c))?", "a | b | c?"),
            ("a{2}{3}", "(a{2}){3}", "a{6}"),
            ("a !b", "a (!b)", "!a b"),
            ("a | b & !c d* ^ e - f", "a | ((b & ((!c) (d*))) ^ (e - f))", "((a | b) & !c d*) ^ (e - f)"),
            ("reverse(a) b", "(reverse((a))) b", "reverse(a b)"),
            ("shuffle(a | b, c)", "shuffle((a | b), c)", "shuffle(a, b) | c"),
        ])
    func precedence(text: String, same: String, other: String) throws {
        #expect(try parsed(text) == parsed(same))
        #expect(try parsed(text).hashValue == parsed(same).hashValue)
        #expect(try parsed(text) != parsed(other))
        for text in [text, same, other] { #expect(try parsed(parsed(text).text()) == parsed(text)) }
    }

    @Test(
        "one spelling for each expression",
        arguments: [
            ("a|b", "a | b"),
            ("((a))", "a"),
            (" a\t&\nb ", "a & b"),
            ("!!a", "a"),
            ("!(!a)", "a"),
            ("! ! !a", "!a"),
            ("!(!(!(a)))", "!a"),
            ("a**", "a*"), ("a+?", "a*"), ("a?+", "a*"), ("a??", "a?"), ("a++", "a+"), ("((a?)?)*", "a*"),
            ("a{0,}", "a*"), ("a{1,}", "a+"), ("a{0,1}", "a?"), ("a{ 2 , }", "a{2,}"), ("a{3,3}", "a{3}"),
            ("a+ b", "a+ b"), ("a+\t!b+", "a+ !b+"), ("a + | b", "a+ | b"), ("(a +) b", "a+ b"),
            ("a{2}*", "a{2}*"), ("a*{2}", "a*{2}"),
            ("a ∪ b ∩ ¬c ∖ d △ e", "a | b & !c - d ^ e"),
            ("a∪b∩¬c", "a | b & !c"),
            ("a \\ b", "a - b"),
            ("a -b", "a - b"),
            ("a'b'\"c\"<d>(e)", "a b c <d> e"),
            ("'a b' \"c\\\"d\\\\\" '-e' 'f(g)' '∪'", "\"a b\" \"c\\\"d\\\\\" \"-e\" \"f(g)\" \"∪\""),
            ("'plain.mata'", "plain.mata"),
            ("a-b a\\b ./c-d", "a-b a\\b ./c-d"),
            ("<> <a\\>b\\\\c\\d>", "<> <a\\>b\\\\c\\\\d>"),
            ("lengths( a , { 2 , 5 } )", "lengths(a, {2,5})"),
            ("lengths(a,{0,})", "lengths(a, {0,})"), ("lengths(a,{0,1})", "lengths(a, {0,1})"),
            ("project(a|b,<ab>)", "project(a | b, <ab>)"),
            ("neighborhood(<ab>,2)|any()", "neighborhood(<ab>, 2) | any()"),
            ("left-quotient(a,right-quotient(b,c))", "left-quotient(a, right-quotient(b, c))"),
            ("(a - b) - (c - d)", "a - b - (c - d)"),
            ("(a ^ b) - c", "(a ^ b) - c"),
            ("(!a)* (a b)? !(a b)", "(!a)* (a b)? !(a b)"),
            ("(a | b) | (c | d) | (e)", "a | b | c | d | e"),
            ("a & ((b & c) & (d | (e | f)))", "a & b & c & (d | e | f)"),
            ("(a b) ((c) d) (a - (b - c))", "a b c d (a - (b - c))"),
            ("shuffle((a | b) | c, a (b c)) | (a | !(b | (c | d)))", "shuffle(a | b | c, a b c) | a | !(b | c | d)"),
            ("any (a)", "any a"), ("minimize", "minimize"),
            ("é | ∅", "é | ∅"),
        ])
    func printing(text: String, printed: String) throws {
        let expression = try parsed(text)
        #expect(expression.text() == printed)
        #expect(expression.description == printed)
        #expect(try parsed(printed) == expression)
    }

    @Test(
        "errors have their place",
        arguments: [
            ("", 1, 1, "expected an automaton's name, '(' or a word in <>, found the end of the expression"),
            ("a |", 1, 4, "expected an automaton's name, '(' or a word in <>, found the end of the expression"),
            ("a |\n& b", 2, 1, "expected an automaton's name, '(' or a word in <>, found '&'"),
            ("é | )", 1, 6, "found ')'"),
            ("a ! | b", 1, 5, "found '|'"),
            ("- a", 1, 1, "found '-'; if an automaton's name begins with -, put it in quotes"),
            ("a - - b", 1, 5, "found '-'; if an automaton's name begins with -, put it in quotes"),
            ("a | \\ b", 1, 5, "or a word in <>, found '\\'"),
            ("(a", 1, 3, "expected ')', found the end of the expression"),
            ("a + b", 1, 3, "this + may mean union or repetition"), ("a+b", 1, 2, "write a | b for union"),
            ("a\n+<b>", 2, 1, "a+ b for repetition"), ("a+!b", 1, 2, "may mean union"),
            ("(a, b)", 1, 3, "expected ')', found ','"),
            ("a )", 1, 3, "expected an operator or the end, found ')'"),
            ("a, b", 1, 2, "expected an operator or the end, found ','"),
            ("a}", 1, 2, "expected an operator or the end, found '}'"),
            ("a{", 1, 3, "expected a number, found the end"),
            ("a{2", 1, 4, "expected '}', found the end"),
            ("a\n {2,1}", 2, 2, "the minimum 2 exceeds the maximum 1; swap them"),
            ("a{1000001}", 1, 3, "the number is larger than 1000000"),
            ("a{1, 99999999999999999999}", 1, 6, "the number is larger than 1000000"),
            ("shuffle(a\n)", 2, 1, "too few arguments for shuffle; write shuffle(a, b)"),
            ("b |\n shuffle(a, b, c)", 2, 2, "too many arguments for shuffle; write shuffle(a, b)"),
            ("lengths(a, {1}, b)", 1, 1, "too many arguments for lengths; write lengths(a, {2,5})"),
            ("project(a)", 1, 10, "too few arguments for project; write project(a, <ab>)"),
            ("neighborhood(<a>)", 1, 17, "too few arguments for neighborhood; write neighborhood(<ab>, 1)"),
            ("a | any(!a)", 1, 5, "too many arguments for any; write any()"),
            ("any(,)", 1, 1, "too many arguments for any; write any()"),
            ("any(", 1, 5, "expected ')', found the end"), ("any(*)", 1, 5, "expected ')', found '*'"),
            ("reverse(a", 1, 10, "expected ')', found the end"), ("shuffle(a > b)", 1, 11, "expected ',', found '>'"),
            ("shuffle(a, b", 1, 13, "expected ')', found the end"), ("lengths(a", 1, 10, "expected ',', found the end"),
            ("lengths(a, {1} b)", 1, 16, "expected ')', found 'b'"),
            ("lengths(a, {2, 1})", 1, 12, "the minimum 2 exceeds"),
            ("neighborhood(<a> 1)", 1, 18, "expected ',', found '1'"),
            ("neighborhood(<a>, 2000000)", 1, 19, "the number is larger than 1000000"),
            ("reverse(a, ", 1, 1, "too many arguments for reverse; write reverse(a)"),
            ("nothing(a)", 1, 1, "unknown function 'nothing'; the functions are: minimize, determinize, "),
            ("a <b", 1, 3, "missing '>' at the end of this word"),
            ("a 'b", 1, 3, "missing closing quote"), ("a \"b\\\"", 1, 3, "missing closing quote"),
            ("a ''", 1, 3, "the name of an automaton is missing between the quotes"),
        ])
    func errors(text: String, line: Int, column: Int, message: String) {
        let error = #expect(throws: LanguageExpressionError.self) { try parsed(text) }
        #expect(error?.line == line)
        #expect(error?.column == column)
        #expect(error?.sentence.contains(message) == true, "\(error?.sentence ?? "none")")
        #expect(error?.description == "\(line):\(column): \(error?.sentence ?? "")")
        #expect(error?.reason == (message.contains("is larger than") ? .tooLarge : .syntax))
    }

    @Test("bytes that are no text are refused")
    func encoding() {
        for (bytes, column) in [([0x61, 0xFF], 2), ([0xC3], 1), (Array("'é".utf8) + [0xE2, 0x88], 4)] {
            let error = #expect(throws: LanguageExpressionError.self) { try LanguageExpression(parsing: bytes) }
            #expect(error?.message == "invalid UTF-8")
            #expect(error?.column == column)
        }
    }

    @Test("names and words are listed once, in the order of their first mention")
    func mentions() throws {
        let expression = try parsed("b <x> a | project(b, <yz>) & 'a' - neighborhood(<x>, 1) e\u{301} é <>")
        #expect(expression.names == ["b", "a", "e\u{301}", "é"])
        #expect(expression.names.map { Array($0.utf8) } == [[0x62], [0x61], [0x65, 0xCC, 0x81], [0xC3, 0xA9]])
        #expect(expression.words == ["x", "yz", ""])
        #expect(expression.nodeCount == 15)
        #expect(try parsed("any()").names.isEmpty)
        #expect(try parsed("é") != parsed("e\u{301}"))
    }

    @Test("nesting and length are limited by memory alone")
    func nesting() throws {
        func nested(_ opening: String, _ inner: String, _ closing: String, _ count: Int = 100_000) -> String {
            String(repeating: opening, count: count) + inner + String(repeating: closing, count: count)
        }
        #expect(try parsed(nested("(", "a", ")")) == parsed("a"))
        #expect(try parsed(nested("!(", "a", ")")) == parsed("a"))
        #expect(try parsed(nested("!", "a", "")) == parsed("a"))
        #expect(try parsed(nested("", "a", "*")) == parsed("a*"))
        #expect(try parsed(nested("", "a", "|a")).nodeCount == 100_002)
        #expect(try parsed(nested("a (b|", "a", ")")).nodeCount == 400_001)
        // Where each name cost all those before it, this would take minutes.
        let names = (0..<50_000).map { "n\($0)" }
        #expect(try parsed(names.joined(separator: "|")).names == names)
        for sign in ["|", "&", " "] {
            let flat = try parsed(nested("", "a", sign + "a", 10_000))
            #expect(try parsed(nested("a\(sign)(", "a", ")", 10_000)) == flat)
            #expect(try parsed(nested("(", "a", "\(sign)a)", 10_000)) == flat)
            #expect(flat.nodeCount == 10_002)
        }
        for (opening, closing, nodeCount) in [
            ("(", ")?{2}", 2), ("reverse(", ")", 1), ("a (b | ", ")", 4), ("a - (b - ", ")", 4),
            ("shuffle(", ", b)", 2),
            ("", " - a", 2), ("", " ^ !a", 3), ("!(!a ", ")", 4),
        ] {
            let count = 8_000
            let expression = try parsed(nested(opening, "a", closing, count))
            #expect(expression.nodeCount == nodeCount * count + 1)
            #expect(try parsed(expression.text()) == expression)
            #expect(expression.description.count <= 401)
        }
        #expect(throws: LanguageExpressionError.self) { try parsed(nested("(", "a", "")) }
        #expect(throws: LanguageExpressionError.self) { try parsed(nested("reverse(", "", "")) }
    }

    @Test("texts with errors are refused or read as what they print")
    func mutations() throws {
        let samples = [
            "a & !(b | c)", "minimize(a)* 'b c'+ \"d\"? <e>{2,3} - f ^ g", "lengths(a | neighborhood(<a>, 2), {1,})",
            "project(left-quotient(a, b), <xy>) ∪ any() ∩ ¬x ∖ y △ z", "shuffle((a b) c, !!d)\n| \\ e-f",
        ].map { Array($0.utf8) }
        let alphabet = Array("ab<>()[]{}|&^-\\!*+?,.'\" \n\t0123é∪∩¬∖△".utf8) + [0, 0xFF, 0xC3, 0xE2]
        var random = SplitMix64(seed: 40)
        var readCount = 0
        for round in 0..<6000 {
            var text = samples[random.draw(samples.count)]
            for _ in 0...random.draw(3) {
                let (place, byte) = (random.draw(text.count), alphabet[random.draw(alphabet.count)])
                switch random.draw(4) {
                case 0: text.insert(byte, at: place)
                case 1 where !text.isEmpty: text.remove(at: place)
                case 2 where !text.isEmpty: text[place] = byte
                default: text += samples[random.draw(samples.count)].prefix(random.draw(12))
                }
            }
            do throws(LanguageExpressionError) {
                let expression = try LanguageExpression(parsing: text)
                readCount += 1
                let again = try LanguageExpression(parsing: expression.text())
                #expect(again == expression, "round \(round)")
            } catch {
                #expect(error.line ?? 0 >= 1 && 1...text.count + 1 ~= error.column ?? 0, "round \(round)")
            }
        }
        #expect(readCount > 500)
    }
}
