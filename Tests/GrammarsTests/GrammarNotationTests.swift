import Automata
import AutomataTestSupport
import Grammars
import Testing

/// Reading and printing grammars.
@Suite struct GrammarNotationTests {
    /// The productions as symbols' names, so that one sees how a text was taken: nonterminals in
    /// brackets.
    private func sides(_ text: String, _ terminals: Alphabet? = nil) throws -> [String] {
        let grammar = try Grammar(parsing: text, terminals: terminals)
        return grammar.productions.map { production in
            [production.left, production.right].map { side in
                side.map { symbol in
                    switch symbol {
                    case .nonterminal(let nonterminal): "<\(grammar.name(of: nonterminal))>"
                    case .terminal(let symbol): grammar.terminals.name(of: symbol)
                    }
                }.joined(separator: " ")
            }.joined(separator: " → ")
        }
    }

    @Test func writtenTogether() throws {
        #expect(try sides("S → 0A | ε\nA → 1S") == ["<S> → 0 <A>", "<S> → ", "<A> → 1 <S>"])
        // A digit after a letter is a terminal, unless a left side has it so.
        #expect(try sides("A → 0A1 | 01") == ["<A> → 0 <A> 1", "<A> → 0 1"])
        #expect(try sides("A1 → 0A1 | ε") == ["<A1> → 0 <A1>", "<A1> → "])
        #expect(try sides("q0 → 0q0 | 1q1\nq1 → ε") == ["<q0> → 0 <q0>", "<q0> → 1 <q1>", "<q1> → "])
        // Primes and subscripts always belong to the letter.
        #expect(try sides("S' → aS₁b | S′") == ["<S'> → a <S₁> b", "<S'> → <S′>"])
        #expect(try sides("S → (S)S | a+b*c") == ["<S> → ( <S> ) <S>", "<S> → a + b * c"])
        #expect(try sides("S -> <T>a<T>\nT ::= b") == ["<S> → <T> a <T>", "<T> → b"])
        #expect(try sides("S → αSβ | éÉ") == ["<S> → α <S> β", "<S> → é <É>"])
        // What stands alone on a left side is a nonterminal, also where it is a small letter.
        #expect(try sides("e → e+t | t\nt → x") == ["<e> → <e> + <t>", "<e> → <t>", "<t> → x"])
    }

