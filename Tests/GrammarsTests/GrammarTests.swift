import Automata
import Grammars
import Testing

/// Grammars as values, and where they stand in Chomsky's hierarchy.
@Suite struct GrammarTests {
    // MARK: Types

    /// Textbook grammars with their types, and the productions that keep them from the next one.
    @Test(
        arguments: [
            // An even number of zeros; strings that end in 01; the same left-linear.
            ("S → 1S | 0A | ε\nA → 1A | 0S", 3, []), ("S → 0S | 1S | 0A\nA → 1", 3, []),
            ("S → A01\nA → A0 | A1 | ε", 3, []),
            ("S → abS | ab", 3, []), ("S → A | ab\nA → S", 3, []), ("S → ∅", 3, []), ("S → ε", 3, []),
            // aⁿbⁿ, palindromes, and right- and left-linear productions mixed, which make aⁿbⁿ
            // again.
            ("S → aSb | ε", 2, ["S → aSb"]), ("S → aSa | bSb | a | b | ε", 2, ["S → aSa"]),
            ("S → aA | ε\nA → Sb", 2, ["S → aA", "A → Sb"]),
            // Balanced parentheses, expressions.
            ("S → (S) | SS | ε", 2, ["S → (S)"]), ("S → SS | a", 2, ["S → SS"]),
            ("E → E + T | T\nT → T * F | F\nF → ( E ) | id", 2, ["E → E + T"]),
            // aⁿbⁿcⁿ, as most books have it.
            ("S → aSBC | aBC\nCB → BC\naB → ab\nbB → bb\nbC → bc\ncC → cc", 1, ["CB → BC"]),
            ("S → ε | T\nT → aTBC | aBC\nCB → BC\naB → ab\nbB → bb\nbC → bc\ncC → cc", 1, ["CB → BC"]),
            // The same with S → ε where S stands on right sides; a grammar that shrinks.
            ("S → aSBC | aBC | ε\nCB → BC\naB → ab\nbB → bb", 0, ["S → ε", "S → aSBC"]),
            ("S → aAb\naA → a", 0, ["aA → a"]), ("S → AB\nAB → ε", 0, ["AB → ε"]),
        ] as [(String, Int, [String])])
    func types(_ text: String, _ type: Int, _ offenders: [String]) throws {
        let grammar = try Grammar(parsing: text)
        #expect(grammar.type.rawValue == type, "\(text)")
        let obstacle = grammar.obstacleToNextType
        #expect((obstacle?.productions ?? []).map { grammar.text(of: grammar.production($0)) } == offenders, "\(text)")
        if let obstacle {
            let explanation = grammar.explanation(of: obstacle)
            for offender in offenders { #expect(explanation.contains(offender)) }
        }
    }

    @Test func properties() throws {
        func properties(_ text: String) throws -> Set<GrammarProperty> {
            let grammar = try Grammar(parsing: text)
            return Set(GrammarProperty.allCases.filter(grammar.has))
        }
        #expect(
            try properties("S → aS | b") == [
                .rightLinear, .regular, .linear, .contextFree, .contextSensitive, .monotonic,
            ])
        #expect(try properties("S → Sa | ε") == [.leftLinear, .regular, .linear, .contextFree])
        #expect(try properties("S → a | A\nA → ε") == [.rightLinear, .leftLinear, .regular, .linear, .contextFree])
        #expect(try properties("S → aSb | ab") == [.linear, .contextFree, .contextSensitive, .monotonic])
        #expect(try properties("S → SS | a") == [.contextFree, .contextSensitive, .monotonic])
        #expect(try properties("S → AB\nAB → BA\nA → a\nB → b") == [.monotonic])
        #expect(try properties("S → aAb\naAb → accb") == [.contextSensitive, .monotonic])
        // Context on one side only, and one in which two ways to take it are tried.
        #expect(try properties("S → AA\nAA → Aa") == [.contextSensitive, .monotonic])
        #expect(try properties("S → aAb\naA → bA") == [.monotonic])
        #expect(try properties("S → aA\naA → a") == [])
    }

