@_spi(Tool) import Automata
import AutomataTestSupport
import LanguageExpressions
import RegularExpressions
import Testing

/// What expressions over automata stand for.
@Suite("Expressions over automata: values")
struct LanguageValueTests {
    /// The automaton for one word, each letter of which is a symbol.
    private static func only(_ word: String) throws -> Automaton {
        let letters = word.unicodeScalars.map { String($0) }
        let alphabet = try Alphabet(spelledBy: [Array(word.utf8)], separator: nil, kind: .named)
        var builder = DFA.Builder(alphabet: alphabet)
        try builder.addStates(letters.count + 1)
        for (place, letter) in letters.enumerated() {
            let symbol = try #require(alphabet.symbol(named: letter))
            try builder.addTransition(from: StateID(place), on: symbol, to: StateID(place + 1))
        }
        builder.initialState = 0
        builder.insertFinal(StateID(letters.count))
        return .dfa(try builder.build())
    }

    private static func letters() throws -> [String: Automaton] {
        [
            "a": try only("a"), "b": try only("b"), "c": try only("c"),
            "all": try .union(of: [only("a"), only("b")]).kleeneStar(),
        ]
    }

    @Test(
        "known answers",
        arguments: [
            ("a", ["a"]),
            ("a b", ["ab"]),
            ("a | b c", ["a", "bc"]),
            ("(a | b) c", ["ac", "bc"]),
            ("a*", ["", "a", "aa", "aaa"]),
            ("a+ & !a", ["aa", "aaa"]),
            ("a b?", ["a", "ab"]),
            ("a{2}", ["aa"]), ("a{1,2}", ["a", "aa"]), ("a{2,}", ["aa", "aaa"]), ("a{0}", [""]),
            ("all - a - b", ["", "aa", "ab", "ba", "bb", "aaa", "aab", "aba", "abb", "baa", "bab", "bba", "bbb"]),
            ("a ^ (a | b)", ["b"]),
            ("a ^ a ^ a", ["a"]),
            ("a - (b - a)", ["a"]),
            ("!a & (a | b | c)", ["b", "c"]),
            ("!(a | !b)", ["b"]),
            ("<ab> | <>", ["", "ab"]),
            ("lengths(all, {1})", ["a", "b"]), ("lengths(a*, {2,})", ["aa", "aaa"]),
            ("lengths(a*, {1,2})", ["a", "aa"]),
            ("project(<abcb>, <bc>)", ["bcb"]),
            ("project(minimize(a b | a c), <c>)", ["", "c"]),
            // The inner value is over fewer symbols.
            ("project(project(<abcb>, <bc>), <b>)", ["bb"]),
            ("neighborhood(<a>, 1) & (a | <> | b a | c)", ["", "a", "ba", "c"]),
            ("any() - a | <c><b>", ["b", "c", "cb"]),
            ("prefixes(a b)", ["", "a", "ab"]), ("suffixes(a b)", ["", "b", "ab"]),
            ("factors(a b)", ["", "a", "b", "ab"]),
            ("subsequences(a b c)", ["", "a", "b", "c", "ab", "ac", "bc", "abc"]),
            ("cyclic-shift(a b c)", ["abc", "bca", "cab"]),
            ("left-quotient(a b, a)", ["b"]), ("right-quotient(a b, b)", ["a"]),
            ("shuffle(a b, c)", ["abc", "acb", "cab"]),
            ("reverse(a b c)", ["cba"]),
            ("minimize(a | b) determinize(trim(reduce(c)))", ["ac", "bc"]),
        ])
    func knownAnswers(text: String, expected: [String]) throws {
        let value = try LanguageExpression(parsing: text).value(of: Self.letters())
        #expect(Set(spelledWords(value)) == Set(expected))
    }

    // MARK: - Against the operations' definitions

