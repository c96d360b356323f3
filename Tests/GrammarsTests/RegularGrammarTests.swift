import Automata
import AutomataTestSupport
import Grammars
import RegularExpressions
import Testing

/// Regular grammars to automata and back.
@Suite struct RegularGrammarTests {
    private func automaton(_ text: String) throws -> Automaton {
        try RegularGrammar(Grammar(parsing: text)).automaton()
    }

    /// Words derived from a grammar by replacing symbols, with no automaton in between.
    private func derivedWords(_ grammar: Grammar, upTo length: Int) -> Set<[Symbol]> {
        typealias Form = [GrammarSymbol]
        var known: Set<Form> = [[.nonterminal(0)]]
        var pending: [Form] = [[.nonterminal(0)]]
        var words: Set<[Symbol]> = []
        while let form = pending.popLast() {
            let letters = form.compactMap { symbol -> Symbol? in
                if case .terminal(let letter) = symbol { letter } else { nil }
            }
            if letters.count == form.count { words.insert(letters) }
            for production in grammar.productions {
                guard form.count >= production.left.count else { continue }
                for start in 0...form.count - production.left.count
                where Array(form[start..<start + production.left.count]) == production.left {
                    let next =
                        Array(form[..<start]) + production.right + Array(form[(start + production.left.count)...])
                    let letterCount = next.count { if case .terminal = $0 { true } else { false } }
                    if letterCount <= length, next.count <= length + 1, known.insert(next).inserted {
                        pending.append(next)
                    }
                }
            }
        }
        return words
    }

    private func acceptedWords(_ automaton: Automaton, upTo length: Int) -> Set<[Symbol]> {
        Set(words(symbols: automaton.alphabet.count, upTo: length).filter { automaton.accepts($0) })
    }

