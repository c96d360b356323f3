/// All runs of a nondeterministic automaton on a word at once: the set of states after each symbol, and one accepting run.
///
/// ```swift
/// print(try endsWith01.run(on: "001"))
/// // → {p}
/// //   —0→ {p, q}
/// //   —0→ {p, q}
/// //   —1→ {p, r}
/// // accepted: p —0→ p —0→ q —1→ r
/// ```
public struct NondeterministicRun<Model: FiniteAutomaton>: Sendable, Hashable {
    /// The automaton that ran.
    public let automaton: Model
    /// The word that it ran on.
    public let word: [Symbol]
    /// The states that it can be in, first before any symbol, then after each; closed under epsilon moves. The list ends before the
    /// symbol that no state of the last set can read, or is empty where there is no initial state.
    public let stateSets: [StateSet]
    /// An accepting run, where there is one: of those with the fewest moves the one that this search finds first, the same each time.
    public let acceptingPath: RunPath?

    init(_ automaton: Model, rows: Transitions, epsilon: EpsilonMoves?, word: [Symbol]) {
        var search = PathSearch(rows: rows, epsilon: epsilon)
        search.start(in: automaton.initialStates)
        for symbol in word {
            if !search.step(on: symbol) { break }
        }
        self.automaton = automaton
        self.word = word
        stateSets = search.stateSets
        acceptingPath =
            search.layerCount == word.count + 1 ? search.path(to: automaton.finalStates, reading: word) : nil
    }

    /// Whether the word is accepted: some run reads all of it and ends in a final state.
    public var isAccepting: Bool { acceptingPath != nil }

    /// The position of the first symbol that no run could read, counted from 0; `nil` where some run reads the whole word.
    public var stuckPosition: Int? { max(1, stateSets.count) <= word.count ? max(0, stateSets.count - 1) : nil }
}

/// One run of a nondeterministic automaton.
public struct RunPath: Sendable, Hashable {
    /// A move to another state.
    public struct Move: Sendable, Hashable {
        /// What it reads; `nil` for an epsilon move.
        public let symbol: Symbol?
        /// Where it leads.
        public let target: State
    }

    /// The initial state where it starts.
    public let start: State
    /// Its moves, epsilon moves among them.
    public let moves: [Move]

    /// The states visited, in order.
    public var states: [State] { [start] + moves.map(\.target) }
}

extension NFA {
    /// All runs on a word at once.
    public typealias Run = NondeterministicRun<NFA>

    /// Runs on a word and keeps the set of states after each symbol, and an accepting run.
    ///
    /// - Complexity: O(*w* *m*) time and O(*w* *n*) space for a word of length *w* at most; each step costs the transitions of the states
    ///   that are reached.
    public func run(on word: some Sequence<Symbol>) -> Run {
        NondeterministicRun(self, rows: rows, epsilon: nil, word: Array(word))
    }

    /// Runs on the word that a text spells; see ``Alphabet/word(_:separator:)``.
    ///
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)``.
    public func run(on text: String, separator: String? = nil) throws(AutomataError) -> Run {
        run(on: try alphabet.word(text, separator: separator))
    }
}

extension EpsilonNFA {
    /// All runs on a word at once.
    public typealias Run = NondeterministicRun<EpsilonNFA>

    /// Runs on a word and keeps the set of states after each symbol, and an accepting run with its epsilon moves.
    ///
    /// - Complexity: O(*w* *m* log *n*) time and O(*w* *n*) space for a word of length *w* at most; each step costs the transitions and moves of
    ///   the states that are reached.
    public func run(on word: some Sequence<Symbol>) -> Run {
        NondeterministicRun(self, rows: rows, epsilon: epsilon, word: Array(word))
    }

    /// Runs on the word that a text spells; see ``Alphabet/word(_:separator:)``.
    ///
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)``.
    public func run(on text: String, separator: String? = nil) throws(AutomataError) -> Run {
        run(on: try alphabet.word(text, separator: separator))
    }
}

extension NondeterministicRun: CustomStringConvertible {
    /// The run step by step, a line a symbol with the states that can be reached, and an accepting run or why there is none.
    public var description: String {
        guard let first = stateSets.first, let last = stateSets.last else {
            return "rejected: there is no initial state\n"
        }
        let names = SymbolNameList(automaton.alphabet)
        var text = "→ \(braced(first))\n"
        for (symbol, set) in zip(word, stateSets.dropFirst()) {
            text += "  —\(names[symbol].printable)→ \(braced(set))\n"
        }
        if let stuckPosition {
            return text + "  —\(names[word[stuckPosition]].printable)→ ∅\n"
                + "rejected: no state of \(braced(last)) has a transition on \(names[word[stuckPosition]].printable), "
                + "symbol \(stuckPosition + 1) of \(word.count)\n"
        }
        guard let path = acceptingPath else { return text + "rejected: no state of \(braced(last)) is final\n" }
        text += "accepted: " + automaton.name(of: path.start).printable
        for move in path.moves {
            text += " —\(move.symbol.map { names[$0].printable } ?? "ε")→ \(automaton.name(of: move.target).printable)"
        }
        return text + "\n"
    }

    private func braced(_ states: StateSet) -> String {
        "{" + states.map { automaton.name(of: $0).printable }.joined(separator: ", ") + "}"
    }
}