    @Test func obstaclesAreExact() throws {
        let grammar = try Grammar(parsing: "S → aA | Ab | aAb | AA | ab\nA → a")
        #expect(grammar.obstacle(to: .rightLinear)?.reason == .nonterminalNotLast)
        #expect(grammar.obstacle(to: .leftLinear)?.reason == .nonterminalNotFirst)
        #expect(grammar.obstacle(to: .regular)?.reason == .nonterminalInside)
        #expect(grammar.obstacle(to: .linear)?.reason == .severalNonterminals)
        #expect(grammar.obstacle(to: .linear)?.productions == [3])
        #expect(grammar.obstacle(to: .contextFree) == nil)
        let mixed = try Grammar(parsing: "S → aA\nA → Sb | b")
        #expect(mixed.obstacle(to: .regular)?.reason == .lastAndFirst)
        #expect(
            mixed.obstacle(to: .regular).map(mixed.explanation(of:))
                == "S → aA has its nonterminal last and A → Sb has it first; put all last, or all first")
        #expect(ChomskyType.regular > .contextFree)
    }

    // MARK: Values

    @Test func normalOrder() throws {
        var builder = try Grammar.Builder(start: "S")
        let (a, b) = (try builder.nonterminal(named: "A"), try builder.nonterminal(named: "B"))
        let x = try builder.terminal(named: "x")
        try builder.addProduction(from: b, to: [.terminal(x)])
        try builder.addProduction(from: builder.start, to: [.nonterminal(b)])
        try builder.addProduction(from: b, to: [])
        try builder.addProduction(from: b, to: [.terminal(x)])
        let grammar = builder.build()
        #expect(grammar.description == "S → B\nB → x | ε\nA → ∅\n")
        #expect(grammar.nonterminals == ["S", "B", "A"])
        #expect(grammar.nonterminal(named: "A") == 2)
        #expect(grammar.productionCount == 3)
        #expect(grammar.production(1).left == [.nonterminal(1)])
        #expect(grammar.start == 0)
        _ = a
        #expect(try Grammar(parsing: "S → B\nB → ε | x | x") != grammar)
    }

    @Test func builderRefusesWhatIsNotThere() throws {
        var builder = try Grammar.Builder(start: "S", terminals: ["a"])
        #expect(throws: GrammarError.self) { try builder.terminal(named: "b") }
        #expect(throws: GrammarError.self) { try builder.addProduction(from: 1, to: []) }
        #expect(throws: GrammarError.self) { try builder.addProduction(from: 0, to: [.terminal(1)]) }
        let error = #expect(throws: GrammarError.self) { try builder.addProduction(from: [.terminal(0)], to: []) }
        #expect(error?.reason == .invalidLeftSide)
        #expect(throws: GrammarError.self) { try builder.addProduction(from: [], to: []) }
        #expect(builder.build().productions.isEmpty)
    }

    @Test func letterNames() throws {
        let grammar = try Grammar(parsing: "<{p,q}> → a <{q}>\n<{q}> → b <{p,q}> | ε")
        #expect(grammar.withLetterNames().description == "S → aA\nA → bS | ε\n")
        let long = (0..<60).map { "n\($0) → a n\($0 + 1)" }.joined(separator: "\n")
        let names = try Grammar(parsing: long).withLetterNames().nonterminals
        // The last one stands on no left side, and so is a terminal.
        #expect(names.count == 60)
        #expect(names.prefix(3) == ["S", "A", "B"])
        #expect(names[26] == "A1")
        #expect(Set(names).count == 60)
    }

    // MARK: Useless symbols

    @Test(arguments: [
        // Hopcroft, Motwani and Ullman's example 7.1: B derives nothing, so that A can't be
        // reached.
        ("S → AB | a\nA → b", "S → a\n"), ("S → aS", "S → ∅\n"), ("S → ∅\nA → a", "S → ∅\n"),
        ("S → a | A\nA → aA\nB → b", "S → a\n"),
        ("S → A\nA → B\nB → S | ε", "S → A\nA → B\nB → S | ε\n"),
        ("S → aA | bB\nA → ε\nB → CB\nC → c", "S → aA\nA → ε\n"),
        ("S → a\nA → ∅", "S → a\n"),
    ])
    func uselessSymbols(_ text: String, _ expected: String) throws {
        let grammar = try Grammar(parsing: text)
        let trimmed = try grammar.trimmed()
        #expect(trimmed.description == expected)
        #expect(trimmed.terminals == grammar.terminals)
        #expect(try trimmed.trimmed() == trimmed)
    }

    @Test func uselessSymbolsOfOtherGrammars() throws {
        let error = #expect(throws: GrammarError.self) { try Grammar(parsing: "S → AB\nAB → a").trimmed() }
        #expect(error?.reason == .notContextFree)
        #expect(error?.message.contains("AB → a") == true)
    }
}
