import AlgorithmSupport
import Automata
import RegularExpressions

/// The automata that layouts are measured on: 250 random NFAs and 250 minimal DFAs of expressions,
/// with 2–30 states.
enum LayoutCorpus {
    static func automata() throws -> [EpsilonNFA] {
        var random = SplitMix64(seed: 2718)
        var automata: [EpsilonNFA] = []
        for round in 0..<250 {
            // Arrows for each state: as sparse as a tree and a bit, up to twice as many.
            let density = [1.2, 1.6, 2.0][round % 3]
            automata.append(try nfa(states: 2 + round % 29, density: density, using: &random))
        }
        var rest = expressions[...]
        while automata.count < 500 {
            let expression = rest.popFirst() ?? composed(using: &random)
            let dfa = try RegularExpression(parsing: expression).minimalDFA()
            if (2...30).contains(dfa.stateCount) { automata.append(dfa.asEpsilonNFA) }
        }
        return automata
    }

    /// A random connected NFA with ε-moves here and there.
    static func nfa(states: Int, density: Double, using random: inout SplitMix64) throws -> EpsilonNFA {
        var builder = EpsilonNFA.Builder(alphabet: ["a", "b", "c"])
        try builder.addStates(states)
        func state(_ bound: Int) -> StateID { StateID(Int.random(in: 0..<bound, using: &random)) }
        func symbol() -> Symbol { Symbol(Int.random(in: 0..<3, using: &random)) }
        for index in 1..<states { try builder.addTransition(from: state(index), on: symbol(), to: StateID(index)) }
        for _ in 0..<Int((density - 1) * Double(states)) + 1 {
            let (from, to) = (state(states), state(states))
            if Int.random(in: 0..<8, using: &random) == 0, from != to {
                try builder.addEpsilonMove(from: from, to: to)
            } else {
                try builder.addTransition(from: from, on: symbol(), to: to)
            }
        }
        builder.insertInitial(StateID(0))
        builder.insertFinal(state(states))
        builder.insertFinal(StateID(states - 1))
        return try builder.build()
    }

    /// A concatenation, union or repetition of pieces of real expressions.
    private static func composed(using random: inout SplitMix64) -> String {
        func piece() -> String { pieces[Int.random(in: 0..<pieces.count, using: &random)] }
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return piece() + piece()
        case 1: return "(\(piece())|\(piece()))*" + piece()
        case 2: return "\(piece())(\(piece())\(piece()))?"
        case 3: return "(\(piece())|\(piece())\(piece()))"
        default: return "\(piece())(\(piece())|\(piece()))+"
        }
    }

    private static let pieces = [
        "[0-9]+", "[a-z]+", "-?", "[+-]?[0-9]+", "(0|1)*", "ab*", "a(b|c)", "0x[0-9a-f]+", "\"[^\"]*\"", "[A-Z][a-z]*",
        "(ab)*",
        "[0-9]{1,3}", "(a|b)*abb", "\\.[0-9]+", "/[^/]*", "(1(01*0)*1|0)+", "[ \t]*", "[a-z][a-z0-9]*", "(aa|b)*",
        "if|in|int",
        "a?b?c?", "e[+-]?[0-9]+", "<[a-z]+>", "//[^\n]*", "(a|ba)*b", "[01]{3}", "(,[a-z]+)*", "=|==|<=", "true|false",
        "\\\\[nrt]",
    ]

    private static let expressions = [
        "(a|b)*abb", "(0|1)*01", "(0|1)*1(0|1)(0|1)", "(1(01*0)*1|0)*", "a*b*c*", "(ab|ba)*", "(aa|bb)*", "a(bc)*d",
        "[0-9]+",
        "-?(0|[1-9][0-9]*)", "-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?", "[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)",
        "0[xX][0-9a-fA-F]+",
        "[A-Za-z_][A-Za-z0-9_]*", "\"([^\"\\\\]|\\\\.)*\"", "'([^'\\\\]|\\\\[nrt'])'", "/\\*([^*]|\\*+[^*/])*\\*+/",
        "//[^\n]*\n",
        "if|else|while|for|return", "int|in|inline|if|import", "[0-9]{4}-[0-9]{2}-[0-9]{2}",
        "([01][0-9]|2[0-3]):[0-5][0-9]",
        "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(\\.[0-9]+){3}", "#[0-9a-fA-F]{3}([0-9a-fA-F]{3})?",
        "[a-z]+@[a-z]+\\.(com|org|net)",
        "https?://[a-z]+(\\.[a-z]+)+(/[a-z]*)*", "<[a-z]+( [a-z]+=\"[^\"]*\")*/?>", "&([a-z]+|#[0-9]+);",
        "\\$[0-9]{1,3}(,[0-9]{3})*(\\.[0-9]{2})?",
        "[A-Z]{2}[0-9]{2}( ?[A-Z0-9]{4})+", "(\\+[0-9]{1,3} )?[0-9]{3}-[0-9]{4}", "[^,\n]*(,[^,\n]*)*",
        "M{0,3}(CM|CD|D?C{0,3})",
        "X(C|L)|L?X{0,3}(IX|IV|V?I{0,3})", "(mon|tues|wednes|thurs|fri|satur|sun)day",
        "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec",
        "v?[0-9]+(\\.[0-9]+){2}(-[a-z]+)?", "([a-z]+/)*[a-z]+\\.(c|h|cc|cpp)", "(true|false|null)",
        "\\[[0-9]*(,[0-9]+)*\\]",
        "[ \t]*[a-z]+[ \t]*=[ \t]*[0-9]+", "(a|b)*a(a|b)(a|b)", "(a|b)*(aa|bb)(a|b)*", "((a|b)(a|b))*", "a+b+|b+a+",
        "(a|b)*aba(a|b)*",
        "0*(10*10*)*", "(0|10)*1?", "(00|11)*((01|10)(00|11)*(01|10)(00|11)*)*", "(a*b)*c", "begin|end|become|bend",
        "(get|set)[A-Z][a-z]*",
    ]
}
