/// An automaton of any of the three models, such as one from a file.
public enum Automaton: Sendable, Hashable {
    /// A deterministic automaton.
    case dfa(DFA)
    /// A nondeterministic automaton without epsilon moves.
    case nfa(NFA)
    /// A nondeterministic automaton with epsilon moves.
    case epsilonNFA(EpsilonNFA)

    /// A kind of finite automaton, ordered from the most specific to the most general; the raw
    /// value is its usual name.
    public enum Model: String, Sendable, CaseIterable, Comparable {
        /// Deterministic: at most one initial state, and at most one target per state and symbol.
        case dfa = "DFA"
        /// Nondeterministic, without epsilon moves.
        case nfa = "NFA"
        /// Nondeterministic, with epsilon moves.
        case epsilonNFA = "ε-NFA"

        /// Returns whether the left model is more specific than the right one.
        public static func < (left: Model, right: Model) -> Bool { left.generality < right.generality }

        private var generality: Int {
            switch self {
            case .dfa: 0
            case .nfa: 1
            case .epsilonNFA: 2
            }
        }
    }

    /// Creates the same automaton in the most specific model that can represent it: a DFA if it is
    /// deterministic, or else an NFA if it has no epsilon moves, or else an ε-NFA.
    ///
    /// - Complexity: O(*n* + *m*).
    public init(mostSpecific automaton: some FiniteAutomaton) {
        if let dfa = automaton.asDFA {
            self = .dfa(dfa)
        } else if let nfa = automaton.asNFA ?? automaton.asEpsilonNFA.withoutMoves {
            self = (try? DFA(nfa)).map { .dfa($0) } ?? .nfa(nfa)
        } else {
            self = .epsilonNFA(automaton.asEpsilonNFA)
        }
    }

    /// Calls the function of the automaton's model.
    private func map<Result>(
        dfa: (DFA) -> Result, nfa: (NFA) -> Result, epsilonNFA: (EpsilonNFA) -> Result
    ) -> Result {
        switch self {
        case .dfa(let automaton): dfa(automaton)
        case .nfa(let automaton): nfa(automaton)
        case .epsilonNFA(let automaton): epsilonNFA(automaton)
        }
    }
}

extension Automaton: FiniteAutomaton {
    /// The type of results that may be nondeterministic.
    public typealias Nondeterministic = Automaton

    /// The model of the automaton.
    public var model: Model {
        switch self {
        case .dfa: .dfa
        case .nfa: .nfa
        case .epsilonNFA: .epsilonNFA
        }
    }

    /// Σ, the input symbols.
    public var alphabet: Alphabet { map(dfa: \.alphabet, nfa: \.alphabet, epsilonNFA: \.alphabet) }
    /// *n*, the number of states.
    public var stateCount: Int { map(dfa: \.stateCount, nfa: \.stateCount, epsilonNFA: \.stateCount) }
    /// *m*, the number of transitions, including epsilon moves; a transition on a class counts
    /// once.
    public var transitionCount: Int {
        map(dfa: \.transitionCount, nfa: \.transitionCount, epsilonNFA: \.transitionCount)
    }
    /// *I*, the states in which a run may start.
    public var initialStates: StateSet { map(dfa: \.initialStates, nfa: \.initialStates, epsilonNFA: \.initialStates) }
    /// *F*, the states in which an accepting run ends.
    public var finalStates: StateSet { map(dfa: \.finalStates, nfa: \.finalStates, epsilonNFA: \.finalStates) }

    /// The automaton as a DFA, or `nil` if it is of a different model.
    public var asDFA: DFA? { if case .dfa(let dfa) = self { dfa } else { nil } }
    /// The automaton as an NFA, or `nil` if its model has epsilon moves.
    public var asNFA: NFA? { map(dfa: \.asNFA, nfa: \.asNFA, epsilonNFA: \.asNFA) }
    /// The automaton as an ε-NFA with the same states.
    public var asEpsilonNFA: EpsilonNFA {
        map(dfa: \.asEpsilonNFA, nfa: \.asEpsilonNFA, epsilonNFA: \.asEpsilonNFA)
    }

    /// Converts an automaton of any model to the given model, keeping its language.
    ///
    /// - Throws: ``AutomataError`` if the budget stops the work.
    public init(
        converting automaton: some FiniteAutomaton, to model: Model, budget: Budget = .default
    ) throws(AutomataError) {
        switch model {
        case .dfa: self = .dfa(try DFA(converting: automaton, budget: budget))
        case .nfa: self = .nfa(try NFA(converting: automaton, budget: budget))
        case .epsilonNFA: self = .epsilonNFA(automaton.asEpsilonNFA)
        }
    }

    /// Returns whether a run may start in this state.
    public func isInitial(_ state: StateID) -> Bool {
        map(dfa: { $0.isInitial(state) }, nfa: { $0.isInitial(state) }, epsilonNFA: { $0.isInitial(state) })
    }

    /// Returns whether the automaton accepts the word.
    public func accepts(_ word: some Sequence<Symbol>) -> Bool {
        let word = Array(word)
        return map(dfa: { $0.accepts(word) }, nfa: { $0.accepts(word) }, epsilonNFA: { $0.accepts(word) })
    }
}

extension Automaton {
    /// The number of bytes of transitions, names and positions.
    package var byteCount: Int {
        switch self {
        case .dfa(let dfa): dfa.table.byteCount + dfa.annotations.byteCount
        case .nfa(let nfa): nfa.rows.byteCount + nfa.annotations.byteCount
        case .epsilonNFA(let automaton):
            automaton.rows.byteCount + 4 * (automaton.epsilon.count + automaton.stateCount)
                + automaton.annotations.byteCount
        }
    }
}

extension Transitions {
    fileprivate var byteCount: Int { count * 8 + offsets.count * 4 }
}