    @Test func writtenApart() throws {
        #expect(
            try sides("E → E + T | T\nT → ( E ) | id") == ["<E> → <E> + <T>", "<E> → <T>", "<T> → ( <E> )", "<T> → id"])
        #expect(try sides("Stmt → if Cond then Stmt | skip") == ["<Stmt> → if <Cond> then <Stmt>", "<Stmt> → skip"])
        #expect(
            try sides("expr → expr+term | (expr)\nterm → id") == [
                "<expr> → <expr> + <term>", "<expr> → ( <expr> )", "<term> → id",
            ])
        #expect(
            try sides("<if clause> ::= if <Boolean expression> then") == ["<if clause> → if <Boolean expression> then"])
        // A left side that is a word is enough, with no space anywhere.
        #expect(try sides("Digit → zero | 1") == ["<Digit> → zero", "<Digit> → 1"])
        #expect(try sides("number → 'NUM' | \"−\"") == ["<number> → NUM", "<number> → −"])
        #expect(try sides("S → a S b\n  | a b // two\n# a comment\n") == ["<S> → a <S> b", "<S> → a b"])
    }

    @Test func leftSidesOfSeveralSymbols() throws {
        #expect(
            try sides("S → aSBC | aBC\nCB → BC\naB → ab\nbB → bb") == [
                "<S> → a <S> <B> <C>", "<S> → a <B> <C>", "<C> <B> → <B> <C>", "a <B> → a b", "b <B> → b b",
            ])
        #expect(try sides("S → NP VP\nNP VP → VP NP") == ["<S> → <NP> <VP>", "<NP> <VP> → <VP> <NP>"])
    }

    @Test func lines() throws {
        let expected = ["<S> → a <S>", "<S> → b", "<S> → "]
        #expect(try sides("S → aS | b | ε") == expected)
        #expect(try sides("S → aS\n  | b\n\n  | ε\n") == expected)
        #expect(try sides("S →\n  aS |\n  b | ε") == expected)
        #expect(try sides("\u{FEFF}\r\nS --> aS | b\r\nS ⟶ \"\"\r\n") == expected)
        #expect(try sides("S → aS\nS → b\nS → aS\nS → λ") == expected)
        // A λ among other symbols is one of them.
        #expect(try sides("S → λS | λ") == ["<S> → λ <S>", "<S> → "])
        #expect(try sides("S → aεbϵɛ") == ["<S> → a b"])
        #expect(try sides("S → aSa | #") == ["<S> → a <S> a", "<S> → #"])
        #expect(try sides("S → a/b") == ["<S> → a / b"])
        #expect(try sides("S → a<b>c | a<b | a>b") == ["<S> → a <b> c", "<S> → a < b", "<S> → a > b"])
    }

    @Test func namesOfAnyKind() throws {
        #expect(
            try sides(#"S → \|S | "a b" | "\"" | '\'' | "\n" | "\x41" | "\u{3B5}" | "\\" | \S"#) == [
                "<S> → | <S>", "<S> → a b", "<S> → \"", "<S> → '", "<S> → \n", "<S> → A", "<S> → ε", "<S> → \\",
                "<S> → S",
            ])
        #expect(try sides(#"<{p,q}> → a <\>>"#) == ["<{p,q}> → a <>>"])
        #expect(try Grammar(parsing: #"<\&> → "\&""#).nonterminals == [""])
    }

    @Test func noProductions() throws {
        let none = try Grammar(parsing: "S → ∅")
        #expect(none.productions.isEmpty)
        #expect(none.nonterminals == ["S"])
        #expect(try sides("S → ∅\nA → a") == ["<A> → a"])
        let grammar = try Grammar(parsing: "S → a | ∅\nB → ∅\nS → C")
        #expect(grammar.nonterminals == ["S", "C", "B"])
        #expect(grammar.nonterminalsWithoutProductions == [1, 2])
    }

    @Test func terminalsThatAreGiven() throws {
        let grammar = try Grammar(parsing: "S → 1S | ε", terminals: ["0", "1"])
        #expect(grammar.terminals == ["0", "1"])
        #expect(throws: GrammarError.self) { try Grammar(parsing: "S → 2", terminals: ["0", "1"]) }
        let letters = try Alphabet.bytes([[0x61...0x7A], [0x30...0x30]])
        #expect(try sides("S → \"[a-z]\" S | 0", letters) == ["<S> → [a-z] <S>", "<S> → 0"])
        let error = #expect(throws: GrammarError.self) { try Grammar(parsing: "S → 0 |\n a", terminals: letters) }
        #expect(error?.reason == .unknownSymbol)
        #expect((error?.line, error?.column) == (2, 2))
        #expect(try Grammar(parsing: "S → b a | aa2".replacing("aa2", with: "a")).terminals == ["a", "b"])
    }

    @Test(arguments: [
        ("", 1, 1), ("# nothing\n", 2, 1), ("S", 1, 1), ("S a", 1, 1), ("→ a", 1, 1), ("S →", 1, 3), ("S → a |", 1, 9),
        ("S → | a", 1, 3), ("S → a || b", 1, 9), ("| a", 1, 1), ("S | A → b", 1, 3), ("S → a A → b", 1, 11),
        ("S →\nA → b", 1, 3), ("S → a\nb", 2, 1), ("ε → a", 1, 1), ("∅ → a", 1, 1), ("S → a ∅", 1, 9),
        ("a + → b", 1, 1), ("S → a\n+ → b", 2, 1), ("AB → a", 1, 1), ("S → 'a", 1, 7), ("S → \"a\nb\"", 1, 7),
        ("S → \\", 1, 7),
        ("S → a b | ab", 1, 13), ("S → a S b | aSb", 1, 15), ("S → aSb | a b", 1, 7), ("S → a'b'", 1, 8),
        ("S → 0'x'", 1, 8),
        ("A1 → 0A10", 1, 9), ("q0 → 0q01q1", 1, 9), ("S → \"\\x4\"", 1, 8), ("S → \"\\u{D800}\"", 1, 8),
        ("S → \"\\u41\"", 1, 8),
    ])
    func errors(_ text: String, _ line: Int, _ column: Int) {
        let error = #expect(throws: GrammarError.self, "\(text)") { try Grammar(parsing: text) }
        guard let error else { return }
        #expect((error.line, error.column) == (line, column), "\(text): \(error)")
    }

    @Test func errorsSayWhatToDo() throws {
        let error = #expect(throws: GrammarError.self) { try Grammar(parsing: "S → a S b |\n  aSb") }
        #expect(
            error?.description
                == "2:3: 'aSb' is one symbol, as spaces separate symbols here (as in line 1, column 9), but S in it is a "
                + "nonterminal; put spaces between its symbols, or quotes around it")
        #expect(throws: GrammarError.self) { try Grammar(parsing: Array("S → a".utf8) + [0xFF]) }
    }

    // MARK: Printing

    @Test(arguments: [
        ("S->0A|ε\nA->1S", "S → 0A | ε\nA → 1S\n"), ("S -> a S b | ε", "S → aSb | ε\n"),
        ("E → E + T | id\nT → E", "E → E + T | id\nT → E\n"), ("A → a | B\nB → b\nA → c", "A → a | B | c\nB → b\n"),
        ("S → ∅", "S → ∅\n"), ("S → ∅\nA → a", "S → ∅\nA → a\n"), ("S → a B", "S → aB\n"),
        ("S → a\nB → ∅", "S → a\nB → ∅\n"),
        ("S → if", "S → if\n"), ("S → 'if'", "S → \"if\"\n"), ("S → 'if' S | 'fi'", "S → if S | fi\n"),
        ("S → '|' '\"' \\' '<' '#' '/' '/' λ S", "S → \"|\"\"\\\"\"\"'\"\"<\"#/\"/\"\"λ\"S\n"),
        ("<a> → 'a' <a> | 'A'", "a → \"a\" a | \"A\"\n"), ("q0 → 0 q0 | ε", "q0 → 0 q0 | ε\n"),
        ("<{p,q}> → a <{p,q}>", "<{p,q}> → a <{p,q}>\n"), ("A1 → aA1 | b", "A1 → aA1 | b\n"),
        ("A1 → 0 A1", "A1 → 0 A1\n"),
        ("S → A b\nA b → b A", "S → Ab\nAb → bA\n"), ("S → A 1\nA 1 → 1 A", "S → A 1\nA 1 → 1 A\n"),
    ])
    func printed(_ text: String, _ expected: String) throws {
        let grammar = try Grammar(parsing: text)
        #expect(grammar.description == expected)
        #expect(try Grammar(parsing: expected, terminals: grammar.terminals) == grammar)
    }

    @Test func longLinesAreBroken() throws {
        let alternatives = (0..<60).map { "'word\($0)' S" }.joined(separator: " | ")
        let grammar = try Grammar(parsing: "S → \(alternatives)")
        let text = try grammar.text()
        #expect(text.split(separator: "\n").count > 5)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
        #expect(try Grammar(parsing: text) == grammar)
    }

    /// Names that look like something else, and grammars of all shapes.
    @Test func whatIsPrintedIsReadAgain() throws {
        let terminals = [
            "a", "b", "0", "1", "ab", "a1", "if", "id'", "A", "AB", "S'", "'", "\"", "|", "<", ">", "->", "→", "::=",
            ":", "=", "-", "/",
            "//", "#", "\\", " ", "", "\n", "ε", "λ", "∅", "é", "e\u{301}", "\u{301}", "₁", "′", "_", "a_b",
            "long name", "\u{200B}", "\u{7F}",
            "Ω", "word", "<x>", "\u{10FFFF}", "ⅷ", "ǅ",
        ]
        let nonterminals = [
            "S", "A", "B", "S'", "A1", "A₁", "A12", "q0", "q1", "a", "b", "0", "Expr", "expr", "if clause", "{p,q}",
            "<", ">", "|", "\"", "",
            " x ", "λ", "ε", "∅", "\\", "Ab", "AB", "ID", "\n", "É", "e\u{301}", "′", "a'", "->", "#", "//", "ab", "_",
            "a_1", "ǅ",
        ]
        var random = SplitMix64(seed: 41)
        for round in 0..<3000 {
            let (n, t) = (1 + random.draw(4), random.draw(5))
            var builder = try Grammar.Builder(start: nonterminals[random.draw(nonterminals.count)])
            for _ in 1..<max(2, n) { _ = try builder.nonterminal(named: nonterminals[random.draw(nonterminals.count)]) }
            var symbols: [GrammarSymbol] = []
            for _ in 0..<t {
                symbols.append(.terminal(try builder.terminal(named: terminals[random.draw(terminals.count)])))
            }
            let count = builder.build().nonterminalCount
            symbols += (0..<count).map { .nonterminal(Nonterminal($0)) }
            let isContextFree = random.draw(3) > 0
            let longest = [1, 2, 4][random.draw(3)]
            for _ in 0..<random.draw(6) {
                var left: [GrammarSymbol] = [.nonterminal(Nonterminal(random.draw(count)))]
                if !isContextFree {
                    for _ in 0..<random.draw(3) {
                        left.insert(symbols[random.draw(symbols.count)], at: random.draw(left.count + 1))
                    }
                }
                try builder.addProduction(
                    from: left, to: (0..<random.draw(longest + 1)).map { _ in symbols[random.draw(symbols.count)] })
            }
            let grammar = builder.build()
            let text = try grammar.text()
            let again = Result { try Grammar(parsing: text, terminals: grammar.terminals) }
            guard case .success(grammar) = again else {
                Issue.record("round \(round): \(text.debugDescription) is read as \(again)")
                return
            }
        }
    }

    // MARK: Hostile texts

    @Test func anyBytes() throws {
        let pieces =
            [
                "S", "A", "a", "0", "1", " ", "\n", "|", "→", "->", "::=", "\"", "'", "<", ">", "\\", "ε", "∅", "λ",
                "#", "//", "q0", "Ab", "\t",
                "\\u{41}", "\\x4", "é", "\u{301}", "S → ", "\r",
            ].map { Array($0.utf8) } + [[0xFF], [0x00], [0xE2, 0x86]]
        var random = SplitMix64(seed: 42)
        var readCount = 0
        for round in 0..<20_000 {
            var text: [UInt8] = round % 2 == 0 ? Array("S → ".utf8) : []
            for _ in 0..<random.draw(14) {
                text += random.draw(40) == 0 ? [UInt8(random.draw(256))] : pieces[random.draw(pieces.count)]
            }
            do {
                let grammar = try Grammar(parsing: text)
                readCount += 1
                let printed = try grammar.text()
                let again = try Grammar(parsing: printed)
                #expect(
                    again.rules(like: grammar),
                    "\(String(decoding: text, as: UTF8.self).debugDescription) → \(printed.debugDescription)")
            } catch let error as GrammarError {
                let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                let line = try #require(error.line)
                let column = try #require(error.column)
                #expect(
                    (1...lines.count).contains(line) && (1...lines[line - 1].count + 1).contains(column), "\(error)")
            }
        }
        #expect(readCount > 1000)
    }

    @Test func largeTexts() throws {
        let wide = "S → " + String(repeating: "a", count: 200_000) + "S | " + String(repeating: "<", count: 50_000)
        #expect(try Grammar(parsing: wide).productionCount == 2)
        let many = (0..<20_000).map { "A\($0) → a A\($0 + 1) | ε" }.joined(separator: "\n") + "\nA20000 → ∅"
        let grammar = try Grammar(parsing: many)
        #expect(grammar.nonterminalCount == 20_001)
        #expect(try Grammar(parsing: grammar.text()) == grammar)
        // Many numbers after letters, none of which is a name.
        let digits = "A1 → b" + String(repeating: "A" + String(repeating: "1", count: 500) + "B", count: 500)
        let error = #expect(throws: GrammarError.self) { try Grammar(parsing: digits) }
        // Messages show no more of a text than one reads.
        #expect((error?.sentence.count ?? .max) < 300)
        let inside = try Grammar(parsing: "S → " + String(repeating: "a", count: 10_000) + "Sa")
        #expect(inside.obstacleToNextType.map { inside.explanation(of: $0).count < 300 } == true)
        let budget = Budget(maximumBytes: 1000)
        #expect(throws: AutomataError.self) { try grammar.text(budget: budget) }
    }
}

extension Grammar {
    /// Whether two grammars are alike but for terminals that no production has.
    fileprivate func rules(like other: Grammar) -> Bool {
        nonterminals == other.nonterminals && description == other.description
    }
}
