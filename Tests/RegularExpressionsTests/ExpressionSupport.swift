import Automata
import RegularExpressions

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
