import Automata
import AutomataTestSupport
import Grammars
import Testing

/// Names that look like operators, arrows, blanks, other names or nothing, as symbols and as
/// states: what is printed is read again as the same.
@Suite struct OddNamesTests {
    private static let names = [
        "+", "|", "ε", "ϵ", "ɛ", "∅", "λ", " ", "  ", "", "'", "\"", "\\", "\\&", "<", ">", "→", "->", "::=", "a", "b",
        "A",
        "S", "S'",
        "A1", "1", "#", "//", "/", "\n", "\t", "\r\n", "\u{FEFF}", "\u{85}", "\u{A0}", "\u{3000}", "\u{200B}",
        "\u{301}",
        "e\u{301}", "é", "²", "₂", "x₂", "{", "}", "{2}", "*", "⁺", "?", "!", "¬", "&", "·", "∪", "(", ")", ".",
        "[a-z]", "id", "if",
        "Expr", "q0", "q1", "F", "I", "<{p,q}>", "\u{0}", "\u{7F}", "\u{1F600}", "\u{10FFFF}", "-", "--", ":", "Ａ", "ς",
        "ſ",
        "\u{2028}", "Σ", "x'", "'x", "a'b", "∅∅", "εε", "a b", "|a", "a|b",
    ]

    private static func random(_ seed: UInt64) throws -> EpsilonNFA {
        var random = SplitMix64(seed: seed)
        func draw(_ count: Int) -> [String] {
            var drawn: [String] = []
            for _ in 0..<count {
                let name = names[random.draw(names.count)]
                if !drawn.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { drawn.append(name) }
            }
            return drawn
        }
        let alphabet = try Alphabet(draw(random.draw(5)))
        let states = draw(1 + random.draw(4))
        var builder = EpsilonNFA.Builder(alphabet: alphabet)
        for name in states { _ = try builder.state(named: name) }
        for state in 0..<StateID(states.count) {
            for symbol in alphabet.symbols where random.chance(0.6) {
                try builder.addTransition(from: state, on: symbol, to: StateID(random.draw(states.count)))
            }
            if random.chance(0.2) { try builder.addEpsilonMove(from: state, to: StateID(random.draw(states.count))) }
            if random.chance(0.5) { builder.insertFinal(state) }
            if state == 0 || random.chance(0.2) { builder.insertInitial(state) }
        }
        return try builder.build()
    }

    @Test(arguments: 0..<250 as Range<UInt64>)
    func grammarsAreReadAgain(_ seed: UInt64) throws {
        let automaton = try Self.random(seed)
        for direction in [RegularGrammar.Direction.right, .left] {
            let grammar = try RegularGrammar(automaton, direction: direction)
            let strict = try grammar.withoutEpsilonProductions().withoutUnitProductions()
            for variant in [grammar, grammar.trimmed(), grammar.withLetterNames(), strict] {
                let text = try variant.grammar.text()
                let again = try Grammar(parsing: text, terminals: automaton.alphabet)
                #expect(again == variant.grammar, "\(text)")
                let back = try RegularGrammar(again).automaton()
                #expect(try back.isEquivalent(to: automaton), "\(text)")
            }
        }
    }

    @Test(arguments: 0..<250 as Range<UInt64>)
    func expressionsAreReadAgain(_ seed: UInt64) throws {
        let automaton = try Self.random(seed)
        let minimal = try automaton.minimized()
        let expression = try automaton.regularExpression()
        #expect(expression.alphabet == automaton.alphabet)
        let text = try expression.text(syntax: .textbook)
        let again = try RegularExpression(
            parsing: text, syntax: .textbook, options: .init(alphabet: automaton.alphabet))
        #expect(try again.minimalDFA() == minimal, "\(text)")
        for step in try ExtendedNFA(automaton).eliminationSteps().dropFirst().suffix(1) {
            #expect(try step.automaton.regularExpression().minimalDFA() == minimal)
        }
        let scalars = automaton.alphabet.symbols.map { Array(automaton.alphabet.name(of: $0).unicodeScalars) }
        guard scalars.allSatisfy({ $0.count == 1 }) else { return }
        let programmers = try RegularExpression(
            parsing: expression.text(syntax: .programmer), options: .init(unit: .scalars)
        ).minimalDFA()
        var random = SplitMix64(seed: seed)
        for _ in 0..<20 {
            let word = (0..<random.draw(5)).map { _ in Symbol(random.draw(scalars.count)) }.prefix(scalars.count * 5)
            let letters = word.compactMap { programmers.alphabet.symbol(for: scalars[Int($0)][0]) }
            #expect(letters.count == word.count)
            #expect(programmers.accepts(letters) == automaton.accepts(word), "\(expression)")
        }
    }
}
