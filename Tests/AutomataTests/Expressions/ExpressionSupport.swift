import Automata

/// An expression's automaton, asked about texts.
struct ExpressionMatcher {
    let expression: RegularExpression
    let dfa: DFA

    init(
        _ text: String, _ options: RegularExpression.Options = .init(), syntax: RegularExpression.Syntax = .programmer
    ) throws {
        expression = try RegularExpression(parsing: text, syntax: syntax, options: options)
        dfa = try expression.minimalDFA()
    }

    /// Whether the automaton accepts a text; bytes or scalars as its alphabet has them.
    func accepts(_ text: String) -> Bool {
        dfa.alphabet.kind == .bytes
            ? accepts(Array(text.utf8)) : accepts(text.unicodeScalars.map { dfa.alphabet.symbol(for: $0) })
    }

    func accepts(_ bytes: [UInt8]) -> Bool { accepts(bytes.map { dfa.alphabet.symbol(for: $0) }) }

    private func accepts(_ symbols: [Symbol?]) -> Bool {
        let word = symbols.compactMap { $0 }
        return word.count == symbols.count && dfa.accepts(word)
    }
}

/// Expressions that use each part of a programmer's syntax, over bytes.
enum ExpressionCorpus {
    static let programmer = [
        "", "a", "abc", "a|b", "a|", "|a", "(a|b)*a(a|b){3}", "a?b+c*", "a{2}b{1,3}c{2,}", "(?:ab)+",
        "(?<n>a)(?P<m>b)('c)",
        "[abc]", "[a-z_][a-z0-9_]*", "[^a-c]", "[]a]", "[^]a]", "[a-]", "[-a]", "[\\]\\[]", "[[:alpha:]][[:^digit:]]",
        ".", ".*", "(?s).", "(?s:.).", "\\d+\\.\\d*", "\\w\\W\\s\\S\\D", "[\\w.-]+@[\\w-]+(\\.[\\w-]+)+",
        "\\x41\\x{42}\\103",
        "\\n\\r\\t\\f\\a\\e\\cA\\0", "\\Qa.b*\\E+", "(?i)Hello(?-i) World", "(?i:k)K", "(?x) a b # comment\n c",
        "(?#note)a",
        "^abc$", "^a|b$", "(^a|b)c", "a(^b|c)", "\\bfoo\\b.*", ".*\\bfoo\\B.*", "(?m)a\\n^b$\\nc", "\\Aa\\z",
        "(\\b\\w+\\W*)*",
        "a*?b+?c??", "(a*)*", "((a?)+b{0})*", "(a|ab)(c|bcd)(d*)", "a{0}", "(){3}", "a\\{,3}", "a{x}", "}]", "{a",
        "(?o)a*&!aa", "(?o)!(.*ab.*)", "(?o)\\&\\!", "(?o)[a-z]+&!(if|else)&.{2,4}", "a&b!", "é+", "[à-é]", "\\u{e9}x",
        "\\p{Lu}\\pL*", "[\\p{Greek}0-9]", "\\P{L}", "\\h\\v\\R\\N", "[\\s\\S]", "[^\\s\\S]", "\\x80[\\x80-\\xff]",
    ]
}
