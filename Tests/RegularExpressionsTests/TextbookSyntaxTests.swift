import Automata
import AutomataTestSupport
import RegularExpressions
import Testing

@Suite struct TextbookSyntaxTests {
    private func read(_ text: String, _ alphabet: Alphabet? = nil) throws -> RegularExpression {
        try RegularExpression(parsing: text, syntax: .textbook, options: .init(alphabet: alphabet))
    }

    private func words(_ text: String, upTo length: Int = 3) throws -> [String] {
        let dfa = try read(text).minimalDFA()
        return allWords(symbols: dfa.alphabet.count, upTo: length).filter { dfa.accepts($0) }.map {
            dfa.alphabet.text($0)
        }
    }

    @Test func operators() throws {
        #expect(try words("a + b") == ["a", "b"])
        #expect(try words("a|b∪c") == ["a", "b", "c"])
        #expect(try words("a·b⋅(c)") == ["abc"])
        #expect(try words("(ab)*") == ["", "ab"])
        #expect(try words("a⁺b?") == ["a", "aa", "ab", "aaa", "aab"])
        #expect(try words("a{2}+b{1,2}") == ["b", "aa", "bb"])
        #expect(try words("ε+∅a+aϵ") == ["", "a"])
        #expect(try words("ɛ+aɛ") == ["", "a"])
        #expect(try words("∅") == [])
        #expect(try words("ε") == [""])
        #expect(try words("a*&!(aa)") == ["", "a", "aaa"])
        #expect(try words("a∩b + ¬(a+b)∩(a+b){2}") == ["aa", "ab", "ba", "bb"])
        // The complement sign reaches over what is repeated, and no further.
        #expect(try words("!a*b", upTo: 2) == ["bb"])
    }

    /// The Algorithms Library Toolkit's empty word; what is printed is never taken for it.
    @Test func numberSignAndE() throws {
        #expect(try read("#E + a#E").alphabet == ["a"])
        #expect(try words("#E + a #E") == ["", "a"])
        #expect(try words("# E + #a") == ["#E", "#a"])
        #expect(try words("\\#E + '#'E") == ["#E"])
        let printed = try read("\\#E ɛ '\u{25B}'").text(syntax: .textbook)
        #expect(printed == "\\#E\\ɛ")
        #expect(try words(printed) == ["#Eɛ"])
    }

    @Test func symbols() throws {
        #expect(try read("1(0+1)*").alphabet == ["0", "1"])
        #expect(try read("'coin' \"push\"* \\* 'it''s \\'q\\''").alphabet == ["*", "coin", "it", "push", "s 'q'"])
        #expect(try read("b", ["a", "b"]).alphabet == ["a", "b"])
        #expect(try words("α β'γ'") == ["αβγ"])
        #expect(try words("a.b,c") == [])
        #expect(try words("a.b,c", upTo: 5) == ["a.b,c"])
        let classes = try Alphabet.bytes([[0x61...0x7A], [0x30...0x30]])
        #expect(try read("'[a-z]'0", classes).dfa().accepts([0, 1]))
    }

    @Test func textAround() throws {
        let options = RegularExpression.Options(allowsTextAround: true, alphabet: ["a", "b"])
        let dfa = try RegularExpression(parsing: "ab", syntax: .textbook, options: options).minimalDFA()
        #expect(dfa.accepts([1, 0, 1, 1]))
        #expect(!dfa.accepts([1, 0]))
    }

    @Test(arguments: [
        ("", 1, 1), ("a+", 1, 2), ("+a", 1, 1), ("a++b", 1, 2), ("(a", 1, 1), ("a)", 1, 2), ("()", 1, 2), ("*", 1, 1),
        ("a|*", 1, 2),
        ("a{", 1, 2), ("a{2,1}", 1, 2), ("a}", 1, 2), ("'a", 1, 1), ("\\", 1, 1), ("a!", 1, 2), ("a\n +)", 2, 2),
        ("a·", 1, 2),
        ("·a", 1, 1), ("a&", 1, 2), ("(!)a", 1, 2), ("é(", 1, 3),
    ])
    func errors(_ text: String, _ line: Int, _ column: Int) {
        let error = #expect(throws: RegularExpressionError.self, "\(text)") { try read(text) }
        guard let error else { return }
        #expect((error.line, error.column) == (line, column), "\(text): \(error)")
    }

    @Test func symbolsThatAreNotInTheAlphabet() throws {
        #expect(throws: RegularExpressionError.self) { try read("ac", ["a", "b"]) }
        let classes = try Alphabet.bytes([[0x61...0x7A]])
        // A part of a class is no symbol.
        let error = #expect(throws: RegularExpressionError.self) { try read("a", classes) }
        #expect(error?.reason == .unknownSymbol)
    }

    @Test(arguments: [
        "a", "ε", "∅", "a|b", "ab|c", "(a|b)c", "(ab)*", "a*b*", "(a*)⁺", "(a|ε)(b|∅)", "!(a|b)&(ab)*", "(!a)*",
        "!(a*)", "(a{2,3}){4,}",
        "'long name'|\\*|'it\\'s'", "((a|b)&(c|a))d", "a?b?(ab)?",
    ])
    func whatIsPrintedIsReadAgain(_ text: String) throws {
        let expression = try read(text)
        let printed = try expression.text(syntax: .textbook)
        let again = try read(printed, expression.alphabet)
        #expect(again == expression, "\(text) printed as \(printed)")
    }

    @Test func printedForProgrammers() throws {
        #expect(try read("(a|b)*·a").text() == "(?:a|b)*a")
        #expect(try read("a⁺(bc|ε){2,}").text() == "a+(?:bc|(?:)){2,}")
        let complement = try read("!(a)&b*").text()
        #expect(complement == "(?o)(?:[ab]*&!a)&b*")
        #expect(throws: AutomataError.self) { try read("'coin'").text() }
        #expect(throws: AutomataError.self) {
            try RegularExpression(parsing: "\\ba").text(syntax: .textbook)
        }
    }

    private func allWords(symbols: Int, upTo length: Int) -> [[Symbol]] {
        AutomataTestSupport.words(symbols: symbols, upTo: length)
    }
}
