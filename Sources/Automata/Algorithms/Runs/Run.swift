/// The runs of an automaton on a word: the states that it can be in after each symbol, and one
/// accepting run.
///
/// ```swift
/// print(try endsWith01.run(on: "001"))
/// // → {p}
/// //   —0→ {p, q}
/// //   —0→ {p, q}
/// //   —1→ {p, r}
/// // accepted: p —0→ p —0→ q —1→ r
/// ```
///
/// A DFA has one run at most, which is printed without braces.
public struct Run<Model: FiniteAutomaton>: Sendable, Hashable {
    /// The automaton that read the word.
    public let automaton: Model
    /// The word that the automaton ran on.
    public let word: [Symbol]
    /// A Boolean value that indicates whether the word is accepted: some run reads all of it and
    /// ends in a final state.
    public let isAccepting: Bool
    package let reachedStates: ReachedStates
    /// The accepting run that was found; `nil` for a DFA, whose only run is `reachedStates`.
    private let path: RunPath?

    fileprivate init<Watch: WorkWatch>(
        _ automaton: Model, on word: [Symbol], watch: Watch
    ) throws(Watch.Failure) {
        self.automaton = automaton
        self.word = word
        if let dfa = automaton.asDFA {
            let states = try dfa.statesVisited(on: word, watch: watch)
            reachedStates = ReachedStates(states: states)
            path = nil
            isAccepting = states.count == word.count + 1 && (states.last.map(dfa.isFinal) ?? false)
        } else {
            let view = automaton.asEpsilonNFA
            var search = PathSearch(rows: view.rows, epsilon: view.epsilon.count > 0 ? view.epsilon : nil)
            try search.read(word, from: view.initialStates, watch: watch)
            reachedStates = search.reached
            path = search.layerCount == word.count + 1 ? search.path(to: view.finalStates, reading: word) : nil
            isAccepting = path != nil
        }
    }

    /// The sets of states that are reached, closed under epsilon moves: one before the first
    /// symbol, and one after each symbol.
    ///
    /// The list ends before the first symbol that no state of the last set can read. It is empty if
    /// there is no initial state.
    ///
    /// - Complexity: at most O(*w* *n*) time and space for a word of length *w*: the list is made
    ///   anew each time, and each set has one bit per state.
    public var stateSets: [StateSet] { (0..<reachedStates.count).map { StateSet(reachedStates[$0]) } }

    /// An accepting run with the fewest moves, always the same one, or `nil` if the word isn't
    /// accepted.
    ///
    /// - Complexity: O(1), or O(*w*) for a DFA and a word of length *w*.
    public var acceptingPath: RunPath? {
        if automaton.model != .dfa { return path }
        guard let start = acceptingStart else { return nil }
        let moves = zip(word, reachedStates.states.dropFirst()).map { RunPath.Move(symbol: $0, target: $1) }
        return RunPath(start: start, moves: moves)
    }

    /// The initial state of ``acceptingPath``.
    package var acceptingStart: StateID? {
        if automaton.model != .dfa { return path?.start }
        return isAccepting ? reachedStates.states.first : nil
    }

    /// The position of the first symbol that no run could read, counted from 0, or `nil` if some
    /// run reads the whole word.
    public var stuckPosition: Int? { max(1, reachedStates.count) <= word.count ? max(0, reachedStates.count - 1) : nil }
}

extension Run<DFA> {
    /// The states visited: the initial state, then the state after each symbol that could be read.
    /// Empty if there is no initial state.
    public var states: [StateID] { reachedStates.states }
}

/// One run of an automaton.
public struct RunPath: Sendable, Hashable {
    /// A move to another state.
    public struct Move: Sendable, Hashable {
        /// The symbol that the move reads, or `nil` for an epsilon move.
        public let symbol: Symbol?
        /// The state that the move enters.
        public let target: StateID
    }

    /// The initial state of the run.
    public let start: StateID
    /// The moves of the run, including epsilon moves.
    public let moves: [Move]

    /// The states visited, in order.
    public var states: [StateID] { [start] + moves.map(\.target) }
}

extension FiniteAutomaton {
    /// Runs the automaton on a word, and returns the states reached after each symbol and an
    /// accepting run.
    ///
    /// - Parameters:
    ///   - word: the word.
    ///   - budget: the bound on memory: 8 bytes per symbol for a DFA; otherwise about 40 bytes per
    ///     reached state, summed over all symbols.
    /// - Complexity: for a word of length *w*, O(*w*) for a DFA with a dense table, and O(*w* log
    ///   *d*) for a sparse one with at most *d* transitions from a state. For other models at most
    ///   O(*w* *m* log *n*) time and O(*w* *n*) space: each step takes time for the transitions and
    ///   moves of the states that are reached.
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public func run(on word: some Sequence<Symbol>, budget: Budget = .default) throws(AutomataError) -> Run<Self> {
        try Run(self, on: Array(word), watch: budget)
    }

    /// Splits a text by ``Alphabet/word(_:separator:)`` into symbols and runs the automaton.
    ///
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)``; another ``AutomataError`` if the
    ///   budget stops the work.
    public func run(
        on text: String, separator: String? = nil, budget: Budget = .default
    ) throws(AutomataError) -> Run<Self> {
        try run(on: alphabet.word(text, separator: separator), budget: budget)
    }

    /// Unavailable: the argument needs the label `on:`.
    @available(*, unavailable, renamed: "run(on:separator:budget:)")
    public func run(_ text: String) throws(AutomataError) -> Run<Self> { try run(on: text) }
}

extension DFA {
    /// Returns the states of the run on a word, up to the first symbol that can't be read.
    fileprivate func statesVisited<Watch: WorkWatch>(on word: [Symbol], watch: Watch) throws(Watch.Failure) -> [StateID]
    {
        try watch.check(bytes: 8 * word.count)
        var states = initialState.map { [$0] } ?? []
        states.reserveCapacity(word.count + 1)
        var pace = BudgetPace()
        for (position, symbol) in word.enumerated() {
            // The states of a run count as steps, not as states of a result.
            if pace.isDue(states: 0, work: position) { try watch.check(bytes: 8 * word.count) }
            guard let state = states.last, let next = target(from: state, on: symbol) else { break }
            states.append(next)
        }
        return states
    }
}
