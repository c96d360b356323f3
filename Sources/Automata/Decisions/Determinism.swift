/// The reason why an automaton isn't deterministic.
public enum Nondeterminism: Sendable, Hashable {
    /// There are several initial states; these are the first two.
    case initialStates(StateID, StateID)
    /// A state has several targets on one symbol; these are the first two.
    case targets(from: StateID, on: Symbol, StateID, StateID)
    /// There is an epsilon move.
    case epsilonMove(from: StateID, to: StateID)
}

extension FiniteAutomaton {
    /// A Boolean value that indicates whether there is at most one initial state, at most one
    /// target per state and symbol, and no epsilon move.
    ///
    /// - Complexity: O(1) for a DFA, otherwise O(*n* + *m*).
    public var isDeterministic: Bool { nondeterminism == nil }

    /// The reason why the automaton is nondeterministic, or `nil` if it is deterministic. The
    /// reason is two initial states, or else the first state and symbol with two targets, or else
    /// the first epsilon move.
    ///
    /// - Complexity: O(1) for a DFA, otherwise O(*n* + *m*).
    public var nondeterminism: Nondeterminism? {
        if model == .dfa { return nil }
        if let choice = Nondeterminism(of: initialStates) { return choice }
        let view = asEpsilonNFA
        if let (state, symbol) = view.rows.conflict { return Nondeterminism(from: state, on: symbol, view.rows) }
        guard let source = states.first(where: { !view.epsilon.range(of: $0).isEmpty }) else { return nil }
        return .epsilonMove(from: source, to: view.epsilon.targets[view.epsilon.range(of: source).lowerBound])
    }
}

extension Nondeterminism {
    fileprivate init?(of initialStates: StateSet) {
        let states = Array(initialStates.prefix(2))
        guard states.count == 2 else { return nil }
        self = .initialStates(states[0], states[1])
    }

    fileprivate init(from state: StateID, on symbol: Symbol, _ rows: Transitions) {
        let first = rows.range(of: state, on: symbol).lowerBound
        self = .targets(from: state, on: symbol, rows.targets[first], rows.targets[first + 1])
    }
}
