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

extension Automaton: CustomStringConvertible {
    /// The transition table of the automaton, as its model prints it.
    public var description: String {
        switch self {
        case .dfa(let automaton): automaton.description
        case .nfa(let automaton): automaton.description
        case .epsilonNFA(let automaton): automaton.description
        }
    }
}
