package import Automata

/// A random DFA over bytes, and texts that it can read.
package struct LongInputMachine {
    package enum Kind: CaseIterable {
        /// Random targets, and a letter that leads from every state to the same state.
        case reset
        /// The state is given by the last letters that were read.
        case lastLetters
        /// One letter counts, so that a run never converges with others.
        case counter
        /// Random targets; runs from different states may converge late.
        case random
    }

    package let dfa: DFA
    private let symbols: Int
    private let first: UInt8

    /// Creates a machine of a random kind, with or without bytes that decide the input.
    package init(_ random: inout SplitMix64) throws {
        let kind = Kind.allCases[random.draw(Kind.allCases.count)]
        let states = [1, 2, 3, 10, 85, 300][random.draw(6)]
        let symbols = 1 + random.draw(8)
        let dies = random.draw(2) == 0
        try self.init(kind, states: states, symbols: symbols, &random, dies: dies, decides: random.draw(2) == 0)
    }

    /// Creates a machine of a kind.
    ///
    /// - Parameters:
    ///   - dies: Whether the byte after the letters has no transition.
    ///   - decides: Whether the byte after that one leads to acceptance of all words.
    package init(
        _ kind: Kind, states: Int, symbols: Int, _ random: inout SplitMix64, dies: Bool = false, decides: Bool = false
    ) throws {
        self.symbols = symbols
        // At most 253 letters leave room for the two bytes.
        first = UInt8(random.draw(254 - min(symbols, 253)))
        var builder = DFA.Builder(alphabet: .bytes)
        try builder.addStates(states + (decides ? 1 : 0))
        for state in 0..<states {
            for byte in 0..<256 {
                let letter = byte - Int(first)
                let target: Int
                if letter >= 0, letter < symbols {
                    target = Self.target(kind, state, letter, states, symbols, &random)
                } else if letter == symbols {
                    if dies { continue }
                    target = state
                } else {
                    target = decides && letter == symbols + 1 ? states : state
                }
                try builder.addTransition(from: StateID(state), on: Symbol(byte), to: StateID(target))
            }
            if random.draw(3) == 0 { builder.insertFinal(StateID(state)) }
        }
        if decides {
            for byte in 0..<256 {
                try builder.addTransition(from: StateID(states), on: Symbol(byte), to: StateID(states))
            }
            builder.insertFinal(StateID(states))
        }
        // Lest all states be dead.
        builder.insertFinal(0)
        builder.initialState = 0
        dfa = try builder.build()
    }

    private static func target(
        _ kind: Kind, _ state: Int, _ letter: Int, _ states: Int, _ symbols: Int, _ random: inout SplitMix64
    ) -> Int {
        switch kind {
        case .reset: letter == 0 ? 0 : random.draw(states)
        case .lastLetters: (state * max(symbols, 2) + letter) % states
        case .counter: letter == 0 ? (state + 1) % states : state
        case .random: random.draw(states)
        }
    }

    /// Returns random letters; half of the texts contain another byte.
    package func text(_ length: Int, _ random: inout SplitMix64) -> [UInt8] {
        var text = (0..<length).map { _ in
            first &+ UInt8(random.draw(4) == 0 ? 0 : random.draw(symbols))
        }
        if random.draw(2) == 0, symbols < 250 {
            text[random.draw(length)] = first &+ UInt8(symbols + random.draw(2))
        }
        return text
    }
}
