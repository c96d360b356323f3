import Automata
import Testing

/// Small arguments that would make something very large, or take very long.
@Suite("Limits")
struct LimitsTests {
    @Test func buildersRefuseTooManyStates() throws {
        var builder = EpsilonNFA.Builder(alphabet: ["a"])
        try builder.addStates(4_294_967_294)
        let full = builder
        #expect(throws: AutomataError.tooLarge("states")) {
            var full = full
            try full.addState()
        }
        #expect(throws: AutomataError.budgetExceeded(statesBuilt: 4_294_967_294, limit: .states(10_000_000))) {
            try full.build(budget: .default)
        }
        #expect(throws: AutomataError.budgetExceeded(statesBuilt: 4_294_967_294, limit: .bytes(2 << 30))) {
            try full.build(budget: Budget(maximumStates: .max))
        }
        var dfa = DFA.Builder(alphabet: ["a"])
        try dfa.addStates(11)
        let eleven = dfa
        #expect(throws: AutomataError.self) { try eleven.build(budget: Budget(maximumStates: 10)) }
        #expect(throws: AutomataError.self) { try eleven.build(budget: Budget(maximumBytes: 20)) }
        #expect(throws: AutomataError.self) { try eleven.build(budget: Budget(isCancelled: { true })) }
        #expect(try eleven.build(budget: Budget(maximumStates: 11)) == eleven.build())
    }

    @Test func manyClassesNeedAsManyRanges() throws {
        let ranges = [SymbolPartition.ClassRange(lower: 1, upper: 2, symbol: 4_000_000_000)]
        #expect(throws: AutomataError.invalidSymbolClass("0")) {
            try SymbolPartition(domain: .bytes, ranges: ranges, count: 4_000_000_001)
        }
        #expect(throws: AutomataError.invalidSymbolClass("1")) {
            try SymbolPartition(
                domain: .bytes, ranges: [.init(lower: 1, upper: 2, symbol: 0), .init(lower: 5, upper: 5, symbol: 0)],
                count: 3)
        }
    }

    /// A plain search for the separator would compare 10¹⁰ bytes.
    @Test func separatorsOfRepeatedBytes() throws {
        let alphabet = try Alphabet([String(repeating: "a", count: 300_000), "b"])
        let separator = String(repeating: "a", count: 100_000) + "c"
        #expect(try alphabet.word(String(repeating: "a", count: 300_000), separator: separator) == [0])
        #expect(try alphabet.word("b" + separator + "b", separator: separator) == [1, 1])
    }

    @Test(arguments: [
        ("", "aa", [""]), ("aa", "aa", ["", ""]), ("aaa", "aa", ["", "a"]), ("aaaa", "aa", ["", "", ""]),
        ("aabaab", "aab", ["", "", ""]), ("aaabab", "ab", ["aa", "", ""]), ("abcabd", "abd", ["abc", ""]),
        ("xaay", "aa", ["x", "y"]), ("abab", "ababab", ["abab"]),
    ])
    func separatedPieces(_ text: String, _ separator: String, _ pieces: [String]) throws {
        let alphabet: Alphabet = ["", "a", "aa", "abc", "x", "y", "abab"]
        let word = try alphabet.word(text, separator: separator)
        #expect(text.isEmpty ? word.isEmpty : word.map { alphabet.name(of: $0) } == pieces)
    }

    @Test func longNamesInLongWords() throws {
        let alphabet = try Alphabet([String(repeating: "a", count: 1 << 20), "b"])
        let word = [Symbol](repeating: 0, count: 100_000)
        #expect(throws: AutomataError.self) { try alphabet.text(word, budget: Budget(maximumBytes: 64 << 20)) }
        #expect(try alphabet.text([1, 1, 7], budget: .default) == "b b ?")
        #expect(alphabet.text([1, 1], separator: "") == "bb")
    }
}
