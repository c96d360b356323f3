import Automata
import AutomataCounting

/// Seeded random automata, and words to try them on.
enum Samples {
    static func alphabet(_ count: Int) throws -> Alphabet {
        try Alphabet((0..<count).map { "s\($0)" })
    }

    /// A DFA with random targets, some of them missing.
    static func dfa(
        states: Int, symbols: Int, density: Double = 1, finalDensity: Double = 0.4, _ random: inout SeededGenerator
    ) throws -> DFA {
        var builder = DFA.Builder(alphabet: try alphabet(symbols))
        try builder.addStates(states)
        for source in 0..<StateID(states) {
            for symbol in 0..<Symbol(symbols) where Double.random(in: 0..<1, using: &random) < density {
                try builder.addTransition(
                    from: source, on: symbol, to: StateID(UInt32.random(in: 0..<UInt32(states), using: &random)))
            }
            if Double.random(in: 0..<1, using: &random) < finalDensity { builder.insertFinal(source) }
        }
        if states > 0 { builder.initialState = 0 }
        return try builder.build()
    }

    /// An ε-NFA with random moves.
    static func epsilonNFA(
        states: Int, symbols: Int, density: Double, _ random: inout SeededGenerator
    ) throws -> EpsilonNFA {
        var builder = EpsilonNFA.Builder(alphabet: try alphabet(symbols))
        try builder.addStates(states)
        for source in 0..<StateID(states) {
            for symbol in 0..<Symbol(symbols) {
                for target in 0..<StateID(states) where Double.random(in: 0..<1, using: &random) < density {
                    try builder.addTransition(from: source, on: symbol, to: target)
                }
            }
            if Bool.random(using: &random) {
                try builder.addEpsilonMove(
                    from: source, to: StateID(UInt32.random(in: 0..<UInt32(states), using: &random)))
            }
            if Int.random(in: 0..<3, using: &random) == 0 { builder.insertFinal(source) }
        }
        builder.insertInitial(0)
        return try builder.build()
    }

    /// The words of `0` and `1` without two ones in a row, whose number is Fibonacci's.
    static func fibonacci() throws -> DFA {
        try DFA(
            alphabet: ["0", "1"], transitions: [("p", "0", "p"), ("p", "1", "q"), ("q", "0", "p")], initial: "p",
            final: ["p", "q"])
    }

    /// All words over so many symbols of one length.
    static func words(symbols: Int, length: Int) -> [[Symbol]] {
        var words: [[Symbol]] = [[]]
        for _ in 0..<length { words = words.flatMap { word in (0..<Symbol(symbols)).map { word + [$0] } } }
        return words
    }
}
