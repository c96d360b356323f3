extension DFA {
    /// The run of a DFA on a word: the states that it visits, and how it ends.
    ///
    /// ```swift
    /// print(try even.run(on: "011"))
    /// // → even
    /// //   —0→ even
    /// //   —1→ odd
    /// //   —1→ even
    /// // accepted: even is final
    /// ```
    public struct Run: Sendable, Hashable {
        /// The automaton that ran.
        public let automaton: DFA
        /// The word that it ran on.
        public let word: [Symbol]
        /// The states visited, the initial one first, then the one after each symbol that could be read.
        public let states: [State]

        /// The position of the first symbol that could not be read, counted from 0; `nil` where all could.
        public var stuckPosition: Int? { max(1, states.count) <= word.count ? max(0, states.count - 1) : nil }

        /// Whether the word is accepted: all of it was read, and the last state is final.
        public var isAccepting: Bool {
            states.count == word.count + 1 && (states.last.map(automaton.isFinal) ?? false)
        }
    }

    /// Runs on a word and keeps the states visited.
    ///
    /// - Complexity: O(*w*) for a word of length *w* in a dense table, O(*w* log *d*) in a sparse one; O(*w*) space.
    public func run(on word: some Sequence<Symbol>) -> Run {
        let word = Array(word)
        var states = initialState.map { [$0] } ?? []
        states.reserveCapacity(word.count + 1)
        for symbol in word {
            guard let state = states.last, Int(symbol) < alphabet.count, let next = target(from: state, on: symbol)
            else { break }
            states.append(next)
        }
        return Run(automaton: self, word: word, states: states)
    }

    /// Runs on the word that a text spells; see ``Alphabet/word(_:separator:)``.
    ///
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)``.
    public func run(on text: String, separator: String? = nil) throws(AutomataError) -> Run {
        run(on: try alphabet.word(text, separator: separator))
    }
}

extension DFA.Run: CustomStringConvertible {
    /// The run step by step, a line a symbol, and why the word is accepted or not.
    public var description: String {
        guard let first = states.first, let last = states.last else {
            return "rejected: there is no initial state\n"
        }
        let names = SymbolNameList(automaton.alphabet)
        var text = "→ \(automaton.name(of: first).printable)\n"
        for (symbol, state) in zip(word, states.dropFirst()) {
            text += "  —\(names[symbol].printable)→ \(automaton.name(of: state).printable)\n"
        }
        let name = automaton.name(of: last).printable
        if let stuckPosition {
            return text + "rejected: \(name) has no transition on \(names[word[stuckPosition]].printable), "
                + "symbol \(stuckPosition + 1) of \(word.count)\n"
        }
        return text + (isAccepting ? "accepted: \(name) is final\n" : "rejected: \(name) is not final\n")
    }
}

/// The names of an alphabet's symbols, and the number of one that it doesn't have.
struct SymbolNameList {
    private let names: [String]

    init(_ alphabet: Alphabet) {
        names = alphabet.names
    }

    subscript(symbol: Symbol) -> String { Int(symbol) < names.count ? names[Int(symbol)] : "#\(symbol)" }
}
