package import Automata

extension Format {
    /// A lower bound on the bytes that ``write(_:)`` makes, found before they are made: the names alone, as often as the format
    /// spells them.
    ///
    /// A format that names both states of each transition can make gigabytes of a small automaton with a long name.
    ///
    /// - Complexity: O(*n* + *m*).
    package func leastByteCount(of automaton: Automaton) -> Int {
        let automaton = automaton.asEpsilonNFA
        let (rows, moves) = (automaton.rows, automaton.epsilon)
        var count = 0
        if case .named(let names) = automaton.alphabet.storage {
            for symbol in rows.symbols { count += names.utf8Range(of: symbol).count }
        }
        guard spellsStatesAtTransitions, let names = automaton.names else { return count }
        for target in rows.targets { count += names.utf8Range(of: target).count }
        for target in moves.targets { count += names.utf8Range(of: target).count }
        for state in automaton.states {
            count += (rows.range(of: state).count + moves.range(of: state).count) * names.utf8Range(of: state).count
        }
        return count
    }

    private var spellsStatesAtTransitions: Bool {
        switch self {
        case .mata, .dot: true
        case .jflap, .att, .json: false
        }
    }
}
