/// Regular expressions over bytes that together use all parts of the syntax.
package enum ExpressionCorpus {
    package static let programmer = [
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