    @Test(arguments: [
        // Textbook grammars and expressions of their languages.
        ("S → 1S | 0A | ε\nA → 1A | 0S", "(1|01*0)*"), ("S → 0S | 1S | 0A\nA → 1", "(0|1)*01"),
        ("S → A01\nA → A0 | A1 | ε", "(0|1)*01"),
        ("S → abS | c", "(ab)*c"), ("S → Sab | c", "c(ab)*"), ("A → aA | B\nB → bB | C\nC → cC | ε", "a*b*c*"),
        ("S → A | B\nA → aA | a\nB → bB | b", "aa*|bb*"), ("S → ε", "ε"), ("S → ∅", "∅"), ("S → S | a", "a"),
        ("S → abc | abd | bd", "abc|abd|bd"), ("S → Aabc | bc\nA → bc | Sa", "(bcabc|bc)(aabc)*"),
        ("Number → Digit Number | Digit\nDigit → ε", "ε"),
    ])
    func textbookLanguages(_ text: String, _ expression: String) throws {
        if text.hasPrefix("Number") {
            // Two nonterminals on a right side.
            let error = #expect(throws: GrammarError.self) { try automaton(text) }
            #expect(error?.message.contains("Number → Digit Number has several nonterminals") == true)
            return
        }
        let made = try automaton(text)
        let options = RegularExpression.Options(alphabet: made.alphabet)
        let expected = try RegularExpression(parsing: expression, syntax: .textbook, options: options).minimalDFA()
        #expect(try made.minimized() == expected, "\(text)")
        #expect(
            acceptedWords(made, upTo: 6) == derivedWords(try Grammar(parsing: text), upTo: 6), "\(text)")
    }

    @Test func statesAreNonterminals() throws {
        guard case .nfa(let nfa) = try automaton("S → 0S | 1A | 1\nA → 0S | ε") else {
            Issue.record("an NFA is expected")
            return
        }
        #expect(nfa.stateNames == ["S", "A", "F"])
        #expect(nfa.initialStates == StateSet([0]))
        #expect(nfa.finalStates == StateSet([1, 2]))
        #expect(nfa.transitionCount == 4)
        // Left-linear: the nonterminals are what was read, and so the start symbol is final.
        let left = try RegularGrammar(Grammar(parsing: "S → A1 | 0\nA → S0 | ε"))
        #expect(left.direction == .left)
        let turned = try left.epsilonNFA()
        #expect(turned.stateNames == ["S", "A", "I"])
        #expect(turned.finalStates == StateSet([0]))
        #expect(turned.initialStates == StateSet([1, 2]))
        // Ends of right sides are shared, and names that are taken are left alone.
        let shared = try RegularGrammar(Grammar(parsing: "S → a b c F | b b c F | c q1\nF → a\nq1 → ε")).epsilonNFA()
        #expect(shared.stateNames == ["S", "F", "q1", "q2", "q3", "F1"])
        #expect(try RegularGrammar(Grammar(parsing: "S → A | B\nA → a\nB → b")).epsilonNFA().epsilonMoveCount == 2)
        #expect(try RegularGrammar(Grammar(parsing: "S → A | B\nA → a\nB → b")).nfa().stateCount == 2)
    }

    @Test func mixedProductionsAreRefused() throws {
        let error = #expect(throws: GrammarError.self) { try RegularGrammar(Grammar(parsing: "S → aA | ε\nA → Sb")) }
        #expect(error?.reason == .notRegular)
        #expect(error?.message.contains("S → aA") == true && error?.message.contains("A → Sb") == true)
        #expect(throws: GrammarError.self) { try RegularGrammar(Grammar(parsing: "S → aSb | ε")) }
        #expect(throws: GrammarError.self) { try RegularGrammar(Grammar(parsing: "S → aA\naA → b")) }
    }

    @Test func grammarsOfAutomata() throws {
        let nfa = try NFA(
            alphabet: ["0", "1"],
            transitions: [("p", "0", "p"), ("p", "1", "p"), ("p", "0", "q"), ("q", "1", "r")], initial: ["p"],
            final: ["r"])
        #expect(try RegularGrammar(nfa).description == "p → 0 p | 0 q | 1 p\nq → 1 r\nr → ε\n")
        #expect(try RegularGrammar(nfa).withLetterNames().description == "S → 0S | 0A | 1S\nA → 1B\nB → ε\n")
        #expect(try RegularGrammar(nfa, direction: .left).description == "r → q 1\nq → p 0\np → p 0 | p 1 | ε\n")
        let several = try EpsilonNFA(
            alphabet: ["a"], transitions: [("S", "a", "T"), ("T", "", "S")], initial: ["S", "T"], final: [])
        #expect(try RegularGrammar(several).description == "S1 → S | T\nS → aT\nT → S\n")
        #expect(try RegularGrammar(several, direction: .left).description == "S1 → ∅\nS → T | ε\nT → Sa | ε\n")
        #expect(try RegularGrammar(several).trimmed().description == "S1 → ∅\n")
        let bytes = try RegularExpression(parsing: "[a-z]+").minimalDFA()
        let grammar = try RegularGrammar(bytes)
        #expect(grammar.description.contains("\"[a-z]\""))
        #expect(try RegularGrammar(Grammar(parsing: grammar.grammar.text(), terminals: bytes.alphabet)) == grammar)
        #expect(try grammar.automaton().minimized() == bytes)
    }

    @Test(arguments: RegularGrammar.Direction.allCases)
    func thereAndBack(_ direction: RegularGrammar.Direction) throws {
        var random = SplitMix64(seed: 43)
        for round in 0..<400 {
            let shape = RandomShape.mixed(&random, maximumStates: 8, symbols: [0, 1, 2, 3, 30])
            let automaton: Automaton =
                switch round % 3 {
                case 0: .dfa(try RandomAutomata.dfa(shape, &random))
                case 1: .nfa(try RandomAutomata.nfa(shape, &random))
                default: .epsilonNFA(try RandomAutomata.epsilonNFA(shape, &random))
                }
            let grammar = try RegularGrammar(automaton, direction: direction)
            #expect(grammar.grammar.has(direction == .right ? .rightLinear : .leftLinear))
            #expect(grammar.grammar.type == .regular)
            let expected = try automaton.minimized()
            #expect(try grammar.automaton().minimized() == expected, "\(shape)")
            #expect(try grammar.trimmed().nfa().minimized() == expected, "\(shape)")
            // Through its text, and through letters.
            let letters = grammar.withLetterNames().grammar
            for printed in [grammar.grammar, letters] {
                let read = try Grammar(parsing: printed.text(), terminals: printed.terminals)
                #expect(read == printed)
                #expect(try RegularGrammar(read).automaton().minimized() == expected)
            }
        }
    }

    /// Grammars with words of any length and unit productions, against derivations.
    @Test func againstDerivations() throws {
        var random = SplitMix64(seed: 44)
        for _ in 0..<300 {
            var builder = try Grammar.Builder(start: "S", terminals: ["a", "b"])
            for name in ["A", "B"] { _ = try builder.nonterminal(named: name) }
            let isLeft = random.draw(2) == 0
            for _ in 0..<random.draw(7) {
                var side: [GrammarSymbol] = (0..<random.draw(4)).map { _ in .terminal(Symbol(random.draw(2))) }
                if random.draw(3) > 0 {
                    side.insert(.nonterminal(Nonterminal(random.draw(3))), at: isLeft ? 0 : side.count)
                }
                try builder.addProduction(from: Nonterminal(random.draw(3)), to: side)
            }
            let grammar = builder.build()
            let automaton = try RegularGrammar(grammar).automaton()
            #expect(acceptedWords(automaton, upTo: 5) == derivedWords(grammar, upTo: 5), "\(grammar)")
            #expect(try RegularGrammar(grammar.trimmed()).automaton().minimized() == automaton.minimized())
        }
    }

    @Test func epsilonProductionsAndUnitProductions() throws {
        func regular(_ text: String) throws -> RegularGrammar { try RegularGrammar(Grammar(parsing: text)) }
        // The start symbol stands on a right side, or doesn't, or has no ε.
        #expect(try regular("S → aS | ε").withoutEpsilonProductions().description == "S' → aS | a | ε\nS → aS | a\n")
        #expect(
            try regular("S → aA | A\nA → bA | ε").withoutEpsilonProductions().description
                == "S → aA | a | A | ε\nA → bA | b\n")
        #expect(try regular("S → aA\nA → ε").withoutEpsilonProductions().description == "S → a\n")
        #expect(
            try regular("S → Sab | ε\nS' → a").withoutEpsilonProductions().description
                == "S1 → Sab | ab | ε\nS → Sab | ab\n")
        #expect(try regular("S → ε").withoutEpsilonProductions().description == "S → ε\n")
        #expect(try regular("S → A | B\nA → B | a\nB → A | b").withoutUnitProductions().description == "S → a | b\n")
        #expect(try regular("S → S").withoutUnitProductions().description == "S → ∅\n")
        let chain = (0..<3000).map { "A\($0) → A\($0 + 1) | a\($0)A\($0)" }.joined(separator: "\n") + "\nA3000 → ε"
        let long = try regular(chain.replacing("a", with: " x"))
        #expect(throws: AutomataError.self) {
            try long.withoutUnitProductions(budget: Budget(maximumBytes: 1 << 20))
        }
    }

    @Test func normalFormsKeepTheLanguage() throws {
        var random = SplitMix64(seed: 45)
        for _ in 0..<300 {
            let shape = RandomShape.mixed(&random, maximumStates: 6, symbols: [1, 2])
            let automaton = try RandomAutomata.epsilonNFA(shape, &random)
            let direction: RegularGrammar.Direction = random.draw(2) == 0 ? .left : .right
            let grammar = try RegularGrammar(automaton, direction: direction)
            let expected = try automaton.minimized()
            let noEpsilon = try grammar.withoutEpsilonProductions()
            #expect(try noEpsilon.automaton().minimized() == expected)
            // Which is what type 1 asks for.
            #expect(noEpsilon.grammar.has(.monotonic), "\(noEpsilon)")
            #expect(noEpsilon.direction == direction)
            let noUnits = try grammar.withoutUnitProductions()
            #expect(try noUnits.automaton().minimized() == expected)
            let strict = try noEpsilon.withoutUnitProductions()
            #expect(try strict.automaton().minimized() == expected)
            for production in strict.grammar.productions {
                let terminalCount = production.right.count { if case .terminal = $0 { true } else { false } }
                #expect(terminalCount == 1 || (production.right.isEmpty && production.left == [.nonterminal(0)]))
            }
        }
    }

    @Test func budgets() throws {
        let long = try RegularGrammar(Grammar(parsing: "S → " + String(repeating: "ab", count: 50_000)))
        #expect(throws: AutomataError.self) { try long.automaton(budget: Budget(maximumStates: 1000)) }
        #expect(try long.automaton().stateCount == 100_001)
        #expect(throws: AutomataError.self) { try long.automaton(budget: Budget(isCancelled: { true })) }
        let dfa = try long.automaton().minimized()
        #expect(throws: AutomataError.self) { try RegularGrammar(dfa, budget: Budget(maximumBytes: 1 << 16)) }
        #expect(try RegularGrammar(dfa).grammar.productionCount == 100_001)
    }
}