    @Test("random expressions have the words that their definition says", arguments: 0..<4)
    func randomExpressions(part: Int) throws {
        var random = SplitMix64(seed: UInt64(300 + part))
        let alphabet: Alphabet = ["a", "b"]
        for round in 0..<60 {
            var operands: [Automaton] = []
            for number in 0..<3 {
                let shape = RandomShape(states: 1 + random.draw(4), symbols: 2, density: 0.6, finalDensity: 0.4)
                switch number {
                case 0: operands.append(.dfa(try RandomAutomata.dfa(shape, &random)))
                case 1: operands.append(.nfa(try RandomAutomata.nfa(shape, &random)))
                default: operands.append(.epsilonNFA(try RandomAutomata.epsilonNFA(shape, &random)))
                }
            }
            let sets = operands.map { WordSet($0, over: alphabet, upTo: 4) }
            // With an operand in it at least, so that the alphabet is known.
            let all = LanguageTerm.union([.operand(0), .complement(.operand(0))])
            let term = LanguageTerm.intersection([.random(depth: 4, &random), all])
            let text = term.text(within: 0, &random)
            let expression = try LanguageExpression(parsing: text)
            #expect(try LanguageExpression(parsing: expression.text()) == expression, "\(text)")
            let value = try expression.value { name in
                name.hasPrefix("x") ? operands[Int(name.dropFirst()) ?? 0] : nil
            }
            #expect(
                WordSet(value, over: alphabet, upTo: 4) == term.words(sets, over: alphabet),
                "round \(round): \(text)")
        }
    }

    @Test("long and deep expressions are worked out")
    func longExpressions() throws {
        let letters = try Self.letters()
        func words(_ text: String) throws -> Set<String> {
            Set(spelledWords(try LanguageExpression(parsing: text).value(of: letters)))
        }
        func nested(_ opening: String, _ inner: String, _ closing: String, _ count: Int) -> String {
            String(repeating: opening, count: count) + inner + String(repeating: closing, count: count)
        }
        #expect(try words(nested("(", "a", ")", 100_000)) == ["a"])
        #expect(try words(nested("", "a", " | a", 100_000)) == ["a"])
        #expect(try words(nested("a | (", "a", ")", 100_000)) == ["a"])
        #expect(try words(nested("a & (", "a", ")", 10_000)) == ["a"])
        #expect(try words(nested("<>(", "a", ")", 10_000)) == ["a"])
        #expect(try words(nested("", "a", " - b", 3_000)) == ["a"])
        #expect(try words(nested("a & (b | ", "a", ")", 3_000)) == ["a"])
        #expect(try words(nested("reverse(", "a b", ")", 3_001)) == ["ba"])
    }

    // MARK: - Names, kinds and words

    @Test("names are told apart by their bytes")
    func names() throws {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        let expression = try LanguageExpression(parsing: "\(composed) | \(decomposed) - \(composed)")
        let (a, b) = (try Self.only("a"), try Self.only("b"))
        var asked: [[UInt8]] = []
        let value = try expression.value { name in
            asked.append(Array(name.utf8))
            return Array(name.utf8) == Array(composed.utf8) ? a : b
        }
        #expect(spelledWords(value) == ["a", "b"])
        #expect(asked == [Array(composed.utf8), Array(decomposed.utf8)])
        let error = #expect(throws: LanguageExpressionError.self) { try expression.value(of: [composed: a]) }
        #expect(error?.reason == .unknownName)
        #expect(error?.column == 6)
    }

    @Test(
        "what may be meant by an unknown name is told",
        arguments: [
            (
                "a &\n (x-y | z)", "2:3: ",
                "'x-y'; add one of this name, or fix the name; put spaces around a - that subtracts"
            ),
            ("a\\b", "1:1: ", "'a\\b'; add one of this name, or fix the name; put spaces around a \\ that subtracts"),
            (
                "a trim (b)", "1:3: ",
                "'trim'; add one of this name, or fix the name; write the ( of a function directly after its name"
            ),
            ("a | c", "1:5: ", "'c'; add one of this name, or fix the name"),
        ])
    func unknownNames(text: String, place: String, message: String) throws {
        let error = #expect(throws: LanguageExpressionError.self) {
            let one = try Self.only("a")
            return try LanguageExpression(parsing: text).value(of: ["a": one, "b": one, "x": one, "y": one])
        }
        #expect(error?.description == "\(place)no automaton is named \(message)")
    }

    @Test("symbols of two kinds don't mix")
    func kinds() throws {
        let bytes = try RegularExpression(parsing: "[a-c]").minimalDFA()
        let error = #expect(throws: LanguageExpressionError.self) {
            try LanguageExpression(parsing: "a | a &\n bytes").value(of: ["a": Self.only("a"), "bytes": .dfa(bytes)])
        }
        #expect(error?.reason == .operation(.incompatibleAlphabets(.named, .bytes)))
        #expect(error?.line == 2 && error?.column == 2)
        #expect(
            error?.message.hasPrefix("'a' and 'bytes' can't be combined: the symbols are names on one side") == true)
    }

    @Test("words are spelled as the alphabet has them")
    func words() throws {
        let letters = try RegularExpression(parsing: "[a-c]*").minimalDFA()
        let classes: [String: Automaton] = ["x": .dfa(letters)]
        let value = try LanguageExpression(parsing: "x & (<abc> | <ad>)").value(of: classes)
        #expect(spelledWords(value) == ["abc"])
        #expect(value.alphabet.kind == .bytes)
        let machine = try LanguageExpression(parsing: "lengths(<coin button>*, {4}) | <coin>").value(
            of: [:], separator: " ")
        #expect(try machine.accepts(machine.alphabet.word("coin button coin button", separator: " ")))
        #expect(try !machine.accepts(machine.alphabet.word("coin button", separator: " ")))
        let long = #expect(throws: LanguageExpressionError.self) {
            try LanguageExpression(parsing: "x | project(x, <ab,c>)").value(of: classes, separator: ",")
        }
        #expect(long?.reason == .operation(.unknownSymbol("ab", position: 0)))
        #expect(long?.column == 5)
        #expect(spelledWords(try LanguageExpression(parsing: "any()").value(of: [:])).isEmpty)
        #expect(spelledWords(try LanguageExpression(parsing: "!<>").value(of: [:])).isEmpty)
        #expect(spelledWords(try LanguageExpression(parsing: "<a>").value(of: ["unused": .dfa(letters)])) == ["a"])
    }

    // MARK: - Budgets

    @Test("budgets hold, and their errors have the place of the operator")
    func budgets() throws {
        let kth: [String: Automaton] = ["kth": .nfa(try Families.kth(12)), "a": try Self.only("0")]
        let states = #expect(throws: LanguageExpressionError.self) {
            try LanguageExpression(parsing: "a | !kth").value(of: kth, budget: Budget(maximumStates: 1000))
        }
        #expect(states?.column == 5)
        guard case .operation(let error) = states?.reason else {
            Issue.record("no operation is to blame")
            return
        }
        #expect(error.isBudgetExceeded)
        // Nested groups of one operator are a row, of which the first operator is to blame.
        for (text, column) in [("kth | (kth | kth)", 5), ("(kth | kth) | kth", 6), ("a{3} (kth (kth kth))", 6)] {
            let error = #expect(throws: LanguageExpressionError.self) {
                try LanguageExpression(parsing: text).value(of: kth, budget: Budget(maximumStates: 27))
            }
            #expect(error?.column == column, "\(text)")
        }
        let bytes = #expect(throws: LanguageExpressionError.self) {
            try LanguageExpression(parsing: "a | !kth").value(of: kth, budget: Budget(maximumBytes: 10_000))
        }
        guard case .operation(.budgetExceeded(_, .bytes(10_000))) = bytes?.reason else {
            Issue.record("\(String(describing: bytes))")
            return
        }
        let cancelled = #expect(throws: LanguageExpressionError.self) {
            try LanguageExpression(parsing: "reverse(a) | prefixes(a)").value(
                of: kth, budget: Budget(isCancelled: { true }))
        }
        guard case .operation(.cancelled) = cancelled?.reason else {
            Issue.record("\(String(describing: cancelled))")
            return
        }
    }

    /// What one operation may take is less than what the values hold that wait for theirs.
    @Test("the memory of all values counts")
    func memory() throws {
        let kth: [String: Automaton] = ["kth": .nfa(try Families.kth(12))]
        let budget = Budget(maximumBytes: 1 << 20)
        #expect(try LanguageExpression(parsing: "!kth").value(of: kth, budget: budget).stateCount == 4096)
        let operands = (0..<200).map { "lengths(!kth, {0,\($0 % 3)})" }
        let many = "!kth & (" + operands.joined(separator: " | ") + ")"
        #expect(try LanguageExpression(parsing: many).value(of: kth, budget: budget).stateCount < 100)
        let large = Array(repeating: "determinize(kth)", count: 200).joined(separator: " | ")
        let error = #expect(throws: LanguageExpressionError.self) {
            try LanguageExpression(parsing: large).value(of: kth, budget: budget)
        }
        guard case .operation(.budgetExceeded(_, .bytes(1_048_576))) = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        // It isn't the union that fails, but what comes before all of it is there.
        #expect((error?.column ?? 0) % 19 == 1)
    }
}

/// The words of a language over single letters up to a length, the shortest first.
private func spelledWords(_ automaton: Automaton, upTo length: Int = 3) -> [String] {
    words(symbols: automaton.alphabet.count, upTo: length).filter { automaton.accepts($0) }.map {
        automaton.alphabet.text($0)
    }
}
