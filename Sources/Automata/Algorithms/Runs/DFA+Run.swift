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
        run(on: Array(word), watch: Unwatched())
    }

    /// ``run(on:)`` within a budget, whose bytes count: 8 for each symbol.
    ///
    /// - Complexity: as without a budget.
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func run(on word: some Sequence<Symbol>, budget: Budget) throws(AutomataError) -> Run {
        try run(on: Array(word), watch: budget)
    }

    private func run<Watch: WorkWatch>(on word: [Symbol], watch: Watch) throws(Watch.Failure) -> Run {
        try watch.check(bytes: 8 * word.count)
        var states = initialState.map { [$0] } ?? []
        states.reserveCapacity(word.count + 1)
        var pace = BudgetPace()
        for (position, symbol) in word.enumerated() {
            // The states of a run are a step each, not work of their own.
            if pace.isDue(states: 0, work: position) { try watch.check(bytes: 8 * word.count) }
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

    /// Runs on the word that a text spells, within a budget.
    ///
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)``, ``AutomataError/budgetExceeded(statesBuilt:limit:)``,
    ///   ``AutomataError/cancelled(statesBuilt:)``.
    public func run(on text: String, separator: String? = nil, budget: Budget) throws(AutomataError) -> Run {
        try run(on: alphabet.word(text, separator: separator), budget: budget)
    }
}

extension DFA.Run: CustomStringConvertible {
    /// The run step by step, a line a symbol, and why the word is accepted or not.
    public var description: String { text(watch: Unwatched()) }

    /// ``description`` within a budget: fails where the text would be longer than the budget's bytes, before it is made.
    ///
    /// - Complexity: O(*w*) for a word of length *w*, and the length of the text.
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
        to text: inout MeasuredText<Watch>, _ names: inout PrintableStates<DFA>, _ symbols: PrintableSymbols
    ) throws(Watch.Failure) {
        guard let first = states.first, let last = states.last else {
            return try text.append("rejected: there is no initial state\n")
        }
        try text.append("→ ")
        try text.append(first, &names)
        for (symbol, state) in zip(word, states.dropFirst()) {
            try text.append("\n  —")
            try text.append(symbols[symbol])
            try text.append("→ ")
            try text.append(state, &names)
        }
        try text.append(isAccepting ? "\naccepted: " : "\nrejected: ")
        try text.append(last, &names)
        if let stuckPosition {
            let symbol = symbols[word[stuckPosition]]
            try text.append(" has no transition on \(symbol), symbol \(stuckPosition + 1) of \(word.count)\n")
        } else {
            try text.append(isAccepting ? " is final\n" : " is not final\n")
        }
    }
}
