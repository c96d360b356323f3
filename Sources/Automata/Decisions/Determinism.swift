/// Why an automaton isn't deterministic.
public enum Nondeterminism: Sendable, Hashable {
    /// Runs may start in two states, the two least of them.
    case initialStates(State, State)
    /// A state has two targets on one symbol, the two least of them.
    case targets(from: State, on: Symbol, State, State)
    /// An epsilon move may be taken without reading anything.
    case epsilonMove(from: State, to: State)
}

extension NFA {
    /// What makes the automaton nondeterministic: two initial states, or else the first state and symbol with two targets; `nil` where
    /// ``isDeterministic`` holds.
    ///
    /// - Complexity: O(*n* + *m*).
    public var nondeterminism: Nondeterminism? {
        if let choice = Nondeterminism(of: initialStates) { return choice }
        return rows.conflict.map { Nondeterminism(from: $0.state, on: $0.symbol, rows) }
    }
}

extension EpsilonNFA {
    /// Whether there is at most one initial state, at most one target a state and symbol, and no epsilon move.
    ///
    /// - Complexity: O(*n* + *m*).
    public var isDeterministic: Bool { nondeterminism == nil }

    /// What makes the automaton nondeterministic: two initial states, or else the first state and symbol with two targets, or else the
    /// first epsilon move; `nil` where ``isDeterministic`` holds.
    ///
    /// - Complexity: O(*n* + *m*).
    public var nondeterminism: Nondeterminism? {
        if let choice = Nondeterminism(of: initialStates) { return choice }
        if let (state, symbol) = rows.conflict { return Nondeterminism(from: state, on: symbol, rows) }
        guard let source = states.first(where: { !epsilon.range(of: $0).isEmpty }) else { return nil }
        return .epsilonMove(from: source, to: epsilon.targets[epsilon.range(of: source).lowerBound])
    }
}

extension Automaton {
    /// What makes the automaton nondeterministic, as the models tell it; `nil` where it is deterministic as it stands.
    ///
    /// - Complexity: O(*n* + *m*).
    public var nondeterminism: Nondeterminism? {
        switch self {
        case .dfa: nil
        case .nfa(let nfa): nfa.nondeterminism
        case .epsilonNFA(let automaton): automaton.nondeterminism
        }
    }
}

extension Nondeterminism {
    fileprivate init?(of initialStates: StateSet) {
        let states = Array(initialStates.prefix(2))
        guard states.count == 2 else { return nil }
        self = .initialStates(states[0], states[1])
    }

    fileprivate init(from state: State, on symbol: Symbol, _ rows: Transitions) {
        let first = rows.range(of: state, on: symbol).lowerBound
        self = .targets(from: state, on: symbol, rows.targets[first], rows.targets[first + 1])
    }
}
