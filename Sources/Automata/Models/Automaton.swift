/// An automaton of any of the three models, as a file holds it.
public enum Automaton: Sendable, Hashable {
    /// A deterministic automaton.
    case dfa(DFA)
    /// A nondeterministic automaton without epsilon moves.
    case nfa(NFA)
    /// A nondeterministic automaton with epsilon moves.
    case epsilonNFA(EpsilonNFA)

    /// The most specific model that holds the automaton as it stands: no epsilon move makes an NFA of it, determinism a DFA.
    ///
    /// - Complexity: O(*n* + *m*).
    public init(mostSpecific automaton: EpsilonNFA) {
        if automaton.epsilonMoveCount > 0 {
            self = .epsilonNFA(automaton)
        } else {
            self.init(
                mostSpecific: NFA(
                    alphabet: automaton.alphabet, rows: automaton.rows, initialStates: automaton.initialStates,
                    finalStates: automaton.finalStates, names: automaton.names))
        }
    }

    /// The most specific model that holds the automaton as it stands: determinism makes a DFA of it.
    ///
    /// - Complexity: O(*n* + *m*).
    public init(mostSpecific nfa: NFA) {
        self = (try? DFA(nfa)).map { .dfa($0) } ?? .nfa(nfa)
    }

    /// The automaton as the most general model.
    public var asEpsilonNFA: EpsilonNFA {
        switch self {
        case .dfa(let dfa): EpsilonNFA(NFA(dfa))
        case .nfa(let nfa): EpsilonNFA(nfa)
        case .epsilonNFA(let automaton): automaton
        }
    }

    /// The model's name as people write it: `DFA`, `NFA` or `ε-NFA`.
    public var modelName: String {
        switch self {
        case .dfa: "DFA"
        case .nfa: "NFA"
        case .epsilonNFA: "ε-NFA"
        }
    }

    /// Applies a function that works for all models.
    package func map<Result, Failure: Error>(
        dfa: (DFA) throws(Failure) -> Result, nfa: (NFA) throws(Failure) -> Result,
        epsilonNFA: (EpsilonNFA) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch self {
        case .dfa(let automaton): try dfa(automaton)
        case .nfa(let automaton): try nfa(automaton)
        case .epsilonNFA(let automaton): try epsilonNFA(automaton)
        }
    }
}

extension Automaton: FiniteAutomaton {
    /// Σ, the symbols that it reads.
    public var alphabet: Alphabet { map(dfa: \.alphabet, nfa: \.alphabet, epsilonNFA: \.alphabet) }
    /// *n*, the number of states.
    public var stateCount: Int { map(dfa: \.stateCount, nfa: \.stateCount, epsilonNFA: \.stateCount) }
    /// *m*, the number of transitions; a class of symbols counts once, an epsilon move too.
    public var transitionCount: Int {
        map(dfa: \.transitionCount, nfa: \.transitionCount, epsilonNFA: \.transitionCount)
    }
    /// *I*, where a run may start.
    public var initialStates: StateSet { map(dfa: \.initialStates, nfa: \.initialStates, epsilonNFA: \.initialStates) }
    /// *F*, where an accepting run ends.
    public var finalStates: StateSet { map(dfa: \.finalStates, nfa: \.finalStates, epsilonNFA: \.finalStates) }
    /// The names of the states, where they have any.
    public var stateNames: [String]? { map(dfa: \.stateNames, nfa: \.stateNames, epsilonNFA: \.stateNames) }

    /// A state's name, or `q` and its number where the states have no names.
    public func name(of state: State) -> String {
        map(dfa: { $0.name(of: state) }, nfa: { $0.name(of: state) }, epsilonNFA: { $0.name(of: state) })
    }

    /// The state with the given name, or with the name that ``name(of:)`` makes up where the states have none.
    public func state(named name: String) -> State? {
        map(dfa: { $0.state(named: name) }, nfa: { $0.state(named: name) }, epsilonNFA: { $0.state(named: name) })
    }

    /// Whether a run may start in this state.
    public func isInitial(_ state: State) -> Bool {
        map(dfa: { $0.isInitial(state) }, nfa: { $0.isInitial(state) }, epsilonNFA: { $0.isInitial(state) })
    }

    /// Whether the automaton accepts the word, as its model tells.
    public func accepts(_ word: some Sequence<Symbol>) -> Bool {
        let word = Array(word)
        return map(dfa: { $0.accepts(word) }, nfa: { $0.accepts(word) }, epsilonNFA: { $0.accepts(word) })
    }

    /// The transition table, cut where the automaton is large; see ``transitionTable()``.
    public var description: String { map(dfa: \.description, nfa: \.description, epsilonNFA: \.description) }

    /// The transition table as textbooks print it, of its model.
    public func transitionTable() -> String {
        map(dfa: { $0.transitionTable() }, nfa: { $0.transitionTable() }, epsilonNFA: { $0.transitionTable() })
    }

    /// ``transitionTable()`` within a budget: fails where the text would be longer than the budget's bytes, before it is made.
    ///
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)``, ``AutomataError/cancelled(statesBuilt:)``.
    public func transitionTable(budget: Budget) throws(AutomataError) -> String {
        try map(
            dfa: { (dfa) throws(AutomataError) in try dfa.transitionTable(budget: budget) },
            nfa: { (nfa) throws(AutomataError) in try nfa.transitionTable(budget: budget) },
            epsilonNFA: { (automaton) throws(AutomataError) in try automaton.transitionTable(budget: budget) })
    }
}
