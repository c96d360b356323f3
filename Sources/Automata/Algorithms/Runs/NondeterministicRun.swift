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
    /// An accepting run, where there is one: of those with the fewest moves the one that this search finds first, the same each time.
    public let acceptingPath: RunPath?
    package let reached: ReachedStates

    fileprivate init<Watch: WorkWatch>(
        _ automaton: Model, rows: Transitions, epsilon: EpsilonMoves?, word: [Symbol], watch: Watch
    ) throws(Watch.Failure) {
        var search = PathSearch(rows: rows, epsilon: epsilon)
        try search.read(word, from: automaton.initialStates, watch: watch)
        self.automaton = automaton
        self.word = word
        reached = search.reached
        acceptingPath =
            search.layerCount == word.count + 1 ? search.path(to: automaton.finalStates, reading: word) : nil
    }

    /// The states that it can be in, first before any symbol, then after each; closed under epsilon moves. The list ends before the
    /// symbol that no state of the last set can read, or is empty where there is no initial state.
    ///
    /// - Complexity: O(*w* *n*) time and space for a word of length *w* at most: the list is made anew each time, a bit a state.
    public var stateSets: [StateSet] { (0..<reached.count).map { StateSet(reached[$0]) } }

    /// Whether the word is accepted: some run reads all of it and ends in a final state.
    public var isAccepting: Bool { acceptingPath != nil }

    /// The position of the first symbol that no run could read, counted from 0; `nil` where some run reads the whole word.
    public var stuckPosition: Int? { max(1, reached.count) <= word.count ? max(0, reached.count - 1) : nil }
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
    /// Nothing bounds the memory; see ``run(on:budget:)``.
    ///
    /// - Complexity: O(*w* *m*) time and O(*w* *n*) space for a word of length *w* at most; each step costs the transitions of the states
    ///   that are reached.
    public func run(on word: some Sequence<Symbol>) -> Run {
        NondeterministicRun(self, rows: rows, epsilon: nil, word: Array(word), watch: Unwatched())
    }

    /// Runs on the word that a text spells; see ``Alphabet/word(_:separator:)``.
    ///
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)``.
    public func run(on text: String, separator: String? = nil) throws(AutomataError) -> Run {
        run(on: try alphabet.word(text, separator: separator))
    }

    /// ``run(on:)`` within a budget, whose bytes count: about 40 for each symbol and each state that is reached by it.
    ///
    /// - Complexity: as without a budget.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func run(on word: some Sequence<Symbol>, budget: Budget) throws(AutomataError) -> Run {
        try NondeterministicRun(self, rows: rows, epsilon: nil, word: Array(word), watch: budget)
    }

    /// Runs on the word that a text spells, within a budget.
    ///
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func run(on text: String, separator: String? = nil, budget: Budget) throws(AutomataError) -> Run {
        try run(on: alphabet.word(text, separator: separator), budget: budget)
    }
}

extension EpsilonNFA {
    /// All runs on a word at once.
    public typealias Run = NondeterministicRun<EpsilonNFA>

    /// Runs on a word and keeps the set of states after each symbol, and an accepting run with its epsilon moves.
    ///
    /// Nothing bounds the memory; see ``run(on:budget:)``.
    ///
    /// - Complexity: O(*w* *m* log *n*) time and O(*w* *n*) space for a word of length *w* at most; each step costs the transitions and moves of
    ///   the states that are reached.
    public func run(on word: some Sequence<Symbol>) -> Run {
        NondeterministicRun(self, rows: rows, epsilon: epsilon, word: Array(word), watch: Unwatched())
    }

    /// Runs on the word that a text spells; see ``Alphabet/word(_:separator:)``.
    ///
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)``.
    public func run(on text: String, separator: String? = nil) throws(AutomataError) -> Run {
        run(on: try alphabet.word(text, separator: separator))
    }

    /// ``run(on:)`` within a budget, whose bytes count: about 40 for each symbol and each state that is reached by it.
    ///
    /// - Complexity: as without a budget.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func run(on word: some Sequence<Symbol>, budget: Budget) throws(AutomataError) -> Run {
        try NondeterministicRun(self, rows: rows, epsilon: epsilon, word: Array(word), watch: budget)
    }

    /// Runs on the word that a text spells, within a budget.
    ///
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func run(on text: String, separator: String? = nil, budget: Budget) throws(AutomataError) -> Run {
        try run(on: alphabet.word(text, separator: separator), budget: budget)
    }
}

extension NondeterministicRun: CustomStringConvertible {
    /// The run step by step, a line a symbol with the states that can be reached, and an accepting run or why there is none.
    public var description: String { text(watch: Unwatched()) }

    /// ``description`` within a budget: fails where the text would be longer than the budget's bytes, before it is made.
    ///
    /// - Complexity: O(*w* *n*) for a word of length *w* at most, and the length of the text.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func text(budget: Budget) throws(AutomataError) -> String { try text(watch: budget) }

    private func text<Watch: WorkWatch>(watch: Watch) throws(Watch.Failure) -> String {
        var text = MeasuredText(watch)
        var states = PrintableStates(automaton)
        let symbols = PrintableSymbols(automaton.alphabet)
        try write(to: &text, &states, symbols)
        try text.startOver()
        try write(to: &text, &states, symbols)
        return text.text
    }

    private func write<Watch: WorkWatch>(
        to text: inout MeasuredText<Watch>, _ states: inout PrintableStates<Model>, _ symbols: PrintableSymbols
    ) throws(Watch.Failure) {
        if reached.count == 0 { return try text.append("rejected: there is no initial state\n") }
        let last = reached[reached.count - 1]
        try text.append("→ ")
        try text.append(braced: reached[0], separator: ", ", &states)
        for row in 1..<reached.count {
            try text.append("\n  —")
            try text.append(symbols[word[row - 1]])
            try text.append("→ ")
            try text.append(braced: reached[row], separator: ", ", &states)
        }
        if let stuckPosition {
            let symbol = symbols[word[stuckPosition]]
            try text.append("\n  —\(symbol)→ ∅\nrejected: no state of ")
            try text.append(braced: last, separator: ", ", &states)
            try text.append(" has a transition on \(symbol), symbol \(stuckPosition + 1) of \(word.count)\n")
        } else if let path = acceptingPath {
            try text.append("\naccepted: ")
            try text.append(path.start, &states)
            for move in path.moves {
                try text.append(" —")
                try text.append(move.symbol.map { symbols[$0] } ?? "ε")
                try text.append("→ ")
                try text.append(move.target, &states)
            }
            try text.append("\n")
        } else {
            try text.append("\nrejected: no state of ")
            try text.append(braced: last, separator: ", ", &states)
            try text.append(" is final\n")
        }
    }
}
